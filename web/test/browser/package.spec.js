// The npm package: the board in a page of its own, and the engine in Chromium and in Node.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { host } from './host.js';
import { REPOSITORY, TARGET } from './server.js';
import { Board } from './tengen.js';
import { script } from './wasm.js';

/** All tests of this file run in one process, which builds the package once. */
base.describe.configure({ mode: 'default', timeout: 600_000 });

const test = base.extend({
  headers: [/** @type {Record<string, string>} */ ({}), { option: true }],
  /** The folder of the package and its file. */
  built: [
    async ({}, use) => {
      const { status, stderr } = script('npm-package', []);
      if (status) throw new Error(stderr);
      const file = readdirSync(`${TARGET}/npm`).find((name) => name.endsWith('.tgz'));
      await use({ folder: `${TARGET}/npm/tengen`, file: `${TARGET}/npm/${file}` });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  /** The address of the package's files. */
  url: async ({ built, headers }, use) => {
    const server = await host(built.folder, headers);
    await use(server.url);
    server.stop();
  },
  /** A page with a board and nothing else: `html` is put in a page that has the element. */
  show: async ({ page }, use) => {
    const server = await host(`${REPOSITORY}web/tengen`);
    await page.route('**/board.html', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await use(async (/** @type {string} */ html) => {
      await page.goto(`${server.url}board.html`);
      await page.evaluate((html) => (document.body.innerHTML = html), html);
      await page.addScriptTag({ type: 'module', content: `import '${server.url}element.js'` });
      await page.waitForFunction(() => customElements.get('tengen-board'));
      return new Board(page);
    });
    server.stop();
  },
});

/** The scripts or pages in the book's chapter. @param {'js' | 'html'} kind @returns {string[]} */
function guide(kind) {
  const text = readFileSync(`${REPOSITORY}docs/src/guide/javascript.md`, 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${kind}\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code);
}
/** Marks a script that needs a page. */
const IN_PAGE = /^\/\/ in a page/;

/** Sets what the board shows, in the page. @param {import('@playwright/test').Page} page @param {object} scene */
const set = (page, scene) =>
  page.evaluate((scene) => (document.querySelector('tengen-board').scene = scene), scene);

test('a board shows the moves of its attribute', async ({ page, show }) => {
  const board = await show('<tengen-board size="9x7" moves="a1i7e4"></tengen-board>');
  expect(await board.stones()).toEqual([['a1', 'e4'], ['i7']]);
  await expect(board.element).toHaveAccessibleName('Board, 9 by 7');
  await page.locator('tengen-board').evaluate((board) => {
    board.setAttribute('size', '15');
    board.setAttribute('moves', 'o15');
  });
  expect(await board.stones()).toEqual([['o15'], []]);
});

test('a board shows marks and arrows', async ({ page, show }) => {
  const board = await show('<tengen-board moves="h8i9"></tengen-board>');
  const shapes = ['triangle', 'square', 'circle', 'cross'];
  await set(page, {
    marks: shapes.map((shape, i) => ({ point: `${'abch'[i]}8`, shape })),
    arrows: [{ from: 'a1', to: 'e5' }],
    candidates: [{ point: 'j10', text: '54', best: true }],
  });
  await board.has('.mark', 4);
  await board.has('.mark.black', 1); // on Black's stone
  await board.has('.arrow', 1);
  await board.has('.cand.best', 1);
});

test('the board of the book is shown', async ({ page, show }) => {
  const [, element] = /(<tengen-board.*)/.exec(guide('html')[0]) ?? [];
  const board = await show(element);
  const scripts = guide('js').filter((text) => IN_PAGE.test(text));
  expect(scripts).toHaveLength(1);
  await page.evaluate(scripts[0]);
  expect(await board.stones()).toEqual([['h8', 'g7'], ['i9']]);
  for (const part of ['.mark', '.arrow', '.cand']) await board.has(part, 1);
});

test('what is not on the board is refused and changes nothing', async ({ page, show }) => {
  const board = await show('<tengen-board moves="h8"></tengen-board>');
  const refused = (/** @type {object} */ scene) =>
    set(page, scene).then(
      () => '',
      (error) => String(error),
    );
  for (const scene of [
    { black: ['p1'] },
    { black: ['h0'], white: [] },
    { marks: [{ point: 'h88', shape: 'cross' }] },
    { marks: [{ point: 'h8', shape: 'star' }] },
    { arrows: [{ from: 'a1', to: 'z9' }] },
    { letters: 5 },
    { last: '' },
    { blacks: ['a1'] },
  ])
    expect(await refused(scene), JSON.stringify(scene)).toMatch(/RangeError|TypeError/);
  for (const size of ['4', '33', '15x', 'a', '', '15x15x15', '9.5']) {
    const set = (/** @type {string} */ size) =>
      page.evaluate((size) => {
        /** @type {string[]} */
        const errors = [];
        window.onerror = (message) => void errors.push(String(message));
        document.querySelector('tengen-board').setAttribute('size', size);
        return errors;
      }, size);
    expect(String(await set(size)), size).toContain('no board has the size');
  }
  expect(await board.stones()).toEqual([['h8'], []]);
});

test('a point is chosen with the mouse and with keys, and spoken', async ({ page, show }) => {
  const board = await show('<tengen-board moves="h8" style="width: 500px"></tengen-board>');
  await page.evaluate(() => {
    window['heard'] = [];
    for (const type of ['point', 'cursor'])
      addEventListener(type, ({ detail }) => window['heard'].push([type, detail.point]));
  });
  const { x, y } = await board.place('c3');
  await page.keyboard.press('Tab');
  await expect(board.element).toBeFocused();
  await page.mouse.click(x, y);
  const spoken = page.getByRole('status');
  for (const [key, words] of [
    ['ArrowUp', 'h8 Black'],
    ['ArrowUp', 'h9 empty'],
    ['ArrowLeft', 'g9 empty'],
  ]) {
    await page.keyboard.press(key);
    await expect(spoken).toHaveText(words);
  }
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => window['heard'])).toEqual([
    ['point', 'c3'],
    ...['h8', 'h9', 'g9'].map((point) => ['cursor', point]),
    ['point', 'g9'],
  ]);
  await board.has('.cursor', 1);
});

test('a fixed board is a picture that says its stones', async ({ page, show }) => {
  await show('<tengen-board fixed moves="h8i9g7"></tengen-board>');
  const picture = page.getByRole('img', { name: 'Board, 15 by 15. Black: h8 g7. White: i9' });
  await expect(picture).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(picture).not.toBeFocused();
  const element = page.locator('tengen-board');
  await element.evaluate((board) => board.removeAttribute('fixed'));
  await page.keyboard.press('Tab');
  await expect(element).toBeFocused();
  await element.evaluate((board) => board.setAttribute('fixed', ''));
  await expect(element).not.toHaveAttribute('tabindex');
});

test('a board that already stands in a page takes up sliding', async ({ page, show }) => {
  await show('<tengen-board></tengen-board>');
  const slides = (/** @type {boolean} */ slide) =>
    page.locator('tengen-board').evaluate((/** @type {any} */ board, slide) => {
      board.toggleAttribute('slide', slide);
      return board.view.slides;
    }, slide);
  expect(await slides(true)).toBe(true);
  expect(await slides(false)).toBe(false);
});

test('a board is dark where the page is, unless it says otherwise', async ({ page, show }) => {
  const wood = () =>
    page.locator('tengen-board').evaluate((board) => {
      const stop = board.shadowRoot?.querySelector('.w1');
      return stop && getComputedStyle(stop).stopColor;
    });
  const [light, dark] = ['rgb(233, 194, 131)', 'rgb(201, 159, 96)'];
  await page.emulateMedia({ colorScheme: 'light' });
  await show('<tengen-board></tengen-board>');
  expect(await wood()).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await wood()).toBe(dark);
  const set = (/** @type {string} */ name, /** @type {string} */ value) =>
    page
      .locator('tengen-board')
      .evaluate((board, [name, value]) => board.setAttribute(name, value), [name, value]);
  await set('theme', 'light');
  expect(await wood()).toBe(light);
  await set('theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await wood()).toBe(dark);
  await set('colours', 'grey');
  expect(await wood()).toBe('rgb(218, 218, 215)');
});

test('styles of the page and of the board do not mix', async ({ page, show }) => {
  const board = await show(
    '<style>.black { display: none }</style><p class="black ghost">text</p><tengen-board moves="h8"></tengen-board>',
  );
  expect(await board.points('.stones .black')).toEqual(['h8']);
  expect(await page.locator('p.ghost').evaluate((p) => getComputedStyle(p).opacity)).toBe('1');
});

test('the example has at most forty lines, and plays', async ({ page, url }) => {
  expect(readFileSync(`${REPOSITORY}web/tengen/example.html`, 'utf8').trim().split('\n').length).toBeLessThan(
    41,
  );
  await page.goto(`${url}example.html`);
  const status = page.locator('body > p');
  await expect(status).toContainText('Your move. Black wins');
  await expect(page.getByLabel('Level').locator('option')).toHaveCount(8);
  const board = new Board(page);
  const { x, y } = await board.place('h8');
  await page.mouse.click(x, y);
  await board.has('.stones .black', 1);
  await board.has('.stones .white', 1);
  await expect(status).toContainText('Your move. Black wins');
});

/** What a program does with the package, in a browser and in Node: `tengen` is the module. */
const PROGRAM = `async (tengen) => {
  const engine = new tengen.Tengen({ threads: 2 });
  const { threads, levels } = await engine.hello();
  const forbidden = await engine.forbidden({ rule: 'renju', moves: 'g8a1i8a3h9a5h10a7' });
  const { point } = await engine.move('h8i9', { level: 1 });
  const [best, second] = await engine.analyse('h8i9g7', { lines: 2, time: 2000 });
  const { finding, moves } = await engine.solve('h8a1h9a2h10a3', { fours: true });
  const judged = await engine.review('h8i9g7', { nodes: 500 });
  const { tree } = await engine.open('(;GM[4]SZ[15];B[hh];W[ig])');
  const { bytes } = await engine.save(tree, 'sgf');
  const film = await engine.film('h8i9');
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 200);
  const aborted = await engine.analyse('h8', { time: Infinity, signal: abort.signal }).catch(({ name }) => name);
  const now = new AbortController();
  const [line] = await engine.analyse('h8', { time: Infinity, now: now.signal, onprogress: () => now.abort() });
  const refused = await engine.look('h8h8').catch((error) => [error.name, error.why?.code]);
  engine.close();
  return {
    threads, levels: levels.length, forbidden, point: typeof point, lines: [best, second].map(({ moves }) => moves.length > 0),
    finding, first: moves.slice(0, 2), judged: judged.map(({ after }) => after), tree: tree.nodes.length,
    sgf: new TextDecoder().decode(bytes).includes(';B[hh]'), film: String.fromCharCode(...film.slice(0, 3)),
    aborted, nodes: line.nodes > 0, refused,
  };
}`;
const expected = (/** @type {number} */ threads) => ({
  threads,
  levels: 8,
  forbidden: [{ point: 'h8', kind: 'double three' }],
  point: 'string',
  lines: [true, true],
  finding: 'win',
  first: expect.stringMatching(/^h/),
  judged: [0, 1, 2, 3],
  tree: 2,
  sgf: true,
  film: 'GIF',
  aborted: 'AbortError',
  nodes: true,
  refused: ['Error', 'Move'],
});

/** Runs the program in a page. @param {import('@playwright/test').Page} page @param {string} url */
async function runIn(page, url) {
  await page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 }));
  await page.goto(`${url}example.html`);
  return page.evaluate(
    async ([url, program]) => (0, eval)(program)(await import(`${url}index.js`)),
    [url, PROGRAM],
  );
}

