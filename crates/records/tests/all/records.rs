//! Round trips of random games through their file formats; no text makes a reader panic.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use tengen_core::board::{BoardSize, Colour, PlayError, Point, Position, Stone, notation};
use tengen_core::rules::{Forbidden, Rule};
use tengen_core::sau::Notation;
use tengen_records::defaults::Defaults;
use tengen_records::games::open;
use tengen_records::{Ending, Game, Move, OtherGame, Reason, psq, sgf};
use tengen_testkit::ALL_RULES;

const PIECES: [&str; 30] = [
    "https://x.org/", "#size=15x15", "&moves=", "&black=a1", "&first=white", "%", "%2", "%E4", "h8", "i9 ", "1.",
    "START ", "RECTSTART 9,", "BOARD\n", "DONE\n", "INFO rule 9\n", "7,7,1\n", "7,8,2\n", "-1,99999999999\n",
    "TURN 3,3\n", "TAKEBACK 3,3\n", "15\n", "\n", "(", "[Black \"", "\"]\n", " 5 . X O 1 .\n", "é", "a b c d e\n",
    "(;B[resign]",
];

/// A game in which each side places two stones a turn, black's first turn being one stone.
#[derive(Debug)]
struct Pairs;

impl OtherGame for Pairs {
    fn name(&self) -> &'static str {
        "pairs"
    }

    fn title(&self) -> &'static str {
        "Pairs"
    }

    fn order(&self) -> &'static str {
        "black places one stone, then each side places two"
    }

    fn play(&self, position: &mut Position, point: Point) -> Result<Option<Ending>, PlayError> {
        position.check_empty(point)?;
        position.play(point, &mut ());
        position.set_to_move(Colour::BOTH[position.stones().len().div_ceil(2) % 2]);
        Ok(None)
    }

    fn moves_a_turn(&self, _: &Position) -> Option<usize> {
        Some(2)
    }

    fn notation(&self) -> Notation {
        Notation::Stones(2)
    }
}

fn rules() -> impl Strategy<Value = Rule> {
    (select(&ALL_RULES[..]), any::<bool>()).prop_map(|(rule, continuous)| Rule { continuous, ..rule })
}

fn reasons() -> impl Strategy<Value = Reason> {
    let forbidden = [Forbidden::Overline, Forbidden::DoubleFour, Forbidden::DoubleThree].map(Reason::Forbidden);
    use Reason::{
        Crash, Five, Flood, FullBoard, Garbage, Illegal, MoveLimit, NoStart, Overline, Rows, Six, Time, Unknown,
    };
    let others =
        [Five, Overline, Six, Rows, FullBoard, MoveLimit, Time, Crash, Illegal, Garbage, Flood, NoStart, Unknown];
    select([&forbidden[..], &others[..]].concat())
}

fn endings() -> impl Strategy<Value = Option<Ending>> {
    let winners = select(&[None, Some(Colour::Black), Some(Colour::White)][..]);
    proptest::option::of((winners, reasons()).prop_map(|(winner, reason)| Ending { winner, reason }))
}

/// Random moves, with and without time and comment. (Comments that start like a time would be read
/// as one.)
fn moves(size: BoardSize) -> impl Strategy<Value = Vec<Move>> {
    let points: Vec<Point> = size.points().collect();
    let most = points.len().min(60);
    let points = subsequence(points, 0..most).prop_shuffle();
    points.prop_flat_map(|points| {
        let made = |point: Point| {
            let words = "([a-z\\]\\[\\\\();:é][^\r\u{0}]{0,20})?";
            (proptest::option::of(0..1_000_000u64), words).prop_map(move |(time, comment)| Move {
                point,
                time,
                comment,
            })
        };
        points.into_iter().map(made).collect::<Vec<_>>()
    })
}

