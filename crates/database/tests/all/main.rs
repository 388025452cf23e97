//! Databases in files: kills, the reader without SQLite, and a million positions.

mod kill;
mod million;
mod reader;
