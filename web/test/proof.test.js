// Proofs: the line against each defence.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Analyse } from '../analyse.js';
import { nearestToEven } from '../tengen/engine.js';
import { defences, defend, follow, refuted, spread, walk } from '../proof.js';

/** h8 threatens i8 j8; g8 leaves a win by f8 (three plies), k8 one by c3 in one, and d4's plan was not sent. */
const PROOF = [
  { moves: 'h8', fours: 'i8a1j8', replies: [['k8', 2], ['g8', 1], ['d4', null]], plies: 5 },
  { moves: 'f8b1e8', fours: '', replies: [], plies: 3 },
  { moves: 'c3', fours: '', replies: [], plies: 1 },
]; // prettier-ignore
const START = { proof: PROOF, plan: PROOF[0], moves: ['h8', 'g8', 'f8', 'b1', 'e8'], attacks: true };
const THREAT = walk(START, 1);

test('only the plan of the winner is followed', () => {
  assert.deepEqual(follow(START, 'h8')?.moves, ['g8', 'f8', 'b1', 'e8']);
  assert.equal(follow(START, 'h9'), null);
});

test('each defence has its plan, and any other move loses to the fours', () => {
  assert.deepEqual(follow(THREAT, 'g8')?.moves, ['f8', 'b1', 'e8']);
  assert.deepEqual(follow(THREAT, 'k8')?.moves, ['c3']);
  assert.deepEqual(follow(THREAT, 'o15')?.moves, ['i8', 'a1', 'j8']);
  assert.equal(follow(THREAT, 'd4'), null, 'its plan is not known');
});

test('a reply to a four is the only one', () => {
  const four = walk(START, 3);
  assert.deepEqual([four.moves, four.attacks], [['b1', 'e8'], false]);
  assert.deepEqual(follow(four, 'b1')?.moves, ['e8']);
  assert.equal(follow(four, 'b2'), null);
});

test('defences are listed with the longest first', () => {
  assert.deepEqual(defences(THREAT), {
    replies: [
      { point: 'd4', plies: Infinity },
      { point: 'g8', plies: 3 },
      { point: 'k8', plies: 1 },
    ],
    fours: ['i8', 'a1', 'j8'],
  });
  assert.deepEqual(defences(START), { replies: [], fours: [] });
});

test('the line changes with the defence', () => {
  assert.deepEqual(defend(START, 1, 'k8').moves, ['h8', 'k8', 'c3']);
  assert.deepEqual(defend(defend(START, 1, 'k8'), 1, 'g8').moves, START.moves);
});

test('a try without a plan gets the win that the solver finds', () => {
  const [plan] = [{ moves: 'e4f4g4', fours: '', replies: [], plies: 3 }];
  const won = { proof: [plan], plan, moves: ['e4', 'f4', 'g4'], attacks: true };
  const tried = refuted(START, 1, 'd4', won);
  assert.deepEqual(tried.moves, ['h8', 'd4', 'e4', 'f4', 'g4']);
  const there = walk(tried, 2);
  assert.deepEqual([there.attacks, there.plan, there.moves], [true, plan, ['e4', 'f4', 'g4']]);
  assert.deepEqual(walk(tried, 4).moves, ['g4']);
  // Another defence and back: the win is still known. On the board it is followed too.
  const back = defend(defend(tried, 1, 'k8'), 1, 'd4');
  assert.deepEqual(back.moves, tried.moves);
  assert.deepEqual(follow(follow(tried, 'h8') ?? START, 'd4')?.moves, ['e4', 'f4', 'g4']);
  // A try within the fours of another one.
  const again = refuted(tried, 3, 'a9', { ...won, moves: ['b9'], plan: { ...plan, moves: 'b9' } });
  assert.deepEqual(walk(again, 3).moves, ['a9', 'b9']);
  assert.deepEqual(again.moves.slice(-2), ['a9', 'b9']);
});

test('all lines of a proof go into a game', () => {
  /** @type {string[]} */
  const lines = [];
  const spreadOf = (most, place = START) => {
    lines.length = 0;
    const add = (at, point) => {
      const line = `${at} ${point}`.trim();
      if (!lines.includes(line)) lines.push(line);
      return line;
    };
    const other = (at, fours) => lines.push(`${at}: ${fours.join(' ')}`);
    return spread(place, '', add, other, most);
  };
  assert.equal(spreadOf(100), false, 'the plan after d4 is missing');
  assert.deepEqual(lines, [
    'h8',
    'h8 g8',
    'h8 g8 f8',
    'h8 g8 f8 b1',
    'h8 g8 f8 b1 e8', // the line shown comes first
    'h8: i8 a1 j8',
    'h8 d4', // its plan was not sent
    'h8 k8',
    'h8 k8 c3',
  ]);
  assert.equal(spreadOf(7), false, 'the plan after k8 is left out');
  assert.equal(lines.includes('h8 k8 c3'), false);
  const [threat, ...plans] = PROOF;
  const plan = { ...threat, replies: threat.replies.slice(0, 2) };
  assert.equal(spreadOf(100, { ...START, proof: [plan, ...plans], plan }), true);
});

