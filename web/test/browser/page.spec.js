// Games are played.
import { spawnSync } from 'node:child_process';
import { program, serve } from './server.js';
import { PHONE, TWO_PEOPLE, Tengen, expect, game, test } from './tengen.js';

test('a game is played reloaded and given up', async ({ tengen }) => {
  const { board, moves, notice, status } = tengen;
  const stones = async () => [await board.points('.stones .black'), await board.points('.stones .white')];
  await tengen.open();
  await board.touch('h8');
  await board.has('.stones .white', 1);
  await expect(status).toHaveText('Your move (Black)');
  await expect(moves.getByRole('button')).toHaveCount(2);
  await tengen.picture('play');
  await tengen.button('Take back').click();
  await board.holds('', '');
  await expect(tengen.button('To the start')).toBeDisabled();
  await board.touch('g7');
  await board.has('.stones .white', 1);
  await expect(status).toHaveText('Your move (Black)');
  await tengen.button('Hint').click();
  await board.has('.hint', 1);
  const before = await stones();
  expect(before).toEqual([['g7'], [expect.any(String)]]);
  await tengen.reload();
  expect(await stones()).toEqual(before);
  await board.touch('c3');
  await expect.poll(() => board.points('.stones .black')).toEqual(['g7', 'c3']);
  await board.has('.stones .white', 2);
  await expect(status).toHaveText('Your move (Black)');
  await tengen.button('Resign').click();
  await notice.getByRole('button', { name: 'Resign' }).click();
  await expect(status).toHaveText('White has won by resignation');
  await expect(tengen.button('Resign')).toBeDisabled();
});

test('after a game the next one is a click away', async ({ tengen }) => {
  const { board, notice, status } = tengen;
  const card = tengen.page.getByRole('region', { name: 'After the game' });
  const offered = () => card.getByRole('button').allTextContents();
  await tengen.open(game('freestyle', 'h8a1i8a15j8o1k8o15'));
  await tengen.choose('Play');
  await expect(card).toBeHidden();
  await tengen.button('Play from here').click();
  await board.touch('l8');
  await expect(card.getByRole('heading')).toHaveText('You won');
  const level = 'Next level: 4 club';
  expect(await offered()).toEqual(['Play again', 'Swap sides', level, 'Review this game']);
  await tengen.picture('game-over');
  await card.getByRole('button', { name: level }).click();
  await expect(card).toBeHidden();
  await board.holds('', '');
  await expect(status).toHaveText('Your move (Black)');
  await board.touch('h8');
  await board.has('.stones .white', 1);
  await tengen.button('Resign').click();
  await notice.getByRole('button', { name: 'Resign' }).click();
  await expect(card.getByRole('heading')).toHaveText('You lost');
  const after = ['Play again', 'Swap sides', 'Review this game', 'Learn from my mistakes'];
  await expect.poll(offered).toEqual([...after, 'My rating against Tengen']);
  await card.getByRole('button', { name: 'Swap sides' }).click();
  await board.has('.stones .black', 1);
  await expect(status).toHaveText('Your move (White)');
});

test('mistakes of a lost game become puzzles', async ({ tengen }) => {
  const { board, page } = tengen;
  await tengen.open(game('freestyle', 'a1h8a15i8o1j8o15k8'));
  await tengen.choose('Review');
  await page.getByLabel('Thoroughness').selectOption('Quick');
  await tengen.choose('Play');
  await tengen.button('Play from here').click();
  await board.touch('c3');
  await tengen.button('Learn from my mistakes').click();
  await expect(page.getByRole('tab', { name: 'Puzzles' })).toHaveAttribute('aria-selected', 'true', {
    timeout: 150_000,
  });
  await expect(page.getByLabel('Kind')).toHaveValue('own');
});

test('the button that begins a game is always in sight', async ({ page, tengen }) => {
  await tengen.open();
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
    [844, 390],
  ]) {
    await page.setViewportSize({ width, height });
    await tengen.button('New game').click();
    await expect(tengen.button('Begin')).toBeInViewport({ ratio: 1 });
    await tengen.picture(`new-game-${width}`);
    await tengen.dialog.getByRole('button', { name: 'Cancel' }).click();
    // The level of Tengen is in sight too.
    await expect(page.getByText(/^level 3/)).toBeInViewport({ ratio: 1 });
  }
  // Nothing moves when the name of an opening appears.
  await tengen.begin({ ...TWO_PEOPLE, rule: 'Renju' });
  await tengen.board.lay('h8', 'h9');
  for (const [width, height] of [
    [844, 390],
    [390, 844],
    [1280, 720],
  ]) {
    await page.setViewportSize({ width, height });
    const places = () =>
      Promise.all(['Undo', 'Take back', 'New game'].map((name) => tengen.button(name).boundingBox()));
    const about = tengen.button(/^Renju · 15×15/);
    await expect(about).not.toContainText('(');
    const before = await places();
    await tengen.board.lay('j10');
    await expect(about).toHaveText(/ · \w+ \([di]\d+\)$/);
    expect(await places(), `${width}x${height}`).toEqual(before);
    await tengen.button('Take back').click();
    await tengen.board.holds('h8', 'h9');
  }
});

