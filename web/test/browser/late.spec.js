// Answers that belong to an earlier position, game or mode are ignored.
import { expect, game, test } from './tengen.js';

const FIND_A_WIN = 'Find a win (VCT)';
/** Translucent stones, except the one under the mouse. */
const GHOSTS = '.ghost:not(circle)';

/** Delays answers of the engine. Call it before the page is opened. @param {import('@playwright/test').Page} page */
async function slowEngine(page) {
  /** The kinds of answers currently held back. @type {string[]} */
  let holding = [];
  const slow = {
    /** The kinds of all questions so far. @type {string[]} */
    asked: [],
    /** The answers held back. @type {{ ask: string, last: boolean, text: string }[]} */
    held: [],
    /** Holds back the answers to questions of these kinds. @param {string[]} kinds */
    hold: (...kinds) => (holding = kinds),
    /** Waits until the last answer to a question of this kind is held back. @param {string} kind */
    holds: (kind) => expect.poll(() => slow.held.some(({ ask, last }) => ask === kind && last)).toBe(true),
    /** Releases the answers in their order, before later messages of the engine. */
    release: () => {},
  };
  await page.routeWebSocket('**/engine', (socket) => {
    const server = socket.connectToServer();
    /** @type {Map<number, string>} */
    const kinds = new Map();
    socket.onMessage((text) => {
      const { id, ask } = JSON.parse(String(text));
      kinds.set(id, ask);
      slow.asked.push(ask);
      server.send(text);
    });
    server.onMessage((text) => {
      const { id, last } = JSON.parse(String(text));
      const ask = kinds.get(id) ?? '';
      if (holding.includes(ask)) slow.held.push({ ask, last, text: String(text) });
      else socket.send(text);
    });
    slow.release = () => {
      holding = [];
      for (const { text } of slow.held) socket.send(text);
    };
  });
  return slow;
}

test('a click before the engine answers is kept', async ({ page, tengen }) => {
  const { board } = tengen;
  const slow = await slowEngine(page);
  slow.hold('look', 'hello');
  await page.goto(tengen.url);
  await expect(tengen.status).toHaveText('Loading the engine …');
  await slow.holds('look');
  const { x, y } = await board.place('c3');
  await page.mouse.click(x, y);
  await board.has('.aim', 1);
  slow.release();
  await expect.poll(() => board.points('.stones .black')).toEqual(['c3']);
  await board.has('.stones .white', 1);
  await expect(board.element).toHaveAttribute('aria-busy', 'false');
});

/** The list of lines is refilled under the mouse while the solver's answer is shown. */
test('a line that comes under a mouse at rest is not drawn over a proof', async ({ page, tengen }) => {
  const { board } = tengen;
  const lines = page.getByRole('region', { name: 'Best moves' }).getByRole('listitem');
  const proof = page.getByRole('region', { name: 'Solver and tools' });
  const second = lines.nth(1).getByRole('button');
  await tengen.open(game('freestyle', 'h8a1i8c1j8e1'));
  await expect(lines).toHaveCount(3);
  await tengen.pointAt(second);
  await expect(second).toHaveClass('shown');
  await tengen.button(FIND_A_WIN).press('Enter');
  const step = proof.getByText(/^\d+\/\d+$/);
  await expect(step).toBeVisible();
  await expect(lines).toHaveCount(3);
  // Browsers report a mouse at rest over a new element as a movement without distance, but a busy one not always.
  await second.hover();
  expect(await second.evaluate((line) => line.matches(':hover'))).toBe(true);
  const [shown, plies] = (await step.innerText()).split('/').map(Number);
  expect(shown).toBe(0);
  await expect(second).not.toHaveClass('shown');
  await board.has(GHOSTS, 0);
  // After the mouse has moved, the line under it is drawn; clicking a step of the proof replaces it.
  await tengen.pointAt(second);
  await expect(second).toHaveClass('shown');
  await proof.getByRole('button', { name: 'To the end' }).press('Enter');
  await board.has(GHOSTS, plies);
  await expect(second).not.toHaveClass('shown');
});

