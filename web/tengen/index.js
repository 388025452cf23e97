// Tengen in a browser.
import { browser } from './browser.js';
import { LocalClient } from './workers.js';

export { Client } from './client.js';
export { Engine, Refusal } from './engine.js';
export { pointsOf } from './points.js';

/** The engine, in workers of this page. */
export class Tengen extends LocalClient {
  /** @param {{ threads?: number }} [options] the number of threads of a search */
  constructor(options) {
    super(browser, options);
  }
}
