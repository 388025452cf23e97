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
use tengen_testkit::network::{NOTE, made, sealed};

const FREESTYLE: Rule = Rule::new(Variant::Freestyle);

/// The outputs of a network for a position, computed from scratch on the baseline kernel.
struct NetworkOutputs {
    logit: i32,
    value: i32,
    /// The empty points, row by row.
    points: Vec<Point>,
    policies: Vec<i32>,
}

fn judge<K: Kind>(network: &Arc<Network>, board: &PatternBoard<K>) -> NetworkOutputs {
    let mut board = board.clone();
    board.set_kernel(Kernel::BASELINE);
    let mut evaluation = NetEvaluation::new(&board, network.clone(), Cache::default());
    let points: Vec<Point> = board.position().empty_points().collect();
    let mut policies = Vec::new();
    evaluation.policies(&board, points.iter().copied(), &mut policies);
    NetworkOutputs { logit: evaluation.logit(&board), value: evaluation.value(&board), points, policies }
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
        let [side, rows, threats, logit, value, policy] = words[..] else { panic!("no vector: {}", self.line) };
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
    for (bytes, lines) in
        [(made(0, 1, 1), include_str!("networks/one.txt")), (made(0, 2, 2), include_str!("networks/two.txt"))]
    {
        let network = Arc::new(Network::from_bytes(&bytes).unwrap());
        assert_eq!(network.note(), NOTE);
        assert!(compare(&network, lines) >= 20);
    }
}

#[test]
#[ignore = "needs a trained network and its vectors: TENGEN_NETWORK=FILE TENGEN_VECTORS=FILE"]
fn a_trained_network_computes_what_the_reference_computes() {
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

    /// Places and takes back random stones, and compares after some of them; returns the number of comparisons.
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
        let mut compared = 0;
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
                compared += 1;
            }
        }
        compared
    }
}

#[test]
fn incremental_values_equal_those_computed_from_scratch() {
    let mut rng = StdRng::seed_from_u64(12);
    let mut compared = 0;
    for (rule, variant) in (0..).zip(Variant::ALL) {
        for sets in [1, 2] {
            let network = Network::from_bytes(&made(rule, sets, 10)).unwrap();
            let (network, rule) = (Arc::new(network), Rule::new(variant));
            assert!(network.suits(rule));
            for _ in 0..3 {
                for kernel in Kernel::all() {
                    let walk = Walk { rule, kernel, rng: &mut rng, network: network.clone() };
                    compared += dispatch(rule, walk);
                }
            }
        }
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn errors_in_a_file_are_named() {
    let good = made(0, 1, 1);
    let refused = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        Network::from_bytes(&sealed(bytes)).err()
    };
    let set = |at: usize, byte: u8| refused(&|bytes: &mut Vec<u8>| bytes[at] = byte);
    assert_eq!(refused(&|_| ()), None);
    assert_eq!(set(6, b'1'), Some(FileError::NoNetwork));
    assert_eq!(set(16, 0), Some(FileError::Counts));
    assert_eq!(set(20, 5), Some(FileError::Rule(5)));
    assert_eq!(set(21, 3), Some(FileError::Sets(3)));
    assert_eq!(set(29, 9), Some(FileError::Points(250 + 9 * 256)));
    assert_eq!(set(40, 0xff), Some(FileError::Note));
    assert_eq!(set(21, 2), Some(FileError::Length));
    let own = 40 + NOTE.len();
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

#[test]
fn networks_of_other_formats_and_sizes_are_refused_with_a_sentence() {
    let good = made(0, 1, 1);
    let refused = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        Network::from_bytes(&sealed(bytes)).expect_err("refused").to_string()
    };
    for format in *b"12346" {
        let sentence = format!("a network in format {}, but this program reads format 5 only", char::from(format));
        assert_eq!(refused(7, format), sentence);
    }
    for (at, byte, found, wanted) in [
        (22, 64, "64 channels", "32"),
        (24, 17, "17 numbers in the first hidden layer", "32"),
        (26, 64, "64 numbers in the second hidden layer", "32"),
        (30, 0, "0 points to either side in a window", "3"),
        (32, 16, "16 top policy points", "8"),
        (34, 17, "17 relative positions", "18"),
        (36, 0, "0 policy refinements", "1"),
    ] {
        let sentence = format!("a network with {found}, but this program reads networks with {wanted} only");
        assert_eq!(refused(at, byte), sentence);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Any bytes, with or without a valid header and checksum, are a network or an error.
    #[test]
    fn any_bytes_are_read_or_refused(mut bytes in prop::collection::vec(any::<u8>(), 0..200), seal: bool) {
        if seal && bytes.len() >= 8 {
            bytes[..8].copy_from_slice(b"TNGNET05");
            bytes = sealed(bytes);
        }
        let _ = Network::from_bytes(&bytes);
    }

    /// The same for truncated or modified network files.
    #[test]
    fn damaged_networks_are_read_or_refused(
        changes in prop::collection::vec((0..48usize, any::<u8>()), 0..4),
        cut in 0..470_000usize,
    ) {
        let mut bytes = made(0, 1, 1);
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        bytes.truncate(cut.max(8));
        let _ = Network::from_bytes(&sealed(bytes));
    }
}
