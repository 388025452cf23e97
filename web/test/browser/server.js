// `tengen web` as a child process.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
/** Cargo's output folder. */
export const TARGET = process.env.CARGO_TARGET_DIR ?? `${REPOSITORY}target`;

/** The path of a program built by `cargo build`, such as `tengen`. @param {string} name */
export const program = (name) => `${TARGET}/debug/${name}`;

/**
 * Starts `tengen web`, by default on a free port and with little memory. `url` is the page's address.
 * @param {string[]} options
 */
export async function serve(...options) {
  const defaults = Object.entries({ '--port': '0', '--hash': '32' }).filter(
    ([name]) => !options.includes(name),
  );
  const child = spawn(program('tengen'), ['web', '--no-open', ...defaults.flat(), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(options.includes('--token') ? {} : { TENGEN_TOKEN: 'off' }) },
  });
  const failed = new Promise((_, reject) => child.on('error', reject));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = /** @type {IteratorResult<string>} */ (await Promise.race([lines.next(), failed]));
  if (first.done) throw new Error('tengen web ended before it printed its address');
  return { url: first.value, stop: () => child.kill('SIGKILL') };
}
