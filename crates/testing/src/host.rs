//! A web host that knows nothing of this program: it serves the files of a folder, at a path below its root.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};

/// Where the folder appears.
const PATH: &str = "/some/where/";

/// Serves a folder for as long as the test lives; its address.
pub fn serve(folder: &Path) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let folder = folder.to_path_buf();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            std::thread::spawn(move || answer(&folder, stream));
        }
    });
    format!("http://{address}{PATH}")
}

/// Answers one request; whoever goes away meanwhile is let go.
fn answer(folder: &Path, mut stream: TcpStream) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let first = lines.next()?.ok()?;
    lines.find(|line| line.as_ref().is_ok_and(String::is_empty));
    let path = first.split(' ').nth(1)?.split('?').next()?;
    let file = path.strip_prefix(PATH).map(|name| named(folder, name));
    let (status, bytes) = match file.and_then(|file| std::fs::read(file).ok()) {
        Some(bytes) => ("200 OK", bytes),
        None => ("404 Not Found", Vec::new()),
    };
    let (kind, length) = (kind(path), bytes.len());
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&bytes).ok()
}

fn named(folder: &Path, name: &str) -> PathBuf {
    folder.join(if name.is_empty() { "index.html" } else { name })
}

/// What hosts know of files; many do not know what `.wasm` is.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "wasm" => "application/octet-stream",
        _ => "text/html",
    }
}
