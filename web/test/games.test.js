// Games as they are linked, compared and named.
import assert from 'node:assert/strict';
import test from 'node:test';
import { gameOfLink, placeOfLink } from '../files.js';
import { lacking } from '../games.js';
import { SIDES_TAKEN, levelOf, playerName, sideTaken } from '../seats.js';
import { Tree } from '../tree.js';

test('a link holds board, rule and moves', () => {
  const tree = gameOfLink('#size=20x19&rule=caro%2Bcontinuous&moves=h8i9t19');
  const { width, height, rule, first } = tree.start;
  assert.deepEqual([width, height, rule, first], [20, 19, 'caro+continuous', 'black']);
  assert.equal(tree.game(tree.end(tree.root)).moves, 'h8i9t19');
});

test('a link opens its game at its end or where it says', () => {
  const moves = '#size=15x15&rule=renju&moves=h8i9g7';
  const opened = (hash) => placeOfLink(hash, gameOfLink(hash)).ply;
  assert.equal(opened(moves), 3);
  for (const [at, ply] of [
    [0, 0],
    [2, 2],
    [9, 3],
    ['x', 3],
    [-1, 3],
  ])
    assert.equal(opened(`${moves}&at=${at}`), ply);
});

test('a link holds stones that were set up', () => {
  const { start } = gameOfLink('#size=15x15&rule=renju&black=h8&white=i9a1&first=white');
  assert.deepEqual([start.black, start.white, start.first], ['h8', 'i9a1', 'white']);
});

test('what is no link is no game', () => {
  for (const hash of ['', '#', '#moves=h8', '#size=15', '#size=ax15'])
    assert.equal(gameOfLink(hash), null, hash);
});

test('a link to a board of 100000 rows was drawn', () => {
  for (const size of ['100000x100000', '20000x20000', '33x15', '15x4', `${'9'.repeat(400)}x15`, '0x0'])
    assert.throws(() => gameOfLink(`#size=${size}`), /^Error: There is no board of /, size);
});

test('a link with points off the board or too many moves was drawn', () => {
  for (const moves of ['z99', 'h16', 'a0', 'zz1', 'h8ag1'])
    assert.throws(
      () => gameOfLink(`#size=15x15&moves=${moves}`),
      /is not a point of a board of 15×15/,
      moves,
    );
  for (const side of ['black', 'white'])
    assert.throws(() => gameOfLink(`#size=5x5&${side}=a1f1`), /f1 is not a point of a board of 5×5/);
  assert.throws(() => gameOfLink(`#size=5x5&moves=${'a1'.repeat(26)}`), /at most 25 moves/);
  assert.equal(gameOfLink('#size=32x5&moves=af5a1').all().length, 2);
});

/** A game of these lines, as it is kept. */
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

test('who sits where is told by the side that a person takes', () => {
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
