// A worker with the engine of local.js: the other side of wasm/src/lib.rs.

/** How long it is searched before it is looked up what is wished, in milliseconds … */
const LOOK = 30;
/** … and how many times as long as the look took, where the browser is busy … */
const SHARE = 9;
/** … but no longer than this. */
const LONGEST = 500;

/** @type {any} */
let engine = null;
/** The flags of the question that is being answered. @type {import('./local.js').Flags | null} */
let flags = null;
/** What is wished of it: 0 that it goes on, 1 that it ends with what it has, 2 nothing. */
let wished = 0;
let nextLook = 0;
/** The file that was chosen. @type {File | null} */
let file = null;

/** Whether a flag stands. No message arrives while a search runs, but a request that waits for its answer does. @param {string} flag */
function stands(flag) {
  const request = new XMLHttpRequest();
  try {
    request.open('GET', flag, false);
    request.send();
    return true;
  } catch {
    return false;
  }
}

/** Whether flags can be looked up here at all. */
const CAN_LOOK = stands(URL.createObjectURL(new Blob()));

function wish() {
  const before = performance.now();
  if (flags && wished < 2 && before >= nextLook) {
    wished = stands(flags.now) ? 0 : stands(flags.stop) ? 1 : 2;
    const now = performance.now();
    nextLook = now + Math.min(Math.max(LOOK, SHARE * (now - before)), LONGEST);
  }
  return wished;
}

/** @param {number} at @param {number} bytes */
function text(at, bytes) {
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, at >>> 0, bytes));
}

/** Reads the file in place. @param {number} offset @param {number} at @param {number} bytes */
function read(offset, at, bytes) {
  try {
    const part = /** @type {File} */ (file).slice(offset, offset + bytes);
    const there = new Uint8Array(
      new /** @type {any} */ (globalThis).FileReaderSync().readAsArrayBuffer(part),
    );
    if (there.length !== bytes) return 0;
    new Uint8Array(engine.memory.buffer, at >>> 0, bytes).set(there);
    return 1;
  } catch {
    return 0;
  }
}

const page = {
  read,
  now: () => performance.timeOrigin + performance.now(),
  wish,
  /** @param {number} at @param {number} bytes */
  tell: (at, bytes) => postMessage({ telling: text(at, bytes) }),
  /** @param {number} at @param {number} bytes */
  fault: (at, bytes) => console.error(text(at, bytes)),
};

/** @param {string} message */
function hear(message) {
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
  flags = CAN_LOOK ? data.flags : null;
  wished = nextLook = 0;
  hear(data.text);
  postMessage({ done: data.id });
};

export {};
