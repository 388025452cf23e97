// The worker that runs the engine for local.js; the counterpart of wasm/src/lib.rs.

/** The interval between polls of the flags, in milliseconds. */
const INTERVAL = 30;
/** The interval is at least this many times the duration of a poll, in case the browser is busy … */
const SHARE = 9;
/** … but at most this long, in milliseconds. */
const LONGEST = 500;

/** @type {any} */
let engine = null;
/** The flags of the current question. @type {import('./local.js').Flags | null} */
let flags = null;
/** The page's signal to the search: 0 continue, 1 end with the result so far, 2 end without a result. */
let signal = 0;
let nextPoll = 0;
/** The database file chosen in the page. @type {File | null} */
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

/** Whether this browser can poll flags. */
const CAN_POLL = isSet(URL.createObjectURL(new Blob()));

function poll() {
  const before = performance.now();
  if (flags && signal < 2 && before >= nextPoll) {
    signal = isSet(flags.now) ? 0 : isSet(flags.stop) ? 1 : 2;
    const now = performance.now();
    nextPoll = now + Math.min(Math.max(INTERVAL, SHARE * (now - before)), LONGEST);
  }
  return signal;
}

/** @param {number} at @param {number} bytes */
function text(at, bytes) {
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, at >>> 0, bytes));
}

/** Reads a part of the database file into the engine's memory. @param {number} offset @param {number} at @param {number} bytes */
function read(offset, at, bytes) {
  try {
    const part = /** @type {File} */ (file).slice(offset, offset + bytes);
    const content = new Uint8Array(
      new /** @type {any} */ (globalThis).FileReaderSync().readAsArrayBuffer(part),
    );
    if (content.length !== bytes) return 0;
    new Uint8Array(engine.memory.buffer, at >>> 0, bytes).set(content);
    return 1;
  } catch {
    return 0;
  }
}

/** The functions that the engine imports. */
const page = {
  read,
  now: () => performance.timeOrigin + performance.now(),
  wish: poll,
  /** @param {number} at @param {number} bytes */
  send: (at, bytes) => postMessage({ message: text(at, bytes) }),
  /** @param {number} at @param {number} bytes */
  fault: (at, bytes) => console.error(text(at, bytes)),
};

/** Passes a question to the engine. @param {string} message */
function ask(message) {
  const bytes = new TextEncoder().encode(message);
  const at = engine.room(bytes.length) >>> 0;
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  engine.hear(bytes.length);
}

onmessage = ({ data }) => {
  if (data.module) {
    engine = new WebAssembly.Instance(data.module, { page }).exports;
    engine.open(data.megabytes);
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

export {};
