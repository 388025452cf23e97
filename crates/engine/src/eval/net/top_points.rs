//! The top policy points: the empty points with the highest policies, which the value reads one by one.

use super::attention::Squares;
use super::file::Weights;
use super::layers;
use super::layout::Layout;
use super::matrix::Matrix;
use super::row::Row;
use super::sizes::{CHANNELS, TOP_POINTS};
use crate::kernel::lanes::{Lanes, MIDDLE, MOST};
use std::ops::Range;

/// The scores looked at together: at least as many as there can be top policy points.
const GROUP: usize = 16;

/// Limits the score of an empty point.
pub(super) const OPEN: i32 = i32::MAX;
/// Limits the score of any other point.
pub(super) const CLOSED: i32 = i32::MIN;

/// The scores of points, and the best of them.
pub(super) struct Scores {
    /// The policies of all points, in 1/2¹⁹ of a logit; of other points than empty ones [`CLOSED`].
    pub all: Vec<i32>,
    /// The groups of them that are not wholly off the board.
    groups: Range<usize>,
    /// The largest scores of 16 columns of them.
    columns: [i32; GROUP],
    /// The scores and the indices in the layout of the points found.
    scores: Vec<i32>,
    places: Vec<u16>,
    /// The rows and columns of all places.
    squares: Vec<[u8; 2]>,
}

impl Scores {
    pub fn new(layout: Layout) -> Scores {
        let places = layout.places;
        Scores {
            groups: layout.first() / GROUP..layout.last() / GROUP + 1,
            all: vec![CLOSED; places],
            columns: [CLOSED; GROUP],
            scores: vec![CLOSED; places],
            places: vec![0; places],
            squares: (0..places as u16).map(|at| layout.square(at)).collect(),
        }
    }

    /// Computes the scores, with these weights of y.
    #[inline(always)]
    pub fn compute<L: Lanes>(&mut self, lanes: L, weights: &Row, limits: &[i32], y: &[Row]) {
        // In variables of their own, so that the compiler keeps them in registers.
        let [mut first, mut second, mut third, mut fourth] = [[CLOSED; 4]; GROUP / 4];
        let groups = self.all.as_chunks_mut::<GROUP>().0[self.groups.clone()].iter_mut();
        let inputs = limits.as_chunks::<GROUP>().0.iter().zip(y.as_chunks::<GROUP>().0).skip(self.groups.start);
        for (scores, (limits, y)) in groups.zip(inputs) {
            let [a, b, c, d] = scores.as_chunks_mut::<4>().0 else { unreachable!() };
            let ([w, x, y, z], [i, j, k, l]) = (y.as_chunks::<4>().0, limits.as_chunks::<4>().0) else {
                unreachable!()
            };
            *a = limited(lanes, weights, w, i, &mut first);
            *b = limited(lanes, weights, x, j, &mut second);
            *c = limited(lanes, weights, y, k, &mut third);
            *d = limited(lanes, weights, z, l, &mut fourth);
        }
        self.columns.copy_from_slice([first, second, third, fourth].as_flattened());
    }

    /// Puts the best `count` points, or all empty ones if there are fewer, into `places`, in the order of the layout;
    /// returns their number. Of equal ones the first are better.
    #[inline(always)]
    fn choose<L: Lanes>(&mut self, lanes: L, count: usize) -> usize {
        let found = self.find(lanes, count);
        if found > count {
            self.keep_best(lanes, found, count);
        }
        found.min(count)
    }

    /// Finds at least the top policy points; returns their number. As at least `count` of the largest scores of 16 columns
    /// are not below the threshold, the top policy points are not either, and usually only few more.
    #[inline(always)]
    fn find<L: Lanes>(&mut self, lanes: L, count: usize) -> usize {
        let (all, scores, places) = (&self.all[..], &mut self.scores[..], &mut self.places[..]);
        let threshold = rank(&self.columns, count).max(CLOSED + 1);
        let mut found = 0;
        for (index, groups) in all.as_chunks::<GROUP>().0.chunks(4).enumerate() {
            let mut candidates = 0;
            for (number, group) in groups.iter().enumerate() {
                candidates |= (lanes.at_least(group, threshold) as u64) << (GROUP * number);
            }
            while candidates != 0 {
                let at = 4 * GROUP * index + candidates.trailing_zeros() as usize;
                candidates &= candidates - 1;
                scores[found] = all[at];
                places[found] = at as u16;
                found += 1;
            }
        }
        found
    }

