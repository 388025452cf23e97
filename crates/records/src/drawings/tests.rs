//! Tests of drawings.

use super::*;
use tengen_core::board::Colour;
use tengen_core::rules::Variant;

fn game(text: &str) -> Option<Game> {
    match read(text, Rule::new(Variant::Renju)) {
        Ok(Drawn::Game(game)) => Some(*game),
        _ => None,
    }
}

#[test]
fn a_diagram_with_numbers() {
    let text = "\n 5  .  . 10  .  .\n 4  .  X  .  9  .\n 3  .  O(11) .  .\n 2  .  .  .  .  .\n 1  .  .  .  .  .\n    a  b  c  d  e\n";
    assert!(is(text));
    let game = game(text).unwrap();
    assert_eq!(game.moves_text(), "d4c5c3");
    assert_eq!((game.setup.len(), game.first), (2, Colour::Black));
}

#[test]
fn a_diagram_without_numbers_or_with_a_gap_is_no_game() {
    let board = |row: &str| format!("5 . . . . .\n4 . . . . .\n3 {row}\n2 . . . . .\n1 . . . . .\n  a b c d e");
    assert!(game(&board("1 2 3 . *")).is_none(), "a row is short");
    assert!(game(&board("1 2*3*. .")).is_some());
    for row in [". X O . .", "1 3 . . .", "1 1 . . .", "0 1 . . .", "1 2 . . ?"] {
        assert!(game(&board(row)).is_none(), "{row}");
    }
}

/// A 5x5 board with a black stone at b4 and a white one at d4, with these labels.
fn framed(above: &str, rows: [&str; 5], below: &str) -> String {
    let points = [". . . . .", ". X . O .", ". . . . .", ". . . . .", ". . . . ."];
    let row = |y: usize| format!("{} {} {}\n", rows[y], points[y], rows[y]);
    let rows: String = (0..5).map(row).collect();
    format!("{above}\n{rows}{below}\n")
}

fn places(text: &str) -> Result<String, String> {
    assert!(is(text), "{text}");
    let Drawn::Position(position) = read(text, Rule::new(Variant::Renju))? else { return Err("a game".into()) };
    let sign = |colour: Colour| ["X", "O"][colour.index()];
    let name = |s: &Stone| sign(s.colour).to_string() + &notation::write(s.point, position.size());
    let mut places: Vec<String> = position.stones().iter().map(name).collect();
    places.sort();
    Ok(places.join(" "))
}

#[test]
fn the_frame_names_the_points() {
    let (down, up) = (["5", "4", "3", "2", "1"], ["1", "2", "3", "4", "5"]);
    let (letters, none) = (["a", "b", "c", "d", "e"], [""; 5]);
    let reversed = ["E", "D", "C", "B", "A"];
    for (above, rows, expected) in [
        ("", none, "Od4 Xb4"),
        ("a b c d e", down, "Od4 Xb4"),
        ("a b c d e", up, "Od2 Xb2"),
        ("", up, "Od2 Xb2"),
        ("ABCDE", up, "Od2 Xb2"),
        ("E D C B A", down, "Ob4 Xd4"),
        ("e d c b a", up, "Ob2 Xd2"),
        ("1 2 3 4 5", letters, "Ob4 Xb2"),
        ("1 2 3 4 5", reversed, "Od4 Xd2"),
        ("5 4 3 2 1", letters, "Ob2 Xb4"),
        ("1 2 3 4 5", up, "Od4 Xb4"),
        ("1 2 3 4 5", down, "Od4 Xb4"),
        ("5 4 3 2 1", down, "Ob4 Xd4"),
        ("0 1 2 3 4", ["0", "1", "2", "3", "4"], "Od4 Xb4"),
        ("a b c d e", letters, "Od4 Xb4"),
        ("a b c d e", reversed, "Od2 Xb2"),
    ] {
        for (above, below) in [(above, above), (above, ""), ("", above)] {
            let text = framed(above, rows, below);
            assert_eq!(places(&text).as_deref(), Ok(expected), "{text}");
        }
    }
}

#[test]
fn a_frame_that_contradicts_itself_is_refused() {
    let up = ["1", "2", "3", "4", "5"];
    let both = framed("a b c d e", up, "e d c b a");
    let more = framed("a b c d e f", up, "");
    let other = ". . . . . 5\n. X . O . 4\n. . . . . 3\n. . . . . 2\n. . . . . 1\n";
    let other: String = other.lines().zip(up).map(|(row, n)| format!("{n} {row}\n")).collect();
    assert!(places(&both).unwrap_err().to_string().contains("contradict"));
    assert!(places(&other).unwrap_err().to_string().contains("contradict"));
    assert!(places(&more).unwrap_err().to_string().contains("6 columns are labelled"));
}

