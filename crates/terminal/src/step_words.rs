//! The steps for beginners in words: tasks, hints, reasons.

use super::drawing::BoardRow;
use tengen_core::board::{Position, notation};
use tengen_core::rules::forbidden_at;
use tengen_puzzles::{Kind, Puzzle};

/// The task; `None` for graded puzzles.
pub(crate) fn task(puzzle: &Puzzle) -> Option<String> {
    let us = puzzle.position().to_move();
    let (step, of) = (puzzle.kind.step()?, Kind::STEPS.len());
    let task = match puzzle.kind {
        Kind::MakeFive => format!("{us} makes five in a row: where?"),
        Kind::StopFour => format!("{} has a four and makes five next: stop it", !us),
        Kind::OpenFour => format!("{us} makes an open four, a row of four with both ends open: where?"),
        Kind::StopThree => format!("{} has an open three and makes an open four next: stop it", !us),
        Kind::DoubleThreat => format!("{us} makes two threats with one stone, fours or open threes, and wins: where?"),
        Kind::Forbidden => "one of Black's moves is forbidden: which?".into(),
        _ => "White makes a four that Black could only stop on a forbidden point: where?".into(),
    };
    Some(format!("step {step} of {of}, {}: {task}", puzzle.rule))
}

/// The first hint: what is on the board.
pub(crate) fn hint(puzzle: &Puzzle) -> String {
    match puzzle.kind {
        Kind::MakeFive => "Four stones of yours are in a line; one point makes them five.".into(),
        Kind::StopFour => "A four is there: four stones in a line, and the fifth point is empty.".into(),
        Kind::OpenFour => "A three is there: one more stone, and both ends of the four are open.".into(),
        Kind::StopThree => "An open three is there. Play at one of its ends, or in its gap.".into(),
        Kind::Forbidden => format!("Look for a {}.", forbidden_kind(puzzle)),
        Kind::Trap => "Look for a point that is forbidden to Black, and for your stones in a line with it.".into(),
        _ => format!("Look where two of your rows cross. The win takes {} plies.", puzzle.plies),
    }
}

/// Why the solution is right, with the line that shows it.
pub(crate) fn reason(puzzle: &Puzzle) -> String {
    let them = !puzzle.position().to_move();
    let line = BoardRow(&puzzle.solution, puzzle.size);
    let threat = BoardRow(&puzzle.threat, puzzle.size);
    let point = notation::write(puzzle.only_move(), puzzle.size);
    match puzzle.kind {
        Kind::MakeFive => format!("{line} makes five in a row"),
        Kind::StopFour => format!("{line}: otherwise {them} makes five at {threat}"),
        Kind::OpenFour => format!("{line}: {them} can stop only one end"),
        Kind::StopThree | Kind::Defence => format!("{line}: otherwise {them} wins by {threat}"),
        Kind::DoubleThreat => format!("{line}: {them} can stop only one of the threats"),
        Kind::Forbidden if puzzle.threat.is_empty() => format!("{point} is an {}", forbidden_kind(puzzle)),
        Kind::Forbidden => format!("{point} is a {}; its rows grow at {threat}", forbidden_kind(puzzle)),
        Kind::Trap => format!("{line}: the last point is forbidden to Black"),
        Kind::Vcf | Kind::Vct => line.to_string(),
    }
}

/// What is wrong with another move.
pub(crate) fn fault(puzzle: &Puzzle) -> &'static str {
    match puzzle.kind {
        Kind::MakeFive => "makes no five",
        Kind::StopFour => "does not stop the four",
        Kind::OpenFour => "makes no open four",
        Kind::StopThree => "does not stop the three",
        Kind::Forbidden => "is allowed",
        Kind::Defence => "loses",
        _ => "does not win",
    }
}

fn forbidden_kind(puzzle: &Puzzle) -> &'static str {
    let position: Position = puzzle.position();
    forbidden_at(&position, puzzle.only_move(), puzzle.rule).map_or("move", |kind| kind.name())
}
