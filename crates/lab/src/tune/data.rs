//! Games as samples: for each position that a search would evaluate, how often each number enters its
//! value, which moves there were, and what search and game said.
//!
//! Left out is what a search sees without evaluating: wins and replies at sight, wins by fours.

use super::is_symmetric;
use crate::sight::look;
use crate::split::Split;
use tengen_common::Score;
use tengen_core::board::{Colour, Point};
use tengen_core::records::training::{GameResult, Searched, TrainingGame};
use tengen_core::rules::Rule;
use tengen_engine::eval::tables::params;
use tengen_engine::eval::{Evaluator, threat_index};
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{CODES, Code, Kind, PatternBoard};
use tengen_engine::search::history::History;
use tengen_engine::search::move_picker::{Hints, ScoredMove, generate};
use tengen_engine::search::params::SearchParams;
use tengen_engine::threat::standing::Standing;
use tengen_engine::threat::vcf::Vcf;

/// Moves that look alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alike {
    /// Which number of the attack table they have.
    pub attack: u16,
    /// Which number of the defence table.
    pub defence: u16,
    /// How many they are.
    pub count: u16,
}

/// One position.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// Numbers of the value table, and how often each enters: now and one stone ago together, own
    /// codes positive, the opponent's negative.
    pub features: &'a [(u16, i16)],
    /// Index of its threats.
    pub threats: u16,
    /// The candidate moves.
    pub moves: &'a [Alike],
    /// Which of them was best; `None` when all lose.
    pub best: Option<usize>,
    /// What the search said, for the side to move; proven when the game was known to be decided.
    pub score: i16,
    /// What came of the game: 1 won by the side to move, 0 lost. `None` where a stray move came in
    /// between, after which the result says nothing of this position.
    pub result: Option<f32>,
    /// What came next, as a share of a win; see `outcomes`.
    pub outcome: f32,
    /// The game of self-play that it comes from.
    pub source: u64,
}

impl Sample<'_> {
    /// Whether a win or a loss was certain.
    pub fn is_proven(&self) -> bool {
        Score::from_value(self.score as i32).is_proven()
    }
}

/// Where a sample ends, and its single numbers.
struct Record {
    features: usize,
    moves: usize,
    threats: u16,
    best: Option<u16>,
    score: i16,
    result: Option<f32>,
    outcome: f32,
    source: u64,
}

/// The samples that say when to stop.
const HELD_OUT: Split = Split {
    share: 0.1,
    seed: 0,
};

/// Many samples.
pub struct Samples {
    rule: Rule,
    lambda: f32,
    records: Vec<Record>,
    features: Vec<(u16, i16)>,
    moves: Vec<Alike>,
    tools: Tools,
}

/// What listing the moves of a position needs.
struct Tools {
    history: History,
    search: SearchParams,
    found: Vec<ScoredMove>,
    vcf: Vcf,
}

impl Samples {
    /// None yet. What came after a move counts `lambda` (0 to 1), the score that was searched for it the
    /// rest.
    pub fn new(rule: Rule, lambda: f32) -> Samples {
        Samples {
            rule,
            lambda,
            records: Vec::new(),
            features: Vec::new(),
            moves: Vec::new(),
            tools: Tools {
                history: History::new(),
                search: SearchParams::default(),
                found: Vec::new(),
                vcf: Vcf::new(1 << 12),
            },
        }
    }

