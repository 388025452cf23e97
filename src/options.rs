//! The command line of the brain. It has few options and no crate for them: the programs for people have one.
//!
//! A value follows its option or stands behind `=`. What the command line leaves open an environment variable may
//! say; one that is empty says nothing.

use anyhow::{Context, Result, anyhow, bail, ensure};
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tengen_common::{duration, pages, processors};
use tengen_core::board::MIN_SIDE;
use tengen_core::rules::Variant;
use tengen_core::sau::MAX_SIDE;
use tengen_database::{Library, SharedDatabase};
use tengen_engine::eval::net::Networks;
use tengen_engine::kernel::Kernel;

/// What `--help` prints.
pub const HELP: &str = "\
Tengen, a Gomoku and Renju engine. Without a command it speaks the Gomocup protocol on standard input and
output: type START 15, then BEGIN or TURN 7,7. When the first line is name? it speaks that of the SAU platform.

Usage: pbrain-tengen [OPTIONS] [COMMAND]

Commands:
  bench    Search some fixed positions; print nodes, nodes a second and the signature
             --kernel <NAME>  Instructions to use, which never change the tree: baseline, avx2, avx512
                              [default: the newest that this processor has]
  kernels  Print the names of the kernels that this processor can run; the last one is used
  help     Print this message

Options:
      --log <FILE>           Write a log of the session to this file (it is appended to) [env: TENGEN_LOG]
      --eval <EVAL>          What positions are judged by: net (networks, where the rule has one) or tables
                             [default: net]
      --net <FILE>           A network for its rule, instead of the one that the program brings along; as often
                             as needed
      --hash <MB>            Memory for the search tables in MB [default: 128, or what INFO max_memory leaves]
      --threads <N>          Search on N threads, or on `all` that the machine runs at once [default: 1; INFO
                             thread_num can change it]
      --ponder               Think in the opponent's time too [INFO pondering can change it]
      --nodes <N>            Search at most this many nodes a move
      --database <FILE>      Ask this database of positions (tengen database) for moves; they are played if the
                             search confirms them
      --database-write       Write search results into it; it is created if there is none
      --suggest              Answer SUGGEST X,Y and let the manager decide by PLAY
      --seed <N>             Start of the random numbers that choose a swap2 opening
      --protocol <PROTOCOL>  The language of the manager: gomocup or sau [default: told by its first line] [env:
                             TENGEN_PROTOCOL]
  -h, --help                 Print help
  -V, --version              Print version

Options for SAU, which does not tell these:
      --size <N>             Side of the board [env: TENGEN_SIZE] [default: 15]
      --rule <RULE>          The rule: freestyle, standard, renju, caro or caro-exact [env: TENGEN_RULE]
                             [default: freestyle]
      --time <TIME>          The longest time for a move, like 5s or 800ms [env: TENGEN_TIME] [default: 5s]
";

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Play, in the language of some manager.
    Play,
    /// Search some positions.
    Bench,
    /// Print what this processor can do.
    Kernels,
    /// Print [`HELP`].
    Help,
    /// Print the version.
    Version,
}

/// The language of a manager.
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

/// All that the command line and the environment say.
#[derive(Debug)]
pub struct Options {
    pub command: Command,
    pub kernel: Option<Kernel>,
    pub log: Option<PathBuf>,
    /// Judge by tables only.
    pub tables: bool,
    pub nets: Vec<PathBuf>,
    /// Bytes.
    pub hash: Option<usize>,
    pub threads: Option<usize>,
    pub ponder: bool,
    pub nodes: Option<u64>,
    pub database: Option<PathBuf>,
    pub database_write: bool,
    pub suggest: bool,
    pub seed: Option<u64>,
    pub protocol: Option<Protocol>,
    pub size: u32,
    pub rule: Variant,
    pub time: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            command: Command::Play,
            kernel: None,
            log: None,
            tables: false,
            nets: Vec::new(),
            hash: None,
            threads: None,
            ponder: false,
            nodes: None,
            database: None,
            database_write: false,
            suggest: false,
            seed: None,
            protocol: None,
            size: 15,
            rule: Variant::Freestyle,
            time: Duration::from_secs(5),
        }
    }
}

