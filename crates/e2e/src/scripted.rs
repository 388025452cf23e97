//! Scripted brains (`scripted.sh`), most of them misbehaving, and the real one, as entries of a match.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tengen_arena::referee::brain::Spec;
use tengen_arena::referee::clock::Limits;
use tengen_arena::referee::seat::Seat;

/// A tenth of a second per move.
pub const QUICK: Limits = Limits {
    turn: Some(Duration::from_millis(100)),
    game: None,
    increment: Duration::ZERO,
    margin: Duration::from_millis(100),
    patience: Duration::from_millis(700),
};

/// No time limit within reason.
pub const PATIENT: Limits = Limits { turn: None, patience: Duration::from_secs(60), ..QUICK };

pub fn program(name: &str, program: &str, arguments: &[&str]) -> Spec {
    let arguments = arguments.iter().map(|text| text.to_string()).collect();
    Spec { arguments, ..Spec::new(name, program, QUICK) }
}

/// `scripted.sh` in this mode, playing these points.
pub fn scripted(mode: &str, points: &str) -> Spec {
    let script = crate::script("scripted.sh");
    let mut arguments = vec![&script, mode];
    arguments.extend(points.split_whitespace());
    program(mode, "sh", &arguments)
}

/// The real brain with this many nodes per move.
pub fn tengen(nodes: u64) -> Spec {
    let arguments = ["--hash", "1", "--seed", "1"];
    Spec { limits: PATIENT, nodes: Some(nodes), ..program("tengen", crate::program("pbrain-tengen"), &arguments) }
}

pub fn seats(specs: [Spec; 2]) -> [Seat; 2] {
    let stop = Arc::new(AtomicBool::new(false));
    specs.map(|spec| Seat::new(Arc::new(spec), stop.clone(), true))
}
