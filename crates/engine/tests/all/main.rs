//! Tests of the engine against the slow implementation of the rules.

mod forbidden;
mod kernels;
mod library;
mod lost_root;
mod move_now;
mod network;
mod patterns;
mod search;
mod solver;
mod vct;
mod win_lengths;