/// Setup stones on points without moves, and the side that moves first.
fn set_up(size: BoardSize, moves: &[Move]) -> impl Strategy<Value = (Vec<Stone>, Colour)> + use<> {
    let taken: Vec<Point> = moves.iter().map(|made| made.point).collect();
    let free: Vec<Point> = size.points().filter(|p| !taken.contains(p)).collect();
    let most = free.len().min(9);
    let colours = || select(&Colour::BOTH[..]);
    let stones = prop_oneof![Just(Vec::new()), subsequence(free, 0..=most)];
    (stones, proptest::collection::vec(colours(), 9), colours()).prop_map(|(points, colours, first)| {
        let stones = points.into_iter().zip(colours);
        let stones: Vec<Stone> = stones.map(|(point, colour)| Stone { point, colour }).collect();
        (stones, first)
    })
}

fn games() -> impl Strategy<Value = Game> {
    let sizes = (5..=32u32, 5..=32u32).prop_map(|(w, h)| BoardSize::new(w, h).unwrap());
    let name = || "[A-Za-z][A-Za-z0-9 _.\\]-]{0,10}[a-z]";
    sizes.prop_flat_map(move |size| {
        let stones = moves(size).prop_flat_map(move |moves| (set_up(size, &moves), Just(moves)));
        let parts = (rules(), name(), name(), stones, endings());
        parts.prop_map(move |(rule, black, white, ((setup, first), moves), ending)| Game {
            setup,
            first,
            moves,
            ending,
            ..Game::new(size, rule, [black, white])
        })
    })
}

/// The game without setup stones, black to move first.
fn from_the_beginning(mut game: Game) -> Game {
    game.setup.clear();
    game.first = Colour::Black;
    game
}

/// The part of a game that a psq file can store.
fn without_what_psq_leaves_out(game: &Game) -> Game {
    let mut game = game.clone();
    for made in &mut game.moves {
        made.time = Some(made.time.unwrap_or(0));
        made.comment.clear();
    }
    let loser = game.to_move();
    game.ending = game.ending.filter(|e| e.winner == Some(!loser) && e.reason.is_fault());
    if let Some(ending) = &mut game.ending
        && matches!(ending.reason, Reason::Garbage | Reason::Flood)
    {
        ending.reason = Reason::Crash;
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn sgf_comes_back(games in proptest::collection::vec(games(), 1..4)) {
        let text: String = games.iter().map(sgf::write).collect();
        prop_assert_eq!(sgf::read(&text, ALL_RULES[0]), Ok(games), "{}", text);
    }

    #[test]
    fn another_game_comes_back(mut game in games()) {
        game = from_the_beginning(game);
        game.other = Some(&Pairs);
        let wanted = Defaults { other: game.other, ..game.rule.into() };
        let read = sgf::read(&sgf::write(&game), wanted).unwrap().remove(0);
        prop_assert_eq!(read.to_move(), game.to_move());
        prop_assert_eq!(read, game);
    }

    #[test]
    fn psq_comes_back(game in games()) {
        let game = from_the_beginning(game);
        let text = psq::write(&game);
        let expected = without_what_psq_leaves_out(&game);
        prop_assert_eq!(psq::read(&text, game.rule), Ok(expected), "{}", text);
    }

    /// Fragments of sites, logs and links, in any order and truncated anywhere.
    #[test]
    fn no_paste_makes_a_reader_fall(
        parts in proptest::collection::vec(select(&PIECES[..]), 0..12),
        cut in 0usize..200,
    ) {
        let text = parts.concat();
        let bytes = &text.as_bytes()[..cut.min(text.len())];
        match open(bytes, Defaults::default(), false) {
            Ok(opened) => prop_assert!(opened.game.size.area() >= 25),
            Err(why) => prop_assert!(!why.to_string().is_empty()),
        }
    }

    #[test]
    fn a_row_of_moves_comes_back(game in games()) {
        let points: Vec<Point> = game.points().collect();
        prop_assert_eq!(notation::read(&game.moves_text(), game.size), Ok(points));
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[(;)BWASZCREGM\\[\\]\\\\a-c0-9,:\n Piskvorkyx]{0,80}") {
        let _ = sgf::read(&text, ALL_RULES[0]);
        let _ = psq::read(&text, ALL_RULES[0]);
        let _ = psq::read(&format!("Piskvorky 15x15, 1:1, 0\n{text}"), ALL_RULES[0]);
        let _ = sgf::read(&format!("(;SZ[15]{text}"), ALL_RULES[0]);
    }
}