/// What may stand in the environment, and the option that says the same.
const VARIABLES: [(&str, &str); 5] = [
    ("TENGEN_LOG", "--log"),
    ("TENGEN_PROTOCOL", "--protocol"),
    ("TENGEN_SIZE", "--size"),
    ("TENGEN_RULE", "--rule"),
    ("TENGEN_TIME", "--time"),
];

impl Options {
    /// What this process was started with.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read() -> Result<Options> {
        let variables = VARIABLES.into_iter().filter_map(|(variable, option)| {
            let value = std::env::var_os(variable).filter(|value| !value.is_empty())?;
            Some((variable, option, value))
        });
        Options::from(variables, std::env::args_os().skip(1))
    }

    fn from(
        variables: impl Iterator<Item = (&'static str, &'static str, OsString)>,
        words: impl Iterator<Item = OsString>,
    ) -> Result<Options> {
        let mut options = Options::default();
        let mut words = words.peekable();
        let mut said = Vec::new();
        while let Some(word) = words.next() {
            let word = word
                .into_string()
                .map_err(|word| unexpected(&word.to_string_lossy()))?;
            let (name, behind) = match word.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.into())),
                _ => (word.as_str(), None),
            };
            if options.flag(name, behind.is_some()) || options.command_named(name) {
                continue;
            }
            if !takes_value(name) {
                return Err(unexpected(&word));
            }
            let value = behind.or_else(|| words.next());
            let value = value.ok_or_else(|| anyhow!("{name} wants a value"))?;
            options
                .set(name, value)
                .with_context(|| format!("invalid value for {name}"))?;
            said.push(name.to_string());
        }
        for (variable, option, value) in variables {
            if !said.iter().any(|said| said == option) {
                let set = options.set(option, value);
                set.with_context(|| {
                    format!("invalid value of the environment variable {variable}")
                })?;
            }
        }
        Ok(options)
    }

    /// Takes an option without a value; false when it is none.
    fn flag(&mut self, name: &str, has_value: bool) -> bool {
        match name {
            _ if has_value => return false,
            "--ponder" => self.ponder = true,
            "--suggest" => self.suggest = true,
            "--database-write" => self.database_write = true,
            "-h" | "--help" => self.command = Command::Help,
            "-V" | "--version" => self.command = Command::Version,
            _ => return false,
        }
        true
    }

    /// Takes a command, if none has been named; false when it is none. Whoever asks for help gets help.
    fn command_named(&mut self, name: &str) -> bool {
        let command = match name {
            "bench" => Command::Bench,
            "kernels" => Command::Kernels,
            "help" => Command::Help,
            _ => return false,
        };
        let is_free = self.command == Command::Play;
        if is_free {
            self.command = command;
        }
        is_free || matches!(self.command, Command::Help | Command::Version)
    }

    /// Takes an option's value.
    fn set(&mut self, name: &str, value: OsString) -> Result<()> {
        match name {
            "--log" => {
                self.log = Some(value)
                    .filter(|name| !name.is_empty())
                    .map(PathBuf::from)
            }
            "--net" => self.nets.push(value.into()),
            "--database" => self.database = Some(value.into()),
            _ => {
                let text = value.to_string_lossy();
                self.set_text(name, &text)
                    .with_context(|| text.to_string())?;
            }
        }
        Ok(())
    }

    fn set_text(&mut self, name: &str, text: &str) -> Result<()> {
        let sentence = |error: String| anyhow!(error);
        match name {
            "--eval" => self.tables = reads_tables(text)?,
            "--hash" => self.hash = Some(pages::megabytes(text).map_err(sentence)?),
            "--threads" => self.threads = Some(processors::read(text).map_err(sentence)?),
            "--nodes" => self.nodes = Some(text.parse()?),
            "--seed" => self.seed = Some(text.parse()?),
            "--protocol" => self.protocol = Some(text.parse().map_err(anyhow::Error::msg)?),
            "--kernel" => self.kernel = Some(text.parse()?),
            "--size" => self.size = side(text)?,
            "--rule" => self.rule = text.parse().map_err(anyhow::Error::msg)?,
            "--time" => self.time = duration::read(text).map_err(sentence)?,
            _ => return Err(unexpected(name)),
        }
        Ok(())
    }

    /// The database that is asked for.
    ///
    /// # Errors
    /// When it cannot be opened, or is to be written and not named.
    pub fn library(&self) -> Result<Option<Arc<dyn Library>>> {
        let Some(file) = &self.database else {
            ensure!(
                !self.database_write,
                "--database-write wants --database FILE"
            );
            return Ok(None);
        };
        let database = SharedDatabase::open(file, self.database_write)?;
        Ok(Some(Arc::new(database)))
    }

    /// The networks that are asked for.
    ///
    /// # Errors
    /// When a file cannot be read, or is no network.
    pub fn networks(&self) -> Result<Networks> {
        if self.tables {
            return Ok(Networks::none());
        }
        Networks::with_files(&self.nets).map_err(anyhow::Error::msg)
    }
}

