//! Access to `tengen web`: which requests are allowed, and what they cost.

use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use tengen_e2e::web::{Page, PageServer, game};

/// The page still gets answers.
fn goes_on(page: &mut Page) {
    let reply = page.answer(json!({"ask": "look", "game": game("renju", 15, "h8")}));
    assert_eq!(reply["black"], "h8");
}

#[test]
fn a_request_for_a_foreign_host_in_front_of_the_path_is_refused() {
    let server = PageServer::open();
    let (host, token) = (server.host(), server.token());
    let ours = format!("Host: {host}\r\n");
    let (status, answer) = server.request(&format!("http://{host}/{token}/"), &ours);
    assert!(status.contains("200"), "{answer}");
    for foreign in ["evil.example", "evil.example:80"] {
        let (status, answer) = server.request(&format!("http://{foreign}/{token}/"), &ours);
        assert!(status.contains("403"), "{foreign}: {answer}");
    }
}

/// Rejected clients could keep their connections, and sixty-four of them would use up all.
#[test]
fn refused_connections_are_closed_and_take_no_place() {
    let server = PageServer::open();
    let refused: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = server.connect();
            let wish = format!("GET /wrong/ HTTP/1.1\r\nHost: {}\r\n\r\n", server.host());
            stream.write_all(wish.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("it is closed");
            assert!(answer.contains("403") && answer.contains("connection: close"), "{answer}");
            stream
        })
        .collect();
    goes_on(&mut server.page());
    drop(refused);
}

#[cfg(target_os = "linux")]
pub fn most_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1));
    kilobytes.unwrap().parse::<u64>().unwrap() >> 10
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_of_700_kb_does_not_cost_120_mb() {
    let (server, mut page) = PageServer::with_page();
    goes_on(&mut page);
    let before = most_memory(server.process());
    for piece in [";B[aa]", "(;W[bb])", "(;)", "A[]", "[]"] {
        let count = 700_000 / piece.len() - 5;
        opens(&mut page, &format!("(;SZ[15]C[x]{})", piece.repeat(count)), "refused");
    }
    for piece in ["(;B[bb]C[])", "(;A[]B[bb])"] {
        opens(&mut page, &format!("(;SZ[15]C[x]{})", piece.repeat(19_900)), "record");
    }
    opens(&mut page, &format!("(;SZ[15]C[{}])", "x".repeat(690_000)), "record");
    let more = most_memory(server.process()) - before;
    println!("{more} MB");
    assert!(more <= 50, "{more} MB");
}

#[cfg(target_os = "linux")]
fn opens(page: &mut Page, text: &str, comes: &str) {
    use base64::Engine;
    let file = base64::prelude::BASE64_STANDARD.encode(text);
    let ask = json!({"ask": "open", "file": file});
    let reply = page.answer(ask);
    assert_eq!(reply["reply"], comes, "{:.80}", reply.to_string());
}
/// Command lines are visible to all users of the machine.
#[test]
#[cfg(target_os = "linux")]
fn a_browser_is_started_without_the_token() {
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().unwrap();
    let [browser, started] = ["xdg-open", "started"].map(|name| folder.path().join(name));
    let script = format!("#!/bin/sh\necho \"$@\" > '{}'\n", started.display());
    std::fs::write(&browser, script).unwrap();
    std::fs::set_permissions(&browser, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let server = PageServer::with_browser(folder.path());
    let start = Instant::now();
    let url = loop {
        assert!(start.elapsed() < Duration::from_secs(60));
        match std::fs::read_to_string(&started) {
            Ok(url) if url.ends_with('\n') => break url,
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    assert!(!url.contains(server.token()), "{url}");
    let path = url.trim().strip_prefix(&format!("http://{}", server.host())).unwrap();
    let host = format!("Host: {}\r\n", server.host());
    let (status, answer) = server.request(path, &host);
    let there = format!("location: /{}/", server.token());
    assert!(status.contains("303") && answer.contains(&there), "{answer}");
    let (status, answer) = server.request(path, &host);
    assert!(status.contains("403") && !answer.contains(server.token()), "{answer}");
}

#[test]
fn the_address_stays_when_tengen_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    let options = ["--port", "0", "--token", file.to_str().unwrap()];
    let first = PageServer::with(&options);
    let (host, token) = (format!("Host: {}\r\n", first.host()), first.token().to_string());
    assert!(first.request(&format!("/{token}/"), &host).0.contains("200"));
    drop(first);
    assert_eq!(PageServer::with(&options).token(), token);
    assert_ne!(PageServer::with(&["--port", "0"]).token(), token);
}

/// With `--bind 0.0.0.0`, the loopback address is useless to other machines.
#[test]
fn other_machines_get_the_address_of_the_page() {
    let server = PageServer::with(&["--port", "0", "--bind", "0.0.0.0"]);
    let port = server.address().port();
    let own = if_addrs::get_if_addrs().unwrap_or_default();
    let others = own.iter().filter(|i| i.is_oper_up() && i.ip().is_ipv4() && !i.is_loopback());
    for ip in others.map(|interface| interface.ip()).filter(|ip| !ip.to_string().starts_with("169.254.")) {
        let url = server.line();
        assert_eq!(url, format!("for others: http://{ip}:{port}/{}/", server.token()));
        let mut stream = TcpStream::connect((ip, port)).unwrap();
        let wish = format!("GET /{}/ HTTP/1.1\r\nHost: {ip}:{port}\r\nConnection: close\r\n\r\n", server.token());
        stream.write_all(wish.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}
