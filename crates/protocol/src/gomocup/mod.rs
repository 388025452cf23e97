//! The Gomocup protocol: one command a line, spoken by Piskvork and every Gomoku manager.
//!
//! [`Gomocup`] takes lines one after the other and prints the answers. Decisions where the
//! documents leave room:
//! - Between BOARD (or another command with a list) and DONE, blank lines mean nothing and INFO is
//!   noted as always. A line that is no entry spoils the block: DONE then answers ERROR. Another known
//!   command ends the block with ERROR and is carried out; END is carried out without a word. Entries
//!   may also stand in the line of the command, with DONE or without it. `-1,-1` is a pass. After a board
//!   that was not read, all that needs a board is refused until another one or a new game comes: the board
//!   before it is not the manager's.
//! - After an unknown command, lines of numbers up to DONE are its list and are skipped.
//! - While a search runs, INFO counts at once unless other commands wait before it: those, and all
//!   that follows, keep their order. END, the end of the input and YXSTOP go before everything.
//! - A command that begins a game, brings a board or wants another search (START, RECTSTART, RESTART,
//!   BEGIN, BOARD, SWAP2BOARD, YXBOARD, YXNBEST, YXBALANCEONE, YXBALANCETWO) breaks a search off: the move
//!   is never said, and everything that waits is carried out as if it had come afterwards. What was told
//!   stays on the board, so TURN lays its stone even if its answer is not waited for. TURN itself waits:
//!   a manager that sends one after the other without looking gets all its answers.
//! - Nothing is printed but answers, so nothing is ever printed off turn: what a graphical board sees
//!   of a search while it runs belongs to the answer. One exception: after END a MESSAGE reports results
//!   that could not be written into the database.

mod database;
mod numbers;
mod parse;
mod print;

use super::input::{Line, Peek, Queue, Source};
use super::words::{is_blank, quotable};
use parse::Request;
use std::io::{self, Write};
use std::time::Instant;
use tengen_common::Report;
use tengen_core::board::POINTS;
use tengen_core::printable;
use tengen_engine::brain::{
    Command, Config, Edit, Engine, Field, Inbox, Interrupt, Lookup, Place, Show,
};

/// No list has more entries than the largest board has points.
const MOST_ENTRIES: usize = POINTS;

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Wait for the next line.
    GoOn,
    /// END was said.
    Leave,
}

/// One session with a manager.
pub struct Gomocup {
    engine: Engine,
    block: Option<Block>,
    /// The last command was unknown: what may be its list is skipped, up to DONE.
    skips_list: bool,
}

/// The lines between a command and DONE, and the command that they make.
enum Block {
    Fields(Entries<(Place, Field)>, fn(Vec<(Place, Field)>) -> Command),
    Places(Entries<Place>, fn(Vec<Place>) -> Command),
    LookUp(Entries<Place>, Lookup),
    Edit(Entries<Place>, Vec<Edit>),
    /// Whatever is in it, this is the answer.
    Skipped(String),
}

struct Entries<T> {
    good: Vec<T>,
    fault: Option<Fault>,
}

/// The first thing that is wrong with a list.
enum Fault {
    /// This line is no entry.
    NoEntry(String),
    TooMany,
}

/// Speaks with a manager until END or the end of the input.
///
/// # Errors
/// When the output cannot be written: the manager is gone.
pub fn run(config: Config, source: &mut dyn Source, output: &mut dyn Write) -> io::Result<()> {
    let mut session = Gomocup::new(config);
    let mut waiting = Queue::default();
    while let Some(line) = waiting.pop().or_else(|| session.next_line(source)) {
        let mut inbox = Waiting {
            source,
            queue: &mut waiting,
        };
        if session.hear(&line, &mut inbox, output)? == Flow::Leave {
            break;
        }
    }
    session.leave(output)
}

impl Gomocup {
    /// A session before its first line.
    pub fn new(config: Config) -> Gomocup {
        Gomocup {
            engine: Engine::new(config),
            block: None,
            skips_list: false,
        }
    }

    /// Ends the session, and reports results that could not be written into the database.
    fn leave(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let Err(lost) = self.engine.finish() else {
            return Ok(());
        };
        say(output, &format!("MESSAGE {}\n", printable::line(&lost)))
    }

