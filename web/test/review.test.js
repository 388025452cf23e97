// Marks of a review.
import assert from 'node:assert/strict';
import test from 'node:test';
import { pointsOf } from '../points.js';
import { Review } from '../review.js';
import { Tree } from '../tree.js';

test('a move that loses a lost game twice as fast is a mistake, and one that loses 600 points', () => {
  const tree = new Tree({ width: 15, height: 15, rule: 'freestyle' });
  const end = pointsOf('h8h9i7g9j6a1k5').reduce((at, point) => tree.add(at, point), tree.root);
  const review = new Review(/** @type {any} */ ({ tree }));
  review.path = tree.path(end);
  const line = (score, rate) => ({ score, rate, moves: 'o15' });
  review.judged = [];
  review.judged[3] = line({ loss_in: 8 }, 0);
  review.judged[4] = line({ win_in: 3 }, 1);
  review.judged[5] = line({ points: -500 }, 0.1);
  review.judged[6] = line({ points: 1100 }, 0.99);
  const mark = (number) => review.mark(review.path[number])?.word;
  assert.equal(mark(3), 'mistake');
  assert.equal(mark(5), 'mistake');
  assert.equal(mark(2), undefined);
});
