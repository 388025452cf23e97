// The engine compiled to WebAssembly, in workers of a page or of Node.
//
// It runs in three workers: one answers questions that need no search, one searches, one reviews games. In Node, and
// where a page is isolated from other sites, a search may have several threads: more workers (thread.js), which share
// the memory of the first. Elsewhere browsers share no memory, and a search has one thread.
//
// A searching worker reads no messages. So each search has flags, which the worker polls (worker.js). The search then
// ends within a few hundredths of a second and keeps its hash table, and "move now" returns the same move as with a
// server. Terminating the worker would lose the table and the result; only a worker that does not respond or has
// failed is terminated and restarted.
import { Engine } from './engine.js';
import { isShared, unshare } from './wasi.js';

/**
 * @typedef {import('./engine.js').State} State
 * @typedef {import('./engine.js').Question} Question
 * @typedef {import('./engine.js').Message} Message
 * @typedef {import('./wire.js').RemarkText} RemarkText
 * @typedef {any} Flags what a worker polls: the platform's
 */

/**
 * What differs between browsers and Node.
 * @typedef {object} Platform
 * @property {number} threads the number of threads that run at once
 * @property {() => Worker} newEngine a worker with an engine (worker.js)
 * @property {() => Worker} newThread a worker for a thread of an engine (thread.js)
 * @property {() => Promise<ArrayBuffer>} fetchEngine reads tengen.wasm
 * @property {() => Flags} newFlags
 * @property {(flags: Flags, signal: 'now' | 'stop') => void} raise asks a search to end with or without a result
 */

/** The maximum number of threads of a search, for the memory of their stacks. */
const MOST_THREADS = 32;
/** How long a worker may take to end a search with (`now`) or without (`stop`) a result, in milliseconds. */
const PATIENCE = { now: 10_000, stop: 2000 };
/** The worker for each question that needs a search; all others go to `instant`. @type {Record<string, string>} */
const WORKERS = {
  play: 'search',
  analyse: 'search',
  balance: 'search',
  solve: 'search',
  resist: 'search',
  judge: 'search',
  open_game: 'search',
  use_proof: 'search',
  review: 'review',
};
/** The memory limit of each worker, in megabytes. @type {Record<string, number>} */
const MEMORY = { instant: 1024, search: 1024, review: 64 };

/** @param {string} code @param {string} text in English @returns {RemarkText} */
export function remark(code, text) {
  return { code, data: {}, text };
}

/** The reasons for a refusal when a worker has failed, or is stopped. */
const FAILED = remark('Failed', 'internal error: the search failed');
const NOT_ENDED = remark('NotEnded', 'the search did not end');
const CLOSED = remark('Closed', 'the engine is closed');

/** The number of a question whose answer is ignored. */
const UNANSWERED = 2 ** 32 - 1;

/** A worker and its open questions; it is restarted when it fails or does not respond. */
class EngineWorker {
  /**
   * @param {Platform} platform @param {WebAssembly.Module} module
   * @param {{ megabytes: number, threads: number }} limits @param {(message: Message) => void} receive
   */
  constructor(platform, module, limits, receive) {
    this.platform = platform;
    this.module = module;
    this.limits = limits;
    this.receive = receive;
    /** @type {Worker | null} */
    this.worker = null;
    /** The workers of its threads. @type {{ worker: Worker, busy: boolean }[]} */
    this.threads = [];
    /** The file it reads. @type {Blob | null} */
    this.file = null;
    /** What the file is for. @type {Question | null} */
    this.use = null;
    /** Unanswered questions by number, the oldest first. @type {Map<number, { question: Question, flags: Flags, cancelled: boolean }>} */
    this.open = new Map();
  }

  start() {
    const worker = this.listen(this.platform.newEngine(), ({ done, thread, message }) => {
      if (done) this.done(done);
      else if (thread) this.runThread(thread);
      else this.receive(JSON.parse(message));
    });
    worker.postMessage({ module: this.module, ...this.limits });
    if (this.file) {
      // A restarted worker has lost its file.
      worker.postMessage({ file: this.file });
      worker.postMessage({ id: UNANSWERED, text: JSON.stringify({ id: UNANSWERED, ...this.use }) });
    }
    return worker;
  }

  /** @param {Worker} worker @param {(data: any) => void} receive */
  listen(worker, receive) {
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = () => this.restart(FAILED);
    return worker;
  }