    /// The engine behind the words.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The next line; until it comes the engine may think in the opponent's time.
    fn next_line(&mut self, source: &mut dyn Source) -> Option<Line> {
        if !self.engine.may_ponder() {
            return source.next_line();
        }
        let mut seen = source.peek_line();
        if seen == Peek::Nothing {
            self.engine.ponder(&mut || {
                if seen == Peek::Nothing {
                    seen = source.peek_line();
                }
                seen != Peek::Nothing
            });
        }
        match seen {
            Peek::Line(line) => Some(line),
            Peek::End => None,
            Peek::Nothing => source.next_line(),
        }
    }

    /// Takes one line and prints the answer, if there is one.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn hear(
        &mut self,
        line: &[u8],
        inbox: &mut dyn Inbox,
        output: &mut dyn Write,
    ) -> io::Result<Flow> {
        // Not when the line was read: a manager may suspend us between reading and hearing, and what
        // waited for the end of a search was not asked before.
        let asked = Instant::now();
        log::debug!("> {}", line.escape_ascii());
        let request = parse::request(line);
        if self.skips_list {
            match &request {
                Request::Nothing => return Ok(Flow::GoOn),
                Request::Unknown(_) if parse::is_entry(line) => return Ok(Flow::GoOn),
                _ => self.skips_list = false,
            }
            if request == Request::Done {
                return Ok(Flow::GoOn);
            }
        }
        let mut broken_block = "";
        let mut inbox = Showing { inbox, output };
        let answer = match (request, self.block.take()) {
            (Request::End, _) => return Ok(Flow::Leave),
            (Request::Done, Some(block)) => self.finish(block, asked, &mut inbox),
            (Request::Unknown(_), Some(mut block)) => {
                block.add(line);
                self.block = Some(block);
                return Ok(Flow::GoOn);
            }
            (request, block) => {
                if request.fits_into_a_block() {
                    self.block = block;
                } else if let Some(block) = block {
                    broken_block = "ERROR DONE expected\n";
                    self.spoil(&block);
                }
                self.answer(request, asked, &mut inbox)
            }
        };
        say(output, &(broken_block.to_string() + &answer))?;
        self.engine.write_down();
        Ok(Flow::GoOn)
    }

    /// DONE: carries out what a block asks for.
    fn finish(&mut self, block: Block, asked: Instant, inbox: &mut dyn Inbox) -> String {
        if block.has_fault() {
            self.spoil(&block);
        }
        match block.command() {
            Ok(command) => self.execute(command, asked, inbox),
            Err(error) => error,
        }
    }

    /// A block that holds a board was not read: the board before it is not what the manager means.
    fn spoil(&mut self, block: &Block) {
        if let Block::Fields(..) = block {
            self.engine.refuse_board();
        }
    }

    /// What to say to a request outside of a block.
    fn answer(&mut self, request: Request, asked: Instant, inbox: &mut dyn Inbox) -> String {
        match request {
            Request::Command(command) => self.execute(command, asked, inbox),
            Request::Open(list, entries) => self.open(Block::new(list), &entries, asked, inbox),
            Request::Done => "ERROR DONE without BOARD\n".into(),
            Request::About => print::ABOUT.into(),
            Request::Bad(reason) => format!("ERROR {}\n", printable::line(reason)),
            Request::Unknown(word) => {
                self.skips_list = true;
                format!("UNKNOWN {word}\n")
            }
            Request::Nothing | Request::Stop | Request::End => String::new(),
        }
    }

    /// Begins a block with the entries that stand in its first line; DONE among them ends it.
    fn open(
        &mut self,
        mut block: Block,
        entries: &str,
        asked: Instant,
        inbox: &mut dyn Inbox,
    ) -> String {
        for word in entries.split(is_blank).filter(|word| !word.is_empty()) {
            if word.eq_ignore_ascii_case("DONE") {
                return self.finish(block, asked, inbox);
            }
            block.add(word.as_bytes());
        }
        self.block = Some(block);
        String::new()
    }

    fn execute(&mut self, command: Command, asked: Instant, inbox: &mut dyn Inbox) -> String {
        match self.engine.execute(command, asked, inbox) {
            Ok(reply) => print::reply(&reply),
            Err(refusal) => print::refusal(&refusal),
        }
    }
}

