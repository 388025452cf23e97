//! Answers questions that need no search: boards, files and opening rules.

use super::explorer::{self, PositionNote};
use super::game::{GameText, MOST_NODES, TreeText, board_text, threats};
use super::judged::write_judged;
use super::proofs::Proofs;
use super::searches::{MOST_LINES, USUAL_MEMORY};
use super::wire::{AssumedText, DatabaseText, Hello, Query, RemarkText, Reply, Strength};
use crate::Remark;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::sync::Arc;
use std::time::Duration;
use tengen_core::message::Quoted;
use tengen_core::rules::Variant;
use tengen_core::rules::opening::OpeningRule;
use tengen_database::PositionBook;
use tengen_picture::Numbers;
use tengen_picture::gif::{self, Film};
use tengen_puzzles::strength;
use tengen_records::Format;
use tengen_records::defaults::{Assumed, Defaults};
use tengen_records::games::{Contents, contents, games, most_pieces, open};
use tengen_records::opened::Opened;
use tengen_session::level::LEVELS;

/// The maximum number of nodes and values of a file: all its moves, each with a few properties.
const MOST_PIECES: usize = 3 * MOST_NODES;
/// The maximum number of games read from a file.
const MOST_GAMES: usize = 100;

#[derive(Clone, Debug, Default)]
pub struct PageContext {
    /// The maximum number of bytes for a search.
    pub memory: usize,
    pub threads: usize,
    pub watch: bool,
    pub public: Option<String>,
    pub database: Option<Arc<dyn PositionBook>>,
    pub proofs: Proofs,
    /// Whether there is a server, which can search for proofs.
    pub proves: bool,
}

pub fn answer(query: Query, context: &PageContext) -> Reply {
    let reply = match query {
        Query::Hello => Ok(Reply::Hello(hello(context))),
        Query::Look { game } => game.board().map(|board| Reply::Board(board_text(&board))),
        Query::Threats { game } => game.board().map(|board| Reply::Threats { threats: threats(&board) }),
        Query::Opening { game, opening, fifths } => opening.next(&game, &fifths).map(Reply::Step),
        Query::Open { file, rule, size, insist } => {
            defaults(rule, size).and_then(|defaults| read(&file, defaults, insist))
        }
        Query::OpenAll { file, rule, size } => defaults(rule, size).and_then(|defaults| read_all(&file, defaults)),
        Query::Save { tree, format } => write(tree, &format),
        Query::Film { game, from, numbers, delay } => film(&game, from, numbers, delay),
        Query::Explore { game } => {
            book_of(context).and_then(|book| explorer::explore(book, &game)).map(Reply::Explored)
        }
        Query::Note { game, comment, label } => book_of(context)
            .and_then(|book| explorer::note(book, &game, PositionNote { comment, label }))
            .map(|()| Reply::Done),
        Query::AddGame { tree } => {
            book_of(context).and_then(|book| explorer::add_game(book, &tree)).map(|is_new| Reply::Added { is_new })
        }
        Query::Games { game } => {
            book_of(context).and_then(|book| explorer::games(book, &game)).map(|games| Reply::Games { games })
        }
        Query::Rate { player, puzzle, solved } => Ok(rate(player, puzzle, solved)),
        Query::UseDatabase { .. } => Err(Remark::ChooseDatabase),
        Query::UseProof { .. } => Err(Remark::NoProof),
        Query::Watch => Err(Remark::NoWatching),
        Query::Lay { .. } => Err(Remark::NoPart),
    };
    reply.unwrap_or_else(Reply::refused)
}

fn book_of(context: &PageContext) -> Result<&dyn PositionBook, Remark> {
    let book = context.database.as_deref();
    book.ok_or(Remark::NoDatabase)
}