#[test]
fn labels_may_be_last_digits_or_go_on_with_letters() {
    let drawn = |columns: &str, rows: &str, between: &str| {
        let joined = |signs: Vec<String>| signs.join(between);
        let point = |x, y| match (x, y) {
            (7, 2) | (0, 10) => "X".to_string(),
            (8, 3) => "O".to_string(),
            _ => ".".to_string(),
        };
        let row =
            |(y, label): (usize, char)| format!("{label}{between}{}\n", joined((0..15).map(|x| point(x, y)).collect()));
        let rows: String = rows.chars().enumerate().map(row).collect();
        format!(" {between}{}\n{rows}", joined(columns.chars().map(String::from).collect()))
    };
    let letters = "abcdefghijklmno";
    let (from_0, from_1) = ("012345678901234", "123456789012345");
    let down: String = from_1.chars().rev().collect();
    let (hex, upper, from_1_hex) = ("0123456789abcde", "0123456789ABCDE", "123456789abcdef");
    let (as_drawn, row_1_on_top) = ("Oi12 Xa5 Xh13", "Oi4 Xa11 Xh3");
    for (columns, rows, expected) in [
        (from_0, from_0, as_drawn),
        (from_1, from_1, as_drawn),
        (from_1, &down, as_drawn),
        (hex, hex, as_drawn),
        (upper, upper, as_drawn),
        (from_1_hex, from_1_hex, as_drawn),
        (letters, &down, as_drawn),
        (letters, from_0, as_drawn),
        (letters, from_1, row_1_on_top),
        (letters, from_1_hex, row_1_on_top),
    ] {
        for between in [" ", ""] {
            let text = drawn(columns, rows, between);
            assert_eq!(places(&text).as_deref(), Ok(expected), "{text}");
        }
    }
    for (columns, tens) in [(from_0, "1 1 1 1 1"), (from_1, "1 1 1 1 1 1")] {
        let text = format!("{tens:>31}\n{}", drawn(columns, from_0, " "));
        assert_eq!(places(&text).as_deref(), Ok(as_drawn), "{text}");
    }
    let cut = drawn(from_0, "01234567890123", " ");
    assert!(places(&cut).is_ok_and(|places| places == "Oi11 Xa4 Xh12"));
    let wrong = drawn(from_0, "012345678901243", " ");
    assert!(places(&wrong).is_err(), "{wrong}");
}

#[test]
fn numbers_are_a_board_with_its_first_row_at_the_top() {
    let list = |white: &str, [open, between, close, next]: [&str; 4]| {
        let point = |x, y| match (x, y) {
            (1, 1) => "1",
            (3, 1) => white,
            _ => "0",
        };
        let row = |y| (0..5).map(|x| point(x, y)).collect::<Vec<_>>().join(between);
        let rows: Vec<String> = (0..5).map(|y| format!("{open}{}{close}", row(y))).collect();
        rows.join(next)
    };
    let lines = ["", " ", "", "\n"];
    let python = format!("[{}]", list("-1", ["[", ", ", "]", ",\n "]));
    for text in [
        &list("2", lines),
        &list("-1", lines),
        &list("2", ["", "", "", "\n"]),
        &list("2", ["", ",", "", "\n"]),
        &list("-1", ["", ", ", ",", "\n"]),
        &list("2", ["", "\t", "", "\n"]),
        &list("2", ["|", "|", "|", "\n"]),
        &list("2", ["[", ",", "]", ","]),
        &list("-1", ["[ ", "  ", "]", "\n "]),
        &list("-1", ["[ ", ". ", ".]", "\n "]),
        &list("2", ["", ".0;", ".0", "\n"]),
        &list("2", ["(", ", ", ")", ", "]),
        &list("2", ["[", ",\n", "]", ",\n"]),
        &list("2", ["['", "', '", "']", ",\n"]),
        &python,
        &format!("board = np.array({python}, dtype=int8)"),
        &format!("int board[5][5] = {{{}}};", list("2", ["{", ",", "}", ",\n"])),
        &python.replace('0', "'.'").replace("-1", "'O'").replace('1', "\"X\""),
        &python.replace('0', "' '").replace("-1", "'O'").replace('1', "'X'"),
        &format!(
            "  0 1 2 3 4\n{}",
            (0..).zip(list("2", lines).lines()).map(|(y, row)| format!("{y} {row}\n")).collect::<String>()
        ),
    ] {
        assert_eq!(places(text).as_deref(), Ok("Od4 Xb4"), "{text}");
    }
    let plain = list("2", lines);
    let white = game(&format!("{plain}\n\nWhite to move")).unwrap();
    assert_eq!((white.setup.len(), white.first), (2, Colour::White));
    for (legend, matrix) in [
        ("0 = empty, 1 = white, 2 = black", &plain),
        ("1: White\n2: Black", &plain),
        ("white is 1", &plain),
        ("black: -1, white: 1", &python),
    ] {
        assert_eq!(places(&format!("{legend}\n{matrix}")).as_deref(), Ok("Ob4 Xd4"), "{legend}");
    }
    let why = |text: &str| places(text).unwrap_err();
    for (text, named) in [
        (plain.replace("1 0 2", "1 3 2"), "\"3\" in row 2 means nothing; in a drawing of numbers"),
        (plain.replace("1 0 2", "1 -1 2"), "\"2\" in row 2 means nothing"),
        (python.replace('0', "5").replace("-1", "0").replace('5', "-1"), "which number"),
    ] {
        assert!(why(&text).contains(named), "{text}: {}", why(&text));
    }
    let planes = format!("[{python}, {python}]");
    assert!(!is(&planes), "{planes}");
}

