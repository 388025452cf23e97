//! Transcripts in `tests/transcripts`: conversations with a program that a reader can type.
//!
//! `# …` is a comment, `$ …` adds arguments to the command line, `> …` is sent, and `< …` is the expected answer. A suite
//! may have more signs.

pub struct Transcript {
    pub name: String,
    text: String,
}

/// The transcripts of a folder, in the order of their names.
///
/// # Panics
/// If there are fewer than `at_least`.
pub fn all(folder: &str, at_least: usize) -> Vec<Transcript> {
    let path = crate::repository().join("tests/transcripts").join(folder);
    let entries = std::fs::read_dir(path).expect("the folder of transcripts");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a transcript").path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    assert!(files.len() >= at_least, "some transcripts are missing");
    let read = |path: &std::path::PathBuf| Transcript {
        name: format!("{folder}/{}", path.file_name().expect("a name").display()),
        text: std::fs::read_to_string(path).expect("a readable transcript"),
    };
    files.iter().map(read).collect()
}

impl Transcript {
    /// The words of the lines with `$`.
    pub fn arguments(&self) -> Vec<&str> {
        self.texts('$').flat_map(str::split_whitespace).collect()
    }

    /// What stands behind this sign, line by line.
    pub fn texts(&self, sign: char) -> impl Iterator<Item = &str> {
        let texts = self.text.lines().filter_map(move |line| line.strip_prefix(sign));
        texts.map(|text| text.strip_prefix(' ').unwrap_or(text))
    }

    /// The lines with one of these signs: their place for messages, the sign, and the text behind it.
    ///
    /// # Panics
    /// At a line with another sign, if it is no comment and no arguments.
    pub fn lines(&self, signs: &str) -> Vec<(String, char, &str)> {
        let lines = self.text.lines().enumerate().filter_map(|(index, line)| {
            let at = format!("{}:{}", self.name, index + 1);
            let sign = line.chars().next().filter(|sign| !"#$".contains(*sign))?;
            assert!(signs.contains(sign), "{at}: {line}");
            let text = &line[sign.len_utf8()..];
            Some((at, sign, text.strip_prefix(' ').unwrap_or(text)))
        });
        lines.collect()
    }
}
