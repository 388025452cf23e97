// The form for a rule and a board.
import assert from 'node:assert/strict';
import test from 'node:test';
import { described, ruleName } from '../fields.js';
import { readStart } from '../startform.js';

/** A form with these fields. */
function filled(fields) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

test('a usual board is chosen by its size', () => {
  assert.deepEqual(readStart(filled({ rule: 'renju', size: '15x15' })), {
    width: 15,
    height: 15,
    rule: 'renju',
  });
});

test('another board has its columns and rows', () => {
  const data = filled({ rule: 'caro', size: 'other', width: '19.6', height: '7' });
  assert.deepEqual(readStart(data), { width: 20, height: 7, rule: 'caro' });
});

test('what is added to a rule stands behind it, always in the same order', () => {
  const data = filled({ continuous: 'on', rule: 'caro', fb_check: 'on', size: '9x9' });
  assert.equal(readStart(data).rule, 'caro+fb_check+continuous');
});

test('rules have names in words', () => {
  assert.equal(ruleName('renju'), 'Renju');
  assert.ok(ruleName('caro+continuous').startsWith('Caro, '));
  assert.equal(described({ rule: 'renju', width: 20, height: 15 }), 'Renju · 20×15');
});
