//! Tests of the opening rules, by transcripts, and of the 26 openings.

use proptest::prelude::*;
use std::collections::BTreeMap;
use tengen_core::board::{BoardSize, Colour, Point, Position, notation};
use tengen_core::rules::opening::pattern::{PATTERNS, Pattern};
use tengen_core::rules::opening::{Answer, Opening, OpeningRule, Question, same_fifth};
use tengen_core::rules::opening::{Instead, Zone};
use tengen_testkit::positions::fifths;

fn points(text: &str) -> Vec<Point> {
    notation::read(text, BoardSize::FIFTEEN).unwrap()
}

/// The current question in short form: `0 stone within the middle 5x5`, `1 colour or two`, `0 3 fifths`.
fn asked(opening: &Opening) -> String {
    match opening.asked() {
        None => format!("over, black is {}", opening.black()),
        Some((player, Question::Stone(zone))) => format!("{player} stone {zone}"),
        Some((player, Question::Colour(None))) => format!("{player} colour"),
        Some((player, Question::Colour(Some(instead)))) => {
            format!("{player} colour or {}", instead.name())
        }
        Some((player, Question::Number(most))) => format!("{player} number to {most}"),
        Some((player, Question::Fifths(count))) => format!("{player} {count} fifths"),
        Some((player, Question::Fifth)) => format!("{player} keeps one"),
    }
}

/// Runs a transcript of `tests/data/openings.txt`.
fn lead(lines: &[(usize, &str)]) {
    let rule = lines[0].1.strip_prefix("rule: ").expect("a rule comes first");
    let mut opening = Opening::new(rule.parse().unwrap(), BoardSize::FIFTEEN).unwrap();
    for (number, line) in &lines[1..] {
        let at = format!("openings.txt:{number}: {line}");
        match line.split_once(": ") {
            None => assert_eq!(asked(&opening), *line, "{at}"),
            Some(("stones", stones)) => assert_eq!(opening.stones(), points(stones), "{at}"),
            Some(("to move", side)) => assert_eq!(opening.to_move().to_string(), side, "{at}"),
            Some(("declared", number)) => {
                assert_eq!(opening.declared(), number.parse().ok(), "{at}");
            }
            Some((field, value)) => match field.strip_prefix("refused ") {
                Some(answer) => {
                    let before = opening.clone();
                    let refused = opening.answer_text(answer).unwrap_err().to_string();
                    assert!(refused.contains(value), "{at}, but: {refused}");
                    assert_eq!(opening, before, "{at}");
                }
                None => {
                    assert_eq!(asked(&opening), field, "{at}");
                    let (_, question) = opening.asked().unwrap();
                    let answer = question.read(value, BoardSize::FIFTEEN).unwrap();
                    assert_eq!(question.write(&answer, BoardSize::FIFTEEN), value, "{at}");
                    opening.answer(&answer).unwrap();
                }
            },
        }
    }
}

#[test]
fn openings_follow_their_texts() {
    let lines: Vec<_> = (1..).zip(include_str!("../data/openings.txt").lines()).collect();
    let lines: Vec<_> = lines.into_iter().filter(|(_, line)| !line.starts_with(';')).collect();
    let transcripts = lines.split(|(_, line)| line.is_empty());
    transcripts.filter(|lines| !lines.is_empty()).for_each(lead);
}

#[test]
fn an_answer_of_another_kind_is_refused() {
    let mut opening = Opening::new(OpeningRule::Swap, BoardSize::FIFTEEN).unwrap();
    let refused = opening.answer(&Answer::Take(Colour::Black)).unwrap_err();
    assert_eq!(refused, "a stone is asked for");
}

#[test]
fn a_rule_needs_its_squares() {
    for rule in OpeningRule::ALL {
        let least = u32::from(rule.least_side());
        assert!(Opening::new(rule, BoardSize::new(least, 32).unwrap()).is_ok());
        if let Some(small) = BoardSize::new(32, least - 1) {
            let refused = Opening::new(rule, small).unwrap_err().to_string();
            assert!(refused.contains("needs a board of"), "{refused}");
        }
    }
    let refused = "renju".parse::<OpeningRule>().unwrap_err().to_string();
    assert!(refused.contains("soosyrv-8"), "{refused}");
}

