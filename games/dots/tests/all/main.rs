//! Dots and Boxes.

mod brute;
mod dots;
