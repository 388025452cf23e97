//! Which position is next.

use super::{MoveId, NEVER, ProofSearch, REPLAY, ROOT, WinId};
use crate::store::{Passed, played};
use std::cmp::Reverse;
use tengen_certificate::ProofWalk;
use tengen_core::board::Point;

/// Where a path leads.
enum Next {
    /// To a position whose job is to be done.
    Job,
    /// To positions whose jobs are being done.
    Busy,
    /// To a position that has been decided meanwhile.
    Changed,
}

impl ProofSearch<'_> {
    /// The path to the position whose job is to be done next; `None` if the first one is decided, or if all that is worth
    /// doing is being done.
    pub(super) fn choose(&mut self) -> Option<Vec<WinId>> {
        loop {
            if self.is_decided() {
                return None;
            }
            let mut path = vec![ROOT];
            match self.descend(&mut path) {
                Next::Job => return Some(path),
                Next::Busy => return None,
                Next::Changed => path.iter().rev().for_each(|&id| self.update(id)),
            }
        }
    }

    /// Goes on from the last position of a path.
    fn descend(&mut self, path: &mut Vec<WinId>) -> Next {
        let at = path[path.len() - 1];
        self.update(at);
        if self.wins[at].part.is_some() || self.wins[at].cost >= NEVER {
            return Next::Changed;
        }
        let (is_busy, own_cost) = (self.wins[at].is_busy, self.next_cost(at));
        let mut moves = self.wins[at].moves.clone();
        moves.retain(|&id| self.moves[id].cost < if is_busy { NEVER } else { own_cost });
        if moves.is_empty() {
            return if is_busy { Next::Busy } else { Next::Job };
        }
        // Where all that the best move needs is being done, a worker does what another needs rather than nothing.
        moves.sort_by_key(|&id| self.moves[id].cost);
        for id in moves {
            match self.descend_move(id, path) {
                Next::Busy => (),
                next => return next,
            }
        }
        Next::Busy
    }

    /// Goes on behind a move at the last position of a path.
    fn descend_move(&mut self, id: MoveId, path: &mut Vec<WinId>) -> Next {
        let mut next: Vec<WinId> = match self.moves[id].attack {
            None => vec![self.moves[id].pass],
            Some(_) => self.moves[id].open.iter().map(|&(_, win)| win).collect(),
        };
        next.retain(|&win| self.wins[win].part.is_none());
        // Jobs that are done at once part here: as all replies must be answered, none of them is done in vain.
        next.sort_by_key(|&win| (self.wins[win].given, Reverse(self.wins[win].cost)));
        let mut is_busy = false;
        loop {
            for win in next {
                path.push(win);
                match self.descend(path) {
                    Next::Busy => is_busy = true,
                    Next::Job => return Next::Job,
                    Next::Changed => return Next::Changed,
                }
                path.pop();
            }
            // All that is open is being done: one more reply is looked at.
            let Some(reply) = self.moves[id].pending.pop() else {
                return if is_busy { Next::Busy } else { Next::Changed };
            };
            let known = self.moves[id].open.len();
            self.look_at(id, reply);
            next = self.moves[id].open[known..].iter().map(|&(_, win)| win).collect();
        }
    }

    /// A reply is answered as a pass is, or is a position to be won.
    fn look_at(&mut self, id: MoveId, reply: Point) {
        let next = played(&self.after(id), reply, !self.store.attacker());
        let Some(mut attack) = self.moves[id].attack.take() else { return };
        if !self.store.answer_as_pass(&mut attack, reply, &next, 0, REPLAY) {
            let followed = self.moves[id]
                .hint
                .as_ref()
                .and_then(|hint| hint.after(&self.store.nodes, self.store.size(), Some(reply)));
            let hint = followed.or_else(|| match attack.pass() {
                Passed::Part(part) => Some(ProofWalk { link: part.link, more: vec![reply] }),
                Passed::Five(..) => None,
            });
            let win = self.win(&next, hint);
            self.moves[id].open.push((reply, win));
        }
        self.moves[id].attack = Some(attack);
    }
}
