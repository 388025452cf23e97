//! How far a long computation is.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar on the terminal; hidden where there is none.
pub struct Progress {
    bar: ProgressBar,
    begun: bool,
}

impl Progress {
    /// A bar for so many of these things.
    pub fn of(count: usize, things: &str) -> Progress {
        let template =
            format!("{{wide_bar}} {{pos}}/{{len}} {things}, {{elapsed}}, {{eta}} left\n{{msg}}");
        let style = ProgressStyle::with_template(&template).expect("the template is right");
        let bar = ProgressBar::new(count as u64).with_style(style);
        bar.enable_steady_tick(Duration::from_secs(1));
        Progress { bar, begun: false }
    }

    /// So many are there. What earlier runs have left, told first, took no time.
    pub fn tell(&mut self, count: usize, message: String) {
        self.bar.set_position(count as u64);
        self.bar.set_message(message);
        if !self.begun {
            self.begun = true;
            self.bar.reset_eta();
        }
    }

    /// Takes the bar away.
    pub fn end(self) {
        self.bar.finish_and_clear();
    }
}