impl Block {
    fn new(list: parse::List) -> Block {
        match list {
            parse::List::Board => Block::Fields(Entries::new(), Command::Board),
            parse::List::SetUp => Block::Fields(Entries::new(), Command::SetUp),
            parse::List::Swap2 => Block::Places(Entries::new(), Command::Swap2),
            parse::List::Block => Block::Places(Entries::new(), Command::Block),
            parse::List::Unblock => Block::Places(Entries::new(), Command::Unblock),
            parse::List::LookUp(lookup) => Block::LookUp(Entries::new(), lookup),
            parse::List::Edit(edits) => Block::Edit(Entries::new(), edits),
            parse::List::Unknown(word) => Block::Skipped(format!("UNKNOWN {word}\n")),
        }
    }

    fn add(&mut self, line: &[u8]) {
        match self {
            Block::Fields(entries, _) => entries.add(line, parse::board_line(line)),
            Block::Places(entries, _) | Block::LookUp(entries, _) | Block::Edit(entries, _) => {
                entries.add(line, parse::place_line(line));
            }
            Block::Skipped(_) => {}
        }
    }

    /// Whether the block cannot be read.
    fn has_fault(&self) -> bool {
        matches!(self, Block::Fields(entries, _) if entries.fault.is_some())
    }

    /// What the whole block asks for, or what is to be said instead.
    fn command(self) -> Result<Command, String> {
        match self {
            Block::Fields(entries, command) => Ok(command(entries.all("x,y,field")?)),
            Block::Places(entries, command) => Ok(command(entries.all("x,y")?)),
            Block::LookUp(entries, lookup) => Ok(Command::LookUp(entries.all("x,y")?, lookup)),
            Block::Edit(entries, edits) => Ok(Command::Edit(entries.all("x,y")?, edits)),
            Block::Skipped(answer) => Err(answer),
        }
    }
}

impl<T> Entries<T> {
    fn new() -> Entries<T> {
        Entries {
            good: Vec::new(),
            fault: None,
        }
    }

    fn add(&mut self, line: &[u8], entry: Option<T>) {
        match entry {
            _ if self.fault.is_some() => {}
            Some(entry) if self.good.len() < MOST_ENTRIES => self.good.push(entry),
            Some(_) => self.fault = Some(Fault::TooMany),
            None => {
                let text = quotable(&String::from_utf8_lossy(line));
                self.fault = Some(Fault::NoEntry(text));
            }
        }
    }

    fn all(self, wanted: &str) -> Result<Vec<T>, String> {
        match self.fault {
            Some(Fault::NoEntry(line)) => Err(format!("ERROR {line} is not {wanted}\n")),
            Some(Fault::TooMany) => Err(format!(
                "ERROR more than {MOST_ENTRIES} lines: no board has so many points\n"
            )),
            None => Ok(self.good),
        }
    }
}

fn say(output: &mut dyn Write, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    log::debug!("< {}", text.trim_end());
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// An inbox that also prints what a search shows.
struct Showing<'a> {
    inbox: &'a mut dyn Inbox,
    output: &'a mut dyn Write,
}

impl Inbox for Showing<'_> {
    fn poll(&mut self) -> Option<Interrupt> {
        self.inbox.poll()
    }

    fn show(&mut self, what: Show, lines: &[Report]) {
        // When nobody listens any more, the answer will find out.
        let _ = say(self.output, &print::progress(what, lines));
    }
}

/// The input as a search sees it: what is not urgent is put into the queue.
struct Waiting<'a> {
    source: &'a mut dyn Source,
    queue: &'a mut Queue,
}

impl Inbox for Waiting<'_> {
    fn poll(&mut self) -> Option<Interrupt> {
        while !self.queue.ends_a_search() {
            if self.queue.is_full() {
                return None;
            }
            let line = match self.source.peek_line() {
                Peek::Nothing => return None,
                Peek::End => {
                    self.queue.clear();
                    break;
                }
                Peek::Line(line) => line,
            };
            match parse::request(&line) {
                Request::End => {
                    self.queue.clear();
                    self.queue.push(line, true);
                }
                Request::Stop => return Some(Interrupt::MoveNow),
                Request::Command(Command::Info(info)) if self.queue.is_empty() => {
                    log::debug!("> {} (thinking)", line.escape_ascii());
                    return Some(Interrupt::Info(info));
                }
                Request::Nothing => {}
                request => self.queue.push(line, request.ends_a_search()),
            }
        }
        Some(Interrupt::Leave)
    }
}
