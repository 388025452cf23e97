// `tengen web` with a position database.
import { withDatabase } from './database.js';
import { PHONE, expect, game, test } from './tengen.js';

test.describe('on a desktop', () => {
  test.use({ options: withDatabase('--database-write') });

  test('a database is explored in the page', async ({ tengen }) => {
    const { board, database, page } = tengen;
    const known = database.getByRole('listitem');
    await tengen.open(game('freestyle', 'h8'));
    await expect(known).toHaveCount(1);
    await expect(database.getByText('games: 2')).toBeVisible();
    await tengen.pointAt(known.getByRole('button'));
    await board.has('.over .ghost', 4);
    await tengen.picture('explorer');
    await known.getByRole('button').click();
    await expect(tengen.current).toHaveAccessibleName(/^2 /);
    await expect(known).toHaveCount(2);
    await tengen.note('indirect <b>', '<I>');
    // The note is in the file: a page that is reloaded shows it, and shows the label on the moves.
    await tengen.reload();
    await expect(tengen.databaseComment).toHaveValue('indirect <b>');
    await page.getByRole('switch').uncheck();
    await tengen.button('One move back').click();
    await expect(tengen.current).toHaveAccessibleName('1 Black h8');
    await expect(known).toContainText(['<I> · indirect <b>']);
    await expect(board.element.locator('.cand-text').getByText('I', { exact: true })).not.toHaveCount(0);
  });
});

test.describe('with a database for own games', () => {
  test.use({ options: withDatabase('--database-write') });

  test('own games are added to it and found by their positions', async ({ page, tengen }) => {
    const { board, database, dialog } = tengen;
    const listed = database.getByRole('list').last().getByRole('button');
    await tengen.open();
    await tengen.paste('(;GM[4]SZ[15]RE[W+R];B[hh];W[ii];B[kk];W[aa])');
    await tengen.button('Add this game').click();
    await expect(page.getByText('New games: 1. Already there: 0.')).toBeVisible();
    await tengen.button('Add this game').click();
    await expect(page.getByText('New games: 0. Already there: 1.')).toBeVisible();
    await tengen.open(game('freestyle', 'h8g7'));
    await expect(database.getByText('games: 3')).toBeVisible();
    await expect(database.getByRole('list')).toHaveCount(1);
    await database.getByRole('button', { name: 'List games' }).click();
    await expect(listed).toHaveCount(3);
    await tengen.picture('own-games');
    // It is shown at this position, and lies as the board did.
    await listed.filter({ hasText: 'own games' }).click();
    await board.holds('h8', 'g7');
    await expect(tengen.moves.getByRole('button')).toHaveText(['h8', 'g7', 'e5', 'o15']);
    // A position that no game has
    await tengen.open(game('freestyle', 'h8a2'));
    await expect(database.getByText('This position is not in the database.')).toBeVisible();
    await expect(database.getByRole('button', { name: 'List games' })).toBeHidden();
    // Recent games with the position on the board. Their list waits until the game on the board is kept.
    const recent = dialog.getByRole('list').getByRole('button');
    await tengen.button('Game and files').click();
    await expect(recent).toHaveCount(3);
    await tengen.open(game('freestyle', 'h8i7'));
    await tengen.button('Game and files').click();
    await expect(recent).toHaveCount(4);
    await dialog.getByLabel('Only with the position on the board').check();
    await expect(recent).toHaveCount(3);
    await tengen.picture('recent-here');
    await dialog.getByRole('button', { name: 'Add them to the database' }).click();
    await expect(page.getByText('New games: 1. Already there: 2.')).toBeVisible();
    await expect(database.getByText('games: 4')).toBeVisible();
  });
});

test.describe('on a telephone', () => {
  test.use({ options: withDatabase(), viewport: PHONE });

  test('the explorer fits a telephone', async ({ tengen }) => {
    const { database, page } = tengen;
    await tengen.open(game('freestyle', 'h8'));
    await expect(database.getByRole('listitem')).toHaveCount(1);
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(beyond).toBeLessThanOrEqual(0);
    await expect(database.getByRole('textbox')).toHaveCount(0);
    await expect(database.getByRole('button', { name: 'Save note' })).toHaveCount(0);
    await expect(database.getByRole('button', { name: 'Add this game' })).toHaveCount(0);
    await tengen.picture('explorer-telephone');
  });
});

