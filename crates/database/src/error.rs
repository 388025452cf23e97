//! Errors of databases.

use std::error::Error;
use std::fmt;
use std::io;
use tengen_core::board::PlayError;
use tengen_core::messages;

pub(crate) type Result<T, E = DatabaseError> = std::result::Result<T, E>;
pub(crate) type Cause = Box<dyn Error + Send + Sync>;

/// An error of a database, and its cause where there is one, such as the message of SQLite. `{:#}` shows both.
#[derive(Debug)]
pub struct DatabaseError {
    pub kind: BookError,
    cause: Option<Cause>,
}

messages! {
    /// The kinds of errors of databases.
    pub enum BookError from Play(PlayError) {
        NoFile { name: String } = "there is no file {name}",
        NoPositions { name: String } = "{name} is not a position database",
        OtherDatabase { name: String } = "{name} is a database of another program",
        NotOurs { name: String } = "{name} is not a database of this program",
        OtherLayout { name: String, version: i64, known: i32 } = "{name} has the layout of version {version}; this program knows version {known}",
        Damaged { name: String } = "{name} is damaged",
        Unfinished { name: String, other: String } = "{name} is unfinished: the program that created it was killed; create it again, or remove it together with {other}",
        CannotUse { name: String } = "{name} cannot be used",
        CannotCreate { name: String } = "{name} cannot be created",
        ReadOnly { name: String } = "{name} is read-only",
        MayNotWrite { name: String } = "{name} may not be written",
        DiskFull { name: String } = "the disk is full: {name} stays as it was",
        OtherWriter { name: String } = "another program is writing {name}",
        ChangesWait { n: usize, name: String } = "{n} changes of {name} wait to be written",
        ChangesWaitFor { n: usize, name: String; why: BookError } = "{n} changes of {name} wait to be written: {why}",
        Change { name: String } = "a change of {name} is not written",
        ChangeFor { name: String; why: BookError } = "a change of {name} is not written: {why}",
        Changes { n: usize, name: String } = "{n} changes of {name} are not written",
        ChangesFor { n: usize, name: String; why: BookError } = "{n} changes of {name} are not written: {why}",
        Continuous = "databases cannot store continuous games",
        LabelLong { n: usize } = "a label has {n} characters at most",
        LabelText = "a label is one line of printable text",
        CommentLong { n: usize } = "a comment has {n} bytes at most",
        Unreadable { why: String } = "{why}",
    }
}

impl BookError {
    /// The error of this kind, with its cause.
    pub(crate) fn because(self, cause: impl Into<Cause>) -> DatabaseError {
        DatabaseError { kind: self, cause: Some(cause.into()) }
    }
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        let mut cause = self.source().filter(|_| f.alternate());
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

impl Error for DatabaseError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&**self.cause.as_ref()?)
    }
}

impl From<BookError> for DatabaseError {
    fn from(kind: BookError) -> DatabaseError {
        DatabaseError { kind, cause: None }
    }
}

impl From<io::Error> for DatabaseError {
    fn from(error: io::Error) -> DatabaseError {
        BookError::Unreadable { why: error.to_string() }.into()
    }
}

/// An error unless this holds.
pub(crate) fn ensure<E>(holds: bool, error: E) -> Result<(), E> {
    if holds { Ok(()) } else { Err(error) }
}
