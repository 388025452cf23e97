//! `tengen puzzles` on the command line: solving, making and checking puzzles.

use std::path::PathBuf;
use tengen_e2e::toolbox::{run, tengen};
use tengen_puzzles::{Kind, Puzzle, shipped};

/// Standard output, standard error and the exit status.
fn puzzles(arguments: &[&str], input: &str) -> (String, String, i32) {
    let mut command = tengen(&["puzzles"]);
    let ran = run(command.args(arguments), input);
    (ran.out, ran.err, ran.status)
}

/// Writes a file for a test.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("puzzles");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("it is written");
    path
}

fn shortest(kind: Kind) -> Puzzle {
    let is_plain = |puzzle: &Puzzle| puzzle.kind == kind && puzzle.also.is_empty();
    let of_kind = shipped().into_iter().filter(is_plain);
    of_kind.min_by_key(|puzzle| (puzzle.plies, puzzle.moves.len())).expect("there are some")
}

fn written(points: &[tengen_core::board::Point], puzzle: &Puzzle) -> Vec<String> {
    let name = |&point| tengen_core::board::notation::write(point, puzzle.size);
    points.iter().map(name).collect()
}

#[test]
fn a_sample_of_those_that_come_along_is_checked() {
    let (out, err, status) = puzzles(&["check", "--sample", "3", "--seed", "7"], "");
    assert_eq!((err.as_str(), status), ("", 0));
    let summary = format!("3 of {} puzzles verified, 0 wrong", shipped().len());
    assert!(out.trim_end().ends_with(&summary), "{out}");
    assert!(out.contains("caro-exact    vcf"), "{out}");
}

#[test]
fn a_wrong_puzzle_is_reported_with_its_number() {
    let right = shortest(Kind::Vcf);
    let wrong = Puzzle { kind: Kind::Vct, ..right.clone() };
    let path = file("wrong.jsonl", &format!("{}\n{}\n", right.line(), wrong.line()));
    let (out, _, status) = puzzles(&["check", path.to_str().unwrap()], "");
    assert_eq!(status, 2, "{out}");
    assert!(out.contains("puzzle 2: there is one like it before"), "{out}");
    assert!(out.contains("puzzle 2: there is a win by fours"), "{out}");
}

#[test]
fn a_puzzle_is_made_of_a_game_once() {
    let puzzle = shortest(Kind::Vcf);
    let moves = written(&puzzle.moves, &puzzle).concat();
    let next = written(&puzzle.solution[..1], &puzzle).concat();
    let game = file("game.txt", &format!("{moves}{next}"));
    let out = file("made.jsonl", "");
    std::fs::remove_file(&out).unwrap();
    let rule = puzzle.rule.to_string();
    let size = puzzle.size.to_string();
    let (game, path) = (game.to_str().unwrap(), out.to_str().unwrap());
    let make = ["make", "--rule", &rule, "--size", &size, "--out", path, game];
    let (output, _, status) = puzzles(&make, "");
    assert_eq!(status, 0, "{output}");
    let made = std::fs::read_to_string(&out).unwrap();
    assert!(made.contains(&puzzle.line()), "{made}");
    assert_eq!(puzzles(&make, "").2, 0);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), made, "nothing twice");
}

#[test]
fn puzzles_are_made_of_all_games_of_a_collection() {
    let puzzle = shortest(Kind::Vcf);
    let moves = written(&puzzle.moves, &puzzle);
    let side = |number: usize| if number.is_multiple_of(2) { 'B' } else { 'W' };
    let height = puzzle.size.height();
    let letters = |point: &tengen_core::board::Point| {
        let letter = |at: u8| char::from(b'a' + at);
        format!("{}{}", letter(point.x()), letter(point.y()))
    };
    let all = puzzle.moves.iter().chain(&puzzle.solution[..1]).enumerate();
    let all: String = all.map(|(n, point)| format!(";{}[{}]", side(n), letters(point))).collect();
    let (rule, width) = (puzzle.rule.to_string(), puzzle.size.width());
    let head = format!("GM[4]SZ[{width}:{height}]RU[{rule}]");
    let text = format!("(;{head};B[hh])(;{head}{all})(;{head};B[hh];W[hh])");
    let games = file("collection.sgf", &text);
    let out = file("of-collection.jsonl", "");
    let [games, path] = [&games, &out].map(|path| path.to_str().unwrap());
    let (output, errors, status) = puzzles(&["make", "--out", path, games], "");
    assert_eq!(status, 0, "{output}{errors}");
    let made = std::fs::read_to_string(&out).unwrap();
    assert!(made.contains(&puzzle.line()), "{made} of {} moves", moves.len());
}

