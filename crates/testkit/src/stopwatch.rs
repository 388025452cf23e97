//! Measures time on a busy machine: the processor time of a process, and the wall-clock time without waiting for a
//! processor. Only Linux provides both; elsewhere only the wall-clock time is known.

use std::time::{Duration, Instant};

/// The times of a process since its start.
#[derive(Clone, Copy, Default)]
struct ProcessTimes {
    worked: Duration,
    waited: Duration,
}

impl ProcessTimes {
    /// The waiting time includes that of this process, which communicates with the other one.
    fn of(process: Option<u32>) -> ProcessTimes {
        let ours = std::process::id();
        let other = process.filter(|&process| process != ours);
        ProcessTimes {
            worked: process.map_or(Duration::ZERO, worked),
            waited: other.map_or(Duration::ZERO, waiting) + waiting(ours),
        }
    }
}

#[derive(Clone, Copy)]
pub struct Stopwatch {
    process: Option<u32>,
    begun: Instant,
    before: ProcessTimes,
}

impl Stopwatch {
    /// Measures a running process.
    pub fn of(process: u32) -> Stopwatch {
        Stopwatch::start(Some(process))
    }

    /// Measures a process that is about to be started; see [`Stopwatch::has_started`].
    pub fn of_the_next() -> Stopwatch {
        Stopwatch::start(None)
    }

    fn start(process: Option<u32>) -> Stopwatch {
        Stopwatch { process, before: ProcessTimes::of(process), begun: Instant::now() }
    }

    /// Sets the process of [`Stopwatch::of_the_next`].
    pub fn has_started(self, process: u32) -> Stopwatch {
        Stopwatch { process: Some(process), ..self }
    }

    /// The times from the start to `end`, which must be about now. The process must not have been reaped yet.
    pub fn until(&self, end: Instant) -> Took {
        let now = ProcessTimes::of(self.process);
        Took {
            worked: now.worked.saturating_sub(self.before.worked),
            wall: end.duration_since(self.begun),
            // The sum may have shrunk: it lacks threads that have ended.
            waited: now.waited.saturating_sub(self.before.waited),
        }
    }

    pub fn read(&self) -> Took {
        self.until(Instant::now())
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Took {
    /// The processor time of all threads of the process.
    pub worked: Duration,
    pub wall: Duration,
    /// The time that threads waited for a processor, without threads that have ended.
    pub waited: Duration,
}

impl Took {
    /// The time of the process itself: its processor time, or the wall-clock time without waiting, whichever is longer.
    pub fn own(&self) -> Duration {
        self.worked.max(self.without_waiting())
    }

    /// The wall-clock time without waiting.
    pub fn without_waiting(&self) -> Duration {
        self.wall.saturating_sub(self.waited)
    }
}

/// A wall-clock time, all of it counted as work.
impl From<Duration> for Took {
    fn from(time: Duration) -> Took {
        Took { worked: time, wall: time, waited: Duration::ZERO }
    }
}

/// The processor time of a process so far, including ended threads.
#[cfg(target_os = "linux")]
fn worked(process: u32) -> Duration {
    let process = nix::unistd::Pid::from_raw(process as i32);
    let clock = nix::time::clock_getcpuclockid(process).expect("the process is there");
    clock.now().expect("its clock").into()
}

#[cfg(not(target_os = "linux"))]
fn worked(_: u32) -> Duration {
    Duration::ZERO
}

/// The processor time of this thread so far.
#[cfg(target_os = "linux")]
pub fn worked_by_this_thread() -> Duration {
    let now = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now();
    now.expect("a clock").into()
}

/// Wall-clock time, where the processor time is unknown.
#[cfg(not(target_os = "linux"))]
pub fn worked_by_this_thread() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// The time in which a process has used a processor or waited for one so far.
pub fn wanted(process: u32) -> Duration {
    worked(process) + waiting(process)
}

/// The time that the running threads of a process have waited for a processor so far, while other programs used it. Zero
/// where the system does not report it.
pub fn waiting(process: u32) -> Duration {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task"));
    let of_thread = |task: std::fs::DirEntry| -> Option<u64> {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split_whitespace().nth(1)?.parse().ok()
    };
    let nanoseconds = tasks.into_iter().flatten().flatten().filter_map(of_thread).sum();
    Duration::from_nanos(nanoseconds)
}
