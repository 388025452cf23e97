//! `tengen gtp`: the Go Text Protocol.
//!
//! In the transcripts, `< …` is the next line of output, without blanks at its end. `<vertex>` and `<version>` stand for
//! any; `info …` stands for a line of analysis, and others are skipped; `…` skips all lines of a response.

use tengen_e2e::brain::Brain;
use tengen_e2e::toolbox::tengen;
use tengen_e2e::transcript;

/// Few nodes, so that moves are reproducible.
const USUAL: [&str; 4] = ["--hash", "4", "--nodes", "300"];

struct Gtp(Brain);

impl Gtp {
    fn start(options: &[&str]) -> Gtp {
        Gtp(Brain::start_command(tengen(&["gtp"]), &[], &[&USUAL[..], options].concat()))
    }

    /// The next line, without blanks at its end.
    fn line(&mut self) -> String {
        self.0.line().trim_end().into()
    }

    /// The lines of the response, without the last, which is empty.
    fn response(&mut self) -> Vec<String> {
        let lines = std::iter::from_fn(|| Some(self.line()).filter(|line| !line.is_empty()));
        lines.collect()
    }

    fn ask(&mut self, command: &str) -> String {
        self.0.send(command);
        self.response().join("\n")
    }

    fn result(&mut self, command: &str) -> String {
        let response = self.ask(command);
        let result = response.strip_prefix('=');
        result.unwrap_or_else(|| panic!("{command}: {response}")).trim_start().into()
    }
}

fn is_vertex(word: &str) -> bool {
    let (letter, row) = word.split_at(1);
    matches!(letter.as_bytes()[0], b'A'..=b'H' | b'J'..=b'Z') && row.parse::<u8>().is_ok()
}

fn is_as_expected(line: &str, expected: &str) -> bool {
    let words = line.split(' ').zip(expected.split(' ')).all(|(word, expected)| match expected {
        "<vertex>" => is_vertex(word),
        "<version>" => word == env!("CARGO_PKG_VERSION"),
        _ => word == expected,
    });
    words && line.split(' ').count() == expected.split(' ').count()
}

fn check(gtp: &mut Gtp, expected: &str) -> Result<(), String> {
    match expected {
        "…" => drop(gtp.response()),
        "info …" => {
            let line = gtp.line();
            return if line.starts_with("info move ") { Ok(()) } else { Err(line) };
        }
        _ => {
            let mut line = gtp.line();
            while line.starts_with("info move ") {
                line = gtp.line();
            }
            return if is_as_expected(&line, expected) { Ok(()) } else { Err(line) };
        }
    }
    Ok(())
}

#[test]
fn transcripts_are_followed() {
    for transcript in transcript::all("gtp", 9) {
        let mut gtp = Gtp::start(&transcript.arguments());
        for (at, sign, text) in transcript.lines("<>") {
            match sign {
                '>' => gtp.0.send(text),
                _ => assert_eq!(check(&mut gtp, text).err().as_deref(), None, "{at}: {text}"),
            }
        }
        gtp.0.close_input();
        assert_eq!(gtp.0.rest(), [""; 0], "{}", transcript.name);
        assert!(gtp.0.wait().0.success());
    }
}

/// Lets two programs play like gogui-twogtp; the last word of the one to move.
fn play_a_game(players: &mut [Gtp; 2], genmove: &str) -> (usize, String) {
    for moves in 0.. {
        let side = moves % 2;
        let colour = ["b", "w"][side];
        let result = players[side].result(&format!("{genmove} {colour}"));
        let word = result.rsplit([' ', '\n']).next().expect("a word");
        if ["resign", "pass"].contains(&word) {
            return (moves, word.into());
        }
        assert!(is_vertex(word), "{result}");
        assert_eq!(players[1 - side].result(&format!("play {colour} {word}")), "");
    }
    unreachable!("a game ends");
}

