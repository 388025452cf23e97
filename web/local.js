// The engine inside the page, for a static folder (scripts/web-static) without a server.
import { browser } from './tengen/browser.js';
import { LocalEngine } from './tengen/local.js';

/**
 * @typedef {import('./tengen/engine.js').State} State
 * @typedef {import('./tengen/engine.js').Question} Question
 */

/** Whether the service worker had control of the page when it was opened. */
const CONTROLLED = Boolean(navigator.serviceWorker?.controller);

/** Keeps the page's files in the browser for use without a network, where the browser can. */
function keepFiles() {
  const kept = navigator.serviceWorker?.register(new URL('offline.js', import.meta.url));
  kept?.catch((error) => console.warn('the page does not open without a network:', error));
}

/** Fetches the engine; retries until it succeeds. @param {(state: State) => void} onstate */
async function fetchEngine(onstate) {
  for (let wait = 300; ; wait = Math.min(wait * 1.6, 4000)) {
    const response = await fetch(new URL('tengen.wasm', import.meta.url)).catch(() => null);
    const bytes = response?.ok && (await response.arrayBuffer().catch(() => null));
    if (bytes) return bytes;
    onstate('lost');
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** Fetches a file of the page. @param {string} name */
async function fetchFile(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(response.statusText);
  return response.blob();
}

class PageEngine extends LocalEngine {
  /** @param {(state: State) => void} onstate */
  constructor(onstate) {
    super(onstate, { ...browser, fetchEngine: () => fetchEngine(onstate) });
    this.home = location.href.split('#')[0];
    /** The guide that the engine plays by, once it is there. @type {string | null} */
    this.guide = null;
  }

  /** @override */
  async load() {
    await super.load();
    keepFiles();
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

  /** Lets a worker read a file. @param {string} worker @param {Blob} file @param {Question & { ask: 'use_database' | 'use_proof' }} question */
  use(worker, file, question) {
    this.worker(worker).useFile(file, question);
    return this.ask(question);
  }

  /** @override The proof is fetched before the first question that is to be answered by it. @param {number} id @param {Question} question */
  send(id, question) {
    if (!('perfect' in question) || !question.perfect || !this.module) return super.send(id, question);
    const { rule, width, height } = question.game;
    const name = `guides/${rule}-${width}x${height}.tguide`;
    if (this.guide === name) return super.send(id, question);
    fetchFile(name)
      .then((file) => this.use('search', file, { ask: 'use_proof', bytes: file.size }))
      .then(() => (this.guide = name))
      .catch((error) => console.warn(name, error)) // then the engine says that it has none
      .then(() => this.open.has(id) && super.send(id, question));
  }

  /** @override @param {File} file */
  async openDatabase(file) {
    await this.use('instant', file, { ask: 'use_database', name: file.name });
    return { name: file.name, writable: false };
  }
}

/** @param {(state: State) => void} onstate */
export function connect(onstate) {
  return new PageEngine(onstate);
}
