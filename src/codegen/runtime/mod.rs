//! The runtime for the CPU: C++ sources, embedded.

/// The header that emitted code includes.
pub const API: &str = include_str!("pto_orchestration_api.h");
/// What records and runs tasks.
pub const RUNTIME: &str = include_str!("selfsame_runtime.cpp");
/// Views and numbers of kernels.
pub const KERNELS: &str = include_str!("selfsame_kernels.h");
/// Operators of kernels.
pub const OPERATORS: &str = include_str!("selfsame_operators.h");
/// Operators that pick and place elements, and sorting.
pub const INDEXING: &str = include_str!("selfsame_indexing.h");
/// Windows and messages, with one rank.
pub const RANKS: &str = include_str!("selfsame_ranks.h");
/// Reading inputs, running, writing outputs.
pub const HOST: &str = include_str!("selfsame_host.h");

/// All files by name, to be written beside what is emitted.
pub fn files() -> &'static [(&'static str, &'static str)] {
    &[
        ("pto_orchestration_api.h", API),
        ("selfsame_runtime.cpp", RUNTIME),
        ("selfsame_kernels.h", KERNELS),
        ("selfsame_operators.h", OPERATORS),
        ("selfsame_indexing.h", INDEXING),
        ("selfsame_ranks.h", RANKS),
        ("selfsame_host.h", HOST),
    ]
}
