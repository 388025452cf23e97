//! Tests of the opening rules against cases worked out by hand from their texts, and of the 26 openings.

use proptest::prelude::*;
use std::collections::BTreeMap;
use tengen_core::board::{BoardSize, Colour, Point, Position, diagram, notation};
use tengen_core::rules::opening::pattern::{PATTERNS, Pattern};
use tengen_core::rules::opening::{Answer, Opening, OpeningRule, Question, same_fifth};
use tengen_core::rules::opening::{Instead, Zone};

fn board() -> BoardSize {
    BoardSize::square(15).unwrap()
}

fn points(text: &str) -> Vec<Point> {
    notation::read(text, board()).unwrap()
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

/// Runs an opening with these pairs of question and answer, and checks its final state.
fn lead(rule: OpeningRule, lines: &[(&str, &str)], end: &str) -> Opening {
    let mut opening = Opening::new(rule, board()).unwrap();
    for &(question, answer) in lines {
        assert_eq!(asked(&opening), question, "{rule} before {answer}");
        let (_, what) = opening.asked().unwrap();
        let read = what.read(answer, board()).unwrap();
        assert_eq!(what.write(&read, board()), answer, "{rule}");
        opening.answer(&read).unwrap();
    }
    assert_eq!(asked(&opening), end, "{rule}");
    opening
}

const FIRST: (&str, &str) = ("0 stone in the middle of the board", "h8");
/// Hogetsu, placed by the first player.
const HOGETSU: [(&str, &str); 3] =
    [FIRST, ("0 stone within the middle 3x3", "i9"), ("0 stone within the middle 5x5", "i7")];
const THREE: [(&str, &str); 3] = [
    ("0 stone on any empty point", "a1"),
    ("0 stone on any empty point", "c2"),
    ("0 stone on any empty point", "d4"),
];

fn after(
    begin: &[(&'static str, &'static str)],
    rest: &[(&'static str, &'static str)],
) -> Vec<(&'static str, &'static str)> {
    [begin, rest].concat()
}

#[test]
fn swap_lets_the_second_take_a_colour() {
    let took = |colour, end| lead(OpeningRule::Swap, &after(&THREE, &[("1 colour", colour)]), end);
    let opening = took("black", "over, black is 1");
    assert_eq!(opening.to_move(), Colour::White);
    assert_eq!(opening.stones(), points("a1c2d4"));
    took("white", "over, black is 0");
}

#[test]
fn swap2_lets_the_second_lay_two_and_the_first_take_a_colour() {
    let rule = OpeningRule::Swap2;
    let second = |answer| ("1 colour or two", answer);
    lead(rule, &after(&THREE, &[second("black")]), "over, black is 1");
    lead(rule, &after(&THREE, &[second("white")]), "over, black is 0");
    for (colour, end) in [("black", "over, black is 0"), ("white", "over, black is 1")] {
        let rest = [
            second("two"),
            ("1 stone on any empty point", "o15"),
            ("1 stone on any empty point", "e5"),
            ("0 colour", colour),
        ];
        let opening = lead(rule, &after(&THREE, &rest), end);
        assert_eq!(opening.stones().len(), 5);
        assert_eq!(opening.to_move(), Colour::White);
    }
}

#[test]
fn pro_keeps_blacks_second_stone_away_from_the_middle() {
    for (rule, far, nearest, too_near) in [
        (OpeningRule::Pro, "outside the middle 5x5", "k8", ["j8", "j10"]),
        (OpeningRule::LongPro, "outside the middle 7x7", "l9", ["k8", "k11"]),
    ] {
        let third = format!("0 stone {far}");
        let lines = [FIRST, ("1 stone on any empty point", "o15"), (&*third, nearest)];
        let opening = lead(rule, &lines, "over, black is 0");
        assert_eq!(opening.to_move(), Colour::White);
        let mut before = lead(rule, &lines[..2], &third);
        for near in too_near {
            let refused = before.answer_text(near).unwrap_err();
            assert!(refused.contains(&format!("{near} is not {far}")), "{refused}");
        }
    }
}

#[test]
fn rif_offers_two_fifth_stones() {
    let rest = [
        ("1 colour", "black"),
        ("0 stone on any empty point", "a15"),
        ("1 2 fifths", "g9 h10"),
        ("0 keeps one", "h10"),
    ];
    let opening = lead(OpeningRule::Rif, &after(&HOGETSU, &rest), "over, black is 1");
    assert_eq!(opening.stones(), points("h8i9i7a15h10"));
    assert_eq!(opening.to_move(), Colour::White);
    let stays = [
        ("1 colour", "white"),
        ("1 stone on any empty point", "g9"),
        ("0 2 fifths", "i8 h10"),
        ("1 keeps one", "i8"),
    ];
    lead(OpeningRule::Rif, &after(&HOGETSU, &stays), "over, black is 0");
}

#[test]
fn yamaguchi_declares_the_number_with_the_opening() {
    let rest = [
        ("0 number to 12", "3"),
        ("1 colour", "black"),
        ("0 stone on any empty point", "a15"),
        ("1 3 fifths", "g9 h10 o1"),
        ("0 keeps one", "o1"),
    ];
    let opening = lead(OpeningRule::Yamaguchi, &after(&HOGETSU, &rest), "over, black is 1");
    assert_eq!(opening.declared(), Some(3));
    let one = [
        ("0 number to 12", "1"),
        ("1 colour", "white"),
        ("1 stone on any empty point", "a15"),
        ("0 1 fifths", "g9"),
    ];
    let opening = lead(OpeningRule::Yamaguchi, &after(&HOGETSU, &one), "over, black is 0");
    assert_eq!(opening.stones(), points("h8i9i7a15g9"));
}

#[test]
fn soosyrv_declares_the_number_with_the_fourth_stone() {
    let rule = OpeningRule::Soosyrv8;
    let both_swap = [
        ("1 colour", "black"),
        ("0 stone on any empty point", "g9"),
        ("0 number to 8", "2"),
        ("1 colour", "white"),
        ("0 2 fifths", "i8 h10"),
        ("1 keeps one", "h10"),
    ];
    let opening = lead(rule, &after(&HOGETSU, &both_swap), "over, black is 0");
    assert_eq!(opening.stones(), points("h8i9i7g9h10"));
    let nobody_swaps = [
        ("1 colour", "white"),
        ("1 stone on any empty point", "o1"),
        ("1 number to 8", "8"),
        ("0 colour", "black"),
        ("0 8 fifths", "a1 b1 c1 d1 e1 f1 g1 h1"),
        ("1 keeps one", "a1"),
    ];
    lead(rule, &after(&HOGETSU, &nobody_swaps), "over, black is 0");
}

#[test]
fn taraguchi_swaps_after_every_stone() {
    let swapped = [
        FIRST,
        ("1 colour", "black"),
        ("0 stone within the middle 3x3", "h9"),
        ("1 colour", "white"),
        ("0 stone within the middle 5x5", "i9"),
        ("1 colour", "black"),
        ("0 stone within the middle 7x7", "k11"),
        ("1 colour or ten", "white"),
        ("0 stone within the middle 9x9", "l4"),
        ("1 colour", "black"),
    ];
    let opening = lead(OpeningRule::Taraguchi10, &swapped, "over, black is 1");
    assert_eq!(opening.stones().len(), 5);
    assert_eq!(opening.to_move(), Colour::White);
}

#[test]
fn taraguchi_offers_ten_fifth_stones_instead_of_a_swap() {
    let ten = "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1";
    let lines = [
        FIRST,
        ("1 colour", "white"),
        ("1 stone within the middle 3x3", "g9"),
        ("0 colour", "black"),
        ("0 stone within the middle 5x5", "f10"),
        ("1 colour", "white"),
        ("1 stone within the middle 7x7", "e9"),
        ("0 colour or ten", "ten"),
        ("0 10 fifths", ten),
        ("1 keeps one", "j1"),
    ];
    let opening = lead(OpeningRule::Taraguchi10, &lines, "over, black is 0");
    assert_eq!(opening.stones(), points("h8g9f10e9j1"));
}

/// Wrong answers are rejected and change nothing.
#[test]
fn bad_answers_are_refused_in_a_sentence() {
    let hogetsu = ["h8", "i9", "i7"];
    let rif = |more: &[&'static str]| (OpeningRule::Rif, [&hogetsu, more].concat());
    let fifths = rif(&["white", "a15"]);
    for ((rule, told), answer, refusal) in [
        ((OpeningRule::Rif, vec![]), "h9", "h9 is not in the middle of the board"),
        (rif(&[]), "h8", "neither black nor white"),
        ((OpeningRule::Rif, vec!["h8"]), "h8", "there is already a stone at h8"),
        ((OpeningRule::Rif, vec!["h8"]), "j8", "j8 is not within the middle 3x3"),
        ((OpeningRule::Rif, vec!["h8", "h9"]), "h11", "h11 is not within the middle 5x5"),
        ((OpeningRule::Rif, vec!["h8", "h9"]), "p1", "\"p1\" is not a point of a 15x15 board"),
        ((OpeningRule::Rif, vec![]), "", "is not one point"),
        (fifths.clone(), "g9", "asked for: 2, given: 1"),
        (fifths.clone(), "g9 g9", "g9 is offered already"),
        (fifths.clone(), "g9 i7", "there is already a stone at i7"),
        (rif(&["white", "a15", "g9 h10"]), "g8", "g8 was not offered"),
        (rif(&["white", "a15", "g9 h10", "g9"]), "a1", "the opening is over"),
        ((OpeningRule::Yamaguchi, hogetsu.to_vec()), "13", "13 is not a number from 1 to 12"),
        ((OpeningRule::Yamaguchi, hogetsu.to_vec()), "0", "0 is not a number"),
        (
            (OpeningRule::Yamaguchi, hogetsu.to_vec()),
            "many",
            "\"many\" is not a number from 1 to 12",
        ),
        ((OpeningRule::Swap, hogetsu.to_vec()), "two", "neither black nor white"),
        ((OpeningRule::Swap2, hogetsu.to_vec()), "ten", "neither black, white nor two"),
    ] {
        let mut opening = Opening::new(rule, board()).unwrap();
        told.iter().for_each(|answer| opening.answer_text(answer).unwrap());
        let before = opening.clone();
        let refused = opening.answer_text(answer).unwrap_err();
        assert!(refused.contains(refusal), "{rule} {told:?} {answer}: {refused}");
        assert_eq!(opening, before);
    }
    let mut opening = Opening::new(OpeningRule::Swap, board()).unwrap();
    let refused = opening.answer(&Answer::Take(Colour::Black)).unwrap_err();
    assert_eq!(refused, "a stone is asked for");
}

#[test]
fn a_rule_needs_its_squares() {
    for rule in OpeningRule::ALL {
        let least = u32::from(rule.least_side());
        assert!(Opening::new(rule, BoardSize::new(least, 32).unwrap()).is_ok());
        if let Some(small) = BoardSize::new(32, least - 1) {
            let refused = Opening::new(rule, small).unwrap_err();
            assert!(refused.contains("needs a board of"), "{refused}");
        }
    }
    let refused = "renju".parse::<OpeningRule>().unwrap_err();
    assert!(refused.contains("soosyrv-8"), "{refused}");
}

/// Whether the two marked points of a diagram are equivalent fifth stones for its four stones.
fn are_same(drawing: &str) -> bool {
    let drawn = diagram::read(drawing).unwrap();
    let colour = |wanted| {
        let stones = drawn.position.stones().iter();
        stones.filter(move |stone| stone.colour == wanted).map(|stone| stone.point)
    };
    let pairs = colour(Colour::Black).zip(colour(Colour::White));
    let four: Vec<Point> = pairs.flat_map(|(black, white)| [black, white]).collect();
    assert_eq!(four.len(), 4);
    same_fifth(&four, drawn.mark('a'), drawn.mark('b'))
}

#[test]
fn fifth_stones_of_one_figure_are_the_same() {
    let same = [
        // Mirrored at the column of all four stones.
        ". . . . . . .
         . . . O . . .
         . . . O . . .
         . . . X . . .
         . a . X . b .
         . . . . . . .
         . . . . . . .",
        // Mirrored at a diagonal.
        ". . . . . . .
         . . . . . O .
         . . a . X . .
         . . . X . . .
         . . O . b . .
         . . . . . . .
         . . . . . . .",
        // Mirrored at column c, which is not the middle of the board: only the figure counts.
        ". . . . . . .
         . O . O . . .
         . . . . . . .
         . X . X . . .
         a . . . b . .
         . . . . . . .
         . . . . . . .",
    ];
    let different = [
        // The same points, but one white stone is off the axis.
        ". . . . . . .
         . . O . . . .
         . . . O . . .
         . . . X . . .
         . a . X . b .
         . . . . . . .
         . . . . . . .",
        // Next to each other.
        ". . . . . . .
         . . . O . . .
         . . . O . . .
         . . . X . . .
         . a b X . . .
         . . . . . . .
         . . . . . . .",
    ];
    assert_eq!(same.map(are_same), [true, true, true]);
    assert_eq!(different.map(are_same), [false, false]);
}

#[test]
fn every_way_to_lay_three_stones_is_one_of_the_26_openings() {
    let size = board();
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
    for size in [board(), BoardSize::new(20, 9).unwrap()] {
        for pattern in PATTERNS {
            for turn in 0..8 {
                let [first, white, third] = pattern.stones(size, turn).unwrap();
                assert_eq!(Pattern::of_moves(&[first, white, third], size), Some(pattern));
                let mut position = Position::new(size);
                for point in [third, white, first] {
                    position.play(point, &mut ());
                }
                assert_eq!(Pattern::of_position(&position), Some(pattern), "in another order");
            }
        }
    }
    assert_eq!(PATTERNS[0].stones(BoardSize::square(5).unwrap(), 0).map(|s| s.len()), Some(3));
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
        let found = Pattern::of_moves(&points(moves), board());
        assert_eq!(found.map(|pattern| pattern.to_string()).as_deref(), Some(name), "{moves}");
    }
    for nameless in ["h8h9", "g8h9i9", "h8h10i9", "h8h9k9", "h8a1a2"] {
        assert_eq!(Pattern::of_moves(&points(nameless), board()), None, "{nameless}");
    }
    let mut far = Position::new(board());
    points("g8h9i9").into_iter().for_each(|point| far.play(point, &mut ()));
    assert_eq!(Pattern::of_position(&far), None, "nothing lies in the middle");
}

proptest! {
    /// With any answers, an opening ends with three or five stones, all in their zones.
    #[test]
    fn every_opening_comes_to_an_end(rule in 0usize..8, choices in prop::collection::vec(any::<u32>(), 200)) {
        let mut opening = Opening::new(OpeningRule::ALL[rule], board()).unwrap();
        for choice in choices {
            let Some((_, question)) = opening.asked() else { break };
            let point = Point::from_index(choice as usize % 1024);
            let answer = match question {
                Question::Stone(zone) => {
                    let fits = board().points().filter(|&p| zone.contains(p, board()));
                    let fits: Vec<Point> = fits.filter(|p| !opening.stones().contains(p)).collect();
                    Answer::Stone(fits[choice as usize % fits.len()])
                }
                Question::Colour(Some(Instead::LayTwo | Instead::OfferTen)) if choice % 3 == 0 => Answer::Instead,
                Question::Colour(_) => Answer::Take(Colour::BOTH[choice as usize % 2]),
                Question::Number(most) => Answer::Number(choice as usize % (most + 2)),
                Question::Fifths(count) => {
                    let mut offered = Vec::new();
                    for p in board().points() {
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
