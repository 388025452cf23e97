// Puzzles are solved, failed and counted, and hints are given.
import { readFileSync } from 'node:fs';
import { PHONE, TELEPHONE, expect, game, pointsOf, test } from './tengen.js';

/** The puzzles of a file. @param {string} name */
const read = (name) =>
  readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const SHIPPED = read('puzzles.jsonl');
const STEPS = read('steps.jsonl');

/** Translucent stones, except the one under the mouse. */
const GHOSTS = '.ghost:not(circle)';

/** The points of both sides as a comparable text. @param {string[]} black @param {string[]} white */
const position = (black, white) => JSON.stringify([[...black].sort(), [...white].sort()]);
/** @param {{ moves: string }} puzzle */
function positionOf({ moves }) {
  const sides = [0, 1].map((side) => pointsOf(moves).filter((_, i) => i % 2 === side));
  return position(sides[0], sides[1]);
}

/** The puzzle on the board. @param {import('./tengen.js').Tengen} tengen @param {string} [kind] "vcf", "vct", "defence"; without it, any step */
async function shown(tengen, kind) {
  await tengen.board.settles();
  const [black, white] = await tengen.board.stones();
  const about = await tengen.page.locator('#about').innerText();
  const names = {
    Freestyle: 'freestyle',
    Standard: 'standard',
    Renju: 'renju',
    Caro: 'caro',
    'Exact caro': 'caro-exact',
  };
  const rule = names[about.split(' · ')[0]];
  const puzzle = [...SHIPPED, ...STEPS].find(
    (one) =>
      (kind ?? one.kind) === one.kind && one.rule === rule && positionOf(one) === position(black, white),
  );
  expect(puzzle, `a ${kind} of ${rule} with ${black} and ${white}`).toBeTruthy();
  return puzzle;
}

/** Opens the easiest puzzles of a kind, given by its label. @param {import('./tengen.js').Tengen} tengen */
async function puzzles(tengen, kind, grade = 'Grade 1', shown = grade) {
  const { page } = tengen;
  await tengen.open();
  await tengen.choose('Puzzles');
  await page.getByLabel('Kind').selectOption(kind);
  await page.getByLabel('Grade').selectOption(grade);
  await expect(page.locator('#puzzle-grade-shown')).toHaveText(shown);
}

/** The message about the attempt. @param {import('./tengen.js').Tengen} tengen */
const message = ({ page }) => page.getByRole('region', { name: 'Puzzles' }).getByRole('status');
/** A figure of the player's statistics. @param {import('./tengen.js').Tengen} tengen @param {string} name */
const figure = ({ page }, name) =>
  page.getByRole('region', { name: 'My rating' }).getByRole('row', { name }).getByRole('cell');

/** Opens the page with a puzzle and no other. @param {import('./tengen.js').Tengen} tengen @param {any} puzzle */
async function alone(tengen, puzzle) {
  await tengen.page.route('**/puzzles.jsonl', (route) => route.fulfill({ body: JSON.stringify(puzzle) }));
  await tengen.page.route('**/steps.jsonl', (route) => route.fulfill({ body: '' }));
  await tengen.open();
  await tengen.choose('Puzzles');
  await expect.poll(async () => position(...(await tengen.board.stones()))).toBe(positionOf(puzzle));
}

/** An empty point that is not in the solution. @param {import('./tengen.js').Tengen} tengen */
async function wrongPoint(tengen, { solution, also = '' }) {
  const taken = [
    ...(await tengen.board.stones()).flat(),
    ...pointsOf(solution + also),
    ...(await tengen.board.points('.forbidden')),
  ];
  return ['a1', 'o1', 'a15', 'o15', 'b1', 'n1'].find((point) => !taken.includes(point));
}

/** Plays the solution to the end. @param {import('./tengen.js').Tengen} tengen */
async function solve(tengen, { solution }) {
  const moves = pointsOf(solution);
  for (let i = 0; i < moves.length; i += 2) {
    await tengen.board.touch(moves[i]);
    if (moves[i + 1])
      await expect.poll(async () => (await tengen.board.stones()).flat()).toContain(moves[i + 1]);
  }
  await expect(message(tengen)).toHaveText(/^Right! It is solved\./);
}

