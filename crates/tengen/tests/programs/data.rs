//! `tengen data` on the command line: its statistics, and the files it makes.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tengen_e2e::toolbox::{Ran, run, tengen};
use tengen_records::training::{GameReader, TrainingGame, read_file};

fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path); // from an earlier run
    path
}

/// Runs `tengen` with the words of `arguments` and then these files.
fn tool(arguments: &str, files: &[&Path]) -> Ran {
    let mut command = tengen(&[]);
    command.args(arguments.split_whitespace());
    run(command.args(files), "")
}

/// Runs `tengen` in the same way and asserts success.
fn tool_does(arguments: &str, files: &[&Path]) -> Ran {
    let ran = tool(arguments, files);
    assert_eq!(ran.status, 0, "{arguments}: {}", ran.err);
    ran
}

const SELFPLAY: &str = "selfplay --nodes 60 --size 11x9";

/// A file with six games of renju.
fn selfplay(name: &str, more: &str) -> PathBuf {
    let path = file(name);
    let arguments = format!("{SELFPLAY} --rule renju --games 6 {more} --out");
    tool_does(&arguments, &[&path]);
    path
}

fn samples(name: &str, games: &Path) -> PathBuf {
    let path = file(name);
    let options = "samples --rule renju --nodes 600 --label 50 --samples 3 --positions 30 --data";
    tool_does(options, &[games, Path::new("--out"), &path]);
    path
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

#[test]
fn different_files_are_merged_one_behind_the_other() {
    let (one, two) = (selfplay("one.games", ""), selfplay("two.games", "--seed 2"));
    let (merged, caro) = (file("both.games"), file("caro.games"));
    tool_does(&format!("{SELFPLAY} --rule caro --games 1 --out"), &[&caro]);
    let out = Path::new("--out");
    tool_does("data merge --same-kind", &[&one, &two, out, &merged]);
    let games = [&one, &two].map(|path| read_file(path).unwrap()).concat();
    assert_eq!(read_file(&merged).unwrap(), games);
    let reader = GameReader::open(&merged).unwrap();
    let commands = reader.provenance().matches("\n  tengen selfplay").count();
    assert!(reader.provenance().starts_with("tengen data merge\n") && commands == 2);
    let ran = tool("data merge --same-kind", &[&one, &caro, out, &file("kinds.games")]);
    assert!(ran.err.contains("renju on 11x9, caro on 11x9"), "{}", ran.err);
}

#[test]
fn a_shuffled_file_has_the_same_games_in_another_order_and_a_seed_repeats_it() {
    let games = selfplay("ordered.games", "");
    let shuffled = [5, 5, 6].map(|seed| {
        let path = file("shuffled.games");
        let arguments = format!("data shuffle --seed {seed}");
        tool_does(&arguments, &[&games, Path::new("--out"), &path]);
        read_file(&path).unwrap()
    });
    let ordered = read_file(&games).unwrap();
    assert_eq!(shuffled[0], shuffled[1]);
    assert_ne!(shuffled[0], shuffled[2]);
    assert_ne!(shuffled[0], ordered);
    assert_eq!(sources(&shuffled[0]), sources(&ordered));
    assert_eq!(shuffled[0].len(), ordered.len());
}

fn sources(games: &[TrainingGame]) -> HashSet<u64> {
    games.iter().map(|game| game.source).collect()
}

/// Splits a file in two: for training, and held out.
fn parted(path: &Path, seed: u64) -> [Vec<TrainingGame>; 2] {
    let [train, held_out] = ["train.games", "held-out.games"].map(file);
    let options = [Path::new("--train"), &train, Path::new("--held-out"), &held_out];
    tool_does(&format!("data split --share 0.4 --seed {seed}"), &[&[path], &options[..]].concat());
    [train, held_out].map(|path| read_file(&path).unwrap())
}

#[test]
fn what_comes_from_a_game_goes_its_way_when_files_are_split() {
    let games = selfplay("to-split.games", "");
    let samples = samples("to-split-samples.games", &games);
    // With so few games, all may go into the same part.
    let mut seeds = (0..20).map(|seed| [&games, &samples].map(|path| parted(path, seed)));
    let both_ways = |parts: &[[Vec<TrainingGame>; 2]; 2]| {
        let mut parts = parts.iter().flatten();
        parts.all(|part| !part.is_empty())
    };
    let [learned, held] = seeds.find(both_ways).expect("a seed that parts them");
    assert_eq!(learned[0].len() + learned[1].len(), 6);
    assert!(sources(&held[0]).is_subset(&sources(&learned[0])));
    assert!(sources(&held[1]).is_subset(&sources(&learned[1])));
}

#[test]
fn statistics_count_what_is_there() {
    let games = selfplay("counted.games", "");
    let samples = samples("counted-samples.games", &games);
    let ran = tool_does("data stats", &[&games, &samples]);
    let played = read_file(&games).unwrap();
    let positions: usize = played.iter().map(|game| game.moves.len()).sum();
    for part in [
        format!("36 games of 6 sources, {} positions", positions + 30),
        format!("  renju on 11x9: 36 games, {} positions", positions + 30),
        "not played on 30\n".into(),
        "  tengen leaves --rule renju --nodes 600 --label 50 --leaves 3 --seed 1 --net ".into(),
    ] {
        assert!(ran.out.contains(&part), "{part}: {}", ran.out);
    }
    assert!(!ran.err.contains("breaks off"), "{}", ran.err);

    let cut = file("cut.games");
    std::fs::write(&cut, &bytes(&games)[..bytes(&games).len() - 1]).unwrap();
    let ran = tool_does("data stats", &[&games, &cut]);
    let last = played[5].moves.len();
    let doublets = format!("duplicates up to symmetry: {} ", positions - last);
    assert!(ran.out.contains(&doublets), "{}", ran.out);
    for part in ["cut.games breaks off", "more than a fifth of the positions are duplicates"] {
        assert!(ran.err.contains(part), "{}", ran.err);
    }
}

#[test]
fn values_are_printed_for_each_rule_by_the_number_of_stones() {
    let (renju, freestyle) = (selfplay("values.games", "--random-moves 0"), file("values-freestyle.games"));
    tool_does(&format!("{SELFPLAY} --games 2 --out"), &[&freestyle]);
    let ran = tool_does("data values", &[&renju, &freestyle]);
    for rule in ["freestyle: network ", "renju: network "] {
        assert!(ran.out.contains(rule), "{}", ran.out);
    }
    // No opening has more stones, and no value of the built-in networks is constant on a board that empty.
    let row = ran.out.lines().find(|line| line.trim_start().starts_with("0 … 9 "));
    assert!(row.is_some_and(|row| row.contains(" 0.00 % ")), "{}", ran.out);
    let tables = tool_does("data values --eval tables", &[&renju]);
    assert_eq!(tables.out, "");
}
