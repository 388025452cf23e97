// The worker that runs an engine for local.js; the counterpart of wasm/src/lib.rs.
import { instantiate, reserve, text } from './wasi.js';

/** The interval between polls of the flags, in milliseconds. */
const INTERVAL = 30;
/** The interval is at least this many times the duration of a poll, in case the browser is busy … */
const SHARE = 9;
/** … but at most this long, in milliseconds. */
const LONGEST = 500;
/** Memory besides the tables, in megabytes: 8 for the stack of each thread, networks, files. */
const OTHERS = 512;

/** @type {any} */
let engine = null;
/** @type {WebAssembly.Memory} */
let memory;
/** The number of the last thread. */
let threads = 0;
/** The flags of the current question: URLs in browsers (browser.js), a shared number in Node (node.js). @type {import('./browser.js').Flags | Int32Array | null} */
let flags = null;
/** The page's signal to the search: 0 continue, 1 end with the result so far, 2 end without a result. */
let signal = 0;
let nextPoll = 0;
/** The file chosen in the page. @type {Blob | null} */
let file = null;

/** Whether a flag is set. No message arrives during a search, but a synchronous request works. @param {string} flag */
function isSet(flag) {
  const request = new XMLHttpRequest();
  try {
    request.open('GET', flag, false);
    request.send();
    return true;
  } catch {
    return false;
  }
}

/** Whether flags can be polled here. */
const CAN_POLL = !globalThis.XMLHttpRequest || isSet(URL.createObjectURL(new Blob()));

/** @param {import('./browser.js').Flags | Int32Array} flags */
function signalOf(flags) {
  if (flags instanceof Int32Array) return Atomics.load(flags, 0);
  return isSet(flags.now) ? 0 : isSet(flags.stop) ? 1 : 2;
}

function poll() {
  const before = performance.now();
  if (flags && signal < 2 && before >= nextPoll) {
    signal = signalOf(flags);
    const now = performance.now();
    nextPoll = now + Math.min(Math.max(INTERVAL, SHARE * (now - before)), LONGEST);
  }
  return signal;
}

/** Reads a part of the file into the engine's memory. @param {number} offset @param {number} at @param {number} bytes */
function read(offset, at, bytes) {
  try {
    const part = /** @type {Blob} */ (file).slice(offset, offset + bytes);
    const content = new Uint8Array(
      new /** @type {any} */ (globalThis).FileReaderSync().readAsArrayBuffer(part),
    );
    if (content.length !== bytes) return 0;
    new Uint8Array(memory.buffer, at >>> 0, bytes).set(content);
    return 1;
  } catch {
    return 0;
  }
}

/** The functions that the engine imports. */
const page = {
  read_file: read,
  wish: poll,
  /** @param {number} at @param {number} bytes */
  send_message: (at, bytes) => postMessage({ message: text(memory, at, bytes) }),
};

/** Asks the page to start a thread: this worker could not start another one while it searches. @param {number} start */
function spawn(start) {
  postMessage({ thread: { memory, number: ++threads, start } });
  return threads;
}

/** @param {{ module: WebAssembly.Module, megabytes: number, threads: number }} data */
function open({ module, megabytes, threads }) {
  const reserved = reserve(megabytes, OTHERS, threads > 1);
  memory = reserved.memory;
  engine = instantiate(module, memory, page, spawn);
  engine._initialize();
  engine.open_engine(reserved.megabytes, threads);
}

/** Passes a question to the engine. @param {string} message */
function ask(message) {
  const bytes = new TextEncoder().encode(message);
  const at = engine.room(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  engine.hear(bytes.length);
}

onmessage = ({ data }) => {
  if (data.module) {
    open(data);
    return;
  }
  if (data.file) {
    file = data.file;
    return;
  }
  flags = CAN_POLL ? data.flags : null;
  signal = nextPoll = 0;
  ask(data.text);
  postMessage({ done: data.id });
};