fn hello(context: &PageContext) -> Hello {
    let memory = context.memory;
    Hello {
        version: env!("CARGO_PKG_VERSION"),
        levels: LEVELS.iter().map(|level| level.name()).collect(),
        rules: Variant::ALL.iter().map(|variant| variant.name()).collect(),
        openings: OpeningRule::ALL.map(OpeningRule::name).to_vec(),
        sides: [5, 32],
        lines: MOST_LINES,
        memory: [USUAL_MEMORY.min(memory), memory].map(|bytes| bytes >> 20),
        threads: context.threads,
        watch: context.watch,
        public: context.public.clone(),
        database: context.database.as_deref().map(about),
        proofs: context.proofs.texts(),
        proves: context.proves,
    }
}

fn about(book: &dyn PositionBook) -> DatabaseText {
    DatabaseText { name: book.name().into(), writable: book.is_writable() }
}

fn rate(player: Strength, puzzle: Strength, solved: bool) -> Reply {
    let of_text = |text: Strength| strength::Strength {
        rating: text.rating,
        deviation: text.deviation,
        volatility: text.volatility,
    };
    let to_text =
        |of: strength::Strength| Strength { rating: of.rating, deviation: of.deviation, volatility: of.volatility };
    let (player, puzzle) = strength::after(of_text(player), of_text(puzzle), solved);
    Reply::Rated { player: to_text(player), puzzle: to_text(puzzle) }
}

/// The page's defaults for games that do not name rule or board size.
fn defaults(rule: Option<String>, size: Option<String>) -> Result<Defaults, Remark> {
    let rule = rule.map(|rule| rule.parse()).transpose()?;
    let size = size.map(|size| size.parse()).transpose()?;
    Ok(Defaults { rule, size, other: None })
}

impl From<Assumed> for AssumedText {
    fn from(Assumed { rule, board }: Assumed) -> AssumedText {
        AssumedText { rule, board }
    }
}

/// Reads a file or pasted text: a record, moves, a link that ends with moves, or a diagram.
fn read(file: &str, defaults: Defaults, insist: bool) -> Result<Reply, Remark> {
    let bytes = decoded(file)?;
    if let Ok(Contents::Position(position, notes)) = contents(&bytes[..], defaults, insist) {
        let tree = TreeText::of_position(&position, defaults.rule());
        let notes = notes.into_iter().map(RemarkText::of).collect();
        return Ok(Reply::Record { tree, notes, assumed: defaults.assumed_rule().into() });
    }
    match open(&bytes, defaults, insist) {
        Ok(opened) => record(&opened),
        Err(why) => Ok(Reply::Refused { insist: why.is_other_game(), why: RemarkText::of(why) }),
    }
}

/// The bytes of a file that is safe to parse.
fn decoded(file: &str) -> Result<Vec<u8>, Remark> {
    let bytes = BASE64_STANDARD.decode(file).map_err(|error| Remark::NotWhole { why: error.to_string() })?;
    // A malicious file can take a hundred times its size when parsed.
    match most_pieces(&bytes) > MOST_PIECES {
        true => Err(Remark::Pieces { n: MOST_PIECES }),
        false => Ok(bytes),
    }
}

fn read_all(file: &str, defaults: Defaults) -> Result<Reply, Remark> {
    let bytes = decoded(file)?;
    let mut found = games(&bytes[..], defaults, false)?;
    let read = found.by_ref().take(MOST_GAMES).flatten();
    let games: Vec<TreeText> = read.filter_map(main_line).collect();
    let count = found.seen() + found.count();
    Ok(Reply::Records { skipped: count - games.len(), games })
}

/// The main line of a game, if it is legal and has moves.
fn main_line(opened: Opened) -> Option<TreeText> {
    let opened = Opened { source: None, ..opened };
    let moves = opened.game.moves.len();
    if !(1..=MOST_NODES).contains(&moves) || opened.game.played().is_err() {
        return None;
    }
    Some(TreeText::of_opened(&opened).0)
}

