//! Measures whether each level is stronger than the one below: games between them from random
//! balanced openings, each with both colours.

use std::time::Duration;
use tengen_arena::openings::{Balance, Opener};
use tengen_arena::stats::Pairs;
use tengen_common::random::Random;
use tengen_core::board::{BoardSize, Colour, Position};
use tengen_core::rules::Rule;
use tengen_engine::eval::net::Networks;
use tengen_lab::play::play_out;
use tengen_records::training::{GameResult, Searched};
use tengen_session::level::Level;
use tengen_session::service::{FAILED, Outcome, Runner, Settings, Task, Work};

/// The conditions of a match between two levels.
#[derive(Clone, Debug)]
pub struct Contest {
    pub networks: Networks,
    pub rule: Rule,
    pub size: BoardSize,
    pub seed: u64,
    /// The time per move of a level without a node limit.
    pub time: Duration,
    /// The number of threads of that level.
    pub threads: usize,
}

const MEMORY: usize = 64 << 20;
const BALANCE: Balance = Balance { nodes: 2_000, margin: 80 };

impl Contest {
    /// Plays games between two levels; the results are from the first level's view.
    pub fn run(&self, levels: [Level; 2], pairs: usize) -> Pairs {
        let settings = Settings::new(&self.networks, MEMORY, self.threads);
        let mut runners = levels.map(|_| Runner::new(settings.clone()));
        let mut opener = Opener::judging_by(&self.networks, BALANCE);
        let mut sum = Pairs::default();
        for number in 0..pairs {
            let mut random = Random::of(self.seed, number as u64);
            let opening = opener.draw(&mut random, self.rule, self.size);
            sum.add(
                Colour::BOTH.map(|first| self.game(&opening, levels, first, &mut runners, &mut random).points(first)),
            );
        }
        sum
    }

    /// Plays a game in which the first level has the colour `first`.
    fn game(
        &self,
        opening: &Position,
        levels: [Level; 2],
        first: Colour,
        runners: &mut [Runner; 2],
        random: &mut Random,
    ) -> GameResult {
        let mut is_new = [true; 2];
        let mover = |position: &Position| {
            let mover = (position.to_move() != first) as usize;
            let level = levels[mover];
            let work = Work::Move { level, seed: Some(random.next()) };
            let afresh = std::mem::take(&mut is_new[mover]);
            let task = Task::new(position.clone(), self.rule, work);
            let task = Task { limits: level.limits(self.time), afresh, ..task };
            let Outcome::Move(choice) = runners[mover].finish(&task).expect(FAILED) else { return None };
            let point = choice?.point;
            Some(Searched { point, best: point, score: 0 })
        };
        play_out(opening.clone(), self.rule, mover).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rules::Variant;
    use tengen_session::level::LEVELS;

    /// Levels several steps apart clearly differ. (`tengen lab levels` measures each step.)
    #[test]
    fn a_higher_level_wins_nearly_always() {
        let contest = Contest {
            networks: Networks::built_in(),
            rule: Rule::new(Variant::Renju),
            size: BoardSize::square(11).unwrap(),
            seed: 5,
            time: Duration::ZERO,
            threads: 1,
        };
        for (strong, weak) in [(3, 0), (4, 2)] {
            let pairs = contest.run([LEVELS[strong], LEVELS[weak]], 12);
            assert!(pairs.points() >= 20.0, "{strong} against {weak}: {pairs:?}");
        }
    }
}
