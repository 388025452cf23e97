// A worker that runs threads of the engine in another worker (worker.js), one after the other, in the same memory.
import { instantiate } from './wasi.js';

/** @typedef {{ module: WebAssembly.Module, memory: WebAssembly.Memory, number: number, start: number }} Thread */

/** @type {any} */
let engine = null;
/** Only the first thread talks to the page, and only it starts others. */
const none = () => -1;

onmessage = (/** @type {MessageEvent<Thread>} */ { data: { module, memory, number, start } }) => {
  engine ??= instantiate(module, memory, { read_file: none, wish: none, send_message: none }, none);
  engine.wasi_thread_start(number, start);
  postMessage('ended');
};