/// The options that a value follows.
const WITH_VALUE: [&str; 13] = [
    "--log",
    "--database",
    "--eval",
    "--net",
    "--hash",
    "--threads",
    "--nodes",
    "--seed",
    "--protocol",
    "--kernel",
    "--size",
    "--rule",
    "--time",
];

fn takes_value(name: &str) -> bool {
    WITH_VALUE.contains(&name)
}

fn unexpected(word: &str) -> anyhow::Error {
    anyhow!("unexpected argument {word}")
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
    side.with_context(|| {
        format!(
            "boards have sides from {} to {}",
            sides.start(),
            sides.end()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str], variables: &[(&'static str, &'static str, &str)]) -> Result<Options> {
        let variables = variables
            .iter()
            .map(|&(name, option, value)| (name, option, value.into()));
        Options::from(variables, words.iter().map(OsString::from))
    }

    #[test]
    fn values_follow_their_options_or_stand_behind_an_equals_sign() {
        let options = read(
            &[
                "--hash",
                "2",
                "--nodes=500",
                "--ponder",
                "--net=a",
                "--net",
                "b",
            ],
            &[],
        )
        .unwrap();
        assert_eq!((options.hash, options.nodes), (Some(2 << 20), Some(500)));
        assert!(options.ponder && !options.suggest);
        assert_eq!(options.nets, [PathBuf::from("a"), PathBuf::from("b")]);
        assert_eq!(options.command, Command::Play);
    }

    #[test]
    fn the_command_line_goes_before_the_environment() {
        let variables = [
            ("TENGEN_TIME", "--time", "9s"),
            ("TENGEN_RULE", "--rule", "renju"),
        ];
        let options = read(&["--time", "2s"], &variables).unwrap();
        assert_eq!(
            (options.time, options.rule),
            (Duration::from_secs(2), Variant::Renju)
        );
        let wrong = read(&[], &[("TENGEN_SIZE", "--size", "99")]).unwrap_err();
        assert!(format!("{wrong:#}").contains("TENGEN_SIZE"), "{wrong:#}");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (words, part) in [
            (&["--hash"][..], "--hash wants a value"),
            (&["--hash", "0"], "from 1 to 65536"),
            (&["--wrong"], "unexpected argument --wrong"),
            (&["--ponder=1"], "unexpected argument --ponder=1"),
            (&["bench", "kernels"], "unexpected argument kernels"),
            (&["bench", "--kernel", "new"], "the kernels are"),
            (&["--size", "4"], "from 5 to 26"),
            (&["--eval", "guess"], "net or tables"),
            (&["--protocol", "uci"], "gomocup and sau"),
        ] {
            let error = read(words, &[]).unwrap_err();
            assert!(format!("{error:#}").contains(part), "{words:?}: {error:#}");
        }
    }

    #[test]
    fn help_names_every_option() {
        let flags = ["--ponder", "--suggest", "--help", "--version"];
        for name in WITH_VALUE.into_iter().chain(flags) {
            assert!(HELP.contains(name), "{name}");
        }
        assert_eq!(
            read(&["bench", "--help"], &[]).unwrap().command,
            Command::Help
        );
    }
}
