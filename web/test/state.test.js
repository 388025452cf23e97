// The state of the page, and when it is drawn.
import assert from 'node:assert/strict';
import test from 'node:test';
import { PageState } from '../state.js';
import { Tree } from '../tree.js';

const EMPTY = {
  black: '',
  white: '',
  dead: '',
  to_move: 'black',
  forbidden: [],
  ending: null,
  row: '',
  rows: null,
};

/** A page with an empty board received from the engine, and a count of redraws. */
function opened() {
  const tree = new Tree({ width: 15, height: 15, rule: 'renju' });
  const state = new PageState({}, tree, tree.root, 'play');
  const drawn = { times: 0 };
  state.draw = () => drawn.times++;
  state.answer(state.look(tree.root).number, EMPTY);
  return { state, tree, drawn };
}

test('it is drawn once when all has changed', async () => {
  const { state, drawn } = opened();
  state.point('h8');
  state.aim({ point: 'h8', go: () => {} });
  state.choose('analyse');
  assert.equal(drawn.times, 0);
  await null;
  assert.equal(drawn.times, 1);
  state.point('h9');
  await null;
  assert.equal(drawn.times, 2);
});

test('a stone is shown before the engine has evaluated it', () => {
  const { state, tree } = opened();
  const move = tree.add(tree.root, 'h8');
  const { number, played } = state.look(move);
  assert.equal(played, true);
  assert.deepEqual([state.board.black, state.board.to_move, state.next], ['h8', 'white', null]);
  assert.deepEqual([state.settled, state.seen], [false, move]);
  state.answer(number, { ...EMPTY, black: 'h8', to_move: 'white' });
  assert.deepEqual([state.settled, state.next], [true, 'white']);
});

test('an answer about a place that was left is not heard', () => {
  const { state, tree } = opened();
  const first = state.look(tree.add(tree.root, 'h8'));
  const second = state.look(tree.root);
  assert.equal(state.answer(first.number, { ...EMPTY, black: 'h8' }), false);
  assert.equal(state.settled, false);
  assert.equal(state.answer(second.number, EMPTY), true);
  assert.equal(state.board.black, '');
});

test('another game is not a move of the one before', () => {
  const { state } = opened();
  const other = new Tree({ width: 20, height: 20, rule: 'caro' });
  const move = other.add(other.root, 'k10');
  state.replace(other);
  const { number, played } = state.look(move);
  assert.equal(played, false);
  assert.deepEqual([state.board.black, state.start.width], ['', 15]);
  state.answer(number, { ...EMPTY, black: 'k10' });
  assert.equal(state.start.width, 20);
});

test('the line that one looks at is gone on with', () => {
  const { state, tree } = opened();
  const first = tree.add(tree.root, 'h8');
  tree.add(tree.root, 'g7');
  state.look(first);
  assert.equal(tree.end(tree.root), first);
});

test('looking at another position cancels the aim', () => {
  const { state, tree } = opened();
  state.aim({ point: 'h8', go: () => {} });
  state.look(tree.root);
  assert.equal(state.aimed, null);
});
