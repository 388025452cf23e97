// The game tree.
import assert from 'node:assert/strict';
import test from 'node:test';
import { pointsOf } from '../tengen/points.js';
import { Tree } from '../tree.js';

const START = { width: 15, height: 15, rule: 'renju' };

/** A tree of these lines; the first one is the main line. */
function grown(...lines) {
  const tree = new Tree(START);
  for (const line of lines) pointsOf(line).reduce((at, point) => tree.add(at, point), tree.root);
  return tree;
}

const names = (moves) => moves.map((move) => move.point).join('');

test('a stored game that cannot be read is refused', () => {
  const stored = { ...START, nodes: [] };
  assert.equal(Tree.read(stored).all().length, 0);
  for (const junk of [
    null,
    5,
    { ...START },
    { ...stored, width: 15.5 },
    { ...stored, height: '15' },
    { ...stored, rule: null },
    { ...stored, black: 7 },
    { ...stored, players: 'two' },
    { ...stored, nodes: [null] },
    { ...stored, nodes: [{ after: null, point: 8 }] },
    { ...stored, nodes: [{ after: 0, point: 'h8' }] },
  ])
    assert.throws(() => Tree.read(junk), Error, JSON.stringify(junk));
});

test('the same move is made once', () => {
  const tree = grown('h8i9g7', 'h8i9f6');
  assert.equal(tree.all().length, 4);
  const i9 = tree.find('h8i9');
  assert.equal(names(i9.next), 'g7f6');
  assert.equal(i9.ply, 2);
});

test('a line ends where one looked last', () => {
  const tree = grown('h8i9g7', 'h8i9f6e5');
  assert.equal(tree.end(tree.root).point, 'e5');
  tree.find('h8i9g7');
  assert.equal(tree.end(tree.root).point, 'g7');
});

test('a variation becomes the main line', () => {
  const tree = grown('h8i9g7', 'h8j10');
  tree.promote(tree.find('h8j10'));
  assert.equal(names(tree.find('h8').next), 'j10i9');
  assert.equal(names(tree.all()), 'h8j10i9g7');
});

test('a move goes with what follows it', () => {
  const tree = grown('h8i9g7', 'h8j10');
  const left = tree.remove(tree.find('h8i9'));
  assert.equal(left.point, 'h8');
  assert.equal(names(tree.all()), 'h8j10');
  assert.equal(tree.remove(tree.root), tree.root);
});

test('the sides alternate, starting with the first player', () => {
  const tree = grown('h8i9');
  assert.equal(tree.side(tree.root), 'black');
  assert.equal(tree.side(tree.find('h8')), 'white');
  const white = new Tree({ ...START, black: 'h8', first: 'white' });
  assert.equal(white.side(white.root), 'white');
});

test('a game goes to the engine up to a move', () => {
  const tree = grown('h8i9g7');
  const { moves, rule, first } = tree.game(tree.find('h8i9'), 'a1');
  assert.deepEqual({ moves, rule, first }, { moves: 'h8i9a1', rule: 'renju', first: 'black' });
});

test('what is kept comes back, with what the page does not show', () => {
  const tree = grown('h8i9g7', 'h8i9f6', 'a1');
  tree.players = ['A', 'B'];
  tree.finish({ winner: 'white', reason: 'resignation' });
  tree.root.comment = 'begun';
  tree.root.rest = { more: 'EV[x]' };
  tree.find('h8i9f6').comment = '好';
  tree.find('h8i9f6').rest = { time: 1200, more: 'KO[]' };
  const wire = JSON.parse(JSON.stringify(tree.wire()));
  assert.deepEqual(wire.nodes[0].after, null);
  assert.deepEqual(wire.nodes[2].after, 1);
  assert.deepEqual(Tree.read(wire).wire(), tree.wire());
  assert.equal(JSON.stringify(Tree.read(wire).wire()), JSON.stringify(tree.wire()));
});

test('the file of a running game has no stones that were only tried', () => {
  const tree = grown('h8i9g7', 'h8j10');
  const tip = tree.find('h8i9g7');
  tree.add(tree.add(tip, 'a1'), 'a2');
  tree.promote(tree.find('h8j10'));
  const before = JSON.stringify(tree.wire());
  assert.equal(names(tree.playedTo(tip).all()), 'h8i9g7j10');
  assert.equal(JSON.stringify(tree.wire()), before);
  assert.equal(names(tree.playedTo(tree.root).all()), '');
});

test('a game is rotated and mirrored with its set-up stones and marks', () => {
  const tree = new Tree({ width: 7, height: 5, rule: 'renju', black: 'a5', white: 'g1' });
  tree.add(tree.add(tree.root, 'b5'), 'c4').rest = { more: 'LB[ca:A][db:2]MA[aa:bc]KO[]AR[aa:cb]' };
  const rotated = tree.turned('rotate');
  assert.deepEqual([rotated.tree.start.width, rotated.tree.start.height], [5, 7]);
  assert.deepEqual([rotated.tree.start.black, rotated.tree.start.white], ['e7', 'a1']);
  assert.equal(rotated.points('b5c4'), 'e6d5');
  assert.equal(names(rotated.tree.all()), 'e6d5');
  assert.equal(rotated.tree.find('e6d5').rest.more, 'LB[ec:A][dd:2]MA[ca:eb]KO[]AR[ea:dc]');
  const mirrored = tree.turned('mirror').tree;
  assert.equal(names(mirrored.all()), 'f5e4');
  assert.equal(mirrored.find('f5e4').rest.more, 'LB[ea:A][db:2]MA[fa:gc]KO[]AR[ga:eb]');
  let again = tree;
  for (let i = 0; i < 4; i++) again = again.turned('rotate').tree;
  assert.deepEqual(again.wire(), tree.wire());
  assert.deepEqual(tree.turned('mirror').tree.turned('mirror').tree.wire(), tree.wire());
});

test('rows of moves are followed as far as they are there', () => {
  const tree = grown('h8i9g7');
  assert.equal(tree.find('h8i9c3').point, 'i9');
  assert.equal(tree.find('c3'), tree.root);
  assert.equal(tree.find(''), tree.root);
});

test('deep games do not exhaust the stack', () => {
  const tree = new Tree(START);
  let at = tree.root;
  for (let i = 0; i < 20_000; i++) at = tree.add(at, i % 2 ? 'a1' : 'b2');
  assert.equal(Tree.read(tree.wire()).all().length, 20_000);
});
