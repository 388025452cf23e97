//! The command line of the brain. Environment variables are defaults for options; empty ones are ignored.

use anyhow::{Context, Error, Result, bail, ensure};
use lexopt::Arg::{Long, Short, Value};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tengen_certificate::ProofBook;
use tengen_common::{duration, pages, processors};
use tengen_core::board::MIN_SIDE;
use tengen_core::rules::Variant;
use tengen_core::sau::MAX_SIDE;
use tengen_database::{PositionBook, open_book};
use tengen_engine::eval::net::Networks;
use tengen_engine::kernel::Kernel;

pub const HELP: &str = "\
Tengen, a Gomoku and Renju engine. Without a command it speaks the Gomocup
protocol on standard input and output: type START 15, then BEGIN or TURN 7,7.
If the first line is name?, it speaks the SAU platform's protocol.

Usage: pbrain-tengen [OPTIONS] [COMMAND]

Commands:
  bench    Search fixed positions and print nodes, nodes per second and the
           signature
  kernels  Print the kernels that this processor supports; the last one is used
           by default
  help     Print this message

Options:
      --kernel <NAME>        Instruction set of bench, with the same tree:
                             baseline, avx2, avx512 or avx512vnni
                             [default: the newest that this processor supports]
      --log <FILE>           Append a log of the session to this file
                             [env: TENGEN_LOG]
      --eval <BY>            Evaluation: neural networks (for rules that have
                             one), or pattern tables only [default: net]
                             [possible values: net, tables]
      --net <FILE>           Network file that replaces the built-in one for its
                             rule (repeatable)
      --hash <MB>            Hash table size
                             [default: 128, or what INFO max_memory leaves]
      --threads <N>          Search threads, or `all` for one per processor;
                             INFO thread_num replaces it [default: 1]
      --ponder               Think in the opponent's time too; INFO pondering
                             replaces it
      --nodes <N>            Node limit per move
      --database <FILE>      Position database (`tengen database`) to take moves
                             from, if the search confirms them
      --database-write       Write search results to the database; creates it if
                             needed
      --proof <FILE>         Play the moves of a proof (`tengen prove`) in games
                             that it covers; check the file with `tengen prove
                             check` first
      --suggest              Answer SUGGEST X,Y and let the manager decide by
                             PLAY
      --seed <N>             Random seed for swap2 openings and for the random
                             moves of INFO strength
      --protocol <PROTOCOL>  Protocol of the manager: gomocup or sau
                             [default: detected from its first line]
                             [env: TENGEN_PROTOCOL]
  -h, --help                 Print help
  -V, --version              Print version

Options for the SAU protocol, which does not transmit these settings:
      --size <N>             Board size, 5 to 26 [env: TENGEN_SIZE]
                             [default: 15]
      --rule <RULE>          Rule: freestyle, standard, renju, caro or
                             caro-exact [env: TENGEN_RULE] [default: freestyle]
      --time <TIME>          Maximum time per move, like 5s or 800ms
                             [env: TENGEN_TIME] [default: 5s]
";

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Command {
    #[default]
    Play,
    Bench,
    Kernels,
    Help,
    Version,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    Gomocup,
    Sau,
}

impl FromStr for Protocol {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Protocol, &'static str> {
        match name {
            "gomocup" => Ok(Protocol::Gomocup),
            "sau" => Ok(Protocol::Sau),
            _ => Err("the protocols are gomocup and sau"),
        }
    }
}

#[derive(Default, Debug)]
pub struct Options {
    pub command: Command,
    pub kernel: Option<Kernel>,
    pub log: Option<PathBuf>,
    /// Evaluate by pattern tables only.
    pub tables: bool,
    pub nets: Vec<PathBuf>,
    /// In bytes.
    pub hash: Option<usize>,
    pub threads: Option<usize>,
    pub ponder: bool,
    pub nodes: Option<u64>,
    pub database: Option<PathBuf>,
    pub database_write: bool,
    pub proof: Option<PathBuf>,
    pub suggest: bool,
    pub seed: Option<u64>,
    pub protocol: Option<Protocol>,
    pub size: u32,
    pub rule: Variant,
    pub time: Duration,
}

