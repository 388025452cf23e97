//! Fuzz targets: each gives arbitrary bytes to a parser, and checks that what was read can be written and read again.
//!
//! `cargo fuzz run TARGET` runs one of them until it is stopped; `crates/e2e/tests/fuzz.rs` runs all of them on the
//! files of `corpus/` and on mutations of these.

use pbrain_tengen::gomocup::{Flow, Gomocup};
use std::cell::RefCell;
use std::io;
use std::path::Path;
use std::time::Duration;
use tengen_certificate::{
    Certificate, Head, ProofBook, check as check_proof, read as read_proof, read_nodes, write as write_proof,
};
use tengen_core::board::{BoardSize, PointSet, notation};
use tengen_core::rules::{Rule, Variant};
use tengen_core::sau::Notation;
use tengen_course::message::{Decoded, Decoder};
use tengen_database::{Database, DatabaseReader, Import, Key, Place, ReadAt, Records};
use tengen_line_io::input::{Line, Peek, Source};
use tengen_records::defaults::Defaults;
use tengen_records::games::open;
use tengen_records::opened::Opened;
use tengen_records::save::Saved;
use tengen_records::sgf::tree::Collection;
use tengen_records::training::GameReader;
use tengen_records::{Format, Game, links, moves, openings, psq, renlib, sgf, yixin as database_of_yixin};
use tengen_session::brain::Config;
use tengen_session::player::{Gomoku, Setup};
use tengen_web::handlers::{self, PageContext};
use tengen_web::wire::{Ask, Question};

pub type Target = fn(&[u8]);

/// All targets with the names of their corpora.
pub const TARGETS: [(&str, Target); 16] = [
    ("course", course),
    ("database", database),
    ("gomocup", gomocup),
    ("moves", moves),
    ("page", page),
    ("pasted", pasted),
    ("pos", pos),
    ("psq", psq),
    ("renlib", renlib),
    ("rif", rif),
    ("sau", sau),
    ("sgf", sgf),
    ("tproof", tproof),
    ("training", training),
    ("turn", turn),
    ("yixin", yixin),
];

const FREESTYLE: Rule = Rule::new(Variant::Freestyle);

/// What a record keeps of a game whatever its format.
fn essence(game: &Game) -> impl PartialEq + std::fmt::Debug + use<> {
    (game.size, game.setup.clone(), game.first, game.moves_text())
}

/// Opens a file that was written by us, and compares its game.
fn assert_opens(bytes: &[u8], game: &Game) {
    let text = || String::from_utf8_lossy(bytes).into_owned();
    let again = open(bytes, Defaults::of(game.rule, game.size), true);
    let again = again.unwrap_or_else(|error| panic!("{error:?}: {}", text()));
    assert_eq!(essence(&again.game), essence(game), "{}", text());
}

/// Checks a game that was opened, and the files that it can be written to. A list may name a point twice: the board
/// rejects that.
fn check(Opened { game, source, .. }: Opened) {
    let board = game.played();
    let setup = game.setup.iter().map(|stone| stone.point);
    let points: PointSet = game.points().chain(setup).collect();
    if points.len() < game.moves.len() + game.setup.len() {
        assert!(board.is_err());
        return;
    }
    if let Some(source) = &source {
        assert_opens(&source.with(&game).bytes, &game);
    }
    for format in [Format::Sgf, Format::Psq] {
        if let Ok(written) = format.fresh(&game, source.as_ref()) {
            assert_opens(&written.bytes, &game);
        }
    }
    for format in [Saved::Library, Saved::Contest] {
        if let Ok(written) = format.write(&game, None) {
            assert_opens(&written.bytes, &game);
        }
        let _ = format.write(&game, source.as_ref());
    }
}

/// SGF: a collection is written and read again, and so is each of its games.
pub fn sgf(bytes: &[u8]) {
    let Ok(file) = Collection::parse(bytes) else { return };
    let written = file.write();
    let again = Collection::parse(&written).expect("a collection that was written");
    assert_eq!(again.write(), written);
    let Ok(games) = sgf::read(&String::from_utf8_lossy(bytes), FREESTYLE) else { return };
    for game in games {
        let again = sgf::read(&sgf::write(&game), game.rule).expect("a game that was written");
        assert_eq!(again.iter().map(essence).collect::<Vec<_>>(), [essence(&game)]);
    }
}

