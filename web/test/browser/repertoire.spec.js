// The opening trainer: a repertoire is made, drilled and stored.
import { PHONE, expect, game, test } from './tengen.js';

/** The trainer's part of the page. @param {import('./tengen.js').Tengen} tengen */
const trainer = ({ page }) => page.getByRole('region', { name: 'My openings' });
/** Its message. @param {import('./tengen.js').Tengen} tengen */
const message = (tengen) => trainer(tengen).getByRole('status');

/** Chooses the trainer among the puzzles. @param {import('./tengen.js').Tengen} tengen */
async function openTrainer(tengen) {
  await tengen.choose('Puzzles');
  await tengen.page.getByLabel('Kind').selectOption('My openings');
  await expect(trainer(tengen)).toBeVisible();
}

/** Makes a repertoire. @param {import('./tengen.js').Tengen} tengen @param {string} colour @param {string} source */
async function make(tengen, colour, source) {
  const form = tengen.page.getByRole('region', { name: 'Make a repertoire' });
  await form.getByLabel('My colour').selectOption(colour);
  await form.getByLabel('Moves from').selectOption(source);
  await form.getByRole('button').click();
}

test('two variations of a file are drilled', async ({ tengen }) => {
  const { board, page } = tengen;
  await tengen.open();
  await tengen.paste('(;GM[4]SZ[15];B[hh](;W[ig];B[gg]C[Hold the corner])(;W[hg];B[ih];W[gi];B[fj]))');
  await expect(tengen.dialog).toBeHidden();
  await openTrainer(tengen);
  await expect(message(tengen)).toHaveText('There is no repertoire yet. Make one below.');
  await make(tengen, 'White', 'my game and its variations');
  await expect(page.getByRole('combobox', { name: 'Repertoire' }).locator(':checked')).toHaveText(
    'White · Freestyle · 15×15',
  );
  await make(tengen, 'Black', 'my game and its variations');
  await expect(page.getByRole('combobox', { name: 'Repertoire' }).locator('option')).toHaveCount(2);
  await expect(trainer(tengen).getByText('4 due, 0 learned')).toBeVisible();
  await expect(tengen.status).toHaveText('Black to move: play the move of your repertoire.');
  await board.touch('h8');
  await board.holds('h8', 'i9');
  await expect(message(tengen)).toHaveText(/^Right: h8 · \+\d+\.$/);
  await expect(trainer(tengen).getByText('3 due, 1 learned')).toBeVisible();
  // A wrong move is taken back, and the expected one is shown.
  await board.touch('a1');
  await expect(message(tengen)).toHaveText(
    /^a1 is not in your repertoire\. Play g9 · Hold the corner( · .*)?\.$/,
  );
  await board.holds('h8', 'i9');
  await expect.poll(() => board.points('.hint')).toEqual(['g9']);
  await tengen.picture('openings-wrong');
  await board.touch('g9');
  await expect(message(tengen)).toHaveText(/^Right: g9 · Hold the corner.*\. The line ends here\.$/);
  await expect(trainer(tengen).getByText('3 due, 1 learned')).toBeVisible();
  // The next line begins at its first new position. A reload does not change that.
  await tengen.reload();
  await expect(trainer(tengen).getByText('3 due, 1 learned')).toBeVisible();
  await board.holds('h8', 'h9');
  await board.touch('i8');
  await board.holds('h8i8', 'h9g7');
  await page.keyboard.press('h');
  await expect(message(tengen)).toHaveText(/^Play f6.*\.$/);
  await board.touch('f6');
  await expect(message(tengen)).toHaveText(/^Right: f6.*\. The line ends here\.$/);
  await expect(trainer(tengen).getByText('2 due, 2 learned')).toBeVisible();
  // Failed positions come again.
  await page.keyboard.press('n');
  await board.holds('h8', 'i9');
  // The other repertoire
  await page.getByRole('combobox', { name: 'Repertoire' }).selectOption('White · Freestyle · 15×15');
  await board.holds('h8', '');
  await expect(trainer(tengen).getByText('2 due, 0 learned')).toBeVisible();
  await tengen.reload();
  await expect(trainer(tengen).getByText('2 due, 0 learned')).toBeVisible();
  await page.getByRole('combobox', { name: 'Repertoire' }).selectOption('Black · Freestyle · 15×15');
  // The game is still there, and so are the puzzles.
  await page.getByLabel('Kind').selectOption('Win by fours');
  await expect(page.getByRole('region', { name: 'Puzzles' })).toBeVisible();
  await tengen.choose('Analyse');
  await expect(tengen.moves.getByRole('button', { name: 'h8' })).toBeVisible();
  await tengen.choose('Play');
  await tengen.choose('Puzzles');
  await page.getByLabel('Kind').selectOption('My openings');
  await expect(trainer(tengen).getByText('2 due, 2 learned')).toBeVisible();
});

