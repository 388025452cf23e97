//! `tengen web` as a child process, and pages that speak its protocol.

use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket, client};

pub struct PageServer {
    child: Option<Child>,
    lines: RefCell<Option<Lines<BufReader<ChildStdout>>>>,
    /// Its address, from the first line that it printed.
    pub url: String,
}

impl PageServer {
    /// Starts the server on any free port.
    pub fn open() -> PageServer {
        PageServer::with(&["--port", "0"])
    }

    /// The server, and a page of our own origin.
    pub fn with_page() -> (PageServer, Page) {
        let server = PageServer::open();
        let page = server.page();
        (server, page)
    }

    pub fn with(options: &[&str]) -> PageServer {
        PageServer::with_memory(32, options)
    }

    /// Starts the server with these options and a limit for the memory of searches, in MiB.
    pub fn with_memory(megabytes: usize, options: &[&str]) -> PageServer {
        let mut command = Command::new(crate::program("tengen"));
        command.args(["web", "--no-open", "--hash", &megabytes.to_string()]).args(options);
        PageServer::start(command)
    }

    /// Starts the server with only this folder in its `PATH`. One of the programs there opens addresses.
    pub fn with_browser(folder: &Path) -> PageServer {
        let mut command = Command::new(crate::program("tengen"));
        command.args(["web", "--port", "0"]).env("PATH", folder);
        PageServer::start(command)
    }

    fn start(mut command: Command) -> PageServer {
        if !command.get_args().any(|option| option == "--token") {
            command.env("TENGEN_TOKEN", "off");
        }
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let url = lines.next().expect("a line").expect("text");
        PageServer { child: Some(child), lines: RefCell::new(Some(lines)), url }
    }

    pub fn line(&self) -> String {
        let mut lines = self.lines.borrow_mut();
        let line = lines.as_mut().and_then(Iterator::next);
        line.expect("a line").expect("text")
    }

    /// A server that was started elsewhere, at this address.
    pub fn at(url: &str) -> PageServer {
        PageServer { child: None, lines: RefCell::new(None), url: url.into() }
    }

    pub fn address(&self) -> SocketAddr {
        self.host().parse().expect("an address")
    }

    /// The value of the `Host` header.
    pub fn host(&self) -> &str {
        self.url.split('/').nth(2).expect("a host")
    }

    pub fn token(&self) -> &str {
        self.url.split('/').nth(3).expect("a token")
    }

    pub fn process(&self) -> u32 {
        self.child.as_ref().expect("our own").id()
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address()).expect("a connection");
        let limit = Some(Duration::from_secs(120));
        stream.set_read_timeout(limit).expect("a limit");
        stream.set_write_timeout(limit).expect("a limit");
        stream
    }

    /// The response to a request: its first line and the whole text.
    pub fn request(&self, path: &str, headers: &str) -> (String, String) {
        let mut stream = self.connect();
        let text = format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        stream.write_all(text.as_bytes()).expect("it is sent");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        let first = answer.lines().next().unwrap_or_default().to_string();
        (first, answer)
    }

    /// Opens the engine's WebSocket as a page of this origin.
    pub fn try_page(&self, origin: &str, token: &str) -> Result<Page, Box<dyn std::error::Error>> {
        let url = format!("ws://{}/{token}/engine", self.host());
        let mut request = url.into_client_request().expect("a request");
        let origin = origin.parse().expect("a header");
        request.headers_mut().insert("Origin", origin);
        let (socket, _) = client(request, self.connect())?;
        Ok(Page { socket, asked: 0 })
    }

    /// Opens a page of our own origin.
    pub fn page(&self) -> Page {
        let origin = format!("http://{}", self.host());
        let page = self.try_page(&origin, self.token());
        page.expect("our own page comes in")
    }
}

impl Drop for PageServer {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub struct Page {
    pub socket: WebSocket<TcpStream>,
    asked: u32,
}

impl Page {
    /// Sends a question; its identifier.
    pub fn ask(&mut self, mut question: Value) -> u32 {
        self.asked += 1;
        question["id"] = json!(self.asked);
        let text = question.to_string();
        self.socket.send(Message::text(text)).expect("it is sent");
        self.asked
    }

    pub fn hear(&mut self) -> Value {
        loop {
            let message = self.socket.read().expect("something is message");
            if let Message::Text(text) = message {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    /// The first message about a new question.
    pub fn answer(&mut self, question: Value) -> Value {
        let id = self.ask(question);
        loop {
            let message = self.hear();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// The last message about a new search.
    pub fn result(&mut self, question: Value) -> Value {
        let id = self.ask(question);
        self.last(id)
    }

    /// The last message about the search with this identifier.
    pub fn last(&mut self, id: u32) -> Value {
        loop {
            let message = self.hear();
            if message["id"] == id && message["last"] == true {
                return message;
            }
        }
    }
}

pub fn game(rule: &str, size: u32, moves: &str) -> Value {
    json!({"width": size, "height": size, "rule": rule, "moves": moves})
}
