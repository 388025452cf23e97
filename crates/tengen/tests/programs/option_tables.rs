//! The book's tables of options are made from the help of the programs. `TENGEN_BOOK=write` updates them.
//!
//! `<!--options:tengen play-->` … `<!--end-->` contains the arguments and options of a command, `<!--shared
//! options:tengen analyse: --rule --size-->` only those named, or all if none is. The other tables of this chapter
//! refer to it instead of repeating them.

use super::book::{self, anchor, texts};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use tengen_e2e::toolbox::run;
use tengen_e2e::without_settings;

const PROGRAMS: [&str; 4] = ["tengen", "tengen-connect6", "tengen-dots", "pbrain-tengen"];
const END: &str = "<!--end-->";

#[derive(Clone)]
struct OptionRow {
    section: String,
    /// `--hash MB`.
    syntax: String,
    meaning: String,
    default: String,
}

impl OptionRow {
    /// `--hash`, or an argument as it is.
    fn name(&self) -> &str {
        let mut words = self.syntax.split([' ', ',']);
        words.rfind(|word| word.starts_with("--")).unwrap_or(&self.syntax)
    }

    fn is_usual(&self) -> bool {
        ["--help", "--version", "--verbose"].contains(&self.name())
    }

    fn is_same(&self, other: &OptionRow) -> bool {
        (&self.syntax, &self.meaning, &self.default) == (&other.syntax, &other.meaning, &other.default)
    }
}

/// The help of a command: short with `-h`, long with `--help`.
fn help(words: &[String], option: &str) -> String {
    let mut command = Command::new(tengen_e2e::program(&words[0]));
    let ran = run(without_settings(&mut command).args(&words[1..]).arg(option), "");
    assert_eq!(ran.status, 0, "{words:?}: {}", ran.err);
    ran.out
}

fn commands(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let words = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    words.filter_map(|line| line.split_whitespace().next()).filter(|&word| word != "help").collect()
}

/// The arguments and options listed in a help text, but the usual ones.
fn rows(help: &str) -> Vec<OptionRow> {
    let mut rows: Vec<OptionRow> = vec![];
    let mut section = None;
    for line in help.lines().filter(|line| !line.is_empty()) {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if indent == 0 {
            section = match line.strip_suffix(':') {
                Some("Commands") => None,
                Some("Arguments") => Some("Options"),
                other => other,
            };
            continue;
        }
        let Some(section) = section else { continue };
        if indent <= 6 {
            let (syntax, meaning) = text.split_once("  ").unwrap_or((text, ""));
            rows.push(OptionRow {
                section: section.to_string(),
                syntax: syntax.replace(['<', '>'], ""),
                meaning: meaning.trim_start().to_string(),
                default: String::new(),
            });
        } else if let Some(row) = rows.last_mut() {
            write!(row.meaning, " {text}").expect("a string takes it");
        }
    }
    rows.retain(|row| !row.is_usual());
    rows.iter_mut().for_each(read_notes);
    rows
}

/// The short help of a command, followed by the sections that only the long one has.
fn rows_of(command: &[String]) -> Vec<OptionRow> {
    let short = rows(&help(command, "-h"));
    let mut long = rows(&help(command, "--help"));
    long.retain(|row| short.iter().all(|known| known.section != row.section));
    [short, long].concat()
}

/// Takes `[default: 5s]`, `[env: TENGEN_TIME=]` and `[possible values: a, b]` from the end of the meaning.
fn read_notes(row: &mut OptionRow) {
    let mut meaning = row.meaning.trim().to_string();
    let mut notes = String::new();
    while let Some((before, (key, value))) = meaning.strip_suffix(']').and_then(|text| {
        let (before, note) = text.rsplit_once('[')?;
        Some((before.trim_end(), note.split_once(": ")?))
    }) {
        match key {
            "default" => row.default = value.to_string(),
            "env" => notes += &format!("; environment: `{}`", value.trim_end_matches('=')),
            "possible values" => notes += &format!(" (`{}`)", value.replace(", ", "`, `")),
            _ => break,
        }
        meaning = before.to_string();
    }
    row.meaning = meaning + &notes;
}

