// Comparison and names of recent games.
import assert from 'node:assert/strict';
import test from 'node:test';
import { lacking } from '../games.js';
import { SIDES_TAKEN, levelOf, playerName, sideTaken } from '../seats.js';
import { Tree } from '../tree.js';

/** A stored game with these lines. */
function kept(...lines) {
  const tree = new Tree({ width: 15, height: 15, rule: 'freestyle' });
  for (const line of lines) line.split(' ').reduce((at, point) => tree.add(at, point), tree.root);
  return tree.wire();
}

test('a game lacks the moves that another has in another place', () => {
  assert.equal(lacking(kept('h8 i9 g7'), kept('h8 i9 g7')), 0);
  assert.equal(lacking(kept('h8 i9'), kept('h8 i9 g7')), 0);
  assert.equal(lacking(kept('h8 i9 g7'), kept('h8 i9')), 1);
  assert.equal(lacking(kept('h8 i9 g7'), kept('i9 h8 g7')), 3);
  assert.equal(lacking(kept('h8 i9', 'h8 a1'), kept('h8 a1', 'h8 i9')), 0);
});

test('the side is derived from the seats', () => {
  for (const [side, seats] of Object.entries(SIDES_TAKEN)) assert.equal(sideTaken({ ...seats }), side);
});

test('Tengen against itself may be of two levels, and is called by them', () => {
  const setup = { seats: SIDES_TAKEN.none, level: 2, rival: 8 };
  assert.deepEqual([levelOf(setup, 'black'), levelOf(setup, 'white')], [2, 8]);
  assert.equal(levelOf({ ...setup, rival: undefined }, 'white'), 2);
  assert.equal(levelOf({ ...setup, seats: SIDES_TAKEN.black }, 'white'), 2);
  assert.equal(playerName(setup, 'white'), 'Tengen (full strength)');
  assert.equal(playerName({ ...setup, seats: SIDES_TAKEN.black }, 'black'), 'You');
});
