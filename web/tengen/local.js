// The engine compiled to WebAssembly, for a static folder (scripts/web-static) without a server.
//
// It runs in three workers: one answers questions that need no search, one searches, one reviews games. Where the page
// is isolated from other sites (offline.js), a search may have several threads: more workers (thread.js), which share
// the memory of the first. Elsewhere browsers share no memory, and a search has one thread.
//
// A searching worker reads no messages, and shared memory is not everywhere. So each search has two flags,
// the URLs of empty blobs: the page revokes a URL to signal the worker, which polls them (worker.js). The search then
// ends within a few hundredths of a second and keeps its hash table, and "move now" returns the same move as with a
// server. Terminating the worker would lose the table and the result; only a worker that does not respond or has
// failed is terminated and restarted.
import { Engine } from './tengen/engine.js';
import { remark } from './remarks.js';
import { unshare } from './tengen/wasi.js';

/**
 * @typedef {import('./tengen/engine.js').State} State
 * @typedef {import('./tengen/engine.js').Question} Question
 * @typedef {import('./tengen/engine.js').Message} Message
 * @typedef {import('./tengen/wire.js').RemarkText} RemarkText
 * @typedef {{ now: string, stop: string }} Flags
 */

/** How long a worker may take to end a search with (`now`) or without (`stop`) a result, in milliseconds. */
const PATIENCE = { now: 10_000, stop: 2000 };
/** The worker for each question that needs a search; all others go to `instant`. @type {Record<string, string>} */
const WORKERS = {
  play: 'search',
  analyse: 'search',
  balance: 'search',
  solve: 'search',
  resist: 'search',
  open_game: 'search',
  review: 'review',
};
/** The memory limit of each worker, in megabytes. @type {Record<string, number>} */
const MEMORY = { instant: 1024, search: 1024, review: 64 };

/** The maximum number of threads, for the memory of their stacks. */
const MOST_THREADS = 32;
/** The number of threads that a search may have. */
const THREADS = globalThis.crossOriginIsolated
  ? Math.min(navigator.hardwareConcurrency ?? 1, MOST_THREADS)
  : 1;
/** Whether the service worker had control of the page when it was opened. */
const CONTROLLED = Boolean(navigator.serviceWorker?.controller);
/** The reasons for a refusal when a worker has failed, or is stopped. */
const FAILED = remark('Failed', 'internal error: the search failed');
const NOT_ENDED = remark('NotEnded', 'the search did not end');

/** The number of a question whose answer is ignored. */
const UNANSWERED = 2 ** 32 - 1;

/** A worker and its open questions; it is restarted when it fails or does not respond. */
class EngineWorker {
  /**
   * @param {WebAssembly.Module} module @param {number} megabytes
   * @param {(message: Message) => void} receive
   */
  constructor(module, megabytes, receive) {
    this.module = module;
    this.megabytes = megabytes;
    this.receive = receive;
    /** @type {Worker | null} */
    this.worker = null;
    /** The workers of its threads. @type {{ worker: Worker, busy: boolean }[]} */
    this.threads = [];
    /** The database it reads. @type {File | null} */
    this.file = null;
    /** Unanswered questions by number, the oldest first. @type {Map<number, { question: Question, flags: Flags, cancelled: boolean }>} */
    this.open = new Map();
  }

  start() {
    const worker = this.newWorker('tengen/worker.js', ({ done, thread, message }) => {
      if (done) this.done(done);
      else if (thread) this.runThread(thread);
      else this.receive(JSON.parse(message));
    });
    worker.postMessage({ module: this.module, megabytes: this.megabytes, threads: THREADS });
    if (this.file) {
      // A restarted worker has lost its file.
      const question = { id: UNANSWERED, ask: 'use_database', name: this.file.name };
      worker.postMessage({ file: this.file });
      worker.postMessage({ id: UNANSWERED, text: JSON.stringify(question) });
    }
    return worker;
  }

