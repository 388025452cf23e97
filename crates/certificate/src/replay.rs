//! The zones of a certificate, tried out: a win must hold with a further stone of the defender on any point outside its zone.
//!
//! The check relies on zones where it meets a win with further stones again, see [`Zones`](crate::Zones). Here such wins are
//! replayed move by move with the stone on the board.

use crate::check::{STACK, Summary, Verified, Wrong, no_thread, verified, with_stack};
use crate::nodes::Certificate;
use crate::tree::{Link, NodeId};
use crate::verify::{Verifier, Why};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Replayed {
    /// Positions that have a zone.
    pub zones: usize,
    /// Points outside the zones, with a further stone on each of which the win was replayed.
    pub stones: usize,
    /// Positions whose wins are too long to be replayed with a stone on every such point.
    pub partly: usize,
}

pub struct Replay {
    /// Each number chooses one of the wins of 16 positions and more.
    pub numbers: Vec<u64>,
    /// The most positions that are verified for one of them.
    pub most: u64,
}

/// Verifies a certificate, and replays wins with a further stone on each point outside their zones.
pub fn check_and_replay(bytes: &[u8], threads: usize, replay: &Replay) -> Result<(Summary, Replayed), Wrong> {
    with_stack(|| {
        let Verified { summary, certificate, verifier } = verified(bytes, threads)?;
        Ok((summary, replayed(&certificate, &verifier, replay, threads)?))
    })
}

/// Replays wins that the verifier has kept.
fn replayed(proof: &Certificate, known: &Verifier, replay: &Replay, threads: usize) -> Result<Replayed, Wrong> {
    let nodes = known.kept_nodes();
    let chosen: Vec<NodeId> = match nodes.len() as u64 {
        0 => Vec::new(),
        count => replay.numbers.iter().map(|number| nodes[(number % count) as usize]).collect(),
    };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut all = Vec::new();
        while let Some(&node) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            all.push((node, replay_one(proof, known, node, replay.most)));
        }
        all
    };
    let mut all = std::thread::scope(|scope| {
        let start = |_| Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(no_thread);
        let threads = (0..threads.max(1)).map(start).collect::<Result<Vec<_>, _>>()?;
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        Ok::<_, Wrong>(threads.into_iter().flat_map(join).collect::<Vec<(NodeId, Result<Replayed, Wrong>)>>())
    })?;
    all.sort_unstable_by_key(|&(node, _)| node);
    all.into_iter().try_fold(Replayed::default(), |sum, (_, replayed)| {
        let Replayed { zones, stones, partly } = replayed?;
        Ok(Replayed { zones: sum.zones + zones, stones: sum.stones + stones, partly: sum.partly + partly })
    })
}

fn replay_one(proof: &Certificate, known: &Verifier, node: NodeId, most: u64) -> Result<Replayed, Wrong> {
    let mut replayed = Replayed::default();
    let Some((position, part)) = known.kept(node) else { return Ok(replayed) };
    let Some(zone) = part.zones.at(1) else { return Ok(replayed) };
    replayed.zones = 1;
    let attacker = position.to_move();
    let mut verifier = Verifier::new(proof.head.rule, proof.head.size, attacker).under(proof.head.opening).replaying();
    verifier.most = most;
    for stone in position.empty_points().filter(|&point| !zone.contains(point)) {
        let mut with = position.with_stone(stone, !attacker);
        with.set_to_move(attacker);
        match verifier.verify_with(&proof.nodes, Link::plain(node), &[stone], &with) {
            Ok(_) => replayed.stones += 1,
            Err(refused) if refused.why == Why::TooLong => return Ok(Replayed { partly: 1, ..replayed }),
            Err(refused) => {
                let stones = position.stones().to_vec();
                return Err(Wrong::Zone { stones, stone, refused, head: proof.head.clone() });
            }
        }
    }
    Ok(replayed)
}
