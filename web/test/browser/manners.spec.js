// Languages, colours, lost connections, speed and accessibility.
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import ru from '../../lang/ru.js';
import zh from '../../lang/zh.js';
import zhLater from '../../later/zh.js';
import { serve } from './server.js';
import { PHONE, TWO_PEOPLE, expect, game, slowdown, test } from './tengen.js';

const DESKTOP = { width: 1280, height: 800 };

test.describe('on a narrow screen', () => {
  test.use({ viewport: PHONE });

  test('language colours and coordinates change', async ({ page, tengen }) => {
    const { board, dialog } = tengen;
    const choose = (name) => dialog.getByRole('radio', { name, exact: true }).click();
    const html = page.locator('html');
    await tengen.open();
    await tengen.button('Settings').click();
    await choose('Русский');
    await expect(page.getByRole('tab', { name: ru.play })).toHaveText('Игра');
    await expect(dialog.getByRole('heading')).toHaveText(ru.settings);
    await tengen.picture('settings-ru');
    await choose('简体中文');
    await expect(page.getByRole('tab', { name: zh.play })).toHaveText('对弈');
    await expect(dialog.getByRole('heading')).toHaveText(zh.settings);
    await choose(zhLater.dark);
    await choose('(9,5)');
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await tengen.picture('settings-zh');
    await tengen.button(zh.close).click();
    await board.touch('h8');
    await board.has('.stones .white', 1);
    await expect(page.getByRole('group', { name: zh.moves })).toContainText('(7,7)');
    await tengen.picture('phone-zh');
    await tengen.reload();
    await expect(html).toHaveAttribute('lang', 'zh-CN');
    expect(await board.points('.stones .black')).toEqual(['h8']);
    await expect(page.getByRole('tab', { name: '对弈' })).toBeVisible();
    // Pasted pairs are read as the page writes them.
    await tengen.button(zh.gameAndFiles).click();
    await dialog.getByRole('textbox').first().fill('7,7 5,3 6,8');
    await tengen.button(zh.read).click();
    await expect(page.getByRole('group', { name: zh.moves })).toContainText('(7,7) (5,3) 3. (6,8)');
  });
});

test.describe('with a server of its own, which ends', () => {
  test.use({ options: ['--hash', '32'] });

  test('the connection is lost and found', async ({ page, server, tengen }) => {
    const { board } = tengen;
    const lines = page.getByRole('region', { name: 'Best moves' }).getByRole('listitem');
    const banner = page.getByRole('alert');
    /** Connections are delayed until this resolves. @type {Promise<void>} */
    let network = Promise.resolve();
    let restore = () => {};
    let connections = 0;
    /** The two ends of the connection. @type {import('@playwright/test').WebSocketRoute[]} */
    let ends = [];
    const cut = async () => {
      network = new Promise((done) => (restore = done));
      for (const end of ends) await end.close();
    };
    await page.routeWebSocket('**/engine', async (socket) => {
      await network;
      const first = ++connections === 1;
      const engine = socket.connectToServer();
      // The lines of an analysis are lost on the first connection.
      engine.onMessage((text) => (first && JSON.parse(String(text)).reply === 'lines') || socket.send(text));
      ends = [engine, socket];
    });
    tengen.expected.push('WebSocket connection', 'Failed to load resource');
    await tengen.open(game('freestyle', 'h8i9g7'));
    await expect(lines).toHaveCount(0);
    await cut();
    await expect(banner).toHaveText('Connection lost; reconnecting …');
    restore();
    await expect(banner).toBeHidden();
    await expect(lines).toHaveCount(3);
    // Moves made while disconnected are checked after the reconnection.
    await cut();
    await expect(banner).toBeVisible();
    await board.touch('c3');
    await expect.poll(() => board.points('.stones .white')).toEqual(['i9', 'c3']);
    await expect(board.element).toHaveAttribute('aria-busy', 'true');
    restore();
    await board.holds('h8g7', 'i9c3');
    await expect(banner).toBeHidden();
    server.stop();
    await expect(banner).toHaveText('Connection lost; reconnecting …');
    const other = await serve('--port', new URL(server.url).port);
    try {
      await expect(banner).toContainText('was restarted');
    } finally {
      other.stop();
    }
  });
});

