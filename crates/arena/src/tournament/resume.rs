//! Continues a match that was interrupted.
//!
//! The SGF record of each game contains the game's number in the match (`RO`) and the options that decide which games are
//! played (`EV`), with checksums in place of long values. A match continues if these options are the same.

use super::openings::Openings;
use super::{Finished, Mode, TournamentOptions};
use crate::referee::play::Played;
use std::collections::BTreeMap;
use tengen_core::{messages, printable};
use tengen_records::ReadError;
use tengen_records::defaults::Defaults;
use tengen_records::sgf::tree::{Collection, Tree};
use tengen_records::sgf::tree_of;

/// The properties for the options of the match and for the number of the game.
const PROPERTIES: [&str; 2] = ["EV", "RO"];
/// The beginning of `EV`.
const BEGIN: &str = "tengen match";

messages! {
    pub enum ResumeError from Game(ReadError) {
        NoMatch = "its games are not from a match; name another file",
        OtherMatch { options: String } = "it holds a match that differs in {options}; repeat the command of that match to continue it, or name another file",
        NotRead {; why: ReadError } = "{why}; name another file",
        NoNumber = "a game has no number of this match; name another file",
        Damaged { number: usize } = "game {number} is damaged; name another file",
    }
}

/// The options that decide which games are played: their names, each with its value or a checksum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms(Vec<(&'static str, String)>);

impl Terms {
    pub fn of(options: &TournamentOptions) -> Terms {
        let game = options.other.map_or("five", |other| other.name());
        let mode = match options.mode {
            Mode::RoundRobin => "round-robin",
            Mode::Gauntlet => "gauntlet",
        };
        let draw = options.draw_after.map_or("none".into(), |moves| moves.to_string());
        let openings = match &options.openings {
            Openings::Balanced { seed, nodes, .. } => checksum(&("balanced", seed, nodes)),
            other => checksum(other),
        };
        let brains = options
            .brains
            .iter()
            .map(|spec| (&spec.name, &spec.program, &spec.arguments, &spec.folder, spec.dialect, &spec.infos));
        let limits = options.brains.iter().map(|spec| (spec.limits, spec.memory, spec.nodes, spec.fresh));
        Terms(vec![
            ("--game", game.into()),
            ("--rule", options.rule.to_string()),
            ("--size", options.size.to_string()),
            ("--games", (2 * options.pairs).to_string()),
            ("--mode", mode.into()),
            ("--draw-after", draw),
            ("--openings", openings),
            ("--sprt", checksum(&options.sprt)),
            ("--brain", checksum(&brains.collect::<Vec<_>>())),
            ("limits", checksum(&limits.collect::<Vec<_>>())),
        ])
    }

    fn text(&self) -> String {
        let terms = self.0.iter().map(|(name, value)| format!(" {}", written(name, value)));
        BEGIN.to_string() + &terms.collect::<String>()
    }

    /// Checks that a game belongs to this match.
    fn check(&self, event: Option<&str>) -> Result<(), ResumeError> {
        let Some(event) = event.filter(|event| event.starts_with(BEGIN)) else { return Err(ResumeError::NoMatch) };
        let words: Vec<&str> = event.split(' ').collect();
        let differs = |(name, value): &&(&str, String)| {
            let word = written(name, value);
            !words.contains(&word.as_str())
        };
        let others: Vec<&str> = self.0.iter().filter(differs).map(|(name, _)| *name).collect();
        if others.is_empty() {
            return Ok(());
        }
        Err(ResumeError::OtherMatch { options: others.join(", ") })
    }
}

/// An option in the form `rule=renju`.
fn written(name: &str, value: &str) -> String {
    format!("{}={value}", name.trim_start_matches('-'))
}

fn checksum(value: &impl std::fmt::Debug) -> String {
    format!("{:08x}", crc32fast::hash(format!("{value:?}").as_bytes()))
}

