use super::*;
use tengen_core::board::{BoardSize, diagram, notation};
use tengen_core::rules::Variant;

const EMPTY: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

/// Black has an open three in row 5.
const OPEN_THREE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . O . . . . . .
    . . . . . . . . .
    . . . X X X . . .
    . . . . . . . . .
    . . . . . . O . .
    . . . . . . . . .
    . . . . . . . . .";

fn points(text: &str) -> Vec<Point> {
    notation::read(text, BoardSize::square(9).unwrap()).expect("points")
}

fn point(text: &str) -> Point {
    points(text)[0]
}

fn bound(plies: u32) -> WinLength {
    WinLength { plies, at_most: true }
}

fn found(score: Score, line: &str) -> Report {
    Report::new(score, points(line))
}

/// A game of a drawing with the side to move, and the move played.
struct Case {
    position: Position,
    rule: Rule,
    played: Point,
}

impl Case {
    fn new(drawing: &str, side: Colour, played: &str) -> Case {
        let mut position = diagram::read(drawing).expect("a drawing").position;
        position.set_to_move(side);
        Case { position, rule: Rule::new(Variant::Freestyle), played: point(played) }
    }

    fn renju(mut self) -> Case {
        self.rule = Rule::new(Variant::Renju);
        self
    }

    fn verdict(&self, before: Report, after: impl Into<Option<Report>>) -> Verdict {
        let after = after.into();
        let played = Played {
            lead: 0,
            position: &self.position,
            rule: self.rule,
            point: self.played,
            before: &before,
            after: after.as_ref(),
        };
        verdict(&played, &|| false)
    }
}

fn makes(pattern: Pattern, at: &str) -> Way {
    Way::Makes(pattern, point(at))
}

#[test]
fn grades_follow_the_loss_of_winning_chances() {
    let case = Case::new(EMPTY, Colour::Black, "a1");
    let grade = |before, after| {
        let before = found(Score::new(before), "e5");
        case.verdict(before, found(Score::new(after), "e5")).grade
    };
    assert_eq!(grade(0, 0), Grade::Good);
    assert_eq!(grade(0, 100), Grade::Inaccuracy);
    assert_eq!(grade(0, 200), Grade::Mistake);
    assert_eq!(grade(0, 600), Grade::Blunder);
    // 600 points, but only 2 % of the chances.
    assert_eq!(grade(1900, -1300), Grade::Good);
}

#[test]
fn the_best_move_loses_nothing_and_has_no_better_one() {
    let case = Case::new(EMPTY, Colour::Black, "e5");
    let verdict = case.verdict(found(Score::new(50), "e5a1"), found(Score::new(300), "a1"));
    assert_eq!(verdict, Verdict { grade: Grade::Best, reason: None, loss: 0.0, better: vec![], shown: vec![] });
    assert_eq!(verdict.accuracy(), 1.0);
}

#[test]
fn a_move_that_loses_nothing_has_no_better_one() {
    let case = Case::new(EMPTY, Colour::Black, "d4");
    let verdict = case.verdict(found(Score::new(50), "e5"), found(Score::new(-50), "a1"));
    assert_eq!((verdict.grade, verdict.better), (Grade::Good, vec![]));
    let verdict = case.verdict(found(Score::new(50), "e5a1"), found(Score::new(-25), "a1"));
    assert_eq!((verdict.grade, verdict.better), (Grade::Good, points("e5a1")));
}

#[test]
fn a_missed_open_four_is_a_missed_win() {
    let case = Case::new(OPEN_THREE, Colour::Black, "a1");
    let verdict = case.verdict(found(Score::win_in(3), "g5"), found(Score::new(0), "g5"));
    assert_eq!(verdict.grade, Grade::MissedWin);
    assert_eq!(verdict.reason, Some(Reason::Misses(makes(Pattern::OpenFour, "g5"))));
    assert_eq!(verdict.better, points("g5"));
}

#[test]
fn a_missed_five_is_named() {
    let four = OPEN_THREE.replace(". . . X X X . . .", ". . X X X X . . .");
    let case = Case::new(&four, Colour::Black, "a1");
    let verdict = case.verdict(found(Score::win_in(1), "g5"), found(Score::new(0), "g5"));
    assert_eq!(verdict.reason, Some(Reason::Misses(makes(Pattern::Five, "g5"))));
}

/// Black makes a four in column c, and then a second one together with a three.
#[test]
fn a_missed_vcf_is_distinguished_from_other_wins() {
    let fours = "
        . . . . . . . . .
        . . O . . . . . .
        . . X . . . . . .
        . . X . . . . . .
        . . X . . . . . .
        . . . . X X . . .
        . . . . . . . . .
        . . O . . . . O .
        O . . . . . . . .";
    let case = Case::new(fours, Colour::Black, "i9");
    let verdict = case.verdict(found(Score::win_in(7), "c4"), found(Score::new(0), "c4"));
    let Some(Reason::Misses(Way::ByFours { length: WinLength { plies, .. }, .. })) = verdict.reason else {
        panic!("{verdict:?}");
    };
    assert!((5..=9).contains(&plies), "{plies}");
    let case = Case::new(EMPTY, Colour::Black, "i9");
    let verdict = case.verdict(found(Score::win_in(15), "e5"), found(Score::new(0), "e5"));
    let win = Way::Wins { point: point("e5"), length: bound(15) };
    assert_eq!(verdict.reason, Some(Reason::Misses(win)));
}

