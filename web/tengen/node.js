// Tengen in Node.
// @ts-ignore: the page's tools have no types of Node
import { readFile } from 'node:fs/promises';
// @ts-ignore
import { availableParallelism } from 'node:os';
// @ts-ignore
import { Worker as NodeWorker } from 'node:worker_threads';
import { LocalClient } from './workers.js';

export { Client } from './client.js';
export { Engine, Refusal } from './engine.js';
export { pointsOf } from './points.js';

/** A worker of Node with the interface of a browser's. The program ends although it is there, unless it has a question. */
class WorkerInNode {
  /** @param {string} script */
  constructor(script) {
    this.onmessage = (/** @type {{ data: any }} */ _event) => {};
    this.onerror = (/** @type {unknown} */ _error) => {};
    this.worker = new NodeWorker(new URL('./node-worker.js', import.meta.url), { workerData: script });
    this.questions = 0;
    this.worker.on('message', (/** @type {any} */ data) => {
      if (data.done !== undefined && !--this.questions) this.worker.unref();
      this.onmessage({ data });
    });
    this.worker.on('error', (/** @type {unknown} */ error) => this.onerror(error));
    this.worker.unref();
  }

  /** @param {any} data */
  postMessage(data) {
    if (data.text && !this.questions++) this.worker.ref();
    this.worker.postMessage(data);
  }

  terminate() {
    this.worker.terminate();
  }
}

/** @param {string} script */
const newWorker = (script) => /** @type {any} */ (new WorkerInNode(script));

/** @type {import('./local.js').Platform} */
const node = {
  threads: availableParallelism(),
  newEngine: () => newWorker('./worker.js'),
  newThread: () => newWorker('./thread.js'),
  async fetchEngine() {
    const { buffer, byteOffset, byteLength } = await readFile(new URL('./tengen.wasm', import.meta.url));
    return buffer.slice(byteOffset, byteOffset + byteLength);
  },
  /** One number that workers share: 0, or 1 to end with the result so far, or 2 to end without one. */
  newFlags: () => new Int32Array(new SharedArrayBuffer(4)),
  raise: (flags, signal) => Atomics.store(flags, 0, signal === 'now' ? 1 : 2),
};

/** The engine, in workers of this program. */
export class Tengen extends LocalClient {
  /** @param {{ threads?: number }} [options] the number of threads of a search */
  constructor(options) {
    super(node, options);
  }
}
