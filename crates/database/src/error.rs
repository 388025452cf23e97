//! Errors of databases.

use tengen_core::messages;

messages! {
    pub enum BookError {
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
    /// What an error says first.
    pub fn of(error: &anyhow::Error) -> BookError {
        let known = error.downcast_ref().cloned();
        known.unwrap_or_else(|| BookError::Unreadable { why: error.to_string() })
    }
}