#[test]
fn dashes_and_other_signs_are_empty_points() {
    let plain = framed("", [""; 5], "");
    for empty in ["-", "–", ",", "'", "_", "·", "⋅", "＋"] {
        let text = plain.replace('.', empty);
        assert_eq!(places(&text).as_deref(), Ok("Od4 Xb4"), "{text}");
        let compact = text.replace(' ', "");
        assert_eq!(places(&compact).as_deref(), Ok("Od4 Xb4"), "{compact}");
    }
    let boxed = "+---------+\n| - - - - - |\n| - X - O - |\n| - - - - - |\n| - - - - - |\n| - - - - - |\n+---------+";
    assert_eq!(places(boxed).as_deref(), Ok("Od4 Xb4"));
    let grid = "+---+---+\nX---O---+\n+---+---+\n+---X---+\n+---+---+\n+---X---+";
    assert!(read(grid, Rule::new(Variant::Renju)).is_err());
}

#[test]
fn the_text_around_a_diagram_names_signs_and_order() {
    let plain = framed("", [""; 5], "");
    for (above, below, expected) in [
        ("X=Black   O=White", "", "Od4 Xb4"),
        ("O=Black, X=White", "", "Ob4 Xd4"),
        ("", "White: X, Black: O", "Ob4 Xd4"),
        ("X = White\nO = Black", "", "Ob4 Xd4"),
        ("", "Black (O)\nWhite (X)", "Ob4 Xd4"),
        ("X is White, O is Black.", "", "Ob4 Xd4"),
        ("(O=Black, X=White)", "", "Ob4 Xd4"),
        ("Legend: X - White, O - Black", "", "Ob4 Xd4"),
        (".=empty, X=White, O=Black, #=dead", "", "Ob4 Xd4"),
        ("", "empty: ., white: X, black: O", "Ob4 Xd4"),
        ("O is black", "", "Ob4 Xd4"),
        ("white plays X", "", "Ob4 Xd4"),
        ("X is black", "", "Od4 Xb4"),
        ("Black 3\nWhite 5", "Black A", "Od4 Xb4"),
        ("Black x White", "", "Od4 Xb4"),
        ("A diagram", "by somebody", "Od4 Xb4"),
    ] {
        let text = format!("{above}\n\n{plain}\n{below}\n");
        assert_eq!(places(&text).as_deref(), Ok(expected), "{text}");
    }
    for side in [
        "White to move.",
        "(White to move)",
        "*White to play and win*",
        "O to move",
        "○ to play",
        "White's turn",
        "It is white’s turn.",
        "turn: O",
        "Side to move: White",
        "White is to move, black to play next",
    ] {
        let white = game(&format!("{plain}\n{side}\n")).expect(side);
        assert_eq!((white.setup.len(), white.first), (2, Colour::White), "{side}");
    }
    let black = game(&format!("O=Black, X=White\n{plain}\nO to move")).unwrap();
    assert_eq!(black.first, Colour::Black);
    let dead = read(&format!("{plain}\nWhite to move").replacen('.', "#", 1), Rule::new(Variant::Renju));
    assert!(matches!(dead, Ok(Drawn::Position(position)) if position.to_move() == Colour::White));
    let letters = plain.replace('X', "B").replace('O', "W");
    assert_eq!(places(&format!("B = black, W = white\n{letters}")).as_deref(), Ok("Od4 Xb4"));
    assert!(places(&letters).is_err());
    for list in ["1. b4 d4", "  ----- Text Board -----\n\n   Black    White\n  1 B4     2 D4 \n", "Moves: b4 d4"] {
        let text = format!("{plain}\n{list}\n");
        assert_eq!(game(&text).map(|game| game.moves_text()).as_deref(), Some("b4d4"), "{text}");
    }
    for wrong in ["1. d4 b4", "1. b4", "1. b4 d4 2. c3", "1. b4 d3"] {
        let text = format!("{plain}\n{wrong}\n");
        assert!(places(&text).unwrap_err().to_string().contains("does not agree"), "{wrong}");
    }
    let numbered = plain.replace('X', "1").replace('O', "2");
    assert!(game(&format!("{numbered}\n1. b4 d4")).is_some());
    assert!(game(&format!("{numbered}\n1. d4 b4")).is_none());
}

