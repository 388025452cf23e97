// Positions that are the same but for a symmetry.
import assert from 'node:assert/strict';
import test from 'node:test';
import { positionFinder } from '../images.js';
import { pointsOf } from '../tengen/points.js';
import { Tree } from '../tree.js';

/** A tree of these lines. @param {object} start @param {...string} lines */
function grown(start, ...lines) {
  const tree = new Tree({ width: 15, height: 15, rule: 'renju', ...start });
  for (const line of lines) pointsOf(line).reduce((at, point) => tree.add(at, point), tree.root);
  return tree;
}

/** The moves of `other` up to the position after the moves `line`, or null. */
function found(line, other, start = {}) {
  const tree = grown(start, line);
  const move = positionFinder(tree, tree.find(line))(other);
  return move && other.game(move).moves;
}

test('a position is found in every orientation, order of moves and variation', () => {
  const game = grown({}, 'h8i9g7a1', 'h8i8j8b2');
  for (const line of ['h8i9', 'h8g9', 'h8g7', 'h8i7']) assert.equal(found(line, game), 'h8i9');
  assert.equal(found('g7i9h8', game), 'h8i9g7');
  assert.equal(found('h8h7h6', game), 'h8i8j8');
  assert.equal(found('', game), '');
  for (const line of ['h8j10', 'h8h7h9', 'i9h8', 'h8i9g7a1a2']) assert.equal(found(line, game), null, line);
});

test('other rules, boards and sides to move are other positions', () => {
  assert.equal(found('h8', grown({ rule: 'caro' }, 'h8')), null);
  assert.equal(found('h8', grown({ width: 19 }, 'h8')), null);
  assert.equal(found('', grown({ black: 'h8' })), null);
  assert.equal(found('', grown({ black: 'h8', first: 'white' }), { black: 'h8', first: 'white' }), '');
  assert.equal(
    found('i9', grown({ black: 'h8', first: 'white' }, 'g7'), { black: 'h8', first: 'white' }),
    'g7',
  );
});

test('a board with unequal sides is not turned', () => {
  const wide = { width: 15, height: 11 };
  assert.equal(found('a1', grown(wide, 'o11'), wide), 'o11');
  assert.equal(found('b1', grown(wide, 'a2'), wide), null);
});
