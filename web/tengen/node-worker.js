// Runs worker.js or thread.js in a worker of Node, with a browser's names.
// @ts-ignore: the page's tools have no types of Node
import { parentPort, workerData } from 'node:worker_threads';

Object.assign(globalThis, {
  onmessage: null,
  postMessage: (/** @type {any} */ data) => parentPort.postMessage(data),
});
await import(workerData);
parentPort.on('message', (/** @type {any} */ data) => /** @type {any} */ (globalThis).onmessage({ data }));
