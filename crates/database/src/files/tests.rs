use super::*;
use crate::{Database, ImportCounts, Place, Record, Records, Results};
use tengen_core::board::{BoardSize, Point};
use tengen_core::rules::{Rule, Variant};
use tengen_testkit::{FREESTYLE, RENJU, after_moves};

/// Imports these bytes into a new database. Returns it with the statistics and the messages.
fn read(name: &str, bytes: &[u8]) -> (Database, ImportCounts, Vec<String>) {
    let mut database = Database::in_memory();
    let mut import = Import::into(&mut database);
    let mut refused = Vec::new();
    let mut refuse = |why| refused.push(why);
    import.read(bytes, name, Defaults::of(FREESTYLE, BoardSize::FIFTEEN), &mut refuse).unwrap();
    let counts = import.end().unwrap();
    (database, counts, refused)
}

fn known(database: &Database, moves: &str, rule: Rule) -> Option<Record> {
    database.get(Place::of(&after_moves(BoardSize::FIFTEEN, moves), rule).key()).unwrap()
}

fn results(database: &Database, moves: &str, rule: Rule) -> Results {
    known(database, moves, rule).map(|record| record.results).unwrap_or_default()
}

#[test]
fn renju_nets_collection_is_read() {
    let xml = r#"<?xml version="1.0" encoding="UTF-8"?>
        <database><players><player id="1" name="A &amp; B"/></players><games>
        <game id="7" rule="1" black="1" white="2" bresult="1" btime="0"><move>h8 i9 g7</move><info>h1</info></game>
        <game id="8" rule="1" black="1" white="2" bresult="0.5"><move>h8 i9
        </move><info/></game>
        <game id="9" bresult="0"><move>h8 h8</move></game><game id="10" bresult="0"><move/></game>
        <game id="11" bresult="0"><move>g7</move></game></games></database>"#;
    let (database, counts, refused) = read("rif", xml.as_bytes());
    assert_eq!((counts.games, refused.len()), (3, 2), "{refused:?}");
    assert!(refused[0].starts_with("game 9: "), "{refused:?}");
    let root = results(&database, "", RENJU);
    assert_eq!((root.black, root.drawn, root.white), (1, 1, 1));
    assert_eq!(results(&database, "h8i9g7", RENJU).black, 1);
}

#[test]
fn gomocups_results_are_filed_under_their_rules() {
    let game =
        |last: &str| format!("Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,0\r\na.zip\r\nb.zip\r\n-1\r\n{last}\r\n");
    for (last, variant, black, white, drawn) in [
        ("1,Renju_1", Variant::Renju, 1, 0, 0),
        ("2,Renju_1", Variant::Renju, 0, 1, 0),
        ("0,Standard_2", Variant::Standard, 0, 0, 1),
        ("2,Fastgame_1", Variant::Freestyle, 0, 1, 0),
    ] {
        let (database, counts, refused) = read("gomocup", game(last).as_bytes());
        assert_eq!((counts.games, refused.len()), (1, 0), "{last}: {refused:?}");
        let results = results(&database, "h8i9", Rule::new(variant));
        assert_eq!((results.black, results.white, results.drawn), (black, white, drawn), "{last}");
    }
    let both = game("1,Renju_1") + &game("2,Caro_1");
    let (database, counts, _) = read("gomocups", both.as_bytes());
    assert_eq!((counts.games, results(&database, "h8", Rule::new(Variant::Caro)).white), (2, 1));
}

/// White begins, and black moves twice.
#[test]
fn a_game_of_moves_out_of_turn_is_counted() {
    let file = b"(;GM[4]SZ[15]RE[B+];W[hh];B[ig])(;GM[4]SZ[15]RE[B+];B[hh];B[ig];W[gg])";
    let (_, counts, refused) = read("turns", file);
    assert_eq!((counts.games, refused.len()), (2, 0), "{refused:?}");
}

fn library(nodes: &[u8]) -> Vec<u8> {
    let mut file = b"\xffRenLib\xff\x03\x04".to_vec();
    file.extend([0xff; 10]);
    file.extend(nodes);
    file
}