#[test]
fn what_quotes_or_fences_a_diagram_and_separates_its_points_is_ignored() {
    let plain = framed("a b c d e", ["5", "4", "3", "2", "1"], "");
    let quoted: String = plain.lines().map(|line| format!("> {line}\n")).collect();
    let commas = framed("", [""; 5], "").replace(". ", ".,").replace("X ", "X,").replace("O ", "O,");
    for text in [
        &format!("Who wins?\n```\n{plain}```\n"),
        &format!("```text\n{plain}```"),
        &format!("~~~\n{plain}~~~\n"),
        &format!("*****\n{plain}*****\n"),
        &quoted,
        &format!("> ```\n{quoted}> ```\n"),
        &format!("[code]{plain}[/code]"),
        &format!("[code]{}[/code]", framed("", ["5", "4", "3", "2", "1"], "")),
        &format!("<pre>\n{plain}</pre>\n"),
        &commas,
        &commas.replace(',', ", "),
        &commas.replace(" \n", ",\n"),
    ] {
        assert_eq!(places(text).as_deref(), Ok("Od4 Xb4"), "{text}");
    }
    let marked = "[X] . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . <O>\n";
    assert!(places(marked).is_err(), "\"<\" means nothing");
    assert_eq!(places(&marked.replace("<O>", "(O)")).as_deref(), Ok("Oe1 Xa5"));
}

#[test]
fn other_diagrams_of_a_text_are_left_out_with_a_note() {
    let bare = framed("", [""; 5], "");
    let labelled = framed("a b c d e", ["5", "4", "3", "2", "1"], "");
    let other = labelled.replace('X', "x").replace('O', ".");
    for text in [&bare, &labelled, &bare.replace('\n', "\n\n"), &format!("{labelled}\n1. b4 d4\n")] {
        assert_eq!((places(text).is_ok() || game(text).is_some(), left_out(text)), (true, None), "{text}");
    }
    for (text, note) in [
        (format!("{bare}{bare}"), Note::OtherDrawing),
        (format!("{other}\n{labelled}"), Note::OtherDrawing),
        (format!("first\n{other}then\n{labelled}"), Note::OtherDrawing),
        (format!("{other}{other}and\n{labelled}"), Note::OtherDrawings { n: 2 }),
    ] {
        assert_eq!(places(&text).as_deref(), Ok("Od4 Xb4"), "{text}");
        assert_eq!(left_out(&text), Some(note), "{text}");
    }
    for nearest in [
        format!("Black to move\n{other}White to move\n{labelled}"),
        format!("{other}Black to move\nthe first\n{labelled}White to move\n"),
    ] {
        assert_eq!(game(&nearest).unwrap().first, Colour::White, "{nearest}");
    }
}

#[test]
fn numbers_behind_an_odd_count_of_stones_begin_with_white() {
    let text = ". . . . .\n. X O X .\n. 2 1 . .\n. . . . .\n. . . . .";
    assert_eq!(game(text).unwrap().first, Colour::White);
}