#[test]
fn pro_limits_the_first_two_black_stones_whatever_white_does() {
    let zone = |rule: OpeningRule, moves: &str, side| {
        let mut position = Position::new(BoardSize::FIFTEEN).after_all(points(moves));
        position.set_to_move(side);
        rule.zone(&position)
    };
    for (rule, square) in [(OpeningRule::Pro, 5), (OpeningRule::LongPro, 7)] {
        assert!(rule.keeps_colours());
        assert_eq!(zone(rule, "", Colour::Black), Zone::Centre);
        for moves in ["h8", "h8i9"] {
            assert_eq!(zone(rule, moves, Colour::Black), Zone::Outside(square), "{rule} {moves}");
        }
        for moves in ["h8i9l8", "h8i9l8a1"] {
            assert_eq!(zone(rule, moves, Colour::Black), Zone::Anywhere, "{rule} {moves}");
        }
        for moves in ["", "h8", "h8i9l8"] {
            assert_eq!(zone(rule, moves, Colour::White), Zone::Anywhere, "{rule} {moves}");
        }
    }
    assert_eq!(zone(OpeningRule::Rif, "h8", Colour::White), Zone::Within(3));
    assert_eq!(OpeningRule::ALL.into_iter().filter(|rule| rule.keeps_colours()).count(), 2);
}

#[test]
fn fifth_stones_of_one_figure_are_the_same() {
    for known in fifths() {
        let position = &known.drawing.position;
        let colour = |wanted| {
            let stones = position.stones().iter();
            stones.filter(move |stone| stone.colour == wanted).map(|stone| stone.point)
        };
        let pairs = colour(Colour::Black).zip(colour(Colour::White));
        let four: Vec<Point> = pairs.flat_map(|(black, white)| [black, white]).collect();
        assert_eq!(four.len(), 4);
        let (a, b) = (known.drawing.mark('a'), known.drawing.mark('b'));
        for (_, are_same) in known.cases {
            assert_eq!(same_fifth(&four, a, b), are_same, "fifths.txt:{}", known.line);
        }
    }
}

#[test]
fn every_way_to_lay_three_stones_is_one_of_the_26_openings() {
    let size = BoardSize::FIFTEEN;
    let mut seen = BTreeMap::<String, usize>::new();
    for second in size.points().filter(|&p| Zone::Within(3).contains(p, size)) {
        for third in size.points().filter(|&p| Zone::Within(5).contains(p, size)) {
            let moves = [size.centre(), second, third];
            if second == moves[0] || third == second || third == moves[0] {
                continue;
            }
            let pattern = Pattern::of_moves(&moves, size).expect("it has a name");
            *seen.entry(pattern.to_string()).or_default() += 1;
        }
    }
    assert_eq!(seen.len(), 26);
    assert_eq!(seen.values().sum::<usize>(), 8 * 23);
    // For three of each kind, the third stone is on the axis of the first two, so they have four images instead of
    // eight.
    assert_eq!(seen.values().filter(|&&images| images == 4).count(), 6);
}

#[test]
fn an_opening_keeps_its_name_however_it_is_turned() {
    for size in [BoardSize::FIFTEEN, BoardSize::new(20, 9).unwrap()] {
        for pattern in PATTERNS {
            for turn in 0..8 {
                let [first, white, third] = pattern.stones(size, turn).unwrap();
                assert_eq!(Pattern::of_moves(&[first, white, third], size), Some(pattern));
                let position = Position::new(size).after_all([third, white, first]);
                assert_eq!(Pattern::of_position(&position), Some(pattern), "in another order");
            }
        }
    }
    assert_eq!(PATTERNS[0].stones(BoardSize::square(5).unwrap(), 0).map(|s| s.len()), Some(3));
}

/// The openings as renju's books and the Renju International Federation draw them, d1 to d13 and i1 to i13.
const DRAWN: [&str; 2] =
    ["h8h9 h10 i10 j10 i9 j9 i8 j8 h7 i7 j7 h6 i6 j6", "h8i9 j10 j9 j8 j7 j6 i8 i7 i6 h7 h6 g7 g6 f6"];

