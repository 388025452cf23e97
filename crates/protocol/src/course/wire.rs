//! The connection to the referee: a thread reads it, and a search may look whether it is over.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use tengen_core::course::{Decoded, Decoder, Message};
use tengen_engine::brain::{Inbox, Interrupt};

/// A referee that takes nothing from us for this long is gone.
const WRITE_TIME: Duration = Duration::from_secs(5);
/// So many bytes that are no message mean that no referee is at the other end.
const MOST_NONSENSE: usize = 1000;
/// Messages that may wait before the reader waits itself.
const WAITING_MESSAGES: usize = 1024;

/// The connection: a thread reads it.
pub(super) struct Wire {
    stream: TcpStream,
    incoming: Receiver<(Decoded, Instant)>,
    waiting: VecDeque<(Decoded, Instant)>,
    nonsense: usize,
}

impl Wire {
    /// The connection that was made.
    ///
    /// # Errors
    /// When there is no thread to be had.
    pub fn new(stream: TcpStream) -> io::Result<Wire> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIME))?;
        let (sender, incoming) = sync_channel(WAITING_MESSAGES);
        let ear = stream.try_clone()?;
        thread::Builder::new()
            .name("referee".into())
            .spawn(move || listen(ear, &sender))?;
        Ok(Wire {
            stream,
            incoming,
            waiting: VecDeque::new(),
            nonsense: 0,
        })
    }

    /// Sends a message. If that fails the connection is ended, and the end is read after all that has
    /// come before: perhaps the result.
    pub fn send(&mut self, message: Message) {
        if let Err(error) = self.stream.write_all(&message.encode()) {
            log::warn!("{message:?} cannot be sent: {error}");
            let _ = self.stream.shutdown(Shutdown::Both);
        }
    }

    /// The next message and when it came; `None` when the patience is at its end.
    ///
    /// # Errors
    /// `UnexpectedEof` when the connection has ended, `InvalidData` when no referee is there.
    pub fn next(&mut self, patience: Option<Duration>) -> io::Result<Option<(Message, Instant)>> {
        let end = patience.and_then(|patience| Instant::now().checked_add(patience));
        loop {
            let left = end.map_or(Duration::MAX, |end| {
                end.saturating_duration_since(Instant::now())
            });
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

/// Without this the thread that reads would hold the connection open.
impl Drop for Wire {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn hung_up() -> io::Error {
    io::Error::new(
        ErrorKind::UnexpectedEof,
        "the referee has ended the connection",
    )
}

/// Reads until the connection ends or nobody listens any more.
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

/// A search leaves when the game is over; the messages wait.
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

/// Whether nobody waits for a stone of ours after this.
fn is_end(heard: &Decoded) -> bool {
    matches!(
        heard,
        Ok(Message::Win | Message::Lose | Message::Draw | Message::Timeout | Message::Start)
    )
}
