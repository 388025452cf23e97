// Positions are analysed, solved and reviewed; games are opened and saved.
import { execFileSync } from 'node:child_process';
import { program } from './server.js';
import { TWO_PEOPLE, expect, game, test } from './tengen.js';

const FIND_A_WIN = 'Find a win (VCT)';

test('a position is analysed and solved', async ({ tengen }) => {
  const { board, moves, page } = tengen;
  await tengen.open(game('freestyle', 'h8i9g7'));
  const lines = page.getByRole('region', { name: 'Best moves' }).getByRole('listitem');
  await expect(lines).toHaveCount(3);
  await board.has('.cand', 3);
  await tengen.pointAt(lines.first());
  await expect.poll(async () => (await board.points('.ghost')).length).toBeGreaterThan(3);
  await tengen.picture('analyse');
  await tengen.pointAt(tengen.status);
  await board.has('.cand', 3);
  // A blocked point is not among the lines; the search continues while the user steps through the game.
  const [best] = await board.points('.cand.best');
  await tengen.button('Block points').click();
  await board.touch(best);
  await board.has('.barred', 1);
  await expect.poll(async () => (await board.points('.cand')).includes(best)).toBe(false);
  await board.has('.cand', 3);
  await tengen.button('Unblock all').click();
  await tengen.button('One move back').click();
  await board.holds('h8', 'i9');
  await lines.first().getByRole('button').click();
  await expect(moves.getByRole('button')).toHaveCount(4);
  await tengen.open('#size=9x9&rule=renju&moves=e5a1f5c1g5e1');
  await tengen.button(FIND_A_WIN).click();
  const proof = page.getByRole('region', { name: 'Solver and tools' });
  await expect(proof.getByText('0/3')).toBeVisible();
  await tengen.picture('solve');
  for (let i = 0; i < 2; i++) await proof.getByRole('button', { name: 'One move forward' }).click();
  await expect(proof.getByText('2/3')).toBeVisible();
  await board.has('.ghost:not(circle)', 2);
  await tengen.button('Keep as variation').click();
  await expect(moves.getByRole('button')).toHaveCount(9);
});

/** Black wins by two threes at once, at f6. */
const TWO_THREES = '#size=11x11&rule=freestyle&moves=f8g4f7g3d6i3e6a1';

test('where no win was found one is proven, and then played', async ({ page, tengen }) => {
  const tools = page.getByRole('region', { name: 'Solver and tools' });
  const prove = async () => {
    await tengen.button('Find a win (VCF)').click();
    await expect(tools).toContainText('There is no win by fours.');
    await tengen.button('Prove').click();
  };
  await tengen.open(TWO_THREES);
  await prove();
  await expect(tools).toContainText(
    /Position after move 8: Black wins by [a-k]\d+, in at most \d+ plies against every defence/,
  );
  // Now there is a perfect opponent from this position on.
  await tengen.choose('Play');
  await tengen.button('New game').click();
  await tengen.dialog.getByRole('radio', { name: 'White', exact: true }).check();
  await expect(tengen.dialog.getByRole('slider').first()).toHaveAttribute('max', '9');
  await tengen.button('Cancel').click();
  // A longer search shows how far it is, while the page goes on, and how much is open when it is stopped.
  await tengen.open(game('caro', 'h8'));
  await prove();
  await expect(tools).toContainText(/Position after move 1: does White win\? [1-9][\d,]* positions/);
  await tengen.button('One move back').click();
  await tools.getByRole('button', { name: 'Stop' }).last().click();
  await expect(tools).toContainText(
    /Position after move 1: no win of White is proven; replies without an answer: \d+/,
  );
});

test('every defence of a proof is tried', async ({ page, tengen }) => {
  const { board } = tengen;
  const proof = page.getByRole('region', { name: 'Solver and tools' });
  const forward = proof.getByRole('button', { name: 'One move forward' });
  const defences = proof.getByRole('group', { name: 'Defences' }).getByRole('button');
  const text = proof.getByRole('status').locator('p').first();
  await tengen.open(TWO_THREES);
  await tengen.button(FIND_A_WIN).click();
  await expect(text).toHaveText(/^Black wins in \d+ plies/);
  await board.has('.cand', 1); // the proof begins with its first move, which is not played yet
  await expect(defences).toHaveCount(0);
  await forward.click();
  expect(await defences.count()).toBeGreaterThan(1);
  await expect(proof.getByText(/^After any other move Black wins with ([a-k]\d+ ?)+\.$/)).toBeVisible();
  // Each defence has a line of its own.
  for (const defence of await defences.all()) {
    await defence.click();
    await expect(proof.getByText(/^2\/\d+$/)).toBeVisible();
    expect(await board.points('.ghost:not(circle)')).toHaveLength(2);
    await proof.getByRole('button', { name: 'One move back' }).click();
    await expect(defence).toHaveAttribute('aria-pressed', 'true');
  }
});

