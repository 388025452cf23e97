// The engine in workers as promises, in a browser or in Node.
import { Client, checkFields } from './client.js';
import { LocalEngine, remark } from './local.js';

/** An engine in workers. */
export class LocalClient extends Client {
  /**
   * @param {import('./local.js').Platform} platform
   * @param {{ threads?: number }} [options] the number of threads of a search: at most all that the machine can run, and
   *   1 in a page that is not isolated
   */
  constructor(platform, options = {}) {
    checkFields(options, ['threads'], 'an engine');
    const { threads } = options;
    const engine = new LocalEngine(
      (state) => {
        if (state === 'unfit')
          engine.close(remark('NoEngine', `the engine cannot be loaded: ${engine.trouble}`));
      },
      platform,
      threads,
    );
    super(engine);
  }

  /** Ends the engine. Open and later questions are refused. */
  close() {
    /** @type {LocalEngine} */ (this.engine).close();
  }
}
