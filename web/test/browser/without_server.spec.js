// The static folder built by `scripts/web-static`: the page with its own engine.
//
// It is built here, without the last optimisations. `TENGEN_STATIC=FOLDER` names a folder that was built before.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeDatabase } from './database.js';
import { host } from './host.js';
import { REPOSITORY, TARGET, serve } from './server.js';
import { Tengen, expect, game, slowdown, test as base } from './tengen.js';
import { script } from './wasm.js';

const FOLDER = process.env.TENGEN_STATIC;

function build() {
  const folder = `${TARGET}/tmp/static-page`;
  const { status, stderr } = script('web-static', [folder]);
  if (status) throw new Error(stderr);
  return { folder, warned: stderr.includes('warning:') };
}

/** All tests of this file run in one process, which builds the folder once. */
base.describe.configure({ mode: 'default', timeout: 600_000 });

const test = base.extend({
  headers: [/** @type {Record<string, string>} */ ({}), { option: true }],
  built: [
    async ({}, use) => use(FOLDER ? { folder: FOLDER, warned: false } : build()),
    { scope: 'worker', timeout: 600_000 },
  ],
  server: async ({ built, headers }, use) => {
    const server = await host(built.folder, headers);
    await use(server);
    server.stop();
  },
});

test('the page is built where the licences cannot be written, but not published', async ({ built }) => {
  test.skip(Boolean(FOLDER), 'the folder was built before');
  const { folder, warned } = built;
  expect(existsSync(`${folder}/tengen.wasm`)).toBe(true);
  expect(existsSync(`${folder}/THIRD-PARTY-NOTICES-wasi-libc`)).toBe(true);
  expect(warned).toBe(!existsSync(`${folder}/THIRD-PARTY-NOTICES`));
  test.skip(spawnSync('cargo', ['about', '--version']).status === 0, 'the licences can be written here');
  const published = script('web-static', [`${TARGET}/tmp/published`], { TENGEN_NOTICES: 'required' });
  expect(published.status).not.toBe(0);
  expect(published.stderr).toContain('the licences could not be written');
});

/** The names of all files in a folder and its folders. @param {string} folder */
async function filesOf(folder) {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort();
}

test('the zip next to the folder has the same files', async ({ built }, { outputDir }) => {
  const { folder } = built;
  const unpacked = spawnSync('python3', ['-m', 'zipfile', '-e', `${folder}.zip`, outputDir], {
    encoding: 'utf8',
  });
  expect(unpacked.stderr).toBe('');
  const files = await filesOf(folder);
  expect(files).toEqual(expect.arrayContaining(['index.html', 'offline.js', 'tengen.wasm', 'lang/en.js']));
  expect(await filesOf(outputDir)).toEqual(files);
  for (const file of files)
    expect(readFileSync(join(outputDir, file)).equals(readFileSync(join(folder, file))), file).toBe(true);
});

// What the browser keeps for use without a network is emptied with its context only.
test.use({ reuseContext: false });

test('a game is played analysed and reviewed without a server', async ({ tengen }) => {
  const { board, page } = tengen;
  await tengen.open();
  for (const [point, count] of [
    ['h8', 2],
    ['c3', 4],
  ]) {
    await board.touch(String(point));
    await expect.poll(async () => (await board.points('.stones .black, .stones .white')).length).toBe(count);
  }
  await tengen.choose('Analyse');
  await board.has('.cand', 3);
  await tengen.picture('static');
  // A link contains the position.
  const link = await tengen.copied('Copy link');
  expect(link).toMatch(/^http.*#size=15x15&rule=freestyle&moves=h8/);
  await tengen.choose('Review');
  await tengen.button('Review this game').click();
  const rows = page.getByRole('group', { name: 'Moves with their scores' }).getByRole('row');
  await expect(rows).toHaveCount(1 + 4);
  await tengen.choose('Puzzles');
  await page.getByLabel('Kind').selectOption('Defence');
  await page.getByLabel('Grade').selectOption('Grade 1');
  await expect(tengen.status).toContainText('has to defend');
  await tengen.button('Hint').click();
  await expect(page.getByRole('region', { name: 'Puzzles' }).getByRole('status')).toContainText(
    'threatens to win',
  );
  await page.getByLabel('Kind').selectOption('My openings');
  await page.getByLabel('Moves from').selectOption('database, from move 1');
  await tengen.button('Make a repertoire').click();
  await board.holds('', '');
  await tengen.button('Hint').click();
  await expect(page.getByRole('region', { name: 'My openings' }).getByRole('status')).toHaveText(
    /^Play g9 · .*\d\.$/,
  );
  const elsewhere = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => !/^(blob:)?http:\/\/127/.test(name)),
  );
  expect(elsewhere, 'nothing is fetched from elsewhere').toEqual([]);
});

