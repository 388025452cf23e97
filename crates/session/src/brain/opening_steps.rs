//! The steps of the opening rules swap2 and Soosõrv-8 as Yixin-Board asks for them.
//!
//! Each step names the stones on the board, so the opening is replayed up to the engine's decision. In Soosõrv's rule
//! player 0 places the first three stones; which players have swapped so far does not matter for the next decision.
//!
//! | step | stones | decision |
//! |---|---|---|
//! | 1 | 0 | the first three stones |
//! | 2 | 3 | swap? |
//! | 3 | 3 | the fourth stone, and the number of fifth stones |
//! | 4 | 4 | swap? |
//! | 5 | 4 | the fifth stones that black offers |
//! | 6 | 4 and the fifth stones | the fifth stone that white keeps |

use super::think::Thinker;
use super::{Brain, Decision, Inbox, OpeningChoice, Place, Refusal, Reply, Soosyrv, point_on, swap2};
use crate::opening::{Wanted, choose};
use std::time::Instant;
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::rules::opening::{Answer, Opening, OpeningRule};

impl Brain {
    /// A decision of swap2 about these stones. `None` if it is no longer wanted.
    pub(super) fn swap2(
        &mut self,
        places: &[Place],
        asked: Instant,
        inbox: &mut dyn Inbox,
    ) -> Result<Option<OpeningChoice>, Refusal> {
        let size = self.size()?;
        let position = swap2::position(size, places)?;
        let mut thinker = self.thinker(&position, asked, inbox)?;
        let choice = swap2::choose(&position, &mut thinker);
        self.settings.end_move(asked);
        Ok(choice)
    }

    /// A decision of swap2 about the stones on the board.
    pub(super) fn swap2_step(&mut self, step: u8, asked: Instant, inbox: &mut dyn Inbox) -> Result<Reply, Refusal> {
        let places = match step {
            1 => Vec::new(),
            _ => places(self.game()?.position())?,
        };
        let wanted = [0, 3, 5][usize::from(step - 1)];
        if places.len() != wanted {
            let why = format!("step {step} has {wanted} stones, not {}", places.len());
            return Err(Refusal::Opening(why));
        }
        self.serve_a_board();
        let choice = self.swap2(&places, asked, inbox)?;
        Ok(choice.map_or(Reply::Abandoned, |choice| Reply::Swap2Step((wanted, choice))))
    }

    /// A decision of Soosõrv's opening rule.
    pub(super) fn soosyrv(&mut self, step: &Soosyrv, asked: Instant, inbox: &mut dyn Inbox) -> Result<Reply, Refusal> {
        let opening = step.opening(self.size()?)?;
        self.serve_a_board();
        let decision = step.decide(&opening, &mut self.thinker(&opening.position(), asked, inbox)?);
        self.settings.end_move(asked);
        Ok(decision.map_or(Reply::Abandoned, Reply::Soosyrv))
    }
}

impl Soosyrv {
    /// The opening before the decision.
    pub(super) fn opening(&self, size: BoardSize) -> Result<Opening, Refusal> {
        let points = self.stones.iter().map(|&place| point_on(size, place));
        let points = points.collect::<Result<Vec<Point>, Refusal>>()?;
        let wanted = match self.step {
            1 => 0..=0,
            2 | 3 => 3..=3,
            4 | 5 => 4..=4,
            _ => 5..=4 + MOST_FIFTHS,
        };
        if !wanted.contains(&points.len()) {
            let (step, given) = (self.step, points.len());
            let (least, most) = wanted.into_inner();
            let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
            return Err(Refusal::Opening(format!("step {step} has {wanted} stones, not {given}")));
        }
        let mut opening = Opening::new(OpeningRule::Soosyrv8, size).map_err(|error| Refusal::Opening(error.into()))?;
        for answer in self.answers(&points) {
            opening.answer(&answer).map_err(|error| Refusal::Opening(error.into()))?;
        }
        Ok(opening)
    }

    /// The answers so far. Nobody has swapped: the decisions do not depend on it.
    fn answers(&self, points: &[Point]) -> Vec<Answer> {
        let (first, fifths) = points.split_at(points.len().min(4));
        let mut answers: Vec<Answer> = first.iter().copied().map(Answer::Stone).collect();
        if self.step >= 3 {
            answers.insert(3, Answer::Take(Colour::White));
        }
        match self.step {
            4 | 5 => answers.push(Answer::Number(self.fifths)),
            6 => answers.push(Answer::Number(fifths.len())),
            _ => {}
        }
        if self.step >= 5 {
            answers.push(Answer::Take(Colour::Black));
        }
        if self.step == 6 {
            answers.push(Answer::Fifths(fifths.to_vec()));
        }
        answers
    }

