// The rows that show why a move of a step is right.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Attempt } from '../attempt.js';
import { fault, patternOf, rowOf, rowsOf } from '../reasons.js';
import { pointsOf } from '../tengen/points.js';
import { puzzlesOf } from '../trainer.js';
import { fetchLaterWords } from '../words.js';

const steps = puzzlesOf(readFileSync(new URL('../steps.jsonl', import.meta.url), 'utf8'));

/** The rows after these moves, or with the solution shown. @param {import('../trainer.js').Puzzle} puzzle @param {string[]} moves @param {'asks' | 'right' | 'wrong'} phase */
function rows(puzzle, moves, phase) {
  const attempt = new Attempt(/** @type {any} */ (null), puzzle);
  for (const point of moves) attempt.place(point);
  attempt.phase = phase;
  return rowsOf(/** @type {any} */ ({ attempt, shows: phase === 'asks' }));
}

/** The lengths of the rows of each puzzle of a kind, after its solution and where it is shown. @param {string} kind */
const lengths = (kind) =>
  steps
    .filter((puzzle) => puzzle.kind === kind)
    .flatMap((puzzle) => {
      const [move] = pointsOf(puzzle.solution);
      const solved = rows(puzzle, [move], 'right');
      if (kind !== 'open-four') assert.deepEqual(rows(puzzle, [], 'asks'), solved);
      return [(kind === 'open-four' ? rows(puzzle, [], 'asks') : solved).map((row) => row.length)];
    });

test('a row is the longest of one line through all points', () => {
  const stones = ['f8', 'g8', 'h9', 'h10', 'a1', 'i8'];
  assert.deepEqual(rowOf(stones, ['h8'], 15), ['f8', 'g8', 'h8', 'i8']);
  assert.deepEqual(rowOf(stones, ['h8', 'h11'], 15), ['h11', 'h10', 'h9', 'h8']);
  assert.deepEqual(rowOf(stones, ['h8', 'g6'], 15), []);
  assert.deepEqual(rowOf(stones, ['a2'], 15), ['a2', 'a1']);
});

test('the five, the four and the rows of a forbidden point are marked', () => {
  for (const kind of ['make-five', 'stop-four'])
    assert.ok(
      lengths(kind).every((of) => of.length === 1 && of[0] >= 5),
      kind,
    );
  for (const kind of ['open-four', 'stop-three'])
    assert.ok(
      lengths(kind).every((of) => `${of}` === '4'),
      kind,
    );
  const forbidden = lengths('forbidden').map((of) => `${of}`);
  const known = ['3,3', '4,4', '6', '7', '8', '3,3,3', '3,4', '4,3'];
  assert.deepEqual(
    [...new Set(forbidden)].filter((of) => !known.includes(of)),
    [],
  );
  for (const of of ['3,3', '4,4', '6']) assert.ok(forbidden.includes(of), of);
});

test('each right move is explained by its own row, a wrong one by the five that it allows', () => {
  const five = steps.find(({ kind, also }) => kind === 'make-five' && also);
  const [other] = pointsOf(five.also);
  assert.ok(rows(five, [other], 'right')[0].includes(other));
  const four = steps.find(({ kind }) => kind === 'stop-four');
  assert.ok(rows(four, ['a1'], 'wrong')[0].includes(four.threat));
  assert.deepEqual(rows(five, ['a1'], 'wrong'), []);
});

test('the rows that a judgement is about are those of its pattern', () => {
  const board = { black: 'g7h8i9a1h10h9d4e5', white: 'f6k8k9k10k12' };
  const rows = (why, what, point, side = 'black', played = 'a1') => {
    const verdict = /** @type {any} */ ({ reason: { why, what, point } });
    return patternOf(verdict, side, played, board, 15).sort().join(' ');
  };
  // The diagonal of g7 is blocked at f6, and no three.
  assert.equal(rows('makes', 'three', '', 'black', 'h9'), 'h10 h8 h9');
  assert.equal(rows('lets', 'open four', 'h11', 'white', 'k12'), 'h10 h8 h9');
  assert.equal(rows('misses', 'four', 'j10'), 'g7 h8 i9');
  assert.equal(
    rows('misses', 'four', 'h7', 'black', 'h10'),
    'h8 h9',
    'the move is not part of what it misses',
  );
  assert.equal(rows('stops', 'four', 'k11', 'black', 'k11'), 'k10 k12 k8 k9');
  assert.equal(rows('makes', 'double three', '', 'black', 'h8'), 'g7 h10 h8 h9 i9');
  assert.equal(rows('makes', 'three', '', 'white', 'k8'), 'k10 k12 k8 k9');
  assert.equal(rows('lets win', '', 'h11', 'white'), '');
});

test('the length of a win against a wrong defence is a bound where it is not settled', async () => {
  await fetchLaterWords();
  const said = (/** @type {boolean} */ mayBeFewer) => {
    const punished = ['c3', 'd3', 'e3', 'f3', 'g3'];
    const attempt = { refutation: '', punished, mayBeFewer, puzzle: { kind: 'defence' } };
    return fault(/** @type {any} */ ({ attempt, app: { name: (point) => point } }), 'b2');
  };
  assert.equal(said(false), 'b2 loses in 5 plies.');
  assert.equal(said(true), 'b2 loses in ≤5 plies.');
});
