//! `tengen match` with programs that speak the SAU protocol: whole games of Gomoku, Connect6 and Dots and Boxes between
//! the real programs, checked by the rules, and misbehaving programs that lose for the right reason.

use std::process::Output;
use tengen_connect6::rules::Connect6Rules;
use tengen_core::rules::{Rule, Variant};
use tengen_dots::rules::DotsRules;
use tengen_e2e::toolbox::tengen;
use tengen_records::defaults::Defaults;
use tengen_records::{Game, OtherGame, Reason, sgf};

const STANDARD: Rule = Rule::new(Variant::Standard);

/// The output and the games of a match.
struct Match {
    output: Output,
    games: Vec<Game>,
    log: String,
}

impl Match {
    fn errors(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    #[cfg(unix)]
    fn table(&self) -> String {
        String::from_utf8_lossy(&self.output.stdout).into_owned()
    }
}

/// Plays two games; `name` keeps the files of different tests apart.
fn play(name: &str, brains: [String; 2], more: &[&str]) -> Match {
    let file = |what: &str| {
        let file = format!("tengen-sau-{}-{name}.{what}", std::process::id());
        std::env::temp_dir().join(file)
    };
    let files = ["sgf", "log"].map(file);
    let mut command = tengen(&["match", "--sgf"]);
    command.arg(&files[0]).arg("--log").arg(&files[1]);
    for brain in &brains {
        command.args(["--brain", brain]);
    }
    let output = command.args(more).output().expect("the toolbox runs");
    let [games, log] = files.map(|file| {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let _ = std::fs::remove_file(file);
        text
    });
    let other: Option<&dyn OtherGame> = match more {
        ["--game", "connect6", ..] => Some(&Connect6Rules),
        ["--game", "dots", ..] => Some(&DotsRules),
        _ => None,
    };
    let wanted = Defaults { other, ..STANDARD.into() };
    Match { output, games: sgf::read(&games, wanted).unwrap_or_default(), log }
}

fn connect6(name: &str, nodes: u32) -> String {
    let connect6 = tengen_e2e::program("tengen-connect6");
    format!("name={name},cmd='{connect6}' --hash 1 --nodes {nodes} --time 60s,turn=60,start=60")
}

fn gomoku(name: &str, dialect: &str) -> String {
    let brain = tengen_e2e::program("pbrain-tengen");
    format!(
        "name={name},cmd='{brain}' --hash 1 --nodes 60 --rule standard --time 60s,dialect={dialect},turn=60,start=60"
    )
}

/// The name of a game that is not five in a row.
fn game_name(game: &Game) -> Option<&'static str> {
    game.other.map(|other| other.name())
}

fn assert_judged(game: &Game) {
    let judged = game.played().map(|board| board.ending());
    assert_eq!(judged, Ok(game.ending), "{}", game.moves_text());
}

#[test]
fn connect6_is_played_to_its_end() {
    let brains = [connect6("A", 500), connect6("B", 20)];
    let played = play("six", brains, &["--game", "connect6"]);
    assert_eq!(played.output.status.code(), Some(0), "{}", played.errors());
    assert_eq!(played.games.len(), 2);
    for game in &played.games {
        assert_eq!((game_name(game), game.size.width()), (Some("connect6"), 19));
        let reason = game.ending.unwrap().reason;
        assert!(matches!(reason, Reason::Six | Reason::FullBoard), "{reason}");
        assert_judged(game);
    }
    for text in [
        "A > name?\n",
        "A < name Tengen\n",
        "A > new black\n",
        "B > new white\n",
        "A < move JJ@@\n",
        "B > move JJ@@\n",
        "A > end ",
        "B > end ",
    ] {
        assert!(played.log.contains(text), "{text} is not in\n{}", played.log);
    }
}

#[test]
fn dots_and_boxes_is_played_to_its_end() {
    let brain = |name: &str, nodes: u32| {
        let dots = tengen_e2e::program("tengen-dots");
        format!("name={name},cmd='{dots}' --hash 1 --nodes {nodes} --time 60s,turn=60,start=60")
    };
    let brains = [brain("A", 300), brain("B", 20)];
    let played = play("dots", brains, &["--game", "dots"]);
    assert_eq!(played.output.status.code(), Some(0), "{}", played.errors());
    assert_eq!(played.games.len(), 2);
    for game in &played.games {
        assert_eq!((game_name(game), game.moves.len()), (Some("dots-and-boxes"), 60));
        assert_eq!(game.ending.unwrap().reason, Reason::Boxes);
        assert_judged(game);
    }
}