test('every rule and size comes out of the dialogue', async ({ tengen }) => {
  const { board, dialog } = tengen;
  await tengen.open();
  for (const [rule, size, you, says] of [
    ['Renju', '19×19', 'White', '19 by 19'],
    ['Standard', '20×20', 'Black', '20 by 20'],
    ['Caro', '9×9', 'Neither (Tengen plays both)', '9 by 9'],
    ['Exact caro', 'Other', TWO_PEOPLE.you, '32 by 5'],
  ]) {
    await tengen.button('New game').click();
    await expect(dialog).toBeVisible();
    if (await dialog.getByRole('radio', { name: rule, exact: true }).isHidden())
      await dialog.getByText('More options').click();
    for (const name of [rule, size, you]) await dialog.getByRole('radio', { name, exact: true }).check();
    if (size === 'Other') {
      await dialog.getByLabel('Columns').fill('32');
      await dialog.getByLabel('Rows').fill('5');
    }
    await tengen.button('Begin').click();
    await expect(board.element).toHaveAccessibleName(`Board, ${says}`);
    const about = `${rule} · ${says.replace(' by ', '×')}`;
    await expect(tengen.button(new RegExp(`^${about}`))).toBeVisible();
    if (you === 'White' || you === 'Neither (Tengen plays both)')
      await expect.poll(async () => (await board.points('.stones .black')).length).toBeGreaterThan(0);
  }
  await board.lay('af5', 'a1', 'p3');
  await board.holds('af5p3', 'a1');
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: PHONE });

  test('a forbidden point is explained and a row is shown', async ({ page, tengen }) => {
    const { board, notice, status } = tengen;
    await tengen.open();
    await tengen.begin({ ...TWO_PEOPLE, rule: 'Renju' });
    await board.lay('g8', 'a1', 'f8', 'c1', 'h7', 'e1', 'h6', 'g1');
    await expect.poll(() => board.points('.forbidden')).toContain('h8');
    await board.touch('h8');
    await expect(notice).toContainText('double three');
    await expect(notice).toContainText('two open threes');
    await tengen.picture('forbidden');
    await notice.getByRole('button', { name: 'Cancel' }).click();
    await expect(notice).toBeHidden();
    await board.holds('g8f8h7h6', 'a1c1e1g1');
    expect(await board.points('.last')).toEqual(['g1']);
    await board.touch('h8');
    await notice.getByRole('button', { name: 'Play it anyway' }).click();
    await expect(status).toContainText('White has won because Black played a forbidden move');
    await tengen.begin(TWO_PEOPLE);
    await board.lay('h8', 'a1', 'i8', 'c1', 'j8', 'e1', 'k8', 'g1', 'l8');
    await expect(status).toHaveText('Black has won by five in a row');
    expect(await board.points('.won')).toEqual(['h8', 'i8', 'j8', 'k8', 'l8']);
    const announced = page.getByRole('status').filter({ hasText: 'Black has won by five in a row' });
    await expect(announced).toHaveCount(1);
    await board.touch('o15');
    await board.holds('h8i8j8k8l8', 'a1c1e1g1');
    await expect(status).toHaveText('Black has won by five in a row');
  });
});

test('a clock runs out', async ({ page, tengen }) => {
  const { board, dialog, status } = tengen;
  const [white, black] = [0, 1].map((n) => page.getByRole('timer').nth(n));
  await page.clock.install({ time: '2026-01-01' });
  await tengen.open();
  await page.clock.pauseAt('2026-01-02');
  await tengen.button('New game').click();
  await dialog.getByRole('radio', { name: TWO_PEOPLE.you }).check();
  await dialog.getByRole('radio', { name: 'Per game' }).check();
  await dialog.getByLabel('Minutes per game').fill('0.1');
  await dialog.getByLabel('Seconds added per move').fill('30');
  await tengen.button('Begin').click();
  await expect(white).toHaveText('6.0');
  await board.lay('h8', 'i9');
  // White's move has the increment added; black loses on time.
  await expect(white).toHaveText('0:36');
  await page.clock.runFor(5000);
  await expect(white).toHaveText('0:36');
  await expect(black).toHaveText('1.0');
  await expect(status).toHaveText('Black to move');
  await page.clock.runFor(1000);
  await expect(status).toHaveText('White has won on time');
  await expect(black).toHaveText('0.0');
  await board.touch('c3');
  await board.holds('h8', 'i9');
  await expect(status).toHaveText('White has won on time');
});