#[test]
fn openings_are_oriented_as_in_the_books() {
    let drawn = DRAWN.iter().flat_map(|row| {
        let (first_two, thirds) = row.split_once(' ').unwrap();
        thirds.split(' ').map(move |third| points(&format!("{first_two}{third}")))
    });
    let drawn: Vec<Vec<Point>> = drawn.collect();
    let ours = PATTERNS.map(|pattern| pattern.stones(BoardSize::FIFTEEN, 0).unwrap().to_vec());
    assert_eq!(drawn, ours);
    for pattern in PATTERNS {
        for turn in 0..8 {
            let stones = pattern.stones(BoardSize::FIFTEEN, turn).unwrap();
            let is_drawn = drawn.contains(&stones.to_vec());
            assert_eq!(Pattern::is_standard(&stones, BoardSize::FIFTEEN), is_drawn, "{pattern}, {turn}");
        }
    }
    for begun in ["", "h8", "h8h9", "h8i9"] {
        assert!(Pattern::is_standard(&points(begun), BoardSize::FIFTEEN), "{begun}");
    }
    for other in ["g8", "h8g8", "h8i8", "h8g9", "h8h9i9a1", "h8h9k9"] {
        assert!(!Pattern::is_standard(&points(other), BoardSize::FIFTEEN), "{other}");
    }
}

#[test]
fn known_openings_by_their_points() {
    for (moves, name) in [
        ("h8h9i9", "Kagetsu (d4)"),
        ("h8g8g9", "Kagetsu (d4)"),
        ("h8i9i7", "Hogetsu (i7)"),
        ("h8i9j10", "Chosei (i1)"),
        ("h8h9h10", "Kansei (d1)"),
        ("h8h9h6", "Zuisei (d11)"),
        ("h8h9j10", "Sosei (d3)"),
        ("h8i9f6", "Suisei (i13)"),
        ("h8h9i6a1", "Sangetsu (d12)"),
        ("h8i9h7", "Gingetsu (i9)"),
    ] {
        let found = Pattern::of_moves(&points(moves), BoardSize::FIFTEEN);
        assert_eq!(found.map(|pattern| pattern.to_string()).as_deref(), Some(name), "{moves}");
    }
    for nameless in ["h8h9", "g8h9i9", "h8h10i9", "h8h9k9", "h8a1a2"] {
        assert_eq!(Pattern::of_moves(&points(nameless), BoardSize::FIFTEEN), None, "{nameless}");
    }
    let mut far = Position::new(BoardSize::FIFTEEN);
    points("g8h9i9").into_iter().for_each(|point| far.play(point, &mut ()));
    assert_eq!(Pattern::of_position(&far), None, "nothing lies in the middle");
}

proptest! {
    /// With any answers, an opening ends with three or five stones, all in their zones.
    #[test]
    fn every_opening_comes_to_an_end(rule in 0usize..8, choices in prop::collection::vec(any::<u32>(), 200)) {
        let mut opening = Opening::new(OpeningRule::ALL[rule], BoardSize::FIFTEEN).unwrap();
        for choice in choices {
            let Some((_, question)) = opening.asked() else { break };
            let point = Point::from_index(choice as usize % 1024);
            let answer = match question {
                Question::Stone(zone) => {
                    let fits = BoardSize::FIFTEEN.points().filter(|&p| zone.contains(p, BoardSize::FIFTEEN));
                    let fits: Vec<Point> = fits.filter(|p| !opening.stones().contains(p)).collect();
                    Answer::Stone(fits[choice as usize % fits.len()])
                }
                Question::Colour(Some(Instead::LayTwo | Instead::OfferTen)) if choice % 3 == 0 => Answer::Instead,
                Question::Colour(_) => Answer::Take(Colour::BOTH[choice as usize % 2]),
                Question::Number(most) => Answer::Number(choice as usize % (most + 2)),
                Question::Fifths(count) => {
                    let mut offered = Vec::new();
                    for p in BoardSize::FIFTEEN.points() {
                        if offered.len() < count && opening.check_fifth(p, &offered).is_ok() {
                            offered.push(p);
                        }
                    }
                    Answer::Fifths(offered)
                }
                Question::Fifth => Answer::Fifth(*opening.offered().get(choice as usize % 16).unwrap_or(&point)),
            };
            let before = opening.clone();
            if opening.answer(&answer).is_err() {
                prop_assert_eq!(&opening, &before);
            }
        }
        prop_assert!(opening.is_over());
        prop_assert!([3, 5].contains(&opening.stones().len()));
    }
}