test('the list has the win of the solver with its length, settled or not', () => {
  const line = { moves: 'c3', score: { points: 30 }, rate: 0.6, at_most: false };
  const agreed = (more, best) => {
    const answer = { place: START, line: START.moves, what: 'VCT', ...more };
    const [shown] = Analyse.prototype.agreed.call({ answer, endsWithFive: true }, [best]);
    return [shown.moves, shown.score.win_in, shown.at_most, answer.shorter];
  };
  const [win, longer] = [START.moves.join(''), { ...line, score: { win_in: 9 }, at_most: true }];
  assert.deepEqual(agreed({ most: true }, line), [win, 5, true, undefined]);
  assert.deepEqual(agreed({}, longer), [win, 5, false, undefined]);
  // A defence that was tried, which loses sooner, does not change it.
  assert.deepEqual(agreed({ place: defend(START, 1, 'k8') }, longer), [win, 5, false, undefined]);
  // The length that the solver has settled is settled for the list, too.
  const same = { ...longer, score: { win_in: 5 } };
  assert.deepEqual(agreed({}, same), ['c3', 5, false, undefined]);
  assert.deepEqual(agreed({ most: true }, same), ['c3', 5, true, undefined]);
  // A shorter win of the analysis is named beside the solver's answer.
  const shorter = { ...longer, score: { win_in: 4 } };
  assert.deepEqual(agreed({ most: true }, shorter), ['c3', 4, true, '≤4']);
});

test('only the longest defence against a settled win has a settled length', () => {
  const proof = [
    { moves: 'h8', fours: '', replies: [['g8', 1], ['k8', 2]], plies: 7 },
    { moves: 'f8a1e8a2d8', fours: '', replies: [], plies: 5 },
    { moves: 'c3b1d4', fours: '', replies: [], plies: 3 },
  ]; // prettier-ignore
  const moves = ['h8', 'g8', 'f8', 'a1', 'e8', 'a2', 'd8'];
  const place = { proof, plan: proof[0], moves, attacks: true };
  const marks = (most, shown) =>
    Analyse.prototype.proven.call(null, walk(place, shown), { what: 'VCT', line: moves, most, shown });
  const texts = (...given) => marks(...given).map(({ point, text }) => `${point} ${text}`);
  assert.deepEqual(texts(false, 0), ['h8 W7']);
  assert.deepEqual(texts(false, 1), ['g8 L6', 'k8 L≤4']);
  assert.deepEqual(texts(true, 0), ['h8 W≤7']);
  assert.deepEqual(texts(true, 1), ['g8 L≤6', 'k8 L≤4']);
});

test('a proof that was played against is followed along its longest line, where that is played', () => {
  const moves = ['h8', 'g8', 'f8', 'b1', 'e8', 'b2', 'd8'];
  const plan = { moves: 'h8', fours: '', replies: [['g8', 1], ['k8', 2]], plies: 7 }; // prettier-ignore
  const proof = [
    plan,
    { moves: 'f8b1e8b2d8', fours: '', replies: [], plies: 5 },
    { moves: 'c3', fours: '', replies: [], plies: 1 },
  ];
  const place = defend({ proof, plan, moves, attacks: true }, 1, 'k8');
  const root = { point: '', parent: null };
  const [threat, weak] = [{ point: 'h8', parent: root }, { point: 'k8' }];
  const answers = new Map([[root, { place, line: moves, what: 'VCT', most: false }]]);
  const after = (move) => {
    const page = {
      app: { at: move },
      answers,
      won: (place, what, cost, most) => ({ place, line: place.moves, most }),
    };
    Analyse.prototype.followProof.call(page);
    const { line, most } = answers.get(move);
    return [line.join(' '), most];
  };
  assert.deepEqual(after(threat), ['g8 f8 b1 e8 b2 d8', false]);
  assert.deepEqual(after({ ...weak, parent: threat }), ['c3', true]);
});

test('the nearest even move is not farther from even than a line beside it', () => {
  const line = (/** @type {string} */ moves, score, rate = 0.2) => ({ moves, score, rate });
  const found = line('g7h9', { points: -608 });
  const nearest = (...lines) => nearestToEven(found, lines);
  assert.equal(nearest(), found);
  assert.equal(nearest(line('f10', { points: -552 }), line('e5', { points: -700 })).moves, 'f10');
  assert.deepEqual(nearest(line('f10', { points: -700 }), line('g7i9', { points: -590 })).score, {
    points: -590,
  });
  assert.equal(
    nearest(line('f10', { points: -600 }), line('g7i9', { points: -650 })).moves,
    'f10',
    'it is older',
  );
  assert.equal(nearest(line('a1', { win_in: 5 }, 1)), found);
});