test('openings chosen while the puzzles are still loading are drilled', async ({ tengen }) => {
  const { page } = tengen;
  await tengen.open();
  await openTrainer(tengen); // all its files are loaded from now on
  await page.getByLabel('Kind').selectOption('Win by fours');
  await expect(page.getByRole('region', { name: 'Puzzles' })).toBeVisible();
  await tengen.hurry('Play', 'Puzzles');
  await page.evaluate(() => {
    const kind = /** @type {HTMLSelectElement} */ (document.getElementById('puzzle-kind'));
    kind.value = 'opening';
    kind.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(message(tengen)).toHaveText('There is no repertoire yet. Make one below.');
});

test('the best recorded moves of renju are drilled', async ({ tengen }) => {
  const { board, page } = tengen;
  await tengen.open(game('renju', 'h8i9'));
  await openTrainer(tengen);
  await make(tengen, 'Black', 'database, from my position');
  await expect(page.getByRole('combobox', { name: 'Repertoire' }).locator(':checked')).toHaveText(
    'Black · Renju · 15×15 · h8 i9',
  );
  await expect(trainer(tengen).getByText(/^\d+ due, 0 learned$/)).toBeVisible();
  await board.holds('h8', 'i9');
  await expect(page.getByRole('application')).toBeFocused();
  await page.keyboard.press('h');
  // The opening with its name and value
  await expect(message(tengen)).toHaveText(/^Play [a-o]\d+ · .*\(i\d+\).* · [+−]?\d+\.$/);
  const [best] = await board.points('.hint');
  await board.touch(best);
  await expect(message(tengen)).toHaveText(new RegExp(`^Right: ${best} · .*\\(i\\d+\\).* · [+−]?\\d+\\.$`));
  await expect.poll(async () => (await board.stones()).flat().length).toBe(4);
  await tengen.picture('openings-renju');
});

test('another move of about the same recorded value is right too', async ({ tengen }) => {
  const { board } = tengen;
  await tengen.open(game('renju', 'h8i9h7'));
  await openTrainer(tengen);
  await make(tengen, 'White', 'database, from my position');
  await expect(trainer(tengen).getByText(/^\d+ due, 0 learned$/)).toBeVisible();
  await board.touch('i7');
  await expect(message(tengen)).toHaveText(/^i7 is also good\. Your repertoire plays h6 · .*\.$/);
  await board.holds('h8h7', 'i9');
  await expect(trainer(tengen).getByText(/^\d+ due, 1 learned$/)).toBeVisible();
  await board.touch('h6');
  await expect(message(tengen)).toHaveText(/^Right: h6/);
  await tengen.button('Try again').click();
  await board.touch('a1');
  await expect(message(tengen)).toHaveText(/^a1 is not in your repertoire\./);
});

test('the positions looked up are counted, and making a repertoire can be cancelled', async ({ tengen }) => {
  const { page } = tengen;
  await tengen.open(game('freestyle', ''));
  await openTrainer(tengen);
  const form = page.getByRole('region', { name: 'Make a repertoire' });
  await make(tengen, 'White', 'database, from move 1');
  await expect(form.getByText(/^[1-9]\d* positions looked up$/)).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByText('looked up')).toBeHidden();
  await expect(form.getByRole('button', { name: 'Make a repertoire' })).toBeFocused();
  await expect(message(tengen)).toHaveText('There is no repertoire yet. Make one below.');
  await make(tengen, 'Black', 'database, from move 1');
  await expect(trainer(tengen).getByText(/^\d+ due, 0 learned$/)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Repertoire' }).locator('option')).toHaveText([
    'Black · Freestyle · 15×15',
  ]);
});

