//! `tengen match` when several write, when it is interrupted, and in a terminal; the rest is in
//! `tests/cmd/linux/match.trycmd` and `tests/cmd/linux/continue.trycmd`.

use std::path::PathBuf;
use std::process::Output;
use tempfile::{TempDir, tempdir};
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

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).expect("it was written")
    }

    fn files(&self, name: &str) -> usize {
        std::fs::read_dir(self.0.path().join(name)).expect("a folder").count()
    }
}

#[test]
fn a_round_robin_of_three_with_records_and_tables() {
    let folder = Folder::new();
    let [psq_folder, sgf_file, csv, log] = ["psq", "all.sgf", "table.csv", "log.txt"].map(|name| folder.path(name));
    let brains = [brain("A", 100), brain("B|b", 60), brain("A", 30)];
    let output = tengen_match(&[
        "--brain", &brains[0], "--brain", &brains[1], "--brain", &brains[2], "--rule", "renju", "--size", "12x10",
        "--openings", "balanced", "--games", "2", "--concurrency", "2", "--draw-after", "60", "--psq", &psq_folder,
        "--sgf", &sgf_file, "--csv", &csv, "--log", &log,
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
    let points = csv.lines().skip(1).map(|line| line.split(',').nth(6).unwrap().parse::<f64>().unwrap());
    assert_eq!((csv.lines().count(), points.sum::<f64>()), (4, 6.0));
    assert!(folder.text("log.txt").contains(" A > RECTSTART 12,10\n"));
    let again = tengen_match(&["--brain", &brains[0], "--brain", &brains[1], "--psq", &psq_folder]);
    assert_eq!(again.status.code(), Some(1));
    assert!(errors(&again).contains("holds games already"), "{}", errors(&again));
}

/// A match of four games with records in these files.
#[cfg(unix)]
fn recorded(folder: &Folder) -> Output {
    let brains = [brain("A", 60), brain("B", 20)];
    let (sgf_file, psq) = (folder.path("all.sgf"), folder.path("psq"));
    let files = ["--sgf", &sgf_file, "--psq", &psq];
    let brains = ["--brain", &brains[0], "--brain", &brains[1]];
    let options = ["--openings", "balanced", "--games", "4", "--draw-after", "30"];
    tengen_match(&[&brains[..], &files, &options].concat())
}

#[cfg(unix)]
fn locked(path: PathBuf) -> std::fs::File {
    let file = std::fs::File::open(path).expect("it is there");
    file.lock().expect("a lock");
    file
}

#[cfg(unix)]
#[test]
fn two_matches_do_not_write_to_one_file() {
    let folder = Folder::new();
    std::fs::write(folder.0.path().join("all.sgf"), "").unwrap();
    std::fs::create_dir(folder.0.path().join("psq")).unwrap();
    for name in ["all.sgf", "psq"] {
        let lock = locked(folder.0.path().join(name));
        let output = recorded(&folder);
        assert_eq!(output.status.code(), Some(1), "{name}");
        let why = format!("{}: another match is writing to it; name another", folder.path(name));
        assert!(errors(&output).contains(&why), "{}", errors(&output));
        drop(lock);
    }
    assert_eq!(recorded(&folder).status.code(), Some(0));
}

#[cfg(unix)]
mod scripted {
    use super::*;

    /// A `--brain` argument for `scripted.sh`.
    fn scripted(mode: &str, points: &str) -> String {
        let script = tengen_e2e::script("scripted.sh");
        format!("name={mode},cmd=sh '{script}' {mode} {points}")
    }

    const TOP: &str = "0,0 1,0 2,0 3,0 4,0 0,14 1,14 2,14 3,14 4,14";
    const NEXT: &str = "0,1 1,1 2,1 3,1 4,1 0,13 1,13 2,13 3,13 4,13";

    #[test]
    fn an_interrupt_leaves_with_the_table_so_far() {
        let brains = [scripted("hang", TOP), scripted("good", NEXT)];
        let mut command = tengen(&["match", "--brain", &brains[0], "--brain", &brains[1], "--turn", "50"]);
        let child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1000));
        let interrupted = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(interrupted.success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", errors(&output));
        assert!(out(&output).contains("| hang"), "{}", out(&output));
    }

    #[test]
    fn an_interrupted_match_names_what_is_missing() {
        let folder = Folder::new();
        let file = folder.path("all.sgf");
        let brains = [scripted("good", TOP), scripted("slowpoke", NEXT), scripted("hang", NEXT)];
        let play = || {
            let mut command = tengen(&["match", "--mode", "gauntlet", "--turn", "50"]);
            command.args(brains.iter().flat_map(|brain| ["--brain", brain]));
            command.args(["--fresh", "--sgf", &file]);
            command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
            command.spawn().unwrap()
        };
        for known in [0, 2] {
            let child = play();
            let start = std::time::Instant::now();
            let games = || folder.text("all.sgf").matches("(;").count();
            while !folder.0.path().join("all.sgf").exists() || games() < 2 {
                assert!(start.elapsed().as_secs() < 30, "no two games");
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            std::thread::sleep(std::time::Duration::from_millis(500));
            let id = child.id().to_string();
            std::process::Command::new("kill").args(["-INT", &id]).status().unwrap();
            let output = child.wait_with_output().unwrap();
            let lines = errors(&output);
            assert_eq!(output.status.code(), Some(130), "{lines}");
            let begins = format!("{known} of 4 games are played already");
            assert_eq!(lines.starts_with(&begins), known > 0, "{lines}");
            let missing = "stopped; the same command plays the 2 games that are missing\n";
            assert!(lines.ends_with(missing), "{lines}");
            assert_eq!(games(), 2);
        }
    }

    /// On a terminal of usual size.
    #[test]
    fn a_terminal_shows_a_game_and_the_score() {
        let mut command = portable_pty::CommandBuilder::new(tengen_e2e::program("tengen"));
        let brains = [scripted("good", TOP), scripted("hang", NEXT)];
        command.args(["match", "--brain", &brains[0], "--brain", &brains[1], "--turn", "50"]);
        command.args(["--sprt", "0,30", "--show", "--games", "10"]);
        let environment = [("NO_COLOR", "1")];
        let terminal = tengen_e2e::terminal::Terminal::start_command(command, 80, 24, &environment);
        terminal.wait_for("game 1: good (black) - hang (white), 5 moves");
        terminal.wait_for("15 ●─●(●)┬─┬─");
        terminal.wait_for("14 ○─○─┼");
        terminal.wait_for("0/10 games");
        terminal.signal("INT");
        assert_eq!(terminal.end(), 130);
    }

    #[test]
    fn a_terminal_shows_the_table_with_elo_and_sprt() {
        let mut command = portable_pty::CommandBuilder::new(tengen_e2e::program("tengen"));
        let brains = [scripted("good", TOP), scripted("hang", "0,1 1,1")];
        command.args(["match", "--brain", &brains[0], "--brain", &brains[1], "--turn", "50"]);
        command.args(["--sprt", "0,30", "--games", "10", "--match", "0.4"]);
        let terminal = tengen_e2e::terminal::Terminal::start_command(command, 80, 24, &[]);
        terminal.wait_for("|   1 | good  |     2 |   2 |");
        terminal.wait_for("SPRT of Elo 0 against 30: ");
        terminal.wait_for("(-2.94 to 2.94), undecided");
        terminal.signal("INT");
        terminal.end();
    }
}
