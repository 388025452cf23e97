//! `tengen match` on the command line: tables, records and exit codes.

use std::path::PathBuf;
use std::process::Output;
use tengen_core::rules::{Rule, Variant};
use tengen_e2e::toolbox::tengen;
use tengen_records::{psq, sgf};

fn tengen_match(arguments: &[&str]) -> Output {
    let mut command = tengen(&["match"]);
    command.args(arguments).output().expect("the toolbox runs")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn errors(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// A `--brain` argument for our program with this many nodes per move.
fn brain(name: &str, nodes: u32) -> String {
    let brain = tengen_e2e::program("pbrain-tengen");
    format!("name={name},cmd='{brain}' --hash 1 --seed 1,nodes={nodes},start=60")
}

/// An empty folder, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder =
            std::env::temp_dir().join(format!("tengen-match-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("it was written")
    }

    fn files(&self, name: &str) -> usize {
        std::fs::read_dir(self.0.join(name)).expect("a folder").count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_round_robin_of_three_with_records_and_tables() {
    let folder = Folder::new("robin");
    let [psq_folder, sgf_file, csv, log] =
        ["psq", "all.sgf", "table.csv", "log.txt"].map(|name| folder.path(name));
    let brains = [brain("A", 100), brain("B|b", 60), brain("A", 30)];
    let output = tengen_match(&[
        "--brain",
        &brains[0],
        "--brain",
        &brains[1],
        "--brain",
        &brains[2],
        "--rule",
        "renju",
        "--size",
        "12x10",
        "--openings",
        "balanced",
        "--games",
        "2",
        "--concurrency",
        "2",
        "--draw-after",
        "60",
        "--psq",
        &psq_folder,
        "--sgf",
        &sgf_file,
        "--csv",
        &csv,
        "--log",
        &log,
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let table = out(&output);
    for text in ["| brain", "| A 2", "| B/b", "against"] {
        assert!(table.contains(text), "{text} is not in\n{table}");
    }
    assert_eq!(errors(&output).lines().count(), 6, "a line for each game");
    let renju = Rule::new(Variant::Renju);
    let games = sgf::read(&folder.text("all.sgf"), Rule::new(Variant::Standard)).unwrap();
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|game| game.rule == renju && game.ending.is_some()));
    assert_eq!(folder.files("psq"), 6);
    let first = games.iter().find(|game| game.players == ["A", "B|b"]).expect("they met");
    let kept = psq::read(&folder.text("psq/00001-A-B_b.psq"), renju).unwrap();
    assert_eq!(kept.moves_text(), first.moves_text());
    let csv = folder.text("table.csv");
    let points =
        csv.lines().skip(1).map(|line| line.split(',').nth(6).unwrap().parse::<f64>().unwrap());
    assert_eq!((csv.lines().count(), points.sum::<f64>()), (4, 6.0));
    assert!(folder.text("log.txt").contains(" A > RECTSTART 12,10\n"));
    let again = tengen_match(&["--brain", &brains[0], "--brain", &brains[1], "--psq", &psq_folder]);
    assert_eq!(again.status.code(), Some(1));
    assert!(errors(&again).contains("holds games already"), "{}", errors(&again));
}

#[test]
fn a_gauntlet_under_continuous_swap2() {
    let brains = [brain("first", 40), brain("second", 40), brain("third", 40)];
    let output = tengen_match(&[
        "--brain",
        &brains[0],
        "--brain",
        &brains[1],
        "--brain",
        &brains[2],
        "--rule",
        "caro",
        "--continuous",
        "--size",
        "9",
        "--openings",
        "swap2",
        "--mode",
        "gauntlet",
        "--quiet",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert_eq!(errors(&output), "");
    let table = out(&output);
    let games = |name: &str| {
        let line = table.lines().find(|line| line.contains(name)).expect("a line");
        line.split('|').nth(3).unwrap().trim().to_string()
    };
    assert_eq!(["first", "second", "third"].map(games), ["4", "2", "2"], "{table}");
}

/// Equal programs play the same game twice with colours swapped, so every pair is even and the test
/// never ends early.
#[test]
fn an_undecided_sprt_has_its_own_code() {
    let equals = [brain("A", 30), brain("B", 30)];
    let output = tengen_match(&[
        "--brain",
        &equals[0],
        "--brain",
        &equals[1],
        "--games",
        "4",
        "--sprt",
        "0,10",
        "--draw-after",
        "20",
    ]);
    assert_eq!(output.status.code(), Some(4), "{}", errors(&output));
    let table = out(&output);
    assert!(table.contains("(pairs 0 0 2 0 0)"), "{table}");
    assert!(table.contains("SPRT of Elo 0 against 10: -0.0"), "{table}");
}

#[cfg(unix)]
mod fools {
    use super::*;

    /// A `--brain` argument for `fool.sh`.
    fn fool(mode: &str, points: &str) -> String {
        let script = tengen_e2e::script("fool.sh");
        format!("name={mode},cmd=sh '{script}' {mode} {points}")
    }

    const TOP: &str = "0,0 1,0 2,0 3,0 4,0 0,14 1,14 2,14 3,14 4,14";
    const NEXT: &str = "0,1 1,1 2,1 3,1 4,1 0,13 1,13 2,13 3,13 4,13";

    fn against_a_good_one(mode: &str, more: &[&str]) -> Output {
        let brains = [fool(mode, TOP), fool("good", NEXT)];
        let mut arguments =
            vec!["--brain", &brains[0], "--brain", &brains[1], "--fresh", "--turn", "0.2"];
        arguments.extend(more);
        tengen_match(&arguments)
    }

    #[test]
    fn failures_have_their_own_code_unless_tolerated() {
        let output = against_a_good_one("crash", &[]);
        assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
        assert!(out(&output).contains("2 crash"), "{}", out(&output));
        assert!(
            errors(&output).contains("good won: crash (crash: the program ended: exit status: 3)")
        );
        assert_eq!(against_a_good_one("crash", &["--tolerate", "2"]).status.code(), Some(0));
        assert_eq!(against_a_good_one("crash", &["--tolerate", "1"]).status.code(), Some(2));
    }

    #[test]
    fn a_sprt_that_is_decided_ends_the_match() {
        let test = ["--games", "400", "--sprt", "0,200", "--tolerate", "400"];
        let lost = against_a_good_one("garbage", &test);
        assert_eq!(lost.status.code(), Some(3), "{}", errors(&lost));
        assert!(out(&lost).contains("H0 is accepted"));
        assert!(errors(&lost).lines().count() < 100);
    }

    #[test]
    fn an_interrupt_leaves_with_the_table_so_far() {
        let brains = [fool("hang", TOP), fool("good", NEXT)];
        let mut command =
            tengen(&["match", "--brain", &brains[0], "--brain", &brains[1], "--turn", "50"]);
        let child = command
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1000));
        let interrupted = std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap();
        assert!(interrupted.success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", errors(&output));
        assert!(out(&output).contains("| hang"), "{}", out(&output));
    }
}
