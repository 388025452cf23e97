//! Connect6: the fast code against the rules, on random positions and in diagrams.

use crate::definition::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tengen_connect6::attack::{FoursAttack, forcing_turns};
use tengen_connect6::params::Params;
use tengen_connect6::rules::has_won;
use tengen_connect6::threats::{Defence, Force, defence, force, winning_move};
use tengen_connect6::{Board, Move, ROW, size};
use tengen_core::board::{Colour, Point, Position};
use tengen_testkit::{draw, in_two_lengths};

/// Random positions, from nearly empty to crowded.
fn positions(seed: u64, count: usize) -> impl Iterator<Item = Position> {
    let mut random = StdRng::seed_from_u64(seed);
    (0..count).map(move |i| {
        let side = [7, 9, 12, 19][i % 4];
        scatter(&mut random, side, 4 + i * 7 % 40)
    })
}

fn board(position: &Position) -> Board {
    Board::new(position, &Params::default())
}

/// The incremental counts equal those computed from scratch.
fn assert_in_step(board: &Board, windows: &[Vec<Point>]) {
    let position = board.position();
    for side in Colour::BOTH {
        let levels = windows.iter().map(|window| level(position, window, side));
        let mut counts = [0; ROW + 1];
        levels.for_each(|level| counts[level] += 1);
        for (level, &count) in counts.iter().enumerate().skip(1) {
            assert_eq!(board.count(side, level), count, "{side:?} {level}");
            assert_eq!(board.live(side, level).count() as i32, count);
        }
        assert_eq!(board.has_won(side), has_won(position, side));
    }
}

#[test]
fn counts_follow_the_stones_there_and_back() {
    let windows = windows();
    assert_eq!(windows.len(), 924);
    for position in positions(1, 100) {
        let mut fast = board(&Position::new(size()));
        for stone in position.stones() {
            fast.place(stone.point, stone.colour);
        }
        assert_in_step(&fast, &windows);
        for _ in 0..position.stones().len() / 2 {
            fast.lift();
        }
        assert_in_step(&fast, &windows);
        let again = board(fast.position());
        for point in size().points() {
            for side in Colour::BOTH {
                assert_eq!(fast.pull(side, point), again.pull(side, point));
            }
        }
    }
}

#[test]
fn a_win_in_one_is_always_found_and_is_one() {
    let windows = windows();
    let (mut wins, mut none) = (0, 0);
    for position in positions(2, 240) {
        let board = board(&position);
        for side in Colour::BOTH {
            let found = winning_move(&board, side);
            assert_eq!(found.is_some(), can_win_by_trying(&position, side));
            assert_eq!(found.is_none(), threats(&position, &windows, side).is_empty());
            let Some(turn) = found else {
                none += 1;
                continue;
            };
            let mut position = position.clone();
            position.set_to_move(side);
            assert!(has_won(&after(&position, turn), side));
            wins += 1;
        }
    }
    assert!(wins > 100 && none > 100, "{wins} {none}");
}

in_two_lengths!(blocks_are_all_that_stop_every_threat, look_at_blocks, 160, 5000);