/// The SGF record of a game, with its number and match.
pub(super) fn record(terms: &Terms, finished: &Finished) -> Vec<u8> {
    let mut tree = tree_of(&finished.played.game);
    let root = tree.root();
    for (name, value) in PROPERTIES.into_iter().zip([terms.text(), finished.number.to_string()]) {
        tree.set(root, name, &[&value]);
    }
    let mut bytes = Collection::of(tree).write();
    bytes.push(b'\n');
    bytes
}

/// The file without its last record, if that one was cut off because the program was killed.
pub(super) fn whole<'a>(bytes: &'a [u8], terms: &Terms) -> &'a [u8] {
    let end = bytes.windows(2).rposition(|two| two == b")\n").map_or(0, |at| at + 2);
    let (whole, rest) = bytes.split_at(end);
    let is_cut = !rest.trim_ascii().is_empty() && Collection::parse(rest).is_err();
    let ours = |text: &[u8]| {
        let event = terms.text();
        text.windows(event.len()).any(|part| part == event.as_bytes())
    };
    if is_cut && ours(bytes) { whole } else { bytes }
}

/// Reads the games of this match, by number.
pub(super) fn read(bytes: &[u8], options: &TournamentOptions) -> Result<BTreeMap<usize, Finished>, ResumeError> {
    if bytes.trim_ascii().is_empty() {
        return Ok(BTreeMap::new());
    }
    let terms = Terms::of(options);
    let file = Collection::parse(bytes).map_err(|why| ResumeError::NotRead { why: why.into() })?;
    let game = |tree: &Tree| {
        let finished = finished(tree, &terms, options)?;
        Ok((finished.number, finished))
    };
    file.trees.iter().map(game).collect()
}

