// No change to a game is lost, and nothing happens without a request.
import { TWO_PEOPLE, expect, game, test } from './tengen.js';

/** @typedef {import('./tengen.js').Tengen} Tengen */

/** Pastes a text that can be read. @param {Tengen} tengen @param {string} text */
async function paste(tengen, text) {
  await tengen.paste(text);
  await expect(tengen.dialog).toBeHidden();
}

/** Runs in the page: pastes texts one after another, without the dialog. @param {string[]} texts */
function pasteAll(texts) {
  for (const text of texts) {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }
}

/** Opens the list of recent games and waits for this many. @param {Tengen} tengen @param {number} count */
async function recent(tengen, count) {
  await tengen.button('Game and files').click();
  const games = tengen.dialog.getByRole('list').getByRole('button');
  await expect(games).toHaveCount(count);
  return games;
}

/** Waits until the page shows a game with this rule, board and stones. @param {Tengen} tengen @param {string} about @param {string} black @param {string} white */
async function shows(tengen, about, black, white) {
  await expect(tengen.button(new RegExp(`^${about}`))).toBeVisible();
  await tengen.board.holds(black, white);
}

/** Expects these moves in the move list. @param {Tengen} tengen @param {string[]} points */
const lists = ({ moves }, points) => expect(moves.getByRole('button')).toHaveText(points);

test('a game without rule and board does not take those of the game before', async ({ page, tengen }) => {
  const { notice } = tengen;
  const before = '(;GM[4]SZ[19]RU[renju];B[hh];W[ih])';
  await tengen.open();
  await tengen.choose('Review');
  for (const [pasted, names, black, white] of [
    ['h8i9g7', 'neither rule nor board', 'h8g7', 'i9'],
    ['(;GM[4];B[hh];W[ii])', 'neither rule nor board', 'h8', 'i7'],
    ['(;GM[4]SZ[15];B[hh];W[ii])', 'no rule', 'h8', 'i7'],
    ['Piskvorky 15x15, 0:0, 0\n8,8,0\n', 'no rule', 'h8', ''],
    ['(;GM[4]RU[freestyle];B[hh])', 'no board', 'h8', ''],
    ['https://gomocalc.com/#/h8i9', 'neither rule nor board', 'h8', 'i9'],
    ['START 15\nTURN 7,7', 'no rule', 'h8', ''],
  ]) {
    await page.evaluate(pasteAll, [before]);
    await shows(tengen, 'Renju · 19×19', 'h12', 'i12');
    await expect(notice).toBeHidden();
    await paste(tengen, pasted);
    await shows(tengen, 'Freestyle · 15×15', black, white);
    await expect(notice).toHaveText(
      new RegExp(`^This game names ${names}\\. It was read as Freestyle · 15×15\\.`),
    );
    await expect(notice.getByLabel('Board')).toHaveCount(names === 'no rule' ? 0 : 1);
    await expect(notice.getByLabel('Rule')).toHaveCount(names === 'no board' ? 0 : 1);
  }
  // A game with 19 columns does not fit on 15.
  await paste(tengen, 'h8s19');
  await shows(tengen, 'Freestyle · 19×19', 'h8', 's19');
});

test('an assumed rule and board are changed in place', async ({ page, tengen }) => {
  const { board, notice } = tengen;
  const [size, rule] = [notice.getByLabel('Board'), notice.getByLabel('Rule')];
  await tengen.open();
  // The file counts rows from the top: on a larger board its points have other names.
  await paste(tengen, '(;GM[4];B[hh];W[ii])');
  await shows(tengen, 'Freestyle · 15×15', 'h8', 'i7');
  await tengen.picture('assumed');
  await size.selectOption('19×19');
  await shows(tengen, 'Freestyle · 19×19', 'h12', 'i11');
  await rule.selectOption('Renju');
  await shows(tengen, 'Renju · 19×19', 'h12', 'i11');
  await expect(notice).toContainText('It was read as Renju · 19×19.');
  await size.selectOption('15×15');
  await shows(tengen, 'Renju · 15×15', 'h8', 'i7');
  // A board that is too small is rejected, and the game stays.
  await paste(tengen, 'h8o15');
  await shows(tengen, 'Freestyle · 15×15', 'h8', 'o15');
  await size.selectOption('9×9');
  await expect(page.getByText('not a point of a 9x9 board')).toBeVisible();
  await shows(tengen, 'Freestyle · 15×15', 'h8', 'o15');
  await expect(size).toHaveValue('15x15');
  // Moves added to the game in the meantime stay.
  await board.lay('c3');
  await rule.selectOption('Caro');
  await shows(tengen, 'Caro · 15×15', 'h8c3', 'o15');
  await lists(tengen, ['h8', 'o15', 'c3']);
  // Reading a game again does not create another one.
  await recent(tengen, 2);
});