#[test]
fn a_won_game_that_stays_won_is_no_mistake() {
    let case = Case::new(EMPTY, Colour::Black, "a1");
    let verdict = case.verdict(found(Score::win_in(5), "e5"), found(Score::loss_in(12), "e5"));
    assert_eq!(verdict.grade, Grade::Good);
    assert_eq!(verdict.reason, Some(Reason::StillWins { length: bound(12), instead_of: bound(4) }));
    assert_eq!((verdict.loss, verdict.better), (0.0, vec![]));
    let settled = Report { is_shortest: true, ..found(Score::win_in(5), "e5") };
    let verdict = case.verdict(settled, found(Score::loss_in(12), "e5"));
    let instead_of = WinLength { at_most: false, ..bound(4) };
    assert_eq!(verdict.reason, Some(Reason::StillWins { length: bound(12), instead_of }));
    let verdict = case.verdict(found(Score::win_in(5), "e5"), found(Score::loss_in(4), "e5"));
    assert_eq!((verdict.grade, verdict.reason), (Grade::Best, Some(Reason::WinsIn(bound(4)))));
    let shortest = Report { is_shortest: true, ..found(Score::loss_in(4), "e5") };
    let verdict = case.verdict(found(Score::win_in(5), "e5"), shortest);
    assert_eq!(verdict.reason, Some(Reason::WinsIn(WinLength { at_most: false, ..bound(4) })));
}

#[test]
fn a_lost_game_that_stays_lost_is_no_mistake() {
    let case = Case::new(EMPTY, Colour::White, "a1");
    let verdict = case.verdict(found(Score::loss_in(8), "e5"), found(Score::win_in(5), "e5"));
    assert_eq!((verdict.grade, verdict.reason), (Grade::Good, Some(Reason::LostIn(bound(5)))));
    assert_eq!(verdict.better, vec![]);
}

#[test]
fn a_lost_game_that_is_lost_twice_as_fast_is_an_inaccuracy() {
    let case = Case::new(EMPTY, Colour::White, "a1");
    let verdict = case.verdict(found(Score::loss_in(8), "e5"), found(Score::win_in(3), "e5"));
    let sooner = Reason::LosesSooner { length: bound(3), instead_of: bound(7) };
    assert_eq!((verdict.grade, verdict.reason), (Grade::Inaccuracy, Some(sooner)));
    assert_eq!(verdict.better, points("e5"));
    assert!(verdict.accuracy() < 0.8);
}

#[test]
fn a_three_that_is_not_stopped_is_a_missed_defence() {
    let case = Case::new(OPEN_THREE, Colour::White, "a1");
    let verdict = case.verdict(found(Score::new(-100), "g5"), found(Score::win_in(3), "c5"));
    assert_eq!(verdict.grade, Grade::MissedDefence);
    assert_eq!(verdict.reason, Some(Reason::Lets(makes(Pattern::OpenFour, "c5"))));
    assert_eq!(verdict.better, points("g5"));
}

/// The position was nearly lost: the move is no fault, and none is named.
#[test]
fn a_proven_loss_that_costs_little_was_already_lost() {
    let case = Case::new(EMPTY, Colour::White, "a1");
    let verdict = |before| case.verdict(found(Score::new(before), "g5"), found(Score::win_in(9), "c5"));
    let nearly = verdict(-2000);
    assert_eq!((nearly.grade, nearly.reason), (Grade::Good, Some(Reason::AlreadyLost(bound(9)))));
    let open = verdict(0);
    let way = Way::Wins { point: point("c5"), length: bound(9) };
    assert_eq!((open.grade, open.reason), (Grade::MissedDefence, Some(Reason::Lets(way))));
    assert_eq!(open.shown, points("c5"));
}

/// A win that is no longer proven, where the move is as good as won all the same, is no fault either.
#[test]
fn a_grade_and_its_reason_agree() {
    for (rule, side) in [(false, Colour::Black), (true, Colour::White)] {
        let case = Case::new(EMPTY, side, "a1");
        let case = if rule { case.renju() } else { case };
        for before in [Score::win_in(21), Score::win_in(9), Score::new(3000), Score::new(0), Score::new(-2000)] {
            for after in [Score::loss_in(6), Score::new(-3000), Score::new(0), Score::new(2000), Score::win_in(11)] {
                let verdict = case.verdict(found(before, "g5"), found(after, "c5"));
                let is_fault =
                    matches!(verdict.reason, Some(Reason::Misses(_) | Reason::Lets(_) | Reason::LetsPlay(_)));
                assert_eq!(is_fault, verdict.grade.is_marked(), "{before:?} {after:?} {verdict:?}");
                assert_eq!(verdict.shown.is_empty(), !is_fault, "{verdict:?}");
            }
        }
    }
}

