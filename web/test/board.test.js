// The parts of the board that are redrawn.
import assert from 'node:assert/strict';
import test from 'node:test';
import { difference, escaped } from '../tengen/board.js';

const between = (before, after) => difference([...before], [...after]);

/** Applies a difference to a list. */
function changed(before, { same, gone, fresh }) {
  return [...before.slice(0, same), ...fresh, ...before.slice(same + gone)].join('');
}

test('one stone more is drawn alone, wherever it stands', () => {
  assert.deepEqual(between('ABab', 'ABCab'), { same: 2, gone: 0, fresh: ['C'] });
  assert.deepEqual(between('ABab', 'ABabc'), { same: 4, gone: 0, fresh: ['c'] });
  assert.deepEqual(between('', 'A'), { same: 0, gone: 0, fresh: ['A'] });
});

test('what is the same is not drawn', () => {
  assert.deepEqual(between('ABab', 'ABab'), { same: 4, gone: 0, fresh: [] });
});

test('every row becomes every other', () => {
  const rows = ['', 'A', 'AA', 'AB', 'BA', 'ABA', 'AAB', 'ABAB', 'BBAA', 'ABCAB'];
  for (const before of rows)
    for (const after of rows) assert.equal(changed(before, between(before, after)), after);
});

test('text of a file is escaped', () => {
  assert.equal(escaped('<b>&'), '&#60;b&#62;&#38;');
});
