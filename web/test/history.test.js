// Undo and redo.
import assert from 'node:assert/strict';
import test from 'node:test';
import { History, STEPS } from '../history.js';

const state = (tree, game = 'one') => ({ tree, at: '', play: '', game });

/** A history of these games; the last one is current. */
function lived(...trees) {
  const history = new History();
  for (const tree of trees) history.note(state(tree));
  return history;
}

test('what was done is undone and done again', () => {
  const history = lived('', 'h8', 'h8i9');
  assert.equal(history.undo().tree, 'h8');
  assert.equal(history.undo().tree, '');
  assert.equal(history.undo(), null);
  assert.equal(history.redo().tree, 'h8');
  assert.equal(history.redo().tree, 'h8i9');
  assert.equal(history.redo(), null);
});

test('a new state discards the undone ones', () => {
  const history = lived('', 'h8', 'h8i9');
  history.undo();
  history.note(state('h8a1'));
  assert.equal(history.redo(), null);
  assert.equal(history.undo().tree, 'h8');
});

test('another place in the same game is no step', () => {
  const history = lived('', 'h8');
  assert.equal(history.note({ ...state('h8'), at: 'h8' }), false);
  assert.equal(history.now.at, 'h8');
  assert.equal(history.undo().tree, '');
});

test('what one only passes through is left out', () => {
  const history = lived('', 'h8');
  history.note(state('h8i9'), true);
  assert.equal(history.undo().tree, '');
});

test('so many steps are kept, the newest', () => {
  const history = lived(...Array.from({ length: STEPS + 50 }, (_, i) => `game ${i}`));
  assert.equal(history.before.length, STEPS);
  assert.equal(history.before[0].tree, 'game 49');
});

test('it is kept when the page is reloaded', () => {
  const before = lived('', 'h8', 'h8i9', 'h8i9g7');
  before.undo();
  const kept = JSON.parse(JSON.stringify(before.kept()));
  const after = lived('h8i9');
  after.resume(kept);
  assert.equal(after.redo().tree, 'h8i9g7');
  assert.equal(after.undo().tree, 'h8i9');
  assert.equal(after.undo().tree, 'h8');
});

test('what was kept of another game does not come back', () => {
  const kept = lived('', 'h8').kept();
  for (const history of [lived('c3'), lived('', 'h8'), new History()]) {
    const steps = history.before.length;
    history.resume(kept);
    assert.equal(history.before.length, steps);
  }
});

test('of large games fewer steps outlast the page', () => {
  const large = (letter) => letter.repeat(900_000);
  const history = lived(large('a'), large('b'), large('c'), large('d'));
  assert.equal(history.before.length, 3);
  assert.deepEqual(
    history.kept().before.map(({ tree }) => tree[0]),
    ['b', 'c'],
  );
});
