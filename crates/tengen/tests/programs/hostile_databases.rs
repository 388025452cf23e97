//! `tengen database` with files of a foreign schema: endless views, triggers, altered tables.

use super::database::{assert_printable, point};
use rusqlite::Connection;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::{TempDir, tempdir};
use tengen_database::Database;
use tengen_e2e::toolbox::tengen;

/// An upper limit on the time of a command, even on a busy machine. On an idle one it takes a tenth of a second.
const LONG: Duration = Duration::from_secs(20);

const ENDLESS: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)";

/// Changes to the schema of a valid file. `ENDLESS` stands for a query that never ends.
const SCHEMAS: [(&str, &str); 18] = [
    ("endless view", "CREATE VIEW v AS ENDLESS SELECT i FROM n"),
    (
        "endless view in place of positions",
        "DROP TABLE position; CREATE VIEW position AS ENDLESS SELECT x'00' AS key, 0 AS score, 0 AS depth, 0 AS bound,
         0 AS proof, 0 AS best, i AS black, 0 AS drawn, 0 AS white, 0 AS open, '' AS comment, '' AS label, 1 AS source
         FROM n",
    ),
    (
        "endless view in place of games",
        "DROP TABLE game; CREATE VIEW game AS ENDLESS
         SELECT i AS fingerprint, x'00' AS start, x'00' AS moves, 0 AS ending, 1 AS source FROM n",
    ),
    (
        "endless view in place of sources",
        "DROP TABLE source; CREATE VIEW source AS ENDLESS SELECT i AS id, 'a' AS name FROM n",
    ),
    ("trigger that deletes games", "CREATE TRIGGER t AFTER INSERT ON position BEGIN DELETE FROM game; END"),
    ("trigger that deletes positions", "CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM position; END"),
    (
        "trigger that raises an escape sequence",
        "CREATE TRIGGER t BEFORE INSERT ON position BEGIN SELECT RAISE(ABORT, 'a\u{1b}[2J\u{202e}'); END",
    ),
    (
        "trigger that never ends",
        "CREATE TRIGGER t BEFORE INSERT ON source BEGIN
         INSERT INTO game SELECT i, x'', x'', 0, 0 FROM (ENDLESS SELECT i FROM n); END",
    ),
    (
        "view that is written through a trigger",
        "DROP TABLE game; CREATE VIEW game AS SELECT 1 AS fingerprint, x'00' AS start, x'00' AS moves, 0 AS ending,
         1 AS source; CREATE TRIGGER t INSTEAD OF INSERT ON game BEGIN DELETE FROM position; END",
    ),
    (
        "generated column",
        "DROP TABLE source; CREATE TABLE source (
         id INTEGER PRIMARY KEY, name TEXT AS (printf('%.*c', 100000000, 'x')))",
    ),
    (
        "check that takes a second",
        "ALTER TABLE game ADD COLUMN more DEFAULT 0 CHECK (length(hex(zeroblob(100000000))) > 0)",
    ),
    (
        "virtual table of an unknown module",
        "PRAGMA writable_schema = ON;
         INSERT INTO sqlite_schema VALUES ('table', 'v', 'v', 0, 'CREATE VIRTUAL TABLE v USING evil (x)')",
    ),
    ("index over an expression", "CREATE INDEX i ON position (length(hex(zeroblob(score + 100000))))"),
    ("unique index", "CREATE UNIQUE INDEX i ON game (ending)"),
    ("no games", "DROP TABLE game"),
    (
        "columns in another order",
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = replace(sql, 'score INTEGER, depth', 'depth INTEGER, score')",
    ),
    (
        "twenty thousand tables",
        "PRAGMA writable_schema = ON; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)
         INSERT INTO sqlite_schema SELECT 'table', 't' || i, 't' || i, 2, 'CREATE TABLE t' || i || ' (x)' FROM n",
    ),
    (
        "table that is no SQL",
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = 'CREATE TABLE position (\u{1b}[2J' WHERE name = 'position'",
    ),
];