test('a repertoire is renamed and deleted', async ({ tengen }) => {
  const { board, page } = tengen;
  const all = page.getByRole('combobox', { name: 'Repertoire' });
  /** Presses a button and answers its question. @param {string} name @param {string | boolean} answer */
  const ask = async (name, answer) => {
    const asked = new Promise((done) =>
      page.once('dialog', async (dialog) => {
        done(dialog.message());
        if (answer === false) await dialog.dismiss();
        else await dialog.accept(answer === true ? undefined : answer);
      }),
    );
    await tengen.button(name).focus();
    await page.keyboard.press('Enter');
    return asked;
  };
  await tengen.open(game('freestyle', 'h8i9'));
  await openTrainer(tengen);
  await expect(tengen.button('Delete')).toBeHidden();
  await make(tengen, 'White', 'my game and its variations');
  await make(tengen, 'Black', 'my game and its variations');
  await expect(all.locator('option')).toHaveText(['Black · Freestyle · 15×15', 'White · Freestyle · 15×15']);
  expect(await ask('Rename', 'Mine')).toBe('Name of the repertoire');
  await expect(all.locator('option')).toHaveText(['Mine', 'White · Freestyle · 15×15']);
  await make(tengen, 'Black', 'my game and its variations');
  await tengen.reload();
  await expect(all.locator(':checked')).toHaveText('Mine');
  const question = 'Delete the repertoire “Mine” and your progress with it? This cannot be undone.';
  expect(await ask('Delete', false)).toBe(question);
  await expect(all.locator('option')).toHaveCount(2);
  await page.setViewportSize(PHONE);
  await ask('Rename', 'A long name '.repeat(9));
  await expect(all.locator(':checked')).toHaveText(/^(A long name ){6}A long …$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await ask('Rename', ' ');
  await expect(all.locator(':checked')).toHaveText('Black · Freestyle · 15×15');
  await ask('Delete', true);
  await expect(message(tengen)).toHaveText('The repertoire “Black · Freestyle · 15×15” was deleted.');
  await expect(all.locator('option')).toHaveText(['White · Freestyle · 15×15']);
  await expect(all).toBeFocused();
  await board.holds('h8', '');
  // After the last repertoire is deleted, the game is on the board again.
  await ask('Delete', true);
  await expect(all).toBeHidden();
  await board.holds('h8', 'i9');
  await tengen.reload();
  await expect(message(tengen)).toHaveText('There is no repertoire yet. Make one below.');
});

test('White is asked from the first move, and an empty game has nothing to ask', async ({ tengen }) => {
  const { board } = tengen;
  await tengen.open(game('renju', ''));
  await openTrainer(tengen);
  await make(tengen, 'White', 'my game and its variations');
  await expect(message(tengen)).toHaveText('No moves of White were found.');
  await make(tengen, 'White', 'database, from move 1');
  await expect(trainer(tengen).getByText(/^\d{2,} due, 0 learned$/)).toBeVisible();
  await board.holds('h8', '');
});

test('a stored repertoire that cannot be read is set aside', async ({ page, tengen }) => {
  await tengen.open();
  const items = { x: { answers: [{ point: 'h8', replies: [['i9', 'lost', 1]] }] } };
  const start = { width: 15, height: 15, rule: 'freestyle', moves: '' };
  const kept = { all: [{ start, side: 'black', first: [['', 'x', 1]], items }] };
  await page.evaluate((text) => localStorage.setItem('tengen-openings', text), JSON.stringify(kept));
  await openTrainer(tengen);
  await expect(tengen.notice).toContainText('could not be read and was set aside');
  await expect(message(tengen)).toHaveText('There is no repertoire yet. Make one below.');
});