test('a proof is played against', async ({ page, tengen }) => {
  const { board, moves } = tengen;
  const proof = page.getByRole('region', { name: 'Solver and tools' });
  const step = (shown) => expect(proof.getByText(new RegExp(`^${shown}/\\d+$`))).toBeVisible();
  await tengen.open(TWO_THREES);
  const stones = await board.stones();
  await tengen.button(FIND_A_WIN).click();
  await step(0);
  // A point that is not the first move is White's try after it.
  await board.touch('a11');
  await step(3);
  expect((await board.points('.ghost:not(circle)'))[1]).toBe('a11');
  expect(await board.stones()).toEqual(stones);
  await proof.getByRole('button', { name: 'One move back' }).click();
  await proof.getByRole('button', { name: 'One move back' }).click();
  await step(1);
  // The longest defences are marked. Each point of the board is White's try, and Black's answer is shown.
  const marked = await board.points('.cand');
  expect(marked.length).toBeGreaterThan(1);
  await board.touch(marked[1]);
  await step(3);
  expect((await board.points('.ghost:not(circle)'))[1]).toBe(marked[1]);
  await expect(proof.getByText(new RegExp(`^${marked[1]} is answered by [a-k]\\d+: Black `))).toBeVisible();
  await proof.getByRole('button', { name: 'One move back' }).click();
  await proof.getByRole('button', { name: 'One move back' }).click();
  await board.touch('a11'); // it stops nothing
  await step(3);
  // The next try, and another one instead of it.
  await board.touch('k11');
  await step(5);
  await expect(proof.getByText(/^k11 is answered by [a-k]\d+: Black has five in a row/)).toBeVisible();
  await tengen.picture('proof-try');
  await proof.getByRole('button', { name: 'One move back' }).click();
  await board.touch('k1');
  await step(5);
  expect((await board.points('.ghost:not(circle)'))[3]).toBe('k1');
  // The game is as it was, and the proof is still there.
  expect(await board.stones()).toEqual(stones);
  await expect(proof.getByRole('status')).toContainText('Black wins in');
  // All defences become variations; a comment names what wins after any other move.
  const before = await moves.getByRole('button').count();
  await tengen.button('Keep all defences').click();
  await expect.poll(() => moves.getByRole('button').count()).toBeGreaterThan(before + marked.length);
  await expect(moves).toContainText('After any other move Black wins with');
  await tengen.button('Game and files').click();
  const sgf = String((await tengen.saved('SGF')).bytes);
  expect(sgf.match(/\(;/g)?.length).toBeGreaterThan(marked.length);
});

test('a shorter win is looked for until the shortest is proven', async ({ page, tengen }) => {
  const { board } = tengen;
  const proof = page.getByRole('region', { name: 'Solver and tools' });
  const text = proof.getByRole('status').locator('p').first();
  await tengen.open(game('caro-exact', 'i5i7e5f5m3k5g6k7g7g8'));
  await page.getByRole('switch', { name: 'Analysis' }).uncheck();
  await tengen.button(FIND_A_WIN).click();
  await expect(text).toHaveText(/^Black wins in ≤11 plies/);
  await expect.poll(() => board.element.locator('.cand-text').textContent()).toBe('W≤11');
  await tengen.button('Shorter').click();
  await expect(text).toHaveText(/^Black wins in 11 plies/);
  await expect.poll(() => board.element.locator('.cand-text').textContent()).toBe('W11');
  await expect(tengen.button('Shorter')).toHaveCount(0);
  // A search that is stopped leaves the win as it was.
  await tengen.open(game('freestyle', 'g6h5g2e1b3f5g4g5e5h4f6'));
  await tengen.button(FIND_A_WIN).click();
  await expect(text).toHaveText(/^White wins in ≤17 plies/);
  await tengen.button('Shorter').click();
  await expect(text).toHaveText('Looking for a shorter win …');
  await proof.getByRole('button', { name: 'Stop' }).click();
  await expect(text).toHaveText(/^White wins in ≤17 plies/);
});

test('the win of a solved game is shown against every defence', async ({ page, tengen }) => {
  const { board } = tengen;
  const proof = page.getByRole('region', { name: 'Solver and tools' });
  const text = proof.getByRole('status').locator('p').first();
  const show = tengen.button('Show me the win');
  await tengen.open(game('freestyle', 'h8'));
  await expect(tengen.button(FIND_A_WIN)).toBeVisible();
  await expect(show).toBeHidden(); // White is to move, and does not win
  await tengen.button('One move back').click();
  await show.click();
  await expect(text).toHaveText('Black wins against every defence: play any.');
  expect(await board.points('.cand.best')).toEqual(['h8']);
  await expect(tengen.button('Shorter')).toHaveCount(0);
  await expect(proof).not.toContainText('undefined');
  await proof.getByRole('button', { name: 'One move forward' }).click();
  // A defence that the proof lists, and one that it answers like a pass.
  const listed = proof.getByRole('group', { name: 'Defences' }).getByRole('button');
  expect(await listed.count()).toBeGreaterThan(10);
  await listed.nth(5).click();
  await expect(proof.getByText(/^[a-o]\d+ is answered by [a-o]\d+\.$/)).toBeVisible();
  await proof.getByRole('button', { name: 'To the start' }).click();
  await proof.getByRole('button', { name: 'One move forward' }).click();
  await board.touch('a1');
  await expect(proof.getByText(/^a1 is answered by [a-o]\d+\.$/)).toBeVisible();
  expect(await board.points('.ghost:not(circle)')).toHaveLength(3);
  // Most of the proof is not there to be kept.
  await tengen.button('Keep all defences').click();
  await expect(page.getByText('the rest of the proof is too large')).toBeVisible();
  // Moves on the board are followed too.
  await tengen.button('Close').click();
  await board.touch('h8');
  await board.touch('i9');
  await show.click();
  await expect(text).toHaveText('Black wins against every defence: play any.');
  await tengen.open(game('renju', ''));
  await expect(tengen.button(FIND_A_WIN)).toBeVisible();
  await expect(show).toBeHidden();
});

test('a proof is followed on the board', async ({ page, tengen }) => {
  const { board } = tengen;
  const proof = page.getByRole('region', { name: 'Solver and tools' });
  const text = proof.getByRole('status').locator('p').first();
  await tengen.open(TWO_THREES);
  await page.getByRole('switch', { name: 'Analysis' }).uncheck(); // it may find a shorter win than the proof's
  await tengen.button(FIND_A_WIN).click();
  await expect(text).toHaveText(/^Black wins in \d+ plies/);
  await board.touch((await board.points('.cand'))[0]);
  await board.settles();
  await expect(text).toHaveText(/^Black wins in \d+ plies/);
  // A move that stops nothing.
  await board.touch('a11');
  await board.settles();
  await expect(text).toHaveText(/^Black wins in \d+ plies/);
  await expect(page.getByRole('img', { name: 'Black 100 %, White 0 %' })).toBeVisible();
  await board.has('.cand', 1);
  await board.touch((await board.points('.cand'))[0]);
  await board.settles();
  await expect(text).toHaveText('Black wins in 2 plies (VCT).');
});

test('what is not even is not called so', async ({ page, tengen }) => {
  const answer = page.getByRole('region', { name: 'Solver and tools' }).getByRole('status');
  await tengen.open(game('freestyle', 'h8i9'));
  await page.getByLabel('Seconds').fill('5');
  await tengen.button('Even move').click();
  await expect(answer).toContainText(/^Even: [a-o]\d+ \(score [+−]?\d+\)/);
  await page.getByLabel('Seconds').fill('1');
  await tengen.open(game('freestyle', 'h8a1i8c1j8'));
  await tengen.button('Even move').click();
  await expect(answer).toContainText(/^No even move here; the nearest is [a-o]\d+ \(score .+\)/);
  // No move of the analysis beside it is nearer.
  const lines = page.getByRole('region', { name: 'Best moves' }).getByRole('listitem').locator('strong');
  await expect(lines).not.toHaveCount(0);
  const distance = (/** @type {string} */ text) => Math.abs(Number(text.replace('−', '-')));
  const figures = () =>
    page.evaluate(() => [
      document.querySelector('[aria-label="Solver and tools"] [role=status] p')?.textContent ?? '',
      ...[...document.querySelectorAll('[aria-label="Best moves"] strong')].map(
        (line) => line.textContent ?? '',
      ),
    ]);
  for (let i = 0; i < 10; i++) {
    const [said, ...listed] = await figures();
    const nearest = distance(said.match(/score (.*)\)/)?.[1] ?? '');
    for (const score of listed)
      if (!/win|loss/.test(score)) expect(nearest).toBeLessThanOrEqual(distance(score));
    await page.waitForTimeout(100);
  }
});

