//! Tests of the referee: misbehaving brains lose for the right reason and the next game is played, and the real brain
//! plays legal games against itself under every rule.

use tengen_arena::chooser::Choices;
use tengen_arena::referee::play::{GameOpening, Setup, play};
use tengen_core::board::{BoardSize, notation};
use tengen_core::rules::opening::OpeningRule;
use tengen_core::rules::{Rule, Variant};
use tengen_e2e::scripted::{seats, tengen};
use tengen_testkit::{FREESTYLE, PLAIN_RULES};

fn quick(seed: u64) -> Choices {
    Choices { nodes: 500, ..Choices::of(seed) }
}

fn setup(rule: Rule) -> Setup {
    Setup { other: None, size: BoardSize::FIFTEEN, rule, opening: GameOpening::Moves(Vec::new()), draw_after: None }
}

#[cfg(unix)]
mod scripted {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};
    use tengen_arena::referee::brain::Spec;
    use tengen_arena::referee::dialect::Sau;
    use tengen_arena::referee::play::Played;
    use tengen_arena::referee::seat::Seat;
    use tengen_core::board::Colour;
    use tengen_core::rules::Forbidden;
    use tengen_core::rules::opening::pattern::Pattern;
    use tengen_e2e::scripted::{PATIENT, program, scripted};
    use tengen_records::{Ending, Reason};
    use tengen_testkit::RENJU;

    fn game(specs: [Spec; 2], setup: &Setup) -> Played {
        play(&mut seats(specs), setup).expect("nobody stops it")
    }

    const TOP: &str = "0,0 1,0 2,0 3,0 4,0";
    const NEXT: &str = "0,1 1,1 2,1 3,1 4,1";

    /// Plays a faulty brain as black and as white against a good one: how each game ended, and the number of moves.
    fn verdicts(mode: &str) -> [(Ending, usize); 2] {
        let black = game([scripted(mode, TOP), scripted("good", NEXT)], &setup(FREESTYLE));
        let white = game([scripted("good", TOP), scripted(mode, NEXT)], &setup(FREESTYLE));
        [black, white].map(|played| (played.ending(), played.game.moves.len()))
    }

    /// The third move of this faulty brain loses.
    fn loses(mode: &str, reason: Reason) {
        let expected = [(Ending::won(Colour::White, reason), 4), (Ending::won(Colour::Black, reason), 5)];
        assert_eq!(verdicts(mode), expected, "{mode}");
    }

    #[test]
    fn a_good_game_is_won_by_five() {
        let five = (Ending::won(Colour::Black, Reason::Five), 9);
        assert_eq!(verdicts("good"), [five, five]);
    }

    #[test]
    fn chatter_and_suggestions_are_borne() {
        let five = (Ending::won(Colour::Black, Reason::Five), 9);
        for mode in ["chatty", "suggest", "drip"] {
            assert_eq!(verdicts(mode), [five, five], "{mode}");
        }
        let played = game([scripted("chatty", TOP), scripted("good", NEXT)], &setup(FREESTYLE));
        assert_eq!(played.game.moves[4].comment, "depth 3");
    }

    #[test]
    fn a_brain_that_ends_has_crashed() {
        loses("crash", Reason::Crash);
        loses("mute", Reason::Crash);
        let played = game([scripted("crash", TOP), scripted("good", NEXT)], &setup(FREESTYLE));
        assert_eq!(played.why.unwrap(), "crash: the program ended: exit status: 3");
    }

    #[test]
    fn a_crash_shows_the_standard_error() {
        let stop = Arc::new(AtomicBool::new(false));
        let specs = [scripted("complain", TOP), scripted("good", NEXT)];
        for logged in [false, true] {
            let seat = |spec: &Spec| Seat::new(Arc::new(spec.clone()), stop.clone(), logged);
            let mut seats = specs.each_ref().map(seat);
            let played = play(&mut seats, &setup(FREESTYLE)).expect("nobody stops it");
            let expected = "complain: the program ended: exit status: 3; its standard error: \
                            a line | board.py, line 3 | ValueError: no move";
            assert_eq!(played.why.unwrap(), expected);
        }
    }

    #[test]
    fn too_much_output_loses_and_does_not_fill_the_memory() {
        for mode in ["flood", "flood_later", "flood_errors", "endless"] {
            let spec = Spec { limits: PATIENT, ..scripted(mode, TOP) };
            let mut seats = seats([spec, scripted("good", NEXT)]);
            let played = play(&mut seats, &setup(FREESTYLE)).expect("nobody stops it");
            assert_eq!(played.ending(), Ending::won(Colour::White, Reason::Flood), "{mode}");
            let why = format!("{mode}: more than 8 MiB of output after a command");
            assert_eq!(played.why.unwrap(), why);
            let bytes: usize = played.dialogue.iter().map(|(_, spoken)| spoken.text.len()).sum();
            assert!(bytes < 20 << 20, "{mode}: {bytes}");
        }
    }

    #[test]
    fn too_much_output_of_a_program_for_the_platform_loses() {
        let mut flood = program("flood", "yes", &["noise"]);
        (flood.dialect, flood.limits) = (&Sau, PATIENT);
        let played = game([flood, scripted("good", NEXT)], &setup(FREESTYLE));
        assert_eq!(played.ending(), Ending::won(Colour::White, Reason::Flood));
    }

    #[test]
    fn a_brain_that_thinks_too_long_loses_on_time() {
        let start = Instant::now();
        loses("hang", Reason::Time);
        loses("slow", Reason::Time);
        assert!(start.elapsed() < Duration::from_secs(20), "it is killed");
    }

    #[test]
    fn answers_that_are_no_moves() {
        loses("garbage", Reason::Garbage);
        loses("error", Reason::Garbage);
        let played = game([scripted("garbage", TOP), scripted("good", NEXT)], &setup(FREESTYLE));
        assert_eq!(played.why.unwrap(), "garbage: the answer was \"I resign\"");
    }

    #[test]
    fn illegal_moves() {
        loses("taken", Reason::Illegal);
        loses("off", Reason::Illegal);
        let played = game([scripted("off", TOP), scripted("good", NEXT)], &setup(FREESTYLE));
        assert_eq!(played.why.unwrap(), "off: 15,3: point off the board");
    }

    #[test]
    fn brains_that_do_not_start() {
        for mode in ["absent", "refuse", "dumb"] {
            let lost = |winner| (Ending::won(winner, Reason::NoStart), 0);
            assert_eq!(verdicts(mode), [lost(Colour::White), lost(Colour::Black)], "{mode}");
        }
        let played = game([scripted("mumble", TOP), scripted("good", NEXT)], &setup(FREESTYLE));
        assert_eq!(
            played.why.unwrap(),
            "mumble: START 15 was not answered OK within 0.7 s; the last line was \"OK, ready\""
        );
        let played = game([scripted("dumb", TOP), scripted("good", NEXT)], &setup(FREESTYLE));
        assert_eq!(played.why.unwrap(), "dumb: START 15 was not answered OK within 0.7 s");
        let nowhere = program("nowhere", "/no/such/program", &[]);
        let played = game([nowhere, scripted("good", NEXT)], &setup(FREESTYLE));
        assert_eq!(played.ending(), Ending::won(Colour::White, Reason::NoStart));
    }

    #[test]
    fn a_forbidden_move_loses() {
        let six = "0,0 1,0 2,0 4,0 5,0 3,0";
        let apart = "0,2 0,4 0,6 0,8 0,10 0,12";
        let played = game([scripted("good", six), scripted("good", apart)], &setup(RENJU));
        let forbidden = Reason::Forbidden(Forbidden::Overline);
        assert_eq!(played.ending(), Ending::won(Colour::White, forbidden));
        assert!(!forbidden.is_fault());
    }

    #[test]
    fn after_a_failure_the_next_game_has_a_new_program() {
        for mode in ["crash", "hang", "garbage", "taken"] {
            let mut seats = seats([scripted(mode, TOP), scripted("good", &(NEXT.to_string() + " 9,9 9,8 9,7"))]);
            let mut game = || {
                let played = play(&mut seats, &setup(FREESTYLE)).unwrap();
                (played.ending(), played.game.moves.len())
            };
            let first = game();
            assert_eq!((first.0.winner, first.1), (Some(Colour::White), 4), "{mode}");
            assert_eq!(game(), first, "{mode}");
        }
    }

    #[test]
    fn openings_are_sent_by_board_and_the_dialogue_is_logged() {
        let mut setup = setup(FREESTYLE);
        setup.opening = GameOpening::Moves(notation::read("h8i9g7", setup.size).unwrap());
        setup.draw_after = Some(5);
        let played = game([scripted("good", TOP), scripted("good", NEXT)], &setup);
        assert_eq!(played.ending(), Ending::drawn(Reason::MoveLimit));
        assert_eq!(played.game.moves_text(), "h8i9g7a14a15");
        let lines: Vec<String> =
            played.dialogue.iter().map(|(seat, spoken)| format!("{seat}{}", spoken.text)).collect();
        let expected =
            ["1> BOARD", "1> 7,7,2", "1> 8,6,1", "1> 6,8,2", "1> DONE", "1< 0,1", "0> INFO time_left 2147483647"];
        let start = lines.iter().position(|line| line == "1> BOARD").unwrap();
        assert_eq!(lines[start..start + expected.len()], expected);
        assert!(lines.contains(&"0> INFO timeout_turn 100".to_string()));
    }

    fn swap2(first: [&str; 2], second: [&str; 2]) -> Played {
        let mut setup = setup(FREESTYLE);
        setup.opening = GameOpening::Swap2;
        setup.draw_after = Some(6);
        let patient = |[mode, points]: [&str; 2]| Spec { limits: PATIENT, ..scripted(mode, points) };
        game([patient(first), patient(second)], &setup)
    }

    #[test]
    fn swap2_in_every_way() {
        let lays = "swap2=7,7 8,8 9,9";
        let swapped = swap2([lays, TOP], ["swap2=SWAP", NEXT]);
        assert_eq!((swapped.black, swapped.game.moves_text().as_str()), (1, "h8i7j6a15a14b15"));
        let stayed = swap2([lays, TOP], ["swap2=1,1", NEXT]);
        assert_eq!((stayed.black, stayed.game.moves_text().as_str()), (0, "h8i7j6b14a15a14"));
        let asked = |choice| swap2([&format!("{lays}/{choice}"), TOP], ["swap2=1,1 2,2", NEXT]);
        let swapped = asked("SWAP");
        assert_eq!((swapped.black, swapped.game.moves_text().as_str()), (0, "h8i7j6b14c13a14"));
        let stayed = asked("5,5");
        assert_eq!((stayed.black, stayed.game.moves_text().as_str()), (1, "h8i7j6b14c13f10"));
        let confused = asked("5,5 6,6");
        assert_eq!(confused.ending().reason, Reason::Garbage);
        assert_eq!(confused.winner(), Some(1));
        let outside = swap2(["swap2=7,7 8,8 20,20", TOP], ["good", NEXT]);
        assert_eq!(outside.ending().reason, Reason::Illegal);
    }

    /// A game by an opening rule, and the notes on its first five moves.
    fn by_rule(rule: OpeningRule) -> (Played, Vec<String>) {
        let mut setup = setup(Rule::new(Variant::Renju));
        setup.opening = GameOpening::ByRule(rule, quick(1));
        setup.draw_after = Some(8);
        let played = game([scripted("good", TOP), scripted("good", NEXT)], &setup);
        let moves = played.game.moves.iter().take(5);
        let notes = moves.map(|made| made.comment.clone()).collect();
        (played, notes)
    }

    #[test]
    fn the_fourth_stone_is_the_brains_and_all_else_is_chosen_for_it() {
        for rule in [OpeningRule::Rif, OpeningRule::Yamaguchi, OpeningRule::Soosyrv8] {
            let (played, notes) = by_rule(rule);
            assert_eq!(played.ending(), Ending::drawn(Reason::MoveLimit), "{:?}", played.why);
            let points: Vec<_> = played.game.points().collect();
            assert!(Pattern::of_moves(&points, played.game.size).is_some());
            assert!(points[3].y() <= 1, "the scripted brains play at the top: {points:?}");
            assert!(notes[2].contains("takes"), "{notes:?}");
            assert!(notes[3].contains("offers") || rule != OpeningRule::Rif, "{notes:?}");
            let declared = notes.iter().position(|note| note.contains("declared"));
            let wanted = [None, Some(2), Some(3)][rule as usize - OpeningRule::Rif as usize];
            assert_eq!(declared, wanted, "{notes:?}");
        }
    }

    #[test]
    fn stones_that_belong_somewhere_are_chosen_for_brains() {
        let (played, notes) = by_rule(OpeningRule::Taraguchi10);
        assert_eq!(played.ending(), Ending::drawn(Reason::MoveLimit), "{:?}", played.why);
        // A colour is chosen after each stone; after the fourth, ten fifth stones may be offered instead.
        assert!(notes[..3].iter().all(|note| note.contains("takes")), "{notes:?}");
        let (fourth, fifth) = (&notes[3], &notes[4]);
        assert!(
            fourth.contains("takes") || fourth.contains("offers") && fifth.contains("chosen by good of"),
            "{notes:?}"
        );
        let (played, _) = by_rule(OpeningRule::Pro);
        let points: Vec<_> = played.game.points().collect();
        let centre = played.game.size.centre();
        assert_eq!(points[0], centre);
        assert!(points[1].y() <= 1 && points[2].distance(centre) > 2, "{points:?}");
        assert_eq!(played.black, 0);
    }

    #[test]
    fn a_brain_may_lose_in_an_opening() {
        let mut setup = setup(Rule::new(Variant::Renju));
        setup.opening = GameOpening::ByRule(OpeningRule::Pro, quick(1));
        let played = game([scripted("good", TOP), scripted("good", "15,3")], &setup);
        assert_eq!(played.ending().reason, Reason::Illegal);
        assert_eq!(played.winner(), Some(0));
    }

    #[test]
    fn a_match_that_is_stopped_leaves_at_once() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut slow = scripted("hang", TOP);
        slow.limits = PATIENT;
        let seat = |spec| Seat::new(Arc::new(spec), stop.clone(), false);
        let mut seats = [seat(slow), seat(scripted("good", NEXT))];
        let flag = stop.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            flag.store(true, Ordering::Relaxed);
        });
        let start = Instant::now();
        assert!(play(&mut seats, &setup(FREESTYLE)).is_none());
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

