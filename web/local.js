// The engine in the page itself, compiled to WebAssembly: for a static folder (scripts/web-static) without a server.
//
// It runs in workers: one answers what needs no search, one searches, one goes through games in the background.
// A worker that searches reads no messages, and what it shares with the page needs a host that sends certain
// headers. So each search has two flags that stand as long as it shall go on: addresses of empty blobs, which
// the page takes back and the worker looks up (worker.js). The search ends itself then, in a few hundredths of a
// second, its tables stay, and "move now" gives the very move that it gives elsewhere; to end the worker from
// outside instead would lose the tables, and answers would have to be made up here from what was told before.
// Only a worker that does not listen, or fails, is ended so, and another started.
import { Engine } from './engine.js';

/**
 * @typedef {import('./engine.js').State} State
 * @typedef {import('./engine.js').Question} Question
 * @typedef {import('./engine.js').Telling} Telling
 * @typedef {{ now: string, stop: string }} Flags
 */

/** How long a worker has to end a search, in milliseconds: with what it has, or with nothing. */
const PATIENCE = { now: 10_000, stop: 2000 };
/** The worker of each question that needs a search; all others go to `instant`. @type {Record<string, string>} */
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

/** The number of a question that nobody waits for. */
const AGAIN = 2 ** 32 - 1;

/** A worker and its open questions; it is restarted when it fails or does not respond. */
class EngineWorker {
  /**
   * @param {WebAssembly.Module} module @param {number} megabytes
   * @param {(telling: Telling) => void} hear
   */
  constructor(module, megabytes, hear) {
    this.module = module;
    this.megabytes = megabytes;
    this.hear = hear;
    /** @type {Worker | null} */
    this.worker = null;
    /** The database it reads. @type {File | null} */
    this.file = null;
    /** Unanswered questions by number, the oldest first. @type {Map<number, { question: Question, flags: Flags, left: boolean }>} */
    this.open = new Map();
  }

  start() {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = (event) =>
      event.data.done ? this.done(event.data.done) : this.hear(JSON.parse(event.data.telling));
    worker.onerror = () => this.startAgain('the search failed, a fault of this program');
    worker.postMessage({ module: this.module, megabytes: this.megabytes });
    if (this.file) {
      // A restarted worker has lost its file.
      const question = { id: AGAIN, ask: 'use_database', name: this.file.name };
      worker.postMessage({ file: this.file });
      worker.postMessage({ id: AGAIN, text: JSON.stringify(question) });
    }
    return worker;
  }

  /** @param {number} id @param {Question} question */
  give(id, question) {
    const flags = { now: flag(), stop: flag() };
    this.open.set(id, { question, flags, left: false });
    this.worker ??= this.start();
    this.worker.postMessage({ id, text: JSON.stringify({ id, ...question }), flags });
  }

  /** Gives the worker a database to read. @param {File} file */
  lend(file) {
    this.file = file;
    this.worker?.postMessage({ file });
  }

  /** Ends a search with the result so far. @param {number} id */
  hurry(id) {
    const asked = this.open.get(id);
    if (!asked) return;
    URL.revokeObjectURL(asked.flags.now);
    this.expect(id, PATIENCE.now, 'the search did not end');
  }

  /** Ends a search without a result. @param {number} id */
  leave(id) {
    const asked = this.open.get(id);
    if (!asked) return;
    asked.left = true;
    lower(asked.flags);
    this.expect(id, PATIENCE.stop, '');
  }

  /** Restarts the worker if the question is still open after `patience` milliseconds. @param {number} id @param {number} patience @param {string} why */
  expect(id, patience, why) {
    setTimeout(() => this.open.keys().next().value === id && this.startAgain(why), patience);
  }

  /** @param {number} id */
  done(id) {
    const asked = this.open.get(id);
    if (asked) lower(asked.flags);
    this.open.delete(id);
  }

  /** Restarts the worker: the current question is refused with this reason, the others are asked again. @param {string} why */
  startAgain(why) {
    this.worker?.terminate();
    this.worker = null;
    const [first, ...others] = this.open;
    this.open.forEach(({ flags }) => lower(flags));
    this.open.clear();
    for (const [id, { question, left }] of others) if (!left) this.give(id, question);
    if (first && !first[1].left) this.hear({ id: first[0], last: true, tell: 'refused', why, insist: false });
  }
}

/** Something that stands until it is taken back, and that a worker can look up while it is busy. */
function flag() {
  return URL.createObjectURL(new Blob());
}

/** @param {Flags} flags */
function lower({ now, stop }) {
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
    const bytes = await this.fetched();
    this.module = (await globalThis.WebAssembly?.compile(bytes).catch(() => null)) ?? null;
    this.sendAll();
    this.onstate(this.module ? 'open' : 'unfit');
  }

  /** The engine, as soon as the host gives it. */
  async fetched() {
    for (let wait = 300; ; wait = Math.min(wait * 1.6, 4000)) {
      const answer = await fetch(new URL('tengen.wasm', import.meta.url)).catch(() => null);
      const bytes = answer?.ok && (await answer.arrayBuffer().catch(() => null));
      if (bytes) return bytes;
      this.onstate('lost');
      await new Promise((done) => setTimeout(done, wait));
    }
  }

  /** @param {string} name */
  worker(name) {
    const worker =
      this.workers.get(name) ??
      new EngineWorker(/** @type {WebAssembly.Module} */ (this.module), MEMORY[name], (telling) =>
        this.hear(telling),
      );
    this.workers.set(name, worker);
    return worker;
  }

  /** @override */
  get opensDatabases() {
    return true;
  }

  /** @override @param {File} file */
  async openDatabase(file) {
    this.worker('instant').lend(file);
    await this.ask({ ask: 'use_database', name: file.name });
    return { name: file.name, writable: false };
  }

  /** @override @param {number} id @param {Question} question */
  send(id, question) {
    if (!this.module) return;
    if (question.ask === 'now') this.workers.forEach((worker) => worker.hurry(question.of));
    else if (question.ask === 'stop') this.workers.forEach((worker) => worker.leave(question.of));
    else {
      const name = WORKERS[question.ask] ?? 'instant';
      const worker = this.worker(name);
      // A worker runs one search at a time; a new one ends the one before.
      if (name !== 'instant') [...worker.open.keys()].forEach((before) => worker.leave(before));
      worker.give(id, question);
    }
  }
}

/** @param {(state: State) => void} onstate */
export function connect(onstate) {
  return new LocalEngine(onstate);
}