test('the proof stays in sight while the analysis finds other wins', async ({ page, tengen }) => {
  await tengen.open(TWO_THREES);
  await tengen.button(FIND_A_WIN).click();
  const proof = page.getByRole('region', { name: 'Solver and tools' });
  const text = proof.getByRole('status').locator('p').first();
  await expect(text).toHaveText(/^Black wins in \d+ plies \(VCT\)/);
  const lines = page.getByRole('region', { name: 'Best moves' }).getByRole('listitem');
  await expect(lines.first()).toContainText(/win \d+/);
  await page.waitForTimeout(800); // the analysis goes on
  await expect(text).toHaveText(/^Black wins in \d+ plies \(VCT\)/);
  await proof.getByRole('button', { name: 'One move forward' }).click();
  const defences = proof.getByRole('group', { name: 'Defences' }).getByRole('button');
  expect(await defences.count()).toBeGreaterThan(1);
  await tengen.picture('proof');
});

test('a click on find a win does not hit a line that has just come', async ({ tengen }) => {
  const { page } = tengen;
  await tengen.open(game('freestyle', 'h8i9g7'));
  const analysis = page.getByRole('region', { name: 'Best moves' });
  const [lines, on] = [analysis.getByRole('listitem'), analysis.getByRole('switch')];
  const place = () => tengen.button(FIND_A_WIN).boundingBox();
  for (const count of ['3', '1', '5']) {
    await analysis.getByLabel('Lines').selectOption(count);
    await on.uncheck();
    await tengen.button('One move back').click();
    await expect(lines).toHaveCount(0);
    const before = await place();
    await on.check();
    await expect(lines).toHaveCount(Number(count));
    expect(await place(), `${count} lines`).toEqual(before);
  }
});

