//! Floor 6: referees. They keep the board of a game between other programs and judge with `rules/`;
//! they never search.

pub mod course;
