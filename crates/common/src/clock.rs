//! What time it is: by the system's clock or, where an engine runs inside a page and has no system, by the
//! page's.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use page::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod page {
    use std::ops::{Add, Sub};
    use std::time::Duration;

    // SAFETY: whoever makes an instance of the module gives it this function, which takes nothing and returns
    // a number; it cannot be made otherwise.
    #[allow(unsafe_code)]
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Milliseconds since 1970, with parts.
        safe fn now() -> f64;
    }

    /// A moment, as [`std::time::Instant`]: the time since 1970.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(Duration::from_micros((now() * 1000.0) as u64))
        }

        /// The time since then; none where the clock was set back.
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
