//! A second implementation of Dots and Boxes: the value of a position by exhaustive search.

use std::collections::HashMap;
use tengen_core::board::{Point, Position};
use tengen_dots::rules::{draw, would_close};

/// Values by the set of lines not yet drawn: they do not depend on the owners of the boxes.
#[derive(Default)]
pub struct Brute(HashMap<Vec<Point>, i32>);

impl Brute {
    /// The number of boxes that the side to move gets from here on, minus those of the other side.
    pub fn value(&mut self, position: &Position) -> i32 {
        let free: Vec<Point> = position.empty_points().collect();
        if let Some(&value) = self.0.get(&free) {
            return value;
        }
        let values = free.iter().map(|&line| {
            let boxes = would_close(position, line) as i32;
            let mut after = position.clone();
            draw(&mut after, line).expect("the line is free");
            if after.to_move() == position.to_move() { boxes + self.value(&after) } else { boxes - self.value(&after) }
        });
        let value = values.max().unwrap_or(0);
        self.0.insert(free, value);
        value
    }
}
