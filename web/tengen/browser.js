// What the engine (local.js) needs of a browser.

/** @typedef {{ now: string, stop: string }} Flags URLs of empty blobs: a revoked one is set */

/** A flag that is set until it is revoked, and that a busy worker can poll. */
function newFlag() {
  return URL.createObjectURL(new Blob());
}

/** Browsers share memory between workers only in pages that are isolated from other sites. @type {import('./local.js').Platform} */
export const browser = {
  threads: globalThis.crossOriginIsolated ? (navigator.hardwareConcurrency ?? 1) : 1,
  newEngine: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
  newThread: () => new Worker(new URL('./thread.js', import.meta.url), { type: 'module' }),
  async fetchEngine() {
    const url = new URL('./tengen.wasm', import.meta.url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return response.arrayBuffer();
  },
  newFlags: () => ({ now: newFlag(), stop: newFlag() }),
  raise(/** @type {Flags} */ flags, signal) {
    URL.revokeObjectURL(flags.now);
    if (signal === 'stop') URL.revokeObjectURL(flags.stop);
  },
};
