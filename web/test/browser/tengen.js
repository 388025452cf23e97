// The page as a user sees it: by roles, labels and the drawn board.
import { test as base, expect } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nameOf, placeOf, pointsOf } from '../../tengen/points.js';
import { serve } from './server.js';

export { expect, pointsOf };

/** A phone's screen in portrait. */
export const PHONE = { width: 390, height: 844 };
/** A phone with a touch screen: `test.use(TELEPHONE)`. */
export const TELEPHONE = { viewport: PHONE, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/**
 * `tengen` is the page; `server` is its `tengen web`: one for all tests, or with `options` one for each
 * (`test.use({ options: ['--database', file] })`). A test fails if the page reports an error in its console.
 */
export const test = base.extend({
  options: [[], { option: true }],
  commonServer: [
    async ({}, use) => {
      const server = await serve();
      await use(server);
      server.stop();
    },
    { scope: 'worker' },
  ],
  server: async ({ options, commonServer }, use) => {
    if (!options.length) return use(commonServer);
    const server = await serve(...options);
    await use(server);
    server.stop();
  },
  tengen: async ({ page, server }, use) => {
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    if (process.env.TENGEN_PAGE) await replaceFiles(page, server.url, process.env.TENGEN_PAGE);
    const tengen = new Tengen(page, server.url);
    await use(tengen);
    await page.unrouteAll({ behavior: 'ignoreErrors' }); // requests may be under way while the page closes
    expect(errors.filter((error) => !tengen.expected.some((text) => error.includes(text)))).toEqual([]);
  },
});

/**
 * Serves the files of a folder instead of those embedded in the program, to try a change of the page without
 * rebuilding.
 * @param {import('@playwright/test').Page} page @param {string} url @param {string} folder
 */
async function replaceFiles(page, url, folder) {
  await page.route(`${url}**`, async (route) => {
    const name = route.request().url().slice(url.length).split(/[?#]/)[0] || 'index.html';
    const body = await readFile(join(folder, name)).catch(() => null);
    if (body === null || route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    // A file that the program does not have yet is served as the folder has it.
    if (response.ok()) await route.fulfill({ response, body });
    else await route.fulfill({ path: join(folder, name) });
  });
}

/** Settings of a game between two people, for `Tengen.begin`. */
export const TWO_PEOPLE = { you: 'Both (two people)', rule: 'Freestyle', size: '15×15' };

/** How much slower this machine currently is than an idle one. */
export function slowdown() {
  const WORK = 100; // ms
  const [begun, before] = [performance.now(), process.cpuUsage()];
  const worked = ({ user, system }) => (user + system) / 1000;
  while (worked(process.cpuUsage(before)) < WORK);
  return (performance.now() - begun) / WORK;
}

/** The link of a game on a 15×15 board. @param {string} rule @param {string} moves such as "h8i9" */
export const game = (rule, moves) => `#size=15x15&rule=${rule}&moves=${moves}`;

export class Tengen {
  /** @param {import('@playwright/test').Page} page @param {string} url */
  constructor(page, url) {
    this.page = page;
    this.url = url;
    /** Parts of expected console errors. @type {string[]} */
    this.expected = [];
    this.board = new Board(page);
    /** The side to move, or the result. */
    this.status = page.locator('#status');
    /** A question to the user, or the reason for a refusal. */
    this.notice = page.locator('#notice');
    this.dialog = page.getByRole('dialog');
    this.moves = page.getByRole('group', { name: 'Moves' });
  }

  /** Opens the page, with a link if given. @param {string} [link] "#size=…" */
  async open(link = '') {
    if (this.page.url() !== 'about:blank') await this.page.goto('about:blank'); // a change of the fragment alone does not load the page
    await this.page.goto(this.url + link);
    await this.board.settles();
  }

  async reload() {
    await this.page.reload();
    await this.board.settles();
  }

  /** @param {string | RegExp} name */
  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Chooses a mode. @param {'Play' | 'Analyse' | 'Review' | 'Puzzles' | 'Watch'} mode */
  async choose(mode) {
    await this.page.getByRole('tab', { name: mode }).click();
  }

  /** Chooses modes at once, without waiting for what they fetch. @param {...string} modes */
  async hurry(...modes) {
    await this.page.evaluate((modes) => {
      const tabs = [...document.querySelectorAll('[role=tab]')];
      for (const mode of modes)
        tabs
          .find((tab) => tab.textContent?.trim() === mode)
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }, modes);
  }

  /**
   * Starts a game in the dialog. Missing settings are left unchanged.
   * @param {{ rule?: string, size?: string, you?: string, level?: number, opening?: string }} settings
   *   the dialog's labels: { rule: 'Renju', size: '15×15', you: 'Both (two people)', opening: 'Swap2' }
   */
  async begin({ rule, size, you, level, opening } = {}) {
    await this.choose('Play');
    await this.button('New game').click();
    const { dialog } = this;
    await expect(dialog).toBeVisible();
    for (const name of [you, rule, size]) {
      if (name && (await dialog.getByRole('radio', { name, exact: true }).isHidden()))
        await dialog.getByText('More options').click();
      if (name) await dialog.getByRole('radio', { name, exact: true }).check();
    }
    if (level) await dialog.getByRole('slider').first().fill(String(level));
    if (opening && (await dialog.getByLabel('Opening rule').isHidden()))
      await dialog.getByText('More options').click();
    if (opening) await dialog.getByLabel('Opening rule').selectOption({ label: opening });
    await dialog.getByRole('button', { name: 'Begin' }).click();
    await expect(dialog).toBeHidden();
    await this.board.settles();
  }

  /** Pastes a text in the file dialog and reads it; the dialog stays open if it is refused. @param {string} text */
  async paste(text) {
    await this.button('Game and files').click();
    await this.dialog.getByRole('textbox').first().fill(text);
    await this.dialog.getByRole('button', { name: 'Read', exact: true }).click();
  }

  /** Reviews the game on the board quickly, to its end. */
  async review() {
    await this.choose('Review');
    await this.page.getByLabel('Thoroughness').selectOption('Quick');
    await this.button('Review this game').click();
    await expect(this.page.getByRole('columnheader', { name: 'Accuracy', exact: true })).toBeVisible();
  }

  /** The file saved by a button. @param {string} name of the button */
  async saved(name) {
    const download = this.page.waitForEvent('download');
    await this.button(name).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  }

  /** The text copied by a button of the file dialog. @param {string} name of the button */
  async copied(name) {
    const { page } = this;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await this.button('Game and files').click();
    await this.dialog.getByRole('button', { name, exact: true }).click();
    const text = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(text).not.toBe('');
    return text();
  }

  /** Moves the mouse over an element; twice, because the first movement in a page has no distance. @param {import('@playwright/test').Locator} element */
  async pointAt(element) {
    await element.hover({ position: { x: 3, y: 3 } });
    await element.hover();
  }

  /** Saves a screenshot in the folder `TENGEN_PICTURES`, if set. @param {string} name */
  async picture(name) {
    const folder = process.env.TENGEN_PICTURES;
    if (folder) await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  /** The current move in the move list; its accessible name starts with its number. */
  get current() {
    return this.moves.locator('[aria-current]');
  }

  /** The database explorer. */
  get database() {
    return this.page.getByRole('region', { name: 'Database' });
  }

  /** The field for the database's comment, if the database is writable. */
  get databaseComment() {
    return this.database.getByLabel('Comment on this position');
  }

  /** Saves a note on the position to the database. @param {string} comment @param {string} label */
  async note(comment, label) {
    const written = this.page.getByText('Saved to the database');
    const before = await written.elementHandles();
    await this.databaseComment.fill(comment);
    await this.database.getByLabel('Label on the move here').fill(label);
    await this.button('Save note').click();
    for (const message of before) await message.waitForElementState('hidden');
    await expect(written).toBeVisible();
  }
}

/** Runs in the page: the texts that are cut off, or stick out of their control or the window. */
export function cutOff() {
  const CONTROLS = 'button, select, label, summary, th, td, legend, [role=tab]';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  /** @type {string[]} */
  const found = [];
  const within = (text, box) => text.left >= box.left - 1 && text.right <= box.right + 1;
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const parent = node.parentElement;
    if (!node.data.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue;
    if (parent.closest('svg, .quiet, option, [hidden], .pv')) continue; // a line of moves ends in "…"
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    const control = parent.closest(CONTROLS)?.getBoundingClientRect();
    const higher = control && (text.top < control.top - 1 || text.bottom > control.bottom + 1);
    let cut = !within(text, { left: 0, right: innerWidth }) || (control && !within(text, control)) || higher;
    let scrolls = false;
    for (let box = parent; box !== document.body; box = box.parentElement) {
      const { display, overflowX, overflowY } = getComputedStyle(box);
      if (display === 'contents') continue;
      const edges = box.getBoundingClientRect();
      if (overflowX !== 'visible') cut ||= !within(text, edges);
      scrolls ||= ['auto', 'scroll'].includes(overflowY);
      if (overflowY !== 'visible' && !scrolls)
        cut ||= text.top < edges.top - 1 || text.bottom > edges.bottom + 1;
    }
    if (cut) found.push(node.data.trim());
  }
  return found;
}

/** The drawing's distances between lines, and from its border to the first line (board.js). */
const [CELL, EDGE] = [40, 46];
/** The rows of a board whose drawing has this height. @param {number} height */
const rowsOf = (height) => (height - 2 * EDGE) / CELL + 1;

/** The board, by its drawing. */
export class Board {
  /** @param {import('@playwright/test').Page} page */
  constructor(page) {
    this.page = page;
    this.element = page.getByRole('application');
    this.svg = this.element.locator('svg').first();
  }

  /** Waits until the engine has answered and its answer is drawn. */
  async settles() {
    await expect(this.element).toHaveAttribute('aria-busy', 'false');
  }

  /**
   * The points of the drawn elements, in drawing order.
   * @param {string} selector such as ".stones .black", ".forbidden", ".cand", ".over .ghost", ".won", ".hint"
   * @returns {Promise<string[]>} such as ["h8", "i9"]
   */
  async points(selector) {
    const { height, centres } = await this.svg.evaluate((svg, selector) => {
      const centres = [...svg.querySelectorAll(selector)].map((mark) => {
        const { x, y, width, height } = mark.getBBox();
        return [x + width / 2, y + height / 2];
      });
      return { height: svg.viewBox.baseVal.height, centres };
    }, selector);
    const number = (at) => Math.round((at - EDGE) / CELL);
    return centres.map(([x, y]) => nameOf(number(x), number(y), rowsOf(height)));
  }

  /** The stones of each side, in drawing order. */
  async stones() {
    return [await this.points('.stones .black'), await this.points('.stones .white')];
  }

  /** Waits until these stones are on the board. @param {string} black such as "h8g7" @param {string} white */
  async holds(black, white) {
    const sorted = (sides) => sides.map((points) => [...points].sort());
    const expected = sorted([pointsOf(black), pointsOf(white)]);
    await expect.poll(async () => sorted(await this.stones())).toEqual(expected);
    await this.settles();
  }

  /** Waits until this many elements are drawn. @param {string} selector @param {number} count */
  async has(selector, count) {
    await expect(this.element.locator(selector)).toHaveCount(count);
  }

  /** The position of a point in the window. @param {string} point */
  async place(point) {
    await this.element.scrollIntoViewIfNeeded();
    const { left, top, scale, height } = await this.svg.evaluate((svg) => {
      const { left, top, width } = svg.getBoundingClientRect();
      const box = svg.viewBox.baseVal;
      return { left, top, scale: width / box.width, height: box.height };
    });
    const [x, y] = placeOf(point, rowsOf(height)).map((number) => (EDGE + CELL * number) * scale);
    return { x: left + x, y: top + y };
  }

  /** Clicks a point. @param {string} point */
  async touch(point) {
    await this.settles();
    const { x, y } = await this.place(point);
    await this.page.mouse.click(x, y);
  }

  /** Clicks these points and waits for each stone. @param {string[]} points */
  async lay(...points) {
    for (const point of points) {
      await this.touch(point);
      await expect.poll(() => this.points('.stones .black, .stones .white')).toContain(point);
    }
    await this.settles();
  }

  /** Moves the cursor to a point with the arrow keys. @param {string} point */
  async walkTo(point) {
    await this.element.focus();
    const live = this.page.locator('#live');
    await this.page.keyboard.press('ArrowRight');
    const here = pointsOf(await live.innerText())[0];
    const [from, to] = [here, point].map((name) => ({
      column: name.charCodeAt(0),
      row: Number(name.slice(1)),
    }));
    const press = async (key, times) => {
      for (let i = 0; i < times; i++) await this.page.keyboard.press(key);
    };
    await press(to.column > from.column ? 'ArrowRight' : 'ArrowLeft', Math.abs(to.column - from.column));
    await press(to.row > from.row ? 'ArrowUp' : 'ArrowDown', Math.abs(to.row - from.row));
    await expect(live).toHaveText(new RegExp(`^${point} `));
  }
}
