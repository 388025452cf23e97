//! `tengen data` on the command line: its statistics, and the files it makes.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tengen_core::board::{Colour, Content, Point, Position};
use tengen_e2e::toolbox::{Ran, run, tengen};
use tengen_engine::eval::tables::params;
use tengen_engine::eval::{Evaluator, threat_index};
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{Kind, PatternBoard};
use tengen_records::training::{GameReader, TrainingGame, read_file};

/// The path of a file with this name, which does not exist yet.
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

/// The fields of an exported record, on a grid of `COLUMNS` × `ROWS`.
struct DataRecord<'a>(&'a [u8]);

const COLUMNS: usize = 12;
const ROWS: usize = 10;
const POINTS: usize = COLUMNS * ROWS;
/// The bytes of a record without codes (`PLAIN`) and with them (`CODED`).
const PLAIN: usize = POINTS + 7 + 2 + 2 + 8;
const CODED: usize = PLAIN + 4 * POINTS + 2 + 2;

impl DataRecord<'_> {
    fn number(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.0[at], self.0[at + 1]])
    }

    fn code(&self, side: usize, point: Point) -> u16 {
        let cell = point.y() as usize * COLUMNS + point.x() as usize;
        self.number(PLAIN + 2 * (side * POINTS + cell))
    }
}

/// Compares a record with a board built from the moves.
struct Compare<'a> {
    game: &'a TrainingGame,
    number: usize,
    record: DataRecord<'a>,
}

impl KindVisitor for Compare<'_> {
    type Output = ();

    fn visit<K: Kind>(self, _: K) {
        let Compare { game, number, record } = self;
        let empty = Position::new(game.size);
        let mut board = PatternBoard::<K>::new(&empty, game.rule);
        let moves = game.moves[..number].iter().map(|searched| searched.point);
        for point in game.opening.iter().copied().chain(moves) {
            board.play(point);
        }
        let (position, side) = (board.position().clone(), board.to_move());
        for (cell, &stone) in record.0[..POINTS].iter().enumerate() {
            let (x, y) = ((cell % COLUMNS) as i32, (cell / COLUMNS) as i32);
            let expected = match position.at_xy(x, y) {
                Content::Empty => 0,
                Content::Stone(colour) if colour == side => 1,
                Content::Stone(_) => 2,
                Content::Edge => 3,
            };
            assert_eq!(stone, expected);
        }
        for point in game.size.points() {
            for (i, colour) in [side, !side].into_iter().enumerate() {
                let code = if position.is_empty(point) { board.cell(point).pcode(colour) } else { u16::MAX };
                assert_eq!(record.code(i, point), code);
            }
        }
        assert_eq!(record.code(0, Point::new(11, 9)), u16::MAX);
        assert_eq!(record.number(CODED - 4), threat_index(&board, side) as u16);
        let value = record.number(CODED - 2) as i16;
        assert_eq!(value as i32, Evaluator::new(&board, params::of(game.rule)).value(&board));
    }
}

#[test]
fn exported_positions_are_those_of_the_games() {
    let games = selfplay("exported.games", "--random-moves 20");
    let out = file("exported.npy");
    let arguments = "data export --codes --all --grid 12x10";
    tool_does(arguments, &[&games, Path::new("--out"), &out]);
    let (bytes, games) = (bytes(&out), read_file(&games).unwrap());
    let count: usize = games.iter().map(|game| game.moves.len()).sum();
    assert_eq!(bytes.len(), 512 + count * CODED);
    assert!(bytes.starts_with(b"\x93NUMPY\x01\x00\xf6\x01{'descr':[('stones','u1',(10,12)),"));
    let head = std::str::from_utf8(&bytes[10..512]).unwrap();
    assert!(head.ends_with(" \n") && head.contains(&format!("'shape':({count},)}} ")));
    let mut records = bytes[512..].chunks(CODED).map(DataRecord);
    for game in &games {
        for (number, searched) in game.moves.iter().enumerate() {
            let record = records.next().unwrap();
            let position = game.position(number);
            let side = Colour::BOTH[record.0[POINTS] as usize];
            assert_eq!(side, position.to_move());
            let is_random = searched.point != searched.best;
            assert_eq!(record.0[POINTS + 1..POINTS + 4], [2, 11, 9]);
            assert_eq!(record.0[POINTS + 6], is_random as u8);
            let known = game.moves[number..].iter().all(|m| m.point == m.best);
            let result = record.0[POINTS + 5] as i8 as f32;
            let expected = if known { 2.0 * game.result.points(side) - 1.0 } else { 2.0 };
            assert_eq!(result, expected);
            assert_eq!(record.number(POINTS + 7) as i16, searched.score);
            let best = searched.best.y() as usize * COLUMNS + searched.best.x() as usize;
            assert_eq!(record.number(POINTS + 9), best as u16);
            let source = &record.0[POINTS + 11..PLAIN];
            assert_eq!(source, game.source.to_le_bytes());
            dispatch(game.rule, Compare { game, number, record });
        }
    }
}

