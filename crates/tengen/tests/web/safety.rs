//! `tengen web` under attack: foreign pages, broken clients, floods. They get a clear error or are disconnected, and an
//! open page keeps working.

use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tengen_e2e::web::{Page, PageServer, game};
use tengen_server::{Server, ServerOptions};
use tungstenite::Message;

/// Asserts that the page is still answered as usual.
fn goes_on(page: &mut Page) {
    let start = Instant::now();
    let reply = page.answer(json!({"ask": "look", "game": game("renju", 15, "h8")}));
    assert_eq!(reply["black"], "h8");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn the_page_and_its_files_are_served() {
    let server = PageServer::open();
    let host = format!("Host: {}\r\n", server.host());
    let token = server.token();
    let (status, page) = server.request(&format!("/{token}/"), &host);
    assert!(status.contains("200") && page.contains("<title>Tengen"), "{page}");
    assert!(page.contains("content-security-policy"), "{page}");
    let (status, _) = server.request(&format!("/{token}/lang/zh.js"), &host);
    assert!(status.contains("200"), "{status}");
    let (status, answer) = server.request(&format!("/{token}"), &host);
    assert!(status.contains("301") && answer.contains(&format!("/{token}/")), "{answer}");
    for guard in ["content-security-policy", "referrer-policy: no-referrer"] {
        assert!(answer.contains(guard), "the 301 has no {guard}: {answer}");
    }
}

#[test]
fn strangers_stay_out() {
    let server = PageServer::open();
    let (host, token) = (server.host(), server.token());
    let ours = format!("Host: {host}\r\n");
    let port = host.rsplit_once(':').unwrap().1;
    for (path, headers, text) in [
        ("/".to_string(), ours.clone(), "403"),
        ("/app.js".into(), ours.clone(), "403"),
        (format!("/{}/", "0".repeat(32)), ours.clone(), "403"),
        (format!("/{token}/"), "Host: evil.example\r\n".into(), "403"),
        (format!("/{token}/"), format!("Host: evil.example:{port}\r\n"), "403"),
        (format!("/{token}/"), String::new(), "40"),
        (format!("/{token}/"), format!("{ours}Origin: http://evil.example\r\n"), "403"),
        (format!("/{token}/"), format!("{ours}Origin: null\r\n"), "403"),
        (format!("/{token}/engine"), ours.clone(), "403"),
        (format!("/{token}/../Cargo.toml"), ours.clone(), "404"),
        (format!("/{token}/%2e%2e/Cargo.toml"), ours.clone(), "404"),
        (format!("/{token}//etc/passwd"), ours.clone(), "404"),
    ] {
        let (status, answer) = server.request(&path, &headers);
        assert!(status.contains(text), "{path} {headers}: {answer}");
        assert!(!answer.contains("<title>"), "{path} {headers}");
    }
    let wrong = "f".repeat(32);
    for (origin, token) in [
        ("http://evil.example", token),
        ("null", token),
        ("https://127.0.0.1", token),
        (format!("http://{host}").as_str(), wrong.as_str()),
    ] {
        assert!(server.try_page(origin, token).is_err(), "{origin} {token}");
    }
    goes_on(&mut server.page());
}

#[test]
fn a_thousand_connections_leave_room_for_the_page() {
    let (server, mut page) = PageServer::with_page();
    let flood: Vec<TcpStream> = (0..1000).filter_map(|_| TcpStream::connect(server.address()).ok()).collect();
    assert!(flood.len() > 500, "{}", flood.len());
    goes_on(&mut page);
    let reply = flood.into_iter().rev().find_map(|mut stream| {
        let limit = Some(Duration::from_millis(200));
        stream.set_read_timeout(limit).unwrap();
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        text.contains("503").then_some(text)
    });
    assert!(reply.is_some_and(|text| text.contains("too many connections")));
    goes_on(&mut page);
    // After the flood there is room again, at the latest when the server's time limit has passed.
    let start = Instant::now();
    let host = format!("Host: {}\r\n", server.host());
    while !server.request(&format!("/{}/", server.token()), &host).0.contains("200") {
        assert!(start.elapsed() < Duration::from_secs(30));
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn seventeen_pages_are_too_many() {
    let server = PageServer::open();
    let mut pages: Vec<Page> = (0..16).map(|_| server.page()).collect();
    let origin = format!("http://{}", server.host());
    let error = server.try_page(&origin, server.token()).err().expect("no room");
    assert!(error.to_string().contains("503"), "{error}");
    goes_on(&mut pages[7]);
    pages.pop();
    let start = Instant::now();
    while server.try_page(&origin, server.token()).is_err() {
        assert!(start.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_message_of_a_hundred_megabytes_ends_its_page_alone() {
    let (server, mut page) = PageServer::with_page();
    let mut bad = server.page();
    let huge = Message::text("x".repeat(100 << 20));
    let sent = bad.socket.send(huge);
    let closed = sent.is_err() || (0..10).any(|_| bad.socket.read().is_err());
    assert!(closed, "it was taken");
    goes_on(&mut page);
}

#[test]
fn nonsense_is_answered_in_words() {
    let (server, mut page) = PageServer::with_page();
    for text in [
        "",
        "{",
        "[]",
        "null",
        "{\"id\":7}",
        "{\"id\":7,\"ask\":\"fly\"}",
        "{\"id\":-1,\"ask\":\"hello\"}",
        "{\"id\":7,\"ask\":\"look\",\"game\":{}}",
        "{\"id\":7,\"ask\":\"look\",\"game\":{\"width\":99,\"height\":15,\"rule\":\"renju\"}}",
        "{\"id\":7,\"ask\":\"look\",\"game\":{\"width\":15,\"height\":15,\"rule\":\"go\"}}",
        "{\"id\":7,\"ask\":\"look\",\"game\":{\"width\":15,\"height\":15,\"rule\":\"renju\",\"moves\":\"h8h8\"}}",
        "{\"id\":7,\"ask\":\"look\",\"game\":{\"width\":15,\"height\":15,\"rule\":\"renju\",\"moves\":\"z99\"}}",
        "{\"id\":7,\"ask\":\"look\",\"game\":{\"width\":15,\"height\":15,\"rule\":\"renju\",\"black\":\"a1\",\"white\":\"a1\"}}",
        "{\"id\":7,\"ask\":\"open\",\"file\":\"%%%\",\"game\":{\"width\":15,\"height\":15,\"rule\":\"renju\"}}",
        "{\"id\":7,\"ask\":\"opening\",\"stones\":9,\"decided\":[]}",
        "{\"id\":7,\"ask\":\"play\",\"game\":{\"width\":15,\"height\":15,\"rule\":\"renju\"},\"level\":99,\"time\":1,\"clock\":null}",
        "{\"id\":7,\"ask\":\"analyse\",\"game\":{\"width\":15,\"height\":15,\"rule\":\"renju\"},\"lines\":1,\"blocked\":\"q\"}",
    ] {
        page.socket.send(Message::text(text)).unwrap();
        let reply = page.hear();
        assert_eq!(reply["reply"], "refused", "{text}: {reply}");
        assert!(reply["why"]["text"].as_str().is_some_and(|why| !why.is_empty()), "{text}");
    }
    goes_on(&mut page);
    page.socket.send(Message::binary(vec![1, 2, 3])).unwrap();
    while page.socket.read().is_ok() {}
    goes_on(&mut server.page());
}

/// When a client does not read, the server waits for a while and then drops it; other pages are served meanwhile.
#[test]
fn a_page_that_does_not_read_is_dropped() {
    const PATIENCE: Duration = Duration::from_millis(500);
    let options = ServerOptions { port: Some(0), memory: 32 << 20, patience: PATIENCE, ..ServerOptions::default() };
    let server = Server::bind(options).unwrap();
    let url = server.url();
    std::thread::spawn(move || server.serve(&AtomicBool::new(false)));
    let server = PageServer::at(&url);
    let mut page = server.page();
    let slow = server.page();
    let mut stream = slow.socket.get_ref().try_clone().unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    // A frame built by hand: a text of fewer than 126 bytes, masked with zeros.
    let text = json!({"id": 1, "ask": "hello"}).to_string();
    let mut frame = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
    frame.extend(text.bytes());
    let frames = frame.repeat(2000);
    let start = Instant::now();
    let mut dropped = false;
    while start.elapsed() < Duration::from_secs(60) && !dropped {
        goes_on(&mut page);
        if let Err(error) = stream.write_all(&frames) {
            dropped = !matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut);
        }
    }
    assert!(dropped, "the page that does not read was kept");
    goes_on(&mut page);
}

/// The processor time of this process, in ticks.
#[cfg(target_os = "linux")]
fn used(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn a_search_ends_when_its_page_goes() {
    let (server, mut page) = PageServer::with_page();
    page.ask(json!({"ask": "analyse", "game": game("freestyle", 15, "h8i9"), "lines": 2}));
    page.ask(json!({"ask": "review", "game": game("freestyle", 15, "h8i9g7"), "nodes": 100_000_000}));
    page.hear();
    drop(page);
    std::thread::sleep(Duration::from_millis(700));
    let before = used(server.process());
    std::thread::sleep(Duration::from_millis(1500));
    let after = used(server.process());
    assert!(after - before <= 20, "{} ticks after the page has gone", after - before);
}
