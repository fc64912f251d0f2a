//! The `selfsame` command.

fn main() -> std::process::ExitCode {
    selfsame::cli::main()
}
