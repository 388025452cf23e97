//! Reasons as English sentences. The subject is the side that moves: "lets White make an open three at g9".

use super::{Pattern, Reason, Way};
use tengen_common::Plies;
use tengen_core::board::{BoardSize, Colour, Point, notation};

/// The reason for the grade of a move of `side`.
pub fn sentence(reason: Reason, side: Colour, size: BoardSize) -> String {
    let opponent = name(!side);
    let at = |point: Point| notation::write(point, size);
    match reason {
        Reason::Five => "wins with five in a row".into(),
        Reason::Forbidden(kind) => format!("is forbidden: {}", kind.name()),
        Reason::WinsIn(plies) => format!("wins in {}", Plies(plies)),
        Reason::StillWins { plies, instead_of } => {
            format!("still wins, in {} instead of {instead_of}", Plies(plies))
        }
        Reason::LostIn(plies) => format!("all moves lose: {opponent} wins in {}", Plies(plies)),
        Reason::LosesSooner { plies, instead_of } => {
            format!("loses in {} instead of {instead_of}", Plies(plies))
        }
        Reason::Makes(pattern) => format!("makes {}", a(pattern)),
        Reason::Stops(pattern, point) => {
            format!("keeps {opponent} from making {} at {}", a(pattern), at(point))
        }
        Reason::Misses(way) => format!("misses {}", gain(way, size)),
        Reason::Lets(Way::Makes(pattern, point)) => {
            format!("lets {opponent} make {} at {}", a(pattern), at(point))
        }
        Reason::Lets(Way::ByFours { point, plies }) => {
            let plies = Plies(plies);
            format!("lets {opponent} win by fours (VCF) in {plies}, starting at {}", at(point))
        }
        Reason::Lets(Way::Wins { point, plies }) => {
            format!("lets {opponent} win in {}, starting at {}", Plies(plies), at(point))
        }
        Reason::Prefers(point) => format!("the search prefers {}", at(point)),
    }
}

/// `Black`, `White`.
pub fn name(side: Colour) -> &'static str {
    ["Black", "White"][side.index()]
}

fn gain(way: Way, size: BoardSize) -> String {
    let at = |point: Point| notation::write(point, size);
    match way {
        Way::Makes(pattern, point) => format!("{} at {}", a(pattern), at(point)),
        Way::ByFours { point, plies } => {
            format!("a win by fours (VCF) in {}, starting at {}", Plies(plies), at(point))
        }
        Way::Wins { point, plies } => {
            format!("a win in {}, starting at {}", Plies(plies), at(point))
        }
    }
}

fn a(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Three => "an open three",
        Pattern::Four => "a four",
        Pattern::DoubleThree => "two open threes",
        Pattern::FourThree => "a four and an open three",
        Pattern::DoubleFour => "two fours",
        Pattern::OpenFour => "an open four",
        Pattern::Five => "a five",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::rules::Forbidden;

    #[test]
    fn reasons_are_sentences() {
        let size = BoardSize::square(15).unwrap();
        let point = notation::read("g9", size).unwrap()[0];
        let said = |reason| sentence(reason, Colour::Black, size);
        let way = Way::Makes(Pattern::Three, point);
        assert_eq!(said(Reason::Lets(way)), "lets White make an open three at g9");
        assert_eq!(said(Reason::Misses(way)), "misses an open three at g9");
        let way = Way::ByFours { point, plies: 9 };
        assert_eq!(said(Reason::Misses(way)), "misses a win by fours (VCF) in 9 plies, starting at g9");
        assert_eq!(said(Reason::Forbidden(Forbidden::Overline)), "is forbidden: overline");
        assert_eq!(said(Reason::LostIn(1)), "all moves lose: White wins in 1 ply");
        let four = Reason::Stops(Pattern::OpenFour, point);
        assert_eq!(said(four), "keeps White from making an open four at g9");
    }
}