type Set = fn(&mut Options, &OsStr) -> Result<()>;

const WITH_VALUE: [(&str, Set); 14] = [
    ("log", |options, file| {
        options.log = Some(file).filter(|name| !name.is_empty()).map(PathBuf::from);
        Ok(())
    }),
    ("net", |options, file| {
        options.nets.push(file.into());
        Ok(())
    }),
    ("database", |options, file| {
        options.database = Some(file.into());
        Ok(())
    }),
    ("proof", |options, file| {
        options.proof = Some(file.into());
        Ok(())
    }),
    ("eval", |options, value| set(&mut options.tables, value, reads_tables)),
    ("hash", |options, value| set(&mut options.hash, value, |text| some(pages::megabytes(text)))),
    ("threads", |options, value| set(&mut options.threads, value, |text| some(processors::read(text)))),
    ("nodes", |options, value| set(&mut options.nodes, value, |text| Ok(Some(text.parse()?)))),
    ("seed", |options, value| set(&mut options.seed, value, |text| Ok(Some(text.parse()?)))),
    ("protocol", |options, value| set(&mut options.protocol, value, |text| some(text.parse()))),
    ("kernel", |options, value| set(&mut options.kernel, value, |text| Ok(Some(text.parse()?)))),
    ("size", |options, value| set(&mut options.size, value, side)),
    ("rule", |options, value| set(&mut options.rule, value, |text| text.parse().map_err(Error::msg))),
    ("time", |options, value| set(&mut options.time, value, |text| duration::read(text).map_err(Error::msg))),
];

/// Environment variables and the options they set.
const VARIABLES: [(&str, &str); 5] = [
    ("TENGEN_LOG", "log"),
    ("TENGEN_PROTOCOL", "protocol"),
    ("TENGEN_SIZE", "size"),
    ("TENGEN_RULE", "rule"),
    ("TENGEN_TIME", "time"),
];

impl Options {
    pub fn read() -> Result<Options> {
        let variables = VARIABLES.into_iter().filter_map(|(variable, option)| {
            let value = std::env::var_os(variable).filter(|value| !value.is_empty())?;
            Some((variable, option, value))
        });
        Options::from(variables, std::env::args_os().skip(1))
    }

    fn from(
        variables: impl Iterator<Item = (&'static str, &'static str, OsString)>,
        words: impl Iterator<Item = OsString> + 'static,
    ) -> Result<Options> {
        let mut options = Options { size: 15, time: Duration::from_secs(5), ..Options::default() };
        let mut parser = lexopt::Parser::from_args(words);
        let mut given = Vec::new();
        while let Some(word) = parser.next()? {
            match word {
                Short('h') | Long("help") => options.command = Command::Help,
                Short('V') | Long("version") => options.command = Command::Version,
                Long("ponder") => options.ponder = true,
                Long("suggest") => options.suggest = true,
                Long("database-write") => options.database_write = true,
                Long(name) => {
                    let Some((name, set)) = with_value(name) else { return Err(word.unexpected().into()) };
                    let value = parser.value()?;
                    set(&mut options, &value).with_context(|| format!("invalid value for --{name}"))?;
                    given.push(name);
                }
                Value(ref name) if options.command_named(name) => {}
                _ => return Err(word.unexpected().into()),
            }
        }
        for (variable, option, value) in variables {
            if !given.contains(&option) {
                let (_, set) = with_value(option).expect("VARIABLES names options");
                set(&mut options, &value)
                    .with_context(|| format!("invalid value of the environment variable {variable}"))?;
            }
        }
        Ok(options)
    }