test('a game with a proof has a perfect opponent', async ({ page }, info) => {
  const won = 'h8a1i8c1j8e1';
  const file = info.outputPath('won.tproof');
  const proved = spawnSync(program('tengen'), ['prove', won, '--hash', '16', '--time', '60s', '--out', file]);
  expect(proved.status).toBe(0);
  const server = await serve('--proof', file);
  const tengen = new Tengen(page, server.url);
  const { board, dialog, status } = tengen;
  await tengen.open();
  await tengen.button('New game').click();
  const level = dialog.getByRole('slider').first();
  await dialog.getByRole('radio', { name: 'White', exact: true }).check();
  await dialog.getByRole('radio', { name: 'Freestyle', exact: true }).check();
  await expect(level).toHaveAttribute('max', '9');
  await level.fill('9');
  await expect(dialog.getByText('9 perfect')).toBeVisible();
  await expect(dialog.getByText('plays the moves of a proof')).toBeVisible();
  for (const name of ['Renju', 'Black']) {
    await dialog.getByRole('radio', { name, exact: true }).check();
    await expect(level).toHaveAttribute('max', '8');
    await expect(dialog.getByText('8 full strength')).toBeVisible();
  }
  await tengen.button('Cancel').click();
  await tengen.begin({ rule: 'Freestyle', size: '15×15', you: 'White', level: 9 });
  await board.has('.stones .black', 1);
  // The moves of the proof need no search, so that no depth is shown.
  await tengen.open(game('freestyle', won));
  await tengen.choose('Play');
  await tengen.button('Play from here').click();
  await board.has('.stones .black', 4);
  await expect(status).toHaveText('Your move (White)');
  const players = page.getByRole('region', { name: 'Board and players' });
  await expect(players).toContainText('level 9, perfect');
  await expect(players).not.toContainText('depth');
  await tengen.picture('perfect');
  server.stop();
});

test('two rules are solved and the perfect opponent knows every reply', async ({ page, tengen }) => {
  const { board, dialog } = tengen;
  await tengen.open();
  await tengen.button('New game').click();
  await dialog.getByRole('radio', { name: 'Black', exact: true }).check();
  await expect(dialog.getByRole('slider').first()).toHaveAttribute('max', '8');
  await tengen.button('Cancel').click();
  for (const rule of ['Freestyle', 'Standard'])
    for (const reply of ['a1', 'o15', 'i9']) {
      await tengen.begin({ rule, size: '15×15', you: 'White', level: 9 });
      await board.holds('h8', '');
      await board.touch(reply);
      await board.has('.stones .black', 2);
      await expect(page.getByRole('region', { name: 'Board and players' })).not.toContainText('depth');
    }
});

test('swap2 is a dialogue', async ({ page, tengen }) => {
  const { board, notice, status } = tengen;
  const opening = { rule: 'Freestyle', size: '15×15', level: 1, opening: 'Swap2' };
  await tengen.open();
  // We place three stones and Tengen chooses.
  await tengen.begin({ ...opening, you: 'Black' });
  await expect(status).toHaveText('Stone 1, Black: on any point');
  await board.lay('c3', 'o15', 'h8');
  await expect(notice).toContainText(
    /^Tengen (takes (Black|White)\. You play (White|Black)|places two more stones\. Choose your side)/,
  );
  // Tengen places three stones and we choose black; then it is Tengen's turn as white.
  await tengen.begin({ ...opening, you: 'White' });
  await expect(status).toHaveText('Choose your side');
  await board.has('.stones .black', 2);
  await board.has('.stones .white', 1);
  await tengen.picture('swap2');
  await notice.getByRole('button', { name: 'Take Black' }).click();
  await board.has('.stones .white', 2);
  await expect(status).toHaveText('Your move (Black)');
  const [above, below] = [page.locator('#seat-top'), page.locator('#seat-bottom')];
  await expect(above.getByRole('img', { name: 'White' })).toBeVisible();
  await expect(above).toContainText('Tengen');
  await expect(below.getByRole('img', { name: 'Black' })).toBeVisible();
  await expect(below).toContainText('You');
});

test('the keyboard and a screen reader are enough', async ({ page, tengen }) => {
  const { board } = tengen;
  const live = page.locator('#live');
  await tengen.open();
  await tengen.begin(TWO_PEOPLE);
  await board.element.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await board.points('.cursor')).toEqual(['h8']);
  await expect(live).toHaveText('h8 empty');
  await page.keyboard.press('Enter');
  await board.holds('h8', '');
  await expect(live).toContainText('Black plays h8');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await board.holds('h8', 'h9');
  await page.keyboard.press('u');
  await board.holds('h8', '');
});
