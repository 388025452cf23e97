//! Round trips, also with truncated files and files of the older format.

use super::*;
use std::path::PathBuf;
use tengen_core::board::PlayError;

fn at(x: u8, y: u8) -> Point {
    Point::new(x, y)
}

fn searched(point: Point, best: Point, score: i16) -> Searched {
    Searched { point, best, score }
}

fn game() -> TrainingGame {
    TrainingGame {
        rule: Rule { first_player_forbidden: true, ..Rule::new(Variant::Caro) },
        size: BoardSize::new(15, 20).unwrap(),
        source: 0x0123_4567_89ab_cdef,
        opening: vec![at(7, 7), at(8, 8)],
        moves: vec![searched(at(6, 7), at(6, 7), -300), searched(at(5, 7), at(9, 19), 29_999)],
        result: GameResult::Won(Colour::White),
    }
}

/// A path for a file of this process that does not exist yet.
fn file(name: &str) -> PathBuf {
    let name = format!("tengen-training-{}-{name}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// Appends games to a file, which [`taken`] then reads and removes.
fn add(path: &std::path::Path, provenance: &str, games: &[TrainingGame]) {
    let mut writer = GameWriter::open(path, provenance, 1).unwrap();
    games.iter().for_each(|game| writer.add(game).unwrap());
    writer.flush().unwrap();
}

fn taken(path: &std::path::Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap();
    std::fs::remove_file(path).unwrap();
    bytes
}

/// The games of a file, and whether it is truncated.
fn read(bytes: &[u8]) -> Result<(Vec<TrainingGame>, bool)> {
    let mut reader = GameReader::new(bytes)?;
    let games: Result<Vec<_>> = reader.by_ref().collect();
    Ok((games?, reader.breaks_off()))
}

#[test]
fn games_come_back_as_written_and_a_broken_off_file_up_to_there() {
    let path = file("back");
    add(&path, "", &[game()]);
    let one = std::fs::metadata(&path).unwrap().len() as usize;
    add(&path, "", &[game()]);
    let bytes = taken(&path);
    assert_eq!(read(&bytes).unwrap(), (vec![game(), game()], false));
    assert_eq!(read(&bytes[..one]).unwrap(), (vec![game()], false));
    for cut in one + 1..bytes.len() {
        assert_eq!(read(&bytes[..cut]).unwrap(), (vec![game()], true));
    }
}

#[test]
fn an_opening_of_more_than_255_stones_is_kept_whole() {
    let size = BoardSize::square(20).unwrap();
    let mut opening: Vec<Point> = size.points().collect();
    let moves = opening.split_off(300);
    let game = TrainingGame {
        size,
        opening,
        moves: moves.into_iter().map(|p| searched(p, p, 7)).collect(),
        result: GameResult::Drawn,
        ..game()
    };
    let path = file("full");
    add(&path, "", std::slice::from_ref(&game));
    assert_eq!(read(&taken(&path)).unwrap(), (vec![game], false));
}

#[test]
fn a_file_records_its_provenance() {
    let path = file("provenance");
    add(&path, "tengen selfplay\nfirst 0\n", &[game()]);
    let bytes = taken(&path);
    let reader = GameReader::new(&bytes[..]).unwrap();
    assert_eq!(reader.provenance(), "tengen selfplay\nfirst 0\n");
}

/// Continues a file that another run left truncated, at every possible length.
#[test]
fn a_run_resumes_with_whole_batches() {
    let path = file("whole");
    let games: Vec<TrainingGame> = (0..4).map(|source| TrainingGame { source, ..game() }).collect();
    add(&path, "of a run", &games);
    let whole = taken(&path);
    for cut in 0..whole.len() {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let mut writer = GameWriter::open(&path, "of a run", 2).unwrap();
        assert_eq!(writer.games() % 2, 0);
        for game in &games[writer.games()..] {
            writer.add(game).unwrap();
        }
        writer.flush().unwrap();
        assert_eq!(taken(&path), whole, "cut at {cut}");
    }
}

#[test]
fn a_file_that_was_made_in_another_way_is_left_alone() {
    let path = file("another");
    add(&path, "seed 1", &[game()]);
    let before = std::fs::read(&path).unwrap();
    for provenance in ["seed 2", "seed", "seed 11", ""] {
        let error = GameWriter::open(&path, provenance, 1).err().unwrap();
        let run = provenance.into();
        assert_eq!(error, TrainingError::OtherRun { file: "seed 1".into(), run }.in_file(&path));
        assert!(error.to_string().contains("made in another way"));
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
    assert!(GameWriter::create(&path, "seed 1").is_err());
    assert_eq!(taken(&path), before);
}

/// Two games in the older format, byte by byte: one that white won, and one sampled from a search tree.
#[test]
fn files_of_the_older_format_are_read_and_not_written() {
    let mut bytes = b"TNGGAME1".to_vec();
    bytes.extend([11, 15, 20, 1, 2, 2, 0]);
    bytes.extend([231, 0, 8, 1]);
    bytes.extend([230, 0, 212, 254]);
    bytes.extend([229, 128, 47, 117, 105, 2]);
    let one = bytes.len();
    bytes.extend([11, 15, 20, 3, 2, 1, 0]);
    bytes.extend([231, 0, 8, 1]);
    bytes.extend([230, 0, 0, 0]);
    let (games, _) = read(&bytes).unwrap();
    let source = games[0].source;
    assert_eq!(games[0], TrainingGame { source, ..game() });
    assert_eq!(games[1].result, GameResult::Unfinished);
    assert_ne!(games[1].source, source);
    assert_eq!(read(&bytes[..one]).unwrap().0, games[..1]);

    let path = file("older");
    std::fs::write(&path, &bytes).unwrap();
    let error = GameWriter::open(&path, "", 1).err().unwrap();
    assert_eq!(error, TrainingError::Older.in_file(&path));
    assert!(error.to_string().contains("older format"), "{error}");
    assert_eq!(taken(&path), bytes);
}

#[test]
fn what_is_no_game_is_refused() {
    for (wrong, why) in [
        (&b"something else"[..], "not a file of games"),
        (b"", "not a file of games"),
        (b"TNGGAME2", "no whole head: failed to fill whole buffer"),
        (b"TNGGAME2\x02\0\0\0x", "no whole head"),
        (b"TNGGAME2\xff\xff\xff\xffx", "the head is too long"),
    ] {
        assert_eq!(read(wrong).unwrap_err(), why, "{wrong:?}");
    }
    let missing = file("missing");
    let error = GameReader::open(&missing).err().unwrap().to_string();
    assert!(error.starts_with(&format!("{}: ", missing.display())), "{error}");
    let mut twice = game();
    twice.opening[1] = twice.opening[0];
    let path = file("twice");
    add(&path, "", &[twice]);
    assert_eq!(read(&taken(&path)).unwrap_err(), TrainingError::Play(PlayError::Taken));
    assert_eq!(rule_of_byte(5), Err(TrainingError::NoRule));
    assert_eq!(rule_of_byte(16), Err(TrainingError::NoRuleByte { byte: 16 }));
}
