//! What a number of games proves: Elo with its error, likelihood of superiority, and a sequential
//! test, all from *pairs* of games.
//!
//! The two games of a pair have the same opening and swapped colours, so they are not independent,
//! and a lopsided opening makes the score of a single game look wilder than that of a pair. All
//! errors therefore come from the spread of the five possible scores of a pair, 0, ½, 1, 1½ and 2 points
//! (the *pentanomial* model).
//!
//! The sequential test is the generalised SPRT (Van den Bergh, "Comparing the approximations for the
//! generalized log likelihood ratio of a multinomial distribution", equations 1.2 and 1.3): the ratio
//! of the likelihoods of the pairs seen, under the most likely distributions with the expected scores
//! of `elo1` and `elo0`. Elo is *logistic* here, the same Elo that tables show.

use std::fmt;

/// Results of pairs of games, from the first side's view.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Pairs {
    /// How many pairs brought 0, ½, 1, 1½, 2 points.
    pub counts: [usize; 5],
    /// Games won, drawn, lost. May be more than those of the pairs, when the second game of a pair
    /// is missing.
    pub games: [usize; 3],
}

/// 95 % of a normal distribution are within so many standard deviations.
const WITHIN: f64 = 1.959_964;
/// What takes the place of a count of zero, so that logarithms exist.
const NEVER: f64 = 1e-3;

impl Pairs {
    /// Counts the points of two games.
    pub fn add(&mut self, points: [f32; 2]) {
        points.into_iter().for_each(|points| self.add_game(points));
        self.add_pair(points);
    }

    /// Counts a game.
    pub fn add_game(&mut self, points: f32) {
        self.games[((1.0 - points) * 2.0) as usize] += 1;
    }

    /// Counts a pair of games, which were counted already.
    pub fn add_pair(&mut self, points: [f32; 2]) {
        self.counts[((points[0] + points[1]) * 2.0) as usize] += 1;
    }

    /// Both together.
    #[must_use]
    pub fn plus(mut self, other: Pairs) -> Pairs {
        let add = |to: &mut [usize], from: &[usize]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        };
        add(&mut self.counts, &other.counts);
        add(&mut self.games, &other.games);
        self
    }

    /// The same from the other side's view.
    #[must_use]
    pub fn seen_from_the_other_side(mut self) -> Pairs {
        self.counts.reverse();
        self.games.reverse();
        self
    }

    /// Points of all games: a win is one, a draw half a point.
    pub fn points(&self) -> f64 {
        self.games[0] as f64 + self.games[1] as f64 / 2.0
    }

    /// How many games.
    pub fn played(&self) -> usize {
        self.games.iter().sum()
    }

    /// Mean share of the points of a pair, and the standard error of it.
    fn share(&self) -> (f64, f64) {
        let pairs = self.counts.iter().sum::<usize>() as f64;
        let each = || self.counts.iter().zip(SHARES);
        let mean = each().map(|(&n, share)| share * n as f64).sum::<f64>() / pairs;
        let square = each().map(|(&n, share)| (share - mean).powi(2) * n as f64);
        (mean, (square.sum::<f64>() / pairs / pairs).sqrt())
    }

    /// Elo difference and the half-width of its 95 % interval, from the spread of the pairs.
    pub fn elo(&self) -> (f64, f64) {
        let (mean, error) = self.share();
        let spread = elo(mean + WITHIN * error) - elo(mean - WITHIN * error);
        (elo(mean), spread / 2.0)
    }

    /// The ends of the 95 % interval of the Elo difference; `None` for one that has no end. Both are
    /// `None` before two pairs differ.
    pub fn interval(&self) -> (Option<f64>, Option<f64>) {
        let (mean, error) = self.share();
        let end = |share: f64| {
            let finite = error > 0.0 && share > 0.0 && share < 1.0;
            finite.then(|| elo(share))
        };
        (end(mean - WITHIN * error), end(mean + WITHIN * error))
    }

    /// How likely the first side is the stronger one: the part of the (normal) distribution of its
    /// share that lies above one half. `None` before the pairs differ.
    pub fn superiority(&self) -> Option<f64> {
        let (mean, error) = self.share();
        let deviations = (mean - 0.5) / error;
        let normal = || (1.0 + libm::erf(deviations / 2f64.sqrt())) / 2.0;
        (error > 0.0).then(normal)
    }
}

