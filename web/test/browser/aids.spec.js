// Help while playing: warnings, threats, and a level that follows the player's rating.
import { expect, game, pointsOf, test } from './tengen.js';

/** Both sides have a four, and Black is to move: g8 makes five. */
const FOURS = '#size=15x15&rule=freestyle&black=h8i8j8k8&white=l8a1b1c1d1&first=black&moves=';

/** @typedef {import('./tengen.js').Tengen} Tengen */

/** Opens a game and plays on as Black against Tengen. @param {Tengen} tengen @param {string} link */
async function playOn(tengen, link) {
  await tengen.open(link);
  await tengen.choose('Play');
  await tengen.button('Play from here').click();
}

/** Warns of losses from 15 % on. @param {Tengen} tengen */
const warnMe = ({ page }) => page.getByLabel('Warn me').selectOption('From 15 %');

test('a move that misses a win is offered for taking back', async ({ tengen }) => {
  const { board, notice, status } = tengen;
  await playOn(tengen, FOURS);
  await warnMe(tengen);
  await board.touch('c3');
  await expect(notice).toHaveText(
    /^c3 loses [\d.]+ % of your chance to win \(missed win\): misses a five at g8\./,
  );
  await expect(status).toHaveText('Your move (Black)');
  await tengen.picture('warned');
  await board.holds('h8i8j8k8c3', 'l8a1b1c1d1');
  await notice.getByRole('button', { name: 'Take back' }).click();
  await board.holds('h8i8j8k8', 'l8a1b1c1d1');
  await expect(notice).toBeHidden();
  // The same mistake again, on purpose.
  await board.touch('c3');
  await notice.getByRole('button', { name: 'Keep the move' }).click();
  await board.has('.stones .white', 6);
  await expect(notice).toBeHidden();
});

test('the warning shows the win that is missed', async ({ tengen }) => {
  await playOn(tengen, game('freestyle', 'k8h8d4a4h10g8k9g9k7k6j8i9j10g10'));
  await warnMe(tengen);
  await tengen.board.touch('a15');
  await expect(tengen.notice).toHaveText(/misses a win by fours \(VCF\) in 7 at (\w+): \1( \w+){4}( …|\.)/);
});

test('a good move is answered, and nobody is warned unasked', async ({ tengen }) => {
  const { board, notice } = tengen;
  await playOn(tengen, game('freestyle', 'h8a1i8a15j8o1'));
  await warnMe(tengen);
  await board.touch('k8');
  await board.has('.stones .white', 4);
  await expect(notice).toBeHidden();
  await playOn(tengen, FOURS);
  await tengen.page.getByLabel('Warn me').selectOption('Never');
  await board.touch('c3');
  await board.has('.stones .white', 6);
  await expect(notice).toBeHidden();
});

test('the choice to be warned stays with the next games', async ({ page, tengen }) => {
  const warn = page.getByLabel('Warn me');
  await tengen.open();
  await warn.selectOption('From 30 %');
  await tengen.begin({ level: 1 });
  await tengen.reload();
  await expect(warn.getByRole('option', { selected: true })).toHaveText('From 30 %');
});

test('a warning that does not come lets the game go on', async ({ page, tengen }) => {
  const { board, notice } = tengen;
  let asked = 0;
  await page.routeWebSocket('**/engine', (socket) => {
    const server = socket.connectToServer();
    const judged = new Set();
    socket.onMessage((text) => {
      const { id, ask } = JSON.parse(String(text));
      if (ask === 'judge') judged.add(id);
      server.send(text);
    });
    server.onMessage((text) => {
      if (judged.has(JSON.parse(String(text)).id)) asked++;
      else socket.send(text);
    });
  });
  await playOn(tengen, FOURS);
  await warnMe(tengen);
  await board.touch('c3');
  await board.has('.stones .white', 6);
  expect(asked).toBeGreaterThan(0);
  await expect(notice).toBeHidden();
});

