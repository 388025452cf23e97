//! `tengen database` on the command line.

use serde_json::Value;
use std::path::{Path, PathBuf};
use tengen_core::board::{BoardSize, Position, notation};
use tengen_core::printable;
use tengen_core::rules::{Rule, Variant};
use tengen_database::{Database, Place, Record};
use tengen_e2e::toolbox::{Ran, run, tengen};

/// Creates an empty folder with this name.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("database").join(name);
    let _ = std::fs::remove_dir_all(&folder); // from an earlier run
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs `tengen database` with these words in a folder.
fn database(folder: &Path, words: &str) -> Ran {
    let mut command = tengen(&["database"]);
    command.args(words.split_whitespace()).current_dir(folder);
    run(&mut command, "")
}

/// Runs `tengen database` in the same way and asserts success.
fn database_does(folder: &Path, words: &str) -> Ran {
    let ran = database(folder, words);
    assert_eq!(ran.status, 0, "{words}: {}", ran.err);
    ran
}

/// Two games won by black, the second one rotated, and one game won by white after the same
/// opening.
const GAMES: &str = "(;GM[4]SZ[15]RE[B+R];B[hh];W[ii];B[gi])(;GM[4]SZ[15]RE[B+R];B[hh];W[gg];B[ig])\
    (;GM[4]SZ[15]RE[W+R];B[hh];W[ii];B[jj])";

/// A folder with the database `a.db` of these games.
fn imported(name: &str) -> PathBuf {
    let folder = folder(name);
    std::fs::create_dir(folder.join("games")).unwrap();
    std::fs::write(folder.join("games/a.sgf"), GAMES).unwrap();
    std::fs::write(folder.join("games/b.txt"), "h8h9\nno game\n").unwrap();
    let ran = database_does(&folder, "import a.db games");
    assert!(ran.err.contains("new games: 3, "), "{}", ran.err);
    assert!(ran.err.contains("counted before: 1; refused: 1"), "{}", ran.err);
    assert!(ran.err.contains("Refused: games/b.txt: line 2: "), "{}", ran.err);
    folder
}

