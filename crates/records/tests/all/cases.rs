//! Inputs that were once misread, rejected or lost: each is read as intended or rejected with a message that names the
//! problem.

use tengen_core::board::{BoardSize, Colour, Point, Stone, notation};
use tengen_core::rules::{Forbidden, Rule, Variant, forbidden_at};
use tengen_records::ReadError;
use tengen_records::defaults::Defaults;
use tengen_records::games::{Contents, contents, open};
use tengen_records::opened::Opened;

/// The result of reading an input: setup stones, moves, and the side to move.
fn read(input: &str) -> Result<String, String> {
    let contents = contents(input.as_bytes(), Defaults::default(), false);
    if let Contents::Position(position, _) = contents.map_err(|error| error.to_string())? {
        return Ok(shown(position.size(), position.stones(), "", position.to_move()));
    }
    opened(input).map(|Opened { game, .. }| {
        let moves = game.moves_text();
        shown(game.size, &game.setup, &moves, game.to_move())
    })
}

fn opened(input: &str) -> Result<Opened, String> {
    open(input.as_bytes(), Defaults::default(), false).map_err(|error| error.to_string())
}

/// `15x15 Xh8 Og9 | i9g7 | white`.
fn shown(size: BoardSize, stones: &[Stone], moves: &str, next: Colour) -> String {
    let mut stones = stones.to_vec();
    stones.sort_by_key(|stone| (stone.colour.index(), stone.point.y(), stone.point.x()));
    let name = |stone: &Stone| {
        let letter = ['X', 'O'][stone.colour.index()];
        format!("{letter}{} ", notation::write(stone.point, size))
    };
    let stones: String = stones.iter().map(name).collect();
    format!("{size} {stones}| {moves} | {next}")
}

/// A 15x15 board with a black stone at g8 and a white one at h8, drawn with these labels at the sides, above and below.
fn framed(left: bool, right: bool, above: &str, below: &str) -> String {
    let row = |y: usize| {
        let points = match y {
            8 => ". . . . . . X O . . . . . . .",
            _ => ". . . . . . . . . . . . . . .",
        };
        let label = |shown: bool| {
            if shown { format!("{y:2}") } else { String::new() }
        };
        format!("{} {points} {}\n", label(left), label(right))
    };
    let rows: String = (1..=15).rev().map(row).collect();
    format!("{above}\n{rows}{below}\n")
}

const EMPTY_ROW: &str = ". . . . . . . . . . . . . . .";

/// RenLib's text board.
const TEXT_BOARD: &str = "          X=Black   O=White          \n                                     \n\
    A B C D E F G H I J K L M N O    \n 15 . . . . . . . . . . . . . . . 15 \n\
 14 . . . . . . . . . . . . . . . 14 \n 13 . . . . . . . . . . . . . . . 13 \n\
 12 . . . . . . . . . . . . . . . 12 \n 11 . . . . . . . . . . . . . . . 11 \n\
 10 . . . . . . . . . X . . . . . 10 \n  9 . . . . . . . O O . . . . . . 9  \n\
  8 . . . . . . . X X . . . . . . 8  \n  7 . . . . . . . . . . . . . . . 7  \n\
  6 . . . . . . . . . . . . . . . 6  \n  5 . . . . . . . . . . . . . . . 5  \n\
  4 . . . . . . . . . . . . . . . 4  \n  3 . . . . . . . . . . . . . . . 3  \n\
  2 . . . . . . . . . . . . . . . 2  \n  1 . . . . . . . . . . . . . . . 1  \n\
    A B C D E F G H I J K L M N O    \n    ----- Text Board -----\n\n\
      Black    White\n      1 H8     2 H9 \n      3 J10    4 I9 \n      5 I8 \n\n";

const CAPITALS: &str = "   A B C D E F G H I J K L M N O";

