// Judgements, points of view and reports of a review.
import assert from 'node:assert/strict';
import test from 'node:test';
import { accuracyOf, gradeOf, markOf, reasonOf } from '../mistakes.js';
import { drawing, pointsOf } from '../tengen/points.js';
import { htmlOf, markdownOf } from '../report.js';
import { Review } from '../review.js';
import { Tree } from '../tree.js';
import { isWarned, warningOf } from '../warning.js';

const verdict = (grade, why, more = {}) => ({
  grade,
  loss: 0.2,
  accuracy: 0.5,
  better: '',
  reason: why && { why, what: '', point: '', plies: 0, instead_of: 0, ...more },
});

/** A review of a game with these lines and judgements. */
function reviewed(lines, verdicts = []) {
  const tree = new Tree({ width: 15, height: 15, rule: 'freestyle' });
  const end = pointsOf('h8h9i7g9').reduce((at, point) => tree.add(at, point), tree.root);
  const review = new Review(/** @type {any} */ ({ tree, name: (point) => point }));
  review.path = tree.path(end);
  review.judged = { lines, verdicts, ending: null };
  return review;
}

test('a player is warned of a large loss, and of a win that is missed or allowed', () => {
  const warned = (loss, ...given) => isWarned({ ...verdict(...given), loss }, 0.15);
  assert.ok(warned(0.2, 'mistake', 'lets play'));
  assert.ok(!warned(0.1, 'inaccuracy', 'lets play'));
  assert.ok(warned(0.08, 'missed win', 'misses fours'));
  assert.ok(warned(0.08, 'missed defence', 'lets win'));
  assert.ok(warned(0.01, 'inaccuracy', 'misses', { what: 'open four' }));
  assert.ok(warned(0.01, 'inaccuracy', 'lets', { what: 'five' }));
  assert.ok(!warned(0.08, 'inaccuracy', 'lets', { what: 'three' }));
  assert.ok(!warned(0, 'good', 'makes', { what: 'five' }));
});

test('grades and reasons are put into words', () => {
  const reason = (...given) => reasonOf(verdict(...given), 'white', (point) => point.toUpperCase());
  assert.equal(gradeOf(verdict('missed win')), 'missed win');
  assert.equal(gradeOf(verdict('best')), 'best');
  assert.equal(markOf(verdict('good')), null);
  assert.equal(markOf(verdict('blunder')).sign, '??');
  assert.equal(
    reason('mistake', 'lets', { what: 'three', point: 'g9' }),
    'lets Black make an open three at G9',
  );
  assert.equal(
    reason('missed win', 'misses fours', { plies: 9, point: 'h7' }),
    'misses a win by fours (VCF) in 9 at H7',
  );
  assert.equal(reason('blunder', 'forbidden', { what: 'double three' }), 'is forbidden: double three');
  assert.equal(reason('good', 'still wins', { plies: 13, instead_of: 5 }), 'still wins, in 13 instead of 5');
  const unsettled = { plies: 11, at_most: true, instead_of: 9, instead_of_at_most: true };
  assert.equal(reason('good', 'still wins', unsettled), 'still wins, in ≤11 instead of ≤9');
  assert.equal(
    reason('inaccuracy', 'loses sooner', { ...unsettled, at_most: false }),
    'loses in 11 instead of ≤9',
  );
  assert.equal(reason('best'), '');
});

test('the reason of a win that is missed or allowed shows its first moves', () => {
  const reason = (why, better, after, more = {}) =>
    reasonOf(
      { ...verdict('blunder', why, { plies: 9, point: 'g9', ...more }), better },
      'black',
      (point) => point.toUpperCase(),
      '',
      after,
    );
  assert.equal(
    reason('lets fours', 'a1b1', 'g9h8g7g8f6i9'),
    'lets White win by fours (VCF) in 9 at G9: G9 H8 G7 G8 F6 …',
  );
  assert.equal(reason('misses win', 'g9h8g7', 'a1b1'), 'misses a win in 9 at G9: G9 H8 G7');
  assert.equal(reason('lets win', '', 'g9'), 'lets White win in 9 at G9');
  assert.equal(reason('lets win', '', 'h8g9'), 'lets White win in 9 at G9');
  assert.equal(reason('misses win', '', '', { at_most: true }), 'misses a win in ≤9 at G9');
  assert.equal(reason('lets play', '', 'g9h8g7g8'), 'lets White play G9 H8 G7');
  assert.equal(reason('lets play', '', ''), 'lets White play G9');
  const line = (moves) => ({ score: { points: 0 }, rate: 0.5, moves });
  const review = reviewed(
    [line('h8'), line('g9h8g7')],
    [verdict('blunder', 'lets win', { point: 'g9', plies: 9 })],
  );
  assert.equal(review.rows()[0].cells[5], 'blunder: lets White win in 9 at g9: g9 h8 g7');
});

test('what a move lets the other side play is shown on the board, or else the best move', () => {
  const line = (moves) => ({ score: { points: 0 }, rate: 0.5, moves });
  const shown = (why, point, moves) => {
    const review = reviewed([line('h8'), line(moves)], [verdict('blunder', why, { point, plies: 9 })]);
    const analyse = { ghosts: (points) => points };
    Object.assign(review.app, { at: review.path[0], modes: { analyse } });
    const { ghosts = [], candidates = [] } = review.scene();
    return [ghosts.join(' '), candidates.map(({ point }) => point).join(' ')];
  };
  assert.deepEqual(shown('lets win', 'g9', 'g9h8g7g8f6i9'), ['g9 h8 g7 g8 f6', '']);
  assert.deepEqual(shown('lets play', 'g9', 'g9h8g7g8f6i9'), ['g9 h8 g7', '']);
  assert.deepEqual(shown('lets', 'g9', 'g9h8g7g8f6i9'), ['g9', '']);
  assert.deepEqual(shown('lets win', 'g9', 'h8g9'), ['g9', '']);
  assert.deepEqual(shown('misses win', 'g9', 'c3d4'), ['', 'c3']);
  assert.deepEqual(shown('lets win', '?', 'c3d4'), ['', 'c3'], 'a file may contain anything');
});

