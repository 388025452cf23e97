//! The session of an open page: answers its questions, runs its searches and reports their progress.

use super::prover::Prover;
use super::spectators::Spectators;
use super::worker::Worker;
use anyhow::{Context, Result, bail};
use axum::body::Bytes;
use axum::extract::ws::{Message as Frame, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen_engine::eval::net::Networks;
use tengen_session::service::{MemoryPool, Resources};
use tengen_web::Remark;
use tengen_web::handlers::{self, PageContext};
use tengen_web::wire::{Ask, Goal, Live, Message, Query, Question, Reply, Search, Signal};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{Semaphore, watch};
use tokio::time::{interval, timeout};

const WAITING: usize = 64;
/// The interval of pings …
const PING: Duration = Duration::from_secs(20);
/// … and the silence after which a page is considered gone.
const SILENCE: Duration = Duration::from_secs(60);
/// The maximum number of notes of a page that are waiting for the database.
const NOTES: usize = 8;
/// Bytes for the searches of reviews.
const REVIEW_MEMORY: usize = 64 << 20;

struct PageSession {
    context: PageContext,
    /// Games to watch.
    table: Option<Arc<Spectators>>,
    /// The question about them, and their updates.
    watching: Option<(u32, watch::Receiver<Live>)>,
    /// Runs one search at a time.
    searcher: Worker,
    /// Reviews games in the background.
    reviewer: Worker,
    prover: Option<Prover>,
    pool: Arc<MemoryPool>,
    /// The channel for answers that are not sent at once.
    sender: Sender<Message>,
    notes: Arc<Semaphore>,
}

/// Serves a page until it is closed, or does not read for as long as `patience`. Its searches use these networks and
/// memory of the pool; `table` has games to watch.
pub async fn attend(
    socket: WebSocket,
    (networks, pool): (Networks, Arc<MemoryPool>),
    context: PageContext,
    table: Option<Arc<Spectators>>,
    patience: Duration,
) {
    let (sender, mut messages) = channel(WAITING);
    let session = match PageSession::new(&networks, &pool, context, table, &sender) {
        Ok(session) => session,
        Err(error) => return log::error!("no thread for a page: {error}"),
    };
    let (sink, mut input) = socket.split();
    let mut out = Out { sink, patience };
    if let Err(why) = converse(session, &mut out, &mut input, &mut messages).await {
        log::debug!("a page was dropped: {why}");
        let _ = timeout(patience, out.sink.close()).await;
    }
}

/// The way to a page.
struct Out {
    sink: SplitSink<WebSocket, Frame>,
    patience: Duration,
}

impl Out {
    async fn send(&mut self, message: &Message) -> Result<()> {
        let text = serde_json::to_string(message)?;
        self.push(Frame::Text(text.into())).await
    }

    /// Sends a message, or fails if the page does not read it in time.
    async fn push(&mut self, frame: Frame) -> Result<()> {
        let sent = timeout(self.patience, self.sink.send(frame)).await;
        Ok(sent.context("it does not read")??)
    }
}

async fn converse(
    mut session: PageSession,
    out: &mut Out,
    input: &mut SplitStream<WebSocket>,
    messages: &mut Receiver<Message>,
) -> Result<()> {
    let mut ping = interval(PING);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            Some(message) = messages.recv() => out.send(&message).await?,
            message = session.live() => out.send(&message).await?,
            message = input.next() => {
                let Some(message) = message else { return Ok(()) };
                heard = Instant::now();
                match message? {
                    Frame::Text(text) => {
                        if let Some(message) = session.hear(&text).await {
                            out.send(&message).await?;
                        }
                    }
                    Frame::Binary(_) => bail!("it sent bytes that are no text"),
                    Frame::Close(_) => return Ok(()),
                    Frame::Ping(_) | Frame::Pong(_) => {}
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE {
                    bail!("it has gone silent");
                }
                out.push(Frame::Ping(Bytes::new())).await?;
            }
        }
    }
}

impl PageSession {
    fn new(
        networks: &Networks,
        pool: &Arc<MemoryPool>,
        context: PageContext,
        table: Option<Arc<Spectators>>,
        sender: &Sender<Message>,
    ) -> std::io::Result<PageSession> {
        let context = PageContext { proofs: context.proofs.of_another_page(), ..context };
        let start = |name, memory| {
            let most = Resources { threads: context.threads, memory };
            Worker::start(name, most, pool.clone(), networks.clone(), context.proofs.clone(), sender.clone())
        };
        Ok(PageSession {
            table,
            watching: None,
            searcher: start("searcher", context.memory)?,
            reviewer: start("reviewer", context.memory.min(REVIEW_MEMORY))?,
            prover: None,
            pool: pool.clone(),
            context,
            sender: sender.clone(),
            notes: Arc::new(Semaphore::new(NOTES)),
        })
    }

