//! Quiescence search: fours only, at nodes without remaining depth.
//!
//! The side to move either accepts the static value (stand pat) or plays a four near its last stone. Forced replies to
//! fours are searched exhaustively.

use super::move_picker::{MovePicker, generate_fours};
use super::node::better_known;
use super::state::{MAX_PLY, Search, win};
use super::thread_data::HashEntry;
use crate::pattern::{CellClass, Kind};
use crate::threat::replies::Replies;
use crate::threat::threat_state::{ThreatState, may_make_four, threat_state};
use tengen_common::Score;
use tengen_common::table::{Bound, Entry, from_table, to_table};
use tengen_core::board::Point;

impl<K: Kind> Search<'_, K> {
    /// The value of a position with no remaining depth. `fours` counts the fours played in the quiescence search so
    /// far.
    pub(super) fn quiescence(&mut self, alpha: i32, beta: i32, ply: usize, fours: i32) -> i32 {
        if self.ends_here(ply) {
            return Score::DRAW.value();
        }
        match threat_state(&mut self.board) {
            ThreatState::Win(_, plies) => return win(ply, plies),
            ThreatState::Lost => return -win(ply, 2),
            _ if ply >= MAX_PLY => return self.evaluate(),
            ThreatState::MustReply(replies) => {
                return self.reply_to_four(replies, alpha, beta, ply, fours);
            }
            ThreatState::Threatened | ThreatState::Pressed(_) | ThreatState::Open => {}
        }
        let (lowest, highest) = (alpha.max(-win(ply, 2)), beta.min(win(ply, 1)));
        if lowest >= highest {
            return lowest;
        }

        let hash = self.board.position().hash();
        let known = self.table.get(hash);
        let pv = beta - alpha > 1;
        let depth = (self.params.quiescence_fours - fours).max(0);
        if let Some(entry) = known.filter(|entry| !pv && entry.depth >= depth) {
            let value = from_table(entry.value, ply);
            if entry.bound.decides(value, alpha, beta) {
                return value;
            }
        }
        let static_value = known.map_or_else(|| self.evaluate(), |entry| entry.note.eval);
        self.stack[ply].eval = static_value;
        let mut value = better_known(static_value, known, ply);
        let mut best = None;
        let is_open = value < beta && may_make_four(&self.board, self.board.to_move());
        if is_open {
            (value, best) = self.try_fours(value, lowest, beta, ply, fours);
        } else if known.is_some() {
            return value;
        }
        if self.control.over {
            return value;
        }
        let entry = Entry {
            value: to_table(value, ply),
            depth: if is_open { depth } else { 0 },
            bound: Bound::of(value, lowest, beta, pv),
            note: HashEntry { best, eval: static_value, was_pv: pv },
        };
        self.table.put(hash, entry);
        value
    }

    /// Searches all replies to a four until one fails high.
    fn reply_to_four(&mut self, replies: Replies, alpha: i32, beta: i32, ply: usize, fours: i32) -> i32 {
        let mut best = -Score::INFINITE.value();
        let side = self.board.to_move();
        for reply in replies.iter() {
            self.stack[ply].class = self.board.class(reply, side);
            self.prefetch(reply);
            self.board.play(reply);
            let value = -self.quiescence(-beta, -alpha.max(best), ply + 1, fours);
            self.board.undo();
            if value > best {
                best = value;
                if best > alpha {
                    self.extend_line(ply, reply);
                }
            }
            if best >= beta || self.control.over {
                break;
            }
        }
        best
    }

    /// The best value among the fours, at least `stand_pat`; and the four that raised alpha, if any.
    fn try_fours(&mut self, stand_pat: i32, alpha: i32, beta: i32, ply: usize, fours: i32) -> (i32, Option<Point>) {
        let side = self.board.to_move();
        let is_attack = self.has_made(CellClass::FourPlus, ply, 2) && self.has_made(CellClass::FourPlus, ply, 4);
        let last = self.last_stone(1);
        let mut moves = std::mem::take(&mut self.stack[ply].moves);
        // After some fours in a line, plain fours are tried only while the attacker's last two moves made more than that.
        let plain = fours < self.params.quiescence_fours || is_attack;
        generate_fours(&mut self.board, last, plain, &self.evaluator, &mut moves);
        let (mut best, mut point) = (stand_pat, None);
        for (_, scored) in MovePicker::forth(&mut moves) {
            let four = scored.point();
            self.stack[ply].class = self.board.class(four, side);
            self.prefetch(four);
            self.board.play(four);
            let value = -self.quiescence(-beta, -alpha.max(best), ply + 1, fours + 1);
            self.board.undo();
            if self.control.over {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    point = Some(four);
                    self.extend_line(ply, four);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.stack[ply].moves = moves;
        (best, point)
    }
}
