// Problems that users of the page had.
import { TWO_PEOPLE, expect, game, test } from './tengen.js';

/** @typedef {import('./tengen.js').Tengen} Tengen */

/** Replaces the game by an empty board. @param {Tengen} tengen */
async function startAfresh(tengen) {
  await tengen.begin(TWO_PEOPLE);
  await tengen.board.holds('', '');
}

test.describe('with a public address', () => {
  test.use({ options: ['--public', 'https://example.org/tengen/'] });

  test('the token does not leave the page', async ({ tengen }) => {
    await tengen.open(game('renju', 'h8i9'));
    const there = 'https://example.org/tengen/#size=15x15&rule=renju&moves=h8i9';
    expect(await tengen.copied('Copy link')).toBe(there);
    await tengen.moves.getByRole('button').first().click();
    await tengen.board.holds('h8', '');
    expect(await tengen.copied('Copy link to the game')).toBe(`${there}&at=1`);
    const { host, pathname } = new URL(tengen.url);
    const token = pathname.replaceAll('/', '');
    expect(token).not.toBe('');
    for (const name of ['Copy position', 'Copy moves']) {
      const text = await tengen.copied(name);
      expect(text).not.toContain(token);
      expect(text).not.toContain(host.split(':')[0]);
    }
  });
});

test('there is no link without a public address', async ({ tengen }) => {
  await tengen.open(game('renju', 'h8i9'));
  await tengen.button('Game and files').click();
  await expect(tengen.dialog.getByRole('button', { name: 'Copy position' })).toBeVisible();
  await expect(tengen.dialog.getByRole('button', { name: /Copy link/ })).toHaveCount(0);
});