    /// Handles a message; returns the answer if there is one at once.
    async fn hear(&mut self, text: &str) -> Option<Message> {
        let Question { id, ask } = match Question::read(text) {
            Ok(question) => question,
            Err((id, why)) => return Some(Message::refused(id, why)),
        };
        match ask {
            Ask::Query(query @ (Query::Watch | Query::Lay { .. })) => self.at_the_table(id, query),
            Ask::Query(query @ (Query::Note { .. } | Query::AddGame { .. })) => self.write(id, query),
            Ask::Query(query) => Some(answer(id, query, self.context.clone()).await),
            Ask::Search(search) => self.begin(id, &search),
            Ask::Signal(Signal::Now { of }) => {
                self.prover.iter().filter(|prover| prover.is_about(of)).for_each(Prover::hurry);
                self.reach(of, Worker::hurry)
            }
            Ask::Signal(Signal::Stop { of }) => {
                self.prover.take_if(|prover| prover.is_about(of));
                self.reach(of, Worker::forget)
            }
        }
    }

    /// Starts a search; returns the answer if it is refused.
    fn begin(&mut self, id: u32, search: &Search) -> Option<Message> {
        let worker = match search.goal {
            Goal::Prove => return self.prove(id, search),
            Goal::Review { .. } => &mut self.reviewer,
            _ => &mut self.searcher,
        };
        let begun = worker.begin(id, search);
        begun.err().map(|why| Message::refused(id, why))
    }

    /// Starts the search for a proof, with half of the memory, in place of the one before.
    fn prove(&mut self, id: u32, search: &Search) -> Option<Message> {
        self.prover = None;
        let memory = (&self.pool, self.context.memory / 2);
        match Prover::start(id, search, memory, &self.context.proofs, self.sender.clone()) {
            Ok(prover) => self.prover = Some(prover),
            Err(why) => return Some(Message::refused(id, why)),
        }
        None
    }

    /// Starts watching the games at the table, or plays a stone there; returns the answer if there is one at once.
    fn at_the_table(&mut self, id: u32, query: Query) -> Option<Message> {
        let reply = match (&self.table, query) {
            (Some(table), Query::Watch) => {
                self.watching = Some((id, table.watch()));
                return None;
            }
            (Some(table), Query::Lay { point }) => match table.touch(&point) {
                Ok(()) => Reply::Done,
                Err(why) => Reply::refused(why),
            },
            (_, query) => handlers::answer(query, &self.context),
        };
        Some(Message::last(id, reply))
    }

    /// The next update of the games at the table; pending forever if the page does not watch.
    async fn live(&mut self) -> Message {
        if let Some((id, games)) = &mut self.watching
            && games.changed().await.is_ok()
        {
            let reply = Reply::Live(games.borrow_and_update().clone());
            return Message::on_the_way(*id, reply);
        }
        std::future::pending().await
    }

    /// Calls `act` on the search that answers this question, if it is running.
    fn reach(&self, question: u32, act: fn(&Worker)) -> Option<Message> {
        let workers = [&self.searcher, &self.reviewer];
        let at_it = |worker: &&Worker| worker.is_about(question);
        workers.into_iter().filter(at_it).for_each(act);
        None
    }

    /// Writes a note or a game to the database without delaying other questions: another program may hold the file.
    fn write(&self, id: u32, query: Query) -> Option<Message> {
        let Ok(permit) = self.notes.clone().try_acquire_owned() else {
            return Some(Message::refused(id, Remark::NotesWait { n: NOTES }));
        };
        let (context, sender) = (self.context.clone(), self.sender.clone());
        tokio::spawn(async move {
            let message = answer(id, query, context).await;
            drop(permit);
            let _ = sender.send(message).await; // fails if the page has been closed
        });
        None
    }
}

/// Answers on a blocking thread: reading a file can take a while.
async fn answer(id: u32, query: Query, context: PageContext) -> Message {
    let answer = tokio::task::spawn_blocking(move || handlers::answer(query, &context)).await;
    let failed = |_| Reply::refused(Remark::StillRunning);
    let reply = answer.unwrap_or_else(failed);
    Message::last(id, reply)
}