const COMMANDS: [&str; 10] = [
    "check a.db",
    "export a.db --out out",
    "export a.db --games --out out",
    "merge out a.db",
    "merge a.db good.db",
    "import a.db game.txt",
    "explore a.db",
    "explore a.db --database-write",
    "query a.db --position h8",
    "analyse a.db --position h8 --positions 1 --nodes 100 --eval tables",
];

/// Copies a valid file and alters its schema.
fn alter(good: &Path, file: &Path, schema: &str) {
    std::fs::copy(good, file).unwrap();
    let connection = Connection::open(file).unwrap();
    connection.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    let altered = connection.execute_batch(&schema.replace("ENDLESS", ENDLESS));
    altered.unwrap_or_else(|error| panic!("{schema}: {error}"));
}

/// Runs a command that must end; its exit status and standard error.
fn ends(folder: &TempDir, words: &str) -> (Option<i32>, String) {
    let mut command = tengen(&["database"]);
    command.args(words.split_whitespace()).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(b"h8\nlabel A\n"); // a command that rejects the file reads nothing
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > LONG {
            child.kill().unwrap();
            panic!("{words} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_foreign_schema_is_refused_by_every_command_and_nothing_is_written() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("game.txt"), "h8i9g7\n").unwrap();
    assert_eq!(ends(&folder, "import good.db game.txt").0, Some(0));
    let file = folder.path().join("a.db");
    for (name, schema) in SCHEMAS {
        alter(&folder.path().join("good.db"), &file, schema);
        let before = std::fs::read(&file).unwrap();
        for words in COMMANDS {
            let (status, error) = ends(&folder, words);
            assert_eq!(status, Some(1), "{name}: {words}: {error}");
            assert!(error.contains("a.db"), "{name}: {words}: {error}");
            assert_eq!(error.lines().count(), 1, "{name}: {words}: {error}");
            assert_printable(&error);
            assert!(std::fs::read(&file).unwrap() == before, "{name}: {words} writes");
            assert!(!folder.path().join("out").exists(), "{name}: {words}");
        }
    }
}

/// Makes all child pointers of a tree's root page point to the first child.
fn repeat_first_child(file: &Path, table: &str) {
    let connection = Connection::open(file).unwrap();
    let number = |query: &str| connection.query_row(query, [], |row| row.get::<_, u32>(0)).unwrap();
    let root = number(&format!("SELECT rootpage FROM sqlite_schema WHERE name = '{table}'"));
    let size = number("PRAGMA page_size") as usize;
    drop(connection);
    let mut bytes = std::fs::read(file).unwrap();
    let page = &mut bytes[(root as usize - 1) * size..][..size];
    assert!([2, 5].contains(&page[0]), "{table} has more than one page");
    let short = |at: usize| usize::from(u16::from_be_bytes([page[at], page[at + 1]]));
    let cells: Vec<usize> = (0..short(3)).map(|cell| short(12 + 2 * cell)).collect();
    let first: [u8; 4] = page[cells[0]..cells[0] + 4].try_into().unwrap();
    for cell in cells {
        page[cell..cell + 4].copy_from_slice(&first);
    }
    page[8..12].copy_from_slice(&first);
    std::fs::write(file, bytes).unwrap();
}

#[test]
fn a_page_that_a_tree_leads_to_twice_is_damage() {
    let folder = tempdir().unwrap();
    let games: String =
        (0..3000).map(|game| format!("{}{}{}\n", point(game), point(game + 1), point(game / 225))).collect();
    std::fs::write(folder.path().join("games.txt"), games).unwrap();
    assert_eq!(ends(&folder, "import good.db games.txt").0, Some(0));
    drop(Database::open(&folder.path().join("good.db")).unwrap());
    for table in ["position", "game"] {
        std::fs::copy(folder.path().join("good.db"), folder.path().join("a.db")).unwrap();
        repeat_first_child(&folder.path().join("a.db"), table);
        let export = match table {
            "game" => "export a.db --games --out out",
            _ => "export a.db --out out",
        };
        for words in [export, "check a.db", "merge b.db a.db"] {
            let (status, error) = ends(&folder, words);
            assert_eq!(status, Some(1), "{table}: {words}: {error}");
            assert!(error.contains("a.db is damaged"), "{table}: {words}: {error}");
            assert!(!folder.path().join("out").exists(), "{words}");
        }
    }
}