#[test]
fn gomoku_is_played_between_both_languages() {
    let brains = [gomoku("sau", "sau"), gomoku("gomocup", "gomocup")];
    let played = play("five", brains, &["--rule", "standard", "--draw-after", "100"]);
    assert_eq!(played.output.status.code(), Some(0), "{}", played.errors());
    assert_eq!(played.games.len(), 2);
    for game in &played.games {
        assert_eq!((game_name(game), game.rule), (None, STANDARD));
        if game.ending.unwrap().reason != Reason::MoveLimit {
            assert_judged(game);
        }
    }
    for text in ["sau > new black\n", "sau < move HH\n", "gomocup > TURN 7,7\n"] {
        assert!(played.log.contains(text), "{text} is not in\n{}", played.log);
    }
}

#[test]
fn what_the_protocols_have_no_words_for_is_refused() {
    let refused = |brains: [String; 2], more: &[&str], why: &str| {
        let played = play("refused", brains, more);
        assert_eq!(played.output.status.code(), Some(1), "{more:?}");
        assert!(played.errors().contains(why), "{}", played.errors());
    };
    let six = || [connect6("A", 1), connect6("B", 1)];
    let five = || [gomoku("A", "sau"), gomoku("B", "gomocup")];
    let connect6 = ["--game", "connect6"];
    let with = |more: &[&'static str]| [&connect6[..], more].concat();
    refused(six(), &with(&["--rule", "renju"]), "one board and one rule");
    refused(six(), &with(&["--psq", "x"]), "keep its games with --sgf");
    refused(six(), &with(&["--openings", "swap2"]), "cannot give an opening");
    refused(five(), &connect6, "has no Connect6");
    refused(five(), &["--openings", "balanced"], "cannot give an opening");
    refused(five(), &["--size", "27"], "letters for 26 columns");
    refused(five(), &["--continuous"], "cannot transmit dead points");
}

#[cfg(unix)]
mod fools {
    use super::*;

    const TOP: &str = "AA@@ ACAD BABB CACB DADB EAEB FAFB";
    const FAR: &str = "SSSR SQSP QQQP OOON MMML LKLJ";

    fn fool(mode: &str, turns: &str) -> String {
        let script = tengen_e2e::script("sau_fool.sh");
        format!("name={mode},cmd=sh '{script}' {mode} {turns},turn=0.5")
    }

    /// Plays two games with a misbehaving program: the reason why the first one ended, and all output.
    fn first_game(mode: &str) -> (Reason, String) {
        let brains = [fool(mode, TOP), fool("good", FAR)];
        let played = play(mode, brains, &["--game", "connect6", "--fresh", "--start", "1"]);
        let reason = played.games[0].ending.unwrap().reason;
        (reason, played.table() + &played.errors())
    }

    #[test]
    fn each_fool_loses_for_the_right_reason() {
        for (mode, reason, why) in [
            ("crash", Reason::Crash, "the program ended"),
            ("hang", Reason::Time, "no answer within 600 ms"),
            ("few", Reason::Illegal, "1 stones in a turn of 2"),
            ("many", Reason::Illegal, "4 stones in a turn of 2"),
            ("off", Reason::Illegal, "25,25: point off the board"),
            ("twice", Reason::Illegal, "1,0: point already taken"),
            ("words", Reason::Garbage, "the answer was \"move seven\""),
            ("dumb", Reason::NoStart, "name? was not answered name within 1 s"),
        ] {
            let (found, text) = first_game(mode);
            assert_eq!(found, reason, "{mode}: {text}");
            assert!(text.contains(why), "{mode}: {text}");
        }
    }

    #[test]
    fn what_is_neither_name_nor_move_is_passed_over() {
        let (reason, text) = first_game("chatty");
        assert_eq!(reason, Reason::Six, "{text}");
    }
}
