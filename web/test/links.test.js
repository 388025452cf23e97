// Games in links.
import assert from 'node:assert/strict';
import test from 'node:test';
import { hashOf, readLink } from '../links.js';

test('a link holds board, rule and moves', () => {
  const tree = readLink('#size=20x19&rule=caro%2Bcontinuous&moves=h8i9t19').tree;
  const { width, height, rule, first } = tree.start;
  assert.deepEqual([width, height, rule, first], [20, 19, 'caro+continuous', 'black']);
  assert.equal(tree.game(tree.end(tree.root)).moves, 'h8i9t19');
});

test('a link opens its game at the end or at the given move', () => {
  const moves = '#size=15x15&rule=renju&moves=h8i9g7';
  const opened = (hash) => readLink(hash).place.ply;
  assert.equal(opened(moves), 3);
  for (const [at, ply] of [
    [0, 0],
    [2, 2],
    [3, 3],
  ])
    assert.equal(opened(`${moves}&at=${at}`), ply);
});

test('a link holds stones that were set up', () => {
  const { start } = readLink('#size=15x15&rule=renju&black=h8&white=i9a1&first=white').tree;
  assert.deepEqual([start.black, start.white, start.first], ['h8', 'i9a1', 'white']);
});

test('what is no link is no game', () => {
  for (const hash of ['', '#']) assert.equal(readLink(hash), null, hash);
});

/** Checks that a link is refused and that the message contains this text. */
const refused = (hash, why) =>
  assert.throws(
    () => readLink(hash),
    (error) => error.message.includes(why),
    `${hash}: ${why}`,
  );

test('a link without a readable size is refused', () => {
  refused('#rule=renju&moves=h8', 'names no board size');
  refused('#moves=h8', 'names no board size');
  for (const size of ['', '15', 'ax15', '15X15', '15×15', '15x15x15', '-15x15'])
    refused(`#size=${size}&moves=h8`, `"size=${size}" is not a board size`);
  refused(`#size=${'junk'.repeat(1000)}`, `"size=${'junk'.repeat(10)}…" is not a board size`);
});

test('a link with unreadable moves is refused', () => {
  for (const [moves, part] of [
    ['junk', 'junk'],
    ['h8i9x', 'x'],
    ['h8--i9', '--'],
    ['h8 7,7', '7'],
    ['H8I9', 'H8I9'],
    ['h8I9j10', 'I9'],
    ['h8i9...', '...'],
    ['é4', 'é4'],
    ['%', '%'],
  ])
    for (const key of ['moves', 'black', 'white'])
      refused(`#size=15x15&${key}=${moves}`, `"${part}" in ${key}= is not a point`);
});

test('a link with separators between its points is read', () => {
  const tree = readLink('#size=15x15&moves=h8,+i9;%20j10&black=a1,b1&white=a2;b2').tree;
  assert.equal(tree.game(tree.end(tree.root)).moves, 'h8i9j10');
  assert.deepEqual([tree.start.black, tree.start.white], ['a1b1', 'a2b2']);
});

test('unknown and repeated keys of a link are refused', () => {
  refused('#h8i9', '"h8i9" is unknown');
  refused('#sise=15x15&moves=h8', '"sise" is unknown');
  refused('#size=15x15&amp;moves=h8', '"amp;moves" is unknown');
  refused('#size=15x15&opening=swap2', '"opening" is unknown');
  refused('#size=15x15&moves=h8&moves=i9', '"moves=" is given twice');
});

test('a link with an unknown side to move is refused', () => {
  for (const first of ['', 'White', 'junk'])
    refused(`#size=15x15&first=${first}`, `"first=${first}" is not a side`);
});

test('a link to a place that its game does not have is refused', () => {
  for (const at of ['', 'x', '-1', '1.5', '3'])
    refused(`#size=15x15&moves=h8i9&at=${at}`, `"at=${at}" is not a place in a game of 2 moves`);
});

test('a link without a rule is read by the rule that is chosen', () => {
  assert.equal(readLink('#size=15x15').tree.start.rule, 'freestyle');
  assert.equal(readLink('#size=15x15', 'renju').tree.start.rule, 'renju');
  assert.equal(readLink('#size=15x15&rule=caro', 'renju').tree.start.rule, 'caro');
});

test('a pasted link is kept whole wherever its size is', () => {
  const link = (text) => hashOf(`https://x.example/page/${text}`);
  for (const hash of ['#size=15x15', '#size=', '#rule=renju&moves=h8', '#moves=h8&rule=renju&size=9x9'])
    assert.equal(link(hash), hash);
  assert.equal(hashOf(' https://x.example/#size=9x9\n'), '#size=9x9');
  // Move lists in links of other pages are read by the engine.
  for (const other of ['', '#/h8i9', '#h8i9', '#moves=h8', '?size=9x9', '#size=9x9 h8'])
    assert.equal(link(other), '', other);
  assert.equal(hashOf('#size=9x9'), '');
});

test('a link to a board of 100000 rows is refused', () => {
  for (const size of ['100000x100000', '20000x20000', '33x15', '15x4', `${'9'.repeat(400)}x15`, '0x0'])
    assert.throws(() => readLink(`#size=${size}`), /^Error: .* is not a valid board size: /, size);
});

test('a link with points off the board or too many moves is refused', () => {
  for (const moves of ['z99', 'h16', 'a0', 'zz1', 'h8ag1'])
    assert.throws(() => readLink(`#size=15x15&moves=${moves}`), /is not on a 15×15 board/, moves);
  for (const side of ['black', 'white'])
    assert.throws(() => readLink(`#size=5x5&${side}=a1f1`), /f1 is not on a 5×5 board/);
  assert.throws(() => readLink(`#size=5x5&moves=${'a1'.repeat(26)}`), /at most 25 moves/);
  assert.equal(readLink('#size=32x5&moves=af5a1').tree.all().length, 2);
});