#[test]
fn only_positions_that_are_evaluated_are_exported_unless_all_are_wanted() {
    let games = selfplay("quiet.games", "");
    let [quiet, all] = ["quiet.npy", "all.npy"].map(file);
    let out = Path::new("--out");
    tool_does("data export", &[&games, out, &quiet]);
    tool_does("data export --all", &[&games, out, &all]);
    let record = 11 * 9 + 19;
    let counts = [&quiet, &all].map(|path| (bytes(path).len() - 512) / record);
    let sights = |path: &Path, at: usize| -> HashSet<u8> { bytes(path)[512..].chunks(record).map(|r| r[at]).collect() };
    assert!(0 < counts[0] && counts[0] < counts[1], "{counts:?}");
    assert!(sights(&quiet, 99 + 4).iter().all(|&sight| sight <= 1));
    assert!(sights(&all, 99 + 4).contains(&3));
}

/// Runs `tengen data add-codes` on these records.
fn add_codes(name: &str, records: &[u8]) -> std::process::Output {
    let input = file(name);
    std::fs::write(&input, records).unwrap();
    let mut command = tengen(&["data", "add-codes", "--grid", "12x10"]);
    command.stdin(std::fs::File::open(input).unwrap()).output().unwrap()
}

#[test]
fn codes_that_are_added_later_are_those_of_an_export_with_codes() {
    let games = selfplay("later.games", "");
    let [plain, coded] = ["plain.npy", "coded.npy"].map(file);
    let out = Path::new("--out");
    tool_does("data export --all --grid 12x10", &[&games, out, &plain]);
    tool_does("data export --codes --all --grid 12x10", &[&games, out, &coded]);
    let added = add_codes("plain.bin", &bytes(&plain)[512..]);
    assert!(added.status.success());
    let coded = bytes(&coded);
    let coded = coded[512..].chunks(CODED).flat_map(|record| &record[..CODED - 2]).copied();
    assert!(added.stdout == coded.collect::<Vec<u8>>());
}

#[test]
fn records_that_are_no_positions_get_no_codes() {
    let games = selfplay("no-positions.games", "");
    let plain = file("no-positions.npy");
    tool_does("data export --grid 12x10", &[&games, Path::new("--out"), &plain]);
    let records = bytes(&plain)[512..][..2 * PLAIN].to_vec();
    let refused = |at: usize, value: u8, why: &str| {
        let mut records = records.clone();
        records[PLAIN + at] = value;
        let ran = add_codes("no-positions.bin", &records);
        let error = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(!ran.status.success() && error.contains(why), "{at}: {error}");
        assert_eq!(ran.stdout.len(), CODED - 2, "the first record is answered");
    };
    refused(0, 4, "record 1: its stones do not fit the board");
    refused(11, 0, "record 1: its stones do not fit the board"); // the twelfth column is off the board
    refused(POINTS, 2, "record 1: its side to move is not 0 or 1");
    refused(POINTS + 1, 7, "record 1: no such rule");
    refused(POINTS + 2, 13, "record 1: its board is not one of the grid");
    let ran = add_codes("no-positions.bin", &records[..PLAIN + 3]);
    assert!(String::from_utf8_lossy(&ran.stderr).contains("record 1"));
}
