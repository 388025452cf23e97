//! The static check of a position before any move is searched: decided or forced, a VCF, or one to be evaluated. Used
//! to walk through training games.

use tengen_core::board::{Colour, Position};
use tengen_core::rules::Rule;
use tengen_engine::eval::tables::params;
use tengen_engine::eval::{Evaluator, threat_index};
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{Kind, PatternBoard, Pcode};
use tengen_engine::threat::threat_state::{ThreatState, threat_state};
use tengen_engine::threat::vcf::Vcf;
use tengen_records::training::TrainingGame;

/// The threat state of a position by the static check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StaticCheck {
    /// Nothing is forced.
    Open,
    /// The opponent threatens an open four.
    Threatened,
    /// The opponent threatens a five.
    Forced,
    /// The side to move wins.
    Won,
    /// A quick search finds a VCF.
    WonByFours,
    /// The opponent's fives cannot be stopped.
    Lost,
}

impl StaticCheck {
    /// All states, in the order of their numbers.
    pub const ALL: [StaticCheck; 6] = [
        StaticCheck::Open,
        StaticCheck::Threatened,
        StaticCheck::Forced,
        StaticCheck::Won,
        StaticCheck::WonByFours,
        StaticCheck::Lost,
    ];

    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            StaticCheck::Open => "open",
            StaticCheck::Threatened => "open four threatened",
            StaticCheck::Forced => "five threatened",
            StaticCheck::Won => "won (static check)",
            StaticCheck::WonByFours => "won by fours",
            StaticCheck::Lost => "lost (static check)",
        }
    }

    /// Whether a search would call the evaluation.
    pub const fn is_quiet(self) -> bool {
        matches!(self, StaticCheck::Open | StaticCheck::Threatened)
    }
}

/// Checks the board for the side to move. Positions that need more than a quick search are open.
pub fn look<K: Kind>(board: &mut PatternBoard<K>, vcf: &mut Vcf) -> (StaticCheck, ThreatState) {
    let threat_state = threat_state(board);
    let check = match threat_state {
        ThreatState::Win(..) => StaticCheck::Won,
        ThreatState::Lost => StaticCheck::Lost,
        ThreatState::MustReply(_) => StaticCheck::Forced,
        _ if has_fours(board, vcf) => StaticCheck::WonByFours,
        ThreatState::Threatened => StaticCheck::Threatened,
        ThreatState::Open | ThreatState::Pressed(_) => StaticCheck::Open,
    };
    (check, threat_state)
}

/// Nodes of the quick search for a VCF.
const FOURS_BUDGET: u64 = 15;

fn has_fours<K: Kind>(board: &mut PatternBoard<K>, vcf: &mut Vcf) -> bool {
    vcf.quick(board, FOURS_BUDGET).is_some()
}

/// The engine's view of a position.
pub struct View<'a> {
    pub position: &'a Position,
    pub check: StaticCheck,
    /// Its codes, and its evaluation by pattern tables for the side to move; only if requested.
    pub codes: Option<(Codes, i32)>,
}

/// What the patterns on a board say to the side to move.
pub struct Codes {
    /// The pcode of each empty point, row by row, of the side to move and of the opponent.
    pub pcodes: [Vec<Option<Pcode>>; 2],
    /// The index of the threats, below [`params::THREATS`].
    pub threats: u16,
}

impl Codes {
    pub fn of(position: &Position, rule: Rule) -> Codes {
        struct OfPosition<'a>(&'a Position, Rule);

        impl KindVisitor for OfPosition<'_> {
            type Output = Codes;

            fn visit<K: Kind>(self, _: K) -> Codes {
                let board = PatternBoard::<K>::new(self.0, self.1);
                Codes::of_board(&board)
            }
        }

        dispatch(rule, OfPosition(position, rule))
    }

    fn of_board<K: Kind>(board: &PatternBoard<K>) -> Codes {
        let side = board.to_move();
        Codes { pcodes: [side, !side].map(|colour| pcodes(board, colour)), threats: threat_index(board, side) as u16 }
    }
}

/// Calls `show` for the position before each searched move of a game, with the number of the move; codes are included
/// if requested.
pub fn walk(game: &TrainingGame, vcf: &mut Vcf, codes: bool, show: &mut dyn FnMut(usize, View)) {
    let walk = GameWalk { game, vcf, codes, show };
    dispatch(game.rule, walk);
}

struct GameWalk<'a> {
    game: &'a TrainingGame,
    vcf: &'a mut Vcf,
    codes: bool,
    show: &'a mut dyn FnMut(usize, View),
}

impl KindVisitor for GameWalk<'_> {
    type Output = ();

    fn visit<K: Kind>(self, _: K) {
        let empty = Position::new(self.game.size);
        let mut board = PatternBoard::<K>::new(&empty, self.game.rule);
        let mut evaluator = Evaluator::new(&board, params::of(self.game.rule));
        for &point in &self.game.opening {
            board.play(point);
        }
        // The result for a game must not depend on earlier games.
        self.vcf.clear();
        for (number, searched) in self.game.moves.iter().enumerate() {
            let (check, _) = look(&mut board, self.vcf);
            let codes = self.codes.then(|| (Codes::of_board(&board), evaluator.value(&board)));
            let view = View { position: board.position(), check, codes };
            (self.show)(number, view);
            board.play(searched.point);
        }
    }
}

fn pcodes<K: Kind>(board: &PatternBoard<K>, colour: Colour) -> Vec<Option<Pcode>> {
    let position = board.position();
    let pcode = |point| {
        let is_empty = position.is_empty(point);
        is_empty.then(|| board.cell(point).pcode(colour))
    };
    position.size().points().map(pcode).collect()
}
