//! Tips next to errors of the command line: the option or argument that was probably meant.
//!
//! clap compares spellings generously: for `--seconds` it suggests `--json`, and for `-o` to pass it as a value.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use std::ffi::OsString;
use std::path::Path;
use tengen_core::board::{BoardSize, MAX_SIDE, notation};

/// Names that other programs use, and ours.
const MEANT: [(&str, &str); 29] = [
    ("seconds", "time"),
    ("second", "time"),
    ("secs", "time"),
    ("sec", "time"),
    ("seconds", "turn"),
    ("time", "turn"),
    ("timeout", "time"),
    ("movetime", "time"),
    ("turn", "time"),
    ("t", "time"),
    ("output", "out"),
    ("o", "out"),
    ("out", "svg"),
    ("output", "svg"),
    ("o", "svg"),
    ("lvl", "level"),
    ("strength", "level"),
    ("engine", "brain"),
    ("file", "board"),
    ("f", "board"),
    ("moves", "position"),
    ("jobs", "threads"),
    ("cores", "threads"),
    ("j", "threads"),
    ("memory", "hash"),
    ("multipv", "lines"),
    ("n", "lines"),
    ("r", "rule"),
    ("s", "size"),
];

pub(super) fn with_tips(mut error: Error, command: &Command, words: &[OsString]) -> Error {
    let tool = tool(command, words);
    match (error.kind(), named(&error, ContextKind::InvalidArg), named(&error, ContextKind::InvalidSubcommand)) {
        (ErrorKind::UnknownArgument, Some(word), _) => unknown_argument(&mut error, &tool, &word),
        (ErrorKind::InvalidSubcommand, _, Some(word)) => unknown_tool(&mut error, &tool, &word),
        _ => {}
    }
    error
}

fn named(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.clone()),
        _ => None,
    }
}

/// The innermost tool that these words name, with its whole name.
fn tool(command: &Command, words: &[OsString]) -> Command {
    let (mut tool, mut name) = (command.clone(), command.get_name().to_string());
    for word in words.iter().skip(1).filter_map(|word| word.to_str()) {
        let Some(next) = tool.find_subcommand(word).cloned() else { break };
        name = format!("{name} {}", next.get_name());
        tool = next;
    }
    tool.bin_name(name)
}

fn unknown_argument(error: &mut Error, tool: &Command, word: &str) {
    let has = |name: &str| tool.get_arguments().any(|argument| argument.get_long() == Some(name));
    let bare = word.trim_start_matches('-').split('=').next().unwrap_or_default();
    if !word.starts_with('-') {
        if is_move(word) {
            tip(error, "moves are one argument, like h8i9g7 or 'h8 i9 g7'");
        }
        return;
    }
    error.remove(ContextKind::Suggested); // "to pass '-o' as a value, use '-- -o'"
    let similar = named(error, ContextKind::SuggestedArg);
    let similar = similar.filter(|option| is_close(bare, option.trim_start_matches('-')));
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Usage, ContextValue::StyledStr(tool.clone().render_usage()));
    let meant = MEANT.iter().find(|(other, ours)| *other == bare && has(ours));
    if let Some(option) = meant.map(|(_, ours)| format!("--{ours}")).or(similar) {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(option));
    } else if ["o", "out", "output"].contains(&bare)
        && tool.get_positionals().any(|argument| argument.get_id() == "new")
    {
        tip(error, "the new file is the second argument");
    }
}

fn unknown_tool(error: &mut Error, tool: &Command, word: &str) {
    if let Some(ContextValue::Strings(similar)) = error.remove(ContextKind::SuggestedSubcommand) {
        let similar: Vec<String> = similar.into_iter().filter(|name| is_close(word, name)).collect();
        if !similar.is_empty() {
            error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(similar));
            return;
        }
    }
    if is_move(word) || Path::new(word).exists() {
        return tip(error, &format!("a command comes first, like '{} analyse {word}'", tool.get_name()));
    }
    let tools = tool.get_subcommands().filter(|tool| !tool.is_hide_set() && tool.get_name() != "help");
    let names: Vec<&str> = tools.map(Command::get_name).collect();
    tip(error, &format!("the commands are {}", names.join(", ")));
}

/// Whether one name begins like the other, or most of its letters are right and at most two are wrong.
fn is_close(typed: &str, name: &str) -> bool {
    let wrong = strsim::damerau_levenshtein(typed, name);
    !typed.is_empty() && (name.starts_with(typed) || wrong <= 2 && 2 * wrong < typed.len())
}

fn tip(error: &mut Error, text: &str) {
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![text.to_string().into()]));
}

/// Whether a word is one or more moves: `h8i9` or `7,7`.
fn is_move(word: &str) -> bool {
    let is_pair = || word.split_once(',').is_some_and(|(x, y)| [x, y].iter().all(|n| n.parse::<u8>().is_ok()));
    BoardSize::square(MAX_SIDE.into()).is_some_and(|size| notation::read(word, size).is_ok()) || is_pair()
}