const MOVES = { name: 'Moves with their scores' };

/** White is lost after two moves; move 6, in the corner, loses much faster than the best defence. */
const LOST = game('freestyle', 'h8h9i7g9j6a1k5a15l4');

/** The number of a move in a row of the review. */
const NUMBER = /^(\d+)/;

test('a game is reviewed', async ({ page, tengen }) => {
  const { board, moves } = tengen;
  const card = page.getByRole('region', { name: 'Review' });
  const table = page.getByRole('group', MOVES);
  const rows = table.getByRole('row');
  const cell = (number, column) => rows.nth(number).getByRole('cell').nth(column);
  await tengen.open(LOST);
  await tengen.review();
  // Every position was analysed, including the end of the game.
  await expect(page.getByText('10/10')).toBeVisible();
  await tengen.picture('review');
  await expect(rows).toHaveCount(1 + 9);
  await expect(moves.getByRole('button', { name: /blunder|mistake/ }).first()).toBeVisible();

  // Mistakes are marked and counted.
  for (const word of ['Accuracy', 'blunder', 'mistake', 'inaccuracy', 'Score: after the move'])
    await expect(card).toContainText(word);
  const accuracy = async (side) =>
    parseFloat(
      await card
        .getByRole('row', { name: new RegExp(`^${side}`) })
        .getByRole('cell')
        .first()
        .innerText(),
    );
  expect(await accuracy('Black')).toBeGreaterThan(await accuracy('White'));

  // Grades have reasons, and better moves only where something was lost.
  await expect(cell(9, 5)).toHaveText('best: wins with five in a row');
  await expect(cell(9, 4)).toBeEmpty();
  await expect(cell(8, 5)).toHaveText(/lets Black make a five at l4$|^inaccuracy: loses in 1 instead/);
  for (const row of (await rows.all()).slice(1)) {
    const texts = await row.getByRole('cell').allInnerTexts();
    if (/^best/.test(texts[5])) expect(texts.slice(3, 5), texts.join(' ')).toEqual(['–', '']);
    if (/blunder|mistake|missed/.test(texts[5])) expect(texts[4], texts.join(' ')).not.toBe('');
  }

  // The score next to a move is the score after it: the last move has won. White sees the other sign.
  const score = (number) => cell(number, 2);
  await expect(score(9)).toHaveText('won');
  await expect(score(8)).toHaveText(/^win/);
  await page.getByLabel('Point of view').selectOption('White');
  await expect(score(9)).toHaveText('lost');
  await expect(score(8)).toHaveText(/^loss/);
  await expect(page.getByRole('img', { name: 'Chance to win: White' })).toBeVisible();
  await tengen.picture('review-white');
  await page.getByLabel('Point of view').selectOption('Black');

  // The reason has a line of its own below its move, at every width.
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [1440, 900],
    [1280, 720],
  ]) {
    await page.setViewportSize({ width, height });
    const [row, move, reason] = await Promise.all(
      [rows.nth(8), cell(8, 1), cell(8, 5)].map((element) => element.boundingBox()),
    );
    expect(reason.y, `${width}x${height}`).toBeGreaterThanOrEqual(move.y + move.height - 1);
    expect(reason.width, `${width}x${height}`).toBeGreaterThan(0.95 * row.width);
    await tengen.picture(`review-${width}`);
  }

  // The largest mistakes come first where that is asked for.
  const listed = async () =>
    (await rows.allInnerTexts()).slice(1).map((text) => Number(NUMBER.exec(text)[1]));
  const played = await listed();
  await page.getByLabel('Order').selectOption('Mistakes, largest first');
  const lost = (await table.getByRole('row').all())
    .slice(1)
    .map(async (row) => parseFloat((await row.getByRole('cell').nth(3).innerText()).replace('–', '0')));
  const sizes = await Promise.all(lost);
  expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.length).toBeLessThan(played.length);
  await page.getByLabel('Order').selectOption('As played');
  expect(await listed()).toEqual(played);

  // Reports.
  const markdown = await tengen.saved('Save as Markdown');
  expect(markdown.name).toMatch(/\.md$/);
  const text = markdown.bytes.toString();
  expect(text).toContain('# Review: Black – White');
  expect(text).toMatch(/\| 9 \| l4 \| won \| – \| {2}\| best: wins with five in a row \|/);
  expect(text).toContain('Score: after the move');
  const html = await tengen.saved('Save as HTML');
  expect(html.name).toMatch(/\.html$/);
  const report = await page.context().newPage();
  await report.setContent(html.bytes.toString());
  await expect(report.getByRole('heading', { name: 'Review: Black – White' })).toBeVisible();
  await expect(report.getByRole('img', { name: 'Chance to win: Black' })).toBeVisible();
  await expect(report.getByRole('row')).toHaveCount(3 + 10);
  await expect(report.getByText(/^6\. White a1: .* \(\? a1, 1 /)).toBeVisible();
  expect(await report.locator('figure').count()).toBeGreaterThan(0);
  if (process.env.TENGEN_PICTURES)
    await report.screenshot({ path: `${process.env.TENGEN_PICTURES}/report.png`, fullPage: true });
  await report.close();

  // A click anywhere in a row goes to its move.
  await cell(3, 2).click();
  await expect(tengen.current).toHaveAccessibleName(/^3 /);
  // A better move starts a variation.
  const better = rows.filter({ has: page.getByRole('cell').nth(4).getByRole('button') }).first();
  const before = await moves.getByRole('button').count();
  const third = await cell(3, 2).elementHandle();
  await cell(5, 2).click();
  await expect(tengen.current).toHaveAccessibleName(/^5 /);
  await better
    .getByRole('button')
    .last()
    .evaluate((button, row) => [row, button].forEach((element) => element.click()), third);
  await expect.poll(() => moves.getByRole('button').count()).toBeGreaterThan(before);
  await expect(tengen.button('Next variation')).toBeEnabled();
  await board.settles();

  // Undo takes back the variation, not the review; a reload keeps it too.
  const judged = await table.innerText();
  await tengen.button('Undo').click();
  await expect(moves.getByRole('button')).toHaveCount(before);
  await expect(tengen.current).toHaveAccessibleName(/^3 /);
  expect(await table.innerText()).toBe(judged);
  await tengen.reload();
  await expect(rows).toHaveCount(1 + 9);
  expect(await table.innerText()).toBe(judged);
  await expect(moves.getByRole('button', { name: /blunder|mistake/ }).first()).toBeVisible();

  // An SGF file contains it, for other programs too, and the page reads it back.
  await page.getByLabel('Comment on this move').fill('a wish');
  await page.getByLabel('Comment on this move').blur();
  const sgf = String((await tengen.saved('Save as SGF')).bytes);
  expect(sgf).toMatch(/;W\[ao\]C\[[^\]]*\?\? (blunder|missed defence): .*Better: [a-o]\d+\]/s);
  expect(sgf).toMatch(/;B\[ll\]SBKV\[100\.00\]/);
  expect(sgf.match(/BM\[2\]/g)?.length).toBeGreaterThan(0);
  expect(sgf.match(/\(;/g)?.length, 'variations').toBeGreaterThan(1);
  await tengen.begin(TWO_PEOPLE);
  await tengen.choose('Review');
  await expect(rows).toHaveCount(0);
  await tengen.paste(sgf);
  await expect(rows).toHaveCount(1 + 9);
  expect(await table.innerText()).toBe(judged);
  await expect(card.getByRole('row', { name: /^Black/ })).toBeVisible();
  expect(await accuracy('Black')).toBeGreaterThan(await accuracy('White'));

  // Black's share of the graph is dark, in the dark too.
  await page.emulateMedia({ colorScheme: 'dark' });
  await tengen.picture('review-dark');
  const light = (part) =>
    page.locator(`.graph .${part}`).evaluate((shape) => {
      const parts = getComputedStyle(shape).fill.match(/\d+/g) ?? [];
      return parts.reduce((sum, share) => sum + Number(share), 0);
    });
  expect(await light('under')).toBeLessThan(150);
  expect(await light('over')).toBeGreaterThan(500);
});