  /** @param {string} script @param {(data: any) => void} receive */
  newWorker(script, receive) {
    const worker = new Worker(new URL(script, import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = () => this.restart(FAILED);
    return worker;
  }

  /** Runs a thread in an idle worker or, if there is none, in a new one. @param {object} thread */
  runThread(thread) {
    let idle = this.threads.find(({ busy }) => !busy);
    if (!idle) {
      const added = { busy: false, worker: this.newWorker('tengen/thread.js', () => (added.busy = false)) };
      this.threads.push((idle = added));
    }
    idle.busy = true;
    idle.worker.postMessage({ module: this.module, ...thread });
  }

  /** @param {number} id @param {Question} question */
  ask(id, question) {
    const flags = { now: newFlag(), stop: newFlag() };
    this.open.set(id, { question, flags, cancelled: false });
    this.worker ??= this.start();
    this.worker.postMessage({ id, text: JSON.stringify({ id, ...question }), flags });
  }

  /** Sets the database that the worker reads. @param {File} file */
  useFile(file) {
    this.file = file;
    this.worker?.postMessage({ file });
  }

  /** Ends a search with the result so far. @param {number} id */
  finish(id) {
    const asked = this.open.get(id);
    if (!asked) return;
    URL.revokeObjectURL(asked.flags.now);
    this.restartUnlessDone(id, PATIENCE.now, NOT_ENDED);
  }

  /** Ends a search without a result. @param {number} id */
  cancel(id) {
    const asked = this.open.get(id);
    if (!asked) return;
    asked.cancelled = true;
    revoke(asked.flags);
    this.restartUnlessDone(id, PATIENCE.stop, NOT_ENDED);
  }

  /** Restarts the worker if the question is still open after `patience` milliseconds. @param {number} id @param {number} patience @param {RemarkText} why */
  restartUnlessDone(id, patience, why) {
    setTimeout(() => this.open.keys().next().value === id && this.restart(why), patience);
  }

  /** @param {number} id */
  done(id) {
    const asked = this.open.get(id);
    if (asked) revoke(asked.flags);
    this.open.delete(id);
  }

  /** Restarts the worker. The current question is refused for this reason; the others are asked again. @param {RemarkText} why */
  restart(why) {
    this.worker?.terminate();
    this.worker = null;
    this.threads.forEach(({ worker }) => worker.terminate());
    this.threads = [];
    const [first, ...others] = this.open;
    this.open.forEach(({ flags }) => revoke(flags));
    this.open.clear();
    for (const [id, { question, cancelled }] of others) if (!cancelled) this.ask(id, question);
    if (first && !first[1].cancelled)
      this.receive({ id: first[0], last: true, reply: 'refused', why, insist: false });
  }
}

/** Keeps the page's files in the browser for use without a network, where the browser can. */
function keepFiles() {
  const kept = navigator.serviceWorker?.register(new URL('offline.js', import.meta.url));
  kept?.catch((error) => console.warn('the page does not open without a network:', error));
}

/** A flag that is set until it is revoked, and that a busy worker can poll. */
function newFlag() {
  return URL.createObjectURL(new Blob());
}

/** @param {Flags} flags */
function revoke({ now, stop }) {
  URL.revokeObjectURL(now);
  URL.revokeObjectURL(stop);
}

class LocalEngine extends Engine {
  /** @param {(state: State) => void} onstate */
  constructor(onstate) {
    super(onstate);
    this.home = location.href.split('#')[0];
    /** @type {Map<string, EngineWorker>} */
    this.workers = new Map();
    /** @type {WebAssembly.Module | null} */
    this.module = null;
    this.load();
  }

  async load() {
    const bytes = await this.fetchEngine();
    if (THREADS === 1) unshare(new Uint8Array(bytes));
    this.module = (await globalThis.WebAssembly?.compile(bytes).catch(() => null)) ?? null;
    this.sendAll();
    this.onstate(this.module ? 'open' : 'unfit');
    keepFiles();
  }

  /** Fetches the engine; retries until it succeeds. */
  async fetchEngine() {
    for (let wait = 300; ; wait = Math.min(wait * 1.6, 4000)) {
      const response = await fetch(new URL('tengen.wasm', import.meta.url)).catch(() => null);
      const bytes = response?.ok && (await response.arrayBuffer().catch(() => null));
      if (bytes) return bytes;
      this.onstate('lost');
      await new Promise((done) => setTimeout(done, wait));
    }
  }

  /** @param {string} name */
  worker(name) {
    const worker =
      this.workers.get(name) ??
      new EngineWorker(/** @type {WebAssembly.Module} */ (this.module), MEMORY[name], (message) =>
        this.receive(message),
      );
    this.workers.set(name, worker);
    return worker;
  }

  /** @override */
  get opensDatabases() {
    return true;
  }

  /** @override The service worker isolates the page from its next visit on. */
  get hasThreadsAfterReload() {
    const willIsolate = !CONTROLLED && Boolean(navigator.serviceWorker?.controller);
    return willIsolate && !globalThis.crossOriginIsolated && navigator.hardwareConcurrency > 1;
  }

  /** @override @param {File} file */
  async openDatabase(file) {
    this.worker('instant').useFile(file);
    await this.ask({ ask: 'use_database', name: file.name });
    return { name: file.name, writable: false };
  }

  /** @override @param {number} id @param {Question} question */
  send(id, question) {
    if (!this.module) return;
    if (question.ask === 'now') this.workers.forEach((worker) => worker.finish(question.of));
    else if (question.ask === 'stop') this.workers.forEach((worker) => worker.cancel(question.of));
    else {
      const name = WORKERS[question.ask] ?? 'instant';
      const worker = this.worker(name);
      // A worker runs one search at a time; a new one cancels the previous one.
      if (name !== 'instant') [...worker.open.keys()].forEach((before) => worker.cancel(before));
      worker.ask(id, question);
    }
  }
}

/** @param {(state: State) => void} onstate */
export function connect(onstate) {
  return new LocalEngine(onstate);
}
