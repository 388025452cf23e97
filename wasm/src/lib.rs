//! Tengen inside a page: the engine of `tengen web` for WebAssembly, without a server.
//!
//! A page (`web/tengen/local.js`) starts several workers (`web/tengen/worker.js`), each with its own instance of this module. Page and
//! engine exchange the messages of [`tengen_web::wire`] as text:
//!
//! ```text
//! page to engine    open_engine(megabytes, threads)  first call, once
//!                   room(bytes)                      returns where to write a message of this length …
//!                   hear(bytes)                      … and handles it; returns after the last reply
//! engine to page    send_message(at, bytes)          a message
//!                   wish()                           the request to the running search: 0 go on, 1 move now, 2 abandon
//!                   read_file(offset, at, bytes)     reads from the file that the user has chosen; 0 on failure
//!                   fault(at, bytes)                 the message of a panic; the instance is unusable afterwards
//! ```
//!
//! The target is `wasm32-wasip1-threads`, whose standard library has threads: each is another worker with an instance
//! in the same memory. `web/tengen/wasi.js` provides what that library imports. The target's C library is linked too, so names
//! such as `open` and `read` are taken.

use std::cell::RefCell;
use std::io;
use std::panic::set_hook;
use tengen_database::ReadAt;
use tengen_web::alone::{Alone, Resources, StopRequest};
use tengen_web::wire::Message;

// SAFETY: an instance cannot be created without these functions. They copy the bytes before they return.
#[allow(unsafe_code)]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    safe fn send_message(at: *const u8, bytes: usize);
    safe fn wish() -> u32;
    safe fn read_file(offset: f64, at: *mut u8, bytes: usize) -> u32;
    safe fn fault(at: *const u8, bytes: usize);
}

thread_local! {
    static ENGINE: RefCell<Option<Alone>> = const { RefCell::new(None) };
    static MESSAGE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Opens an engine whose searches use at most this much memory and this many threads.
// SAFETY: the names of this function and those below are unique.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn open_engine(megabytes: usize, threads: usize) {
    set_hook(Box::new(|panic| {
        let words = panic.to_string();
        fault(words.as_ptr(), words.len());
    }));
    let most = Resources { threads, memory: megabytes << 20 };
    let engine = Alone::new(most, wished, pass_on, || Box::new(ChosenFile));
    ENGINE.set(Some(engine));
}

/// Returns the address of a buffer for a message of this length.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    MESSAGE.with_borrow_mut(|message| {
        message.resize(bytes, 0);
        message.as_mut_ptr()
    })
}

/// Handles the message in the buffer.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn hear(bytes: usize) {
    let mut message = MESSAGE.take();
    message.truncate(bytes);
    let text = String::from_utf8_lossy(&message);
    ENGINE.with_borrow_mut(|engine| engine.as_mut().expect("it is open").hear(&text));
}

struct ChosenFile;

impl ReadAt for ChosenFile {
    fn read_at(&self, offset: u64, room: &mut [u8]) -> io::Result<()> {
        let done = read_file(offset as f64, room.as_mut_ptr(), room.len());
        if done != 0 { Ok(()) } else { Err(io::Error::other("the file cannot be read")) }
    }
}

fn pass_on(message: Message) {
    let text = serde_json::to_string(&message).expect("messages are JSON");
    send_message(text.as_ptr(), text.len());
}

fn wished() -> StopRequest {
    match wish() {
        0 => StopRequest::GoOn,
        1 => StopRequest::MoveNow,
        _ => StopRequest::Abandon,
    }
}
