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
    await tengen.picture('explorer-telephone');
  });
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
