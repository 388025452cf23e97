//! Networks: the engine computes the same as the trainer's reference, incremental evaluation equals full evaluation,
//! and no bytes cause a crash.

use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::fnv::checksum;
use tengen_core::rules::{Rule, Variant};
use tengen_engine::eval::net::file::FileError;
use tengen_engine::eval::net::{Cache, NetEvaluation, Network};
use tengen_engine::eval::tables::params;
use tengen_engine::eval::{Evaluator, Values, threat_index};
use tengen_engine::kernel::Kernel;
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{Kind, PatternBoard};
use tengen_testkit::network::{Sizes, made, made_of, sealed};

const FREESTYLE: Rule = Rule::new(Variant::Freestyle);

/// The outputs of a network for a position, computed from scratch on the baseline kernel.
struct Judgement {
    logit: i32,
    value: i32,
    /// The empty points, row by row.
    points: Vec<Point>,
    policies: Vec<i32>,
}

fn judge<K: Kind>(network: &Arc<Network>, board: &PatternBoard<K>) -> Judgement {
    let mut board = board.clone();
    board.set_kernel(Kernel::BASELINE);
    let mut evaluation = NetEvaluation::new(&board, network.clone(), Cache::default());
    let points: Vec<Point> = board.position().empty_points().collect();
    let mut policies = Vec::new();
    evaluation.policies(&board, points.iter().copied(), &mut policies);
    Judgement { logit: evaluation.logit(&board), value: evaluation.value(&board), points, policies }
}

/// Compares a network with test vectors (`train/FORMAT.md`); returns their number.
fn compare(network: &Arc<Network>, lines: &str) -> usize {
    for line in lines.lines() {
        dispatch(FREESTYLE, Vector { network, line });
    }
    lines.lines().count()
}

struct Vector<'a> {
    network: &'a Arc<Network>,
    line: &'a str,
}

impl KindVisitor for Vector<'_> {
    type Output = ();

    fn visit<K: Kind>(self, _: K) {
        let words: Vec<&str> = self.line.split(' ').collect();
        let [side, rows, threats, logit, value, policy] = words[..] else {
            panic!("no vector: {}", self.line);
        };
        let side = match side {
            "b" => Colour::Black,
            _ => Colour::White,
        };
        let board = PatternBoard::<K>::new(&drawn(rows, side), FREESTYLE);
        let seen = judge(self.network, &board);
        let moves = seen.policies.iter().flat_map(|p| p.to_le_bytes());
        let found = [
            threat_index(&board, side).to_string(),
            seen.logit.to_string(),
            seen.value.to_string(),
            format!("{:08x}", checksum(&moves.collect::<Vec<u8>>())),
        ];
        assert_eq!(found, [threats, logit, value, policy], "{}", self.line);
    }
}

fn drawn(rows: &str, side: Colour) -> Position {
    let rows: Vec<&str> = rows.split('/').collect();
    let size = BoardSize::new(rows[0].len() as u32, rows.len() as u32).unwrap();
    let mut position = Position::new(size);
    for point in size.points() {
        let colour = match rows[point.y() as usize].as_bytes()[point.x() as usize] {
            b'o' => side,
            b'x' => !side,
            _ => continue,
        };
        position.place(point, colour, &mut ());
    }
    position.set_to_move(side);
    position
}

#[test]
fn the_engine_computes_what_the_reference_computes() {
    let one = made(0, [32, 64], 1, 1);
    let two = made(0, [64, 32], 2, 2);
    let three = made_of(0, Sizes { reach: 3, ..Sizes::SMALLEST }, 1, 3);
    let four = made_of(0, Sizes { reach: 4, ..Sizes::SMALLEST }, 2, 4);
    let five = made_of(0, Sizes { reach: 3, best: 8, ..Sizes::SMALLEST }, 1, 5);
    let six = made_of(0, Sizes { hidden: [64, 64], best: 16, ..Sizes::SMALLEST }, 2, 6);
    let seven = made_of(0, Sizes { reach: 3, best: 8, related: true, ..Sizes::SMALLEST }, 1, 7);
    let eight = made_of(0, Sizes { best: 16, related: true, second: true, ..Sizes::SMALLEST }, 2, 9);
    for (bytes, lines) in [
        (one, include_str!("networks/one.txt")),
        (two, include_str!("networks/two.txt")),
        (three, include_str!("networks/three.txt")),
        (four, include_str!("networks/four.txt")),
        (five, include_str!("networks/five.txt")),
        (six, include_str!("networks/six.txt")),
        (seven, include_str!("networks/seven.txt")),
        (eight, include_str!("networks/eight.txt")),
    ] {
        let network = Arc::new(Network::from_bytes(&bytes).unwrap());
        assert_eq!(network.note(), "by formula");
        assert!(compare(&network, lines) >= 20);
    }
}

#[test]
#[ignore = "wants a trained network and its vectors: TENGEN_NETWORK=FILE TENGEN_VECTORS=FILE"]
fn so_does_a_trained_network_that_is_named() {
    let [network, vectors] = ["TENGEN_NETWORK", "TENGEN_VECTORS"].map(|name| {
        let file = std::env::var(name).expect(name);
        std::fs::read(&file).expect(&file)
    });
    let network = Arc::new(Network::from_bytes(&network).unwrap());
    let count = compare(&network, &String::from_utf8(vectors).unwrap());
    println!("{count} positions");
}

struct Walk<'a> {
    rule: Rule,
    kernel: Kernel,
    rng: &'a mut StdRng,
    network: Arc<Network>,
}

