//! What a search sees of a position before it looks at any move: whether it is decided or forced at
//! sight, won by fours, or one that the evaluation is asked about. Games of training are walked through
//! with that look.

use tengen_core::board::{Colour, Position};
use tengen_core::records::training::TrainingGame;
use tengen_engine::eval::tables::params;
use tengen_engine::eval::{Evaluator, threat_index};
use tengen_engine::pattern::kind::{KindVisitor, dispatch};
use tengen_engine::pattern::{Code, Kind, PatternBoard};
use tengen_engine::threat::standing::{Standing, standing};
use tengen_engine::threat::vcf::Vcf;

/// How a position stands at sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// Nothing forces.
    Open,
    /// The opponent threatens a straight four.
    Threatened,
    /// The opponent threatens a five.
    Forced,
    /// The side to move wins.
    Won,
    /// A glance finds a win by fours.
    WonByFours,
    /// The opponent's five cannot be stopped.
    Lost,
}

impl Sight {
    /// All of them, in the order of their numbers.
    pub const ALL: [Sight; 6] = [
        Sight::Open,
        Sight::Threatened,
        Sight::Forced,
        Sight::Won,
        Sight::WonByFours,
        Sight::Lost,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Sight::Open => "open",
            Sight::Threatened => "straight four threatened",
            Sight::Forced => "five threatened",
            Sight::Won => "won at sight",
            Sight::WonByFours => "won by fours",
            Sight::Lost => "lost at sight",
        }
    }

    /// Whether a search would ask the evaluation.
    pub const fn is_quiet(self) -> bool {
        matches!(self, Sight::Open | Sight::Threatened)
    }
}

/// Looks at the board for the side to move; what is decided by more than a glance, stays open.
pub fn look<K: Kind>(board: &mut PatternBoard<K>, vcf: &mut Vcf) -> (Sight, Standing) {
    let standing = standing(board);
    let sight = match standing {
        Standing::Win(..) => Sight::Won,
        Standing::Lost => Sight::Lost,
        Standing::MustReply(_) => Sight::Forced,
        _ if has_fours(board, vcf) => Sight::WonByFours,
        Standing::Threatened => Sight::Threatened,
        Standing::Open | Standing::Pressed(_) => Sight::Open,
    };
    (sight, standing)
}

/// Nodes of the quick search for a VCF.
const FOURS_BUDGET: u64 = 15;

fn has_fours<K: Kind>(board: &mut PatternBoard<K>, vcf: &mut Vcf) -> bool {
    vcf.quick(board, FOURS_BUDGET).is_some()
}

/// What the engine makes of a position.
pub struct View<'a> {
    /// The position.
    pub position: &'a Position,
    /// How it stands at sight.
    pub sight: Sight,
    /// Its threats, as an index of [`params::THREATS`] combinations, for the side to move.
    pub threats: u16,
    /// What the tables make of it, for the side to move.
    pub value: i32,
    /// The code of each empty point, row by row, of the side to move and of the other; where they were
    /// asked for.
    pub codes: Option<[Vec<Option<Code>>; 2]>,
}

/// Shows the position before each searched move of a game, in turn, with the number of the move; codes
/// only where they are wanted.
pub fn walk(game: &TrainingGame, vcf: &mut Vcf, codes: bool, show: &mut dyn FnMut(usize, View)) {
    let walk = Walk {
        game,
        vcf,
        codes,
        show,
    };
    dispatch(game.rule, walk);
}

struct Walk<'a> {
    game: &'a TrainingGame,
    vcf: &'a mut Vcf,
    codes: bool,
    show: &'a mut dyn FnMut(usize, View),
}

impl KindVisitor for Walk<'_> {
    type Output = ();

    fn visit<K: Kind>(self, _: K) {
        let empty = Position::new(self.game.shape);
        let mut board = PatternBoard::<K>::new(&empty, self.game.rule);
        let mut evaluator = Evaluator::new(&board, params::of(self.game.rule));
        for &point in &self.game.opening {
            board.play(point);
        }
        // What a game shows must not depend on the games before it.
        self.vcf.clear();
        for (number, searched) in self.game.moves.iter().enumerate() {
            let side = board.to_move();
            let (sight, _) = look(&mut board, self.vcf);
            let view = View {
                sight,
                threats: threat_index(&board, side) as u16,
                value: evaluator.value(&board),
                codes: self
                    .codes
                    .then(|| [side, !side].map(|colour| codes(&board, colour))),
                position: board.position(),
            };
            (self.show)(number, view);
            board.play(searched.point);
        }
    }
}

fn codes<K: Kind>(board: &PatternBoard<K>, colour: Colour) -> Vec<Option<Code>> {
    let position = board.position();
    let code = |point| {
        let is_empty = position.is_empty(point);
        is_empty.then(|| board.prospect(point).code(colour))
    };
    position.shape().points().map(code).collect()
}
