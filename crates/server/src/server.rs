//! The HTTP server: connections, their limits, and responses.

use super::authentication::{Admission, Authentication};
use super::spectators::Spectators;
use super::{assets, session, token};
use anyhow::{Context, Result};
use axum::Router;
use axum::extract::{FromRequestParts, Request, State, WebSocketUpgrade};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tengen_certificate::ProofBook;
use tengen_common::processors;
use tengen_database::PositionBook;
use tengen_engine::eval::net::Networks;
use tengen_session::service::MemoryPool;
use tengen_web::handlers::PageContext;
use tengen_web::proofs::Proofs;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{interval, timeout};

pub const MOST_PAGES: usize = 16;
/// The maximum number of connections, including those of pages.
pub const MOST_CONNECTIONS: usize = 64;
/// The maximum number of connections that get the message that there are too many.
const MOST_REFUSALS: usize = 64;
/// The maximum length of a message of a page, in bytes.
pub const LONGEST_MESSAGE: usize = 1 << 20;
/// The time for a request header …
const GREETING: Duration = Duration::from_secs(10);
/// … and for a whole connection, unless it becomes that of a page.
const VISIT: Duration = Duration::from_secs(60);
/// The interval of checks of the stop flag.
const LOOK: Duration = Duration::from_millis(100);

/// The default port, so that the browser finds what it has stored for the page.
pub const USUAL_PORT: u16 = 7515;

#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The address; with loopback, only this machine can connect.
    pub bind: IpAddr,
    /// The port; without one, the default port, or any if that is taken.
    pub port: Option<u16>,
    /// The token in the address; a new one by default.
    pub token: Option<String>,
    /// Bytes for the searches of all pages.
    pub memory: usize,
    pub networks: Networks,
    /// Games to watch.
    pub table: Option<Arc<Spectators>>,
    /// The URL of a public page, used for links.
    pub public: Option<String>,
    pub database: Option<Arc<dyn PositionBook>>,
    /// A proof that the engine may play by, before those built in.
    pub proof: Option<Arc<ProofBook>>,
    /// A page that does not read for this long is dropped.
    pub patience: Duration,
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        ServerOptions {
            bind: Ipv4Addr::LOCALHOST.into(),
            port: None,
            token: None,
            memory: 1 << 30,
            networks: Networks::built_in(),
            table: None,
            public: None,
            database: None,
            proof: None,
            patience: Duration::from_secs(10),
        }
    }
}

/// A server that has bound its address.
pub struct Server {
    listener: std::net::TcpListener,
    shared: Arc<ServerState>,
}

/// The proofs to play by: the user's first.
fn proofs(own: Option<Arc<ProofBook>>) -> Result<Proofs> {
    Ok(Proofs::new(own.into_iter().chain(assets::guides()?).collect()))
}

struct ServerState {
    authentication: Authentication,
    networks: Networks,
    /// The memory for the searches of all pages.
    pool: Arc<MemoryPool>,
    context: PageContext,
    table: Option<Arc<Spectators>>,
    patience: Duration,
    pages: Arc<Semaphore>,
    connections: Arc<Semaphore>,
}

impl Server {
    pub fn bind(options: ServerOptions) -> Result<Server> {
        let listener = listen(&options)?;
        listener.set_nonblocking(true)?;
        let token = options.token.unwrap_or_else(token::fresh);
        let shared = ServerState {
            authentication: Authentication::with_token(listener.local_addr()?, token),
            pool: Arc::new(MemoryPool::new(options.memory)),
            context: PageContext {
                memory: options.memory,
                threads: processors::count(),
                watch: options.table.is_some(),
                public: options.public,
                database: options.database,
                proofs: proofs(options.proof)?,
                proves: true,
            },
            networks: options.networks,
            table: options.table,
            patience: options.patience,
            pages: Arc::new(Semaphore::new(MOST_PAGES)),
            connections: Arc::new(Semaphore::new(MOST_CONNECTIONS)),
        };
        Ok(Server { listener, shared: Arc::new(shared) })
    }

    /// The URL of the page, with the token.
    pub fn url(&self) -> String {
        self.shared.authentication.url()
    }

    /// A one-time URL of the page, to start a browser with.
    pub fn invite(&self) -> String {
        self.shared.authentication.invite()
    }

    /// The URLs for other machines, if they can connect.
    pub fn urls_for_others(&self) -> Vec<String> {
        self.shared.authentication.urls_for_others()
    }