    /// How many.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// The rule they are of.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// One of them.
    pub fn get(&self, i: usize) -> Sample<'_> {
        let record = &self.records[i];
        let (features, moves) = match i {
            0 => (0, 0),
            _ => (self.records[i - 1].features, self.records[i - 1].moves),
        };
        Sample {
            features: &self.features[features..record.features],
            threats: record.threats,
            moves: &self.moves[moves..record.moves],
            best: record.best.map(usize::from),
            score: record.score,
            result: record.result,
            outcome: record.outcome,
            source: record.source,
        }
    }

    /// The indices of the samples to learn from, and of those held out: all that come from one game of
    /// self-play are on one side, also those of its search trees.
    pub fn split(&self) -> (Vec<usize>, Vec<usize>) {
        (0..self.len()).partition(|&i| !HELD_OUT.holds_out(self.records[i].source))
    }

    /// Adds the quiet positions of a game of this rule.
    pub fn add(&mut self, game: &TrainingGame) {
        debug_assert_eq!(game.rule, self.rule);
        dispatch(
            self.rule,
            Reading {
                samples: self,
                game,
            },
        );
    }

    fn index(&self, side: Colour, code: Code) -> u16 {
        if is_symmetric(self.rule) {
            code
        } else {
            (side.index() * CODES) as u16 + code
        }
    }

    /// Adds the position on the board, if a search would evaluate it.
    fn sample<K: Kind>(&mut self, board: &mut PatternBoard<K>, searched: &Searched) -> Option<()> {
        let side = board.to_move();
        let (sight, standing) = look(board, &mut self.tools.vcf);
        if !sight.is_quiet() || board.position().stones().len() < 2 {
            return None;
        }
        let lost = Score::from_value(searched.score as i32)
            .loss_distance()
            .is_some();
        let best = self.list_moves(board, &standing, searched.best);
        self.count_codes(board);
        self.records.push(Record {
            features: self.features.len(),
            moves: self.moves.len(),
            threats: threat_index(board, side) as u16,
            best: best.filter(|_| !lost).map(|best| best as u16),
            score: searched.score,
            result: None,
            outcome: 0.5,
            source: 0,
        });
        Some(())
    }

    /// Adds the features of a position; the stone before it comes off and on again.
    fn count_codes<K: Kind>(&mut self, board: &mut PatternBoard<K>) {
        let side = board.to_move();
        let mut counts = Vec::with_capacity(1024);
        let last = *board.position().stones().last().expect("there are stones");
        self.count_position(board, side, &mut counts);
        board.undo();
        self.count_position(board, side, &mut counts);
        board.place(last.point, last.colour);
        counts.sort_unstable();
        let same = counts.chunk_by(|a, b| a.0 == b.0);
        let sums = same.map(|run| (run[0].0, run.iter().map(|&(_, n)| n).sum::<i16>()));
        self.features.extend(sums.filter(|&(_, n)| n != 0));
    }

    fn count_position<K: Kind>(
        &self,
        board: &PatternBoard<K>,
        side: Colour,
        counts: &mut Vec<(u16, i16)>,
    ) {
        for point in board.position().empty_points() {
            let prospect = board.prospect(point);
            for colour in Colour::BOTH {
                let sign = if colour == side { 1 } else { -1 };
                counts.push((self.index(colour, prospect.code(colour)), sign));
            }
        }
    }

    /// Adds the candidate moves; the index of the group that `best` is in, if it is a candidate.
    fn list_moves<K: Kind>(
        &mut self,
        board: &PatternBoard<K>,
        standing: &Standing,
        best: Point,
    ) -> Option<usize> {
        let side = board.to_move();
        let mut found = std::mem::take(&mut self.tools.found);
        let Tools {
            history, search, ..
        } = &self.tools;
        let hints = Hints {
            best: None,
            killers: [None; 2],
            counter: None,
            history,
            evaluator: &Evaluator::new(board, params::of(self.rule)),
            params: search,
        };
        generate(board, Some(standing), &hints, &mut found);
        let looks = |point: Point| {
            let prospect = board.prospect(point);
            let attack = self.index(side, prospect.code(side));
            (attack, self.index(!side, prospect.code(!side)))
        };
        let wanted = found.iter().any(|m| m.point() == best).then(|| looks(best));
        let mut all: Vec<(u16, u16)> = found.iter().map(|m| looks(m.point())).collect();
        self.tools.found = found;
        all.sort_unstable();
        let groups: Vec<_> = all.chunk_by(|a, b| a == b).collect();
        let index = groups.iter().position(|group| Some(group[0]) == wanted);
        self.moves.extend(groups.into_iter().map(|group| Alike {
            attack: group[0].0,
            defence: group[0].1,
            count: group.len() as u16,
        }));
        index
    }
}

/// A proven score.
const KNOWN: i16 = Score::SOME_WIN.value() as i16;

/// What came of a position.
#[derive(Clone, Copy)]
struct Outcome {
    /// As a share of a win for the side to move.
    share: f32,
    /// No stray move came in between.
    is_pure: bool,
}

/// What came of each position of a game: the scores that were searched for it and the later ones, the
/// later the less, and in the end the result (temporal differences; Sutton, 1988). What comes after a
/// stray move says nothing of the position before it.
fn outcomes(game: &TrainingGame, lambda: f32) -> Vec<Outcome> {
    let plies = game.opening.len() + game.moves.len();
    let to_move = if plies.is_multiple_of(2) {
        Colour::Black
    } else {
        Colour::White
    };
    let mut next = Outcome {
        share: game.result.points(to_move),
        is_pure: game.result != GameResult::Unfinished,
    };
    let mut outcomes = Vec::with_capacity(game.moves.len());
    for (i, searched) in game.moves.iter().enumerate().rev() {
        let score = Score::from_value(searched.score.into()).win_rate();
        let is_stray = searched.point != searched.best;
        let is_end = game.result == GameResult::Unfinished && i + 1 == game.moves.len();
        let lambda = if is_stray || is_end { 0.0 } else { lambda };
        next = Outcome {
            share: (1.0 - lambda) * score + lambda * (1.0 - next.share),
            is_pure: next.is_pure && !is_stray,
        };
        outcomes.push(next);
    }
    outcomes.reverse();
    outcomes
}

