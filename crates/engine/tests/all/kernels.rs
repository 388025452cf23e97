//! Every kernel that this processor can run visits the same tree.

use tengen_common::{Limits, LimitsOnly, Report};
use tengen_core::board::BoardSize;
use tengen_core::rules::Rule;
use tengen_engine::kernel::{Kernel, NoKernel};
use tengen_engine::search::Searcher;
use tengen_testkit::after_moves;

/// A position for each kind of rule, on boards of different sizes.
const POSITIONS: [(u32, u32, u32, &str); 5] = [
    (0, 15, 15, "h8i9g9h10i8h9"),
    (1, 20, 15, "n8m4n4j3k5l6"),
    (4, 15, 15, "h8h9j10g7i8i9g9"),
    (8, 15, 20, "h8i8h9h7i9g9g10f11j8"),
    (9, 32, 32, "h8g9i9i10g7j8f6e5h6"),
];

fn search(kernel: Kernel, bits: u32, width: u32, height: u32, moves: &str) -> Report {
    let position = after_moves(BoardSize::new(width, height).unwrap(), moves);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut searcher = Searcher::new(4 << 20);
    searcher.set_kernel(kernel);
    let rule = Rule::from_bits(bits, false);
    searcher.search(&position, rule, &limits, &mut LimitsOnly::new()).unwrap()
}

#[test]
fn all_kernels_search_the_same_tree() {
    let kernels = Kernel::all();
    assert_eq!(kernels[0].name(), "baseline");
    for (bits, width, height, moves) in POSITIONS {
        let tree = |kernel| {
            let report = search(kernel, bits, width, height, moves);
            assert!(report.nodes > 5_000, "too easy: {report:?}");
            (report.nodes, report.depth, report.score, report.line)
        };
        let expected = tree(Kernel::BASELINE);
        for &kernel in &kernels[1..] {
            assert_eq!(tree(kernel), expected, "{kernel}, rule {bits}");
        }
    }
}

#[test]
fn kernels_have_names() {
    for kernel in Kernel::all() {
        assert_eq!(kernel.name().parse::<Kernel>().unwrap().name(), kernel.name());
    }
    assert_eq!("avx9".parse::<Kernel>().unwrap_err(), NoKernel::Unknown);
    assert_eq!(Kernel::best().name(), Kernel::all().last().unwrap().name());
}
