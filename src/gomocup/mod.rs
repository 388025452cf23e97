//! The Gomocup protocol: one command per line, used by Piskvork and every Gomoku manager.
//!
//! [`Gomocup`] takes lines and prints the replies. Decisions where the documentation is unclear:
//! - Between BOARD (or another command with a list) and DONE, blank lines are ignored and INFO is handled as usual. An
//!   invalid entry makes the block invalid: DONE then replies ERROR. Another known command ends the block with ERROR
//!   and is executed; END is executed without a reply. Entries may also be on the line of the command, with or without
//!   DONE. `-1,-1` is a pass. After an invalid board, everything that needs a board is rejected until a new board or
//!   game, since the previous board is not what the manager means.
//! - After an unknown command, lines of numbers up to DONE are skipped as its list.
//! - During a search, INFO takes effect at once unless other commands are queued before it: the order of queued
//!   commands is kept. END, the end of the input and YXSTOP take precedence over everything.
//! - A command that starts a game, sends a board or requests another search (START, RECTSTART, RESTART, BEGIN, BOARD,
//!   SWAP2BOARD, YXBOARD, YXNBEST, YXBALANCEONE, a step of an opening, …) stops a search: its move is not printed, and all queued
//!   commands are executed in order. The board keeps all earlier changes, so TURN places its stone even if its reply is
//!   no longer needed. TURN itself is queued: a manager that sends one after the other without waiting gets all
//!   replies.
//! - Only replies are printed, so nothing is printed out of turn: the progress of a search shown to a graphical board
//!   is part of the reply. One exception: after END, a MESSAGE reports results that could not be written to the
//!   database.

mod database;
mod error;
mod numbers;
mod parse;
mod print;

use error::{GomocupError, MOST_ENTRIES, OwnReply};
use parse::Request;
use std::io::{self, Write};
use std::time::Instant;
use tengen_common::Report;
use tengen_core::printable;
use tengen_line_io::input::{Line, Peek, Queue, Source};
use tengen_line_io::words::{is_blank, quotable};
use tengen_session::brain::{Brain, Command, Config, Edit, Field, Inbox, Interrupt, Lookup, Place, Show, Soosyrv};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    GoOn,
    /// END was received.
    Leave,
}

pub struct Gomocup {
    brain: Brain,
    block: Option<Block>,
    /// After an unknown command: skip lines that may be its list, up to DONE.
    skips_list: bool,
}

/// The lines between a command and DONE, and the command they form.
enum Block {
    Fields(Entries<(Place, Field)>, fn(Vec<(Place, Field)>) -> Command),
    Places(Entries<Place>, fn(Vec<Place>) -> Command),
    LookUp(Entries<Place>, Lookup),
    /// The step of Soosõrv's rule, and the number of fifth stones.
    Soosyrv(Entries<Place>, u8, usize),
    Edit(Entries<Place>, Vec<Edit>),
    /// The list of this unknown command, which is skipped.
    Skipped(String),
}

struct Entries<T> {
    good: Vec<T>,
    fault: Option<Fault>,
}

/// The first error in a list.
enum Fault {
    /// This line is not a valid entry.
    NoEntry(String),
    TooMany,
}

/// Runs a session until END or the end of the input.
pub fn run(config: Config, source: &mut dyn Source, output: &mut dyn Write) -> io::Result<()> {
    let mut session = Gomocup::new(config);
    let mut queue = Queue::default();
    while let Some(line) = queue.pop().or_else(|| session.next_line(source)) {
        let mut inbox = ReadAhead { source, queue: &mut queue };
        if session.hear(&line, &mut inbox, output)? == Flow::Leave {
            break;
        }
    }
    session.leave(output)
}

impl Gomocup {
    pub fn new(config: Config) -> Gomocup {
        Gomocup { brain: Brain::new(config), block: None, skips_list: false }
    }

    /// Ends the session and reports results that could not be written to the database.
    fn leave(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let Err(lost) = self.brain.finish() else { return Ok(()) };
        say(output, &format!("MESSAGE {}\n", printable::line(lost.to_string())))
    }

    pub fn brain(&self) -> &Brain {
        &self.brain
    }

