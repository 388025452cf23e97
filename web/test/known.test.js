// The analysis and the built-in openings show the same moves and values.
import assert from 'node:assert/strict';
import test from 'node:test';
import { agreed } from '../known.js';

/** @param {string} moves @param {number} points @param {number} depth */
const line = (moves, points, depth) => ({
  moves,
  score: { points },
  rate: 0.5,
  depth,
  nodes: 1,
  at_most: false,
});

/** @param {string} points @param {number} value @param {number} depth */
const move = (points, value, depth) => ({
  points,
  score: { points: value },
  rate: 0.6,
  depth,
  bound: 'exact',
});

const MOVES = [move('h9i8h7g8', 70, 17), move('h8', 69, 16), move('g9', 60, 12), move('b2', 10, 9)];
const POSITION = { ...move('', 70, 17), best: 'h9', source: 'a network' };
const OPENINGS = /** @type {any} */ ({ position: POSITION, moves: MOVES });

/** The moves of both with their values. @param {any[]} lines @param {any} [openings] */
function both(lines, openings = OPENINGS) {
  const found = agreed(/** @type {any} */ (lines), openings);
  const known = found.explored.moves.map(({ points, score, bound }) => [points, score?.points, bound]);
  return { lines: found.lines.map(({ moves, score }) => [moves, score.points]), known, found };
}

test('until the analysis is deeper, it begins with the openings', () => {
  const { found, lines } = both([line('h8h9', 90, 8), line('g8g9', 80, 8), line('a1', 5, 8)]);
  assert.deepEqual(lines, [
    ['h9', 70],
    ['h8', 69],
    ['g9', 60],
  ]);
  assert.equal(found.explored, OPENINGS);
  assert.deepEqual(
    found.lines.map(({ known, rate, depth }) => [known, rate, depth]),
    Array(3).fill([true, 0.6, 8]),
  );
  const five = both(['h8', 'g8', 'a1', 'h10', 'c3'].map((moves) => line(moves, 0, 8)));
  assert.deepEqual(five.lines.slice(3), [
    ['b2', 10],
    ['a1', 0],
  ]);
});

test('then the openings begin with its lines, and no other move is better', () => {
  const { found, known, lines } = both([line('h8h9', 64, 17), line('c3', 63, 17), line('g8h9', 62, 17)]);
  assert.deepEqual(lines, [
    ['h8h9', 64],
    ['c3', 63],
    ['g8h9', 62],
  ]);
  assert.deepEqual(known, [
    ['h8', 64, 'exact'],
    ['c3', 63, 'exact'],
    ['g8h9i8h7', 62, 'exact'],
    ['g9', 60, 'exact'],
    ['b2', 10, 'exact'],
  ]);
  const { best, depth, score, source } = /** @type {any} */ (found.explored.position);
  assert.deepEqual([best, depth, score, source], ['h8', 17, { points: 64 }, '']);
  const worse = both([line('h8', 64, 17), line('c3', 40, 17)]).known;
  assert.deepEqual(worse.slice(2), [
    ['h9i8h7g8', 40, 'upper'],
    ['g9', 40, 'upper'],
    ['b2', 10, 'exact'],
  ]);
});

test('a proof counts more than any depth', () => {
  const won = { ...line('a1', 0, 3), score: { win_in: 5 } };
  assert.deepEqual(both([won]).known[0], ['a1', undefined, 'exact']);
  const proven = { ...OPENINGS, position: { ...POSITION, score: { win_in: 9 } } };
  assert.deepEqual(both([line('h8', 90, 40)], proven).lines, [['h9', 70]]);
});

test('an unknown position is left to the analysis', () => {
  const lines = [line('h8', 5, 1)];
  const unknown = { position: null, moves: [] };
  assert.deepEqual(both(lines, unknown).lines, [['h8', 5]]);
  assert.deepEqual(both([]).lines, []);
});