test('the moves of the perfect opponent are fetched when it is chosen', async ({ tengen }) => {
  const { board, page } = tengen;
  /** @type {string[]} */
  const guides = [];
  page.on('request', (request) => request.url().endsWith('.tguide') && guides.push(request.url()));
  await tengen.open();
  expect(guides).toEqual([]);
  await tengen.begin({ rule: 'Freestyle', size: '15×15', you: 'White', level: 9 });
  await board.holds('h8', '');
  for (const [reply, count] of /** @type {const} */ ([
    ['i9', 2],
    ['a1', 3],
  ])) {
    await board.touch(reply);
    await board.has('.stones .black', count);
  }
  expect(guides).toHaveLength(1);
});

test('mistakes are warned of and threats shown without a server', async ({ tengen }) => {
  const { board, notice, page } = tengen;
  // Both sides have a four.
  await tengen.open('#size=15x15&rule=freestyle&black=h8i8j8k8&white=l8a1b1c1d1&first=black&moves=');
  await tengen.choose('Play');
  await tengen.button('Play from here').click();
  await page.getByLabel('Warn me').selectOption('From 15 %');
  await board.touch('c3');
  await expect(notice).toContainText('misses a five at g8');
  await notice.getByRole('button', { name: 'Take back' }).click();
  await tengen.button('Threats').click();
  await expect(page.getByRole('region', { name: 'Threats' })).toContainText('5 a five: e1');
  await board.touch('c3');
  await notice.getByRole('button', { name: 'Keep the move' }).click();
  await board.has('.stones .white', 6);
});

/**
 * Asks the engine in a page a question and returns its messages that must be complete: the last and `judged`.
 * @param {import('@playwright/test').Page} page @param {string} module of the page @param {object} question
 */
const answers = (page, module, question) =>
  page.evaluate(async ([module, question]) => {
    const { connect } = await import(new URL(module, location.href).href);
    /** A message without the parts that differ between runs. */
    const stable = (message) =>
      JSON.parse(
        JSON.stringify(message, (key, value) => (key === 'time' || key === 'id' ? undefined : value)),
      );
    const all = [];
    const engine = connect(() => {});
    await new Promise((done) =>
      engine.search(question, (message) => {
        if (message.last || message.reply === 'judged') all.push(stable(message));
        if (message.last) done(undefined);
      }),
    );
    engine.workers?.forEach((one) => one.worker?.terminate());
    return all;
  }, /** @type {const} */ ([module, question]));

test('the engine in the page gives the same answers as on a server', async ({ tengen, browser }) => {
  const questions = JSON.parse(readFileSync(`${REPOSITORY}crates/tengen/tests/web/questions.json`, 'utf8'));
  await tengen.open();
  // In the page a review has another memory limit (local.js), which affects its results.
  for (const [megabytes, asked] of /** @type {const} */ ([
    ['64', questions.filter(({ ask }) => ask === 'review')],
    ['1024', questions.filter(({ ask }) => ask !== 'review')],
  ])) {
    const server = await serve('--hash', megabytes);
    for (const question of asked) {
      const page = await browser.newPage(); // a new engine, since the hash table keeps earlier searches
      const there = new Tengen(page, server.url);
      await there.open();
      const expected = await answers(page, 'socket.js', question);
      await page.close();
      const given = await answers(tengen.page, 'local.js', question);
      expect(given, JSON.stringify(question)).toEqual(expected);
    }
    server.stop();
  }
});

