//! How hard a puzzle is, from three things that anybody can count.

/// What the rating of a puzzle goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traits {
    /// Plies to the five.
    pub plies: u32,
    /// Positions that the solver visited.
    pub width: u64,
    /// So many of the quick searches passed until one saw the right move.
    pub unseen: u32,
}

/// Nodes of the quick searches.
pub const QUICK: [u64; 4] = [30, 300, 3_000, 30_000];

/// The rating of the easiest puzzles.
const EASIEST: f64 = 500.0;
/// Points for a win twice as long …
const A_DOUBLING_OF_PLIES: f64 = 180.0;
/// … for a proof four times as wide …
const TWO_DOUBLINGS_OF_WIDTH: f64 = 60.0;
/// … and for a quick search that sees nothing.
const UNSEEN: f64 = 140.0;
/// So many grades there are.
pub const GRADES: usize = BEGIN.len() + 1;
/// Where the grades 2 to 5 begin.
const BEGIN: [u32; 4] = [1050, 1250, 1500, 1800];
/// Nodes that the puzzles of each grade are worth; the [deep check](crate::deep) takes a multiple of them.
pub const BUDGETS: [u64; GRADES] = [4_000, 4_500, 5_000, 5_500, 6_000];

/// The rating of a puzzle, in the points of Elo and Glicko; players begin at 1500.
pub fn rating(traits: Traits) -> u32 {
    let plies = f64::from(traits.plies.max(1)).log2();
    let width = (traits.width.max(1) as f64).log2() / 2.0;
    let points = EASIEST
        + A_DOUBLING_OF_PLIES * plies
        + TWO_DOUBLINGS_OF_WIDTH * width
        + UNSEEN * f64::from(traits.unseen);
    points.round() as u32
}

/// The grade of a rating, 1 to 5.
pub fn grade(rating: u32) -> u32 {
    1 + BEGIN.iter().filter(|&&begin| rating >= begin).count() as u32
}

/// Nodes that a puzzle of this grade, 1 to 5, is worth.
pub fn budget(grade: u32) -> u64 {
    BUDGETS[grade as usize - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_longer_wider_or_less_seen_is_harder() {
        let traits = Traits {
            plies: 7,
            width: 100,
            unseen: 1,
        };
        let easy = rating(traits);
        for harder in [
            Traits { plies: 9, ..traits },
            Traits {
                width: 400,
                ..traits
            },
            Traits {
                unseen: 2,
                ..traits
            },
        ] {
            assert!(rating(harder) > easy, "{harder:?}");
        }
    }

    #[test]
    fn grades_go_from_one_to_five() {
        assert_eq!(
            [0, 1050, 1250, 1499, 1500, 4000].map(grade),
            [1, 2, 3, 3, 4, 5]
        );
    }
}
