// What needs the engine as WebAssembly: it is built here, without the last optimisations, if the target is installed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { REPOSITORY } from './server.js';

const WASM = 'wasm32-wasip1-threads';

/** Why tests are skipped without the target. */
export const MISSING = `the target ${WASM} is not installed (rustup target add ${WASM})`;

/** Whether the target is installed. */
export function hasTarget() {
  const rustc = process.env.RUSTC ?? 'rustc';
  const asked = spawnSync(rustc, ['--print', 'target-libdir', '--target', WASM], { encoding: 'utf8' });
  return existsSync(asked.stdout.trim());
}

/** Runs a script of the repository. @param {string} name @param {string[]} options @param {Record<string, string>} [variables] */
export const script = (name, options, variables = { TENGEN_PROFILE: 'dev' }) =>
  spawnSync(`${REPOSITORY}scripts/${name}`, options, {
    env: { ...process.env, ...variables },
    encoding: 'utf8',
  });
