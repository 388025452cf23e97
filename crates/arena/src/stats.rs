//! Match statistics: Elo with error bounds, likelihood of superiority and a sequential test, all based on *pairs* of
//! games.
//!
//! The two games of a pair have the same opening with colours swapped, so they are not independent: an unbalanced
//! opening makes single games vary more than pairs. All errors are therefore computed from the distribution of the five
//! possible scores of a pair, 0, ½, 1, 1½ and 2 (the *pentanomial* model).
//!
//! The sequential test is the generalised SPRT (Van den Bergh, "Comparing the approximations for the generalized log
//! likelihood ratio of a multinomial distribution", equations 1.2 and 1.3): the ratio of the likelihoods of the
//! observed pairs under the most likely distributions with the expected scores of `elo1` and `elo0`. Elo is *logistic*,
//! as in rating tables.

use std::fmt;

/// Results of pairs of games, from the first side's view.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Pairs {
    /// The number of pairs with a score of 0, ½, 1, 1½, 2.
    pub counts: [usize; 5],
    /// Games won, drawn, lost. There may be more games than in the pairs, if the second game of a pair is missing.
    pub games: [usize; 3],
}

/// The number of standard deviations for a 95 % interval.
const WITHIN: f64 = 1.959_964;
/// Replaces a count of zero, so that logarithms exist.
const NEVER: f64 = 1e-3;

impl Pairs {
    pub fn add(&mut self, points: [f32; 2]) {
        points.into_iter().for_each(|points| self.add_game(points));
        self.add_pair(points);
    }

    pub fn add_game(&mut self, points: f32) {
        self.games[((1.0 - points) * 2.0) as usize] += 1;
    }

    /// Adds a pair whose games have been added already.
    pub fn add_pair(&mut self, points: [f32; 2]) {
        self.counts[((points[0] + points[1]) * 2.0) as usize] += 1;
    }

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

    /// The score of all games: wins + ½ draws.
    pub fn points(&self) -> f64 {
        self.games[0] as f64 + self.games[1] as f64 / 2.0
    }

    pub fn played(&self) -> usize {
        self.games.iter().sum()
    }

    /// The mean score of a pair, from 0 to 1, and its standard error.
    fn share(&self) -> (f64, f64) {
        let pairs = self.counts.iter().sum::<usize>() as f64;
        let each = || self.counts.iter().zip(SHARES);
        let mean = each().map(|(&n, share)| share * n as f64).sum::<f64>() / pairs;
        let square = each().map(|(&n, share)| (share - mean).powi(2) * n as f64);
        (mean, (square.sum::<f64>() / pairs / pairs).sqrt())
    }

    /// The Elo difference and half the width of its 95 % interval.
    pub fn elo(&self) -> (f64, f64) {
        let (mean, error) = self.share();
        let spread = elo(mean + WITHIN * error) - elo(mean - WITHIN * error);
        (elo(mean), spread / 2.0)
    }

    /// The bounds of the 95 % interval of the Elo difference; `None` where it is unbounded. Both are `None` as long as
    /// all pairs have the same score.
    pub fn interval(&self) -> (Option<f64>, Option<f64>) {
        let (mean, error) = self.share();
        let end = |share: f64| {
            let finite = error > 0.0 && share > 0.0 && share < 1.0;
            finite.then(|| elo(share))
        };
        (end(mean - WITHIN * error), end(mean + WITHIN * error))
    }

    /// The likelihood that the first side is stronger: the part of the (normal) distribution of its mean score above
    /// one half. `None` as long as all pairs have the same score.
    pub fn superiority(&self) -> Option<f64> {
        let (mean, error) = self.share();
        let deviations = (mean - 0.5) / error;
        let normal = || (1.0 + libm::erf(deviations / 2f64.sqrt())) / 2.0;
        (error > 0.0).then(normal)
    }
}

/// `+190.8 ± 52.2`. If few pairs leave one side of the interval open: `+381.7 (above +168.1)`; if all pairs have the
/// same score: `+0.0 ± ?`; and `+∞` if all games were won. `{:.0}` leaves out the decimals.
pub struct ShownElo(pub Pairs);