/// Plays two games of the real brain against itself, with colours swapped, and checks them by the rules.
fn plays_well(setup: &Setup) {
    let mut seats = seats([tengen(150), tengen(60)]);
    for _ in 0..2 {
        let played = play(&mut seats, setup).expect("nobody stops it");
        let ending = played.ending();
        assert!(!ending.reason.is_fault(), "{setup:?}: {:?}", played.why);
        let judged = played.game.played().expect("legal moves").ending();
        let stopped = setup.draw_after == Some(played.game.moves.len());
        assert!(judged == Some(ending) || stopped && judged.is_none(), "{judged:?} {ending:?}");
        seats.swap(0, 1);
    }
}

#[test]
fn the_brain_plays_every_rule() {
    for rule in PLAIN_RULES {
        plays_well(&setup(rule));
    }
}

#[test]
fn the_brain_plays_continuous_games() {
    for rule in PLAIN_RULES {
        let continuous = Rule { continuous: true, ..rule };
        plays_well(&Setup { size: BoardSize::square(8).unwrap(), draw_after: Some(55), ..setup(continuous) });
    }
}

#[test]
fn the_brain_negotiates_swap2() {
    for rule in PLAIN_RULES {
        plays_well(&Setup { opening: GameOpening::Swap2, draw_after: Some(30), ..setup(rule) });
    }
}

