//! How networks value the positions of training data, by the number of stones: in how many the value is a constant,
//! and what it foretells.
//!
//! A value is a weighted sum of the numbers of the second hidden layer. Where all of them are zero, or have a weight of
//! zero, the network values different positions alike.

use crate::positions::result;
use crate::provenance::Origin;
use crate::static_check::look;
use anyhow::Result;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use tengen_core::board::Position;
use tengen_core::rules::Rule;
use tengen_engine::eval::net::{Cache, NetEvaluation, Network, Networks, ValueLayers};
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{Kind, PatternBoard};
use tengen_engine::threat::vcf::Vcf;
use tengen_records::training::TrainingGame;

/// The stones of positions that are counted together.
const STONES: usize = 10;

#[derive(Default)]
pub struct Values {
    rules: BTreeMap<String, RuleValues>,
}

/// Values the positions of these files that a search would evaluate; calls `progress` after each game with the number of
/// games so far. Games of rules without a network are skipped.
pub fn values(files: &[PathBuf], networks: &Networks, progress: &mut dyn FnMut(usize)) -> Result<Values> {
    let mut values = Values::default();
    let (mut vcf, mut games) = (Vcf::new(1 << 12), 0);
    for path in files {
        Origin::scan(path, &mut |game, _| {
            if let Some(network) = networks.of(game.rule) {
                let found = values.of_rule(game.rule, &network);
                dispatch(game.rule, GameValues { game: &game, network, vcf: &mut vcf, found });
            }
            games += 1;
            progress(games);
        })?;
    }
    Ok(values)
}

#[derive(Default)]
struct RuleValues {
    network: String,
    /// By the number of stones, divided by [`STONES`].
    bins: Vec<Bin>,
    /// Which numbers of the hidden layers were above zero in some position.
    used: [Vec<bool>; 2],
}

/// The values of positions with similar numbers of stones.
#[derive(Clone, Copy, Default)]
struct Bin {
    positions: usize,
    /// Positions whose value is a constant.
    constant: usize,
    /// Positions of games with a result that no random move decided.
    known: usize,
    /// The sum of the chances to win of the side that the network favours.
    foretold: f64,
    /// The sum of its results.
    won: f64,
    /// The sum of the cross-entropies.
    loss: f64,
}

impl Values {
    fn of_rule(&mut self, rule: Rule, network: &Network) -> &mut RuleValues {
        self.rules.entry(rule.to_string()).or_insert_with(|| RuleValues {
            network: format!("network {:08x}, {} points a logit", network.checksum(), network.points()),
            ..RuleValues::default()
        })
    }
}

impl RuleValues {
    /// Counts a position; the result is that of its side to move: from 0 to 1.
    fn count(&mut self, stones: usize, layers: &ValueLayers, result: Option<f64>) {
        for (used, layer) in self.used.iter_mut().zip(&layers.hidden) {
            used.resize(layer.len(), false);
            used.iter_mut().zip(layer).for_each(|(used, &number)| *used |= number > 0);
        }
        let bin = stones / STONES;
        if self.bins.len() <= bin {
            self.bins.resize(bin + 1, Bin::default());
        }
        let bin = &mut self.bins[bin];
        bin.positions += 1;
        bin.constant += layers.is_constant as usize;
        if let Some(result) = result {
            let logit = layers.logit as f64 / 1024.0;
            let favoured = if logit < 0.0 { 1.0 - result } else { result };
            bin.known += 1;
            bin.foretold += 1.0 / (1.0 + (-logit.abs()).exp());
            bin.won += favoured;
            bin.loss += (1.0 + (-logit.abs()).exp()).ln() + (1.0 - favoured) * logit.abs();
        }
    }
}

/// Counts the positions of a game.
struct GameValues<'a> {
    game: &'a TrainingGame,
    network: Arc<Network>,
    vcf: &'a mut Vcf,
    found: &'a mut RuleValues,
}

