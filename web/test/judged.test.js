// The review of a game, kept with its moves and in SGF files.
import assert from 'node:assert/strict';
import test from 'node:test';
import { carry, forget, reviewedPath } from '../judged.js';
import { MARKS } from '../mistakes.js';
import { pointsOf } from '../tengen/points.js';
import { Review } from '../review.js';
import { Tree } from '../tree.js';

const line = (rate, moves) => ({ score: { points: 10 }, rate, moves });
const verdict = (grade, better, loss = 0.4) => ({
  grade,
  loss,
  accuracy: 0.5,
  better,
  reason: { why: 'lets', what: 'four', point: 'c3', plies: 0, instead_of: 0 },
});

/** h8 h9 i7 g9, reviewed: the third move is a blunder, i9 was better. */
function reviewed() {
  const tree = new Tree({ width: 15, height: 15, rule: 'renju' });
  const end = pointsOf('h8h9i7g9').reduce((at, point) => tree.add(at, point), tree.root);
  const review = new Review(/** @type {any} */ ({ tree, at: end, name: (point) => point }));
  review.path = tree.path(end);
  review.judged = {
    lines: [
      line(0.5, 'h8'),
      line(0.4, 'h9'),
      line(0.6, 'i9'),
      { score: { win_in: 15 }, at_most: true, rate: 0.9, moves: 'g9h10' },
      null,
    ],
    verdicts: [verdict('best', '', 0), verdict('good', '', 0), verdict('blunder', 'i9g7'), null],
    ending: { winner: 'white', reason: 'five' },
  };
  [0, 1, 2, 3, 4].forEach((after) => review.remember(after));
  return { tree, review };
}

/** What a file or the storage contains, as the page reads it. */
const again = (tree) => Tree.read(JSON.parse(JSON.stringify(tree.wire())));

test('a review is kept with its game', () => {
  const { tree, review } = reviewed();
  const later = new Review(/** @type {any} */ ({ tree: again(tree), name: (point) => point }));
  assert.deepEqual(later.judged, review.judged);
  assert.deepEqual(
    later.path.map(({ point }) => point),
    ['h8', 'h9', 'i7', 'g9'],
  );
  assert.equal(later.marked()[0].better, 'i9');
});

test('a judgement goes to a file in words, with the chance and the better line', () => {
  const { tree, review } = reviewed();
  const before = JSON.stringify(tree.wire());
  const written = review.annotated(tree);
  const judged = [written.root, ...written.all()].map(({ rest }) => rest.judged);
  assert.deepEqual(
    judged.map((one) => JSON.parse(one?.judgement ?? '')),
    [tree.root, ...tree.all()].map(({ rest }) => rest.review),
  );
  assert.deepEqual(
    judged.map((one) => [one?.grade, one?.better, one?.black?.toFixed(2)]),
    [
      ['', '', '0.50'],
      ['best', '', '0.60'],
      ['good', '', '0.60'],
      ['blunder', 'i9g7', '0.10'],
      ['', '', '0.00'], // White has won
    ],
  );
  assert.match(judged[0]?.said ?? '', /Black .*White/);
  assert.match(judged[3]?.said ?? '', /^\?\? blunder: lets White make a four at c3 .* i9$/);
  assert.deepEqual(
    [1, 2, 4].map((after) => judged[after]?.said),
    ['', '', ''],
  );
  assert.equal(JSON.stringify(tree.wire()), before, 'the game on the board stays as it is');
  // Moves of the game that were not reviewed have none.
  tree.line(['a1'], tree.find('h8h9i7g9'));
  assert.equal(review.annotated(tree).find('h8h9i7g9a1').rest.judged, undefined);
});

/** A property with a judgement, as a file has it. */
const property = (value) => `TGRV[${JSON.stringify(value).replace(/[\\\]]/g, '\\$&')}]`;

