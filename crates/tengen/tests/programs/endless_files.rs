//! Endless and damaged files, which every program rejects by their header and length, quickly and with little memory;
//! and networks of one's own.
#![cfg(target_os = "linux")]

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tengen_e2e::brain::Brain;
use tengen_e2e::toolbox::{run, tengen};
use tengen_engine::eval::net::Network;
use tengen_records::defaults::Defaults;
use tengen_records::games::open;
use tengen_testkit::clock::assert_usually_below;
use tengen_testkit::network::{NOTE, made, sealed};
use tengen_testkit::stopwatch::{Stopwatch, worked_by_this_thread};

const SOON: Duration = Duration::from_millis(100);

/// A sparse file of 8 GB that begins with these bytes.
fn endless(name: &str, begin: &[u8]) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, begin).expect("a file");
    let file = std::fs::OpenOptions::new().write(true).open(&path);
    file.and_then(|file| file.set_len(8 << 30)).expect("room");
    path.display().to_string()
}

/// Asserts that a program rejects a file with this message, quickly and within a gigabyte of memory.
fn assert_refused(program: &str, arguments: &[&str], why: &str) {
    assert_usually_below(SOON, || {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -v 1000000; exec \"$0\" \"$@\"", program]);
        let watch = Stopwatch::of_the_next();
        let mut refusing = Brain::start_command(shell, &[], arguments);
        let output = refusing.rest().join("\n");
        let took = watch.has_started(refusing.id()).read();
        assert!(output.contains(why), "{arguments:?}: {output}");
        assert!(!refusing.wait().0.success());
        took
    });
}

#[test]
fn files_without_end_are_refused_in_little_memory() {
    let network = endless("endless.tnn", &made(0, 1, 1));
    for net in ["/dev/zero", &network] {
        assert_refused(tengen_e2e::program("pbrain-tengen"), &["--net", net, "bench"], "too long");
        let against = format!("--a=net:{net}");
        assert_refused(tengen_e2e::program("tengen"), &["selfmatch", &against, "--b=tables"], "too long");
    }
    assert_refused(tengen_e2e::program("tengen"), &["selfmatch", "--a=/dev/zero", "--b=tables"], "too long");
    assert_refused(tengen_e2e::program("tengen"), &["analyse", "/dev/zero"], "too long");
    assert_refused(tengen_e2e::program("tengen"), &["solve", &network], "too long");
    let match_of =
        ["match", "--brain", tengen_e2e::program("pbrain-tengen"), "--brain", tengen_e2e::program("pbrain-tengen")];
    let openings = ["--openings", "/dev/zero"];
    assert_refused(tengen_e2e::program("tengen"), &[match_of.as_slice(), &openings].concat(), "too long");
    assert_refused(tengen_e2e::program("tengen"), &["selfmatch", "--rule=freestyle", "--a=/dev/zero"], "too long");
    let head = [b"TNGGAME2".as_slice(), &[0xff; 4]].concat();
    let games = endless("endless.games", &head);
    assert_refused(tengen_e2e::program("tengen"), &["data", "stats", &games], "the head is too long");
    assert_refused(tengen_e2e::program("tengen"), &["data", "stats", "/dev/zero"], "not a file of games");
    let state = endless("endless.state", b"");
    for (state, why) in [("/dev/zero", "it is not a plain file"), (&state, "a line is too long")] {
        assert_refused(tengen_e2e::program("tengen"), &["prove", "h8i9g7f6i7a1", "--state", state], why);
    }
}

/// The second took 0.14 ms a line, the first the square of its length.
#[test]
fn long_texts_without_a_game_are_refused_soon() {
    let applet = format!("<applet code=RenLibApplet>{}</applet>", "<param a".repeat(20_000));
    for text in [applet, "some words of a book\n".repeat(4_000)] {
        let start = worked_by_this_thread();
        let refused = open(text.as_bytes(), Defaults::default(), false).is_err();
        let took = worked_by_this_thread() - start;
        assert!(refused && took < Duration::from_secs(2), "{}…: {took:?}", &text[..20]);
    }
}

/// A kind of damage to the bytes of a network.
type Damage = fn(&mut Vec<u8>, &mut StdRng);

const DAMAGES: [(&str, Damage); 6] = [
    ("cut", |bytes, random| bytes.truncate(random.random_range(0..bytes.len()))),
    ("longer", |bytes, random| bytes.resize(bytes.len() + random.random_range(1..100), 7)),
    ("a bit", |bytes, random| {
        let at = random.random_range(0..bytes.len());
        bytes[at] ^= 1 << random.random_range(0..8);
    }),
    ("the head", |bytes, random| bytes[random.random_range(0..16)] ^= random.random_range(1..=255)),
    ("sizes", |bytes, random| {
        bytes[random.random_range(21..28)] ^= random.random_range(1..=255);
        *bytes = sealed(std::mem::take(bytes));
    }),
    ("weights", |bytes, random| {
        let at = random.random_range(50..10_000) * 2;
        bytes[at..at + 2].copy_from_slice(&i16::MAX.to_le_bytes());
        *bytes = sealed(std::mem::take(bytes));
    }),
];

#[test]
fn damaged_networks_are_refused_soon() {
    let mut random = StdRng::seed_from_u64(21);
    for (what, damage) in DAMAGES {
        for number in 0..30 {
            let mut bytes = made(number % 5, 2, number.into());
            damage(&mut bytes, &mut random);
            let start = worked_by_this_thread();
            let refused = Network::from_bytes(&bytes).is_err();
            let took = worked_by_this_thread() - start;
            assert!(refused && took < SOON, "{what}, {number}: {took:?}");
        }
    }
}

#[test]
fn the_longest_network_is_read() {
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("longest.tnn");
    let bytes = made(2, 2, 3);
    assert!(bytes.len() + usize::from(u16::MAX) - NOTE.len() == Network::LONGEST_FILE);
    std::fs::write(&path, bytes).expect("a file");
    let net = path.display().to_string();
    let mut brain = Brain::playing(15, &["--net", &net]);
    brain.send("END");
    assert_eq!(brain.rest(), [""; 0]);
}

#[test]
fn positions_are_judged_by_a_network_of_ones_own() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own.tnn");
    std::fs::write(&path, made(0, 1, 9)).expect("a file");
    let path = path.display().to_string();
    let lines = |options: &[&str]| {
        let analyse = ["analyse", "h8i9g7i7j10", "--hash", "8", "--nodes", "3000", "--json"];
        let ran = run(tengen(&analyse).args(options), "");
        assert_eq!((ran.err.as_str(), ran.status), ("", 0), "{options:?}");
        serde_json::from_str::<serde_json::Value>(&ran.out).expect("JSON")["lines"].clone()
    };
    let own = lines(&["--net", &path]);
    assert!(own != lines(&[]) && own != lines(&["--eval", "tables"]));
}
