//! The opening rule swap2, step by step: who does what next.
//!
//! The first player lays black, white, black. The second takes black, or stays white and lays the fourth
//! stone, or lays a fourth and a fifth and leaves the choice to the first; who then takes black or stays
//! white and lays the sixth.

/// A player, whatever colour that will be: 0 for the first.
pub type Player = usize;

/// What a player may decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Take black.
    Black,
    /// Stay white, and lay the next stone.
    White,
    /// Lay two stones, white and black, and leave the choice to the other.
    Two,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// This player lays stones, black and white in turn, until so many lie there.
    Lay(Player, usize),
    /// This player decides; the third way is open only while three stones lie there.
    Decide(Player),
    /// The opening is over: this player has black. White is to move when three or five stones lie there.
    Play(Player),
}

/// The step that comes when so many stones lie there and this has been decided, in turn.
///
/// # Errors
/// A sentence when it cannot have come to that.
///
/// ```
/// use tengen_core::rules::swap2::{Decision, Step, step};
/// assert_eq!(step(1, &[]), Ok(Step::Lay(0, 3)));
/// assert_eq!(step(3, &[]), Ok(Step::Decide(1)));
/// assert_eq!(step(5, &[Decision::Two, Decision::Black]), Ok(Step::Play(0)));
/// ```
pub fn step(stones: usize, decided: &[Decision]) -> Result<Step, String> {
    match (decided, stones) {
        ([], 0..3) => Ok(Step::Lay(0, 3)),
        ([], 3) => Ok(Step::Decide(1)),
        ([Decision::Black], 3..) => Ok(Step::Play(1)),
        ([Decision::White], 3..) => Ok(Step::Play(0)),
        ([Decision::Two], 3..5) => Ok(Step::Lay(1, 5)),
        ([Decision::Two], 5) => Ok(Step::Decide(0)),
        ([Decision::Two, Decision::Black], 5..) => Ok(Step::Play(0)),
        ([Decision::Two, Decision::White], 5..) => Ok(Step::Play(1)),
        _ => Err(format!(
            "swap2 knows no such opening: {stones} stones after {} decisions",
            decided.len()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_decides_before_the_stones_lie_there() {
        for (stones, decided) in [
            (2, vec![Decision::Black]),
            (4, vec![]),
            (6, vec![Decision::Two]),
            (4, vec![Decision::Two, Decision::White]),
            (5, vec![Decision::Two, Decision::Two]),
        ] {
            assert!(step(stones, &decided).is_err(), "{stones} {decided:?}");
        }
    }

    #[test]
    fn who_stays_white_leaves_black_to_the_other() {
        assert_eq!(step(3, &[Decision::White]), Ok(Step::Play(0)));
        let both = [Decision::Two, Decision::White];
        assert_eq!(step(5, &both), Ok(Step::Play(1)));
    }
}
