//! The static check of a position before any move is searched: decided or forced, a VCF, or one to be evaluated. Used
//! to walk through training games.

use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{Kind, PatternBoard};
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

/// Calls `show` for the position before each searched move of a game, with the number of the move.
pub fn walk(game: &TrainingGame, vcf: &mut Vcf, show: &mut dyn FnMut(usize, StaticCheck)) {
    dispatch(game.rule, GameWalk { game, vcf, show });
}

struct GameWalk<'a> {
    game: &'a TrainingGame,
    vcf: &'a mut Vcf,
    show: &'a mut dyn FnMut(usize, StaticCheck),
}

impl KindVisitor for GameWalk<'_> {
    type Output = ();

    fn visit<K: Kind>(self, _: K) {
        let mut board = PatternBoard::<K>::new(&self.game.start(), self.game.rule);
        // The result for a game must not depend on earlier games.
        self.vcf.clear();
        for (number, searched) in self.game.moves.iter().enumerate() {
            let (check, _) = look(&mut board, self.vcf);
            (self.show)(number, check);
            board.play(searched.point);
        }
    }
}