#[test]
fn a_library_of_renlib_is_study_and_no_game() {
    // after h8: i8 with a comment, and i9 with a label
    let nodes = [0, 0, 0x78, 0, 0x79, 0xc8, b'a', b'b', 0, 0, 0x69, 0x41, 0, 1, b'A', 0];
    let (database, counts, refused) = read("lib", &library(&nodes));
    assert_eq!((counts.games, counts.studied), (0, 4), "{refused:?}");
    let record = |moves: &str| known(&database, moves, FREESTYLE);
    assert_eq!(record("h8i8").unwrap().comment, "ab");
    assert_eq!(record("h8g9").unwrap().label, "A", "turned");
    let root = record("").unwrap();
    assert_eq!((root.results.games(), root.source.as_str()), (0, "lib"));
    assert_eq!(record("h8h7i8"), None);
    // positions without any comment are merged too
    let mut joined = Database::in_memory();
    assert_eq!(joined.merge(&database).unwrap().studied, 4);
    assert_eq!(joined.count().unwrap(), database.count().unwrap());
}

#[test]
fn a_board_text_with_a_line_feed_is_no_label() {
    // after h8: i8 with the board text "a", 0x08, "OK"
    let nodes = [0, 0, 0x78, 0, 0x79, 0x41, 0, 1, b'a', 8, b'O', b'K', 0, 0];
    let (database, counts, refused) = read("line-feed", &library(&nodes));
    assert_eq!((counts.studied, refused.len()), (3, 0), "{refused:?}");
    database
        .each(|_, record| {
            assert_eq!(record.label, "");
            assert!(["", "a\nOK"].contains(&record.comment.as_str()), "{record:?}");
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_broken_library_of_renlib_is_read_up_to_there() {
    let nodes = [0, 0, 0x78, 0, 0x79, 0x88, b'a', 0, 0x78, 0x40, 0x68, 0x08, b'a'];
    let (_, counts, refused) = read("broken-lib", &library(&nodes));
    assert_eq!((counts.studied, refused.len()), (3, 2), "{refused:?}");
    assert!(refused[0].contains("a stone on an occupied point"), "{refused:?}");
    assert!(refused[1].contains("breaks off"), "{refused:?}");
}

#[test]
fn pastes_of_all_kinds_are_games() {
    for (name, text) in [
        ("link", "https://gomocalc.com/#/h8i9"),
        ("page-link", "https://example.org/#size=15x15&rule=freestyle&moves=h8i9"),
        ("board", "START 15\nBOARD\n7,7,1\n8,6,2\nDONE\n"),
        ("playok", "[Site \"PlayOK\"]\n[Black \"a\"]\n\n1. h8 i9 0-1\n"),
        ("pos", "\u{2}pY"),
    ] {
        let (database, counts, refused) = read(name, text.as_bytes());
        assert_eq!((counts.games, refused.len()), (1, 0), "{name}: {refused:?}");
        let moves = if name == "pos" { "h8o10" } else { "h8i9" };
        assert_eq!(results(&database, moves, FREESTYLE).games(), 1, "{name}");
    }
}

#[test]
fn games_below_heads_are_read_with_their_results() {
    let heads = |result: &str| format!("[Event \"?\"]\n[Black \"a\"]\r\n[White \"b\"]\n[Result \"{result}\"]\n\n");
    let [black, white, drawn] = ["1-0", "0-1", "1/2-1/2"].map(heads);
    let text = format!(
        "\u{feff}{black}1. h8 i9 2. g7\nf6 1-0\n\n{white}1. h8 g9 0-1\n{drawn}{drawn}1. h8 e4 1. x\n\n\n{drawn}1. h8 e5 1/2"
    );
    let (database, counts, refused) = read("heads", text.as_bytes());
    assert_eq!((counts.games, refused.len()), (3, 1), "{refused:?}");
    assert!(refused[0].starts_with("game 3: "), "{refused:?}");
    let root = results(&database, "h8", FREESTYLE);
    assert_eq!((root.black, root.white, root.drawn), (1, 1, 1));
    let endless = format!("{black}{}", "1. h8 i9\n".repeat(10_000));
    let (_, counts, refused) = read("endless-heads", endless.as_bytes());
    assert_eq!((counts.games, refused.len()), (0, 1), "{refused:?}");
    assert!(refused[0].contains("too long"), "{refused:?}");
}

#[test]
fn xml_of_others_and_xml_that_breaks_off_are_refused_in_a_sentence() {
    for (name, text) in [
        ("html", "<html><body>no games</body></html>"),
        ("broken", "<database><games><game id=\"1\"><move>h8</database>"),
        ("open", "<database><games><game id=\"1\"><move>h8"),
    ] {
        let (_, counts, refused) = read(name, text.as_bytes());
        assert_eq!(counts.games, 0, "{text}");
        assert!(refused.len() <= 1, "{refused:?}");
        assert!(name == "open" || !refused.is_empty());
    }
}

#[test]
fn one_game_per_line_is_read_and_wrong_lines_are_reported() {
    let text = "h8i9\n\nh8h9g7\nh8h8\nhello\n h8 g9 \n";
    let (database, counts, refused) = read("lines", text.as_bytes());
    assert_eq!((counts.games, counts.again), (2, 1), "{refused:?}");
    assert_eq!(refused.len(), 2, "{refused:?}");
    assert!(refused[0].starts_with("line 4: "), "{refused:?}");
    assert_eq!(results(&database, "h8", FREESTYLE).open, 2);
}

#[test]
fn rif_is_read_in_the_charset_that_it_declares() {
    let mut xml = b"<?xml version=\"1.0\" encoding=\"windows-1251\"?><database><games>
        <game id=\"1\" bresult=\"1\"><info>\xcf\xe0\xf0\xf2\xe8\xff</info><move>h8 i9</move></game>
        <game id=\"\xcf\"><move>h8 h8</move></game></games></database>"
        .to_vec();
    let (database, counts, refused) = read("charset", &xml);
    assert_eq!((counts.games, refused.len()), (1, 1), "{refused:?}");
    assert!(refused[0].starts_with("game П: "), "{refused:?}");
    assert_eq!(results(&database, "h8i9", RENJU).black, 1);
    // Bytes of another charset without a declaration are not valid XML.
    xml.drain(..xml.iter().position(|byte| *byte == b'>').unwrap() + 1);
    let (_, _, refused) = read("no-charset", &xml);
    assert!(!refused.is_empty());
}

#[test]
fn thousands_of_comments_on_one_position_are_joined_in_linear_time() {
    const COUNT: usize = 16_000;
    let mut nodes = vec![0, 0];
    for number in 0..COUNT {
        // h8 repeatedly, the last one without a sibling
        nodes.extend([0x78, if number + 1 < COUNT { 0xc8 } else { 0x48 }]);
        nodes.extend(format!("comment {number:06}").bytes().chain([0, 0]));
    }
    let begun = std::time::Instant::now();
    let (database, counts, refused) = read("comments", &library(&nodes));
    assert_eq!((counts.studied, refused.len()), (COUNT as u64 + 1, 0), "{refused:?}");
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    let mut longest = String::new();
    database
        .each(|_, record| {
            longest = std::cmp::max_by_key(record.comment, std::mem::take(&mut longest), String::len);
            Ok(())
        })
        .unwrap();
    assert!(longest.starts_with("comment 000000\ncomment 000001\n"), "{longest:.50}");
    assert_eq!(longest.len(), crate::COMMENT);
}

#[test]
fn a_collection_and_other_files_are_read() {
    let sgf = "(;GM[4]SZ[15]RE[B+R];B[hh];W[ii])\n(;GM[4]SZ[15];B[hh];W[hh])(;GM[4]SZ[15];B[aa])";
    let (_, counts, refused) = read("sgf", sgf.as_bytes());
    assert_eq!((counts.games, refused.len()), (2, 1), "{refused:?}");
    assert!(refused[0].starts_with("game 2: "), "{refused:?}");
    for (name, text, games) in [
        ("numbered", "1. h8 i9\n2. g7", 1),
        ("empty", "", 0),
        ("binary", "\0\u{1}\u{2}", 0),
        ("training", "TNGGAME2", 0),
    ] {
        let (_, counts, refused) = read(name, text.as_bytes());
        assert_eq!(counts.games, games, "{name}");
        assert_eq!(refused.is_empty(), games > 0, "{name}: {refused:?}");
    }
}

#[test]
fn games_of_self_play_are_read() {
    use tengen_core::board::Colour;
    use tengen_records::training::{GameResult, GameWriter, Searched, TrainingGame};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.games");
    let mut writer = GameWriter::create(&path, "a test").unwrap();
    let best = Point::new(8, 8);
    let game = TrainingGame {
        rule: FREESTYLE,
        size: BoardSize::FIFTEEN,
        source: 1,
        opening: vec![Point::new(7, 7)],
        moves: vec![Searched { point: best, best, score: 3 }],
        result: GameResult::Won(Colour::White),
    };
    writer.add(&game).unwrap();
    writer.flush().unwrap();
    let (database, counts, refused) = read("played", &std::fs::read(&path).unwrap());
    assert_eq!((counts.games, refused.len()), (1, 0), "{refused:?}");
    assert_eq!(results(&database, "h8i9", FREESTYLE).white, 1);
}

#[test]
fn xml_without_an_end_is_refused_in_little_memory() {
    let refused =
        |start: &str, again: &str| read("a", (start.to_string() + &again.repeat(100_000)).as_bytes()).2.join("; ");
    let long = "a tag or text of more than";
    assert!(refused("<database><game id='", "1234567890123456").contains(long));
    assert!(refused("<database><game><move>", "h8 h9 h10 h11 ").contains(long));
    assert!(refused("<database><!-- ", "1234567890123456").contains(long));
    let deep = refused("<database>", "<game>");
    assert!(deep.contains("too deep"), "{deep}");
    let moves = refused("<database><game>", "<move>h8 </move>");
    assert_eq!(moves, "game without a number: the file ends within it");
    let many = "<database><game id=\"7\">".to_string() + &"<move>h8 </move>".repeat(30_000);
    let (_, _, messages) = read("long", (many + "</game></database>").as_bytes());
    assert_eq!(messages, ["game 7: it has more moves than any board"]);
}

/// h8, which wins by a label without plies; after it i9, with a value, a comment and the label B.
fn yixin() -> Vec<u8> {
    use tengen_core::board::{Colour, Stone};
    use tengen_records::yixin::{BookEntry, head};
    let stone = |x, y, colour| Stone { point: Point::new(x, y), colour };
    let first = BookEntry {
        rule: RENJU,
        size: BoardSize::FIFTEEN,
        stones: vec![stone(7, 7, Colour::Black)],
        to_move: Colour::White,
        label: b'W',
        value: 0,
        depth: 0,
        bound: 0,
        texts: vec![(Point::new(8, 6), "B".into()), (Point::new(0, 0), "five5".into())],
        comment: String::new(),
    };
    let second = BookEntry {
        stones: vec![stone(7, 7, Colour::Black), stone(8, 6, Colour::White)],
        to_move: Colour::Black,
        label: 0xff,
        value: -35,
        depth: 12,
        bound: 2,
        texts: Vec::new(),
        comment: "good".into(),
        ..first.clone()
    };
    let entries = [first, second].map(|entry| entry.write().unwrap());
    [head(2), entries.concat()].concat()
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = lz4_flex::frame::FrameEncoder::new(Vec::new());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_database_of_yixin_is_read_compressed_or_not() {
    for (name, bytes) in [("yixin", yixin()), ("yixin-lz4", compressed(&yixin()))] {
        let (database, counts, refused) = read(name, &bytes);
        assert_eq!((counts.studied, refused), (4, vec![]));
        assert_eq!(known(&database, "h8", RENJU).unwrap().proof, Some(crate::Proof::Loss(100)));
        let second = known(&database, "h8i9", RENJU).unwrap();
        let value = second.value.unwrap();
        assert_eq!((value.score, value.depth, value.bound), (-35, 12, crate::Bound::Lower));
        assert_eq!((second.label.as_str(), second.comment.as_str()), ("B", "good"));
        assert_eq!(known(&database, "h8a15", RENJU).unwrap().comment, "five5");
    }
}

#[test]
fn a_damaged_database_of_yixin_is_refused_in_a_sentence() {
    for (name, bytes) in
        [("yixin-cut", yixin()[..yixin().len() - 3].to_vec()), ("yixin-frame", compressed(b"")[..4].to_vec())]
    {
        let (_, _, refused) = read(name, &bytes);
        assert_eq!(refused.len(), 1, "{refused:?}");
    }
}

#[test]
fn what_is_written_for_yixin_is_read_back() {
    let (database, ..) = read("yixin-write", &yixin());
    let mut bytes = Vec::new();
    let counts = crate::write_yixin(&database, &mut bytes).unwrap();
    assert_eq!((counts.written, counts.left_out), (3, 0));
    let (again, ..) = read("yixin-again", &bytes);
    for moves in ["h8", "h8i9", "h8a15"] {
        let [before, after] = [&database, &again].map(|database| {
            let record = known(database, moves, RENJU).unwrap();
            Record { source: String::new(), ..record }
        });
        assert_eq!(before, after, "{moves}");
    }
    let (caro, ..) = read("yixin-caro", b"(;GM[4]SZ[15]RU[caro];B[hh])");
    let counts = crate::write_yixin(&caro, &mut Vec::new()).unwrap();
    assert_eq!((counts.written, counts.left_out), (0, 2));
}
