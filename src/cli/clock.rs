//! Processor time, which what else runs on the machine does not change as it does wall time.

/// Seconds of processor time that this process has used so far.
#[cfg(unix)]
pub(super) fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Seconds since the first call: this system tells no processor time.
#[cfg(not(unix))]
pub(super) fn now() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}
