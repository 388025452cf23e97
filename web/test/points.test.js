// Names and coordinates of points.
import assert from 'node:assert/strict';
import test from 'node:test';
import { column, drawing, marksOf, nameOf, placeOf, pointsOf, shown } from '../tengen/points.js';

test('columns go on behind z with two letters', () => {
  assert.deepEqual([0, 7, 25, 26, 31].map(column), ['a', 'h', 'z', 'aa', 'af']);
});

test('every point of every board has a name of its own that leads back to it', () => {
  for (const [width, height] of [
    [5, 5],
    [15, 15],
    [20, 20],
    [32, 7],
    [32, 32],
  ]) {
    const names = new Set();
    for (let x = 0; x < width; x++) {
      for (let y = 0; y < height; y++) {
        const name = nameOf(x, y, height);
        names.add(name);
        assert.deepEqual(placeOf(name, height), [x, y], name);
      }
    }
    assert.equal(names.size, width * height);
  }
});

test('rows are counted from the bottom', () => {
  assert.equal(nameOf(0, 0, 15), 'a15');
  assert.equal(nameOf(7, 7, 15), 'h8');
  assert.equal(nameOf(14, 14, 15), 'o1');
});

test('a row of moves is taken apart, whatever stands between', () => {
  assert.deepEqual(pointsOf('h8i9af32'), ['h8', 'i9', 'af32']);
  assert.deepEqual(pointsOf('h8, i9; j10'), ['h8', 'i9', 'j10']);
  assert.deepEqual(pointsOf(''), []);
  assert.deepEqual(pointsOf('8 h'), []);
});

test('pairs are columns and rows from 0 at the top left, as they are read', () => {
  assert.equal(shown('a15', 15, 'course'), '(0,0)');
  assert.equal(shown('i8', 15, 'course'), '(8,7)');
  assert.equal(shown('j10', 15, 'course'), '(9,5)');
  assert.equal(shown('i8', 15, 'letters'), 'i8');
});

test('a board is drawn as text, with its labels', () => {
  const board = { black: 'a5c3', white: 'e1', dead: 'b2' };
  assert.equal(
    drawing(board, 5, 5),
    ' 5 X . . . .\n 4 . . . . .\n 3 . . X . .\n 2 . # . . .\n 1 . . . . O\n   a b c d e\n',
  );
});

test('a drawing has the numbers of moves where they are wanted', () => {
  const board = { black: 'a5c3', white: 'e1', dead: 'b2' };
  const numbers = new Map([
    ['c3', 9],
    ['e1', 10],
  ]);
  const [first, , third, , last, letters] = drawing(board, 5, 5, numbers).split('\n');
  assert.equal(first, ' 5  X  .  .  .  .');
  assert.equal(third, ' 3  .  .  9  .  .');
  assert.equal(last, ' 1  .  .  .  . 10');
  assert.equal(letters, '    a  b  c  d  e');
});

test('labels of a file are shown on their points', () => {
  const read = (more) => Object.fromEntries(marksOf(more, 32, 15).letters);
  assert.deepEqual(read('HO[1]LB[hh:A][ia:\\]x]\n[Ao:b]TR[aa]'), { h8: 'A', i15: ']x', aa1: 'b' });
  for (const more of ['', 'C[LB[aa:b\\]]', 'LB[hh]', 'LB[zz:a]', 'XLB[hh:a]'])
    assert.deepEqual(read(more), {}, more);
});

test('the marks and arrows of a file are on their points', () => {
  const read = (more) => {
    const { marks, arrows } = marksOf(more, 15, 15);
    return [marks.map(({ point, shape }) => `${shape} ${point}`), arrows];
  };
  assert.deepEqual(read('TR[hh]SQ[aa]CR[oo]MA[ia]\n[ib]'), [
    ['triangle h8', 'square a15', 'circle o1', 'cross i15', 'cross i14'],
    [],
  ]);
  assert.deepEqual(read('TR[aa:bb]'), [['triangle a15', 'triangle b15', 'triangle a14', 'triangle b14'], []]);
  assert.deepEqual(read('AR[hh:ii][aa:oo]'), [
    [],
    [
      { from: 'h8', to: 'i7' },
      { from: 'a15', to: 'o1' },
    ],
  ]);
  // Outside the board, of another kind, or incomplete.
  for (const more of ['', 'TR[pp]', 'AR[hh]', 'AR[hh:pp]', 'XTR[hh]', 'C[TR[hh\\]]', 'TR[]', 'TR[h]'])
    assert.deepEqual(read(more), [[], []], more);
});
