//! How long something took, also on a machine that is busy with other things: what the process itself has
//! worked, and the time on the wall without that for which it waited for a processor. Only Linux tells; elsewhere
//! there is the wall alone.

use std::time::{Duration, Instant};

/// What a process has had so far.
#[derive(Clone, Copy, Default)]
struct Had {
    worked: Duration,
    waited: Duration,
}

impl Had {
    /// Of the process of this number, with the waiting of our own, which asks it.
    fn by(process: Option<u32>) -> Had {
        let ours = std::process::id();
        let other = process.filter(|&process| process != ours);
        Had {
            worked: process.map_or(Duration::ZERO, worked),
            waited: other.map_or(Duration::ZERO, waiting) + waiting(ours),
        }
    }
}

/// Runs from when it is made.
#[derive(Clone, Copy)]
pub struct Stopwatch {
    process: Option<u32>,
    begun: Instant,
    had: Had,
}

impl Stopwatch {
    /// For what a process does from now on.
    pub fn of(process: u32) -> Stopwatch {
        Stopwatch::start(Some(process))
    }

    /// For what a process does that is started now; see [`Stopwatch::has_started`].
    pub fn of_the_next() -> Stopwatch {
        Stopwatch::start(None)
    }

    fn start(process: Option<u32>) -> Stopwatch {
        Stopwatch {
            process,
            had: Had::by(process),
            begun: Instant::now(),
        }
    }

    /// The process that has been waited for has this number.
    pub fn has_started(self, process: u32) -> Stopwatch {
        Stopwatch {
            process: Some(process),
            ..self
        }
    }

    /// What it took until this moment. The process must not have been waited for.
    pub fn until(&self, end: Instant) -> Took {
        let had = Had::by(self.process);
        let waited = had.waited.saturating_sub(self.had.waited); // threads that have ended count no more
        Took {
            worked: had.worked.saturating_sub(self.had.worked),
            wall: end.duration_since(self.begun),
            waited,
        }
    }

    /// What it took until now.
    pub fn read(&self) -> Took {
        self.until(Instant::now())
    }
}

/// What something took.
#[derive(Clone, Copy, Debug)]
pub struct Took {
    /// The time of processors that the process has used, on all its threads.
    pub worked: Duration,
    /// The time on the wall.
    pub wall: Duration,
    /// For so long threads waited for a processor; one that has ended does not tell.
    pub waited: Duration,
}

impl Took {
    /// What the process itself took: what it worked, or the time on the wall less the waiting, whichever is
    /// longer.
    pub fn own(&self) -> Duration {
        self.worked.max(self.without_waiting())
    }

    /// The time on the wall less the waiting.
    pub fn without_waiting(&self) -> Duration {
        self.wall.saturating_sub(self.waited)
    }
}

/// A time of which nothing else is known.
impl From<Duration> for Took {
    fn from(time: Duration) -> Took {
        Took {
            worked: time,
            wall: time,
            waited: Duration::ZERO,
        }
    }
}

/// The time of processors that a process has used so far, with that of threads that have ended.
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

/// The time of processors that this thread has used so far.
#[cfg(target_os = "linux")]
pub fn worked_by_this_thread() -> Duration {
    let now = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now();
    now.expect("a clock").into()
}

/// Where nobody tells, the time on the wall.
#[cfg(not(target_os = "linux"))]
pub fn worked_by_this_thread() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// How many times longer than on a machine with nothing else to do work takes now: what a thread that works all the
/// time needs on the wall for a tenth of a second of it.
pub fn slowdown() -> f64 {
    const WORK: Duration = Duration::from_millis(100);
    let (start, before) = (Instant::now(), worked_by_this_thread());
    while worked_by_this_thread() - before < WORK {
        std::hint::spin_loop();
    }
    start.elapsed().as_secs_f64() / WORK.as_secs_f64()
}

/// For how long a process has wanted a processor so far, whether it had one or waited.
pub fn wanted(process: u32) -> Duration {
    worked(process) + waiting(process)
}

/// How long the threads of a process have waited for a processor so far, where the system says it:
/// on a busy machine that is not the engine's fault.
pub fn waiting(process: u32) -> Duration {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task"));
    let of_thread = |task: std::fs::DirEntry| -> Option<u64> {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split_whitespace().nth(1)?.parse().ok()
    };
    let nanoseconds = tasks
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(of_thread)
        .sum();
    Duration::from_nanos(nanoseconds)
}