    #[inline(always)]
    fn keep_best<L: Lanes>(&mut self, lanes: L, found: usize, count: usize) {
        self.scores[found..].iter_mut().take(GROUP).for_each(|score| *score = CLOSED);
        let scores = &self.scores[..found.max(GROUP)];
        let last = match scores.first_chunk() {
            Some(scores) if found <= GROUP => rank(scores, count),
            _ => *scores.to_vec().select_nth_unstable_by(count - 1, |a, b| b.cmp(a)).1,
        };
        if let (Some(scores), Some(places)) = (scores.first_chunk(), self.places.first_chunk_mut::<GROUP>())
            && found <= GROUP
        {
            let mut kept = lanes.at_least(scores, last);
            if kept.count_ones() as usize == count {
                for place in 0..count {
                    places[place % GROUP] = places[kept.trailing_zeros() as usize % GROUP];
                    kept &= kept - 1;
                }
                return;
            }
        }
        let mut equal = count - scores.iter().filter(|&&score| score > last).count();
        let mut kept = 0;
        for (at, &score) in scores.iter().enumerate().take(found) {
            let is_last = score == last && equal > 0;
            equal -= is_last as usize;
            self.places[kept] = self.places[at];
            kept += (score > last || is_last) as usize;
        }
    }
}

/// The scores of four points; `most` becomes the larger ones.
#[inline(always)]
fn limited<L: Lanes>(
    lanes: L,
    weights: &Row,
    [a, b, c, d]: &[Row; 4],
    limits: &[i32; 4],
    most: &mut [i32; 4],
) -> [i32; 4] {
    let mut scores = layers::products(lanes, weights, [a, b, c, d]);
    for i in 0..4 {
        scores[i] = scores[i].min(limits[i]);
        most[i] = most[i].max(scores[i]);
    }
    scores
}

/// The largest number that at least `count` of these are not below.
#[inline(always)]
fn rank(numbers: &[i32; GROUP], count: usize) -> i32 {
    let mut not_below = [0; GROUP];
    for &other in numbers {
        for i in 0..GROUP {
            not_below[i] += (other >= numbers[i]) as i32;
        }
    }
    let mut found = i32::MIN;
    for i in 0..GROUP {
        let candidate = if not_below[i] >= count as i32 { numbers[i] } else { i32::MIN };
        found = found.max(candidate);
    }
    found
}

/// What the value reads of the top policy points, by channel: y of the first, and the mean and the maximum of the layer of
/// all. The layer also refines their policies.
#[inline(always)]
pub(super) fn read<L: Lanes>(lanes: L, weights: &Weights, scores: &mut Scores, y: &[Row]) -> [[i16; CHANNELS]; 3] {
    let chosen = scores.choose(lanes, TOP_POINTS);
    let places = &scores.places[..chosen];
    let mut points = [&Row::ZERO; TOP_POINTS];
    for (point, &at) in points.iter_mut().zip(places) {
        *point = &y[at as usize];
    }
    let layer = layer(lanes, weights, &scores.squares, places, points);
    // The last of equal ones from the end.
    let first = places.iter().rev().max_by_key(|&&at| scores.all[at as usize]);
    let first = first.map_or(Row::ZERO, |&at| y[at as usize]).0;
    for (places, [a, b, c, d]) in places.chunks(4).zip(layer.as_chunks().0) {
        let more = layers::products(lanes, &weights.qp, [a, b, c, d]);
        for (&at, more) in places.iter().zip(more) {
            scores.all[at as usize] += more;
        }
    }
    let (mut sums, mut most) = ([0i32; CHANNELS], [0; CHANNELS]);
    for z in &layer[..chosen] {
        for c in 0..CHANNELS {
            sums[c] += z.0[c] as i32;
            most[c] = most[c].max(z.0[c]);
        }
    }
    [first, sums.map(|sum| (sum / TOP_POINTS as i32) as i16), most]
}

