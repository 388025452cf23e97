//! Connect6 on the positions of recorded games: every win in one turn is taken, and every threat that can be stopped is
//! stopped.
//!
//! `CONNECT6_GAMES=FILE cargo test -p tengen-connect6 recorded_games -- --nocapture` reads a file with one
//! game per line, as points in playing order like `j10,k11,i11`, starting with black's single stone; text outside the
//! first double-quoted field is ignored. Without it, the games below are used.

use crate::definition::{after, stops, threats, windows};
use std::time::Instant;
use tengen_connect6::play_out::think;
use tengen_connect6::rules::has_won;
use tengen_connect6::{Move, Report, Searcher, size};
use tengen_core::board::{Colour, Point, Position, notation};

/// Finished games of this engine against itself and others.
const GAMES: &str = "\
j10,l10,i9,k9,i11,h12,j11,l8,m7,k7,n6,h10,m8,f10,n8,o7,m9,n9,m6,n7,p7,q7,o6,l6,q6,k12,g9,g11,m10,l13,m12,i10,l12,k14,n11,o10,j15,k15,k13,k16,k10,m13,n13,j13,n12,o13,p13
j10,l10,i9,j9,j8,j12,j7,k11,k8,i11,i8,i10,h11,g12,l7,k10,k12,l13,k9,h10,g10,j13,f10,h9,k13,k14,f7,h12,m12,h13,h7,n13,l12,o14,i7,g7,m7,j15,i14,f11,k16,j14,l14,m14,j16,g14,h14
j10,j11,k10,i12,l11,k12,l13,i13,k11,m14,m11,n15,h9,m12,m13,m15,m9,o10,n11,k14,p9,o13,n13,j13,p13,o11,o12,o14,o9,p11,n12,l15,n9,r9,q10";

fn games() -> Vec<Vec<Point>> {
    let text = std::env::var("CONNECT6_GAMES")
        .map_or(GAMES.to_string(), |file| std::fs::read_to_string(file).expect("the file of CONNECT6_GAMES"));
    let points = |line: &str| {
        let moves = line.split('"').nth(1).unwrap_or(line);
        notation::read(moves, size()).ok()
    };
    text.lines().filter_map(points).collect()
}

/// Counts over all positions.
#[derive(Default, Debug)]
struct Seen {
    games: usize,
    positions: usize,
    wins: usize,
    blocks: usize,
    hopeless: usize,
    attacks: usize,
}

/// The positions before each turn until a side has won.
fn positions(points: &[Point]) -> Vec<Position> {
    let mut position = Position::new(size());
    let mut positions = Vec::new();
    let (first, rest) = points.split_at(1);
    for stones in std::iter::once(first).chain(rest.chunks(2)) {
        let us = position.to_move();
        if has_won(&position, !us) || stones.iter().any(|&point| !position.is_empty(point)) {
            break;
        }
        positions.push(position.clone());
        for &point in stones {
            position.place(point, us, &mut ());
        }
        position.set_to_move(!us);
    }
    positions
}

/// Checks the engine's turn by the rules alone.
fn judge(position: &Position, report: &Report, windows: &[Vec<Point>], seen: &mut Seen) {
    let us = position.to_move();
    let turn: Move = report.turn;
    assert!(turn.stones().iter().all(|&point| position.is_empty(point)));
    let won = has_won(&after(position, turn), us);
    if !threats(position, windows, us).is_empty() {
        assert!(won, "a win was not taken: {turn:?}\n{position:?}");
        seen.wins += 1;
        return;
    }
    let theirs = threats(position, windows, !us);
    let gaps: Vec<Point> = theirs.iter().flat_map(|window| window.iter().copied()).collect();
    let gaps: Vec<Point> = gaps.into_iter().filter(|&point| position.is_empty(point)).collect();
    let both = |&one: &Point| gaps.iter().any(|&other| one != other && stops(Move::pair(one, other), &theirs));
    let alone = |&one: &Point| stops(Move::single(one), &theirs);
    let stoppable = gaps.iter().any(|one| alone(one) || both(one));
    if stoppable {
        assert!(stops(turn, &theirs), "a block was not found: {turn:?}\n{position:?}");
        seen.blocks += 1;
    } else if !theirs.is_empty() {
        seen.hopeless += 1;
    } else {
        seen.attacks += usize::from(report.score.win_distance().is_some());
    }
}

#[test]
fn wins_are_taken_and_threats_are_stopped() {
    let windows = windows();
    let mut searcher = Searcher::new(1 << 20);
    let mut seen = Seen::default();
    let start = Instant::now();
    for points in games() {
        seen.games += 1;
        for position in positions(&points) {
            if position.to_move() == Colour::Black && position.stones().is_empty() {
                continue;
            }
            seen.positions += 1;
            let report = think(&mut searcher, &position, 20).expect("a turn");
            judge(&position, &report, &windows, &mut seen);
        }
    }
    println!("{seen:?} in {:.1} s", start.elapsed().as_secs_f64());
    assert!(seen.wins > 0 && seen.blocks > 0 && seen.games > 2);
}
