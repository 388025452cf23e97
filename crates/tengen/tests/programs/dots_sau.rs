//! The Dots and Boxes program under the SAU protocol: transcripts, whole games, malformed input, the clock.
//!
//! `tests/transcripts/dots/*.txt` (see [`sau_transcripts`]): the expected answer `<turn>` is any legal turn that was
//! not rejected before.

use crate::sau_transcripts::{self, run_all};
use std::time::{Duration, Instant};
use tengen_common::random::Random;
use tengen_core::board::{Point, Position};
use tengen_core::sau::Notation;
use tengen_dots::rules::{boxes, draw, empty, is_over, size};
use tengen_e2e::brain::Brain;

/// The board as the platform sees it.
struct Board {
    position: Position,
    /// The position before our last turn.
    before: Position,
    ours: Vec<Point>,
    refused: Vec<Vec<Point>>,
}

impl Board {
    fn new() -> Board {
        Board { position: empty(size()), before: empty(size()), ours: Vec::new(), refused: Vec::new() }
    }

    /// Draws the lines of a whole turn, in the notation of `move`.
    fn play(&mut self, turn: &str) {
        let lines = Notation::Lines.read(turn).expect("a list of lines");
        let lines = lines.into_iter().map(|(x, y)| Point::new(x as u8, y as u8));
        self.before = self.position.clone();
        self.ours = lines.collect();
        let side = self.position.to_move();
        for &line in &self.ours {
            assert!(self.position.to_move() == side && !is_over(&self.position), "{turn}");
            draw(&mut self.position, line).expect("a line that is free");
        }
        assert!(self.position.to_move() != side || is_over(&self.position), "{turn}");
        self.ours.sort();
    }
}

impl sau_transcripts::Board for Board {
    fn follow(&mut self, command: &str) {
        let command = command.trim().to_ascii_lowercase();
        let (word, arguments) = command.split_once(' ').unwrap_or((&command, ""));
        match word {
            "new" => *self = Board::new(),
            "move" => {
                self.play(arguments);
                self.refused.clear();
            }
            "error" => {
                self.position = self.before.clone();
                self.refused.push(self.ours.clone());
            }
            _ => {}
        }
    }

    fn takes(&mut self, answer: &str, expected: &str) -> bool {
        let turn = answer.strip_prefix("move ");
        let Some(turn) = turn.filter(|_| expected == "<turn>") else {
            return answer == expected;
        };
        self.play(turn);
        !self.refused.contains(&self.ours)
    }
}

#[test]
fn transcripts_of_dots_and_boxes() {
    run_all("dots", 7, |_| Board::new(), Brain::dots);
}

/// A random legal turn.
fn random_turn(position: &Position, random: &mut Random) -> Vec<(i32, i32)> {
    let mut after = position.clone();
    let mut turn = Vec::new();
    while after.to_move() == position.to_move() && !is_over(&after) {
        let free: Vec<Point> = after.empty_points().collect();
        let &line = random.choose(&free).expect("a line is left");
        draw(&mut after, line).expect("it is free");
        turn.push((line.x().into(), line.y().into()));
    }
    turn
}

#[test]
fn whole_games_are_legal_and_won_against_random_lines() {
    let mut brain = Brain::dots(&["--nodes", "300", "--hash", "2"]);
    let mut random = Random::new(5);
    for game in 0..6 {
        let us = game % 2;
        let mut board = Board::new();
        let mut question = ["new black", "new white"][us].to_string();
        while !is_over(&board.position) {
            if us != board.position.to_move().index() {
                if question == "new white" {
                    brain.send(&question);
                }
                let turn = Notation::Lines.write(&random_turn(&board.position, &mut random));
                board.play(&turn);
                question = format!("move {turn}");
            } else {
                brain.send(&question);
                let answer = brain.answer();
                board.play(answer.strip_prefix("move ").expect("a turn"));
            }
        }
        brain.send("end");
        let owned = boxes(&board.position);
        assert!(owned[us] > owned[1 - us], "{owned:?}");
    }
}

#[test]
fn a_search_ends_at_once_when_nobody_waits_for_it() {
    let mut brain = Brain::dots(&["--time", "60s", "--hash", "4"]);
    brain.send("new black");
    std::thread::sleep(Duration::from_millis(200));
    let start = Instant::now();
    brain.send("quit");
    assert_eq!(brain.rest(), [""; 0]);
    assert!(brain.wait().0.success());
    assert!(start.elapsed() < Duration::from_secs(5));
}