/// `+190.8 ± 52.2`. Where few pairs leave one end of the interval open: `+381.7 (above +168.1)`; where
/// no two differ: `+0.0 ± ?`; and `+∞` for one who has won everything.
pub struct ShownElo(pub Pairs);

impl fmt::Display for ShownElo {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Pairs { counts, .. } = self.0;
        let all = counts.iter().sum::<usize>();
        let (elo, spread) = self.0.elo();
        let elo = elo + 0.0; // no "-0.0"
        f.pad(&match self.0.interval() {
            _ if all == 0 => "?".into(),
            _ if counts[4] == all => "+∞".into(),
            _ if counts[0] == all => "-∞".into(),
            _ if counts.contains(&all) => format!("{elo:+.1} ± ?"),
            (Some(_), Some(_)) => format!("{elo:+.1} ± {spread:.1}"),
            (Some(low), None) => format!("{elo:+.1} (above {low:+.1})"),
            (None, Some(high)) => format!("{elo:+.1} (below {high:+.1})"),
            (None, None) => format!("{elo:+.1} ± ∞"),
        })
    }
}

/// `+120 =10 -70 of 200: Elo +87.4 ± 42.0 (pairs 10 5 40 5 40)`.
impl fmt::Display for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [won, drawn, lost] = self.games;
        let [a, b, c, d, e] = self.counts;
        write!(f, "+{won} ={drawn} -{lost} of {}: ", self.played())?;
        write!(f, "Elo {} (pairs {a} {b} {c} {d} {e})", ShownElo(*self))
    }
}

/// Shares of the points of a pair.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

fn elo(share: f64) -> f64 {
    let share = share.clamp(1e-6, 1.0 - 1e-6);
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The share of the points that somebody stronger by `elo` expects.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test between two Elo differences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// H0: the first side is stronger by this.
    pub elo0: f64,
    /// H1: the first side is stronger by this, which is more.
    pub elo1: f64,
    /// How often H1 may be accepted although H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted although H1 is true.
    pub beta: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
    /// More games are wanted.
    Open,
}

impl Sprt {
    /// The values of the ratio at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Logarithm of the likelihood ratio of these pairs; 0 without any.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.counts == [0; 5] {
            return 0.0;
        }
        let counts = pairs.counts.map(|n| if n == 0 { NEVER } else { n as f64 });
        let all: f64 = counts.iter().sum();
        let seen = counts.map(|n| n / all);
        let [likely0, likely1] =
            [self.elo0, self.elo1].map(|elo| most_likely(&seen, expected(elo)));
        let each = (0..5).map(|i| counts[i] * (likely1[i] / likely0[i]).ln());
        each.sum()
    }

    /// What the test says to these pairs.
    pub fn decide(&self, pairs: &Pairs) -> Decision {
        let (low, high) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio >= high => Decision::H1,
            ratio if ratio <= low => Decision::H0,
            _ => Decision::Open,
        }
    }
}

