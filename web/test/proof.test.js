// Proofs: the line against each defence.
import assert from 'node:assert/strict';
import test from 'node:test';
import { nearestToEven } from '../engine.js';
import { defences, defend, follow, walk } from '../proof.js';

/** h8 threatens i8 j8; g8 leaves a win by f8 (three plies), k8 one by c3 in one, and d4's plan was not sent. */
const PROOF = [
  { moves: 'h8', fours: 'i8a1j8', replies: [['k8', 2], ['g8', 1], ['d4', null]], plies: 5 },
  { moves: 'f8b1e8', fours: '', replies: [], plies: 3 },
  { moves: 'c3', fours: '', replies: [], plies: 1 },
]; // prettier-ignore
const START = { proof: PROOF, plan: PROOF[0], moves: ['h8', 'g8', 'f8', 'b1', 'e8'], attacks: true };
const THREAT = walk(START, 1);

test('only the plan of the winner is followed', () => {
  assert.deepEqual(follow(START, 'h8')?.moves, ['g8', 'f8', 'b1', 'e8']);
  assert.equal(follow(START, 'h9'), null);
});

test('each defence has its plan, and any other move loses to the fours', () => {
  assert.deepEqual(follow(THREAT, 'g8')?.moves, ['f8', 'b1', 'e8']);
  assert.deepEqual(follow(THREAT, 'k8')?.moves, ['c3']);
  assert.deepEqual(follow(THREAT, 'o15')?.moves, ['i8', 'a1', 'j8']);
  assert.equal(follow(THREAT, 'd4'), null, 'its plan is not known');
});

test('a reply to a four is the only one', () => {
  const four = walk(START, 3);
  assert.deepEqual([four.moves, four.attacks], [['b1', 'e8'], false]);
  assert.deepEqual(follow(four, 'b1')?.moves, ['e8']);
  assert.equal(follow(four, 'b2'), null);
});

test('defences are listed with the longest first', () => {
  assert.deepEqual(defences(THREAT), {
    replies: [
      { point: 'd4', plies: Infinity },
      { point: 'g8', plies: 3 },
      { point: 'k8', plies: 1 },
    ],
    fours: ['i8', 'a1', 'j8'],
  });
  assert.deepEqual(defences(START), { replies: [], fours: [] });
});

test('the line changes with the defence', () => {
  assert.deepEqual(defend(START, 1, 'k8').moves, ['h8', 'k8', 'c3']);
  assert.deepEqual(defend(defend(START, 1, 'k8'), 1, 'g8').moves, START.moves);
});

test('the nearest even move is not farther from even than a line beside it', () => {
  const line = (/** @type {string} */ moves, score, rate = 0.2) => ({ moves, score, rate });
  const found = line('g7h9', { points: -608 });
  const nearest = (...lines) => nearestToEven(found, lines);
  assert.equal(nearest(), found);
  assert.equal(nearest(line('f10', { points: -552 }), line('e5', { points: -700 })).moves, 'f10');
  assert.deepEqual(nearest(line('f10', { points: -700 }), line('g7i9', { points: -590 })).score, {
    points: -590,
  });
  assert.equal(
    nearest(line('f10', { points: -600 }), line('g7i9', { points: -650 })).moves,
    'f10',
    'it is older',
  );
  assert.equal(nearest(line('a1', { win_in: 5 }, 1)), found);
});