/**
 * Starts an analysis, runs `act` half a second later, and waits until the worker has finished.
 * @param {import('@playwright/test').Page} page
 * @param {'now' | 'stop' | 'fail' | 'fail in a thread' | 'deafen'} act
 * @returns {Promise<{ last: string | null, took: number, kept: boolean, threads: number, busy: number }>} the last
 *   message, the duration in milliseconds, whether the worker is still the same, and the number of workers for more
 *   threads, during the search and still busy after it
 */
const analyseAnd = (page, act) =>
  page.evaluate(async (act) => {
    const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
    const { connect } = await import(new URL('local.js', location.href).href);
    const engine = (window['tested'] ??= connect(() => {}));
    while (!engine.module) await pause(10);
    const game = { width: 15, height: 15, rule: 'freestyle', moves: 'h8i9g7' };
    let from = 0;
    const result = { last: /** @type {string | null} */ (null), took: 0, kept: false };
    const search = engine.search({ ask: 'analyse', game, lines: 2 }, (message) => {
      if (message.last)
        Object.assign(result, { last: message.why?.text ?? message.reply, took: performance.now() - from });
    });
    const searcher = engine.workers.get('search');
    const { worker } = searcher;
    await pause(500);
    const threads = searcher.threads.filter(({ busy }) => busy).length;
    from = performance.now();
    if (act === 'now') search.now();
    if (act === 'fail') worker.dispatchEvent(new ErrorEvent('error'));
    if (act === 'fail in a thread') searcher.threads[0].worker.dispatchEvent(new ErrorEvent('error'));
    if (act === 'deafen') searcher.open.get(search.id).flags = { now: '', stop: '' };
    if (act === 'stop' || act === 'deafen') search.stop();
    while (searcher.open.has(search.id)) await pause(1);
    await pause(100);
    const busy = searcher.threads.filter(({ busy }) => busy).length;
    return { ...result, kept: worker === searcher.worker, threads, busy };
  }, act);

test('a search ends soon when the page asks for it', async ({ tengen }) => {
  const { page } = tengen;
  await tengen.open();
  const times = [];
  for (let i = 0; i < 9; i++) times.push((await analyseAnd(page, 'now')).took);
  // The shortest of several times: delays by other programs on the machine do not count.
  expect(Math.min(...times), `${times} ms`).toBeLessThan(300);
  expect(await analyseAnd(page, 'stop')).toMatchObject({ last: null, kept: true });
});

test('a worker that fails or does not listen is started again', async ({ tengen }) => {
  const { page } = tengen;
  await tengen.open();
  expect((await analyseAnd(page, 'fail')).last).toBe('internal error: the search failed');
  expect(await analyseAnd(page, 'deafen')).toMatchObject({ last: null, kept: false });
  expect((await analyseAnd(page, 'now')).last).toBe('lines');
});

/** Makes the page believe that the machine has two processors. @param {import('@playwright/test').Page} page */
const twoProcessors = (page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 }));

/** The setting for the threads of an analysis. @param {Tengen} tengen */
async function threadsOffered(tengen) {
  await tengen.button('Settings').click();
  const field = tengen.dialog.getByLabel('Analysis threads');
  await expect(field).toBeVisible();
  const offered = await field.locator('option').allInnerTexts();
  const later = await tengen.dialog.getByText('After a reload of the page more threads').isVisible();
  await tengen.dialog.getByRole('button', { name: 'Close' }).click();
  return { offered, later };
}

test.describe('on a host that isolates the page', () => {
  test.use({
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  });

  test('a search uses several threads', async ({ tengen }) => {
    const { page } = tengen;
    await twoProcessors(page);
    await tengen.open();
    expect(await threadsOffered(tengen)).toEqual({ offered: ['All (2)', '1'], later: false });
    const both = { threads: 1, busy: 0, kept: true };
    const times = [];
    for (let i = 0; i < 5; i++) {
      const { took, ...ended } = await analyseAnd(page, 'now');
      expect(ended).toEqual({ ...both, last: 'lines' });
      times.push(took);
    }
    expect(Math.min(...times), `${times} ms`).toBeLessThan(300);
    expect(await analyseAnd(page, 'stop')).toMatchObject({ ...both, last: null });
    for (const act of /** @type {const} */ (['fail', 'fail in a thread'])) {
      const failed = await analyseAnd(page, act);
      expect(failed).toMatchObject({ threads: 1, kept: false, last: 'internal error: the search failed' });
      expect(await analyseAnd(page, 'now')).toMatchObject({ ...both, last: 'lines' });
    }
  });
});

