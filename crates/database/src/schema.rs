//! The tables of a database file, and the check that a file has exactly these.
//!
//! An untrusted file may contain views that never end, triggers that delete what is written, or generated columns in
//! place of stored ones. SQLite runs all of them when a table is used, so a file with any other schema is rejected
//! before its first table is used.

use crate::error::Cause;

/// The tables, as SQLite stores their definitions.
const TABLES: [(&str, &str); 4] = [
    ("source", "CREATE TABLE source (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)"),
    (
        "game",
        "CREATE TABLE game (
            fingerprint INTEGER PRIMARY KEY, start BLOB NOT NULL, moves BLOB NOT NULL, ending INTEGER NOT NULL,
            source INTEGER REFERENCES source (id)
        )",
    ),
    (
        "position",
        "CREATE TABLE position (
            key BLOB PRIMARY KEY, score INTEGER, depth INTEGER, bound INTEGER, proof INTEGER, best INTEGER,
            black INTEGER NOT NULL, drawn INTEGER NOT NULL, white INTEGER NOT NULL, open INTEGER NOT NULL,
            comment TEXT, label TEXT, source INTEGER REFERENCES source (id)
        ) WITHOUT ROWID",
    ),
    (
        "claim",
        "CREATE TABLE claim (key BLOB PRIMARY KEY, owner INTEGER NOT NULL, time INTEGER NOT NULL)
        WITHOUT ROWID",
    ),
];
/// The only index, which SQLite adds for `UNIQUE` in the table `source`.
const INDEX: &str = "sqlite_autoindex_source_1";
/// A table that not all files have.
const OPTIONAL: &str = "claim";

/// A row of SQLite's list of tables, indices, views and triggers.
pub(crate) struct StoredEntry {
    pub kind: String,
    pub name: String,
    pub table: String,
    /// Empty for an index that SQLite added.
    pub sql: String,
}

/// Checks that the entries are exactly the tables of a database.
pub(crate) fn check(entries: &[StoredEntry]) -> Result<(), Cause> {
    if let Some(StoredEntry { kind, name, .. }) = entries.iter().find(|entry| !entry.is_ours()) {
        let name: String = name.chars().take(40).collect();
        return Err(format!("its schema is not that of a database of positions: {kind} {name:?}").into());
    }
    let count = |name: &str| entries.iter().filter(|entry| entry.name == name).count();
    let tables = TABLES.iter().map(|(name, _)| *name);
    for name in tables.chain([INDEX]) {
        let wanted = match name {
            OPTIONAL => 0..=1,
            _ => 1..=1,
        };
        if !wanted.contains(&count(name)) {
            return Err(format!("its schema has {} of {name}", count(name)).into());
        }
    }
    Ok(())
}

impl StoredEntry {
    fn is_ours(&self) -> bool {
        match self.kind.as_str() {
            "table" => {
                let table = TABLES.iter().find(|(name, _)| *name == self.name);
                let is_same = |sql: &str| sql.split_whitespace().eq(self.sql.split_whitespace());
                self.table == self.name && table.is_some_and(|(_, sql)| is_same(sql))
            }
            "index" => self.name == INDEX && self.table == "source" && self.sql.is_empty(),
            _ => false,
        }
    }
}

/// The statements that create the tables of a new file.
#[cfg(feature = "file")]
pub(crate) fn layout() -> String {
    let tables = TABLES.iter().filter(|(name, _)| *name != OPTIONAL);
    tables.map(|(_, sql)| format!("{sql};")).collect()
}

/// The statement that creates the table of claims if it does not exist.
#[cfg(feature = "file")]
pub(crate) fn claims() -> String {
    let table = TABLES.iter().find(|(name, _)| *name == OPTIONAL);
    let (_, sql) = table.expect("a table");
    sql.replacen("TABLE", "TABLE IF NOT EXISTS", 1)
}
