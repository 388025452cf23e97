// An attempt at a puzzle, with a client that returns fixed answers.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Attempt } from '../attempt.js';

const PUZZLE = {
  id: 'x',
  rule: 'freestyle',
  size: '15x15',
  moves: 'h8h9i9g7',
  kind: 'vct',
  solution: 'i7j8g9',
  also: 'k10l11',
  plies: 3,
  rating: 1200,
};

/** @param {Record<string, any>} answers @param {Partial<import('../trainer.js').Puzzle>} [more] */
function attempt(answers, more = {}) {
  const client = {
    look: async () => answers.look,
    solve: async () => answers.solve,
    analyse: async () => answers.analyse,
    ask: async (/** @type {{ ask: string }} */ { ask }) => answers[ask],
  };
  return new Attempt(/** @type {any} */ (client), { ...PUZZLE, ...more });
}

const GOES_ON = { look: { ending: null }, resist: { holds: true, point: 'a1' } };

test('every move that is proven to win is right', async () => {
  for (const point of ['k10', 'l11']) {
    const tried = attempt(GOES_ON);
    tried.place(point);
    await tried.judge();
    assert.equal(tried.phase, 'right');
    assert.ok(tried.isOther);
  }
});

test('a move that is not listed does not win', async () => {
  const tried = attempt(GOES_ON);
  tried.place('b2');
  await tried.judge();
  assert.equal(tried.phase, 'wrong');
  assert.equal(tried.refutation, 'a1');
  assert.ok(!tried.isOther);
});

test('the solution goes on with its own answer', async () => {
  const tried = attempt(GOES_ON);
  tried.place('i7');
  await tried.judge();
  assert.equal(tried.phase, 'asks');
  assert.deepEqual(tried.line, ['i7', 'j8']);
  assert.ok(!tried.isOther);
});

test('steps are judged by their right moves, and a failed defence shows the win', async () => {
  const judged = async (/** @type {string} */ kind, /** @type {string} */ point) => {
    const puzzle = { kind, solution: 'i7j8g9', also: 'k10' };
    const tried = attempt({ ...GOES_ON, solve: { moves: 'c3d3e3' } }, puzzle);
    tried.place(point);
    await tried.judge();
    return [tried.phase, tried.refutation, tried.punished.join('')];
  };
  for (const kind of ['stop-four', 'stop-three', 'forbidden'])
    for (const point of ['i7', 'k10']) assert.deepEqual(await judged(kind, point), ['right', '', '']);
  for (const kind of ['stop-four', 'stop-three'])
    assert.deepEqual(await judged(kind, 'b2'), ['wrong', '', 'c3d3e3']);
  assert.deepEqual(await judged('forbidden', 'b2'), ['wrong', '', '']);
  assert.deepEqual(await judged('open-four', 'b2'), ['wrong', 'a1', '']);
  assert.equal((await judged('open-four', 'i7'))[0], 'asks');
  assert.equal((await judged('open-four', 'k10'))[0], 'right', 'the solver finds nothing');
});

test('the win against a wrong defence may be longer than it has to be', async () => {
  const mayBeFewer = async (/** @type {boolean} */ shortest) => {
    const tried = attempt({ solve: { moves: 'c3d3e3f3g3', shortest } }, { kind: 'defence', also: '' });
    tried.place('b2');
    await tried.judge();
    return [tried.phase, tried.mayBeFewer];
  };
  assert.deepEqual(await mayBeFewer(true), ['wrong', false]);
  assert.deepEqual(await mayBeFewer(false), ['wrong', true]);
});

test('every right move of a step is played out', async () => {
  const answers = { look: { ending: null, forbidden: [] }, resist: { holds: false, point: 'a1' } };
  for (const kind of ['open-four', 'double-threat', 'trap']) {
    const tried = attempt(answers, { kind });
    tried.place('k10');
    await tried.judge();
    assert.equal(tried.phase, 'asks');
    assert.deepEqual(tried.line, ['k10', 'a1']);
  }
});

test('a mistake stored as one move gets a line', async () => {
  const own = { played: 'b2', rate: 1 };
  const extended = async (/** @type {object} */ more) => {
    const puzzle = { own, solution: 'i7', ...more };
    const tried = attempt({ analyse: [{ moves: 'j8g9f10e11d12c13' }] }, puzzle);
    let kept = '';
    await tried.extend(() => (kept = tried.puzzle.solution));
    return [kept, tried.solution.join('')];
  };
  assert.deepEqual(await extended({ plies: 3 }), ['i7j8g9', 'i7j8g9']);
  assert.deepEqual(await extended({ plies: 0 }), ['i7j8g9f10e11d12', 'i7j8g9f10e11d12']);
  assert.deepEqual(await extended({ plies: 1 }), ['', 'i7'], 'a five');
  assert.deepEqual(await extended({ solution: 'i7a1' }), ['', 'i7a1']);
  assert.deepEqual(await extended({ own: undefined }), ['', 'i7']);
});

test('a right defence is followed by the best try against it', async () => {
  const followed = async (/** @type {object} */ more, /** @type {object[]} */ analyse) => {
    const tried = attempt({ analyse }, { kind: 'defence', solution: 'i7', ...more });
    await tried.lookOn(new AbortController().signal);
    const { tree, start, bestTry } = tried;
    const kept = tree.path(tree.end(start)).slice(start.ply);
    // It can be stepped through.
    assert.equal(kept.map(({ point }) => point).join(''), bestTry.length ? `i7${bestTry.join('')}` : '');
    return bestTry.join('');
  };
  const found = [{ moves: 'j8g9f10e11d12c13b14' }];
  assert.equal(await followed({}, found), 'j8g9f10e11d12c13');
  assert.equal(await followed({}, []), '');
  assert.equal(await followed({ kind: 'vct' }, found), '');
  assert.equal(await followed({ own: { played: 'b2', rate: 1 } }, found), '');
});

test('a move that is not better than the one of the game is judged by its chance to win', async () => {
  const own = { played: 'b2', rate: 0.8, loss: 0.5 };
  const judged = async (/** @type {string} */ point, /** @type {number} */ rate) => {
    const tried = attempt({ ...GOES_ON, analyse: [{ rate: 1 - rate, moves: 'd4d5' }] }, { own });
    tried.place(point);
    await tried.judge();
    assert.deepEqual(tried.punished, tried.phase === 'wrong' ? ['d4', 'd5'] : []);
    return [tried.phase, tried.kept.toFixed(2)];
  };
  assert.equal((await judged('i7', 0))[0], 'right');
  assert.deepEqual(await judged('c3', 0.75), ['right', '0.75']);
  assert.deepEqual(await judged('c3', 0.4), ['wrong', '0.40']);
  assert.deepEqual(await judged('b2', 0.9), ['wrong', '0.30'], 'the move of the game is never right');
});
