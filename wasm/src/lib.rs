//! Tengen inside a page: the engine of `tengen web` for WebAssembly, without a server.
//!
//! A page (`web/local.js`) starts some workers (`web/worker.js`), each with an instance of this module. What goes
//! in and out are the messages of [`tengen_web::wire`], as text, by two functions each way:
//!
//! ```text
//! page to engine    open(megabytes)    once, before anything else
//!                   room(bytes)        where a message of this length is to be written …
//!                   hear(bytes)        … and that it is there; returns when all is told about it
//! engine to page    tell(at, bytes)    a message
//!                   wish()             what is wished of the search that runs: 0 go on, 1 move now, 2 forget it
//!                   now()              milliseconds since 1970 (`tengen_common::clock`)
//!                   read(offset, at, bytes)   fills the room with what stands there in the file that was chosen; 0 if
//!                                             it cannot
//!                   fault(at, bytes)   the last words of an instance that cannot go on
//! ```

use std::cell::RefCell;
use std::panic::set_hook;
use tengen_database::ReadAt;
use tengen_web::alone::{Alone, StopRequest};
use tengen_web::wire::Telling;

// SAFETY: whoever makes an instance gives it these functions; it cannot be made otherwise. They read the bytes
// that they are told of before they return, and keep nothing.
#[allow(unsafe_code)]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    safe fn tell(at: *const u8, bytes: usize);
    safe fn wish() -> u32;
    safe fn read(offset: f64, at: *mut u8, bytes: usize) -> u32;
    safe fn fault(at: *const u8, bytes: usize);
}

thread_local! {
    static ENGINE: RefCell<Option<Alone>> = const { RefCell::new(None) };
    static MESSAGE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Opens an engine whose searches use at most so much memory.
// SAFETY: there is no other function of this name, nor of those below.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn open(megabytes: usize) {
    set_hook(Box::new(|panic| {
        let words = panic.to_string();
        fault(words.as_ptr(), words.len());
    }));
    let engine = Alone::new(megabytes << 20, wished, pass_on, || Box::new(ChosenFile));
    ENGINE.set(Some(engine));
}

/// Room for a message of this length.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    MESSAGE.with_borrow_mut(|message| {
        message.resize(bytes, 0);
        message.as_mut_ptr()
    })
}

/// Takes the message that was written into the room.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn hear(bytes: usize) {
    let mut message = MESSAGE.take();
    message.truncate(bytes);
    let text = String::from_utf8_lossy(&message);
    ENGINE.with_borrow_mut(|engine| engine.as_mut().expect("it is open").hear(&text));
}

/// The file that the page's user has chosen.
struct ChosenFile;

impl ReadAt for ChosenFile {
    fn read_at(&self, offset: u64, room: &mut [u8]) -> anyhow::Result<()> {
        let done = read(offset as f64, room.as_mut_ptr(), room.len());
        anyhow::ensure!(done != 0, "the file cannot be read");
        Ok(())
    }
}

fn pass_on(telling: Telling) {
    let text = serde_json::to_string(&telling).expect("tellings are JSON");
    tell(text.as_ptr(), text.len());
}

fn wished() -> StopRequest {
    match wish() {
        0 => StopRequest::GoOn,
        1 => StopRequest::MoveNow,
        _ => StopRequest::Abandon,
    }
}