    /// Handles a command, unless one has been named; returns false if it is none. Help takes precedence.
    fn command_named(&mut self, name: &OsStr) -> bool {
        let command = match name.to_str() {
            Some("bench") => Command::Bench,
            Some("kernels") => Command::Kernels,
            Some("help") => Command::Help,
            _ => return false,
        };
        let is_free = self.command == Command::Play;
        if is_free {
            self.command = command;
        }
        is_free || matches!(self.command, Command::Help | Command::Version)
    }

    pub fn book(&self) -> Result<Option<Arc<dyn PositionBook>>> {
        let Some(file) = &self.database else {
            ensure!(!self.database_write, "--database-write wants --database FILE");
            return Ok(None);
        };
        Ok(Some(open_book(file, self.database_write)?))
    }

    pub fn proof(&self) -> Result<Option<Arc<ProofBook>>> {
        Ok(ProofBook::open(self.proof.as_deref())?)
    }

    pub fn networks(&self) -> Result<Networks> {
        if self.tables {
            return Ok(Networks::none());
        }
        Networks::with_files(&self.nets).map_err(anyhow::Error::msg)
    }
}

fn with_value(name: &str) -> Option<(&'static str, Set)> {
    WITH_VALUE.into_iter().find(|(known, _)| *known == name)
}

/// Sets a field to what a text says.
fn set<T>(field: &mut T, value: &OsStr, read: impl FnOnce(&str) -> Result<T>) -> Result<()> {
    let text = value.to_string_lossy();
    *field = read(&text).with_context(|| text.to_string())?;
    Ok(())
}

fn some<T>(read: Result<T, impl std::fmt::Display>) -> Result<Option<T>> {
    read.map(Some).map_err(|error| Error::msg(error.to_string()))
}

fn reads_tables(text: &str) -> Result<bool> {
    match text {
        "tables" => Ok(true),
        "net" => Ok(false),
        _ => bail!("positions are judged by net or tables"),
    }
}

fn side(text: &str) -> Result<u32> {
    let sides = MIN_SIDE as u32..=MAX_SIDE as u32;
    let side = text.parse().ok().filter(|side| sides.contains(side));
    side.with_context(|| format!("boards have sides from {} to {}", sides.start(), sides.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str], variables: &[(&'static str, &'static str, &str)]) -> Result<Options> {
        let variables = variables.iter().map(|&(name, option, value)| (name, option, value.into()));
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        Options::from(variables, words.into_iter())
    }

    #[test]
    fn values_follow_their_options_or_stand_behind_an_equals_sign() {
        let options = read(&["--hash", "2", "--nodes=500", "--ponder", "--net=a", "--net", "b"], &[]).unwrap();
        assert_eq!((options.hash, options.nodes), (Some(2 << 20), Some(500)));
        assert!(options.ponder && !options.suggest);
        assert_eq!(options.nets, [PathBuf::from("a"), PathBuf::from("b")]);
        assert_eq!(options.command, Command::Play);
    }

    #[test]
    fn the_command_line_goes_before_the_environment() {
        let variables = [("TENGEN_TIME", "time", "9s"), ("TENGEN_RULE", "rule", "renju")];
        let options = read(&["--time", "2s"], &variables).unwrap();
        assert_eq!((options.time, options.rule), (Duration::from_secs(2), Variant::Renju));
        let wrong = read(&[], &[("TENGEN_SIZE", "size", "99")]).unwrap_err();
        assert!(format!("{wrong:#}").contains("TENGEN_SIZE"), "{wrong:#}");
    }

    #[test]
    fn help_names_every_option() {
        let flags = ["ponder", "suggest", "help", "version", "database-write"];
        for name in WITH_VALUE.into_iter().map(|(name, _)| name).chain(flags) {
            assert!(HELP.contains(&format!("--{name} ")), "{name}");
        }
        assert_eq!(read(&["bench", "--help"], &[]).unwrap().command, Command::Help);
    }
}