test('the address stays when Tengen is started again', async ({ page, tengen }, { outputDir }) => {
  const token = `${outputDir}/folder-of-the-user/token`;
  const first = await serve('--token', token);
  expect((await stat(token)).mode & 0o777).toBe(0o600);
  tengen.expected.push('WebSocket connection', 'Failed to load resource');
  await page.goto(first.url);
  await tengen.board.settles();
  await tengen.board.touch('h8');
  await tengen.board.has('.stones .white', 1);
  first.stop();
  await expect(page.getByRole('alert')).toHaveText('Connection lost; reconnecting …');
  const second = await serve('--token', token, '--port', new URL(first.url).port);
  try {
    expect(second.url).toBe(first.url);
    await expect(page.getByRole('alert')).toBeHidden();
    await tengen.reload();
    await tengen.board.has('.stones .black', 1);
  } finally {
    second.stop();
  }
});

/** Runs in the page: measures the time from each click until its stone is drawn. */
function watchClicks() {
  const stones = () =>
    document.querySelector('tengen-board')?.shadowRoot?.querySelectorAll('.stones .black, .stones .white')
      ?.length ?? 0;
  const times = (window.clickTimes = []);
  const click = async ({ timeStamp }) => {
    const before = stones();
    while (stones() === before) await new Promise(requestAnimationFrame);
    times.push(performance.now() - timeStamp);
  };
  document.addEventListener('click', click, { capture: true });
}

test('the page is quick', async ({ page, tengen }) => {
  const { board } = tengen;
  const painted = [];
  // Files served by the test load more slowly than embedded ones.
  await page.unrouteAll();
  for (let i = 0; i < 5; i++) {
    await tengen.open();
    painted.push(await page.evaluate(() => performance.getEntriesByName('board')[0].startTime));
  }
  await tengen.begin(TWO_PEOPLE);
  await page.evaluate(watchClicks);
  await board.lay('a1', 'b3', 'c5', 'd7', 'e9', 'f11', 'g13', 'h15', 'i2');
  const clicks = await page.evaluate(() => window.clickTimes);
  expect(clicks).toHaveLength(9);
  // The shortest of several times: delays by other programs on the machine do not count.
  const [paint, click] = [Math.min(...painted), Math.min(...clicks)];
  const slow = slowdown();
  console.log(
    `board painted after ${paint.toFixed()} ms, a click drawn in ${click.toFixed(1)} ms, slowdown ${slow.toFixed(1)}`,
  );
  expect(paint).toBeLessThan(500 * slow);
  expect(click).toBeLessThan(50 * slow);
});

for (const [theme, viewport] of [
  ['Light', DESKTOP],
  ['Dark', PHONE],
])
  test(`nobody is shut out: ${theme}`, async ({ page, tengen }) => {
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const close = () => tengen.dialog.getByRole('button', { name: 'Close' }).click();
    const check = async (place) => {
      const found = await page.evaluate(async () => {
        const { violations } = await window.axe.run({ resultTypes: ['violations'] });
        return violations.map(({ id, nodes }) => [
          id,
          ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
        ]);
      });
      expect.soft(found, place).toEqual([]);
    };
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await tengen.open(game('renju', 'h8i9g7'));
    await page.evaluate(axe);
    await tengen.button('Settings').click();
    await tengen.dialog.getByRole('radio', { name: theme }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
    await check('settings');
    await close();
    await tengen.button('Help').click();
    await check('help');
    await close();
    await tengen.choose('Play');
    await check('play');
    await tengen.choose('Analyse');
    await tengen.board.has('.cand', 3);
    await check('analyse');
    await tengen.choose('Review');
    const review = page.getByRole('region', { name: 'Review' });
    const begin = async (effort) => {
      await review.getByLabel('Thoroughness').selectOption(effort);
      await tengen.button('Review this game').click();
    };
    await begin('Deep');
    await expect(review.getByRole('progressbar')).toBeVisible();
    await check('review');
    await begin('Quick');
    await expect(review).toContainText('4/4');
    await expect(review.getByRole('progressbar')).toBeHidden();
    await expect(review.getByRole('table')).toHaveCount(2);
    await check('reviewed');
    await tengen.choose('Puzzles');
    await expect(tengen.status).toContainText('Find');
    await check('puzzles');
    await page.getByLabel('Kind').selectOption('My openings');
    await tengen.button('Make a repertoire').click();
    await expect(page.getByText('2 due, 0 learned')).toBeVisible();
    await tengen.button('Hint').click();
    await check('openings');
    await tengen.button('Game and files').click();
    await expect(tengen.dialog.getByText('No other games yet')).toBeVisible();
    await check('files');
    await close();
    await tengen.choose('Play');
    await tengen.button('New game').click();
    await expect(tengen.dialog).toBeVisible();
    await check('new game');
    await tengen.dialog.getByRole('button', { name: 'Cancel' }).click();
    await check('the end');
  });
