//! Random sparse stones: three-stone openings, and pairs of further stones.

use tengen_common::random::Random;
use tengen_core::board::{BoardSize, Point, Position};
use tengen_core::rules::{Rule, forbidden_at};

/// Three stones as (column, row) in their bounding box: black, white, black. They are spread out, because adjacent
/// stones in the open are won for Black. All fit on a 5×5 board.
const SHAPES: [[(u8, u8); 3]; 10] = [
    [(0, 0), (1, 2), (4, 1)],
    [(0, 0), (2, 2), (3, 0)],
    [(0, 1), (2, 0), (4, 3)],
    [(0, 0), (1, 1), (0, 4)],
    [(0, 2), (1, 0), (3, 3)],
    [(0, 0), (1, 0), (3, 4)],
    [(0, 3), (1, 2), (4, 0)],
    [(0, 0), (2, 1), (4, 4)],
    [(0, 0), (0, 1), (4, 2)],
    [(0, 1), (1, 1), (3, 4)],
];

/// One of these shapes, randomly rotated or mirrored, near a random corner.
pub(crate) fn random_three(size: BoardSize, random: &mut Random) -> Vec<Point> {
    let stones = random.choose(&SHAPES).expect("there are shapes");
    let [transpose, flip_x, flip_y] = std::array::from_fn(|_| random.below(2) == 1);
    // Offset from the edge: 0 to 3 columns or rows, less on small boards.
    let mut offset = |side: u8| random.below(usize::from((side - 5).min(3)) + 1) as u8;
    let (left, top) = (offset(size.width()), offset(size.height()));
    let place = |&(a, b): &(u8, u8)| {
        let (a, b) = if transpose { (b, a) } else { (a, b) };
        let (x, y) = (a + left, b + top);
        let mirror = |flip: bool, at: u8, side: u8| if flip { side - 1 - at } else { at };
        Point::new(mirror(flip_x, x, size.width()), mirror(flip_y, y, size.height()))
    };
    stones.iter().map(place).collect()
}

/// At most `count` pairs of a white and a black stone near the stones; the black stone is never a forbidden move.
pub(crate) fn random_pairs(position: &Position, rule: Rule, count: usize, random: &mut Random) -> Vec<Vec<Point>> {
    let mut near = near(position);
    let draw = || {
        random.shuffle(&mut near);
        near.first_chunk::<2>().map(|pair| pair.to_vec())
    };
    std::iter::repeat_with(draw)
        .take(count)
        .flatten()
        .filter(|pair| forbidden_at(position, pair[1], rule).is_none())
        .collect()
}

pub(crate) fn near(position: &Position) -> Vec<Point> {
    let points = position.empty_points();
    points.filter(|&point| position.has_stone_near(point, 3)).collect()
}