test('a move is taken back while it is looked at', async ({ page, tengen }) => {
  const { board, notice } = tengen;
  await page.routeWebSocket('**/engine', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => JSON.parse(String(text)).ask === 'judge' || server.send(text));
    server.onMessage((text) => socket.send(text));
  });
  await playOn(tengen, FOURS);
  await warnMe(tengen);
  await board.touch('c3');
  await board.has('.stones .black', 5);
  await tengen.button('Take back').click();
  await board.holds('h8i8j8k8', 'l8a1b1c1d1');
  await page.waitForTimeout(4500); // longer than the look may take
  await board.holds('h8i8j8k8', 'l8a1b1c1d1');
  await expect(notice).toBeHidden();
});

test('threats are shown on demand, as the rule has them', async ({ page, tengen }) => {
  const { board } = tengen;
  const card = page.getByRole('region', { name: 'Threats' });
  const threats = tengen.button('Threats');
  // Black's two threes cross at h8: under renju this point is forbidden.
  const moves = 'g8a1f8c1h7e1h6g1';
  await tengen.open(game('freestyle', moves));
  await tengen.choose('Play');
  await board.has('.threat', 0);
  await threats.click();
  await expect(threats).toHaveAttribute('aria-pressed', 'true');
  await expect(card).toContainText('33 two open threes: h8');
  expect(await board.points('.threat')).toContain('h8');
  await tengen.picture('threats');
  await tengen.open(game('renju', moves));
  await tengen.choose('Play');
  await expect(card).toContainText('3 an open three:');
  await expect(card).not.toContainText('h8');
  expect(await board.points('.threat')).not.toContain('h8');
  // They follow the game, and are gone after another click.
  await tengen.open(game('freestyle', 'h8a1i8c1j8e1'));
  await tengen.choose('Play');
  await expect(card).toContainText('4! an open four: g8 k8');
  await tengen.button('Play from here').click();
  await board.touch('k8');
  await expect(card).toContainText('5 a five:');
  await threats.click();
  await board.has('.threat', 0);
  await expect(card).toBeHidden();
});

/** Resigns. @param {Tengen} tengen */
async function resign({ button, notice, page }) {
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await notice.getByRole('button', { name: 'Resign' }).click();
}

test('the level follows the results, and the rating has a history', async ({ page, tengen }) => {
  const { board, dialog } = tengen;
  const card = page.getByRole('region', { name: 'After the game' });
  const rated = card.getByText(/^Your rating is now \d+ \([+−]\d+\)\./);
  const seat = (level) => expect(page.getByText(`level ${level}`)).toBeVisible();
  await tengen.open();
  await tengen.begin({ level: 3 });
  await board.lay('h8');
  await board.has('.stones .white', 1);
  await resign(tengen);
  await expect(rated).toHaveText(/\(−\d+\)/);
  await tengen.picture('rated');
  await card.getByRole('button', { name: 'My rating against Tengen' }).click();
  await expect(dialog.getByRole('row')).toHaveCount(2);
  await expect(dialog.getByRole('row').last()).toContainText('3 casual');
  await expect(dialog.getByRole('row').last()).toContainText('lost');
  await dialog.getByRole('button', { name: 'Close' }).click();
  // The next games are at the level nearest to the rating.
  await tengen.button('New game').click();
  await dialog.getByRole('checkbox', { name: 'Follow my results' }).check();
  await expect(dialog.getByRole('slider').first()).toHaveValue('2');
  await tengen.picture('follow');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await seat('2, novice');
  await board.lay('h8');
  await board.has('.stones .white', 1);
  await resign(tengen);
  await expect(rated).toBeVisible();
  await card.getByRole('button', { name: 'Play again' }).click();
  await seat('2, novice');
  // A game with a hint does not count.
  await tengen.button('Hint').click();
  await board.has('.hint', 1);
  await board.lay('h8');
  await board.has('.stones .white', 1);
  await resign(tengen);
  await expect(card.getByRole('heading')).toHaveText('You lost');
  await expect(rated).toBeHidden();
  await tengen.reload();
  await tengen.button('New game').click();
  await expect(dialog.getByRole('checkbox', { name: 'Follow my results' })).toBeChecked();
  await dialog.getByRole('button', { name: 'My rating against Tengen' }).click();
  await expect(dialog.getByRole('row')).toHaveCount(3);
  await expect(dialog.getByRole('img', { name: /^Rating: \d+ – \d+$/ })).toBeVisible();
  await tengen.picture('rating');
});