fn look_at_blocks(wanted: usize) {
    let windows = windows();
    let mut seen = [0; 4];
    for position in positions(3, wanted) {
        let board = board(&position);
        let us = position.to_move();
        let threats = threats(&position, &windows, !us);
        let defence = defence(&board, us);
        let blocks = match &defence {
            Defence::Free => {
                assert!(threats.is_empty());
                seen[0] += 1;
                continue;
            }
            Defence::Hopeless => None,
            Defence::Forced(blocks) => Some(blocks),
        };
        for turn in near_pairs(&position, &windows) {
            let listed = blocks.is_some_and(|blocks| blocks.stopped_by(turn));
            assert_eq!(stops(turn, &threats), listed, "{turn:?} {defence:?}");
        }
        seen[match blocks {
            None => 1,
            Some(blocks) if blocks.singles.is_empty() => 2,
            Some(_) => 3,
        }] += 1;
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

/// The force of a turn, computed from the defence against it.
fn force_by_defence(board: &mut Board, turn: Move) -> Force {
    board.play(turn);
    let defence = defence(board, board.to_move());
    board.undo(turn);
    match defence {
        Defence::Hopeless => Force::Won,
        Defence::Forced(blocks) if blocks.singles.is_empty() => Force::Double,
        _ => Force::Weak,
    }
}

/// Whether one stone of a turn alone is forcing, so that the other is free.
fn has_a_free_stone(board: &mut Board, turn: Move) -> bool {
    let singles = turn.stones().iter().map(|&stone| Move::single(stone));
    singles.map(|single| force_by_defence(board, single)).any(|force| force > Force::Weak)
}

#[test]
fn forcing_turns_are_all_that_force() {
    let windows = windows();
    let (mut forcing, mut answered) = (0, 0);
    for position in positions(4, 60) {
        let (mut board, us) = (board(&position), position.to_move());
        if board.threatens(us) {
            continue;
        }
        let threats = threats(&position, &windows, !us);
        let listed = forcing_turns(&board);
        for turn in near_pairs(&position, &windows) {
            let expected = force_by_defence(&mut board, turn);
            let (one, other) = (turn.stones()[0], turn.stones()[1]);
            assert_eq!(force(&board, us, one, other), expected);
            let wanted = (stops(turn, &threats) && expected > Force::Weak).then_some(expected);
            let found = listed.iter().find(|(_, listed)| *listed == turn);
            if found.is_some() || !has_a_free_stone(&mut board, turn) {
                assert_eq!(found.map(|(force, _)| *force), wanted, "{turn:?}");
            }
            forcing += usize::from(wanted.is_some());
            answered += usize::from(wanted.is_some() && !threats.is_empty());
        }
    }
    assert!(forcing > 300 && answered > 10, "{forcing} {answered}");
}

/// Plays an attack against every legal answer. Returns the number of answers.
fn replay(position: &Position, windows: &[Vec<Point>], attack: &mut FoursAttack) -> usize {
    let us = position.to_move();
    let win = attack.find(&mut board(position), 1 << 20, &mut || false);
    let turn = win.expect("an attack goes on to its end").turn;
    let position = after(position, turn);
    if has_won(&position, us) {
        return 1;
    }
    let theirs = threats(&position, windows, !us);
    assert!(theirs.is_empty(), "the other side wins first");
    let ours = threats(&position, windows, us);
    let answers = near_pairs(&position, windows).into_iter().filter(|&answer| stops(answer, &ours));
    let plays_on = |answer| replay(&after(&position, answer), windows, attack);
    1 + answers.map(plays_on).sum::<usize>()
}

in_two_lengths!(an_attack_wins_against_every_answer, attack_and_replay, 60, 2000);

fn attack_and_replay(wanted: usize) {
    let windows = windows();
    let mut attack = FoursAttack::new(1 << 12);
    let (mut found, mut answered) = (0, 0);
    for position in positions(5, wanted) {
        let mut fast = board(&position);
        if fast.threatens(position.to_move()) {
            continue;
        }
        if attack.find(&mut fast, 300, &mut || false).is_some() {
            found += 1;
            answered += replay(&position, &windows, &mut attack);
        }
    }
    assert!(found > 10 && answered > 3 * found, "{found} {answered}");
}

/// The numbers of single stones and pairs that stop Black's row in the middle of the board.
fn blocks(row: &str) -> Option<(usize, usize)> {
    let empty_row = ". ".repeat(19) + "\n";
    let text = empty_row.repeat(9) + row + "\n" + &empty_row.repeat(9);
    let position = draw(&text).position;
    match defence(&board(&position), Colour::White) {
        Defence::Free => Some((0, 0)),
        Defence::Forced(blocks) => Some((blocks.singles.len(), blocks.pairs.len())),
        Defence::Hopeless => None,
    }
}

#[test]
fn an_open_four_takes_two_stones_and_a_closed_one_takes_one() {
    for (row, expected) in [
        (". . . . . . . X X X . . . . . . . . .", (0, 0)),
        (". . . . . . . X X X X . . . . . . . .", (0, 3)),
        (". . . . . . O X X X X . . . . . . . .", (2, 0)),
        (". . . . . O . X X X X . . . . . . . .", (1, 1)),
        (". . . . . O . X X X X . O . . . . . .", (2, 0)),
        (". . . . . O . X X X X O . . . . . . .", (0, 0)),
        (". . . . . . X X X X X . . . . . . . .", (0, 1)),
        ("X X X X X . . . . . . . . . . . . . .", (1, 0)),
        (". X X X . . . X X X . . . . . . . . .", (0, 0)),
    ] {
        assert_eq!(blocks(row), Some(expected), "{row}");
    }
}

#[test]
fn three_threats_are_too_many() {
    assert_eq!(blocks("X X X X . . O . . . O . . X X X X O ."), Some((0, 4)));
    assert_eq!(blocks("X X X X . . O . . X X X X . . . . . ."), None);
}
