//! Tests of the referees with many kinds of players.

mod referee;