#[test]
fn puzzles_are_made_of_renju_nets_collection() {
    let is_fit = |puzzle: &Puzzle| {
        let rule = (puzzle.rule.to_string(), puzzle.size.width(), puzzle.size.height());
        puzzle.kind == Kind::Vcf && puzzle.also.is_empty() && rule == ("renju".into(), 15, 15)
    };
    let puzzle = shipped().into_iter().filter(is_fit).min_by_key(|puzzle| puzzle.plies);
    let puzzle = puzzle.expect("a puzzle of renju");
    let moves = written(&puzzle.moves, &puzzle).join(" ");
    let next = written(&puzzle.solution[..1], &puzzle).concat();
    let game = |moves: &str| format!("<game id=\"1\"><move>{moves}</move></game>");
    let text = [game("h8"), game(&format!("{moves} {next}")), game("h8 h8")].concat();
    let games = file("rif.xml", &format!("<database><games>{text}</games></database>"));
    let out = file("of-rif.jsonl", "");
    let [games, path] = [&games, &out].map(|path| path.to_str().unwrap());
    let (output, errors, status) = puzzles(&["make", "--out", path, games], "");
    assert_eq!(status, 0, "{output}{errors}");
    let made = std::fs::read_to_string(&out).unwrap();
    assert!(made.contains(&puzzle.line()), "{made}");
}

#[test]
fn a_win_is_played_to_its_end_at_the_terminal() {
    let puzzle = shortest(Kind::Vcf);
    let path = file("one.jsonl", &puzzle.line());
    let line = written(&puzzle.solution, &puzzle);
    let own: Vec<&str> = line.iter().step_by(2).map(String::as_str).collect();
    let train = ["train", "--draw", "ascii", path.to_str().unwrap()];
    let (out, err, status) = puzzles(&train, &own.join("\n"));
    assert_eq!((err.as_str(), status), ("", 0));
    assert!(out.contains("wins by fours (VCF): find the first move"), "{out}");
    assert!(out.contains(&format!("The opponent answers {}.", line[1])), "{out}");
    assert!(out.contains("Right! Your rating is"), "{out}");
    assert!(out.contains("1 of 1 solved at once"), "{out}");
}

#[test]
fn a_wrong_defence_is_punished_and_hints_come_in_steps() {
    let puzzle = shortest(Kind::Defence);
    let path = file("defence.jsonl", &puzzle.line());
    let only = written(&puzzle.solution, &puzzle).concat();
    let input = format!("zz99\na1\nhint\nhint\nhint\n{only}\n");
    let train = ["train", "--draw", "ascii", path.to_str().unwrap()];
    let (out, _, status) = puzzles(&train, &input);
    assert_eq!(status, 0);
    for text in [
        "is neither a point nor a command",
        "a1 loses",
        "The opponent threatens to win in",
        "The threat: ",
        &format!("The move is {only}."),
        "There are no more puzzles.",
        "0 of 1 solved at once",
    ] {
        assert!(out.contains(text), "{text}: {out}");
    }
}

/// A puzzle that was once shipped with an "only defence" after which white wins in 23 plies.
const LOST: &str = r#"{"rule":"freestyle","size":"20x20","moves":"p9m8k5n7o6m7m6n6","kind":"defence","solution":"n8","threat":"n9n5l7k6k7j7o7","plies":7,"rating":1564}"#;

#[test]
fn a_deep_check_drops_a_defence_that_loses_and_can_be_resumed() {
    let win = shortest(Kind::Vcf).line();
    let path = file("deep.jsonl", &format!("{win}\n{LOST}\n"));
    let name = path.to_str().unwrap();
    let (out, _, status) = puzzles(&["check", "--deep", "--threads", "2", name], "");
    assert_eq!(status, 2, "{out}");
    assert!(out.contains("puzzle 2: the solution loses too"), "{out}");
    // Results of an interrupted run are not searched again.
    let planted = serde_json::json!({"puzzle": win, "why": "as the journal says"});
    let journal = file("deep.jsonl.deep", &format!("{planted}\n"));
    let (out, err, status) = puzzles(&["check", "--deep", "--write", name], "");
    assert_eq!(status, 0, "{out}{err}");
    assert!(out.contains("puzzle 1 dropped: as the journal says"), "{out}");
    assert!(out.contains("puzzle 2 dropped: the solution loses too"), "{out}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "");
    assert!(!journal.exists());
    std::fs::write(&path, format!("{win}\n{LOST}\n")).unwrap();
    let (out, _, status) = puzzles(&["check", "--deep", "--write", name], "");
    assert_eq!(status, 0, "{out}");
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept.starts_with(&win[..win.len() - 1]) && kept.lines().count() == 1, "{kept}");
}

#[test]
fn another_winning_move_is_accepted_at_the_terminal() {
    let mut puzzle = shortest(Kind::Vcf);
    let free = ["a1", "o15", "a15", "o1"];
    let taken = [puzzle.moves.as_slice(), &puzzle.solution].concat();
    let other = free.into_iter().find(|name| {
        let point = tengen_core::board::notation::read(name, puzzle.size).unwrap()[0];
        !taken.contains(&point)
    });
    let other = other.expect("a free corner");
    puzzle.also = tengen_core::board::notation::read(other, puzzle.size).unwrap();
    let path = file("also.jsonl", &puzzle.line());
    let train = ["train", "--draw", "ascii", path.to_str().unwrap()];
    let (out, _, status) = puzzles(&train, &format!("{other}\n"));
    assert_eq!(status, 0);
    let solution = &written(&puzzle.solution, &puzzle)[0];
    let message = format!("{other} also wins; the solution goes {solution}");
    assert!(out.contains(&message), "{out}");
    assert!(out.contains("1 of 1 solved at once"), "{out}");
}
