// The level that follows the player's rating.
import assert from 'node:assert/strict';
import test from 'node:test';
import { followedLevel, levelFor } from '../rating.js';

test('the level is the one whose rating is nearest', () => {
  assert.deepEqual([0, 589, 591, 1000, 1119, 1121, 2500, 4000].map(levelFor), [1, 1, 2, 3, 3, 4, 8, 8]);
});

test('a new player begins at the level of the first game', () => {
  assert.equal(followedLevel(), 3);
});