test('the engine answers in a page, with one thread', async ({ page, url }) => {
  expect(await runIn(page, url)).toEqual(expected(1));
});

test.describe('in a page that is isolated', () => {
  test.use({
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  });

  test('the engine answers with two threads', async ({ page, url }) => {
    expect(await runIn(page, url)).toEqual(expected(2));
  });
});

test('the package is installed, answers in Node, and has types', async ({ built }) => {
  const folder = await mkdtemp(join(tmpdir(), 'tengen-'));
  const run = (/** @type {string} */ command, /** @type {string[]} */ ...options) => {
    const ran = spawnSync(command, options, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, FORCE_COLOR: '0' },
    });
    expect(ran.status, `${command}: ${ran.stdout}${ran.stderr}`).toBe(0);
    return ran.stdout;
  };
  await writeFile(`${folder}/package.json`, '{ "type": "module" }');
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', built.file);
  const { version } = JSON.parse(readFileSync(`${folder}/node_modules/tengen/package.json`, 'utf8'));
  const { version: ofEngine } = JSON.parse(
    run(
      'node',
      '-e',
      `import('tengen').then(async ({ Tengen }) => console.log(JSON.stringify(await new Tengen().hello())))`,
    ),
  );
  expect(version).toBe(ofEngine);
  const program = `import * as tengen from 'tengen'; console.log(JSON.stringify(await (${PROGRAM})(tengen)));`;
  await writeFile(`${folder}/program.js`, program);
  expect(JSON.parse(run('node', 'program.js'))).toEqual(expected(expect.any(Number)));
  await writeFile(
    `${folder}/guide.js`,
    guide('js')
      .filter((text) => !IN_PAGE.test(text))
      .join('\n'),
  );
  const printed = run('node', 'guide.js');
  for (const words of [
    "{ point: 'h8', kind: 'double three' }",
    'win [',
    'Piskvorky',
    'move 2, h8: point already taken Move',
  ])
    expect(printed).toContain(words);
  await writeFile(
    `${folder}/typed.ts`,
    `import { Tengen, Refusal, pointsOf } from 'tengen';
import type { Line } from 'tengen/wire';
import { TengenBoard } from 'tengen/board';
const engine = new Tengen({ threads: 1 });
const lines: Line[] = await engine.analyse({ rule: 'renju', moves: 'h8' }, { lines: 2 });
const points: string[] = pointsOf(lines[0].moves);
// @ts-expect-error: a game has no such field
void engine.look({ move: 'h8' });
// @ts-expect-error: nor has a line
void lines[0].score_of_it;
export const board = new TengenBoard();
board.scene = { arrows: [{ from: points[0], to: 'h8' }] };
document.querySelector('tengen-board')!.scene = board.scene;
export const isRefusal = (error: unknown) => error instanceof Refusal;
`,
  );
  const tsc = `${REPOSITORY}web/node_modules/typescript/bin/tsc`;
  const strict = [
    '--strict',
    '--noEmit',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--lib',
    'es2022,dom',
  ];
  run('node', tsc, ...strict, 'typed.ts');
  await rm(folder, { recursive: true });
});