    /// The engine's decision in this opening. Returns `None` if it is no longer wanted.
    pub(super) fn decide(&self, opening: &Opening, thinker: &mut Thinker) -> Option<Decision> {
        if let Some(&only) = opening.stones().get(4) {
            return Some(Decision::Keep(only)); // a single fifth stone
        }
        let rule = thinker.brain.rule();
        let mut random = thinker.brain.config.random();
        let mut look = |position: &Position, blocked, wanted: Wanted| {
            thinker.look(position, blocked, wanted.lines, Wanted::SHARES / wanted.share.max(1))
        };
        let answers = choose(opening, rule, &mut random, &mut look)?;
        Some(decision(&answers, opening))
    }
}

const MOST_FIFTHS: usize = 8;

fn decision(answers: &[Answer], opening: &Opening) -> Decision {
    let stones = opening.stones().len();
    match answers {
        [Answer::Take(colour)] => {
            let (asked, _) = opening.asked().expect("a colour is asked for");
            Decision::Swap(opening.player_of(*colour) != asked, stones)
        }
        [Answer::Stone(fourth), Answer::Number(number)] => Decision::Fourth(*fourth, *number),
        [Answer::Fifths(points)] => Decision::Offer(points.clone()),
        [Answer::Fifth(point)] => Decision::Keep(*point),
        stones => {
            let point = |answer: &Answer| match answer {
                Answer::Stone(point) => Some(*point),
                _ => None,
            };
            Decision::Three(stones.iter().filter_map(point).collect())
        }
    }
}

/// The stones on a board in the order in which they were placed, if black and white alternate.
fn places(position: &Position) -> Result<Vec<Place>, Refusal> {
    let stones = position.stones();
    let alternate = (0..).zip(stones).all(|(i, stone)| stone.colour == Colour::BOTH[i % 2]);
    if !alternate {
        let why = "the stones of the board do not alternate".to_string();
        return Err(Refusal::Opening(why));
    }
    Ok(stones.iter().map(|stone| (stone.point.x().into(), stone.point.y().into())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(step: u8, fifths: usize, stones: &[Place]) -> Result<Opening, Refusal> {
        let stones = stones.to_vec();
        Soosyrv { step, fifths, stones }.opening(BoardSize::FIFTEEN)
    }

    const FOUR: [Place; 4] = [(7, 7), (7, 6), (8, 6), (9, 9)];

    #[test]
    fn each_step_asks_for_its_decision() {
        use tengen_core::rules::opening::Question;
        let asked = |step, fifths, stones: &[Place]| opening(step, fifths, stones).unwrap().asked();
        assert!(matches!(asked(1, 0, &[]), Some((0, Question::Stone(_)))));
        assert_eq!(asked(2, 0, &FOUR[..3]), Some((1, Question::Colour(None))));
        assert!(matches!(asked(3, 0, &FOUR[..3]), Some((1, Question::Stone(_)))));
        assert_eq!(asked(4, 3, &FOUR), Some((0, Question::Colour(None))));
        assert_eq!(asked(5, 3, &FOUR), Some((0, Question::Fifths(3))));
        let six = [&FOUR[..], &[(5, 5), (6, 9)]].concat();
        assert_eq!(asked(6, 0, &six), Some((1, Question::Fifth)));
    }

    #[test]
    fn stones_that_belong_to_no_step_are_refused() {
        let why = |step, fifths, stones: &[Place]| match opening(step, fifths, stones) {
            Err(Refusal::Opening(why)) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(why(2, 0, &FOUR), "step 2 has 3 stones, not 4");
        assert_eq!(why(6, 0, &FOUR), "step 6 has 5 to 12 stones, not 4");
        assert!(why(2, 0, &[(0, 0), (7, 6), (8, 6)]).contains("where this stone must be placed"));
        assert!(why(5, 9, &FOUR).contains("from 1 to 8"));
        assert!(opening(2, 0, &[(7, 7), (7, 15), (8, 6)]).is_err());
    }
}
