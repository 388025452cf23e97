// A position database for a test.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { program } from './server.js';

/** A game that Black won, its mirror image (counted once), and one that White won after the same opening. */
const GAMES = `(;GM[4]SZ[15]RE[B+R];B[hh];W[ii];B[gi])(;GM[4]SZ[15]RE[B+R];B[hh];W[gg];B[ig])\
(;GM[4]SZ[15]RE[W+R];B[hh];W[ii];B[jj])`;

/** Makes a database of games, `a.db` in this folder. @param {string} folder @param {string} [games] in SGF */
export async function makeDatabase(folder, games = GAMES) {
  await writeFile(join(folder, 'games.sgf'), games);
  await promisify(execFile)(program('tengen'), ['database', 'import', 'a.db', 'games.sgf'], { cwd: folder });
  return join(folder, 'a.db');
}

/**
 * The options of a server with a database of its own in each test: `test.use({ options: withDatabase() })`.
 * @param {...string} more such as "--database-write"
 */
export const withDatabase =
  (...more) =>
  async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'tengen-'));
    await use(['--database', await makeDatabase(folder), ...more]);
    await rm(folder, { recursive: true });
  };
