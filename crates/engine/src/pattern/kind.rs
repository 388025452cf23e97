//! Rules as types: what the fast code must know at compile time.
//!
//! The rule of a game picks a [`Kind`] once, when a search starts; there is no "if renju" in a hot
//! loop and no copy of the search. What differs only in the tables (freestyle or exactly five, say)
//! needs no kind of its own.

use tengen_core::rules::{Rule, Variant};

/// A family of rules that share code.
pub trait Kind: Copy + Send + Sync + 'static {
    /// How far a stone is seen along a line: 4 where only the cells of a five matter, 5 where the
    /// cell beyond its end decides too.
    const RADIUS: usize;
    /// Black can make fouls.
    const FOULS: bool;
    /// A five capped by stones at both ends is dead, so a four can also be answered beyond its end.
    const CAPS: bool;
    /// Fouls count rows that the game does not: renju's, on top of caro.
    const OTHER_ROWS: bool = Self::FOULS && Self::CAPS;
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $radius:literal, $fouls:literal, $caps:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Kind for $name {
            const RADIUS: usize = $radius;
            const FOULS: bool = $fouls;
            const CAPS: bool = $caps;
        }
    )*};
}

kinds! {
    /// Five or more win.
    Free: 4, false, false;
    /// Exactly five wins.
    Exact: 5, false, false;
    /// Renju, and other rules with `fb_check`.
    Fouls: 5, true, false;
    /// Caro, either way.
    Caro: 5, false, true;
    /// Caro with `fb_check`.
    CaroFouls: 5, true, true;
}

/// Work that is generic over the kind of rule.
pub trait KindVisitor {
    /// What the work gives back.
    type Output;
    /// Does the work for one kind.
    fn visit<K: Kind>(self, kind: K) -> Self::Output;
}

/// Does the work for the kind that `rule` belongs to.
pub fn dispatch<V: KindVisitor>(rule: Rule, visitor: V) -> V::Output {
    match (rule.variant, rule.has_fouls()) {
        (Variant::Freestyle, false) => visitor.visit(Free),
        (Variant::Standard, false) => visitor.visit(Exact),
        (Variant::Freestyle | Variant::Standard | Variant::Renju, _) => visitor.visit(Fouls),
        (Variant::Caro | Variant::CaroExact, false) => visitor.visit(Caro),
        (Variant::Caro | Variant::CaroExact, true) => visitor.visit(CaroFouls),
    }
}

/// [`Kind::RADIUS`] of the kind that `rule` belongs to.
pub fn radius(rule: Rule) -> usize {
    struct Radius;
    impl KindVisitor for Radius {
        type Output = usize;
        fn visit<K: Kind>(self, _: K) -> usize {
            K::RADIUS
        }
    }
    dispatch(rule, Radius)
}

/// [`Kind::OTHER_ROWS`] of the kind that `rule` belongs to.
pub fn has_other_rows(rule: Rule) -> bool {
    struct OtherRows;
    impl KindVisitor for OtherRows {
        type Output = bool;
        fn visit<K: Kind>(self, _: K) -> bool {
            K::OTHER_ROWS
        }
    }
    dispatch(rule, OtherRows)
}
