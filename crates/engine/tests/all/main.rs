//! The engine, judged by the slow reading of the rules.

mod engine;
mod fouls_fb_check;
mod kernels;
mod library;
mod lost_root;
mod move_now;
mod network;
mod openings;
mod patterns;
mod search;
mod solver;
mod vct;