/// Piskvork's format.
pub fn psq(bytes: &[u8]) {
    let Ok(source) = psq::PsqFile::read(bytes, FREESTYLE.into()) else { return };
    let game = source.game();
    for written in [psq::write(game).into_bytes(), source.with(game)] {
        let again = psq::PsqFile::read(&written, game.rule.into()).expect("a game that was written");
        assert_eq!(essence(again.game()), essence(game));
    }
}

/// RenLib libraries become SGF.
pub fn renlib(bytes: &[u8]) {
    if let Ok((tree, _)) = renlib::Nodes::of(bytes).and_then(renlib::tree) {
        let written = Collection::of(tree).write();
        Collection::parse(&written).expect("a library that was written");
        pasted(&written);
    }
    pasted(bytes);
}

/// Files of unknown content and pasted text: records, diagrams, links, commands, lists of moves.
pub fn pasted(bytes: &[u8]) {
    for insist in [false, true] {
        if let Ok(opened) = open(bytes, Defaults::default(), insist) {
            check(opened);
        }
    }
}

/// `.pos` files.
pub fn pos(bytes: &[u8]) {
    pasted(bytes);
}

/// Lists of moves, opening lists and links, line by line.
pub fn moves(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        let _ = openings::read(line, BoardSize::FIFTEEN);
        if let Ok(points) = notation::read(line, BoardSize::FIFTEEN) {
            let written: String = points.iter().map(|&p| notation::write(p, BoardSize::FIFTEEN)).collect();
            assert_eq!(notation::read(&written, BoardSize::FIFTEEN), Ok(points));
        }
        let read = [
            moves::game_of_moves(line, FREESTYLE, BoardSize::FIFTEEN),
            links::read(line, Defaults::default()).map(|(game, _)| game),
        ];
        for game in read.into_iter().flatten().filter(|game| game.setup.is_empty()) {
            let again = moves::game_of_moves(&game.moves_text(), game.rule, game.size);
            assert_eq!(again.map(|game| game.moves_text()), Ok(game.moves_text()));
        }
    }
}

thread_local! {
    /// Nothing is ever written to it.
    static IN_MEMORY: RefCell<Database> =
        RefCell::new(Database::create(Path::new(":memory:")).expect("a database in memory"));
}

/// Databases of Yixin: a record that was read is written and read again.
pub fn yixin(bytes: &[u8]) {
    use database_of_yixin::Entries;
    rif(bytes);
    let Ok(entries) = Entries::of(bytes) else { return };
    for written in entries.map_while(Result::ok).filter_map(|entry| entry.write()) {
        let one = [&1u32.to_le_bytes()[..], &written].concat();
        let again = Entries::of(&one[..]).expect("a head").next();
        let again = again.map(|entry| entry.expect("a record that was written").write());
        assert!(again.is_none_or(|again| again == Some(written)));
    }
}

/// Files of games to import: RIF, and what the import takes it for otherwise.
pub fn rif(bytes: &[u8]) {
    IN_MEMORY.with_borrow_mut(|database| {
        let defaults = Defaults::of(FREESTYLE, BoardSize::FIFTEEN);
        let mut refused = |why: String| assert!(!why.is_empty());
        let read = Import::into(database).read(bytes, "a.rif", defaults, &mut refused);
        read.expect("a database in memory can be read");
    });
}

struct Bytes(Vec<u8>);

