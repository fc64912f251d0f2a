//! C++ names: unique in the whole function, so that nothing collides and nothing shadows.

use std::collections::{HashMap, HashSet};

/// Words that a name must not be: keywords, their spellings as words, macros of the headers included and of common
/// systems, and what the emitted code and the runtime's header call by an unqualified name.
const RESERVED: &str = "
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class co_await
co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete do
double dynamic_cast else enum explicit export extern false final float for friend goto if import inline int long module
mutable namespace new noexcept not not_eq nullptr operator or or_eq override private protected public register
reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template this
thread_local throw true try typedef typeid typename typeof union unsigned using virtual void volatile wchar_t while xor
xor_eq
NULL EOF BUFSIZ NAN INFINITY HUGE_VAL assert errno stdin stdout stderr offsetof linux unix i386 arm max_align_t
int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t ptrdiff_t intptr_t uintptr_t nullptr_t
std main each orch_args floor_div floor_mod int_pow keep_axes scope_guard
DataType AddressSpace ChipTensor TensorCreateInfo TaskOutputTensors CoreTaskArgs ChipTaskArgs GraphTaskArgs TaskArgs
Arg MixedKernels CoreTaskPredicate CorePredicateOperand PredicateOp PTO2TaskId PTO2Runtime PTO2ScopeMode PTO2_SCOPE
PTO2_SCOPE_GUARD PTO2ScopeGuard PTO2OrchestrationConfig PTO2LaunchSpec INVALID_KERNEL_ID MAX_TENSOR_DIMS
MAX_TENSOR_ARGS MAX_SCALAR_ARGS TensorRef TensorArgType Tensor selfsame
to_u64 from_u64 alloc_tensors get_tensor_data set_tensor_data rt_submit_task rt_submit_aic_task rt_submit_aiv_task
rt_submit_dummy_task rt_available_cluster_count rt_available_aiv_count make_tensor_external make_tensor_strided
always_assert debug_assert current_runtime get_element_size aicpu_orchestration_config aicpu_orchestration_entry
framework_current_runtime framework_bind_runtime rt_scope_begin rt_scope_end rt_orchestration_done rt_is_fatal
rt_report_fatal rt_graph_begin rt_graph_end rt_graph_commit rt_submit_graph PTOBufferHandle
LOG_ERROR LOG_WARN LOG_INFO LOG_DEBUG LOG_ALWAYS LOG_TIMING
";

/// The names taken in one function.
pub(crate) struct Names {
    taken: HashSet<String>,
    /// The suffix to try next for a base.
    next: HashMap<String, usize>,
    /// The number to try next for a family of names.
    counts: HashMap<&'static str, usize>,
}

impl Names {
    pub(crate) fn new() -> Self {
        let taken = RESERVED.split_whitespace().map(str::to_owned).collect();
        Self { taken, next: HashMap::new(), counts: HashMap::new() }
    }
    /// The next of a family of names: `alloc_0`, `alloc_1`, ...
    pub(crate) fn numbered(&mut self, family: &'static str) -> String {
        let count = self.counts.entry(family).or_insert(0);
        loop {
            let name = format!("{family}_{count}");
            *count += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
    /// A name like `wanted` that nothing else has: itself, or with `_1`, `_2`, ...
    pub(crate) fn fresh(&mut self, wanted: &str) -> String {
        // The scope macro declares variables that begin like this.
        let owned = wanted.starts_with("scope_guard_").then(|| format!("v_{wanted}"));
        let wanted = owned.as_deref().unwrap_or(wanted);
        if self.taken.insert(wanted.to_owned()) {
            return wanted.to_owned();
        }
        let next = self.next.entry(wanted.to_owned()).or_insert(1);
        loop {
            let name = format!("{wanted}_{next}");
            *next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// The base of a variable's name: what stands before the first `__`, as a C++ identifier.
pub(crate) fn base(hint: &str) -> String {
    base_or(hint, "v")
}

/// The same, with what to say where nothing stands there, as in `_`.
pub(crate) fn base_or(hint: &str, nothing: &str) -> String {
    let base = hint.split("__").next().unwrap_or_default().trim_end_matches('_');
    let mut text = String::with_capacity(base.len());
    for c in base.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => text.push(c),
            other => text.push_str(&format!("u{:x}", u32::from(other))),
        }
    }
    // `_Name` and names that begin with a digit are not ours to give; a bare `_` says nothing.
    let second = text.chars().nth(1);
    match text.chars().next() {
        None => nothing.to_owned(),
        Some('_') if second.is_some_and(|c| c.is_ascii_uppercase() || c.is_ascii_digit()) => {
            format!("v{text}")
        }
        Some(first) if first.is_ascii_digit() => format!("v{text}"),
        Some(_) => text,
    }
}