test('a game that freestyle refuses can be read by another rule', async ({ tengen }) => {
  const { dialog } = tengen;
  const [rule, size] = ['Rule', 'Board'].map((name) => dialog.getByRole('combobox', { name }));
  await tengen.open();
  await tengen.paste('a1a3b1b3c1c3e1e3f1f5d1h8');
  await expect(dialog.getByRole('alert')).toContainText('the game is already over');
  await rule.selectOption('Standard');
  await size.selectOption('20×20');
  await tengen.button('Read').click();
  await shows(tengen, 'Standard · 20×20', 'a1b1c1e1f1d1', 'a3b3c3e3f5h8');
  await expect(tengen.moves.getByRole('button')).toHaveCount(12);
  // This does not apply to the next game.
  await tengen.button('Game and files').click();
  await expect(rule).toHaveValue('');
  await expect(size).toHaveValue('');
});

test('the rule of a pasted game is shown and can be changed', async ({ page, tengen }) => {
  const { board, dialog } = tengen;
  const about = 'Renju · 15×15 · Shagetsu (i11)';
  await tengen.open();
  await paste(tengen, '(;GM[4]SZ[15]RU[renju];B[hh];W[ih])');
  await expect(page.getByRole('tab', { name: 'Analyse', selected: true })).toBeVisible();
  await shows(tengen, 'Renju · 15×15', 'h8', 'i8');
  await paste(tengen, '(;GM[4]SZ[15]RU[renju];B[hh];W[ig];B[gi])');
  await board.holds('h8g7', 'i9');
  await expect(page.getByText('Read as Renju · 15×15', { exact: true })).toBeVisible();
  for (const mode of ['Play', 'Analyse', 'Review']) {
    await tengen.choose(mode);
    await expect(page.getByRole('tab', { name: mode, selected: true })).toBeVisible();
    // The moves begin with a named opening.
    await expect(tengen.button(about)).toBeVisible();
  }
  // It can be changed there; the moves stay if possible.
  await tengen.button(about).click();
  await dialog.getByRole('radio', { name: 'Standard' }).check();
  await dialog.getByRole('radio', { name: '19×19' }).check();
  await tengen.picture('rule');
  await tengen.button('Change').click();
  await expect(tengen.button('Standard · 19×19')).toBeVisible();
  await board.holds('h8g7', 'i9');
  await tengen.button('Standard · 19×19').click();
  await dialog.getByRole('radio', { name: 'Other' }).check();
  await dialog.getByLabel('Columns').fill('5');
  await dialog.getByLabel('Rows').fill('5');
  await tengen.button('Change').click();
  await expect(page.getByText('not a point of a 5x5 board')).toBeVisible();
  await expect(tengen.button('Standard · 19×19')).toBeVisible();
  await board.holds('h8g7', 'i9');
});

test('deleting the first move can be undone', async ({ page, tengen }) => {
  const { board, moves } = tengen;
  const first = moves.getByRole('button', { name: 'Black h8' });
  const [undo, redo] = [tengen.button('Undo'), tengen.button('Redo')];
  await tengen.open(game('freestyle', 'h8i9g7f6'));
  await board.holds('h8g7', 'i9f6');
  await first.click();
  await board.holds('h8', '');
  await tengen.button('Delete from here').click();
  await board.holds('', '');
  await expect(moves).toHaveText('No moves yet');
  await page.keyboard.press('Control+z');
  await board.holds('h8', '');
  await lists(tengen, ['h8', 'i9', 'g7', 'f6']);
  await page.keyboard.press('Control+Shift+z');
  await expect(moves).toHaveText('No moves yet');
  await expect(redo).toBeDisabled();
  await undo.click();
  await lists(tengen, ['h8', 'i9', 'g7', 'f6']);
  // Stones, comments and the choice of the main line are undone in the same way.
  await first.click();
  await board.holds('h8', '');
  await board.lay('c3');
  await lists(tengen, ['h8', 'i9', 'c3', 'g7', 'f6']);
  await tengen.button('Make this the main line').click();
  await lists(tengen, ['h8', 'c3', 'i9', 'g7', 'f6']);
  // The history survives a reload of the page. The list of recent games waits for pending writes.
  await recent(tengen, 0);
  await expect(tengen.dialog.getByText('No other games yet')).toBeVisible();
  await tengen.reload();
  await lists(tengen, ['h8', 'c3', 'i9', 'g7', 'f6']);
  await undo.click();
  await lists(tengen, ['h8', 'i9', 'c3', 'g7', 'f6']);
  await undo.click();
  await lists(tengen, ['h8', 'i9', 'g7', 'f6']);
});