/// A game that is being read.
struct Reading<'a> {
    samples: &'a mut Samples,
    game: &'a TrainingGame,
}

impl KindVisitor for Reading<'_> {
    type Output = ();

    fn visit<K: Kind>(self, _: K) {
        let Reading { samples, game } = self;
        let start = tengen_core::board::Position::new(game.shape);
        let mut board = PatternBoard::<K>::new(&start, game.rule);
        for &point in &game.opening {
            board.play(point);
        }
        let mut winner = None;
        for (searched, outcome) in game.moves.iter().zip(outcomes(game, samples.lambda)) {
            let side = board.to_move();
            let mut searched = *searched;
            let score = Score::from_value(searched.score as i32);
            match winner {
                Some(winner) if winner == side => searched.score = KNOWN,
                Some(_) => searched.score = -KNOWN,
                None if score.is_proven() => {
                    let claimed = if searched.score > 0 { side } else { !side };
                    // A proof that the game did not bear out says nothing.
                    winner = Some(claimed).filter(|&w| game.result == GameResult::Won(w));
                }
                None => {}
            }
            if samples.sample(&mut board, &searched).is_some() {
                let record = samples.records.last_mut().expect("one was just added");
                record.source = game.source;
                record.result = outcome.is_pure.then(|| game.result.points(board.to_move()));
                record.outcome = outcome.share;
            }
            board.play(searched.point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_common::random::Random;
    use tengen_core::board::Shape;
    use tengen_core::rules::Variant;
    use tengen_engine::eval::tables::params::SCALE;

    struct Compare(Rule);

    impl KindVisitor for Compare {
        type Output = ();

        /// Random stones: what the features add up to is what the evaluation says.
        fn visit<K: Kind>(self, _: K) {
            let params = params::of(self.0);
            let mut random = Random::new(7);
            let mut samples = Samples::new(self.0, 0.5);
            for _ in 0..20 {
                let start = tengen_core::board::Position::new(Shape::square(15).unwrap());
                let mut board = PatternBoard::<K>::new(&start, self.0);
                let mut evaluator = Evaluator::new(&board, params.clone());
                for _ in 0..40 {
                    let empty: Vec<Point> = board.position().empty_points().collect();
                    board.play(*random.choose(&empty).unwrap());
                    let before = samples.features.len();
                    samples.count_codes(&mut board);
                    let value = |&(i, n): &(u16, i16)| {
                        let number = params.values[i as usize / CODES][i as usize % CODES];
                        number as i32 * n as i32
                    };
                    let sum: i32 = samples.features[before..].iter().map(value).sum();
                    let threats = params.threats[threat_index(&board, board.to_move())] as i32;
                    assert_eq!(
                        sum / 2 / SCALE + threats,
                        evaluator.value(&board),
                        "{:?}",
                        self.0
                    );
                }
            }
        }
    }

    /// Black's second move strays; after it white wins.
    #[test]
    fn outcomes_follow_the_scores_up_to_a_stray_move() {
        let point = |x| Point::new(x, 0);
        let moves = [
            (0, 0, 0),
            (1, 1, 220),
            (2, 3, -220),
            (4, 4, 220),
            (5, 5, -220),
        ];
        let game = TrainingGame {
            rule: Rule::new(Variant::Freestyle),
            shape: Shape::square(15).unwrap(),
            opening: vec![point(14)],
            moves: moves
                .map(|(played, best, score)| Searched {
                    point: point(played),
                    best: point(best),
                    score,
                })
                .to_vec(),
            source: 0,
            result: GameResult::Won(Colour::White),
        };
        let found = outcomes(&game, 0.5);
        let pure: Vec<bool> = found.iter().map(|o| o.is_pure).collect();
        assert_eq!(pure, [false, false, false, true, true]);
        // The last to move is white, and wins; sigmoid(−1) = 0.2689, sigmoid(1) = 0.7311.
        let last = 0.5 * 0.2689 + 0.5 * 1.0;
        let expected = [
            0.5 * 0.5 + 0.5 * (1.0 - (0.5 * 0.7311 + 0.5 * (1.0 - 0.2689))),
            0.5 * 0.7311 + 0.5 * (1.0 - 0.2689),
            0.2689,
            0.5 * 0.7311 + 0.5 * (1.0 - last),
            last,
        ];
        for (outcome, expected) in found.iter().zip(expected) {
            assert!((outcome.share - expected).abs() < 1e-3, "{}", outcome.share);
        }
    }

    #[test]
    fn features_add_up_to_the_evaluation() {
        for variant in [
            Variant::Freestyle,
            Variant::Standard,
            Variant::Renju,
            Variant::Caro,
        ] {
            let rule = Rule::new(variant);
            dispatch(rule, Compare(rule));
        }
    }
}