/// Of all distributions of the points of a pair with this mean, the one under which what was seen is
/// most likely: `seen / (1 + t·(share − mean))`, where `t` is such that the mean is right. The sum
/// that has to vanish falls with `t`, so `t` is found by halving.
fn most_likely(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let off = SHARES.map(|share| share - mean);
    let sum = |t: f64| -> f64 { (0..5).map(|i| seen[i] * off[i] / (1.0 + t * off[i])).sum() };
    let (mut low, mut high) = (-1.0 / off[4], -1.0 / off[0]);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    std::array::from_fn(|i| seen[i] / (1.0 + low * off[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(counts: [usize; 5]) -> Pairs {
        Pairs {
            counts,
            ..Pairs::default()
        }
    }

    fn near(value: f64, expected: f64, by: f64) {
        assert!((value - expected).abs() <= by, "{value} is not {expected}");
    }

    #[test]
    fn elo_of_known_results() {
        let mut pairs = Pairs::default();
        for _ in 0..50 {
            pairs.add([1.0, 1.0]);
            pairs.add([1.0, 0.0]);
        }
        let (elo, spread) = pairs.elo();
        assert_eq!(pairs.games, [150, 0, 50]);
        near(elo, 190.8, 0.1);
        assert!((40.0..60.0).contains(&spread), "{spread}");
        near(pairs.seen_from_the_other_side().elo().0, -elo, 1e-9);
        assert_eq!((pairs.points(), pairs.played()), (150.0, 200));
    }

    /// The figures that fastchess's own tests expect of these counts.
    #[test]
    fn elo_as_in_fastchess() {
        let pairs = pairs([34, 54, 31 + 32, 64, 75]);
        let (elo, spread) = pairs.elo();
        near(elo, 55.58, 0.005);
        near(spread, 27.65, 0.005);
        near(pairs.superiority().unwrap(), 1.0, 1e-4);
    }

    /// From a table of the normal distribution: 1.96 deviations leave 2.5 % on either side. Of 16
    /// pairs with shares ¼ and ¾ the deviation is ¼ and the error of the mean 1/16.
    #[test]
    fn superiority_of_known_results() {
        near(pairs([0, 8, 0, 8, 0]).superiority().unwrap(), 0.5, 1e-12);
        let (mean, error) = pairs([0, 4, 0, 12, 0]).share();
        near((mean - 0.5) / error, 2.3094, 1e-4);
        near(
            pairs([0, 4, 0, 12, 0]).superiority().unwrap(),
            0.98954,
            1e-5,
        );
        assert_eq!(pairs([0, 0, 3, 0, 0]).superiority(), None);
    }

    fn ratio(counts: [usize; 5], elo0: f64, elo1: f64) -> f64 {
        sprt(elo0, elo1).ratio(&pairs(counts))
    }

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        }
    }

    /// The figures that fastchess's own tests expect, to one percent as there.
    #[test]
    fn ratios_as_in_fastchess() {
        near(
            ratio([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5),
            -3.07,
            0.03,
        );
        near(
            ratio([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0),
            -4.98,
            0.05,
        );
    }

    /// Computed apart from this program, with forty decimals: the likelihood under a fixed mean was
    /// maximised by Newton's method on both Lagrange multipliers.
    #[test]
    fn ratios_computed_in_another_way() {
        near(ratio([34, 54, 63, 64, 75], 0.0, 30.0), 6.153656091549, 1e-9);
        near(
            ratio([34, 54, 63, 64, 75], 0.0, 100.0),
            2.918070480529,
            1e-9,
        );
        near(
            ratio([10, 20, 40, 20, 10], 0.0, 10.0),
            -0.137899221755,
            1e-9,
        );
        near(ratio([0, 2, 5, 9, 4], 0.0, 50.0), 2.670183465979, 1e-9);
        near(ratio([0, 0, 3, 0, 0], 0.0, 20.0), -0.172094102540, 1e-9);
    }

    #[test]
    fn decisions() {
        let (low, high) = sprt(0.0, 30.0).bounds();
        near(low, -2.944, 0.001);
        near(high, 2.944, 0.001);
        let decide = |counts| sprt(0.0, 30.0).decide(&pairs(counts));
        assert_eq!(decide([0; 5]), Decision::Open);
        assert_eq!(decide([34, 54, 63, 64, 75]), Decision::H1);
        assert_eq!(decide([75, 64, 63, 54, 34]), Decision::H0);
        assert_eq!(decide([10, 20, 40, 20, 10]), Decision::Open);
    }

    #[test]
    fn elo_as_it_is_shown() {
        let shown = |counts| ShownElo(pairs(counts)).to_string();
        assert_eq!(shown([0; 5]), "?");
        assert_eq!(shown([0, 0, 0, 0, 3]), "+∞");
        assert_eq!(shown([3, 0, 0, 0, 0]), "-∞");
        assert_eq!(shown([34, 54, 63, 64, 75]), "+55.6 ± 27.7");
        assert_eq!(shown([0, 0, 3, 0, 0]), "+0.0 ± ?");
        assert_eq!(shown([0, 0, 1, 0, 4]), "+381.7 (above +168.1)");
        assert_eq!(shown([4, 0, 1, 0, 0]), "-381.7 (below -168.1)");
        assert_eq!(shown([1, 0, 0, 0, 1]), "+0.0 ± ∞");
    }
}