impl ReadAt for Bytes {
    fn read_at(&self, offset: u64, room: &mut [u8]) -> io::Result<()> {
        let rest = usize::try_from(offset).ok().and_then(|at| self.0.get(at..));
        let bytes = rest.and_then(|rest| rest.get(..room.len()));
        room.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Database files, and keys of positions.
pub fn database(bytes: &[u8]) {
    if let Some(key) = Key::from_bytes(bytes) {
        let (position, rule) = key.position();
        assert_eq!(Place::of(&position, rule).key(), &key);
    }
    if let Ok(reader) = DatabaseReader::open(Bytes(bytes.to_vec()), "a.db") {
        let mut position = tengen_core::board::Position::new(BoardSize::FIFTEEN);
        for point in notation::read("h8i9", BoardSize::FIFTEEN).expect("moves") {
            let _ = reader.explore(&position, FREESTYLE);
            position.play(point, &mut ());
        }
    }
}

/// Proofs: the lines of the head that name the position, an empty line, and the nodes, to which the right sum is added. What
/// passes the check is written, read and checked again with the same result.
pub fn tproof(bytes: &[u8]) {
    assert!(read_proof(bytes).is_err(), "it has no sum");
    let Some(at) = bytes.windows(2).position(|two| two == b"\n\n") else { return };
    let (head, nodes) = (String::from_utf8_lossy(&bytes[..at]), &bytes[at + 2..]);
    let lines: Vec<&str> = head.lines().collect();
    let [rule, size, moves] = lines[..] else { return };
    let (Some(rule), Ok(size)) = (Rule::from_name(rule), size.parse::<BoardSize>()) else { return };
    let (Ok(moves), Ok((nodes, root))) = (notation::read(moves, size), read_nodes(nodes, size)) else { return };
    let written = write_proof(&Certificate { head: Head { rule, opening: None, size, moves }, nodes, root });
    let _ = ProofBook::read(&written);
    let Ok(summary) = check_proof(&written, 1) else { return };
    let again = write_proof(&read_proof(&written).expect("a proof that passes the check"));
    assert_eq!(check_proof(&again, 2).map(|again| again.plies), Ok(summary.plies));
}

/// Training data: a game that was read is written with the same meaning.
pub fn training(bytes: &[u8]) {
    let Ok(reader) = GameReader::new(bytes) else { return };
    for game in reader.map_while(Result::ok) {
        let mut file = b"TNGGAME2\0\0\0\0".to_vec();
        game.write(&mut file);
        let again = GameReader::new(&file[..]).expect("a head").next();
        assert_eq!(again.expect("a game").expect("a game that was written"), game);
    }
}

/// A search so short that its answer does not matter.
fn config() -> Config {
    Config { hash: Some(1 << 20), nodes: Some(8), seed: Some(1), ..Config::default() }
}

/// The most lines of a session: searches take time.
const LINES: usize = 30;

/// Gomocup: a session answers each line with lines of printable text.
pub fn gomocup(bytes: &[u8]) {
    let mut session = Gomocup::new(config());
    for line in bytes.split(|&byte| byte == b'\n').take(LINES) {
        let mut output = Vec::new();
        if session.hear(line, &mut (), &mut output).expect("memory") == Flow::Leave {
            break;
        }
        assert_printable(output);
    }
}

fn assert_printable(output: Vec<u8>) {
    let text = String::from_utf8(output).expect("UTF-8");
    let is_whole = text.is_empty() || text.ends_with('\n');
    let are_short = text.lines().all(|line| line.len() < 400 && !line.contains(char::is_control));
    assert!(is_whole && are_short, "{text:?}");
}

struct FuzzLines<'a>(Vec<&'a [u8]>);

impl Source for FuzzLines<'_> {
    fn next_line(&mut self) -> Option<Line> {
        self.0.pop().map(Line::from)
    }

    fn peek_line(&mut self) -> Peek {
        Peek::Nothing
    }
}

/// SAU: a session answers with lines of printable text.
pub fn sau(bytes: &[u8]) {
    let rule = Rule { first_player_forbidden: bytes.len().is_multiple_of(2), ..FREESTYLE };
    let time = Duration::from_secs(5);
    let mut player = Gomoku::new(Setup { size: BoardSize::FIFTEEN, rule, time, config: config() });
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').take(LINES).collect();
    lines.reverse();
    let mut output = Vec::new();
    tengen_sau::run(&mut player, &mut FuzzLines(lines), &mut output).expect("memory");
    assert_printable(output);
}

/// Turns of SAU, of stones and of lines.
pub fn turn(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for notation in [Notation::Stones(1), Notation::Stones(2), Notation::Lines] {
        if let Some(turn) = notation.read(&text) {
            assert_eq!(notation.read(&notation.write(&turn)), Some(turn));
        }
    }
}

/// Course messages: they are the same however the bytes are cut, and as they were encoded.
pub fn course(bytes: &[u8]) {
    let whole = Decoder::default().take(bytes);
    let mut decoder = Decoder::default();
    let cut: Vec<Decoded> = bytes.chunks(3).flat_map(|bytes| decoder.take(bytes)).collect();
    assert_eq!(cut, whole);
    for message in whole.into_iter().flatten() {
        assert_eq!(Decoder::default().take(&message.encode()), [Ok(message)]);
    }
}

/// Messages of the page that need no search.
pub fn page(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Question::read(&text) {
        Ok(Question { ask: Ask::Query(query), .. }) => {
            let answer = handlers::answer(query, &PageContext::default());
            serde_json::to_string(&answer).expect("an answer is JSON");
        }
        Ok(_) => {}
        Err((_, why)) => assert!(!why.to_string().is_empty()),
    }
}