fn record(opened: &Opened) -> Result<Reply, Remark> {
    if opened.game.moves.len() > MOST_NODES {
        return Err(Remark::GameMoves { n: MOST_NODES });
    }
    opened.game.played()?;
    let (tree, notes) = TreeText::of_opened(opened);
    let assumed = opened.assumed.into();
    Ok(Reply::Record { tree, notes: notes.into_iter().map(RemarkText::of).collect(), assumed })
}

fn write(mut tree: TreeText, format: &str) -> Result<Reply, Remark> {
    let (bytes, notes) = match format {
        "sgf" => {
            write_judged(&mut tree)?;
            (tree.sgf()?, Vec::new())
        }
        "psq" => {
            let game = tree.main_line()?;
            let written = Format::Psq.fresh(&game, None)?;
            let mut notes = written.notes;
            if game.moves.len() < tree.nodes.len() {
                notes.push(tengen_records::Note::NoVariations);
            }
            (written.bytes, notes)
        }
        other => return Err(Remark::SaveFormat { what: Quoted(other.into()) }),
    };
    let file = BASE64_STANDARD.encode(bytes);
    Ok(Reply::File { file, notes: notes.into_iter().map(RemarkText::of).collect() })
}

fn film(game: &GameText, from: usize, numbers: bool, delay: u64) -> Result<Reply, Remark> {
    let film = Film {
        from,
        numbers: if numbers { Numbers::All } else { Numbers::None },
        delay: Duration::from_millis(delay),
        scale: 1.0,
    };
    let file = BASE64_STANDARD.encode(gif::write(&game.read()?, &film)?);
    let notes = Vec::new();
    Ok(Reply::File { file, notes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(text: &str) -> Reply {
        answer(
            Query::Open { file: BASE64_STANDARD.encode(text), rule: None, size: None, insist: false },
            &PageContext::default(),
        )
    }

    fn tree(text: &str) -> TreeText {
        match opened(text) {
            Reply::Record { tree, .. } => tree,
            other => panic!("{other:?}"),
        }
    }

    fn refusal(reply: Reply) -> String {
        match reply {
            Reply::Refused { why, .. } => why.text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_file_with_variations_comes_back_with_them() {
        let text = "(;GM[4]SZ[15]RU[caro];B[hh]C[middle](;W[ih];B[aa])(;W[hi]))";
        let tree = tree(text);
        let after: Vec<Option<usize>> = tree.nodes.iter().map(|node| node.after).collect();
        assert_eq!(after, [None, Some(0), Some(1), Some(0)]);
        assert_eq!(tree.nodes[3].point, "h7");
        assert_eq!(tree.game.rule, "caro");
        let written = String::from_utf8(tree.sgf().unwrap()).unwrap().replace('\n', "");
        assert!(written.contains(";B[hh]C[middle](;W[ih];B[aa])(;W[hi])"), "{written}");
    }

    #[test]
    fn a_result_that_does_not_follow_from_the_moves_comes_back() {
        for result in ["B+R", "W+T", "B+", "0"] {
            let tree = tree(&format!("(;GM[4]SZ[15]RE[{result}];B[hh];W[hi])"));
            let written = String::from_utf8(tree.sgf().unwrap()).unwrap();
            assert!(written.contains(&format!("RE[{result}]")), "{written}");
        }
        let five = "(;GM[4]SZ[15]RE[B+]GC[five];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae])";
        assert_eq!(tree(five).reason, "", "the moves show it");
    }

    #[test]
    fn other_properties_of_a_file_are_preserved() {
        let text = "(;GM[4]SZ[15]RU[caro]KM[0]C[before]ST[2];B[hh]C[120 ms\nmiddle]TE[1](;W[ih]LB[hh:A][ih:\\]])(;W[hi]XY[é]))";
        let tree = tree(text);
        assert_eq!((tree.comment.as_str(), tree.more.as_str()), ("before", "KM[0]ST[2]"));
        assert_eq!((tree.nodes[0].time, tree.nodes[0].more.as_str()), (Some(120), "TE[1]"));
        let written = String::from_utf8(tree.sgf().unwrap()).unwrap();
        for kept in
            ["C[before]KM[0]ST[2]", ";B[hh]C[120 ms\nmiddle]TE[1](;", "(;W[ih]LB[hh:A][ih:\\]])", "(;W[hi]XY[é])"]
        {
            assert!(written.replace("\n(", "(").contains(kept), "{kept} in {written}");
        }
        let again = opened(&written);
        let Reply::Record { tree: again, notes, .. } = again else { panic!("{again:?}") };
        assert_eq!(again.sgf().unwrap(), written.as_bytes());
        assert!(notes.is_empty());
        let Reply::Record { notes, .. } = opened("(;SZ[15];C[only words];B[hh])") else { panic!("a record") };
        assert_eq!(notes[0].text, "the text of a node without a move is left out");
        assert_eq!(notes.len(), 1);
    }

    #[test]
    fn links_and_drawings_are_read() {
        for link in ["h8i9", "https://gomocalc.com/#/h8i9", "h8 i9"] {
            let tree = tree(link);
            let points: Vec<&str> = tree.nodes.iter().map(|n| n.point.as_str()).collect();
            assert_eq!(points, ["h8", "i9"], "{link}");
        }
        let drawn = tree(". . . . .\n. X . . .\n. . O . .\n. . . X .\n. . . . .");
        assert_eq!((drawn.game.black.as_str(), drawn.game.width), ("b4d2", 5));
        assert_eq!(drawn.game.first, super::super::game::Side::White);
        let two = [". . . . .\n. X . . .\n. . O . .\n. . . X .\n. . . . ."; 2].join("\n\n");
        let Reply::Record { tree, notes, .. } = opened(&two) else { panic!("a record") };
        assert_eq!((tree.game.height, notes[0].text.as_str()), (5, "another drawing of the text is left out"));
    }

    #[test]
    fn a_paste_without_rule_or_board_reports_the_assumed_ones() {
        let assumed = |text: &str| match opened(text) {
            Reply::Record { tree, assumed, .. } => {
                let size = format!("{}x{}", tree.game.width, tree.game.height);
                (tree.game.rule, size, assumed.rule, assumed.board)
            }
            other => panic!("{text}: {other:?}"),
        };
        let (freestyle, fifteen) = ("freestyle".to_string(), "15x15".to_string());
        let nothing_named = (freestyle.clone(), fifteen.clone(), true, true);
        for text in ["h8i9", "(;GM[4];B[hh])", "https://gomocalc.com/#/h8i9", "BOARD\n7,7,2\nDONE"] {
            assert_eq!(assumed(text), nothing_named, "{text}");
        }
        let nineteen = "19x19".to_string();
        let larger = (freestyle.clone(), nineteen.clone(), true, true);
        for text in ["h8i19", "(;GM[4];B[rh])", "BOARD\n7,18,2\nDONE"] {
            assert_eq!(assumed(text), larger, "{text}");
        }
        assert_eq!(assumed("(;GM[4]RU[caro]SZ[15];B[hh])"), ("caro".into(), fifteen, false, false));
        let psq = "Piskvorky 19x19, 11:11, 0\n8,8,0\n";
        assert_eq!(assumed(psq), (freestyle, nineteen, true, false));
    }

    #[test]
    fn a_book_of_renlib_is_a_tree_with_its_letters() {
        let head = b"\xffRenLib\xff\x03\x04..........";
        // h8; its children are i8, and i9 with the label A
        let nodes = [0, 0, 0x78, 0, 0x79, 0xc0, 0x69, 0x41, 0, 1, b'A', 0];
        let file = BASE64_STANDARD.encode([&head[..], &nodes].concat());
        let ask = Query::Open { file, rule: Some("renju".into()), size: Some("19".into()), insist: false };
        let reply = answer(ask, &PageContext::default());
        let Reply::Record { tree, notes, .. } = reply else { panic!("{reply:?}") };
        let points: Vec<&str> = tree.nodes.iter().map(|n| n.point.as_str()).collect();
        assert_eq!(points, ["h8", "i8", "i9"]);
        assert_eq!((tree.nodes[0].more.as_str(), tree.game.width), ("LB[ig:A]", 15));
        assert!(notes.is_empty(), "{notes:?}");
    }

    #[test]
    fn errors_in_a_file_are_those_of_the_reader() {
        for (text, said) in [
            ("", "the file is empty"),
            ("(;SZ[15];B[aa];W[aa])", "W[aa]: point already taken"),
            ("h8h8", "move 2, h8: point already taken"),
            ("(;GM[1]SZ[19]KM[6.5];B[aa])", "KM[6.5]"),
            ("a1a3b1b3c1c3d1d3e1h8", "the game is already over"),
            ("\u{0}\u{1}", "binary"),
        ] {
            let why = refusal(opened(text));
            assert!(why.contains(said), "{text}: {why}");
        }
        let insist = opened("(;GM[2]SZ[15];B[aa])");
        assert!(matches!(insist, Reply::Refused { insist: true, .. }));
    }

    #[test]
    fn a_game_becomes_a_film_that_can_be_seen_anywhere() {
        let film = |moves: &str, from| {
            let game =
                GameText { width: 9, height: 9, rule: "renju".into(), moves: moves.into(), ..GameText::default() };
            let ask = Query::Film { game, from, numbers: true, delay: 700 };
            answer(ask, &PageContext::default())
        };
        let bytes = |from| match film("e5e6f6", from) {
            Reply::File { file, notes } if notes.is_empty() => BASE64_STANDARD.decode(file).unwrap(),
            other => panic!("{other:?}"),
        };
        let pictures = |from| bytes(from).windows(2).filter(|pair| pair == b"\x21\xf9").count();
        assert!(bytes(0).starts_with(b"GIF89a"));
        assert_eq!([0, 2, 3].map(pictures), [4, 2, 1]);
        assert!(refusal(film("e5e5", 0)).contains("already taken"));
    }

    #[test]
    fn threats_are_those_of_the_rule() {
        let threats = |rule: &str, moves: &str| {
            let game =
                GameText { width: 15, height: 15, rule: rule.into(), moves: moves.into(), ..GameText::default() };
            match answer(Query::Threats { game }, &PageContext::default()) {
                Reply::Threats { threats } => threats,
                other => panic!("{other:?}"),
            }
        };
        let at = |rule: &str, moves: &str, point: &str| {
            let found = threats(rule, moves).into_iter().filter(|threat| threat.point == point);
            found.map(|threat| (threat.side, threat.what)).collect::<Vec<_>>()
        };
        use crate::game::Side::{Black, White};
        let double_three = "g8a1f8c1h7e1h6g1";
        assert_eq!(at("freestyle", double_three, "h8"), [(Black, "double three")]);
        assert_eq!(at("renju", double_three, "h8"), [], "it is forbidden");
        let white = "a1g8c1f8e1h7g1h6";
        assert_eq!(at("renju", white, "h8"), [(White, "double three")]);
        let four = "h8h1i8j1j8l1k8n1";
        assert_eq!(at("freestyle", four, "g8"), [(Black, "five")]);
        let six = "f8a1g8c1h8e1j8g1k8i1";
        assert_eq!(at("freestyle", six, "i8"), [(Black, "five")]);
        assert_eq!(at("standard", six, "i8"), []);
        assert!(threats("freestyle", "a1b1a2b2a3b3a4b4a5").is_empty(), "the game is over");
    }

    #[test]
    fn a_tree_that_is_none_is_refused() {
        let mut tree = tree("h8i9");
        tree.nodes[0].after = Some(1);
        assert!(tree.sgf().unwrap_err().to_string().contains("stands before"));
        tree.nodes[0].after = Some(7);
        assert!(tree.main_line().is_err());
    }
}