#[test]
fn inputs_that_were_refused_or_misread_are_read() {
    let small = ".....\n.xxx.\n.ooo.\n.....\n.....\n";
    let spaced = ". . . . .\n. X x X .\n. O o O .\n. . . . .\n. . . . .\n";
    let round = "┌─┬─┬─┬─┐\n├─●─●─●─┤\n├─○─○─○─┤\n├─┼─┼─┼─┤\n└─┴─┴─┴─┘\n";
    let grid = "+ + + + +\n+ x x x +\n+ o o o +\n+ + + + +\n+ + + + +\n";
    let boxed = "+---------+\n|. . . . .|\n|. x x x .|\n|. o o o .|\n|. . . . .|\n|. . . . .|\n+---------+\n";
    let six = "5x5 Xb4 Xc4 Xd4 Ob3 Oc3 Od3 |  | black";
    let two = "15x15 Xg8 Oh8 |  | black";
    let quest = "(;GM[4]FF[4]SZ[15];QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii])";
    let psq = "Piskvorky 15x15 , 0 - 0\n8,8,100\n9,8,100\n8,9,100\nBlack\nWhite\n0\n";
    let psq_moves = "15x15 | h8i8h7 | white";
    let three = "15x15 | h8i9g7 | white";
    let passed = "15x15 Xh8 | i9 | white";
    let renlib = TEXT_BOARD.replace('\n', "\r\n");
    let rows = (1..=15).map(|y| format!("{y:2} {}\n", EMPTY_ROW));
    let mut top: Vec<String> = rows.collect();
    for (x, y, sign) in [(4, 2, "X"), (5, 5, "O"), (6, 6, "X"), (7, 7, "X"), (8, 8, "O")] {
        top[y].replace_range(3 + 2 * x..4 + 2 * x, sign);
    }
    let top = format!("   a b c d e f g h i j k l m n o\n{}", top.concat());
    let dashes = framed(false, false, "", "").replace('.', "-");
    let coloured = "\u{1b}[48;5;179m\u{1b}[38;5;94m ".to_string()
        + &framed(true, false, CAPITALS, "").replace(". X O .", "3 1 \u{1b}[1m2\u{1b}[0m .");
    let applet = "<applet code=\"RenLibApplet.class\" width=400>\n<param name=\"moves\" value=\"h8 h9 j10 i9 i8\">\n\
        <param name=\"text3\" value=\"j9 A k10 B\">\n</applet>\n";
    for (input, expected) in [
        (small, six),
        (spaced, six),
        (round, six),
        (grid, six),
        (boxed, six),
        (&framed(true, false, CAPITALS, CAPITALS), two),
        (&framed(true, true, CAPITALS, CAPITALS), two),
        (&framed(false, true, "", CAPITALS), two),
        (&framed(true, false, "a b c d e f g h i j k l m n o", ""), two),
        (&framed(false, false, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", ""), two),
        (&framed(true, false, "abcdefghjklmnop", ""), two),
        (". . . . .\n. 2 1 . .\n. . . . .\n. . . . .\n. . . . .", "5x5 | c4b4 | black"),
        ("h8i9g7", three),
        ("1. h8 {the middle} i9 2. g7", three),
        ("1. h8! i9?! 2. g7 *", three),
        ("7,7 8,6 6,8", three),
        ("(7,7) (8,6) (6,8)", three),
        ("7,7\n8,6\n6,8\n", three),
        ("START 15\nTURN 7,7\n8,6\nTURN 6,8", three),
        ("h8 -- i9", passed),
        ("h8 pass i9", passed),
        ("(;GM[4]SZ[15];B[hh];W[];B[ig])", passed),
        ("(;GM[4]SZ[15];B[hh];W[tt];B[ig])", passed),
        ("(;GM[4]SZ[15];B[hh];B[ig])", passed),
        ("(;GM[4]SZ[15];W[hh];B[ig])", "15x15 | h8i9 | white"),
        ("BOARD\n7,7,1\n-1,-1,2\n8,6,1\n-1,-1,2\nDONE", "15x15 Xi9 Xh8 |  | black"),
        ("YXBOARD\n-1,-1,1\n7,7,2\nDONE", "15x15 | h8 | black"),
        (quest, "15x15 | h8h9j10i9g9i7 | black"),
        ("(;GM[4]FF[4];B[hh];W[ig];B[gi])", three),
        ("(;GM[4];B[hh];W[sa])", "19x19 | h12s19 | black"),
        ("{[C5][A B][C W][先手胜][2017.08.01 place][2017 CCGC];B(J,10);W(L,10);B(K,9)}", "15x15 | j10l10k9 | white"),
        ("[[7,7],[8,6],[6,8]]", three),
        ("B h8 W i9 B g7", three),
        (&dashes.replace('-', "0").replace('X', "1").replace('O', "-1"), two),
        ("[[0,0,0,0,0],[0,1,1,1,0],[0,2,2,2,0],[0,0,0,0,0],[0,0,0,0,0]]", six),
        (
            &applet.replace("<applet code", "<object classid").replace("</applet", "</object"),
            "15x15 | h8h9j10i9i8 | white",
        ),
        (psq, psq_moves),
        (&renlib, "15x15 | h8h9j10i9i8 | white"),
        (&top, "15x15 Xh8 Xg7 Xe3 Oi9 Of6 |  | white"),
        (&dashes, "15x15 Xg8 Oh8 |  | black"),
        (&format!("{dashes}\n(O to move)\n"), "15x15 Xg8 Oh8 |  | white"),
        (&format!("Black: O\nWhite: X\n{dashes}"), "15x15 Xh8 Og8 |  | black"),
        (&coloured, "15x15 | g8h8f8 | white"),
        ("1. Vit G9, Svart G8\n2. Vit H8", "15x15 | g9g8h8 | black"),
        (applet, "15x15 | h8h9j10i9i8 | white"),
        ("https://example.org/?init_steps=h8_i9_g7", three),
        ("1. h8 i9 2. g7 white 3. -- f6", "15x15 | h8i9g7f6 | black"),
        ("\u{feff}1. h8 i9\r2. g7\r", three),
        (&psq.replace(" , 0 - 0", ""), psq_moves),
        (&psq.replace("Piskvorky 15x15 , 0 - 0", "PISKVORKY 15 X 15"), psq_moves),
    ] {
        assert_eq!(read(input).as_deref(), Ok(expected), "{input}");
    }
}

/// Whether the error has data, and texts in other languages, instead of words of the system.
fn is_known(error: &ReadError) -> bool {
    match error {
        ReadError::Unreadable { .. } => false,
        ReadError::Line { why, .. }
        | ReadError::At { why, .. }
        | ReadError::Move { why, .. }
        | ReadError::SetUp { why, .. }
        | ReadError::Drawing { why }
        | ReadError::Known { why } => is_known(why),
        _ => true,
    }
}

#[test]
fn damaged_training_data_is_refused_in_words_that_have_translations() {
    let read = |bytes: &[u8]| {
        let contents = contents(bytes, Defaults::default(), false)?;
        contents.games(Defaults::default())?.try_for_each(|game| game.map(|_| ()))
    };
    for damaged in [b"TNGGAME2".as_slice(), b"TNGGAME2\x04\0\0\0abc", b"TNGGAME2\x02\0\0\0ab\xff\xff\xff\xff\xff\xff"] {
        assert_eq!(read(damaged), Err(ReadError::Training), "{damaged:?}");
    }
}

#[test]
fn what_is_not_understood_is_refused_in_a_sentence_that_names_it() {
    let matrix = framed(false, false, "", "").replace('.', "0").replace('X', "1").replace('O', "2");
    let answer = framed(true, false, "", CAPITALS).replace("X O .", "X O 1") + "100001 nodes, 0.25 s\n";
    let cell = |c: char| framed(true, false, CAPITALS, "").replacen('.', &c.to_string(), 1);
    for (input, named) in [
        (cell('b').as_str(), "\"b\" in row 1 means nothing"),
        (&cell('B'), "\"B\" in row 1 means nothing"),
        (&cell('?'), "\"?\" in row 1 means nothing"),
        (&cell('0'), "\"0\" in row 1 means nothing"),
        (&cell('×'), "\"×\" in row 1 means nothing"),
        (&cell('é'), "\"é\" in row 1 means nothing"),
        (". . . . .\n. 3 1 . .\n. . . . .\n. . . . .\n. . . . .", "found 3 instead of 2"),
        (&cell(' '), "row 1 has 14 points"),
        ("1.h8 i9 2.g7 (2.g6 f5) f6", "\"(2.g6 f5)\" is a variation"),
        ("1. h8 {the middle i9", "a \"{\" has no \"}\""),
        ("h8 7,7", "both as h8 and as 7,7"),
        ("h8 i9 resigns", "\"resigns\" is not a point"),
        ("h8 z9", "\"z9\" is not a point of a 15x15 board"),
        ("7,7 40,40", "40,40 is not on a board of 15x15"),
        ("8,-3, 6,-4", "unknown game format"),
        ("(;GM[4]SZ[15];QPR[hh,h9])", "QPR[hh,h9] is not a list of points"),
        ("{[C6][A B][C W]}", "[C6] is another game"),
        ("{[C5][A B][C W][?];B(J,10)}", "[?] is not a result"),
        ("{[C5][A B][C W][];B(J,10);B(K,9)}", "move 2, B(K,9): out of turn"),
        ("{[C5][A B][C W][];B(J,16)}", "move 1, B(J,16): point off the board"),
        ("{[C5][A B][C W][];J10}", "move 1, J10: no move like B(J,10)"),
        ("{\"moves\": []}", "JSON"),
        ("[Site \"PlayOK\"]\n\n1. h8 i9 2. jump", "\"jump\" is not a move"),
        ("[Site \"PlayOK\"]\n[Result \"38-26\"]\n\n1. h8", "\"38-26\" is not a result"),
        ("[GameType \"gomoku,x\"]\n\n1. h8", "\"gomoku,x\" is not a game type"),
        ("1. h8 i9 2. j8 white 3. g7", "g7 is in the place of the other side"),
        ("[Site \"PlayOK\"]\n\n1. h8 i9 3. j8", "found 3. behind 2 entries"),
        ("[Black \"a\"]\n\n1. h8 Nf3", "\"Nf3\" is not a move"),
        ("https://example.org/?a=h8i9&b=h8h9", "several lists of moves"),
        ("https://www.playok.com/p/?g=gm14", "copy the text"),
        ("<applet code=RenLibApplet></applet>", "the applet has no moves"),
        (&framed(true, false, CAPITALS, "o n m l k j i h g f e d c b a"), "contradict"),
        (&framed(true, false, "a b c d e f", ""), "6 columns are labelled, not 15"),
        (&format!("{}\n1. h8 g8", framed(false, false, "", "")), "does not agree with the drawing"),
        ("BOARD\n-1,-2,1\nDONE", "-1,-2 is not on a board"),
        (&matrix.replacen("1 2", "1 3", 1), "\"3\" in row 8 means nothing; in a drawing of numbers 0 is empty"),
        (&matrix.replacen("1 2", "1 X", 1), "\"X\" in row 8 means nothing; in a drawing of numbers"),
        (&matrix.replacen("1 2", "1 -", 1), "\"-\" in row 8 means nothing; in a drawing of numbers"),
        (&matrix.replacen("1 2", "1", 1), "row 8 has 14 points"),
        (&matrix.replace('0', "-1").replace('2', "0"), "not clear which number means an empty point"),
        (&format!("freestyle, 15x15, black to move after 2 stones\n{answer}"), "an answer of tengen"),
        (&format!("VCF: black wins in 1 plies: i8\n{answer}"), "an answer of tengen"),
        ("https://example.org/?m=0707,0806", "\"0707,0806\" may count columns and rows from 0 or from 1"),
    ] {
        let why = open(input.as_bytes(), Defaults::default(), false).expect_err(input);
        assert!(why.to_string().contains(named), "{input}: {why}");
        assert!(is_known(&why), "{why}");
    }
}

#[test]
fn a_record_of_a_contest_keeps_names_result_and_place() {
    let record = "{[C5][A B][C W][后手胜][2017.08.01 place][2017 CCGC];B(J,10)}";
    let opened = opened(record).unwrap();
    assert_eq!(opened.game.players, ["A", "C"]);
    let ending = opened.game.ending.unwrap();
    assert_eq!(ending.winner, Some(Colour::White));
    assert!(opened.assumed.rule && !opened.assumed.board);
    let file = opened.source.unwrap().with(&opened.game).bytes;
    let file = String::from_utf8(file).unwrap();
    for kept in ["DT[2017-08-01]", "PC[place]", "EV[2017 CCGC]"] {
        assert!(file.contains(kept), "{kept} in {file}");
    }
    let (gb, _, _) = encoding_rs::GB18030.encode(record);
    let read = open(&gb, Defaults::default(), false).unwrap();
    assert_eq!(read.game, opened.game);
}

#[test]
fn what_is_doubtful_is_reported() {
    let doubt =
        |input: &str| opened(input).unwrap().doubts.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    assert!(doubt("(;GM[4]SZ[15];XPR[hh,hg];B[gg])").contains("XPR[hh,hg] may mean stones"));
    assert!(doubt("(;GM[4]SZ[15]RU[house rule];B[gg])").contains("RU[house rule] is an unknown rule"));
    assert!(doubt("(;GM[4]SZ[15];B[gg];W[])").contains("W[] is a pass"));
    assert_eq!(doubt("(;GM[4]SZ[15]RE[1-0];B[gg])"), "RE[1-0] is not a result: read without one");
    assert_eq!(doubt("[Result \"2-0\"]\n\n1. h8 i9"), "Result \"2-0\" is not a result: read without one");
    for open in ["", "?", "Void"] {
        assert_eq!(doubt(&format!("(;GM[4]SZ[15]RE[{open}];B[gg])")), "");
    }
    assert!(doubt("h8 pass i9").contains("move 2 is a pass"));
    let numbered = framed(true, false, CAPITALS, "").replace("X O", "1 2");
    assert_eq!(doubt(&numbered), "");
    assert_eq!(doubt(&numbered.repeat(2)), "another drawing of the text is left out");
    assert_eq!(doubt("pass h8 i9"), "");
    assert_eq!(doubt("1. Vit G9, Svart G8"), "");
    assert_eq!(doubt("1. Vit G9\n2. Vit H8"), "H8 is out of turn: the stones before it are set up");
    assert!(doubt("(;GM[4]SZ[15];B[gg];B[hh])").contains("B[hh] is out of turn: the stones"));
    assert_eq!(doubt("(;GM[4]SZ[15]5A[gg][hh];B[gg])"), "");
    let renju = "(;GM[5]FF[4]5A[gg][hh]SZ[15];B[hh];W[hg];)---";
    assert_eq!(doubt(renju), "GM[5] is another game; it is read as five in a row");
    let read = opened(renju).unwrap();
    assert_eq!(read.game.moves_text(), "h8h9");
    assert_eq!(read.source.unwrap().with(&read.game).bytes, renju.as_bytes());
    let sabaki = "(;GM[1]AP[Sabaki:0.52.2]KM[6.5]SZ[15];B[hh];W[ig])";
    assert!(doubt(sabaki).contains("KM[6.5] says Go; it is read as five in a row"));
    assert_eq!(doubt("(;GM[4]SZ[15]PB[aa]US[bb]TR[cc];B[gg])"), "");
}

#[test]
fn results_are_read_as_programs_write_them() {
    let ending = |result: &str| opened(&format!("(;GM[4]SZ[15]RE[{result}];B[hh];W[ig])")).unwrap().game.ending;
    for (results, winner) in [
        (["B+", "B", "black", "b+", "B+T"], Some(Colour::Black)),
        (["W+", "W", "White", " W + R", "w+f"], Some(Colour::White)),
        (["0", "Draw", "draw", "DRAW", " 0 "], None),
    ] {
        for result in results {
            assert_eq!(ending(result).map(|ending| ending.winner), Some(winner), "{result}");
        }
    }
    for unknown in ["", "?", "Void", "1-0", "0+", "Bert"] {
        assert_eq!(ending(unknown), None, "{unknown}");
    }
    let of_list = |list: &str| opened(list).unwrap().game.ending.map(|ending| ending.winner);
    assert_eq!(of_list("1. h8 i9 2. g7 0-1"), Some(Some(Colour::White)));
    assert_eq!(of_list("h8 i9 1/2-1/2"), Some(None));
    assert_eq!(of_list("h8i9g7"), None);
}

/// The side that made the five of a game, and the winner that its record names.
fn five_and_winner(input: &str) -> (Option<Colour>, Option<Colour>) {
    let game = opened(input).unwrap().game;
    let five = game.played().unwrap().ending().and_then(|ending| ending.winner);
    (five, game.ending.unwrap().winner)
}

#[test]
fn the_side_that_makes_five_is_the_winner_of_a_record() {
    let playok = |result: &str, moves: &str| {
        format!(
            "[Site \"PlayOK\"]\n[Black \"anna\"]\n[White \"bert\"]\n[Result \"{result}\"]\n\
            [GameType \"61,15\"]\n\n{moves} {result}\n"
        )
    };
    // The second seat takes black; the first seat takes white after five stones; no swap.
    let swap = "1. h8 i9 2. j8 black 3. a1 i8 4. a2 g8 5. a3 f8";
    let swap2 = "1. h8 i9 2. j8 j7 3. k8 -- 4. white -- 5. a1 i8 6. a2 l8";
    let plain = "1. h8 a1 2. i8 a2 3. j8 a3 4. k8 a4 5. o15 a5";
    let psq = |winner: u32, group: &str| {
        let moves = "8,8,1\r\n1,1,1\r\n9,8,1\r\n1,2,1\r\n10,8,1\r\n1,3,1\r\n11,8,1\r\n1,4,1\r\n12,8,1\r\n";
        format!("Piskvorky 15x15, 11:11, 0\r\n{moves}a.zip\r\nb.zip\r\n-1\r\n{winner},{group}\r\n")
    };
    for (input, winner) in [
        (playok("0-1", swap), Colour::Black),
        (playok("0-1", swap2), Colour::Black),
        (playok("0-1", plain), Colour::White),
        (psq(1, "Renju_1"), Colour::Black),
        (psq(1, "Fastgame_1"), Colour::Black),
    ] {
        assert_eq!(five_and_winner(&input), (Some(winner), Some(winner)), "{input}");
    }
    let game = opened(&playok("0-1", swap)).unwrap().game;
    assert_eq!((game.players, game.rule), (["bert", "anna"].map(String::from), Rule::new(Variant::Standard)));
    assert_eq!(opened(&psq(1, "Renju_1")).unwrap().game.rule, Rule::new(Variant::Renju));
    let note =
        |rule: &str| format!("by the rule {rule} the moves have another result than the file names; the moves decide");
    let rif = |result: &str| {
        format!(
            "<database><games><game id='7' bresult='{result}'><move>h8 a1 i8 a2 j8 a3 k8 a4 l8</move></game></games></database>"
        )
    };
    let ccgc = "{[C5][A B][C W][后手胜][][];B(H,8);W(A,1);B(I,8);W(A,2);B(J,8);W(A,3);B(K,8);W(A,4);B(L,8)}";
    let headed = "[Black \"a\"]\n[White \"b\"]\n[Result \"0-1\"]\n\n1. h8 a1 2. i8 a2 3. j8 a3 4. k8 a4 5. l8\n";
    let five = ";B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])";
    for (input, winner, rule) in [
        (playok("1-0", swap), Colour::Black, "standard"),
        (playok("1-0", plain), Colour::White, "standard"),
        (psq(2, "Renju_1"), Colour::Black, "renju"),
        (psq(0, "Freestyle_1"), Colour::Black, "freestyle"),
        (rif("0"), Colour::Black, "renju"),
        (rif("0.5"), Colour::Black, "renju"),
        (ccgc.into(), Colour::Black, "freestyle"),
        (headed.into(), Colour::Black, "freestyle"),
        (format!("(;GM[4]SZ[15]RU[caro]RE[W+R]{five}"), Colour::Black, "caro"),
    ] {
        assert_eq!(five_and_winner(&input), (Some(winner), Some(winner)), "{input}");
        assert_eq!(opened(&input).unwrap().doubts, [note(rule).as_str()], "{input}");
    }
    for agrees in [rif("1"), rif(""), format!("(;GM[4]SZ[15]RE[B+T]{five}"), "(;GM[4]SZ[15]RE[W+];B[hh])".into()] {
        assert!(opened(&agrees).unwrap().doubts.is_empty(), "{agrees}");
    }
}

/// RIF, chapter 3: a three counts only if it can become an open four "without at the same time a five in a row is
/// made".
#[test]
fn a_three_that_becomes_a_four_only_with_a_five_is_allowed() {
    let mut position = tengen_core::board::Position::new(BoardSize::FIFTEEN);
    for point in notation::read("f8i8h9h10g4g5g6g7", BoardSize::FIFTEEN).unwrap() {
        position.place(point, Colour::Black, &mut ());
    }
    position.set_to_move(Colour::Black);
    let h8 = Point::new(7, 7);
    let forbidden: Option<Forbidden> = forbidden_at(&position, h8, Rule::new(Variant::Renju));
    assert_eq!(forbidden, None);
}
