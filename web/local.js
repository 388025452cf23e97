// The engine inside the page, for a static folder (scripts/web-static) without a server.
import { browser } from './tengen/browser.js';
import { LocalEngine } from './tengen/local.js';

/** @typedef {import('./tengen/engine.js').State} State */

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

class PageEngine extends LocalEngine {
  /** @param {(state: State) => void} onstate */
  constructor(onstate) {
    super(onstate, { ...browser, fetchEngine: () => fetchEngine(onstate) });
    this.home = location.href.split('#')[0];
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

  /** @override @param {File} file */
  async openDatabase(file) {
    this.worker('instant').useFile(file);
    await this.ask({ ask: 'use_database', name: file.name });
    return { name: file.name, writable: false };
  }
}

/** @param {(state: State) => void} onstate */
export function connect(onstate) {
  return new PageEngine(onstate);
}