    /// The next line; the engine may ponder until it arrives.
    fn next_line(&mut self, source: &mut dyn Source) -> Option<Line> {
        if !self.brain.may_ponder() {
            return source.next_line();
        }
        let mut seen = source.peek_line();
        if seen == Peek::Nothing {
            self.brain.ponder(&mut || {
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

    /// Handles one line and prints the reply, if any.
    pub fn hear(&mut self, line: &[u8], inbox: &mut dyn Inbox, output: &mut dyn Write) -> io::Result<Flow> {
        // Not the time when the line was read: a manager may suspend us in between, and a command queued during a
        // search is only executed afterwards.
        let asked = Instant::now();
        log::debug!("> {}", line.escape_ascii());
        let request = parse::request(line);
        if request == Request::End {
            return Ok(Flow::Leave);
        }
        let broken_block = self.break_block(&request);
        let answer = match self.command(request, line) {
            Ok(None) => String::new(),
            Ok(Some(command)) => print::answer(self.brain.execute(command, asked, &mut Printer { inbox, output })),
            Err(own) => print::own(&own),
        };
        say(output, &(broken_block + &answer))?;
        self.brain.write_down();
        Ok(Flow::GoOn)
    }

    /// A request that does not fit into the block ends it with an error.
    fn break_block(&mut self, request: &Request) -> String {
        let is_part = request.fits_into_a_block() || matches!(request, Request::Done | Request::Unknown(_));
        match self.block.take_if(|_| !is_part) {
            Some(block) => {
                self.spoil(&block);
                print::own(&GomocupError::OpenBlock.into())
            }
            None => String::new(),
        }
    }

    fn command(&mut self, request: Request, line: &[u8]) -> Result<Option<Command>, OwnReply> {
        if self.skips_list {
            self.skips_list = match &request {
                Request::Nothing => true,
                Request::Unknown(_) => parse::is_entry(line),
                _ => false,
            };
            if self.skips_list || request == Request::Done {
                return Ok(None);
            }
        }
        match request {
            Request::Command(command) => Ok(Some(command)),
            Request::Open(list, entries) => self.open(Block::new(list), &entries),
            Request::Done => match self.block.take() {
                Some(block) => self.finish(block).map(Some),
                None => Err(GomocupError::NoBlock.into()),
            },
            Request::About => Err(OwnReply::About),
            Request::Help => Err(OwnReply::Help),
            Request::Bad(error) => Err(error.into()),
            Request::Unknown(word) => match &mut self.block {
                Some(block) => {
                    block.add(line);
                    Ok(None)
                }
                None => {
                    self.skips_list = true;
                    Err(OwnReply::Unknown(word))
                }
            },
            Request::Nothing | Request::Stop | Request::End => Ok(None),
        }
    }

    fn finish(&mut self, block: Block) -> Result<Command, OwnReply> {
        if block.has_fault() {
            self.spoil(&block);
        }
        block.command()
    }

    /// If a block with a board is invalid, the previous board is not what the manager means.
    fn spoil(&mut self, block: &Block) {
        if let Block::Fields(..) = block {
            self.brain.refuse_board();
        }
    }

    /// Starts a block with the entries on its first line; DONE among them ends it.
    fn open(&mut self, mut block: Block, entries: &str) -> Result<Option<Command>, OwnReply> {
        for word in entries.split(is_blank).filter(|word| !word.is_empty()) {
            if word.eq_ignore_ascii_case("DONE") {
                return self.finish(block).map(Some);
            }
            block.add(word.as_bytes());
        }
        self.block = Some(block);
        Ok(None)
    }
}

impl Block {
    fn new(list: parse::List) -> Block {
        match list {
            parse::List::Board => Block::Fields(Entries::new(), Command::Board),
            parse::List::SetUp => Block::Fields(Entries::new(), Command::SetUp),
            parse::List::Swap2 => Block::Places(Entries::new(), Command::Swap2),
            parse::List::Soosyrv(step, fifths) => Block::Soosyrv(Entries::new(), step, fifths),
            parse::List::Block => Block::Places(Entries::new(), Command::Block),
            parse::List::Unblock => Block::Places(Entries::new(), Command::Unblock),
            parse::List::LookUp(lookup) => Block::LookUp(Entries::new(), lookup),
            parse::List::Edit(edits) => Block::Edit(Entries::new(), edits),
            parse::List::Unknown(word) => Block::Skipped(word),
        }
    }

    fn add(&mut self, line: &[u8]) {
        match self {
            Block::Fields(entries, _) => entries.add(line, parse::board_line(line)),
            Block::Places(entries, _)
            | Block::LookUp(entries, _)
            | Block::Soosyrv(entries, ..)
            | Block::Edit(entries, _) => {
                entries.add(line, parse::place_line(line));
            }
            Block::Skipped(_) => {}
        }
    }

    /// Whether the block is an invalid board.
    fn has_fault(&self) -> bool {
        matches!(self, Block::Fields(entries, _) if entries.fault.is_some())
    }

    /// The command of the block, or the reply to an invalid one.
    fn command(self) -> Result<Command, OwnReply> {
        match self {
            Block::Fields(entries, command) => Ok(command(entries.all("x,y,field")?)),
            Block::Places(entries, command) => Ok(command(entries.all("x,y")?)),
            Block::LookUp(entries, lookup) => Ok(Command::LookUp(entries.all("x,y")?, lookup)),
            Block::Soosyrv(entries, step, fifths) => {
                Ok(Command::Soosyrv(Soosyrv { step, fifths, stones: entries.all("x,y")? }))
            }
            Block::Edit(entries, edits) => Ok(Command::Edit(entries.all("x,y")?, edits)),
            Block::Skipped(word) => Err(OwnReply::Unknown(word)),
        }
    }
}

impl<T> Entries<T> {
    fn new() -> Entries<T> {
        Entries { good: Vec::new(), fault: None }
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

    fn all(self, form: &'static str) -> Result<Vec<T>, GomocupError> {
        match self.fault {
            Some(Fault::NoEntry(line)) => Err(GomocupError::NoEntry { line, form }),
            Some(Fault::TooMany) => Err(GomocupError::TooMany { most: MOST_ENTRIES }),
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

/// An inbox that also prints the progress of a search.
struct Printer<'a> {
    inbox: &'a mut dyn Inbox,
    output: &'a mut dyn Write,
}

impl Inbox for Printer<'_> {
    fn poll(&mut self) -> Option<Interrupt> {
        self.inbox.poll()
    }

    fn show(&mut self, what: Show, lines: &[Report]) {
        // If the output is closed, printing the reply will fail too.
        let _ = say(self.output, &print::progress(what, lines));
    }
}

/// The input as seen by a search: lines that are not urgent are queued.
struct ReadAhead<'a> {
    source: &'a mut dyn Source,
    queue: &'a mut Queue,
}

impl Inbox for ReadAhead<'_> {
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