/// The brain plays after every opening rule; each is a test of its own, since each takes seconds.
mod the_brain_plays_after {
    use super::*;

    fn opening(rule: OpeningRule) {
        plays_well(&Setup {
            opening: GameOpening::ByRule(rule, quick(3)),
            draw_after: Some(12),
            ..setup(Rule::new(Variant::Renju))
        });
    }

    macro_rules! tests {
        ($($name:ident: $rule:ident,)*) => {
            $(#[test]
            fn $name() {
                opening(OpeningRule::$rule);
            })*

            #[test]
            fn every_opening_rule() {
                assert_eq!(OpeningRule::ALL, [$(OpeningRule::$rule),*]);
            }
        };
    }

    tests! {
        swap: Swap,
        swap2: Swap2,
        pro: Pro,
        long_pro: LongPro,
        rif: Rif,
        yamaguchi: Yamaguchi,
        soosyrv8: Soosyrv8,
        taraguchi10: Taraguchi10,
    }
}

#[test]
fn the_brain_plays_oblong_boards() {
    for (width, height) in [(20, 9), (7, 16)] {
        let mut setup = setup(FREESTYLE);
        setup.size = BoardSize::new(width, height).unwrap();
        setup.opening = GameOpening::Moves(notation::read("c3d4e5", setup.size).unwrap());
        setup.draw_after = Some(60);
        plays_well(&setup);
    }
}