    pub fn serve(self, stop: &AtomicBool) -> Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let served = runtime.block_on(self.accept(stop));
        runtime.shutdown_background();
        served
    }

    async fn accept(self, stop: &AtomicBool) -> Result<()> {
        let listener = TcpListener::from_std(self.listener)?;
        let router = Router::new().fallback(receive).with_state(self.shared.clone());
        let refusals = Arc::new(Semaphore::new(MOST_REFUSALS));
        let mut look = interval(LOOK);
        while !stop.load(Ordering::Relaxed) {
            let stream = tokio::select! {
                _ = look.tick() => continue,
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => stream,
                    Err(error) => {
                        // Out of file handles, for example; other connections will be closed.
                        log::debug!("no connection: {error}");
                        tokio::time::sleep(LOOK).await;
                        continue;
                    }
                },
            };
            if let Ok(permit) = self.shared.connections.clone().try_acquire_owned() {
                tokio::spawn(serve_connection(stream, router.clone(), permit));
            } else if let Ok(permit) = refusals.clone().try_acquire_owned() {
                tokio::spawn(turn_away(stream, permit));
            }
        }
        Ok(())
    }
}

fn listen(options: &ServerOptions) -> Result<std::net::TcpListener> {
    let at = |port| SocketAddr::new(options.bind, port);
    let bind = |port| std::net::TcpListener::bind(at(port));
    let listener = match options.port {
        Some(port) => bind(port),
        None => match bind(USUAL_PORT) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => bind(0),
            bound => bound,
        },
    };
    let wanted = at(options.port.unwrap_or(USUAL_PORT));
    listener.with_context(|| format!("cannot serve at {wanted}"))
}

async fn serve_connection(stream: TcpStream, router: Router, permit: OwnedSemaphorePermit) {
    let _ = stream.set_nodelay(true);
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(GREETING)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    match timeout(VISIT, connection).await {
        Ok(Err(error)) => log::debug!("a connection failed: {error}"),
        Err(_) => log::debug!("a connection took too long"),
        Ok(Ok(())) => {}
    }
    drop(permit);
}

/// Responds that there are too many connections.
async fn turn_away(mut stream: TcpStream, permit: OwnedSemaphorePermit) {
    let text = "too many connections; close some pages\n";
    let length = text.len();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{text}"
    );
    let said = async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await
    };
    let _ = timeout(Duration::from_secs(1), said).await;
    drop(permit);
}

async fn receive(State(shared): State<Arc<ServerState>>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    let uri = parts.uri.clone();
    let file = match shared.authentication.open(&uri, &parts.headers) {
        Ok(Admission::File(file)) => file,
        Ok(Admission::Guest) => return lead_to(StatusCode::SEE_OTHER, &shared.authentication),
        Err(why) => return refuse(StatusCode::FORBIDDEN, why),
    };
    if file == "engine" {
        // Browsers always send the Origin of a WebSocket; without it, it is not our page.
        if !parts.headers.contains_key(header::ORIGIN) {
            return refuse(StatusCode::FORBIDDEN, "missing Origin header");
        }
        return match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
            Ok(upgrade) => open_page(&shared, upgrade),
            Err(_) => refuse(StatusCode::BAD_REQUEST, "expected a WebSocket request"),
        };
    }
    if !matches!(parts.method, Method::GET | Method::HEAD) {
        return refuse(StatusCode::METHOD_NOT_ALLOWED, "there is only something to read here");
    }
    if !uri.path()[1..].contains('/') {
        // Without the trailing slash, the page would look for its files in the wrong place.
        return lead_to(StatusCode::MOVED_PERMANENTLY, &shared.authentication);
    }
    let Some(asset) = assets::find(file) else { return refuse(StatusCode::NOT_FOUND, "there is no such file here") };
    let kind = [(header::CONTENT_TYPE, asset.kind)];
    guarded((kind, asset.bytes).into_response())
}

/// Redirects to the page.
fn lead_to(status: StatusCode, authentication: &Authentication) -> Response {
    let to = format!("/{}/", authentication.token());
    guarded((status, [(header::LOCATION, to)]).into_response())
}

fn open_page(shared: &ServerState, upgrade: WebSocketUpgrade) -> Response {
    let Ok(permit) = shared.pages.clone().try_acquire_owned() else {
        let why = "too many pages are open; close one and reload this";
        return refuse(StatusCode::SERVICE_UNAVAILABLE, why);
    };
    let engine = (shared.networks.clone(), shared.pool.clone());
    let (context, table, patience) = (shared.context.clone(), shared.table.clone(), shared.patience);
    upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE).on_upgrade(async move |socket| {
        session::attend(socket, engine, context, table, patience).await;
        drop(permit);
    })
}

/// Responds with an error and closes the connection, so that it does not use up a slot.
fn refuse(status: StatusCode, why: &'static str) -> Response {
    let about = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONNECTION, "close")];
    guarded((status, about, format!("{why}\n")).into_response())
}

/// Headers of every response: no content may be loaded from or sent to elsewhere.
const GUARDS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
         img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

fn guarded(mut response: Response) -> Response {
    for (name, value) in GUARDS {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}
