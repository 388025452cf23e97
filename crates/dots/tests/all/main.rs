//! Dots and Boxes.

mod dots;