test('a page that is not isolated searches with one thread until a reload', async ({ tengen }) => {
  const { page } = tengen;
  const isolated = () => page.evaluate(() => crossOriginIsolated);
  await twoProcessors(page);
  await tengen.open();
  expect(await isolated()).toBe(false);
  expect(await analyseAnd(page, 'now')).toMatchObject({ threads: 0, last: 'lines' });
  await expect.poll(() => threadsOffered(tengen)).toEqual({ offered: ['All (1)'], later: true });
  await tengen.reload();
  expect(await isolated()).toBe(true);
  expect(await threadsOffered(tengen)).toEqual({ offered: ['All (2)', '1'], later: false });
  expect(await analyseAnd(page, 'now')).toMatchObject({ threads: 1, busy: 0, last: 'lines' });
});

/** The kept files are complete. @param {import('@playwright/test').Page} page */
const kept = (page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.state;
  });

test('the page opens and plays without a network', async ({ tengen, server, page }) => {
  const { board } = tengen;
  const answered = (/** @type {number} */ count) =>
    expect.poll(async () => (await board.points('.stones .black, .stones .white')).length).toBe(count);
  await tengen.open();
  await board.touch('h8');
  await answered(2);
  await expect.poll(() => kept(page)).toBe('activated');
  await page.context().setOffline(true);
  server.stop();
  await tengen.reload();
  await answered(2);
  await board.touch('c3');
  await answered(4);
  // Files that were not fetched before are there too.
  await tengen.choose('Puzzles');
  await expect(tengen.status).toContainText('Find');
  await tengen.button('Settings').click();
  await tengen.dialog.getByRole('radio', { name: 'Čeština' }).check();
  await expect(tengen.dialog.getByRole('heading')).toHaveText('Nastavení');
});

test('a new version of the page replaces the kept one', async ({ built, page }, { outputDir }) => {
  const folder = `${outputDir}/page`;
  await cp(built.folder, folder, { recursive: true });
  const other = await host(folder);
  const tengen = new Tengen(page, other.url);
  await tengen.open();
  await expect.poll(() => kept(page)).toBe('activated');
  const change = async (
    /** @type {string} */ name,
    /** @type {string | RegExp} */ from,
    /** @type {string} */ to,
  ) => {
    const text = await readFile(`${folder}/${name}`, 'utf8');
    await writeFile(`${folder}/${name}`, text.replace(from, to));
  };
  // A changed file shows only in the version of the list.
  await change('lang/en.js', "play: 'Play'", "play: 'Play well'");
  await tengen.reload();
  await expect(page.getByRole('tab', { name: 'Play', exact: true })).toBeVisible();
  await change('offline.js', /VERSION = '.*'/, "VERSION = 'newer'");
  const name = async () => {
    await tengen.reload();
    return page.getByRole('tab').first().innerText();
  };
  // Browsers look for a new version some time after a visit.
  await expect.poll(name, { intervals: [3000] }).toBe('Play well');
  other.stop();
});

test('the page can be installed', async ({ tengen, page }) => {
  await tengen.open();
  await expect.poll(() => kept(page)).toBe('activated');
  const client = await page.context().newCDPSession(page);
  const { url, errors } = await client.send('Page.getAppManifest');
  expect(url).toContain('manifest.json');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  const ids = installabilityErrors.map(({ errorId }) => errorId);
  expect(ids.filter((id) => id !== 'in-incognito')).toEqual([]); // tests run in private windows
});