test('a game is still there after puzzles were chosen twice', async ({ tengen }) => {
  const { board, page } = tengen;
  await tengen.open();
  await tengen.paste('h8 i9');
  await expect(tengen.dialog).toBeHidden();
  await tengen.choose('Puzzles');
  await expect(page.getByRole('region', { name: 'Puzzles' })).toBeVisible(); // all files are there from now on
  await tengen.hurry('Analyse', 'Puzzles', 'Analyse', 'Puzzles');
  await expect.poll(() => board.stones()).not.toEqual([['h8'], ['i9']]);
  await tengen.choose('Analyse');
  await board.holds('h8', 'i9');
});

test('a win is played to its five and counts', async ({ tengen }) => {
  const { board, page } = tengen;
  await puzzles(tengen, 'Win by fours');
  await tengen.picture('puzzle');
  const before = parseInt(await figure(tengen, 'My rating').innerText());
  await solve(tengen, await shown(tengen, 'vcf'));
  await expect(message(tengen)).toContainText('Each stone makes a four');
  await expect(figure(tengen, 'Solved / tried')).toHaveText('1 / 1');
  const after = parseInt(await figure(tengen, 'My rating').innerText());
  expect(after).toBeGreaterThan(before);
  await expect(
    page.getByText(`Your rating is now ${after} (+${after - before}).`, { exact: true }),
  ).toBeVisible();
  await tengen.picture('puzzle-solved');
  // The game on the board before the puzzles is restored, and solved puzzles stay solved.
  await tengen.choose('Play');
  await board.holds('', '');
  await tengen.reload();
  await tengen.choose('Puzzles');
  await expect(figure(tengen, 'Streak')).toHaveText('1 (best 1)');
});

test('a solved puzzle counts however soon the next one is asked for', async ({ tengen }) => {
  const { board, page } = tengen;
  await page.clock.install({ time: '2026-01-01' });
  await puzzles(tengen, 'Make five', 'For beginners', 'Step 1 of 7 · Make five');
  const { solution } = await shown(tengen, 'make-five');
  await page.clock.pauseAt('2026-01-02'); // the pause after a move does not end
  const asked = message(tengen).evaluate(
    (said) =>
      new Promise((done) => {
        new MutationObserver((_, observer) => {
          if (!said.textContent.startsWith('Right!')) return;
          observer.disconnect();
          document.getElementById('puzzle-next').click();
          done(true);
        }).observe(said, { childList: true, characterData: true, subtree: true });
      }),
  );
  await board.touch(pointsOf(solution)[0]);
  await asked;
  await expect(figure(tengen, 'Solved / tried')).toHaveText('1 / 1');
  await expect(message(tengen)).toHaveText('');
  await expect(page.getByText('Your rating is now')).toBeHidden();
});

test.describe('on a telephone', () => {
  test.use(TELEPHONE);

  test('the grade can still be chosen once a puzzle is shown', async ({ tengen }) => {
    const { page } = tengen;
    await puzzles(tengen, 'Win by fours');
    await expect(page.getByLabel('Grade').getByRole('option')).toHaveCount(7);
    // The tab of the puzzles, the last one, is visible.
    await expect(page.getByRole('tab', { name: 'Puzzles' })).toBeInViewport({ ratio: 1 });
  });
});

test.describe('in a narrow window', () => {
  test.use({ viewport: PHONE });

  test('a wrong move fails and comes again', async ({ tengen }) => {
    await puzzles(tengen, 'Win by threats', 'Grade 2');
    const puzzle = await shown(tengen, 'vct');
    await tengen.board.touch(await wrongPoint(tengen, puzzle));
    await expect(message(tengen)).toContainText('does not win');
    await tengen.picture('puzzle-wrong');
    const before = positionOf(puzzle);
    await tengen.button('Try again').click();
    await expect.poll(async () => position(...(await tengen.board.stones()))).toBe(before);
    await solve(tengen, puzzle);
    await expect(figure(tengen, 'Solved / tried')).toHaveText('0 / 1');
    const kept = await tengen.page.evaluate(() =>
      Object.values(JSON.parse(localStorage['tengen-puzzles']).past),
    );
    expect(kept, 'it is to be repeated').toMatchObject([{ box: 0 }]);
  });
});

