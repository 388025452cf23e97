//! The difficulty of a puzzle, estimated from three measurable traits.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traits {
    pub plies: u32,
    /// Positions that the solver visited.
    pub width: u64,
    /// The number of quick searches that failed before one found the correct move.
    pub unseen: u32,
}

/// Nodes of the quick searches.
pub const QUICK: [u64; 4] = [30, 300, 3_000, 30_000];

const EASIEST: f64 = 500.0;
/// Points for twice as many plies …
const A_DOUBLING_OF_PLIES: f64 = 180.0;
/// … for a proof four times as large …
const TWO_DOUBLINGS_OF_WIDTH: f64 = 60.0;
/// … and for each quick search that fails.
const UNSEEN: f64 = 140.0;
pub const GRADES: usize = BEGIN.len() + 1;
/// The lowest ratings of grades 2 to 5.
const BEGIN: [u32; 4] = [1050, 1250, 1500, 1800];
/// The node budget of each grade; the [deep check](crate::deep) uses a multiple of it.
pub const BUDGETS: [u64; GRADES] = [4_000, 4_500, 5_000, 5_500, 6_000];

/// The rating of a puzzle, on the scale of Elo and Glicko; players start at 1000, with puzzles of grade 1.
pub fn rating(traits: Traits) -> u32 {
    let plies = f64::from(traits.plies.max(1)).log2();
    let width = (traits.width.max(1) as f64).log2() / 2.0;
    let points =
        EASIEST + A_DOUBLING_OF_PLIES * plies + TWO_DOUBLINGS_OF_WIDTH * width + UNSEEN * f64::from(traits.unseen);
    points.round() as u32
}

pub fn grade(rating: u32) -> u32 {
    1 + BEGIN.iter().filter(|&&begin| rating >= begin).count() as u32
}

/// The node budget of a grade, 1 to 5.
pub fn budget(grade: u32) -> u64 {
    BUDGETS[grade as usize - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_longer_wider_or_less_seen_is_harder() {
        let traits = Traits { plies: 7, width: 100, unseen: 1 };
        let easy = rating(traits);
        for harder in [Traits { plies: 9, ..traits }, Traits { width: 400, ..traits }, Traits { unseen: 2, ..traits }] {
            assert!(rating(harder) > easy, "{harder:?}");
        }
    }

    #[test]
    fn grades_go_from_one_to_five() {
        assert_eq!([0, 1050, 1250, 1499, 1500, 4000].map(grade), [1, 2, 3, 3, 4, 5]);
    }
}