test('the first visit is quick', async ({ browser, server }) => {
  const visits = [];
  for (let i = 0; i < 3; i++) {
    const page = await browser.newPage(); // of a context of its own: nothing is kept
    await page.goto(server.url);
    await page.waitForFunction(() => document.querySelector('#board')?.getAttribute('aria-busy') === 'false');
    visits.push(
      await page.evaluate(() => ({
        drawn: performance.getEntriesByName('board')[0].startTime,
        ready: performance.now(),
      })),
    );
    await page.close();
  }
  // The shortest of several times: delays by other programs on the machine do not count.
  const shortest = (/** @type {'drawn' | 'ready'} */ what) => Math.min(...visits.map((visit) => visit[what]));
  const [drawn, ready, slow] = [shortest('drawn'), shortest('ready'), slowdown()];
  console.log(
    `without a server the board is drawn after ${drawn.toFixed()} ms, the engine answers after ${ready.toFixed()} ms, slowdown ${slow.toFixed(1)}`,
  );
  expect(drawn).toBeLessThan(500 * slow);
  expect(ready).toBeLessThan(1000 * slow);
});

test('the first visit fetches few bytes, as hosts compress them', async ({ built, tengen, page }) => {
  await tengen.open();
  const names = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      ({ name }) => name,
    ),
  );
  const path = (/** @type {string} */ name) => name.slice(tengen.url.length) || 'index.html';
  const files = names.map((name) => readFileSync(join(built.folder, path(name))));
  const sum = (/** @type {Buffer[]} */ parts) => parts.reduce((total, { length }) => total + length, 0);
  const compressed = sum(files.map((file) => gzipSync(file)));
  console.log(`the first visit fetches ${compressed} bytes, ${sum(files)} uncompressed`);
  expect(compressed).toBeLessThan(FOLDER ? 1_600_000 : 3_000_000); // built here it is not optimised
});

test('a click while the engine loads is kept and played', async ({ tengen, page }) => {
  const { board } = tengen;
  let release = () => {};
  const loaded = new Promise((done) => (release = () => done(undefined)));
  await page.route('**/tengen.wasm', async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto(tengen.url);
  await expect(tengen.status).toHaveText('Loading the engine …');
  const { x, y } = await board.place('h8');
  await page.mouse.click(x, y);
  await board.has('.aim', 1);
  release();
  await expect.poll(() => board.points('.stones .black')).toEqual(['h8']);
  await board.has('.stones .white', 1);
  await expect(tengen.status).toHaveText('Your move (Black)');
});

test('a browser that cannot run the engine shows why', async ({ tengen }) => {
  const { page } = tengen;
  await page.addInitScript(() => {
    WebAssembly.compile = () => Promise.reject(new Error('no vectors'));
  });
  await page.goto(tengen.url);
  await expect(page.getByRole('alert')).toContainText('cannot run the engine');
  await expect(tengen.status).toBeEmpty();
});

test('a database is read in place without a server', async ({ tengen }) => {
  const { board, database, page } = tengen;
  const known = database.getByRole('listitem');
  await tengen.open(game('freestyle', 'h8'));
  await expect(database).toContainText('Tengen’s openings');
  const choose = async (/** @type {string | { name: string, mimeType: string, buffer: Buffer }} */ file) => {
    const chooser = page.waitForEvent('filechooser');
    await tengen.button('Open a database …').click();
    await (await chooser).setFiles(/** @type {any} */ (file));
  };
  await choose({ name: 'a.db', mimeType: '', buffer: Buffer.from('no database') });
  await expect(page.getByText('a.db is not a position database')).toBeVisible();
  const folder = await mkdtemp(join(tmpdir(), 'tengen-'));
  await choose(await makeDatabase(folder));
  await expect(known).toHaveCount(1);
  await expect(database.getByText('games: 2')).toBeVisible();
  // The database is read-only, so the form for notes is missing.
  await expect(tengen.button('Save note')).toBeHidden();
  // A worker that fails is restarted and continues with the database.
  tengen.expected.push('fault');
  await page.getByRole('switch', { name: 'Analysis' }).click(); // a searching worker would not respond
  for (const worker of page.workers()) {
    const closed = worker.waitForEvent('close');
    await worker.evaluate(() => {
      setTimeout(() => {
        throw new Error('fault');
      });
    });
    await closed;
  }
  await known.getByRole('button').click();
  await expect(known).toHaveCount(2);
  await board.holds('h8', (await board.points('.stones .white')).join(''));
  await tengen.picture('static-database');
  await rm(folder, { recursive: true });
});