/** The questions that the page asks. @param {import('@playwright/test').Page} page @returns {any[]} */
function questions(page) {
  /** @type {any[]} */
  const asked = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => void asked.push(JSON.parse(String(payload)))),
  );
  return asked;
}

test('tengen thinks in the time of the player, until it need not any more', async ({ page, tengen }) => {
  const { board, dialog } = tengen;
  const asked = questions(page);
  await tengen.open();
  await tengen.button('Settings').click();
  await dialog.getByRole('checkbox', { name: 'Think in my time' }).check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await tengen.begin({ level: 8 });
  await board.lay('h8');
  await board.has('.stones .white', 1);
  const played = asked.find(({ ask }) => ask === 'play');
  expect(played.ponder).toBe(true);
  const stopped = () => asked.some(({ ask, of }) => ask === 'stop' && of === played.id);
  expect(stopped()).toBe(false);
  await board.lay('c3');
  await board.has('.stones .white', 2);
  await resign(tengen);
  const last = asked.filter(({ ask }) => ask === 'play').pop();
  await expect.poll(() => asked.some(({ ask, of }) => ask === 'stop' && of === last.id)).toBe(true);
});

test('an analysis ends at its limits', async ({ page, tengen }) => {
  const { dialog } = tengen;
  const asked = questions(page);
  const figures = page.getByText(/^depth \d+–\d+/);
  const depth = async () => Number(/^depth (\d+)/.exec(await figures.innerText())?.[1]);
  const set = async (name, value) => {
    await tengen.button('Settings').click();
    await dialog.getByLabel(name).fill(value);
    await dialog.getByRole('button', { name: 'Close' }).click();
  };
  await tengen.open(game('freestyle', 'h8i9g7'));
  await set('Depth limit', '3');
  await page.keyboard.press('ArrowLeft');
  await tengen.board.holds('h8', 'i9');
  await expect.poll(depth).toBe(3);
  await page.waitForTimeout(1000); // it does not go on
  expect(await depth()).toBe(3);
  expect(asked.filter(({ ask }) => ask === 'analyse').pop().depth).toBe(3);
  await set('Depth limit', '');
  await set('Node limit', '5000');
  await page.keyboard.press('ArrowRight');
  await tengen.board.holds('h8g7', 'i9');
  await expect(figures).toBeVisible();
  const { nodes, depth: none } = asked.filter(({ ask }) => ask === 'analyse').pop();
  expect([nodes, none]).toEqual([5000, undefined]);
});

test('the first moves of an analysis stay within the chosen range', async ({ page, tengen }) => {
  const { board, dialog } = tengen;
  const asked = questions(page);
  const blocked = () => asked.filter(({ ask }) => ask === 'analyse').pop()?.blocked ?? '';
  const choose = async (range) => {
    await tengen.button('Settings').click();
    await dialog.getByLabel('Candidate range of the analysis').selectOption(range);
    await dialog.getByRole('button', { name: 'Close' }).click();
  };
  await tengen.open(game('freestyle', 'a1b2'));
  await choose('1');
  await expect.poll(() => pointsOf(blocked()).length).toBe(225 - 9);
  const near = ['a2', 'b1', 'a3', 'b3', 'c1', 'c2', 'c3'];
  await expect
    .poll(async () => {
      const points = await board.points('.cand');
      return points.length === 3 && points.every((point) => near.includes(point));
    })
    .toBe(true);
  asked.length = 0;
  await page.reload();
  await expect.poll(() => pointsOf(blocked()).length).toBe(225 - 9);
  await choose('Whole board');
  await expect.poll(blocked).toBe('');
});