#[test]
fn two_programs_play_a_game() {
    let mut words = Vec::new();
    for (rule, size, genmove) in
        [("renju", "15", "genmove"), ("freestyle", "15", "lz-genmove_analyze"), ("caro", "7", "genmove")]
    {
        let mut players = [0; 2].map(|_| Gtp::start(&["--rule", rule, "--size", size]));
        let (moves, word) = play_a_game(&mut players, genmove);
        let boards = players.each_mut().map(|player| player.result("showboard"));
        assert_eq!(boards[0], boards[1]);
        let score = if word == "pass" { "0" } else { ["W+", "B+"][moves % 2] };
        for player in &mut players {
            assert_eq!(player.result("final_score"), score, "{}", boards[0]);
        }
        words.push(word);
    }
    assert_eq!(words, ["resign", "resign", "pass"]);
}

#[test]
fn analysis_has_the_fields_that_front_ends_read() {
    let mut gtp = Gtp::start(&[]);
    for (command, is_kata) in [("kata-analyze", true), ("lz-analyze", false)] {
        gtp.0.send(&format!("{command} b 1 maxmoves 3"));
        assert_eq!(gtp.line(), "=");
        let mut line = gtp.line();
        while line.matches("info move ").count() < 3 {
            line = gtp.line();
        }
        for (order, entry) in line.split("info ").skip(1).enumerate() {
            let words: Vec<&str> = entry.split_whitespace().collect();
            let value = |name: &str| {
                let place = words.iter().position(|&word| word == name).expect(name);
                words[place + 1]
            };
            assert!(is_vertex(value("move")) && value("pv") == value("move"), "{entry}");
            assert_eq!(value("order"), order.to_string());
            assert!(value("visits").parse::<i32>().is_ok(), "{entry}");
            for name in ["winrate", "lcb", "prior"] {
                let (rate, most) = (value(name), if is_kata { 1.0 } else { 10_000.0 });
                assert_eq!(rate.contains('.'), is_kata, "{entry}");
                assert!((0.0..=most).contains(&rate.parse().expect("a number")), "{entry}");
            }
        }
        gtp.0.send("");
        while gtp.line().starts_with("info") {}
    }
    assert_eq!(gtp.result("name"), "Tengen");
}

#[test]
fn an_analysis_without_anything_to_find_waits_for_input() {
    let mut gtp = Gtp::start(&[]);
    for number in 0..4 {
        gtp.result(&format!("play b {}1", ["a", "b", "c", "d"][number]));
    }
    gtp.0.send("lz-analyze b 1 maxmoves 1");
    assert_eq!(gtp.line(), "=");
    let line = gtp.line();
    assert!(line.starts_with("info move E1 ") && line.contains(" winrate 10000 "), "{line}");
    assert_eq!(gtp.0.unexpected(std::time::Duration::from_millis(200)), None);
    gtp.0.send("name");
    assert_eq!([gtp.line(), gtp.line()], ["", "= Tengen"]);
}

#[test]
fn the_page_has_every_command() {
    let page = tengen_e2e::repository().join("docs/src/reference/gtp.md");
    let text = std::fs::read_to_string(page).expect("the page");
    for command in Gtp::start(&[]).result("list_commands").lines() {
        assert!(text.contains(&format!("`{command}")), "{command}");
    }
}

#[test]
fn a_level_is_chosen() {
    let mut gtp = Gtp(Brain::start_command(tengen(&["gtp"]), &[], &["--hash", "4", "--level", "3"]));
    assert_eq!(gtp.result("tengen-level"), "3 casual");
    assert_eq!(gtp.result("tengen-level Beginner"), "");
    assert_eq!(gtp.result("tengen-level"), "1 beginner");
    gtp.result("play b h8");
    let moves: std::collections::HashSet<String> = (0..20).map(|_| gtp.result("reg_genmove w")).collect();
    assert!(moves.iter().all(|vertex| is_vertex(vertex)) && moves.len() > 3, "{moves:?}");
    assert!(gtp.ask("tengen-level 9").starts_with("? the levels are 1 beginner"));
    assert_eq!(gtp.result("tengen-level"), "1 beginner");
}

/// An analysis takes more memory, and a new game gives it back.
#[test]
fn games_by_nodes_begin_alike() {
    let mut gtp = Gtp::start(&[]);
    let mut moves = || {
        gtp.result("clear_board");
        let moves: Vec<String> = (0..4).map(|_| gtp.result("genmove b")).collect();
        gtp.0.send("kata-analyze 10");
        gtp.0.send("name");
        while gtp.line() != "= Tengen" {}
        gtp.line();
        moves
    };
    assert_eq!(moves(), moves());
}
