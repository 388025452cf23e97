// What needs the engine as WebAssembly, which is built here without the last optimisations.
import { spawnSync } from 'node:child_process';
import { REPOSITORY } from './server.js';

/** Runs a script of the repository. @param {string} name @param {string[]} options @param {Record<string, string>} [variables] */
export const script = (name, options, variables = { TENGEN_PROFILE: 'dev' }) =>
  spawnSync(`${REPOSITORY}scripts/${name}`, options, {
    env: { ...process.env, ...variables },
    encoding: 'utf8',
  });
