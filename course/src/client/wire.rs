//! The connection to the referee: a thread reads it, and a search can poll whether the game is over.

use crate::message::{Decoded, Decoder, Message};
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use tengen_common::inbox::{Inbox, Interrupt};

/// A referee that accepts no data for this long is considered gone.
const WRITE_TIME: Duration = Duration::from_secs(5);
/// After this many bytes that are not messages, the other end is not a referee.
const MOST_NONSENSE: usize = 1000;
/// The number of queued messages after which the reader thread blocks.
const WAITING_MESSAGES: usize = 1024;

/// The connection with its reader thread.
pub(super) struct Wire {
    stream: TcpStream,
    incoming: Receiver<(Decoded, Instant)>,
    waiting: VecDeque<(Decoded, Instant)>,
    nonsense: usize,
}

impl Wire {
    /// Takes over an open connection.
    pub fn new(stream: TcpStream) -> io::Result<Wire> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let (sender, incoming) = sync_channel(WAITING_MESSAGES);
        let ear = stream.try_clone()?;
        thread::Builder::new().name("referee".into()).spawn(move || listen(ear, &sender))?;
        Ok(Wire { stream, incoming, waiting: VecDeque::new(), nonsense: 0 })
    }

    /// Sends a message. If that fails, the connection is shut down; all messages received before, such as the result,
    /// are still read.
    pub fn send(&mut self, message: Message) {
        if let Err(error) = self.stream.write_all(&message.encode()) {
            log::warn!("{message:?} cannot be sent: {error}");
            let _ = self.stream.shutdown(Shutdown::Both);
        }
    }

    /// The next message and its time of arrival; `None` after `patience`. Fails with `UnexpectedEof` if the connection
    /// has ended, with `InvalidData` if the other end is not a referee.
    pub fn next(&mut self, patience: Option<Duration>) -> io::Result<Option<(Message, Instant)>> {
        let end = patience.and_then(|patience| Instant::now().checked_add(patience));
        loop {
            let left = end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
            let heard = match self.waiting.pop_front() {
                Some(heard) => Ok(heard),
                None => self.incoming.recv_timeout(left),
            };
            let heard = match heard {
                Ok(heard) => heard,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(hung_up()),
            };
            if let (Ok(message), at) = heard {
                return Ok(Some((message, at)));
            }
            self.nonsense += 1;
            if self.nonsense > MOST_NONSENSE {
                let text = "what the other end sends is not the course protocol";
                return Err(io::Error::new(ErrorKind::InvalidData, text));
            }
        }
    }
}

/// Otherwise the reader thread would keep the connection open.
impl Drop for Wire {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn hung_up() -> io::Error {
    io::Error::new(ErrorKind::UnexpectedEof, "the referee has ended the connection")
}

/// Reads until the connection ends or the receiver is dropped.
fn listen(mut stream: TcpStream, sender: &SyncSender<(Decoded, Instant)>) {
    let mut decoder = Decoder::default();
    let mut buffer = [0; 256];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => {
                let at = Instant::now();
                for heard in decoder.take(&buffer[..count]) {
                    if sender.send((heard, at)).is_err() {
                        return;
                    }
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// A search is abandoned when the game is over; the messages stay queued.
impl Inbox for Wire {
    fn poll(&mut self) -> Option<Interrupt> {
        let mut over = self.waiting.iter().any(|(heard, _)| is_end(heard));
        while !over {
            match self.incoming.try_recv() {
                Ok(heard) => {
                    over = is_end(&heard.0);
                    self.waiting.push_back(heard);
                }
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => over = true,
            }
        }
        Some(Interrupt::Leave)
    }
}

/// Whether our stone is no longer needed after this message.
fn is_end(heard: &Decoded) -> bool {
    matches!(heard, Ok(Message::Win | Message::Lose | Message::Draw | Message::Timeout | Message::Start))
}