test('the board shows what a move makes, and what it lets the other side play', async ({ tengen }) => {
  const { board } = tengen;
  const line = { score: { win_in: 9 }, rate: 1, moves: 'g9g10f9e8h9d9' };
  const reason = { why: 'lets win', what: '', point: 'g9', plies: 9, instead_of: 0 };
  const verdict = { grade: 'blunder', loss: 0.5, accuracy: 0, better: 'g7', reason };
  await tengen.open();
  const judged = JSON.stringify({ line, verdict });
  await tengen.paste(`(;GM[4]SZ[15]RU[freestyle];B[hh];W[ii]TGRV[${judged}])`);
  await expect(tengen.dialog).toBeHidden();
  await tengen.choose('Review');
  const allowed = ['g9', 'g10', 'f9', 'e8', 'h9'];
  await expect.poll(() => board.points('.ghost:not(circle)')).toEqual(allowed);
  await tengen.picture('review-allowed');
  await tengen.button('One move back').click();
  await board.has('.ghost:not(circle)', 0);
  // The three that a move makes is marked.
  const makes = { ...verdict, grade: 'best', reason: { ...reason, why: 'makes', what: 'three', point: '' } };
  const three = JSON.stringify({ line, verdict: makes });
  await tengen.paste(`(;GM[4]SZ[15]RU[freestyle];B[hh];W[aa];B[ih];W[ao];B[jh]TGRV[${three}])`);
  await expect(tengen.dialog).toBeHidden();
  await expect.poll(() => board.points('.mark').then((points) => points.sort())).toEqual(['h8', 'i8', 'j8']);
});

