//! `tengen web`: its messages, who is let in, and what they may cost. Browser tests (`web/test/browser`) try the page.

mod alone;
mod door;
mod explorer;
#[cfg(target_os = "linux")]
mod memory;
mod protocol;
mod safety;
mod watch;
mod wishes;
