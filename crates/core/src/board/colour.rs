//! The two sides.

use std::fmt;
use std::ops::Not;

/// A side. **Black always moves first**, whichever program plays it: renju's forbidden moves and
/// the opening rules are defined for the first player, not for "us".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Colour {
    /// The first player.
    Black = 0,
    /// The second player.
    White = 1,
}

impl Colour {
    /// Both colours, black first.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// 0 for black, 1 for white: an index into per-side tables.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Colour {
    type Output = Colour;

    #[inline(always)]
    fn not(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }
}

/// `black` or `white`.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(["black", "white"][self.index()])
    }
}