/** What a right defence prevents, in words. @param {{ plies: number, threat: string }} puzzle */
const preventedBy = ({ plies, threat }) =>
  new RegExp(`Without it, (Black|White) wins in ${plies} plies: ${pointsOf(threat).join(' ')}\\.$`);

test('a wrong defence is punished, and the solution is shown with what it prevents', async ({ tengen }) => {
  const { board, page } = tengen;
  await puzzles(tengen, 'Defence');
  const puzzle = await shown(tengen, 'defence');
  await board.touch(await wrongPoint(tengen, puzzle));
  await expect(message(tengen)).toContainText('loses in');
  await expect.poll(async () => (await board.points(GHOSTS)).length).toBeGreaterThanOrEqual(3);
  await page.emulateMedia({ colorScheme: 'dark' });
  await tengen.picture('puzzle-defence-dark');
  await tengen.button('Solution').click();
  const bestTry = new RegExp(`The best try after ${puzzle.solution}: [a-t]\\d+`);
  await expect(message(tengen)).toHaveText(bestTry);
  await expect(message(tengen)).toHaveText(preventedBy(puzzle));
  const threat = pointsOf(puzzle.threat).filter((point) => point !== puzzle.solution);
  expect(await board.points(GHOSTS)).toEqual([puzzle.solution, ...threat]);
  await tengen.button('Try again').click();
  await board.touch(puzzle.solution);
  await expect(message(tengen)).toHaveText(preventedBy(puzzle));
  await expect(message(tengen)).toHaveText(bestTry);
  await expect.poll(() => board.points(GHOSTS)).toEqual(threat);
  // The best try is played on the board, step by step.
  const attack = /: ([a-t]\d+)/.exec(await message(tengen).innerText())?.[1];
  await tengen.button('One move forward').click();
  await expect.poll(async () => (await board.stones()).flat()).toContain(attack);
  await tengen.button('One move back').click();
  await expect.poll(() => board.points(GHOSTS)).toEqual(threat);
});

test('the keyboard is enough', async ({ tengen }) => {
  const { board, page } = tengen;
  await puzzles(tengen, 'Win by fours');
  const before = positionOf(await shown(tengen, 'vcf'));
  await page.locator('body').press('n');
  await expect.poll(async () => position(...(await tengen.board.stones()))).not.toBe(before);
  const { solution } = await shown(tengen, 'vcf');
  for (const hint of [/^The win takes/, /played later in the win/, /^Hint: /]) {
    await page.locator('body').press('h');
    await expect(message(tengen)).toHaveText(hint);
  }
  await board.has('.hint', 1);
  expect(await board.points('.hint')).toEqual(pointsOf(solution).slice(0, 1));
  await board.walkTo(pointsOf(solution)[0]);
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await tengen.board.stones()).flat())
    .toContain(pointsOf(solution)[1] ?? pointsOf(solution)[0]);
});

test('a new player begins with easy puzzles of the usual rule', async ({ tengen }) => {
  const { page } = tengen;
  const grade = page.locator('#puzzle-grade-shown');
  const asks = page.getByRole('region', { name: 'Which rule do you usually play?' });
  await tengen.open();
  await tengen.choose('Puzzles');
  await expect(asks).toBeVisible();
  await expect(grade).toHaveText(/^Grade [12]$/);
  await expect(tengen.button(/^Freestyle · /)).toBeVisible();
  await tengen.picture('puzzle-new');
  await asks.getByRole('button', { name: 'Renju' }).click();
  await expect(asks).toBeHidden();
  await expect(tengen.button(/^Renju · /)).toBeVisible();
  for (let i = 0; i < 3; i++) {
    await expect(grade).toHaveText(/^Grade [12]$/);
    await tengen.button('Next puzzle').click();
    await tengen.board.settles();
    await expect(tengen.button(/^Renju · /)).toBeVisible();
  }
  // It is asked once. A puzzle of another rule explains that rule.
  const explained = page.getByText('Caro: Five in a row wins unless both ends are blocked');
  await expect(explained).toBeHidden();
  await tengen.reload();
  await tengen.choose('Puzzles');
  await expect(tengen.button(/^Renju · /)).toBeVisible();
  await expect(asks).toBeHidden();
  await page.getByLabel('Rule', { exact: true }).selectOption('Caro');
  await expect(explained).toBeVisible();
});