fn queried(folder: &Path, words: &str) -> Value {
    let ran = database_does(folder, &format!("query {words} --json"));
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn games_are_imported_once_and_queried() {
    let folder = imported("query");
    let again = database_does(&folder, "import a.db games");
    assert!(again.err.contains("new games: 0, with 0 positions"), "{}", again.err);
    let found = queried(&folder, "a.db --position h8");
    assert_eq!(found["position"]["games"]["black"], 1, "{found:#}");
    assert_eq!(found["position"]["games"]["unknown"], 1);
    // By symmetry, the diagonal replies are one move, and so are the orthogonal ones.
    assert_eq!(found["moves"].as_array().unwrap().len(), 2, "{found:#}");
    assert_eq!(found["moves"][0]["games"]["white"], 1);
    let text = database_does(&folder, "query a.db --position h8 --draw ascii").out;
    assert!(text.contains("games: 3; black won 1, white 1"), "{text}");
    let nothing = database_does(&folder, "query a.db --position a1 --rule renju").out;
    assert!(nothing.ends_with("Nothing is known of this position.\n"), "{nothing}");
}

#[test]
fn databases_are_merged_exported_and_checked() {
    let folder = imported("merge");
    std::fs::write(folder.join("more.txt"), "h8i9\n").unwrap();
    database_does(&folder, "import b.db games/a.sgf more.txt");
    for counted in ["new games: 1, ", "new games: 0, "] {
        let ran = database_does(&folder, "merge a.db b.db");
        assert!(ran.err.contains(counted), "{}", ran.err);
    }
    let whole = database_does(&folder, "check a.db").out;
    assert!(whole.starts_with("a.db is intact; positions: "), "{whole}");
    assert!(whole.ends_with(", games: 4\n"), "{whole}");
    database_does(&folder, "export a.db --out all.json");
    let all = std::fs::read_to_string(folder.join("all.json")).unwrap();
    let lines: Vec<Value> = all.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let positions = format!("positions: {}, games", lines.len());
    assert!(whole.contains(&positions), "{whole}");
    assert_eq!(lines[0]["games"]["black"], 1, "{}", lines[0]);
    assert!(lines.iter().any(|line| line["black"] == "h8"), "{all}");
    // The exported games make the same database again.
    database_does(&folder, "export a.db --games --out all.sgf");
    database_does(&folder, "import c.db all.sgf");
    let copy = database_does(&folder, "check c.db").out;
    assert_eq!(copy.replace("c.db", "a.db"), whole);
    let ran = database(&folder, "export a.db --out all.json");
    assert_eq!(ran.status, 1, "{}", ran.err);
}

#[test]
fn a_database_goes_to_yixin_and_comes_back() {
    let folder = folder("yixin");
    std::fs::write(folder.join("a.txt"), "h8i9g7\n").unwrap();
    std::fs::write(folder.join("caro.sgf"), "(;GM[4]SZ[15]RU[caro];B[aa])").unwrap();
    database_does(&folder, "import a.db a.txt caro.sgf --rule renju");
    explored(&folder, "a.db --database-write --position h8i9 --rule renju", "comment from Tengen\nlabel A1\n");
    let written = database_does(&folder, "export a.db --yixin --out yixin.db").err;
    assert!(written.contains("Yixin cannot store them: 2 positions"), "{written}");
    assert!(written.contains("yixin.db holds 4 positions"), "{written}");
    let read = database_does(&folder, "import b.db yixin.db").err;
    assert!(read.contains("positions of libraries: 5"), "{read}");
    let found = queried(&folder, "b.db --position h8i9 --rule renju");
    assert_eq!(found["position"]["comment"], "from Tengen", "{found:#}");
    assert_eq!(found["position"]["label"], "A1", "{found:#}");
    let mut cut = std::fs::read(folder.join("yixin.db")).unwrap();
    cut.truncate(100);
    std::fs::write(folder.join("cut.db"), cut).unwrap();
    let refused = database_does(&folder, "import c.db cut.db").err;
    assert!(refused.contains("the database breaks off"), "{refused}");
}

#[test]
fn an_analysis_fills_in_values_and_resumes() {
    let folder = folder("analyse");
    let analyse = "analyse a.db --position f6h7 --size 11 --nodes 300 --lines 2 --eval tables";
    let ran = database_does(&folder, &format!("{analyse} --positions 3"));
    assert!(ran.err.contains("searched: 3, "), "{}", ran.err);
    assert!(ran.out.contains("best move: "), "{}", ran.out);
    let before = database_does(&folder, "export a.db --out before.json").err;
    database_does(&folder, &format!("{analyse} --positions 2"));
    let after = database_does(&folder, "export a.db --out after.json").err;
    let count = |text: &str| -> usize {
        let mut numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
        numbers.next_back().expect("a number of positions")
    };
    assert!(count(&after) > count(&before), "{before}{after}");
    let found = queried(&folder, "a.db --position f6h7 --size 11");
    assert!(found["position"]["value"]["depth"].as_u64() > Some(0), "{found:#}");
    assert!(found["moves"].as_array().unwrap().len() >= 2, "{found:#}");
}

/// The output of the explorer of this database for these input lines.
fn explored(folder: &Path, words: &str, lines: &str) -> String {
    let mut command = tengen(&["database", "explore", "--draw", "ascii"]);
    command.args(words.split_whitespace()).current_dir(folder);
    let ran = run(&mut command, lines);
    assert_eq!(ran.status, 0, "{}", ran.err);
    ran.out
}

#[test]
fn a_database_is_explored_and_written_at_the_terminal() {
    let folder = imported("explore");
    let output = explored(&folder, "a.db", "h8i9\nback\nback\nback\nh8h8\nhelp\nboo\nquit\nh8");
    assert!(output.contains("games: 3; black won 1, white 1"), "{output}");
    assert!(output.contains("XXXXXOOOOO"), "{output}");
    assert!(output.contains("white to move after 1 stone"), "{output}");
    assert!(output.contains("this is the first position"), "{output}");
    assert!(output.contains("h8: the point is taken") || output.contains("h8: "), "{output}");
    assert!(output.contains("label TEXT"), "{output}");
    assert!(output.contains("\"boo\" is neither a move nor a command"), "{output}");
    let output = explored(&folder, "a.db --position h8", "comment mine");
    assert!(output.contains("a.db is read-only; --database-write"), "{output}");

    let notes = "i9\ncomment the indirect one\nlabel I\nlabel too long";
    let output = explored(&folder, "a.db --database-write --position h8", notes);
    assert!(output.contains("comment: the indirect one"), "{output}");
    assert!(output.contains("a label has 4 characters at most"), "{output}");
    let output = explored(&folder, "a.db", "h8");
    assert!(output.contains("I  the indirect one"), "{output}");
    explored(&folder, "a.db --database-write --position h8i9", "comment\nlabel");
    assert!(!explored(&folder, "a.db", "h8").contains("indirect one"));
    // Without a file, the built-in openings are used.
    assert!(explored(&folder, "--rule renju", "h8h9").contains("(depth "));
    let won = explored(&folder, "a.db --position h8a1i8a3j8a5k8a7", "l8");
    assert!(won.contains("l8 ends the game"), "{won}");
}

#[test]
fn an_analysis_prints_the_entries_of_a_database() {
    let folder = imported("known");
    let analysed = |more: &[&str]| {
        let words = ["analyse", "--position", "h8", "--nodes", "500", "--database"];
        let mut command = tengen(&words);
        run(command.args(more).current_dir(&folder), "")
    };
    let ran = analysed(&["a.db"]);
    assert!(ran.out.contains("games: 3; black won 1"), "{}", ran.out);
    let ran = analysed(&["a.db", "--json"]);
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["known"]["position"]["games"]["white"], 1, "{json:#}");
    assert!(json["lines"][0]["moves"][0].is_string());
    let ran = analysed(&["none.db"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("there is no file none.db"), "{}", ran.err);
}

#[test]
fn many_analyse_one_file_and_search_nothing_twice() {
    let folder = folder("many");
    let analyse = "analyse a.db --position f6h7 --size 11 --nodes 2000 --lines 3 --eval tables";
    let searched = |ran: &str| -> u64 {
        let (_, rest) = ran.split_once("searched: ").expect("it says how many");
        rest.split(',').next().unwrap().parse().unwrap()
    };
    let both = std::thread::scope(|scope| {
        let one = || database_does(&folder, &format!("{analyse} --positions 10 --jobs 3")).err;
        [scope.spawn(one), scope.spawn(one)].map(|other| searched(&other.join().unwrap()))
    });
    assert_eq!(both, [10, 10]);
    // Every searched position has a best move; if one had been searched twice, there would be
    // fewer.
    database_does(&folder, "export a.db --out all.json");
    let all = std::fs::read_to_string(folder.join("all.json")).unwrap();
    let lines = all.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let with_moves = lines.filter(|line| line["best"].is_string());
    assert_eq!(with_moves.count(), 20);
}

#[test]
fn parts_of_roots_are_analysed_apart_and_merged() {
    let folder = folder("roots");
    std::fs::write(folder.join("roots.txt"), "h8i9\n\nh8h9g7\nh8g7\n").unwrap();
    let analyse = "analyse --roots roots.txt --rule renju --positions 2 --nodes 300 --eval tables";
    for part in 1..=2 {
        let (part, out) = (format!("--shard {part}/2"), format!("--out part-{part}.db"));
        database_does(&folder, &format!("{analyse} {part} {out}"));
    }
    database_does(&folder, "merge all.db part-1.db part-2.db");
    for root in ["h8i9", "h8h9g7", "h8g7"] {
        let found = queried(&folder, &format!("all.db --rule renju --position {root}"));
        assert!(found["position"]["best"].is_string(), "{found:#}");
    }
    for (roots, why) in [("h8i9\nh8h8", "line 2"), ("\n", "holds no positions")] {
        std::fs::write(folder.join("bad.txt"), roots).unwrap();
        let ran = database(&folder, "analyse b.db --roots bad.txt");
        assert_eq!(ran.status, 1);
        assert!(ran.err.contains(why), "{}", ran.err);
    }
}

/// Black to move wins: `i8` makes five.
#[test]
fn an_analysis_finds_a_win_and_stops_there() {
    let folder = folder("won");
    let four = "--position e8a1f8c1g8e1h8d8 --nodes 1000 --eval tables";
    let ran = database_does(&folder, &format!("analyse a.db {four} --positions 50"));
    assert!(ran.err.contains("searched: 1, waiting: 0"), "{}", ran.err);
    let found = queried(&folder, "a.db --position e8a1f8c1g8e1h8d8");
    assert_eq!(found["position"]["proof"]["win_in"], 1, "{found:#}");
    assert_eq!(found["position"]["best"], "i8");
}

/// A line break, an escape sequence, the same with a C1 code, and a text-direction override.
const HOSTILE: &str = "a\n1,1\u{1b}[2J\u{9b}31m\u{202e}b\u{85}";

/// Asserts that every line is printable text and that none is the move `1,1`, which [`HOSTILE`] contains.
pub fn assert_printable(text: &str) {
    let is_printable = text.lines().all(printable::is_line);
    assert!(is_printable && text.lines().all(|line| line != "1,1"), "{text:?}");
}

/// A database with hostile texts in every field for the empty board and for h8.
fn hostile_database(file: &Path) {
    let mut database = Database::create(file).unwrap();
    let size = BoardSize::square(15).unwrap();
    let mut position = Position::new(size);
    let record = Record { comment: HOSTILE.into(), label: HOSTILE.into(), source: HOSTILE.into(), ..Record::default() };
    let mut batch = database.write().unwrap();
    for point in notation::read("h8i9", size).unwrap() {
        let place = Place::of(&position, Rule::new(Variant::Freestyle));
        batch.put(place.key(), &record).unwrap();
        position.play(point, &mut ());
    }
    batch.commit().unwrap();
}

#[test]
fn escape_sequences_of_a_database_are_not_printed() {
    let folder = folder("hostile-text");
    hostile_database(&folder.join("a.db"));
    for words in ["query a.db --position h8", "query a.db --position h8 --json", "query a.db --position h8i9"] {
        assert_printable(&database_does(&folder, &format!("{words} --draw ascii")).out);
    }
    assert_printable(&explored(&folder, "a.db", "h8\nback\n\u{1b}[2J\n\u{202e}"));
    database_does(&folder, "export a.db --out all.json");
    assert_printable(&std::fs::read_to_string(folder.join("all.json")).unwrap());
    let output = explored(&folder, "a.db --database-write", "label \u{202e}a\ncomment \u{1b}c");
    assert_printable(&output);
    assert!(output.contains("a label is one line of printable text"), "{output}");
}

#[test]
#[cfg(unix)]
fn escape_sequences_of_file_names_and_files_are_not_printed() {
    let folder = folder("hostile-names");
    let games = folder.join("games");
    std::fs::create_dir(&games).unwrap();
    std::fs::write(games.join(format!("{HOSTILE}.txt")), "h8h8").unwrap();
    std::fs::write(games.join("game.sgf"), format!("(;GM[{HOSTILE}]SZ[{HOSTILE}];B[hh])")).unwrap();
    let xml = format!("<database><game id=\"{HOSTILE}\"><move>{HOSTILE}</move></game></database>");
    std::fs::write(games.join("games.xml"), xml).unwrap();
    std::fs::write(games.join("moves.txt"), format!("h8i9\n{HOSTILE}\n")).unwrap();
    let ran = database_does(&folder, "import a.db games");
    assert!(ran.err.matches("Refused: ").count() >= 4, "{}", ran.err);
    assert_printable(&ran.err);
    let name = format!("{HOSTILE}.db");
    let ran = run(tengen(&["database", "check", &name]).current_dir(&folder), "");
    assert_eq!(ran.status, 1);
    assert_printable(&ran.err);
}

/// Lines of moves, one game per line.
fn many_games(first: usize, count: usize) -> String {
    let point = |number: usize| {
        let number = number % 225;
        let column = char::from(b'a' + (number % 15) as u8);
        format!("{column}{}", number / 15 + 1)
    };
    let game = |game: usize| -> String { (0..12).map(|ply| point(game + ply * (1 + game / 225))).collect() };
    (first..first + count).map(|number| game(number) + "\n").collect()
}

#[test]
fn two_imports_into_one_file_take_turns() {
    let folder = folder("turns");
    std::fs::write(folder.join("one.txt"), many_games(0, 220)).unwrap();
    std::fs::write(folder.join("two.txt"), many_games(110, 220)).unwrap();
    database_does(&folder, "import one-by-one.db one.txt two.txt");
    let alone = database_does(&folder, "check one-by-one.db").out;
    std::thread::scope(|scope| {
        for words in ["import both.db one.txt", "import both.db two.txt"] {
            scope.spawn(|| database_does(&folder, words));
        }
    });
    let both = database_does(&folder, "check both.db").out;
    assert_eq!(both.replace("both", "one-by-one"), alone);
}

#[test]
fn an_import_waits_for_a_program_that_writes_for_longer_than_ten_seconds() {
    let folder = folder("wait");
    std::fs::write(folder.join("one.txt"), "h8i9\n").unwrap();
    let mut database = Database::create(&folder.join("a.db")).unwrap();
    let batch = database.write().unwrap();
    std::thread::scope(|scope| {
        let import = scope.spawn(|| database_does(&folder, "import a.db one.txt"));
        std::thread::sleep(std::time::Duration::from_secs(12));
        assert!(!import.is_finished());
        drop(batch);
        let ran = import.join().unwrap();
        assert!(ran.err.contains("new games: 1, "), "{}", ran.err);
    });
}

#[test]
#[cfg(unix)]
fn links_without_end_and_pipes_of_a_folder_are_refused_and_the_rest_is_counted() {
    let folder = folder("links");
    let games = folder.join("games");
    std::fs::create_dir_all(games.join("more")).unwrap();
    std::fs::write(games.join("a.txt"), "h8i9\n").unwrap();
    std::fs::write(games.join("more/z.txt"), "h8h9\n").unwrap();
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, games.join(name)).unwrap();
    link("nowhere", "broken");
    link("..", "more/loop");
    link("itself", "itself");
    let pipe = std::process::Command::new("mkfifo").arg(games.join("pipe")).status();
    assert!(pipe.unwrap().success());
    let ran = database_does(&folder, "import a.db games");
    assert!(ran.err.contains("new games: 2, "), "{}", ran.err);
    assert!(ran.err.contains("refused: 4"), "{}", ran.err);
    for name in ["broken", "more/loop", "itself", "pipe"] {
        let refused = format!("Refused: games/{name}: ");
        assert!(ran.err.contains(&refused), "{}", ran.err);
    }
    let ran = database(&folder, "import a.db none");
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("none"), "{}", ran.err);
}

