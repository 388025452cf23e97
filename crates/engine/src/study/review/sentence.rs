//! Reasons as English sentences. The subject is the side that moves: "lets White make an open three at g9". Wins that
//! nobody sees at once come with the line that shows them: "lets White win in 9 plies: g9 h8 g7 g8 …".

use super::{Pattern, Reason, Way};
use tengen_common::WinLength;
use tengen_core::board::{BoardSize, Colour, Point, notation};

/// The longest line in a sentence.
const LONGEST: usize = 5;
/// The moves of a strong reply's line.
const STRONG: usize = 3;

/// What a five is called.
struct Words {
    five: &'static str,
    wins: &'static str,
    win: &'static str,
    a_win: &'static str,
    loses: &'static str,
    all_lose: &'static str,
}

const GAME: Words = Words {
    five: "wins with five in a row",
    wins: "wins",
    win: "win",
    a_win: "a win",
    loses: "loses",
    all_lose: "all moves lose",
};

/// In a continuous game a five is a point, and the game goes on.
const POINT: Words = Words {
    five: "completes a row",
    wins: "completes a row",
    win: "complete a row",
    a_win: "a row",
    loses: "loses a row",
    all_lose: "no move prevents it",
};

/// The reason for the grade of a move of `side`, with the line that shows it, or an empty one.
pub fn sentence(reason: Reason, line: &[Point], side: Colour, size: BoardSize, continuous: bool) -> String {
    let opponent = name(!side);
    let Words { five, wins, win, a_win, loses, all_lose } = if continuous { POINT } else { GAME };
    let from = |point: Point| match line {
        [first, _, ..] if *first == point => format!(": {}", written(line, size)),
        _ => format!(", starting at {}", notation::write(point, size)),
    };
    let at = |point: Point| notation::write(point, size);
    match reason {
        Reason::Five => five.into(),
        Reason::Forbidden(kind) => format!("is forbidden: {}", kind.name()),
        Reason::WinsIn(length) => format!("{wins} in {length}"),
        Reason::StillWins { length, instead_of } => {
            format!("still {wins}, in {length} instead of {}", number(instead_of))
        }
        Reason::LostIn(length) => format!("{all_lose}: {opponent} {wins} in {length}"),
        Reason::LosesSooner { length, instead_of } => format!("{loses} in {length} instead of {}", number(instead_of)),
        Reason::AlreadyLost(length) => format!("was already lost: {opponent} {wins} in {length}"),
        Reason::Makes(pattern) => format!("makes {}", a(pattern)),
        Reason::Stops(pattern, point) => {
            format!("keeps {opponent} from making {} at {}", a(pattern), at(point))
        }
        Reason::Misses(Way::Makes(pattern, point)) => format!("misses {} at {}", a(pattern), at(point)),
        Reason::Misses(Way::ByFours { point, length }) => {
            format!("misses {a_win} by fours (VCF) in {length}{}", from(point))
        }
        Reason::Misses(Way::Wins { point, length }) => format!("misses {a_win} in {length}{}", from(point)),
        Reason::Lets(Way::Makes(pattern, point)) => {
            format!("lets {opponent} make {} at {}", a(pattern), at(point))
        }
        Reason::Lets(Way::ByFours { point, length }) => {
            format!("lets {opponent} {win} by fours (VCF) in {length}{}", from(point))
        }
        Reason::Lets(Way::Wins { point, length }) => format!("lets {opponent} {win} in {length}{}", from(point)),
        Reason::LetsPlay(point) if line.first() == Some(&point) => {
            format!("lets {opponent} play {}", written(&line[..line.len().min(STRONG)], size))
        }
        Reason::LetsPlay(point) => format!("lets {opponent} play {}", at(point)),
    }
}

/// `9`, `at most 9`.
fn number(WinLength { plies, at_most }: WinLength) -> String {
    format!("{}{plies}", if at_most { "at most " } else { "" })
}

/// `Black`, `White`.
pub fn name(side: Colour) -> &'static str {
    ["Black", "White"][side.index()]
}

/// `g9 h8 g7 g8 f6 …`.
fn written(line: &[Point], size: BoardSize) -> String {
    let shown = notation::names(line.iter().take(LONGEST), size).join(" ");
    if line.len() > LONGEST { shown + " …" } else { shown }
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
        let size = BoardSize::FIFTEEN;
        let point = notation::read("g9", size).unwrap()[0];
        let line = notation::read("g9h8g7g8f6i9", size).unwrap();
        let said = |reason| sentence(reason, &[], Colour::Black, size, false);
        let way = Way::Makes(Pattern::Three, point);
        assert_eq!(said(Reason::Lets(way)), "lets White make an open three at g9");
        assert_eq!(said(Reason::Misses(way)), "misses an open three at g9");
        let length = WinLength { plies: 9, at_most: false };
        let way = Way::ByFours { point, length };
        assert_eq!(said(Reason::Misses(way)), "misses a win by fours (VCF) in 9 plies, starting at g9");
        let shown = sentence(Reason::Lets(way), &line, Colour::Black, size, false);
        assert_eq!(shown, "lets White win by fours (VCF) in 9 plies: g9 h8 g7 g8 f6 …");
        let shown = sentence(Reason::LetsPlay(point), &line, Colour::Black, size, false);
        assert_eq!(shown, "lets White play g9 h8 g7");
        assert_eq!(said(Reason::AlreadyLost(length)), "was already lost: White wins in 9 plies");
        let bound = WinLength { at_most: true, ..length };
        assert_eq!(said(Reason::WinsIn(bound)), "wins in at most 9 plies");
        let still = |instead_of| said(Reason::StillWins { length: WinLength { plies: 11, ..bound }, instead_of });
        assert_eq!(still(length), "still wins, in at most 11 plies instead of 9");
        assert_eq!(still(bound), "still wins, in at most 11 plies instead of at most 9");
        let sooner = Reason::LosesSooner { length: WinLength { plies: 3, ..length }, instead_of: bound };
        assert_eq!(said(sooner), "loses in 3 plies instead of at most 9");
        assert_eq!(said(Reason::Forbidden(Forbidden::Overline)), "is forbidden: overline");
        assert_eq!(said(Reason::LostIn(WinLength { plies: 1, ..length })), "all moves lose: White wins in 1 ply");
        let four = Reason::Stops(Pattern::OpenFour, point);
        assert_eq!(said(four), "keeps White from making an open four at g9");
    }

    #[test]
    fn a_five_of_a_continuous_game_is_a_row() {
        let point = notation::read("g9", BoardSize::FIFTEEN).unwrap()[0];
        let said = |reason| sentence(reason, &[], Colour::Black, BoardSize::FIFTEEN, true);
        let length = WinLength { plies: 3, at_most: false };
        assert_eq!(said(Reason::Five), "completes a row");
        assert_eq!(said(Reason::WinsIn(length)), "completes a row in 3 plies");
        assert_eq!(said(Reason::LostIn(length)), "no move prevents it: White completes a row in 3 plies");
        assert_eq!(said(Reason::AlreadyLost(length)), "was already lost: White completes a row in 3 plies");
        let lets = said(Reason::Lets(Way::ByFours { point, length }));
        assert_eq!(lets, "lets White complete a row by fours (VCF) in 3 plies, starting at g9");
        let misses = said(Reason::Misses(Way::Wins { point, length }));
        assert_eq!(misses, "misses a row in 3 plies, starting at g9");
    }
}
