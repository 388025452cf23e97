//! The current time: from the system clock or, inside a web page without a system, from the page.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use page::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod page {
    use std::ops::{Add, Sub};
    use std::time::Duration;

    // SAFETY: the module can only be instantiated with this imported function, which takes no arguments and returns a
    // number.
    #[allow(unsafe_code)]
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Milliseconds since 1970, with fractions.
        safe fn now() -> f64;
    }

    /// A point in time as in [`std::time::Instant`], stored as the time since 1970.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// The current time.
        pub fn now() -> Instant {
            Instant(Duration::from_micros((now() * 1000.0) as u64))
        }

        /// The time elapsed since then; zero if the clock was set back.
        pub fn elapsed(&self) -> Duration {
            Instant::now() - *self
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0 + time)
        }
    }
}