fn finished(tree: &Tree, terms: &Terms, options: &TournamentOptions) -> Result<Finished, ResumeError> {
    let [event, number] = PROPERTIES.map(|name| tree.text(tree.root(), name));
    terms.check(event.as_deref())?;
    let number = number.and_then(|number| number.parse().ok());
    let number: usize = number.filter(|number| (1..=options.games()).contains(number)).ok_or(ResumeError::NoNumber)?;
    let wanted = Defaults { other: options.other, ..options.rule.into() };
    let game = tree.main(wanted)?.game;
    let (_, brains) = options.pairing(number);
    let begins = |seat: usize| {
        let name = printable::line(&options.brains[brains[seat]].name);
        game.players[0] == name.trim()
    };
    let black = (0..2).find(|&seat| begins(seat)).filter(|_| game.ending.is_some());
    let black = black.ok_or(ResumeError::Damaged { number })?;
    let played = Played { black, game, why: None, dialogue: Vec::new() };
    Ok(Finished { number, brains, half: (number - 1) % 2, played })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::brain::Spec;
    use crate::referee::clock::Limits;
    use crate::tournament::standings::Standings;
    use std::sync::Arc;
    use std::time::Duration;
    use tengen_core::board::{BoardSize, Colour, Point};
    use tengen_core::rules::{Rule, Variant};
    use tengen_records::{Ending, Game, Move, Reason};

    fn options(names: &[&str]) -> TournamentOptions {
        let [turn, patience] = [1, 5].map(Duration::from_secs);
        let limits = Limits { turn: Some(turn), patience, ..Limits::default() };
        let spec = |name: &&str| Arc::new(Spec::new(name, "brain", limits));
        TournamentOptions {
            brains: names.iter().map(spec).collect(),
            mode: Mode::RoundRobin,
            pairs: 2,
            other: None,
            size: BoardSize::FIFTEEN,
            rule: Rule::new(Variant::Renju),
            draw_after: Some(200),
            openings: Openings::Swap2,
            concurrency: 1,
            sprt: None,
            logged: false,
            observer: None,
        }
    }

    /// The first three games of a tournament. In the second one, the brain with the other seat plays black.
    fn games(options: &TournamentOptions) -> Vec<Finished> {
        let game = |number: usize| {
            let (_, brains) = options.pairing(number);
            let black = (number == 2) as usize;
            let names = [black, 1 - black].map(|seat| options.brains[brains[seat]].name.clone());
            let mut game = Game::new(options.size, options.rule, names);
            let comments = ["laid by somebody", "depth 9", "", "a ] b"];
            game.moves = comments
                .into_iter()
                .zip([900, 40, 70, 20])
                .enumerate()
                .map(|(x, (comment, time))| Move {
                    point: Point::new(x as u8, number as u8),
                    time: Some(time),
                    comment: comment.into(),
                })
                .collect();
            game.ending = Some(match number {
                1 => Ending::drawn(Reason::MoveLimit),
                2 => Ending::won(Colour::White, Reason::Time),
                _ => Ending::won(Colour::Black, Reason::Five),
            });
            let played = Played { game, black, why: None, dialogue: Vec::new() };
            Finished { number, brains, half: (number - 1) % 2, played }
        };
        (1..=3).map(game).collect()
    }

    fn standings(options: &TournamentOptions, games: impl IntoIterator<Item = Finished>) -> String {
        let mut standings = Standings::new(options);
        games.into_iter().for_each(|finished| standings.add(&finished));
        format!("{standings:?}")
    }

    fn file(options: &TournamentOptions) -> Vec<u8> {
        let terms = Terms::of(options);
        games(options).iter().flat_map(|finished| record(&terms, finished)).collect()
    }

    #[test]
    fn games_are_read_with_their_results_and_times() {
        let options = options(&["A", "b ] b", "C"]);
        let games = games(&options);
        let black = games[1].played.thought(1);
        assert_eq!((black.moves, black.slowest), (1, Duration::from_millis(70)));
        let read = read(&file(&options), &options).unwrap();
        assert_eq!(read.keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
        let before = standings(&options, games);
        assert_eq!(standings(&options, read.into_values()), before);
    }

    #[test]
    fn games_of_another_match_are_refused() {
        let options = options(&["A", "B"]);
        let bytes = file(&options);
        let refused = |bytes: &[u8], options: &TournamentOptions| read(bytes, options).unwrap_err().to_string();
        let differs = |change: fn(&mut TournamentOptions)| {
            let mut other = options.clone();
            change(&mut other);
            let why = refused(&bytes, &other);
            let (_, why) = why.split_once("differs in ").expect("a difference");
            why.split_once(';').expect("advice").0.to_string()
        };
        assert_eq!(differs(|other| other.rule = Rule::new(Variant::Caro)), "--rule");
        assert_eq!(differs(|other| other.pairs = 3), "--games");
        assert_eq!(differs(|other| other.openings = Openings::Empty), "--openings");
        assert_eq!(differs(|other| other.brains.swap(0, 1)), "--brain");
        assert_eq!(differs(|other| Arc::make_mut(&mut other.brains[0]).nodes = Some(9)), "limits");
        let mut same = options.clone();
        (same.concurrency, same.logged) = (4, true);
        assert_eq!(read(&bytes, &same).unwrap().len(), 3);
        assert_eq!(
            refused(b"(;FF[4]GM[4]SZ[15];B[hh])", &options),
            "its games are not from a match; name another file"
        );
        assert!(refused(b"hello", &options).ends_with("; name another file"));
        assert!(read(b" \n", &options).unwrap().is_empty());
    }

    #[test]
    fn a_record_that_was_cut_off_is_left_out() {
        let options = options(&["A", "B"]);
        let (terms, bytes) = (Terms::of(&options), file(&options));
        let two = bytes.windows(2).rposition(|end| end == b"\n(").unwrap() + 1;
        for end in [bytes.len() - 1, bytes.len() - 2, two + 1, two + 5] {
            let whole = whole(&bytes[..end], &terms);
            let expected = if end == bytes.len() - 1 { end } else { two };
            assert_eq!(whole.len(), expected, "cut at {end} of {}", bytes.len());
        }
        let foreign = b"(;FF[4]SZ[15];B[hh])\n(;FF[4]";
        assert_eq!(whole(foreign, &terms), foreign);
    }
}