test('the built-in openings and the analysis agree on the first moves', async ({ page, tengen }) => {
  const lines = page.getByRole('region', { name: 'Best moves' }).getByRole('listitem');
  const [rows, heading] = [tengen.database.getByRole('listitem'), tengen.database.locator('p').first()];
  /** Move and score of the first rows. @param {import('@playwright/test').Locator} list @param {RegExp} form */
  const first = async (list, form) =>
    (await list.allInnerTexts()).slice(0, 3).map((text) => ({ ...form.exec(text)?.groups }));
  const both = async () => [
    await first(lines, /^(?<score>[+−]\d+)\s+[\d.]+ %\s+(?<move>[a-o]\d+)/),
    await first(rows, /^(?<move>[a-o]\d+)\s+(?<score>[+−]\d+)/),
  ];
  for (const [rule, moves] of [
    ['freestyle', ''],
    ['freestyle', 'h8'],
    ['standard', 'h8i9'],
    ['renju', 'h8i9'],
    ['renju', 'h8h9'],
  ]) {
    await tengen.open(game(rule, moves));
    await expect(lines).toHaveCount(3);
    await expect(heading).not.toBeEmpty();
    await expect(async () => {
      const [found, known] = await both();
      expect(found[0].move, `${rule} ${moves}`).toBeTruthy();
      expect(found.slice(0, known.length), `${rule} ${moves}`).toEqual(known.slice(0, found.length));
      const { move, score } = found[0];
      expect(await heading.innerText()).toMatch(new RegExp(`^\\${score} .*: ${move}( ·|$)`));
    }).toPass();
  }
});

test('the openings of renju are a gallery', async ({ page, tengen }) => {
  const { board, dialog, moves } = tengen;
  await tengen.open(game('freestyle', 'h8'));
  await expect(tengen.button('The 26 openings')).toBeHidden();
  await tengen.open(game('renju', 'h8i9'));
  await page.getByRole('switch').uncheck();
  await tengen.button('The 26 openings').click();
  const openings = dialog.getByRole('button').filter({ has: page.getByRole('img') });
  await expect(openings).toHaveCount(26);
  await expect(openings.first()).toContainText(/Kansei \(d1\).*[+−]\d+/);
  await expect(openings.nth(13)).toContainText('(i1)');
  await tengen.picture('openings');
  await openings.first().click();
  await expect(dialog).toBeHidden();
  await board.holds('h8h10', 'h9');
  // The game is still there.
  await expect(moves.getByRole('button', { name: 'i9' })).toBeVisible();
  await expect(tengen.database.getByText('Kansei')).toBeVisible();
});

/** The third stones of the 26 openings as renju's books draw them, d1 to d13 after h8 h9, and i1 to i13 after h8 i9. */
const THIRDS = 'h10 i10 j10 i9 j9 i8 j8 h7 i7 j7 h6 i6 j6 j10 j9 j8 j7 j6 i8 i7 i6 h7 h6 g7 g6 f6'.split(' ');

test('the openings of renju are drawn as in the books', async ({ page, tengen }) => {
  const { board, database, dialog } = tengen;
  await tengen.open(game('renju', 'h8h9'));
  await page.getByRole('switch').uncheck();
  const listed = database.getByRole('listitem').filter({ hasText: /· [di]\d+ ·/ });
  await expect(listed).toHaveCount(13);
  await expect(listed.filter({ hasText: 'Kagetsu' })).toContainText('i9');
  await tengen.button('The 26 openings').click();
  const pictures = dialog.getByRole('img');
  await expect(pictures).toHaveCount(26);
  // In a picture of 7×7 points, h8 is the one in the middle.
  const stones = (/** @type {SVGSVGElement} */ svg) => {
    const { x, y, width } = svg.viewBox.baseVal;
    return [...svg.querySelectorAll('circle')].map((circle) => {
      const [column, row] = [circle.cx, circle.cy].map(({ baseVal }, i) =>
        Math.floor((7 * (baseVal.value - (i ? y : x))) / width),
      );
      return String.fromCharCode('e'.charCodeAt(0) + column) + (11 - row);
    });
  };
  for (const [i, third] of THIRDS.entries()) {
    const drawn = await pictures.nth(i).evaluate(stones);
    expect([...drawn].sort()).toEqual(['h8', i < 13 ? 'h9' : 'i9', third].sort());
  }
  await dialog.getByRole('button', { name: 'Kagetsu' }).click();
  await board.holds('h8i9', 'h9');
});