#[test]
fn what_is_plain_on_the_board_is_marked_even_where_little_was_left() {
    let case = Case::new(OPEN_THREE, Colour::White, "a1");
    let verdict = case.verdict(found(Score::new(-3000), "g5"), found(Score::win_in(3), "c5"));
    assert_eq!(verdict.grade, Grade::Inaccuracy);
    let four = OPEN_THREE.replace(". . . X X X . . .", ". O X X X X . . .");
    let case = Case::new(&four, Colour::White, "a1");
    let verdict = case.verdict(found(Score::new(-3000), "g5"), found(Score::win_in(1), "g5"));
    assert_eq!(verdict.grade, Grade::Inaccuracy);
    assert_eq!(verdict.reason, Some(Reason::Lets(makes(Pattern::Five, "g5"))));
}

#[test]
fn a_stopped_threat_is_named() {
    let case = Case::new(OPEN_THREE, Colour::White, "g5");
    let before = || found(Score::new(-100), "g5");
    let verdict = case.verdict(before(), found(Score::new(100), "c5"));
    let Some(Reason::Stops(Pattern::OpenFour, _)) = verdict.reason else { panic!("{verdict:?}") };
    let four = OPEN_THREE.replace(". . . X X X . . .", ". . X X X X . . .");
    let case = Case::new(&four, Colour::White, "g5");
    let verdict = case.verdict(before(), found(Score::new(100), "b5"));
    assert_eq!(verdict.reason, Some(Reason::Stops(Pattern::Five, point("g5"))));
    let case = Case::new(OPEN_THREE, Colour::White, "a1");
    assert_eq!(case.verdict(found(Score::new(-100), "a1"), found(Score::new(100), "c5")).reason, None);
}

/// Black has two stones; White could have taken the point next to them.
#[test]
fn an_open_three_that_the_better_move_prevents_is_named() {
    let two = EMPTY.replacen(
        "\n    . . . . . . . . .\n    . . . . . . . . .\n    . . . . . . . . .\n    . . . . . . . . .\n    . .",
        "\n    . . . . . . . . .\n    . . . . . . . . .\n    . . . . . . . . .\n    . . . X X . . . .\n    . .",
        1,
    );
    let case = Case::new(&two, Colour::White, "a1");
    let loses = |better| {
        let verdict = case.verdict(found(Score::new(0), better), found(Score::new(200), "f6"));
        assert_eq!(verdict.grade, Grade::Mistake);
        verdict.reason
    };
    assert_eq!(loses("f6"), Some(Reason::Lets(makes(Pattern::Three, "f6"))));
    // This one does not prevent it.
    assert_eq!(loses("i1"), Some(Reason::LetsPlay(point("f6"))));
}

#[test]
fn an_open_three_that_was_not_made_is_named() {
    let two = OPEN_THREE.replace(". . . X X X . . .", ". . . X X . . . .");
    let case = Case::new(&two, Colour::Black, "a1");
    let verdict = case.verdict(found(Score::new(200), "f5"), found(Score::new(0), "i9"));
    assert_eq!(verdict.reason, Some(Reason::Misses(makes(Pattern::Three, "f5"))));
    let case = Case::new(&two, Colour::Black, "f5");
    let verdict = case.verdict(found(Score::new(200), "f5"), found(Score::new(-200), "g5"));
    assert_eq!(verdict.reason, Some(Reason::Makes(Pattern::Three)));
}

#[test]
fn a_forbidden_move_is_a_blunder() {
    let threes = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . X X . . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let case = Case::new(threes, Colour::Black, "e5").renju();
    let verdict = case.verdict(found(Score::new(800), "b2"), None);
    assert_eq!(verdict.grade, Grade::Blunder);
    assert_eq!(verdict.reason, Some(Reason::Forbidden(Forbidden::DoubleThree)));
    assert!(verdict.loss > 0.7);
    assert_eq!(verdict.better, points("b2"));
}

#[test]
fn a_five_is_the_best_move_whatever_the_search_found() {
    let four = OPEN_THREE.replace(". . . X X X . . .", ". . X X X X . . .");
    let case = Case::new(&four, Colour::Black, "g5");
    let verdict = case.verdict(found(Score::win_in(1), "b5"), None);
    assert_eq!((verdict.grade, verdict.reason), (Grade::Best, Some(Reason::Five)));
    assert!(verdict.better.is_empty());
}

/// In renju every four of this row could become only one five: the other one is an overline.
#[test]
fn a_three_that_may_not_become_an_open_four_is_not_named() {
    let broken = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X . . . X X . . X
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let reason = |case: Case| case.verdict(found(Score::new(0), "d5"), found(Score::new(0), "a9")).reason;
    let case = || Case::new(broken, Colour::Black, "d5");
    assert_eq!(reason(case()), Some(Reason::Makes(Pattern::Three)));
    assert_eq!(reason(case().renju()), None);
}