test('a warning shows the win that is allowed', async () => {
  const tree = new Tree({ width: 15, height: 15, rule: 'freestyle' });
  const allowed = verdict('missed defence', 'lets fours', { plies: 9, point: 'g9' });
  // The position after the move comes first, then that before it with the judgement of the move.
  const messages = [
    { after: 1, line: { moves: 'g9h8g7g8f6i9' }, verdict: null, last: false },
    { after: 0, line: { moves: 'a1b1' }, verdict: allowed, last: true },
  ];
  const search = (_, receive) => {
    setTimeout(() => messages.forEach((message) => receive({ reply: 'judged', ...message })));
    return { stop() {} };
  };
  const app = { tree, engine: { search }, name: (point) => point };
  const play = { app, tip: tree.add(tree.root, 'a1'), setup: { warn: 0.15 }, search: null };
  assert.equal(
    await warningOf(/** @type {any} */ (play)),
    'a1 loses 20.0 % of your chance to win (missed defence): lets White win by fours (VCF) in 9 at g9: g9 h8 g7 g8 f6 …',
  );
});

test('in a continuous game a win is the next row', () => {
  const rule = 'freestyle+continuous';
  const reason = (...given) => reasonOf(verdict(...given), 'white', (point) => point, rule);
  assert.equal(gradeOf(verdict('missed win'), rule), 'missed row');
  assert.equal(gradeOf(verdict('mistake'), rule), 'mistake');
  assert.equal(reason('best', 'five'), 'completes a row');
  assert.equal(reason('good', 'wins in', { plies: 5 }), 'completes a row in 5');
  assert.equal(
    reason('blunder', 'lets win', { plies: 9, point: 'h7' }),
    'lets Black complete a row in 9 at h7',
  );
  assert.equal(reason('good', 'makes', { what: 'three' }), 'makes an open three');
  const line = (score, rate) => ({ score, rate, moves: 'o15' });
  const review = reviewed([line({ win_in: 1 }, 0.7), line({ win_in: 4 }, 0.6)]);
  review.app.tree.start.rule = rule;
  assert.deepEqual(
    [0, 1].map((after) => review.score(after)),
    ['row 1', 'lost row 4'],
  );
});

test('scores and chances keep one point of view', () => {
  const line = (score, rate) => ({ score, rate, moves: 'o15' });
  const review = reviewed([line({ points: 40 }, 0.55), line({ points: 30 }, 0.54), line({ win_in: 3 }, 1)]);
  assert.deepEqual(
    [0, 1, 2].map((after) => review.score(after)),
    ['+40', '−30', 'win 3'],
  );
  assert.deepEqual(
    [0, 1, 2].map((after) => review.seen(after).toFixed(2)),
    ['0.55', '0.46', '1.00'],
  );
  review.view = 'white';
  assert.deepEqual(
    [0, 1, 2].map((after) => review.score(after)),
    ['−40', '+30', 'loss 3'],
  );
  assert.deepEqual(
    [0, 1, 2].map((after) => review.seen(after).toFixed(2)),
    ['0.45', '0.54', '0.00'],
  );
  // The evaluation bar always shows Black's chance.
  assert.equal(review.black(2), 1);
});

test('only judged moves are shown, and a better move only where something was lost', () => {
  const review = reviewed([], [undefined, { ...verdict('mistake'), better: 'g7a1' }, verdict('best')]);
  assert.deepEqual(
    review.rows().map(({ side, better }) => [side, better]),
    [
      ['white', 'g7'],
      ['black', ''],
    ],
  );
  assert.equal(review.marked('white').length, 1);
  assert.equal(review.marked('black').length, 0);
  assert.equal(accuracyOf([{ ...verdict('best'), accuracy: 1 }, verdict('mistake')]), '75 %');
  assert.equal(accuracyOf([]), '–');
});

test('a report contains all of the review and no signs of its own', async () => {
  const report = {
    title: 'Review: a*b – <c>',
    about: 'renju',
    graph: '<svg></svg>',
    legend: 'legend',
    tables: [
      [
        ['', 'Accuracy'],
        ['Black', '90 %'],
      ],
      [
        ['#', 'Move'],
        ['1', 'h8 | ?'],
      ],
    ],
    boards: [{ title: '1. h8', text: 'X .\n', picture: Promise.resolve({ text: '<svg></svg>' }) }],
  };
  const markdown = markdownOf([report, report]);
  assert.equal(markdown.match(/^# Review: a\\\*b – \\<c\\>$/gm).length, 2);
  assert.ok(markdown.includes('| 1 | h8 \\| ? |'));
  assert.ok(markdown.includes('```text\nX .\n```'));
  const html = await htmlOf([report]);
  assert.ok(html.includes('<h1>Review: a*b – &#60;c&#62;</h1>') && html.includes('<td>h8 | ?'));
  assert.equal(html.match(/<svg>/g).length, 2);
});

test('a drawing shows marks on empty points too', () => {
  const rows = drawing({ black: 'a5', white: 'b5', dead: '' }, 5, 5, new Map([['c5', '?']])).split('\n');
  assert.equal(rows[0], ' 5 X O ? . .');
});