/// The layer of these points, whose y are given; what it is beyond their number does not matter.
#[inline(always)]
fn layer<L: Lanes>(
    lanes: L,
    weights: &Weights,
    all: &[[u8; 2]],
    places: &[u16],
    points: [&Row; TOP_POINTS],
) -> [Row; TOP_POINTS] {
    let mut squares = Squares::NONE;
    for (index, &at) in places.iter().enumerate() {
        [squares.rows[index], squares.columns[index]] = all[at as usize];
        squares.are_there[index] = true;
    }
    let attention = &weights.attention;
    let numbers = layers(lanes, &attention.layer, points, &[Row::ZERO; TOP_POINTS], attention.bounds);
    let mut biases = [weights.bp; TOP_POINTS];
    for (index, biases) in biases.iter_mut().enumerate() {
        let added = attention.sum(lanes, &squares, index, &numbers);
        for (sum, added) in biases.0.iter_mut().zip(added.0) {
            *sum = sum.saturating_add(added);
        }
    }
    layers(lanes, &weights.vp, points, &biases, layers::BOUNDS)
}

/// A layer of all points: of as many at once as there are registers for.
#[inline(always)]
fn layers<L: Lanes>(
    lanes: L,
    matrix: &Matrix<CHANNELS>,
    points: [&Row; TOP_POINTS],
    biases: &[Row; TOP_POINTS],
    bounds: [i32; 2],
) -> [Row; TOP_POINTS] {
    let mut out = [Row::ZERO; TOP_POINTS];
    match L::COUNT {
        MOST => return matrix.layers(lanes, points.map(|y| &y.0), biases, bounds),
        MIDDLE => {
            let pairs = points.as_chunks::<2>().0.iter().zip(biases.as_chunks().0);
            for (out, (&[a, b], biases)) in out.as_chunks_mut().0.iter_mut().zip(pairs) {
                *out = matrix.layers(lanes, [&a.0, &b.0], biases, bounds);
            }
        }
        _ => {
            for (out, (point, biases)) in out.iter_mut().zip(points.iter().zip(biases)) {
                *out = matrix.layer(lanes, &point.0, biases, bounds);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Kernel, LaneWork};
    use tengen_common::random::Random;
    use tengen_core::board::BoardSize;

    /// The indices of the top policy points.
    struct Choose<'a>(&'a mut Scores, usize);

    impl LaneWork for Choose<'_> {
        type Output = Vec<u16>;

        fn call<L: Lanes>(self, lanes: L) -> Vec<u16> {
            let found = self.0.choose(lanes, self.1);
            self.0.places[..found].to_vec()
        }
    }

    fn sorted(scores: &[i32], count: usize) -> Vec<u16> {
        let mut places: Vec<u16> = (0..scores.len() as u16).collect();
        places.retain(|&at| scores[at as usize] > CLOSED);
        places.sort_by_key(|&at| -(scores[at as usize] as i64));
        places.truncate(count);
        places.sort();
        places
    }

    #[test]
    fn the_top_policy_points_are_chosen() {
        let mut random = Random::new(1);
        let mut scores = Scores::new(Layout::new(BoardSize::FIFTEEN));
        for round in 0..600 {
            // Few different scores, so that many are equal; and few points.
            let (different, points) = ([2, 30, 1 << 31][round % 3], [288, 40, 9][round / 3 % 3]);
            for score in &mut scores.all {
                let is_empty = random.below(288) < points;
                let number = random.below(different) as i64 - different as i64 / 2;
                *score = if is_empty { number as i32 } else { CLOSED };
            }
            scores.columns = [CLOSED; GROUP];
            for (index, &score) in scores.all.iter().enumerate() {
                scores.columns[index % GROUP] = score.max(scores.columns[index % GROUP]);
            }
            for count in [1, 2, 4, 8, 16] {
                let wanted = sorted(&scores.all, count);
                for kernel in Kernel::all() {
                    let found = kernel.run_lanes(Choose(&mut scores, count));
                    assert_eq!(found, wanted, "{kernel}, round {round}, {count}");
                }
            }
        }
    }
}