impl KindVisitor for Walk<'_> {
    type Output = usize;

    /// Plays and takes back random stones, comparing now and then; returns the number of comparisons.
    fn visit<K: Kind>(self, _: K) -> usize {
        let Walk { rule, kernel, rng, network } = self;
        let sides = [(); 2].map(|()| rng.random_range(5..=20));
        let mut start = Position::new(BoardSize::new(sides[0], sides[1]).unwrap());
        for _ in 0..rng.random_range(0..5) {
            let points: Vec<Point> = start.size().points().collect();
            let _ = start.kill(points[rng.random_range(0..points.len())]);
        }
        let mut board = PatternBoard::<K>::new(&start, rule);
        board.set_kernel(kernel);
        let values = Values { tables: params::of(rule), network: Some(network.clone()) };
        let mut evaluator = Evaluator::new(&board, values);
        let mut asked = 0;
        for _ in 0..150 {
            let empty = board.position().empty_points().choose(rng);
            match (rng.random_range(0..5), empty) {
                (0 | 1, _) if board.steps() > 0 => board.undo(),
                (_, Some(point)) => board.place(point, Colour::BOTH[rng.random_range(0..2)]),
                (_, None) => break,
            }
            if rng.random_range(0..3) == 0 {
                let computed = judge(&network, &board);
                let points = &computed.points;
                let mut policies = Vec::new();
                let early = rng.random();
                if early {
                    evaluator.policies(&board, points.iter().copied(), &mut policies);
                }
                assert_eq!(evaluator.value(&board), computed.value, "{rule:?}");
                if !early {
                    evaluator.policies(&board, points.iter().copied(), &mut policies);
                }
                assert_eq!(policies, computed.policies, "{rule:?}");
                asked += 1;
            }
        }
        asked
    }
}

#[test]
fn what_is_kept_in_place_is_what_is_computed_anew() {
    let mut rng = StdRng::seed_from_u64(12);
    let mut asked = 0;
    for (rule, variant) in (0..).zip(Variant::ALL) {
        for (hidden, reach, best, related, second) in [
            ([32, 32], 0, 0, false, false),
            ([32, 64], 3, 8, false, false),
            ([64, 32], 0, 1, false, true),
            ([64, 64], 4, 0, false, false),
            ([32, 32], 2, 8, true, false),
            ([32, 32], 2, 8, true, true),
        ] {
            let bytes = made_of(rule, Sizes { hidden, reach, best, related, second }, 2, 10);
            let network = Network::from_bytes(&bytes).unwrap();
            let (network, rule) = (Arc::new(network), Rule::new(variant));
            assert!(network.suits(rule));
            for kernel in Kernel::all() {
                let walk = Walk { rule, kernel, rng: &mut rng, network: network.clone() };
                asked += dispatch(rule, walk);
            }
        }
    }
    assert!(asked > 400, "{asked}");
}

#[test]
fn errors_in_a_file_are_named() {
    let good = made(0, [32, 32], 1, 1);
    let refused = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        Network::from_bytes(&sealed(bytes)).err()
    };
    let set = |at: usize, byte: u8| refused(&|bytes: &mut Vec<u8>| bytes[at] = byte);
    assert_eq!(refused(&|_| ()), None);
    assert_eq!(set(7, b'6'), Some(FileError::Format));
    assert_eq!(set(16, 0), Some(FileError::Counts));
    assert_eq!(set(20, 5), Some(FileError::Rule(5)));
    assert_eq!(set(21, 3), Some(FileError::Sets(3)));
    assert_eq!(set(22, 64), Some(FileError::Channels(64)));
    assert_eq!(set(24, 17), Some(FileError::Width(17)));
    assert_eq!(set(29, 9), Some(FileError::Points(250 + 9 * 256)));
    assert_eq!(set(32, 0xff), Some(FileError::Note));
    assert_eq!(set(21, 2), Some(FileError::Length));
    for best in [3, 32] {
        let mut bytes = made_of(0, Sizes { best: 8, ..Sizes::SMALLEST }, 1, 1);
        bytes[32] = best;
        let error = Network::from_bytes(&sealed(bytes)).err();
        assert_eq!(error, Some(FileError::Best(best.into())));
    }
    for (best, relations) in [(8, 17), (0, 18)] {
        let mut bytes = made_of(0, Sizes { best: 8, related: true, ..Sizes::SMALLEST }, 1, 1);
        [bytes[32], bytes[34]] = [best, relations];
        let error = Network::from_bytes(&sealed(bytes)).err();
        assert_eq!(error, Some(FileError::Relations(relations.into())));
    }
    let own = 32 + "by formula".len();
    assert_eq!(set(own + 1, 0x40), Some(FileError::TooLarge("own")));
    let longer = refused(&|bytes: &mut Vec<u8>| bytes.push(0));
    assert_eq!(longer, Some(FileError::Length));
    let mut damaged = good.clone();
    damaged[100] ^= 1;
    let damaged = Network::from_bytes(&damaged).err();
    assert_eq!(damaged, Some(FileError::Checksum));
    let half = Network::from_bytes(&good[..good.len() / 2]).err();
    assert_eq!(half, Some(FileError::Length));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Any bytes, with or without a valid header and checksum, are a network or an error.
    #[test]
    fn no_bytes_do_harm(mut bytes in prop::collection::vec(any::<u8>(), 0..200), seal: bool) {
        if seal && bytes.len() >= 8 {
            bytes[..8].copy_from_slice(b"TNGNET01");
            bytes = sealed(bytes);
        }
        let _ = Network::from_bytes(&bytes);
    }

    /// The same for truncated or modified network files.
    #[test]
    fn nor_do_damaged_networks(
        changes in prop::collection::vec((0..40usize, any::<u8>()), 0..4),
        cut in 0..400_000usize,
    ) {
        let mut bytes = made(0, [32, 32], 1, 1);
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        bytes.truncate(cut.max(8));
        let _ = Network::from_bytes(&sealed(bytes));
    }
}