impl KindVisitor for GameValues<'_> {
    type Output = ();

    fn visit<K: Kind>(self, _: K) {
        let GameValues { game, network, vcf, found } = self;
        let mut board = PatternBoard::<K>::new(&Position::new(game.size), game.rule);
        for &point in &game.opening {
            board.play(point);
        }
        let mut evaluation = NetEvaluation::new(&board, network, Cache::default());
        vcf.clear();
        for (number, searched) in game.moves.iter().enumerate() {
            let (check, _) = look(&mut board, vcf);
            if check.is_quiet() {
                let side = board.to_move();
                let result = match result(game, number, side) {
                    2 => None,
                    result => Some((result as f64 + 1.0) / 2.0),
                };
                let layers = evaluation.value_layers(&board);
                found.count(board.position().stones().len(), &layers, result);
            }
            board.play(searched.point);
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (rule, values) in &self.rules {
            write!(f, "{rule}: {values}")?;
        }
        Ok(())
    }
}

impl fmt::Display for RuleValues {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [first, second] = self.used.each_ref().map(|used| {
            let count = used.iter().filter(|&&used| used).count();
            format!("{count} of {}", used.len())
        });
        writeln!(f, "{}", self.network)?;
        writeln!(f, "  ever above zero: {first} numbers of the first hidden layer, {second} of the second")?;
        writeln!(f, "  stones      positions  constant  with a result  foretold     won    loss")?;
        for (index, bin) in self.bins.iter().enumerate().filter(|(_, bin)| bin.positions > 0) {
            let (first, last) = (index * STONES, index * STONES + STONES - 1);
            write_row(f, &format!("{first} … {last}"), bin)?;
        }
        write_row(f, "all", &self.bins.iter().fold(Bin::default(), Bin::with))
    }
}

impl Bin {
    fn with(self, other: &Bin) -> Bin {
        Bin {
            positions: self.positions + other.positions,
            constant: self.constant + other.constant,
            known: self.known + other.known,
            foretold: self.foretold + other.foretold,
            won: self.won + other.won,
            loss: self.loss + other.loss,
        }
    }
}

fn write_row(f: &mut fmt::Formatter, name: &str, bin: &Bin) -> fmt::Result {
    let Bin { positions, constant, known, .. } = *bin;
    let share = 100.0 * constant as f64 / positions.max(1) as f64;
    write!(f, "  {name:<11} {positions:>9} {share:>7.2} %  {known:>13}")?;
    if known == 0 {
        return writeln!(f);
    }
    let mean = |sum: f64| sum / known as f64;
    let [foretold, won] = [bin.foretold, bin.won].map(|sum| 100.0 * mean(sum));
    writeln!(f, "  {foretold:>6.1} % {won:>5.1} % {:>7.4}", mean(bin.loss))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(second: i16, logit: i32) -> ValueLayers {
        let mut hidden = [[0; 32]; 2];
        hidden[0][3] = 5;
        hidden[1][7] = second;
        ValueLayers { hidden, logit, is_constant: second == 0 }
    }

    #[test]
    fn constants_and_results_are_counted_by_stones() {
        let mut values = RuleValues { network: "network 0".into(), ..RuleValues::default() };
        values.count(12, &layers(9, 1024), Some(1.0));
        values.count(19, &layers(9, -1024), Some(1.0));
        values.count(40, &layers(0, -14), None);
        let text = values.to_string();
        let rows: Vec<&str> = text.lines().skip(3).collect();
        let fields = |row: &str| row.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("1 of 32 numbers of the first hidden layer, 1 of 32 of the second"), "{text}");
        // Two chances of 73.1 %, one of which came true: −ln 0.731 and −ln 0.269, halved.
        assert_eq!(fields(rows[0]), "10 … 19 2 0.00 % 2 73.1 % 50.0 % 0.8133");
        assert_eq!(fields(rows[1]), "40 … 49 1 100.00 % 0");
        assert_eq!(fields(rows[2]), "all 3 33.33 % 2 73.1 % 50.0 % 0.8133");
    }
}