#[test]
fn ten_refusals_are_reported_and_the_others_counted() {
    let folder = folder("refusals");
    let lines = "h8i9\n".to_string() + &"h8h8\n".repeat(5000);
    std::fs::write(folder.join("games.txt"), lines).unwrap();
    let ran = database_does(&folder, "import a.db games.txt");
    assert_eq!(ran.err.matches("Refused: games.txt: ").count(), 10, "{}", ran.err);
    assert_eq!(ran.err.matches("Refused: ").count(), 11, "{}", ran.err);
    assert!(ran.err.contains("refused: 5000"), "{}", ran.err);
}

/// A folder with one game in `games/z.txt`.
#[cfg(unix)]
fn folder_with_a_game(name: &str) -> PathBuf {
    let folder = folder(name);
    std::fs::create_dir_all(folder.join("games/inner")).unwrap();
    std::fs::write(folder.join("games/z.txt"), "h8i9\n").unwrap();
    folder
}

#[test]
#[cfg(unix)]
fn a_folder_with_a_billion_paths_through_links_is_imported_once() {
    use std::os::unix::fs::symlink;
    let folder = folder_with_a_game("many-paths");
    let games = folder.join("games");
    for level in 0..30 {
        let inner = games.join(level.to_string());
        std::fs::create_dir(&inner).unwrap();
        for link in ["a", "b"] {
            symlink(format!("../{}", level + 1), inner.join(link)).unwrap();
        }
    }
    std::fs::create_dir(games.join("30")).unwrap();
    std::fs::write(games.join("30/last.txt"), "h8h9\n").unwrap();
    let ran = database_does(&folder, "import a.db games");
    assert!(ran.err.contains("new games: 2, "), "{}", ran.err);
    assert!(ran.err.contains("refused: 0"), "{}", ran.err);
}