/// A cell of a table: options are code.
fn cell(text: &str) -> String {
    let is_code = |at: usize| at % 2 == 1;
    let parts = text.split('`').enumerate().map(|(at, part)| match is_code(at) {
        true => format!("`{part}`"),
        false => part.split(' ').map(quoted).collect::<Vec<_>>().join(" "),
    });
    parts.collect::<String>().replace('|', "\\|")
}

fn quoted(word: &str) -> String {
    let option = word.trim_end_matches([',', ';', ':', ')', '.']);
    match option.starts_with("--") {
        true => format!("`{option}`{}", &word[option.len()..]),
        false => word.to_string(),
    }
}

struct Block {
    page: PathBuf,
    heading: String,
    /// `["tengen", "play"]`.
    command: Vec<String>,
    is_shared: bool,
    /// The only options it contains; empty: all.
    only: Vec<String>,
}

impl Block {
    fn read(page: &Path, heading: &str, line: &str) -> Option<Block> {
        let text = line.strip_prefix("<!--")?.strip_suffix("-->")?;
        let (kind, text) = text.split_once("options:")?;
        let (command, only) = text.split_once(": ").unwrap_or((text, ""));
        let words = |text: &str| text.split_whitespace().map(String::from).collect();
        Some(Block {
            page: page.to_path_buf(),
            heading: heading.trim_start_matches('#').trim().to_string(),
            command: words(command),
            is_shared: kind == "shared ",
            only: words(only),
        })
    }

    fn rows(&self) -> Vec<OptionRow> {
        let rows = rows_of(&self.command);
        if self.only.is_empty() {
            return rows;
        }
        let named = self.only.iter().map(|name| {
            let row = rows.iter().find(|row| row.name() == name);
            row.unwrap_or_else(|| panic!("{:?} has no {name}", self.command)).clone()
        });
        named.collect()
    }

    fn link(&self, page: &Path) -> String {
        let name = self.heading.to_lowercase();
        let own = self.page.file_name().filter(|_| self.page != page);
        let file = own.map_or("", |file| file.to_str().expect("UTF-8"));
        format!("[{name}]({file}#{})", anchor(&self.heading))
    }

    /// The table of its options, and references to the blocks of those that it shares.
    fn contents(&self, shared: &[(&Block, Vec<OptionRow>)]) -> String {
        let mut rows = self.rows();
        let mut also = vec![];
        let folder = self.page.parent();
        let near = shared.iter().filter(|(other, _)| other.page.parent() == folder);
        for (other, known) in near.filter(|_| !self.is_shared) {
            let is_known = |row: &OptionRow| known.iter().any(|known| known.is_same(row));
            let names: Vec<_> = rows.iter().filter(|row| is_known(row)).map(OptionRow::name).collect();
            let is_above = (&other.page, &other.heading) == (&self.page, &self.heading);
            let link = other.link(&self.page);
            match names.len() {
                0 => {}
                _ if is_above => {}
                count if count > 1 && count == known.len() => also.push(link),
                _ => also.push(format!("`{}` of {link}", names.join("`, `").replace('|', "\\|"))),
            }
            rows.retain(|row| !is_known(row));
        }
        match also.is_empty() {
            true => table(&rows),
            false => format!("{}Also {}.\n\n", table(&rows), also.join(", ")),
        }
    }
}

/// A table with the sections of the help.
fn table(rows: &[OptionRow]) -> String {
    let mut text = String::new();
    for rows in rows.chunk_by(|row, next| row.section == next.section) {
        if text.is_empty() {
            text = "|option|meaning|default|\n|---|---|---|\n".into();
        }
        if rows[0].section != "Options" {
            text += &format!("||**{}**||\n", rows[0].section);
        }
        for row in rows {
            let syntax = row.syntax.replace('|', "\\|");
            text += &format!("|`{syntax}`|{}|{}|\n", cell(&row.meaning), cell(&row.default));
        }
    }
    text + if rows.is_empty() { "" } else { "\n" }
}