test('what was written because of a judgement is taken back when a file is read', () => {
  const { tree, review } = reviewed();
  tree.find('h8h9i7').comment = 'my own words';
  tree.find('h8h9').rest.more = 'TE[1]LB[aa:x]';
  const written = review.annotated(tree);
  const added = ['SBKV[50.00]', 'SBKV[60.00]', 'SBKV[60.00]', 'BM[2]SBKV[10.00]', 'SBKV[0.00]'];
  [written.root, ...written.all()].forEach((move, after) => {
    const { judgement = '', said = '' } = move.rest.judged ?? {};
    const kept = { ...JSON.parse(judgement), said, added: added[after] };
    move.comment = [move.comment, said].filter(Boolean).join('\n\n');
    move.rest = { more: (move.rest.more ?? '') + added[after] + property(kept) };
  });
  const read = again(written);
  const later = new Review(/** @type {any} */ ({ tree: read, name: (point) => point }));
  assert.deepEqual(later.judged, review.judged);
  assert.equal(read.find('h8h9i7').comment, 'my own words');
  assert.equal(read.root.comment, '');
  assert.equal(read.find('h8h9').rest.more, 'TE[1]LB[aa:x]');
  assert.equal(read.find('h8h9i7').rest.more, undefined);
});

test('what is no judgement is ignored', () => {
  const tree = new Tree({ width: 15, height: 15, rule: 'renju' });
  tree.add(tree.root, 'h8');
  const wire = tree.wire();
  const kept = { line: line(0.5, 'h9'), verdict: null };
  const read = (review) => Tree.read({ ...wire, nodes: [{ ...wire.nodes[0], ...review }] }).find('h8').rest;
  assert.deepEqual(read({ review: kept }).review, kept);
  assert.deepEqual(read({ more: property(kept) }), { review: kept });
  for (const grade of ['best', 'good', ...Object.keys(MARKS)]) {
    const review = { line: null, verdict: verdict(grade, '') };
    assert.deepEqual(read({ review }).review, review);
  }
  for (const value of [
    5,
    { line: 5 },
    { line: { ...kept.line, rate: 2 } },
    { line: { ...kept.line, score: { points: 'x' } } },
    { line: { ...kept.line, moves: 'z99' } },
    { line: null, verdict: { grade: 'best' } },
    { line: null, verdict: { ...verdict('best', ''), reason: 3 } },
    { line: null, verdict: verdict('constructor', '') },
    { line: null, verdict: { ...verdict('best', ''), loss: '0.5' } },
    {
      line: null,
      verdict: { ...verdict('best', ''), reason: { ...verdict('best', '').reason, plies: 'x' } },
    },
    { line: null, verdict: null, ending: { winner: 'green', reason: '' } },
  ]) {
    assert.equal(read({ review: value }).review, undefined, JSON.stringify(value));
    const more = property(value);
    assert.deepEqual(read({ more }), { more }, 'a property that is not ours stays');
  }
  assert.deepEqual(read({ more: 'TGRV[{]' }), { more: 'TGRV[{]' });
});

test('a review turns with its game, survives undo, and ends with another rule', () => {
  const { tree } = reviewed();
  const { tree: mirrored } = tree.turned('mirror');
  assert.equal(mirrored.find('h8h9g7').rest.review?.verdict?.better, 'g9i7');
  assert.equal(mirrored.find('h8h9g7').rest.review?.verdict?.reason?.point, 'm3');
  assert.equal(mirrored.root.rest.review?.line?.moves, 'h8');
  const earlier = Tree.read({ ...tree.wire(), review: undefined, nodes: tree.wire().nodes.slice(0, 2) });
  forget(earlier);
  carry(tree, earlier);
  assert.equal(reviewedPath(earlier).length, 2);
  const other = new Tree({ width: 15, height: 15, rule: 'caro' });
  other.add(other.root, 'h8');
  carry(tree, other);
  assert.equal(reviewedPath(other).length, 0);
});

test('mistakes are ordered by their size', () => {
  const { review } = reviewed();
  review.judged.verdicts = [
    verdict('mistake', 'a1', 0.2),
    null,
    verdict('blunder', 'i9', 0.5),
    verdict('best', '', 0),
  ];
  const order = () => review.listed().map(({ move }) => move.point);
  assert.deepEqual(order(), ['h8', 'i7', 'g9']);
  review.order = 'size';
  assert.deepEqual(order(), ['i7', 'h8']);
});
