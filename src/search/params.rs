//! Every number of the search that a tuner may turn, one line each.
//!
//! Depths are in hundredths of a ply, scores in points (200 points are about 73 % of a win).

/// One parameter as a tuner sees it.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: i32,
    /// Least and greatest value that make sense.
    pub range: (i32, i32),
    /// What it does.
    pub what: &'static str,
}

/// Declares a struct of such numbers.
macro_rules! parameters {
    ($about:literal $numbers:ident; $($name:ident: $value:literal in $low:literal..=$high:literal, $what:literal;)*) => {
        #[doc = $about]
        #[derive(Clone, Debug)]
        pub struct $numbers {
            $(#[doc = $what] pub $name: i32,)*
        }

        impl Default for $numbers {
            fn default() -> $numbers {
                $numbers { $($name: $value,)* }
            }
        }

        impl $numbers {
            /// Every parameter with its range and meaning.
            pub fn list(&self) -> Vec<$crate::search::params::Parameter> {
                vec![$($crate::search::params::Parameter {
                    name: stringify!($name),
                    value: self.$name,
                    range: ($low, $high),
                    what: $what,
                },)*]
            }

            /// Sets a parameter by name, clamped to its range. False when there is no such name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($low, $high),)*
                    _ => return false,
                }
                true
            }

            /// The usual numbers, but for these, each given as NAME=VALUE.
            ///
            /// # Errors
            /// What is wrong with one of them.
            pub fn with(settings: &[String]) -> Result<$numbers, String> {
                let mut numbers = $numbers::default();
                for setting in settings {
                    let (name, value) = setting
                        .split_once('=')
                        .ok_or_else(|| format!("{setting}: NAME=VALUE, please"))?;
                    let value = value.parse().map_err(|error| format!("{setting}: {error}"))?;
                    if !numbers.set(name, value) {
                        return Err(format!("no such number: {name}"));
                    }
                }
                Ok(numbers)
            }
        }
    };
}

pub(crate) use parameters;

parameters! {
    "The numbers of the search."
    SearchParams;
    aspiration_window: 16 in 4..=200, "first half-width of the aspiration window, points";
    aspiration_depth: 500 in 100..=1000, "depth from which the window is narrow";
    razor_depth: 260 in 0..=800, "greatest depth at which a hopeless node becomes a leaf";
    razor_base: 40 in 0..=600, "razoring margin at depth 0, points";
    razor_slope: 25 in 0..=200, "razoring margin a ply, points";
    futility_depth: 1200 in 0..=3000, "greatest depth at which a won-looking node is cut";
    futility_slope: 50 in 10..=300, "reverse futility margin a ply, points";
    futility_improving: 100 in 0..=200, "margin saved when the side improves, hundredths of a ply";
    move_count_base: 4 in 1..=20, "moves searched at any depth before later ones are pruned";
    move_count_slope: 80 in 10..=400, "further moves a ply, hundredths";
    move_count_square: 10 in 0..=100, "further moves a ply squared, hundredths";
    reply_extension: 100 in 0..=200, "extension of the forced reply to a four";
    reduction_base: 20 in -100..=200, "late-move reduction, constant part";
    reduction_scale: 80 in 10..=200, "late-move reduction, times ln(depth)·ln(move), hundredths";
    reduction_cut: 80 in 0..=300, "further reduction where a cut is expected";
    reduction_pv: 80 in 0..=300, "less reduction in the principal variation";
    reduction_improving: 50 in 0..=200, "further reduction when the side does not improve";
    reduction_threat: 80 in 0..=300, "less reduction of moves that make a three or more";
    reduction_history: 120 in 10..=1000, "history points a hundredth of a ply";
    history_weight: 200 in 1..=512, "history points a point of move ordering";
    killer_bonus: 40 in 0..=300, "ordering bonus of killer moves";
    counter_bonus: 30 in 0..=300, "ordering bonus of the counter-move";
    leaf_budget: 15 in 0..=2000, "nodes of the VCF look at a leaf";
    node_budget: 80 in 0..=5000, "nodes of the VCF look at an inner node";
    node_vcf_depth: 400 in 0..=2000, "least depth at which an inner node has a VCF look";
    root_budget: 60000 in 0..=10000000, "nodes of the VCF search at the root";
    root_threats: 100000 in 0..=10000000, "nodes of a search for wins by threats at the root";
    fail_high_reduction: 100 in 0..=200, "reduction of a node that is expected to fail high";
    fail_high_margin: 15 in 0..=100, "points a ply above beta from which that is expected";
    singular_depth: 600 in 300..=1500, "least depth of the singular test";
    singular_margin: 90 in 10..=500, "singular margin a ply, hundredths of a point";
    singular_extension: 100 in 0..=200, "extension of a singular move";
}

/// ln(n)·1024, rounded down, by integers alone, so that every machine reduces alike.
pub(super) fn ln_1024(n: u32) -> i32 {
    debug_assert!(n > 0);
    // log2 with 16 fractional bits: square the mantissa, and count when it passes 2.
    let whole = n.ilog2();
    let mut mantissa = (n as u64) << (31 - whole);
    let mut log = (whole as u64) << 16;
    for bit in (0..16).rev() {
        mantissa = (mantissa * mantissa) >> 31;
        if mantissa >= 1 << 32 {
            mantissa >>= 1;
            log |= 1 << bit;
        }
    }
    // ln 2 = 0.693147…
    ((log * 693_147 / 1_000_000 * 1024) >> 16) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_close() {
        for n in 1..2000 {
            let exact = f64::from(n).ln() * 1024.0;
            assert!((f64::from(ln_1024(n)) - exact).abs() < 1.5, "{n}");
        }
    }

    #[test]
    fn values_are_in_range_and_can_be_set() {
        let mut params = SearchParams::default();
        for p in params.list() {
            assert!((p.range.0..=p.range.1).contains(&p.value), "{}", p.name);
            assert!(params.set(p.name, p.range.1));
        }
        assert!(!params.set("nothing", 1));
    }

    #[test]
    fn settings_are_read() {
        let with = |settings: &[&str]| {
            let settings: Vec<String> = settings.iter().map(|s| s.to_string()).collect();
            SearchParams::with(&settings)
        };
        let params = with(&["killer_bonus=7", "razor_base=9999"]).unwrap();
        assert_eq!((params.killer_bonus, params.razor_base), (7, 600));
        for wrong in ["killer_bonus", "killer_bonus=x", "nothing=1"] {
            assert!(with(&[wrong]).unwrap_err().contains(&wrong[..7]), "{wrong}");
        }
    }
}