fn pages() -> (Vec<(PathBuf, String)>, Vec<Block>) {
    let pages = texts("docs/src");
    let mut blocks = vec![];
    for (page, text) in &pages {
        let mut heading = "";
        for line in text.lines() {
            if line.starts_with('#') {
                heading = line;
            }
            blocks.extend(Block::read(page, heading, line));
        }
    }
    (pages, blocks)
}

/// A page with the current tables in its blocks.
fn with_tables(text: &str, mut tables: impl Iterator<Item = String>) -> String {
    let (mut now, mut is_old) = (String::new(), false);
    for line in text.lines() {
        is_old &= line != END;
        if !is_old {
            now += &format!("{line}\n");
        }
        if Block::read(Path::new(""), "", line).is_some() {
            assert!(!is_old, "{line}: the block before it has no end");
            is_old = true;
            now += &format!("\n{}", tables.next().expect("a table for each block"));
        }
    }
    assert!(!is_old, "the last block has no end");
    now
}

#[test]
fn tables_in_the_book_are_those_of_the_help() {
    let writing = book::writing();
    let (pages, blocks) = pages();
    let shared = blocks.iter().filter(|block| block.is_shared);
    let shared: Vec<_> = shared.map(|block| (block, block.rows())).collect();
    for (page, text) in pages {
        let own = blocks.iter().filter(|block| block.page == page);
        let now = with_tables(&text, own.map(|block| block.contents(&shared)));
        if writing.is_some() {
            if now.trim_end() != text {
                std::fs::write(&page, now).expect("it can be written");
            }
            continue;
        }
        let differ = text.lines().zip(now.lines()).find(|(text, now)| text != now);
        assert_eq!(differ, None, "{}: try TENGEN_BOOK=write", page.display());
        assert_eq!(text.lines().count(), now.lines().count(), "{}", page.display());
    }
}

fn with_options(command: Vec<String>) -> Vec<Vec<String>> {
    let text = help(&command, "-h");
    let subcommands = commands(&text).into_iter().map(|word| [&command[..], &[word.into()]].concat());
    let own = subcommands.filter(|subcommand| help(subcommand, "-h") != text); // the brain has one help
    let mut found: Vec<_> = own.flat_map(with_options).collect();
    if !rows(&text).is_empty() {
        found.push(command);
    }
    found
}

#[test]
fn every_command_has_one_table_in_the_book() {
    let (_, blocks) = pages();
    let mut tables: Vec<_> = blocks.into_iter().filter(|block| block.only.is_empty()).collect();
    let programs = PROGRAMS.map(|name| vec![name.to_string()]);
    let commands: Vec<_> = programs.into_iter().flat_map(with_options).collect();
    assert!(commands.len() > 35, "{commands:?}");
    for command in commands {
        let at = tables.iter().position(|block| block.command == command);
        tables.swap_remove(at.unwrap_or_else(|| panic!("{command:?} has no table")));
    }
    let twice: Vec<_> = tables.iter().map(|block| &block.command).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn help_becomes_a_table() {
    let help = "\
A program

Usage: program [OPTIONS] [MOVES|FILE]

Commands:
  run  Run it

Arguments:
  [MOVES|FILE]  A game

Options:
  -s, --side <SIDE>
          Side, not with --all [default: both] [possible values: black, both]
      --time <TIME>  Time like `5s`,
                     no more [env: TENGEN_TIME=] [default: 5s]
  -h, --help         Print help

Exit codes
  0  done

Exit codes:
  3    no win,
       certainly";
    let expected = "\
|option|meaning|default|
|---|---|---|
|`[MOVES\\|FILE]`|A game||
|`-s, --side SIDE`|Side, not with `--all` (`black`, `both`)|both|
|`--time TIME`|Time like `5s`, no more; environment: `TENGEN_TIME`|5s|
||**Exit codes**||
|`3`|no win, certainly||

";
    assert_eq!(table(&rows(help)), expected);
}
