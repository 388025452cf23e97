//! Progress of long computations.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::time::{Duration, Instant};

const INTERVAL: Duration = Duration::from_secs(60);

/// A progress bar on the terminal; without one, occasional lines on standard error.
pub struct ProgressLine {
    bar: ProgressBar,
    things: String,
    begun: bool,
    written: Instant,
}

impl ProgressLine {
    /// A bar for `count` items, named `things`.
    pub fn of(count: usize, things: &str) -> ProgressLine {
        let template = format!("{{wide_bar}} {{pos}}/{{len}} {things}, {{elapsed}}, {{eta}} left\n{{msg}}");
        let style = ProgressStyle::with_template(&template).expect("the template is right");
        let bar = ProgressBar::new(count as u64).with_style(style);
        bar.enable_steady_tick(Duration::from_secs(1));
        ProgressLine { bar, things: things.into(), begun: false, written: Instant::now() }
    }

    /// Updates the number of items. The first call sets those of earlier runs, which do not count
    /// for the speed.
    pub fn show(&mut self, count: usize, message: String) {
        if self.bar.is_hidden() && self.written.elapsed() >= INTERVAL {
            self.written = Instant::now();
            let (whole, things) = (self.bar.length().unwrap_or(0), &self.things);
            let _ = writeln!(std::io::stderr(), "{count}/{whole} {things} {message}");
        }
        self.bar.set_position(count as u64);
        self.bar.set_message(message);
        if !self.begun {
            self.begun = true;
            self.bar.reset_eta();
        }
    }

    pub fn end(self) {
        self.bar.finish_and_clear();
    }
}