impl fmt::Display for ShownElo {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Pairs { counts, .. } = self.0;
        let all = counts.iter().sum::<usize>();
        let (elo, spread) = self.0.elo();
        let decimals = f.precision().unwrap_or(1);
        let unit = 10f64.powi(decimals as i32);
        let elo = (elo * unit).round() / unit + 0.0; // avoids "-0.0"
        f.write_str(&match self.0.interval() {
            _ if all == 0 => "?".into(),
            _ if counts[4] == all => "+∞".into(),
            _ if counts[0] == all => "-∞".into(),
            _ if counts.contains(&all) => format!("{elo:+.decimals$} ± ?"),
            (Some(_), Some(_)) => format!("{elo:+.decimals$} ± {spread:.decimals$}"),
            (Some(low), None) => format!("{elo:+.decimals$} (above {low:+.decimals$})"),
            (None, Some(high)) => format!("{elo:+.decimals$} (below {high:+.decimals$})"),
            (None, None) => format!("{elo:+.decimals$} ± ∞"),
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

/// The scores of a pair, scaled to 0 to 1.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

fn elo(share: f64) -> f64 {
    let share = share.clamp(1e-6, 1.0 - 1e-6);
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The expected score of a side that is stronger by `elo`.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test between two Elo differences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// H0: the first side is stronger by this Elo difference.
    pub elo0: f64,
    /// H1: the first side is stronger by this larger Elo difference.
    pub elo1: f64,
    /// The probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 if H1 is true.
    pub beta: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    H0,
    H1,
    Open,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio of these pairs; 0 without pairs.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.counts == [0; 5] {
            return 0.0;
        }
        let counts = pairs.counts.map(|n| if n == 0 { NEVER } else { n as f64 });
        let all: f64 = counts.iter().sum();
        let seen = counts.map(|n| n / all);
        let [likely0, likely1] = [self.elo0, self.elo1].map(|elo| most_likely(&seen, expected(elo)));
        let each = (0..5).map(|i| counts[i] * (likely1[i] / likely0[i]).ln());
        each.sum()
    }

    pub fn decide(&self, pairs: &Pairs) -> Decision {
        let (low, high) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio >= high => Decision::H1,
            ratio if ratio <= low => Decision::H0,
            _ => Decision::Open,
        }
    }
}

/// The distribution of pair scores with this mean under which the observed one is most likely: `seen / (1 + t·(share −
/// mean))`, where `t` makes the mean right. The sum that must vanish decreases with `t`, so `t` is found by bisection.
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
        Pairs { counts, ..Pairs::default() }
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

    /// The values expected by fastchess's own tests for these counts.
    #[test]
    fn elo_as_in_fastchess() {
        let pairs = pairs([34, 54, 31 + 32, 64, 75]);
        let (elo, spread) = pairs.elo();
        near(elo, 55.58, 0.005);
        near(spread, 27.65, 0.005);
        near(pairs.superiority().unwrap(), 1.0, 1e-4);
    }

    /// From a table of the normal distribution: 1.96 deviations leave 2.5 % on either side. For 16 pairs with scores ¼
    /// and ¾ the deviation is ¼ and the error of the mean 1/16.
    #[test]
    fn superiority_of_known_results() {
        near(pairs([0, 8, 0, 8, 0]).superiority().unwrap(), 0.5, 1e-12);
        let (mean, error) = pairs([0, 4, 0, 12, 0]).share();
        near((mean - 0.5) / error, 2.3094, 1e-4);
        near(pairs([0, 4, 0, 12, 0]).superiority().unwrap(), 0.98954, 1e-5);
        assert_eq!(pairs([0, 0, 3, 0, 0]).superiority(), None);
    }

    fn ratio(counts: [usize; 5], elo0: f64, elo1: f64) -> f64 {
        sprt(elo0, elo1).ratio(&pairs(counts))
    }

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The values expected by fastchess's own tests, with its tolerance of one percent.
    #[test]
    fn ratios_as_in_fastchess() {
        near(ratio([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5), -3.07, 0.03);
        near(ratio([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0), -4.98, 0.05);
    }

    /// Computed independently with forty decimals: the likelihood under a fixed mean was maximised by Newton's method
    /// on both Lagrange multipliers.
    #[test]
    fn ratios_computed_in_another_way() {
        near(ratio([34, 54, 63, 64, 75], 0.0, 30.0), 6.153656091549, 1e-9);
        near(ratio([34, 54, 63, 64, 75], 0.0, 100.0), 2.918070480529, 1e-9);
        near(ratio([10, 20, 40, 20, 10], 0.0, 10.0), -0.137899221755, 1e-9);
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
        assert_eq!(format!("{:.0}", ShownElo(pairs([34, 54, 63, 64, 75]))), "+56 ± 28");
        assert_eq!(format!("{:.0}", ShownElo(pairs([4, 0, 1, 0, 0]))), "-382 (below -168)");
    }
}