test('undo leads back from a new game to the old one', async ({ page, tengen }) => {
  const { board, dialog, moves } = tengen;
  await tengen.open(game('renju', 'h8i9g7f6'));
  await board.holds('h8g7', 'i9f6');
  await tengen.begin(TWO_PEOPLE);
  await board.lay('h8', 'a1', 'c3');
  await paste(tengen, 'a1a2a3');
  await board.holds('a1a3', 'a2');
  // Undo works across games and survives a reload.
  await tengen.reload();
  await board.holds('a1a3', 'a2');
  const games = await recent(tengen, 2);
  await tengen.picture('recent');
  await games.nth(1).click();
  await shows(tengen, 'Renju · 15×15', 'h8g7', 'i9f6');
  // Going back and playing other moves makes a second game; a game that only grows stays one game.
  await moves.getByRole('button').first().click();
  await board.holds('h8', '');
  await tengen.button('Delete from here').click();
  await board.holds('', '');
  await board.lay('a15', 'b15');
  await recent(tengen, 3);
  await dialog.getByRole('button', { name: 'Close' }).click();
  // More than 50 games are kept.
  const more = Array.from({ length: 60 }, (_, i) => `(;GM[4]SZ[15]RU[freestyle]PB[A${i}]PW[B${i}];B[hh])`);
  await page.evaluate(pasteAll, more);
  await expect(page.getByRole('region', { name: 'Board and players' })).toContainText('B59');
  await recent(tengen, 63);
});

test('tengen does not move unasked in a game that was opened', async ({ page, tengen }) => {
  const { board, moves, status } = tengen;
  const waits = page.getByRole('region', { name: 'This game is not being played' });
  const moveNow = tengen.button('Move now');
  // White is to move and Tengen has white.
  await tengen.open(game('freestyle', 'h8i9g7'));
  await tengen.choose('Play');
  await expect(waits).toBeVisible();
  await tengen.picture('idle');
  await expect(page.locator('#seat-top')).toContainText('Tengen');
  await expect(page.locator('#seat-bottom')).toContainText('You');
  const isIdle = async () => {
    await expect(waits).toBeVisible();
    await expect(status).toHaveText('This game is not being played');
    await expect(moveNow).toBeDisabled();
    await board.holds('h8g7', 'i9');
  };
  await isIdle();
  // Still so after a reload.
  await tengen.reload();
  await isIdle();
  await waits.getByRole('button', { name: 'Play from here' }).click();
  await expect(moves.getByRole('button')).toHaveCount(4);
  await expect(status).toHaveText('Your move (Black)');
  await expect(moveNow).toBeDisabled();
  await expect(waits).toBeHidden();
});

test('stones tried in analyse do not become the game', async ({ page, tengen }) => {
  const { board, moves, status } = tengen;
  const apart = moves.locator('.branch').getByRole('button');
  await tengen.open();
  await tengen.begin(TWO_PEOPLE);
  await board.lay('h8', 'i9');
  await tengen.choose('Analyse');
  await board.lay('a1', 'b1');
  // The stones are a separate branch.
  await expect(apart).toHaveText(['a1', 'b1']);
  await tengen.button('Game and files').click();
  const file = String((await tengen.saved('SGF')).bytes);
  expect(file.match(/\b[BW]\[\w+\]/g), file).toEqual(['B[hh]', 'W[ig]']);
  await tengen.choose('Play');
  await board.holds('h8', 'i9');
  await expect(status).toHaveText('Black to move');
  await board.lay('g7');
  await lists(tengen, ['h8', 'i9', 'g7', 'a1', 'b1']);
  await expect(apart).toHaveText(['a1', 'b1']);
});

test('the notice about an earlier position goes at the last move', async ({ page, tengen }) => {
  const { board, notice } = tengen;
  await tengen.open();
  await tengen.begin(TWO_PEOPLE);
  await board.lay('h8', 'i9', 'g7');
  const lookBack = async () => {
    await tengen.button('One move back').click();
    await board.touch('a1');
    await expect(notice).toContainText('You are viewing an earlier position.');
  };
  await lookBack();
  await tengen.button('To the end').click();
  await expect(notice).toBeHidden();
  await lookBack();
  await tengen.button('Take back').click();
  await board.holds('h8', 'i9');
  await expect(notice).toBeHidden();
  await board.lay('j9');
  await lookBack();
  await page.keyboard.press('Control+z');
  await board.holds('h8', 'i9');
  await expect(notice).toBeHidden();
  // A forbidden point is played in the position that was asked about, or not at all.
  await tengen.begin({ ...TWO_PEOPLE, rule: 'Renju' });
  await board.lay('h8', 'a1', 'i8', 'a3', 'g7', 'a5', 'g6', 'a7');
  await board.touch('g8');
  await expect(notice).toContainText('g8 is forbidden for Black');
  await tengen.button('One move back').click();
  await expect(notice).toBeHidden();
});
