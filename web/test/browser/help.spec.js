// Help in the page: rules with pictures, words, marks on the board, keys; settings with explanations.
import { PHONE, expect, game, test } from './tengen.js';

test('the question mark opens the rules with pictures, the words and the keys', async ({ tengen }) => {
  const { dialog, page } = tengen;
  await tengen.open(game('renju', 'h8i9'));
  await tengen.button('Help').click();
  await expect(dialog.getByRole('heading', { name: 'Help' })).toBeInViewport({ ratio: 1 });
  const rules = dialog.getByRole('region', { name: 'Rules' });
  await expect(rules.getByRole('term').first()).toHaveText('Renju'); // the rule of the game comes first
  await expect(rules.getByRole('term')).toHaveCount(7);
  const shapes = dialog.getByRole('region', { name: 'Fours and threes' });
  for (const name of ['Four', 'Open four', 'Open three'])
    await expect(shapes.getByRole('img', { name, exact: true })).toBeVisible();
  await expect(shapes).toContainText('VCF, a win by fours');
  await expect(shapes).toContainText('VCT, a win by threats');
  const forbidden = dialog.getByRole('region', { name: 'Forbidden for Black under renju' });
  for (const name of ['double three', 'double four', 'overline'])
    await expect(forbidden.getByRole('img', { name, exact: true })).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Numbers and marks' })).toContainText('W9');
  const tools = dialog.getByRole('region', { name: 'Solver and tools' });
  const range = 'Candidate range of the analysis';
  const wins = ['Find a win (VCT)', 'Find a win (VCF)', 'Show me the win', 'Shorter', 'Prove'];
  for (const name of [...wins, 'Even move', 'Even pair', 'Block points', range, 'Seconds', 'Score', 'depth'])
    await expect(tools.getByRole('term').getByText(name, { exact: true })).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Opening rule' }).getByRole('term')).toHaveCount(8);
  await expect(rules.getByRole('term').getByText('Option: Forbidden moves for Black')).toBeVisible();
  const keys = dialog.getByRole('region', { name: 'Keys' });
  await expect(keys.getByRole('row', { name: 'H', exact: false }).first()).toBeVisible();
  await expect(keys.getByRole('row')).toHaveCount(11);
  await tengen.picture('help');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  // The tools have a way to their entry.
  await expect(tools).toBeHidden();
  await tengen.button('About these tools').click();
  await expect(tools.getByRole('heading')).toBeInViewport();
  await expect(tools.getByRole('heading')).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).click();
  // The key does the same, but not while a comment is written.
  await page.keyboard.press('?');
  await expect(dialog.getByRole('heading', { name: 'Help' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Comment on this move').fill('');
  await page.getByLabel('Comment on this move').press('?');
  await expect(dialog).toBeHidden();
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: PHONE });

  test('help fits and settings are explained in place', async ({ tengen }) => {
    const { dialog, page } = tengen;
    await tengen.open();
    await tengen.button('Help').click();
    const wide = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await tengen.picture('help-telephone');
    await page.keyboard.press('Escape');
    await tengen.button('Settings').click();
    for (const text of [
      'counted from 0',
      'order in which they were played',
      'forbidden for Black',
      'the second plays there',
      'helps long searches',
      'Processor cores',
    ])
      await expect(dialog.getByText(text)).toBeVisible();
    await tengen.picture('settings');
  });
});