  /** Runs a thread in an idle worker or, if there is none, in a new one. @param {object} thread */
  runThread(thread) {
    let idle = this.threads.find(({ busy }) => !busy);
    if (!idle) {
      const worker = this.listen(this.platform.newThread(), () => (added.busy = false));
      const added = { busy: false, worker };
      this.threads.push((idle = added));
    }
    idle.busy = true;
    idle.worker.postMessage({ module: this.module, ...thread });
  }

  /** @param {number} id @param {Question} question */
  ask(id, question) {
    const flags = this.platform.newFlags();
    this.open.set(id, { question, flags, cancelled: false });
    this.worker ??= this.start();
    this.worker.postMessage({ id, text: JSON.stringify({ id, ...question }), flags });
  }

  /** Sets the file that the worker reads, and what it is for. @param {Blob} file @param {Question} question */
  useFile(file, question) {
    this.file = file;
    this.use = question;
    this.worker?.postMessage({ file });
  }

  /** Ends a search with the result so far. @param {number} id */
  finish(id) {
    const asked = this.open.get(id);
    if (!asked) return;
    this.platform.raise(asked.flags, 'now');
    this.restartUnlessDone(id, PATIENCE.now, NOT_ENDED);
  }

  /** Ends a search without a result. @param {number} id */
  cancel(id) {
    const asked = this.open.get(id);
    if (!asked) return;
    asked.cancelled = true;
    this.platform.raise(asked.flags, 'stop');
    this.restartUnlessDone(id, PATIENCE.stop, NOT_ENDED);
  }

  /** Restarts the worker if the question is still open after `patience` milliseconds. @param {number} id @param {number} patience @param {RemarkText} why */
  restartUnlessDone(id, patience, why) {
    setTimeout(() => this.open.keys().next().value === id && this.restart(why), patience);
  }

  /** @param {number} id */
  done(id) {
    const asked = this.open.get(id);
    if (asked) this.platform.raise(asked.flags, 'stop');
    this.open.delete(id);
  }

  terminate() {
    this.worker?.terminate();
    this.worker = null;
    this.threads.forEach(({ worker }) => worker.terminate());
    this.threads = [];
  }

  /** Restarts the worker. The current question is refused for this reason; the others are asked again. @param {RemarkText} why */
  restart(why) {
    this.terminate();
    const [first, ...others] = this.open;
    this.open.forEach(({ flags }) => this.platform.raise(flags, 'stop'));
    this.open.clear();
    for (const [id, { question, cancelled }] of others) if (!cancelled) this.ask(id, question);
    if (first && !first[1].cancelled)
      this.receive({ id: first[0], last: true, reply: 'refused', why, insist: false });
  }
}

export class LocalEngine extends Engine {
  /** @param {(state: State) => void} onstate @param {Platform} platform @param {number} [threads] of a search, at most */
  constructor(onstate, platform, threads = platform.threads) {
    super(onstate);
    this.platform = platform;
    this.threads = Math.min(threads, platform.threads, MOST_THREADS);
    /** @type {Map<string, EngineWorker>} */
    this.workers = new Map();
    /** @type {WebAssembly.Module | null} */
    this.module = null;
    /** Why the engine cannot be loaded. @type {unknown} */
    this.trouble = null;
    /** Why all questions are refused. @type {RemarkText | null} */
    this.refusal = null;
    this.load();
  }

  async load() {
    try {
      const bytes = await this.platform.fetchEngine();
      const isAlone = this.threads === 1 || !isShared(new Uint8Array(bytes));
      if (isAlone) this.threads = 1;
      if (isAlone) unshare(new Uint8Array(bytes));
      const module = await WebAssembly.compile(bytes);
      if (!this.refusal) this.module = module;
    } catch (error) {
      this.trouble = error;
    }
    this.sendAll();
    this.onstate(this.module ? 'open' : 'unfit');
  }

  /** Ends all workers. Open and later questions are refused. @param {RemarkText} why */
  close(why = CLOSED) {
    this.workers.forEach((worker) => worker.terminate());
    this.workers.clear();
    this.module = null;
    this.refusal = why;
    this.sendAll();
  }

  /** @param {string} name */
  worker(name) {
    const worker =
      this.workers.get(name) ??
      new EngineWorker(
        this.platform,
        /** @type {WebAssembly.Module} */ (this.module),
        { megabytes: MEMORY[name], threads: this.threads },
        (message) => this.receive(message),
      );
    this.workers.set(name, worker);
    return worker;
  }

  /** @override @param {number} id @param {Question} question */
  send(id, question) {
    if (this.refusal) this.receive({ id, last: true, reply: 'refused', why: this.refusal, insist: false });
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
