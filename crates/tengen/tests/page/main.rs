//! The page: its server, and the page itself in a browser.

mod alone;
mod door;
mod explorer;
mod games;
mod late;
mod manners;
mod page;
mod protocol;
mod puzzles;
mod safety;
mod stored;
mod study;
mod telephone;
mod trials;
mod watch;
mod wishes;
mod without_browser;
mod without_server;