test('what a hint costs is said before', async ({ tengen }) => {
  const { page } = tengen;
  await puzzles(tengen, 'Win by fours');
  await expect(page.getByText('The first hint is free and does not name the move.')).toBeVisible();
  const before = parseInt(await figure(tengen, 'My rating').innerText());
  await tengen.button('Hint').click();
  await expect(message(tengen)).toHaveText(/^The win takes/);
  await expect(page.getByText('The next hint, or the solution, counts')).toBeVisible();
  await expect(figure(tengen, 'Solved / tried')).toHaveText('0 / 0');
  await tengen.button('Hint').click();
  await expect(figure(tengen, 'Solved / tried')).toHaveText('0 / 1');
  const after = parseInt(await figure(tengen, 'My rating').innerText());
  expect(after).toBeLessThan(before);
  await expect(page.getByText(`Your rating is now ${after} (−${before - after}).`)).toBeVisible();
  await tengen.picture('puzzle-rating');
});

test('mistakes of a game become puzzles', async ({ tengen }) => {
  const { board, page } = tengen;
  await tengen.open(game('freestyle', 'h8h9i7g9j6a1k5a15l4'));
  await tengen.review();
  const missed = page.getByText(/^White: .*[1-9] × (missed|positional)/);
  await expect(missed).toBeVisible();
  await tengen.picture('mistakes');
  await missed.locator('..').getByRole('button', { name: 'Practise these' }).click();
  await expect(page.getByRole('tab', { name: 'Puzzles' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Kind')).toHaveValue('own');
  await expect(tengen.status).toContainText('You played');
  await board.settles();
  const stored = () => page.evaluate(() => JSON.parse(localStorage['tengen-puzzles']).own);
  const kept = await stored();
  const here = position(...(await tengen.board.stones()));
  const atHere = (/** @type {{ moves: string }} */ puzzle) => positionOf(puzzle) === here;
  const own = kept.find(atHere);
  // The first hint does not name the move, the second does.
  await tengen.button('Hint').click();
  await expect(message(tengen)).toHaveText(
    /^(The best move keeps a chance to win of \d+ %|.* is there( that cannot be stopped)?|The opponent threatens .*)\.$/,
  );
  await board.has('.hint', 0);
  await board.touch(own.own.played);
  await expect(message(tengen)).toHaveText(
    /^[a-o]\d+ keeps a chance to win of \d+ %, the best move \d+ %\. The best reply is [a-o]\d+\.$/,
  );
  await expect.poll(async () => (await board.points(GHOSTS)).length).toBeGreaterThan(0);
  await tengen.picture('mistake-again');
  await tengen.button('Try again').click();
  await expect.poll(async () => pointsOf((await stored()).find(atHere).solution).length).toBeGreaterThan(1);
  const better = pointsOf((await stored()).find(atHere).solution);
  await board.touch(better[0]);
  await expect(message(tengen)).toHaveText(
    new RegExp(
      `^Right! It is solved\\. Your move ${own.own.played}: [a-z].*\\. Better: ${better.join(' ')}\\.$`,
    ),
  );
  await expect.poll(() => board.points(GHOSTS)).toEqual(better.slice(1));
  await expect(figure(tengen, 'Solved / tried')).toHaveText('0 / 1');
  const task = await tengen.status.innerText();
  for (let i = 1; i < kept.length; i++) {
    await tengen.button('Next puzzle').click();
    await expect(tengen.status).not.toHaveText(task);
  }
  await tengen.button('Next puzzle').click();
  await expect(message(tengen)).toHaveText(/^These were your mistakes\./);
});

test('a mistake that an earlier version kept as one move is shown with a line', async ({ tengen }) => {
  const { page } = tengen;
  const old = { id: 'old', rule: 'freestyle', size: '15x15', moves: 'h8a1i8a3j8a5', kind: 'four' };
  const slip = { ...old, solution: 'k8', plies: 3, rating: 1500, own: { played: 'b15', rate: 1 } };
  const wish = { kind: 'own', grade: 'level', rule: 'any' };
  await tengen.open();
  await page.evaluate(
    (kept) => (localStorage['tengen-puzzles'] = kept),
    JSON.stringify({ own: [slip], wish }),
  );
  await tengen.reload();
  await tengen.choose('Puzzles');
  await tengen.button('Solution').click();
  await expect(message(tengen)).toHaveText(/Your move b15: .*\. Better: k8 [a-o]\d+ [a-o]\d+\.$/);
  const [{ solution }] = await page.evaluate(() => JSON.parse(localStorage['tengen-puzzles']).own);
  expect(pointsOf(solution)).toHaveLength(3);
});

test('another win than the solution is accepted and shown', async ({ tengen }) => {
  const { board } = tengen;
  const puzzle = SHIPPED.find(({ also, rule }) => also && rule === 'freestyle');
  await alone(tengen, puzzle);
  const [also] = pointsOf(puzzle.also);
  await board.touch(also);
  const [first] = pointsOf(puzzle.solution);
  await expect(message(tengen)).toHaveText(`Right! ${also} also wins; the solution begins with ${first}.`);
  await expect(figure(tengen, 'Solved / tried')).toHaveText('1 / 1');
});

/** The step shown above the message. @param {import('./tengen.js').Tengen} tengen */
const step = ({ page }) => page.locator('#puzzle-grade-shown');

test('who has never played gets from five in a row to the first open three', async ({ tengen }) => {
  test.slow();
  const { board, page } = tengen;
  await tengen.open();
  await tengen.choose('Puzzles');
  await tengen.button('I have never played').click();
  await expect(step(tengen)).toHaveText('Step 1 of 7 · Make five');
  await expect(tengen.status).toHaveText(/^(Black|White) to move: make five in a row\.$/);
  await board.settles();
  await tengen.picture('step-1');
  const seen = new Set();
  for (let puzzle = await shown(tengen); puzzle.kind !== 'open-four'; puzzle = await shown(tengen)) {
    expect(['make-five', 'stop-four']).toContain(puzzle.kind);
    if (puzzle.kind === 'stop-four' && !seen.has(puzzle.kind)) {
      await tengen.picture('step-2');
      await board.touch(await wrongPoint(tengen, puzzle));
      await expect(message(tengen)).toHaveText(
        new RegExp(`does not stop the four\\. (Black|White) makes five at ${puzzle.threat}\\. Marked: `),
      );
      await expect.poll(() => board.points(GHOSTS)).toEqual(pointsOf(puzzle.threat));
      expect(await board.points('.mark')).toContain(puzzle.threat);
      await tengen.picture('step-2-wrong');
      await tengen.button('Try again').click();
    }
    seen.add(puzzle.kind);
    await solve(tengen, puzzle);
    const reason = puzzle.kind === 'make-five' ? 'Five in a row wins' : 'Without it, .* makes five at .*';
    await expect(message(tengen)).toHaveText(new RegExp(`${reason}\\. Marked: ([a-o]\\d+ ?){5,}\\.$`));
    await expect(board.element.locator(puzzle.kind === 'make-five' ? '.won' : '.mark')).not.toHaveCount(0);
    await tengen.button('Next puzzle').click();
  }
  expect(seen.size).toBe(2);
  await expect(step(tengen)).toHaveText('Step 3 of 7 · Make an open four');
  await tengen.picture('step-3');
  await tengen.button('Hint').click();
  await expect(message(tengen)).toHaveText(/^A three is there/);
  await expect(page.getByText('The next hint, or the solution, counts')).toBeVisible();
  const { kind, solution } = await shown(tengen);
  await solve(tengen, { solution });
  expect(kind).toBe('open-four');
  await tengen.picture('step-3-solved');
  // The rating, and so the step, is kept.
  await tengen.reload();
  await tengen.choose('Puzzles');
  await expect(step(tengen)).toHaveText(/^Step [23] of 7/);
});

test('the solution of a step is a line, or a row, with its reason', async ({ tengen }) => {
  const { board, page } = tengen;
  await puzzles(tengen, 'Make five', 'For beginners', 'Step 1 of 7 · Make five');
  const solution = async (kind, reason) => {
    await page.getByLabel('Kind').selectOption(kind);
    await expect(step(tengen)).toContainText(kind);
    await tengen.button('Solution').click();
    await expect(message(tengen)).toHaveText(new RegExp(`^This is the solution\\. ${reason}`));
    await tengen.picture(`solution-${kind.replaceAll(' ', '-')}`);
    return board.points('.mark');
  };
  const marked = 'Marked: ([a-o]\\d+ ?)';
  const five = await solution('Make five', `Five in a row wins\\. ${marked}{5,}\\.$`);
  expect(five).toContain(pointsOf((await shown(tengen, 'make-five')).solution)[0]);
  await solution('Stop a four', `Without it, .* makes five at .*\\. ${marked}{5,}\\.$`);
  expect(await solution('Make an open four', `Both ends are free.* ${marked}{4}\\.$`)).toHaveLength(4);
  await board.has(GHOSTS, 3);
  expect(await solution('Stop an open three', `Without it, .* ${marked}{4}\\.$`)).toHaveLength(4);
  await solution('Forbidden moves', 'Black may not make .*\\. Marked: ');
});

test('another right move of a step is played out too', async ({ tengen }) => {
  const { board } = tengen;
  const puzzle = STEPS.find(({ kind, also, rule }) => kind === 'open-four' && also && rule === 'freestyle');
  await alone(tengen, puzzle);
  const [also] = pointsOf(puzzle.also);
  await board.touch(also);
  await expect(message(tengen)).toHaveText('Right so far. Keep going.');
  await tengen.button('Hint').click();
  await tengen.button('Hint').click();
  await board.has('.hint', 1);
  await board.touch((await board.points('.hint'))[0]);
  await expect(message(tengen)).toHaveText(
    new RegExp(`^Right! ${also} also wins; the solution begins with .*\\. Both ends are free`),
  );
});

test('forbidden points are asked for without being shown, and traps use them', async ({ tengen }) => {
  const { board, page } = tengen;
  await puzzles(tengen, 'Forbidden moves', 'At my level', 'Step 6 of 7 · Forbidden moves');
  const forbidden = await shown(tengen, 'forbidden');
  await board.has('.forbidden', 0);
  await tengen.button('Hint').click();
  await expect(message(tengen)).toHaveText(/^Look for this: (double three|double four|overline)\.$/);
  await board.touch(await wrongPoint(tengen, forbidden));
  await expect(message(tengen)).toContainText('Black may play at');
  await tengen.button('Try again').click();
  await board.touch(pointsOf(forbidden.solution)[0]);
  await expect(message(tengen)).toHaveText(/^Right! It is solved\. Black may not make .*\. Marked: .*\.$/);
  expect(await board.points('.mark')).toContain(pointsOf(forbidden.solution)[0]);
  await tengen.picture('step-6');
  await page.getByLabel('Kind').selectOption('Win by a forbidden move');
  await expect(step(tengen)).toHaveText('Step 7 of 7 · Win by a forbidden move');
  await solve(tengen, await shown(tengen, 'trap'));
  await expect(message(tengen)).toHaveText(/which is forbidden\. Black may not make .*\.$/);
});

test('an open three is stopped in every way that holds, and the four that fails is shown', async ({
  tengen,
}) => {
  const { board } = tengen;
  await puzzles(tengen, 'Stop an open three', 'For beginners', 'Step 4 of 7 · Stop an open three');
  const puzzle = await shown(tengen, 'stop-three');
  await board.touch(await wrongPoint(tengen, puzzle));
  await expect(message(tengen)).toHaveText(
    /does not stop the three\. (Black|White) plays [a-o]\d+ and cannot be stopped\.$/,
  );
  await expect.poll(async () => (await board.points(GHOSTS)).length).toBeGreaterThanOrEqual(3);
  await tengen.picture('step-4-wrong');
  for (const point of [pointsOf(puzzle.solution)[0], ...pointsOf(puzzle.also ?? '')]) {
    await tengen.button('Try again').click();
    await board.touch(point);
    await expect(message(tengen)).toHaveText(
      /^Right! It is solved\. Without it, .* Marked: ([a-o]\d+ ?){4}\.$/,
    );
  }
});