test('the page reads the review of `tengen review`, and saves the same', async ({ tengen }) => {
  const { page } = tengen;
  const options = '--hash 8 --nodes 2000 --rule freestyle --size 15 --format sgf h8h9i7g9j6a1k5a15l4';
  const written = String(execFileSync(program('tengen'), ['review', ...options.split(' ')]));
  await tengen.open();
  await tengen.paste(written);
  await tengen.choose('Review');
  const table = page.getByRole('group', MOVES);
  await expect(table.getByRole('row')).toHaveCount(1 + 9);
  await expect(table.getByRole('row').nth(9)).toContainText('best: wins with five in a row');
  const saved = String((await tengen.saved('Save as SGF')).bytes);
  const judgements = (text) =>
    [...text.matchAll(/TGRV\[((?:\\.|[^\]\\])*)\]/gs)].map(([, value]) => {
      const { line, verdict, ending = null } = JSON.parse(value.replace(/\\(.)/gs, '$1'));
      return { line: line && { ...line, at_most: line.at_most ?? false }, verdict, ending };
    });
  const marks = (text) => text.match(/(DO\[\]|BM\[\d\])?SBKV\[[\d.]+\](?=TGRV)/g);
  expect(judgements(saved)).toEqual(judgements(written));
  expect(judgements(saved)).toHaveLength(1 + 9);
  expect(marks(saved)).toEqual(marks(written));
  expect(saved.match(/\(;/g)).toHaveLength(written.match(/\(;/g).length);
  // Its words are in place of those of the file.
  expect(saved).not.toMatch(/C\[[^\]]*\n\n/);
});

test('a solvers answer goes when another position is looked at', async ({ tengen }) => {
  const { board, moves, page } = tengen;
  await tengen.open(game('freestyle', 'h8a1i8c1j8e1'));
  const lines = page.getByRole('region', { name: 'Best moves' }).getByRole('listitem');
  await expect(lines).toHaveCount(3);
  await tengen.button(FIND_A_WIN).click();
  const keep = tengen.button('Keep as variation');
  await expect(keep).toBeVisible();
  // The bar shows the win, and the analysis continues.
  await expect(page.getByRole('img', { name: 'Black 100 %, White 0 %' })).toBeVisible();
  await expect(lines).toHaveCount(3);
  await expect(page.getByRole('switch', { name: 'Analysis' })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await board.holds('h8i8j8', 'a1c1');
  await expect(keep).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await board.holds('h8i8j8', 'a1c1e1');
  await expect(keep).toBeVisible();
  await keep.click();
  await expect.poll(() => moves.getByRole('button').count()).toBeGreaterThan(6);
  await page.getByRole('region', { name: 'Solver and tools' }).getByRole('button', { name: 'Close' }).click();
  await expect.poll(async () => (await board.points('.cand')).length).toBeGreaterThan(0);
});

test('several games are reviewed one after another', async ({ tengen }) => {
  const { board, page } = tengen;
  await tengen.open();
  await tengen.choose('Review');
  await page.getByLabel('Thoroughness').selectOption('Quick');
  const games = '(;GM[4]SZ[15]PB[Ann]PW[Bob];B[hh];W[hg])(;GM[2]SZ[9];B[aa])(;GM[4]SZ[15];B[hh];W[ig];B[gi])';
  const chooser = page.waitForEvent('filechooser');
  await tengen.button('Review several games …').click();
  await (
    await chooser
  ).setFiles([
    { name: 'two.sgf', mimeType: 'text/plain', buffer: Buffer.from(games) },
    { name: 'third.txt', mimeType: 'text/plain', buffer: Buffer.from('h8h9i9') },
  ]);
  const queue = page.getByRole('list', { name: 'Review several games …' }).getByRole('listitem');
  await expect(queue).toHaveCount(3);
  await expect(queue.nth(0)).toContainText('two.sgf 1: Ann – Bob');
  await expect(queue.nth(2)).toContainText('third.txt 1');
  await expect(page.getByText('Games that cannot be shown and were skipped: 1')).toBeVisible();
  for (const entry of [0, 1, 2])
    await expect(queue.nth(entry)).toContainText(/Black \d+ %, marked: \d+ · White \d+ %/);
  await tengen.picture('review-queue');
  // A finished game is shown again with its review.
  await queue.nth(0).getByRole('button').click();
  await board.holds('h8', 'h9');
  await expect(page.getByRole('group', MOVES).getByRole('row')).toHaveCount(1 + 2);
  // The report has all of them.
  const { bytes } = await tengen.saved('Save as Markdown');
  expect(bytes.toString().match(/^# Review/gm)).toHaveLength(3);
});

test('the queue of reviews leaves the board alone in other modes', async ({ tengen }) => {
  const { board, moves, page } = tengen;
  await tengen.open();
  await tengen.choose('Review');
  await page.getByLabel('Thoroughness').selectOption('Quick');
  const chooser = page.waitForEvent('filechooser');
  await tengen.button('Review several games …').click();
  const list = Buffer.from('h8a1i8c1j8e1\nh8i9\n');
  await (await chooser).setFiles([{ name: 'list.txt', mimeType: 'text/plain', buffer: list }]);
  await expect(page.getByRole('region', { name: 'Review' }).getByRole('progressbar')).toBeVisible();
  await tengen.choose('Analyse');
  // The marks come into the list of moves when the review is finished.
  await expect(moves.getByRole('button', { name: /missed|inaccuracy/ }).first()).toBeVisible();
  await board.holds('h8i8j8', 'a1c1e1');
  await tengen.choose('Review');
  const queue = page.getByRole('list', { name: 'Review several games …' }).getByRole('listitem');
  await expect(queue.nth(0)).toContainText('marked');
  await expect(queue.nth(1)).toHaveText('list.txt 2…');
  await board.holds('h8i8j8', 'a1c1e1');
  // It continues with the next one when asked.
  await queue.nth(1).getByRole('button').click();
  await expect(queue.nth(1)).toContainText('marked');
});

test('games go in and out', async ({ tengen }) => {
  const { board, dialog, moves, page } = tengen;
  await tengen.open();
  // Errors of the parsers are shown unchanged.
  for (const [text, message] of [
    ['(;SZ[15];B[aa];W[aa])', 'W[aa]: point already taken'],
    ['(;SZ[15];B[aa]', 'breaks off'],
    ['h8h99', 'is not a point of a 15x15 board'],
    ['{}', 'this looks like JSON'],
    ['a1a3b1b3c1c3d1d3e1h8', 'the game is already over'],
  ]) {
    await tengen.paste(text);
    await expect(dialog.getByRole('alert'), text).toContainText(message);
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
  for (const [text, count] of [
    ['https://gomocalc.com/#/h8i9', 2],
    ['h8 i9 g7', 3],
    ['(;GM[4]SZ[15];B[hh]C[heart](;W[ih];B[aa])(;W[hi]))', 4],
  ]) {
    await tengen.paste(text);
    await expect(moves.getByRole('button')).toHaveCount(count);
  }
  // After a reload the game is still there, with variations and comments, and is saved unchanged.
  await moves.getByRole('button', { name: 'White h7' }).click();
  await page.getByRole('textbox', { name: 'Comment on this move' }).fill('a wish');
  await page.getByRole('textbox', { name: 'Comment on this move' }).blur();
  await tengen.reload();
  await board.holds('h8', 'h7');
  await expect(moves.getByRole('button')).toHaveCount(4);
  await expect(page.getByRole('textbox', { name: 'Comment on this move' })).toHaveValue('a wish');
  const saved = async (format) => {
    await tengen.button('Game and files').click();
    return (await tengen.saved(format)).bytes;
  };
  const sgf = String(await saved('SGF')).replaceAll('\n', '');
  expect(sgf).toContain(';B[hh]C[heart](;W[ih];B[aa])(;W[hi]C[a wish])');
  expect(String(await saved('Picture (SVG)'))).toContain('class="black"');
  // The game is saved as a GIF. Turning on move numbers for pictures also shows them on the board.
  await board.has('.on-white', 0);
  await tengen.button('Game and files').click();
  await dialog.getByLabel('Move numbers').check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await board.has('.on-white', 1);
  const gif = await saved('The game move by move (GIF)');
  expect(gif.subarray(0, 6).toString()).toBe('GIF89a');
});

test('the result and the players of a file are kept', async ({ tengen }) => {
  await tengen.open();
  await tengen.paste('(;GM[4]SZ[15]PB[Ann]PW[Bob]RE[B+R];B[hh];W[ih];B[gg])');
  await expect(tengen.moves.getByRole('button')).toHaveCount(3);
  await tengen.reload();
  await tengen.button('Game and files').click();
  const sgf = String((await tengen.saved('SGF')).bytes);
  expect(sgf).toContain('RE[B+R]');
  expect(sgf).toMatch(/PB\[Ann\]\s*PW\[Bob\]/);
  const position = await tengen.copied('Copy position');
  expect(position).toMatch(/PB\[Ann\]\s*PW\[Bob\]/);
});

test('a resigned game is saved with its result', async ({ tengen }) => {
  await tengen.open();
  await tengen.begin({ you: 'Both (two people)', rule: 'Freestyle', size: '15×15' });
  await tengen.board.lay('h8', 'i9', 'g7');
  await tengen.button('Resign').click();
  await tengen.notice.getByRole('button', { name: 'Resign' }).click();
  await expect(tengen.status).toContainText('by resignation');
  await tengen.button('Game and files').click();
  expect(String((await tengen.saved('SGF')).bytes)).toContain('RE[B+R]');
});

test('a position is set up', async ({ tengen }) => {
  const { board, dialog, notice } = tengen;
  await tengen.open();
  await tengen.button('Game and files').click();
  await dialog.getByRole('button', { name: 'Set up a position …' }).click();
  for (const point of ['h8', 'i8', 'c3', 'c3']) await board.touch(point);
  await notice.getByLabel('Stone to place').selectOption('White');
  await board.touch('h9');
  await notice.getByLabel('Side to move').selectOption('White to move');
  await notice.getByRole('button', { name: 'Done' }).click();
  await board.holds('h8i8', 'h9');
  await expect(tengen.status).toHaveText('White to move');
  await board.touch('g7');
  await board.holds('h8i8', 'h9g7');
});
