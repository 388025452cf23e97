//! Rules as types: properties that the hot code needs at compile time.
//!
//! The rule of a game selects a [`Kind`] once, when a search starts; hot loops do not test the rule, and the search
//! exists only once in source. Rules that differ only in their tables (Caro with or without overlines) need
//! no kind of their own.

use tengen_core::rules::Rule;

/// A family of rules that share compiled code.
pub trait Kind: Copy + Send + Sync + 'static {
    /// The distance at which a stone matters on a line: 4 if only the points of a five matter, 5 if the point beyond
    /// its end does too.
    const RADIUS: usize;
    /// Black has forbidden moves.
    const FORBIDDEN: bool;
    /// A five capped by stones at both ends does not win, so a four can also be answered beyond its end.
    const CAPS: bool;
    /// Forbidden moves are defined by other patterns than the game's: Renju's, on top of Caro.
    const OTHER_ROWS: bool = Self::FORBIDDEN && Self::CAPS;
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $radius:literal, $forbidden:literal, $caps:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Kind for $name {
            const RADIUS: usize = $radius;
            const FORBIDDEN: bool = $forbidden;
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
    Forbidding: 5, true, false;
    /// Caro, with or without overlines.
    Caro: 5, false, true;
    /// Caro with `fb_check`.
    CaroForbidden: 5, true, true;
}

/// Evaluates an expression in which `$kind` is the [`Kind`] that a rule belongs to.
macro_rules! with_kind {
    ($rule:expr, $kind:ident => $work:expr) => {{
        use tengen_core::rules::Variant;
        use $crate::pattern::kind;
        let rule: tengen_core::rules::Rule = $rule;
        match (rule.variant, rule.has_forbidden_moves()) {
            (Variant::Freestyle, false) => {
                use kind::Free as $kind;
                $work
            }
            (Variant::Standard, false) => {
                use kind::Exact as $kind;
                $work
            }
            (Variant::Freestyle | Variant::Standard | Variant::Renju, _) => {
                use kind::Forbidding as $kind;
                $work
            }
            (Variant::Caro | Variant::CaroExact, false) => {
                use kind::Caro as $kind;
                $work
            }
            (Variant::Caro | Variant::CaroExact, true) => {
                use kind::CaroForbidden as $kind;
                $work
            }
        }
    }};
}
pub(crate) use with_kind;

/// Work that is generic over the kind of rule.
pub trait KindVisitor {
    /// The result of the work.
    type Output;
    /// Does the work for one kind of rule.
    fn visit<K: Kind>(self, kind: K) -> Self::Output;
}

/// Does the work for the kind that `rule` belongs to.
pub fn dispatch<V: KindVisitor>(rule: Rule, visitor: V) -> V::Output {
    with_kind!(rule, K => visitor.visit(K))
}

/// [`Kind::RADIUS`] of the kind that `rule` belongs to.
pub fn radius(rule: Rule) -> usize {
    with_kind!(rule, K => K::RADIUS)
}

/// [`Kind::OTHER_ROWS`] of the kind that `rule` belongs to.
pub fn has_other_rows(rule: Rule) -> bool {
    with_kind!(rule, K => K::OTHER_ROWS)
}