test('an analysis that is turned off does not end the solver after it', async ({ page, tengen }) => {
  const slow = await slowEngine(page);
  const analysis = page.getByRole('region', { name: 'Best moves' });
  const proof = page.getByRole('region', { name: 'Solver and tools' }).getByRole('status');
  await tengen.open(game('freestyle', 'h8i9g7'));
  await expect(analysis.getByRole('listitem')).toHaveCount(3);
  slow.hold('analyse', 'solve');
  await analysis.getByRole('switch').uncheck();
  await slow.holds('analyse');
  await tengen.button('Find a win (VCF)').click();
  await slow.holds('solve');
  await expect(proof).toContainText('Looking for a forced win');
  await expect(analysis.getByRole('listitem')).toHaveCount(0);
  slow.release();
  await expect(proof).toContainText('There is no win by fours.');
  await expect(analysis.getByRole('listitem')).toHaveCount(0);
});

test('an opening does not continue in another mode', async ({ page, tengen }) => {
  const slow = await slowEngine(page);
  const { board } = tengen;
  const analysis = page.getByRole('region', { name: 'Best moves' });
  await tengen.open();
  slow.hold('opening');
  await tengen.begin({ rule: 'Renju', size: '15×15', you: 'White', level: 1, opening: 'RIF' });
  await slow.holds('opening');
  await tengen.choose('Analyse');
  slow.release();
  // More lines come after the late answer.
  await analysis.getByLabel('Lines').selectOption('5');
  await expect(analysis.getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('tab', { name: 'Analyse', selected: true })).toBeVisible();
  await board.holds('', '');
  expect(slow.asked).not.toContain('open_game');
  // The game continues where it was played.
  await tengen.choose('Play');
  await board.has('.stones .black', 2);
  await board.has('.stones .white', 1);
});

test('a review that was asked for in the game before does not begin in the next', async ({
  page,
  tengen,
}) => {
  const slow = await slowEngine(page);
  const review = page.getByRole('region', { name: 'Review' });
  await tengen.open(game('freestyle', 'h8h9i7g9j6a1'));
  await tengen.choose('Review');
  await tengen.board.settles();
  slow.hold('look');
  await tengen.button('Review this game').click();
  await slow.holds('look');
  await tengen.paste('c3c4');
  await expect(tengen.dialog).toBeHidden();
  slow.release();
  await tengen.board.holds('c3', 'c4');
  await expect(review).toContainText('Every move will be analysed');
  await expect(review.getByRole('progressbar')).toHaveCount(0);
  await expect(review.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  expect(slow.asked).not.toContain('review');
});

test('a hint that comes late does not count against the next puzzle', async ({ page, tengen }) => {
  const slow = await slowEngine(page);
  const { board } = tengen;
  // Black wins by a four and then an open four, for which there are two points.
  const [black, white] = ['f8g8h8c3c4c5', 'e8o1o4o7o10o13'];
  const puzzle = { size: '15x15', kind: 'vcf', solution: 'i8j8c6c7c2', plies: 5, rating: 1000 };
  const moves = 'f8e8g8o1h8o4c3o7c4o10c5o13';
  const puzzles = ['freestyle', 'standard'].map((rule) => JSON.stringify({ ...puzzle, rule, moves }));
  await page.route('**/puzzles.jsonl', (route) => route.fulfill({ body: puzzles.join('\n') }));
  await page.route('**/steps.jsonl', (route) => route.fulfill({ body: '' }));
  const message = page.getByRole('region', { name: 'Puzzles' }).getByRole('status');
  const hint = tengen.button('Hint');
  await tengen.open();
  await tengen.choose('Puzzles');
  await page.getByLabel('Rule', { exact: true }).selectOption('All rules');
  await board.holds(black, white);
  await board.touch('i8');
  await board.holds(black + 'i8', white + 'j8');
  await expect(message).toHaveText('Right so far. Keep going.');
  await board.touch('c2');
  await board.has('.stones .white', 8);
  await expect(message).toHaveText('Right so far. Keep going.');
  // Off the solution line, the solver is asked for a hint.
  slow.hold('solve');
  await hint.click();
  await slow.holds('solve');
  await tengen.button('Next puzzle').click();
  await board.holds(black, white);
  slow.release();
  // The stones of another place come after the late answer.
  await tengen.button('One move back').click();
  await board.holds(black, white.replace('o13', ''));
  await tengen.button('One move forward').click();
  await board.holds(black, white);
  await expect(message).toHaveText('');
  await hint.click();
  await expect(message).toHaveText('The win takes 5 plies.');
});
