//! Tengen: a Gomoku and Renju engine.
//!
//! The house has floors; a file uses only floors below its own (`tests/floors.rs` holds that).
//!
//! | floor | where | what it answers for |
//! |---|---|---|
//! | 9 | `main.rs`, `bin/` | the programs: command lines that pick a front end, nothing else |
//! | 8 | [`command_line`] | what all command lines have in common |
//! | 7 | [`protocol`], [`terminal`], [`web`], [`tournament`] | front ends: they parse, print and draw, and hold no game logic │ matches between programs |
//! | 6 | [`players`], [`study`], [`lab`] | whoever sits at a board, whatever language is spoken above │ positions looked at for somebody who wants to know more than a move │ the laboratory: self-play, leaves, tuning, gauges |
//! | 5 | [`engine`], [`referee`], [`connect6`], [`dots`] | one game from a brain's chair: typed commands in, typed answers out; position, limits, searcher │ from the manager's chair: programs or TCP clients, clock, verdicts; judges and never searches │ other games, each with a search of its own; they share points and the kit |
//! | 4 | [`search`] | alpha-beta, move ordering, parameters; one worker or several at one root |
//! | 3 | [`threat`], [`eval`] | forced play: fours, what they leave, wins by fours and by threats │ what a quiet position is worth |
//! | 2 | [`pattern`], [`records`] | what the lines through a point are worth: shapes, classes, and a board that keeps them in step │ games in files |
//! | 1 | [`kit`], [`rules`], [`course`], [`sau`] | what every search shares: score, clock, supervisor, hash table (for any number of threads), random numbers │ by definition, without tables: who has won, what is a foul │ the bytes of the course protocol │ points as the SAU platform writes them |
//! | 0 | [`board`], [`lines`], [`kernel`] | points, colours, lines of bits, position, notation, drawings │ bytes cut into lines of text │ instructions of the processor |
//!
//! Two things are worth knowing before anything else:
//!
//! **The rules are read twice.** [`rules`] is slow and obvious, [`pattern`] fast; random positions hold
//! them against each other (`tests/patterns.rs`, `tests/solver.rs`). A win by fours or by threats is
//! replayed with [`rules`] alone ([`threat::proof`]) before it is believed.
//!
//! **A rule is a type.** [`pattern::Kind`] is a trait of constants; [`pattern::kind::dispatch`] picks one
//! when a search starts. What only fills tables differently (exactly five or not) needs no type.
//!
//! A move goes through the house like this: `protocol` reads `TURN 7,8` and hands the point to
//! [`engine`]; the engine plays it on its [`board::Position`] and asks [`search::Searcher`], which
//! builds a [`pattern::PatternBoard`] for the rule, looks for what is decided at sight
//! ([`threat::standing`]) and for a win by fours ([`threat::vcf`]), and else deepens step by step
//! (`search::alpha_beta`), asking an [`eval::Evaluator`] at the leaves. The best line comes back as a
//! [`kit::Report`], which the protocol prints.
//!
//! Positions, parameters and node limits decide everything by integers: the same search gives the same
//! tree everywhere, and its node count is the signature that `pbrain-tengen bench` prints. (Of one worker, that
//! is; with helpers the moments decide at which each finds what another has written into the table.)
//!
//! Without the feature `native` the library is what runs inside a page (`wasm/`): no front ends but the part of
//! [`web`] that answers, no laboratory, no other programs, and nothing that needs a system.
//!
//! # Words
//!
//! Most names are the field's. Where ours differ, or say more:
//!
//! | here | elsewhere |
//! |---|---|
//! | [shape](pattern::Shape): what a stone would make on one line | pattern, line pattern |
//! | [code](pattern::Code), [class](pattern::Class): four shapes without their order; what they amount to | pcode, pattern4 |
//! | [prospect](pattern::Prospect): shapes, codes and classes of an empty point, for both sides | cell |
//! | [foul](rules::Foul) | forbidden move, forbidden point, *kinjite* |
//! | straight four, four, three | open four, (simple, blocked) four, open three |
//! | [standing](threat::Standing): what is decided at sight; what answers it | static win check, defence moves |
//! | wins by fours, wins by threats | VCF, VCT |
//! | [footprint](threat::footprint): the points that a win stands on | relevancy zone |
//! | how good a move [looks](eval::Evaluator::looks) | move score; with a network: policy |
//! | horizon, and slack of the limits, of a [hunt](threat::vct) | threat limit; 1 + ε trick |
//! | reverse futility, razoring, expected fail-high, singular, ... in `search::alpha_beta` | as in chess |
//! | [supervisor](kit::Supervisor), verdict | time manager and input check of a search |
//! | worker, helper, team in `search::workers` | search thread, thread pool (lazy SMP) |
//! | [leaves](lab::leaves), strays, trust | search positions, random (ε-)moves, λ of TD(λ) |
//! | [gauge](lab::gauge) | self-play match at fixed nodes |
//! | wall | edge of the board, or a dead point of a continuous game |

pub mod board;
#[cfg(feature = "native")]
pub mod command_line;
pub mod connect6;
pub mod course;
pub mod dots;
pub mod engine;
pub mod eval;
pub mod kernel;
pub mod kit;
#[cfg(feature = "native")]
pub mod lab;
pub mod lines;
pub mod pattern;
pub mod players;
#[cfg(feature = "native")]
pub mod protocol;
pub mod records;
pub mod referee;
pub mod rules;
pub mod sau;
pub mod search;
pub mod study;
#[cfg(feature = "native")]
pub mod terminal;
pub mod threat;
#[cfg(feature = "native")]
pub mod tournament;
pub mod web;
