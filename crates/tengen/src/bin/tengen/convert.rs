//! `tengen convert`: a game in another format.

use anyhow::{Context, Error, Result};
use clap::Args;
use std::path::PathBuf;
use tengen::command_line::options::ForceOption;
use tengen_core::board::BoardSize;
use tengen_core::rules::Rule;
use tengen_line_io::output::report;
use tengen_records::defaults::Defaults;
use tengen_records::opened::Opened;
use tengen_records::save::{ENDINGS, Saved};
use tengen_records::sgf::tree::Collection;
use tengen_records::source::Written;
use tengen_records::{Format, Game};
use tengen_terminal::given::{self, GameChoice, checked};

#[derive(Args)]
pub struct Convert {
    /// Game: moves like h8i9g7, black first; a link; or a file (SGF, .psq, .lib, .pos, a CCGC record, a link,
    /// or moves); - reads standard input
    #[arg(value_name = "MOVES|FILE")]
    file: PathBuf,
    /// New file: .sgf, .psq, .lib (RenLib) or .txt (CCGC)
    #[arg(value_name = "NEW")]
    new: PathBuf,
    #[command(flatten)]
    force: ForceOption,
    /// Rule [default: the rule of the file, or freestyle]
    #[arg(long)]
    rule: Option<Rule>,
    /// Board size if the file has none: 15, or WIDTHxHEIGHT
    #[arg(long)]
    size: Option<BoardSize>,
    #[command(flatten)]
    choice: GameChoice,
}

/// Writes the new file. An SGF file gets all games, files of other formats one.
pub fn run(arguments: &Convert) -> Result<()> {
    let Convert { file, new, force, rule, size, choice } = arguments;
    let name = || given::name(file);
    let format = Saved::of_name(new).with_context(|| format!("{}: the name must end in {ENDINGS}", new.display()))?;
    let defaults = Defaults { rule: *rule, size: *size, other: None };
    let games = choice.games(file, defaults)?;
    let all: Vec<Result<Opened>> = match format {
        Saved::Record(Format::Sgf) if !choice.has_number() => games.map(checked).collect(),
        _ => vec![choice.pick(games)],
    };
    let count = all.len();
    let (mut bytes, mut notes) = (Vec::new(), Vec::new());
    for (number, game) in (1..).zip(all) {
        let shown = || match count {
            1 => name(),
            _ => format!("{}, game {number}", name()),
        };
        let written = game.and_then(|game| written(format, &game, *rule)).with_context(shown)?;
        bytes.extend(written.bytes);
        for note in written.notes {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    force.write(new, &bytes)?;
    for note in &notes {
        report(format_args!("{}: {note}", new.display()));
    }
    Ok(())
}

/// A game in this format, with another rule if one is given.
fn written(format: Saved, opened: &Opened, rule: Option<Rule>) -> Result<Written> {
    let game = Game { rule: rule.unwrap_or(opened.game.rule), ..opened.game.clone() };
    game.played().map_err(Error::msg)?;
    let mut written = format.write(&game, opened.source.as_ref()).map_err(Error::msg)?;
    if let (Some(rule), Saved::Record(Format::Sgf)) = (rule, format) {
        written.bytes = with_rule(&written.bytes, rule)?;
    }
    Ok(written)
}

/// The SGF file with this rule in its first game, which may be a copy of the file that was read.
fn with_rule(bytes: &[u8], rule: Rule) -> Result<Vec<u8>> {
    let mut file = Collection::parse(bytes)?;
    if let Some(tree) = file.trees.first_mut() {
        let root = tree.root();
        tree.set(root, "RU", &[&rule.to_string()]);
    }
    Ok(file.write())
}