test('a copied position opens elsewhere with all that belongs to it', async ({ tengen }) => {
  const { board, dialog, moves, page } = tengen;
  const setUp = '#size=9x9&rule=renju&black=e5d5&white=e6&first=white&moves=d4';
  await tengen.open(setUp);
  await board.holds('e5d5', 'e6d4');
  // Moves alone would give another position, so the whole record is copied, and a message says so.
  const text = await tengen.copied('Copy moves');
  expect(text).toMatch(/^\(;/);
  await expect(page.getByText('do not contain the set-up stones')).toBeVisible();
  expect(await tengen.copied('Copy position')).toBe(text);
  for (const copy of [text, `https://example.org/${setUp}`]) {
    await startAfresh(tengen);
    await expect(tengen.button('Freestyle · 15×15')).toBeVisible();
    await tengen.paste(copy);
    await expect(tengen.button('Renju · 9×9')).toBeVisible();
    await board.holds('e5d5', 'e6d4');
    await expect(board.element).toHaveAccessibleName('Board, 9 by 9');
    await expect(moves.getByRole('button')).toHaveAccessibleName('1 White d4');
    await expect(tengen.status).toHaveText('Black to move');
  }
  await tengen.paste('https://example.org/#size=9x9&rule=renju&moves=e5e5');
  await expect(dialog.getByRole('alert')).toContainText('already taken');
});

test('arrows walk through the game after a click on a tab', async ({ tengen }) => {
  const { board, page } = tengen;
  await tengen.open(game('renju', 'h8i9g7'));
  await tengen.choose('Review');
  for (const [key, black] of [
    ['ArrowLeft', 'h8'],
    ['ArrowRight', 'h8g7'],
  ]) {
    await page.keyboard.press(key);
    await board.holds(black, 'i9');
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Review');
  }
});

test('tabs follow arrow keys', async ({ tengen }) => {
  const { board, page } = tengen;
  const tab = (name) => page.getByRole('tab', { name });
  await tengen.open(game('renju', 'h8i9g7'));
  await tab('Analyse').focus();
  for (const [key, name] of [
    ['ArrowRight', 'Review'],
    ['ArrowRight', 'Puzzles'],
    ['ArrowRight', 'Play'],
    ['ArrowLeft', 'Puzzles'],
    ['ArrowLeft', 'Review'],
    ['ArrowLeft', 'Analyse'],
  ]) {
    await page.keyboard.press(key);
    await expect(page.getByRole('tab', { selected: true })).toHaveText(name);
    await expect(tab(name)).toBeFocused();
    await board.settles();
  }
  // The Tab key reaches only one of the tabs.
  await page.keyboard.press('Tab');
  await expect(tengen.button('Game and files')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tab('Analyse')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('[role=tab]:focus')).toHaveCount(0);
  await board.holds('h8g7', 'i9');
});

test('swap2 says that white is first when it is', async ({ tengen }) => {
  await tengen.open();
  await tengen.begin({ rule: 'Freestyle', size: '15×15', you: 'White', level: 2, opening: 'Swap2' });
  await expect(tengen.notice).toBeVisible();
  await tengen.board.has('.stones .black, .stones .white', 3);
  await tengen.button('Place two more stones').click();
  await expect(tengen.status).toHaveText(/^Stone 4.*White: on any point$/);
});

test('swap2 shows what tengen took', async ({ tengen }) => {
  const { board } = tengen;
  await tengen.open();
  await tengen.begin({ rule: 'Freestyle', size: '15×15', you: 'Black', level: 8, opening: 'Swap2' });
  await expect(tengen.status).toContainText('Stone 1, Black');
  // No player would choose White in this position.
  await board.lay('h8', 'a1', 'i9');
  await expect(tengen.notice).toHaveText(/^Tengen takes Black\. You play White/);
  await tengen.picture('swap2');
});

/** Moves on a 15×15 board without a five in a row. @param {number} count */
function longGame(count) {
  const points = Array.from({ length: 225 }, (_, i) => [i % 15, Math.floor(i / 15)]);
  const side = (white) => points.filter(([x, y]) => (Math.floor(x / 2) + y) % 2 === white);
  const whites = side(1);
  const turns = side(0).flatMap((black, i) => (i < whites.length ? [black, whites[i]] : []));
  const name = ([x, y]) => `${String.fromCharCode(97 + x)}${y + 1}`;
  return turns.slice(0, count).map(name).join('');
}

test('the current move is in sight after loading', async ({ tengen }) => {
  const { moves, page } = tengen;
  const inSight = async (ply) => {
    await expect(tengen.current).toHaveAccessibleName(new RegExp(`^${ply} `));
    const overhang = () =>
      tengen.current.evaluate((here) => {
        const [inner, outer] = [here, here.closest('[role=group]')].map((e) => e.getBoundingClientRect());
        return Math.max(outer.top - inner.top, inner.bottom - outer.bottom);
      });
    await expect.poll(overhang).toBeLessThanOrEqual(1);
  };
  await tengen.open(game('freestyle', longGame(180)));
  await inSight(180);
  await page.keyboard.press('Home');
  await tengen.board.holds('', '');
  await page.keyboard.press('ArrowRight');
  await inSight(1);
  await moves.press('End');
  await inSight(180);
  await tengen.reload();
  await inSight(180);
  // The list is resized with the elements above it.
  await tengen.choose('Play');
  const height = async () => (await moves.boundingBox()).height;
  const before = await height();
  await page.setViewportSize({ width: 1280, height: 560 });
  await expect.poll(height).toBeLessThan(before);
  await inSight(180);
  await tengen.picture('sight');
});

test('moves are read as the page itself lists them', async ({ tengen }) => {
  await tengen.open(game('freestyle', 'h8i9g7f6'));
  const listed = (await tengen.moves.textContent()) ?? '';
  for (const list of [listed, '1. h8 i9 2. g7 f6', '1.H8 2.I9 3.G7 4.F6']) {
    await startAfresh(tengen);
    await tengen.paste(list);
    await tengen.board.holds('h8g7', 'i9f6');
  }
});

test('seconds are asked for only where they count and extras are explained', async ({ tengen }) => {
  const { dialog } = tengen;
  await tengen.open();
  await tengen.button('New game').click();
  const seconds = dialog.getByLabel('Seconds per move at full strength');
  const level = dialog.getByRole('slider', { name: 'Strength' });
  await expect(level).toBeVisible();
  await expect(seconds).toBeHidden();
  await level.press('End');
  await expect(seconds).toBeVisible();
  await expect(dialog.getByText('An option for any rule: Black may not')).toBeHidden();
  await dialog.getByText('More options').click();
  await expect(dialog.getByText('An option for any rule: Black may not')).toBeVisible();
  await expect(dialog.getByText('A row of five becomes dead points')).toBeVisible();
  await tengen.picture('new-game');
});

/**
 * Starts a game of Tengen against itself with a minute between moves.
 * @param {Tengen} tengen @param {{ level: number, rival?: number }} strength
 */
async function askToWatch(tengen, { level, rival = level }) {
  const { dialog } = tengen;
  const slider = (side) => dialog.getByRole('slider', { name: `Strength, ${side}` });
  await tengen.button('New game').click();
  await expect(slider('White')).toBeHidden();
  await dialog.getByRole('radio', { name: 'Neither (Tengen plays both)' }).check();
  await slider('Black').fill(String(level));
  await slider('White').fill(String(rival));
  await dialog.getByLabel('Seconds between moves').fill('60');
}

/**
 * Waits until Tengen has chosen a move on a board with this many stones and is waiting to play it.
 * @param {Tengen} tengen @param {number} stones
 */
async function pauses({ board, page }, stones) {
  const now = page.getByRole('button', { name: 'Move now' });
  const state = async () => [
    (await board.points('.stones .black, .stones .white')).length,
    await now.isEnabled(),
    await page.getByRole('img', { name: 'thinks' }).count(),
  ];
  await board.settles(); // it starts thinking
  await expect.poll(state).toEqual([stones, true, 0]);
  return now;
}

test('tengen against itself keeps a pace', async ({ tengen }) => {
  await tengen.open();
  await askToWatch(tengen, { level: 2 });
  await tengen.button('Begin').click();
  for (const stones of [0, 1, 2]) await (await pauses(tengen, stones)).click();
  await tengen.board.has('.stones .black, .stones .white', 3);
});

test('tengen against itself is paused and stepped', async ({ page, tengen }) => {
  const { board, status } = tengen;
  const stones = async () => (await board.points('.stones .black, .stones .white')).length;
  await tengen.open();
  await askToWatch(tengen, { level: 2 });
  await tengen.dialog.getByLabel('Seconds between moves').fill('0.3');
  await tengen.button('Begin').click();
  await expect(page.getByRole('button', { name: 'Resign' })).toBeHidden();
  await expect.poll(stones).toBeGreaterThan(1);
  await tengen.button('Pause').click();
  await expect(status).toHaveText('Paused');
  const before = await stones();
  await tengen.button('Move now').click();
  await expect.poll(stones).toBe(before + 1);
  await expect(status).toHaveText('Paused');
  await page.waitForTimeout(300); // no other move follows
  expect(await stones()).toBe(before + 1);
  await tengen.button('Continue').click();
  await expect.poll(stones).toBeGreaterThan(before + 2);
});

test('tengen against itself has two levels', async ({ tengen }) => {
  const { page } = tengen;
  const levels = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const { ask, level } = JSON.parse(String(payload));
      if (ask === 'play') levels.push(level);
    }),
  );
  await tengen.open();
  await askToWatch(tengen, { level: 1, rival: 5 });
  await tengen.picture('two-levels');
  await tengen.button('Begin').click();
  for (const stones of [0, 1, 2, 3]) await (await pauses(tengen, stones)).click();
  await pauses(tengen, 4);
  expect(levels).toEqual([1, 5, 1, 5, 1]);
  await tengen.choose('Analyse');
  const players = page.getByRole('region', { name: 'Board and players' });
  for (const name of ['Tengen (beginner)', 'Tengen (strong)']) await expect(players).toContainText(name);
});

test('a page that is opened as a file says what to do', async ({ tengen }) => {
  const { page } = tengen;
  const message = page.getByText('python3 -m http.server').first();
  // Browsers refuse scripts there.
  tengen.expected.push('CORS policy', 'net::ERR_FAILED');
  await page.goto(new URL('../../index.html', import.meta.url).href);
  await expect(message).toBeVisible();
  await tengen.picture('file');
  // On a server the message is removed before it is visible.
  await tengen.open();
  await expect(message).toHaveCount(0);
});
