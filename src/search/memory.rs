//! What outlives one search of a game.

use super::history::History;
use super::note::Known;
use crate::kit::table::Table;
use crate::threat::proof::Proof;
use crate::threat::vcf::Vcf;
use crate::threat::vct;

/// All of it.
pub(super) struct Memory {
    /// The bytes that it was made for.
    pub bytes: usize,
    /// Positions: for everybody who searches.
    pub table: Table<Known>,
    /// What one worker has learned.
    pub experience: Experience,
    /// What the root's solvers know.
    pub solvers: Solvers,
}

/// What a worker learns while it searches, for itself.
pub(super) struct Experience {
    /// Moves that did well.
    pub history: History,
    /// Attacks by fours that fail, as glances at positions of the tree have seen them.
    pub fours: Vcf,
}

/// Wins that are looked for beside the search.
pub(super) struct Solvers {
    /// Wins by fours at the root; a search for them may go on later.
    pub fours: Vcf,
    /// Wins by threats.
    pub threats: vct::Solver,
    /// The win by threats that is being played.
    pub proof: Option<Proof>,
}

impl Memory {
    /// Splits `bytes`: a sixteenth each remembers failed attacks by fours at the root, those elsewhere, and
    /// wins by threats; the rest positions.
    pub fn new(bytes: usize) -> Memory {
        const HISTORY: usize = 64 << 10;
        let attacks = (bytes / 16).min(64 << 20);
        let fours = || Vcf::new(attacks / size_of::<u64>());
        Memory {
            bytes,
            table: Table::new(bytes - 3 * attacks - HISTORY),
            experience: Experience {
                history: History::new(),
                fours: fours(),
            },
            solvers: Solvers {
                fours: fours(),
                threats: vct::Solver::new(attacks),
                proof: None,
            },
        }
    }

    /// Forgets everything: a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.experience.history = History::new();
        self.experience.fours.clear();
        self.solvers.fours.clear();
        self.solvers.threats.clear();
        self.solvers.proof = None;
    }

    /// A new search of the same game begins.
    pub fn age(&mut self) {
        self.table.age();
        self.experience.history.fade();
    }
}
