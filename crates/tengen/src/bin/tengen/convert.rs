//! `tengen convert`: a game in another format.

use anyhow::{Context, Error, Result, bail};
use clap::Args;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use tengen::terminal::given::{assumption, read_file};
use tengen_core::board::BoardSize;
use tengen_core::rules::Rule;
use tengen_protocol::output::report;
use tengen_records::defaults::Defaults;
use tengen_records::judged::Board;
use tengen_records::opened::{Unopened, open};
use tengen_records::save::{ENDINGS, Saved};
use tengen_records::sgf::tree::Collection;
use tengen_records::{Format, Game};

/// Its options.
#[derive(Args)]
pub struct Convert {
    /// Game: a file (SGF, .psq, .lib, .pos, a CCGC record, a link, or moves); - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// New file, which must not exist yet: .sgf, .psq, .lib (RenLib) or .txt (CCGC)
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Rule [default: the rule of the file, or freestyle]
    #[arg(long)]
    rule: Option<Rule>,
    /// Board size if the file has none: 15, or WIDTHxHEIGHT
    #[arg(long)]
    size: Option<BoardSize>,
    /// Read an SGF file as five in a row even if its GM property names another game
    #[arg(long)]
    as_five: bool,
}

/// Writes the new file.
///
/// # Errors
/// If there is no game, the format cannot store it, or the new file exists.
pub fn run(arguments: &Convert) -> Result<()> {
    let Convert { file, new, rule, size, as_five } = arguments;
    let name = || file.display().to_string();
    let format = Saved::of_name(new)
        .with_context(|| format!("{}: the name must end in {ENDINGS}", new.display()))?;
    let opened = open(&read_file(file)?, Defaults { rule: *rule, size: *size }, *as_five);
    let opened = match opened {
        Ok(opened) => opened,
        Err(Unopened::OtherGame(why)) => {
            bail!("{}: {why} (--as-five reads it as five in a row)", name())
        }
        Err(Unopened::Wrong(why)) => bail!("{}: {why}", name()),
    };
    for doubt in &opened.doubts {
        log::warn!("{doubt}");
    }
    if let Some(assumed) = assumption(opened.assumed, &opened.game) {
        log::warn!("{assumed}; --rule and --size choose others");
    }
    let game = Game { rule: rule.unwrap_or(opened.game.rule), ..opened.game };
    Board::of_game(&game).map_err(Error::msg).with_context(name)?;
    let written = format.write(&game, opened.source.as_ref()).map_err(Error::msg);
    let mut written = written.with_context(|| new.display().to_string())?;
    if let (Some(rule), Saved::Record(Format::Sgf)) = (rule, format) {
        written.bytes = with_rule(&written.bytes, *rule)?;
    }
    let mut out = File::create_new(new).with_context(|| new.display().to_string())?;
    out.write_all(&written.bytes).with_context(|| new.display().to_string())?;
    for note in &written.notes {
        report(format_args!("{}: {note}", new.display()));
    }
    Ok(())
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
