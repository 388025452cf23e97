//! `tengen prove` and its workers may be killed at any moment.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tengen_e2e::toolbox::{run, tengen};

const POSITION: &str = "h8i9g9g10j8i8";
const PROVEN: &str = "proven: black wins after h8 i9 g9 g10 j8 i8 (freestyle, 15x15) by ";

/// Starts the proof of a win with several quiet moves.
fn start(more: &[&str]) -> Child {
    let arguments = [&["prove", POSITION, "--hash", "16", "--time", "10m"], more].concat();
    tengen(&arguments).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts")
}

fn output(child: Child) -> String {
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_killed_worker_is_started_again() {
    let mut proof = start(&["--workers", "2"]);
    let list = format!("/proc/{0}/task/{0}/children", proof.id());
    let mut killed = 0;
    while killed < 3 && proof.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(400));
        let workers = std::fs::read_to_string(&list).unwrap_or_default();
        if let Some(worker) = workers.split_whitespace().next() {
            killed += usize::from(Command::new("kill").args(["-9", worker]).status().unwrap().success());
        }
    }
    assert!(killed > 0);
    assert!(output(proof).starts_with(PROVEN));
}

#[test]
fn a_worker_that_floods_does_not_fill_the_memory() {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v 1000000; exec \"$0\" \"$@\"", tengen_e2e::program("tengen")]);
    let ended = run(shell.args(["prove", POSITION, "--hash", "16", "--crew", "cat /dev/zero"]), "");
    assert_eq!(ended.status, 1, "{}", ended.err);
    assert!(ended.err.contains("a worker has ended 3 times without an answer"), "{}", ended.err);
}

#[test]
fn a_proof_that_is_killed_again_and_again_is_complete() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [state, file] = ["killed.state", "killed.tproof"].map(|name| folder.join(name));
    let _ = [&state, &file].map(std::fs::remove_file); // from an earlier run
    let [state, file] = [&state, &file].map(|path| path.to_str().expect("UTF-8"));
    let kept = || std::fs::metadata(state).map_or(0, |file| file.len());
    let mut killed = 0;
    let proven = loop {
        let before = kept();
        // It may be killed after it has written the file.
        let mut proof = start(&["--state", state, "--out", file, "--force"]);
        while proof.try_wait().unwrap().is_none() && kept() < before + 9_000 {
            std::thread::sleep(Duration::from_millis(5));
        }
        if proof.try_wait().unwrap().is_some() {
            break output(proof);
        }
        std::thread::sleep(Duration::from_millis(3 * killed));
        proof.kill().unwrap();
        proof.wait().unwrap();
        killed += 1;
    };
    assert!(killed > 2, "{killed}");
    assert!(proven.starts_with(PROVEN), "{proven}");
    let checked = run(&mut tengen(&["prove", "check", file]), "");
    assert!(checked.out.starts_with(PROVEN) && checked.status == 0, "{}", checked.err);
}
