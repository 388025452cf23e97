// Making a repertoire from a tree, the order in which it is asked, and one line of it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Line, Repertoire, alsoGood, makeRepertoire } from '../repertoire.js';
import { WAITS } from '../trainer.js';
import { Tree } from '../tree.js';

const FREE = { width: 15, height: 15, rule: 'freestyle' };

/** A game with these lines. @param {...string[]} lines */
function treeOf(...lines) {
  const tree = new Tree(FREE);
  for (const line of lines) line.reduce((at, point) => tree.add(at, point), tree.root);
  return tree;
}

/** The moves of a game, named after their points. @returns {import('../repertoire.js').Source} */
const variations = async (at) => at.next.map(({ point }) => ({ point, name: `name of ${point}` }));

/** @param {Tree} tree @param {'black' | 'white'} side @param {{ time: number }} [clock] */
async function repertoireOf(tree, side, clock = { time: 0 }) {
  const kept = await makeRepertoire(tree, tree.root, side, variations);
  return new Repertoire(
    kept,
    () => clock.time,
    () => 0,
  );
}

/** The expected moves after these. @param {Repertoire} repertoire @param {...string} line */
function expected(repertoire, ...line) {
  const tree = treeOf(line);
  const at = tree.find(line.join(''));
  return repertoire.find(tree, at)?.expected.map(({ point }) => point) ?? null;
}

/** @param {Repertoire} repertoire */
const lineOf = (repertoire) => new Line(repertoire);

/** @param {Line} line @param {string} point */
async function play(line, point) {
  line.place(point);
  await line.judge();
}

const TWO = [
  ['h8', 'i9', 'g9', 'g7', 'j10'],
  ['h8', 'h9', 'i8', 'f8'],
];

test('a tree becomes the positions in which the player is to move', async () => {
  const black = await repertoireOf(treeOf(...TWO), 'black');
  assert.equal(Object.keys(black.kept.items).length, 4);
  assert.deepEqual(expected(black), ['h8']);
  assert.deepEqual(expected(black, 'h8', 'i9'), ['g9']);
  assert.deepEqual(expected(black, 'h8', 'h9'), ['i8']);
  assert.deepEqual(expected(black, 'h8', 'i9', 'g9', 'g7'), ['j10']);
  assert.equal(expected(black, 'h8', 'j10'), null);
  const white = await repertoireOf(treeOf(...TWO), 'white');
  assert.deepEqual(expected(white, 'h8'), ['i9', 'h9']);
  assert.deepEqual(expected(white, 'h8', 'h9', 'i8'), ['f8']);
});

test('positions that are the same but for a symmetry or the order of moves are one', async () => {
  const tree = treeOf(['h8', 'i9', 'g9', 'a1', 'b2'], ['h8', 'g9', 'i9', 'o1', 'c3']);
  const black = await repertoireOf(tree, 'black');
  assert.equal(Object.keys(black.kept.items).length, 3);
  // h8 with i9 is h8 with g7, turned by half: g9 becomes i7.
  assert.deepEqual(expected(black, 'h8', 'g7').includes('i7'), true);
});

test('a depth and a number of positions limit a repertoire', async () => {
  const tree = new Tree(FREE);
  const points = Array.from({ length: 15 }, (_, i) => `${'abcdefghijklmno'[i]}`);
  const all = points.flatMap((column) => points.map((_, i) => `${column}${i + 1}`));
  /** @type {import('../repertoire.js').Source} */
  const any = async (at, isMine) => {
    const free = all.filter((point) => !tree.path(at).some((move) => move.point === point));
    asked[at.ply] = (asked[at.ply] ?? 0) + 1;
    return (isMine ? free.slice(0, 1) : free.slice(0, 20)).map((point) => ({ point }));
  };
  /** @type {number[]} */
  let asked = [];
  const shallow = await makeRepertoire(tree, tree.root, 'black', any, 3);
  assert.equal(Object.keys(shallow.items).length, 20); // b1 is the image of a2
  assert.deepEqual(asked, [1, 1, 19], 'each position once');
  asked = [];
  await makeRepertoire(tree, tree.root, 'black', any, 4);
  assert.deepEqual(asked, [1, 1, 19], 'no replies without a position after them');
  const deep = await makeRepertoire(tree, tree.root, 'black', any, 8);
  assert.equal(Object.keys(deep.items).length, 400);
});

test('new positions are asked along their lines, and a learned beginning is played for the player', async () => {
  const clock = { time: 0 };
  const black = await repertoireOf(treeOf(...TWO), 'black', clock);
  const first = lineOf(black);
  assert.equal(first.tip.ply, 0);
  await play(first, 'h8');
  assert.deepEqual(first.line, ['h8', 'i9']);
  assert.deepEqual([first.judged?.how, first.judged?.move.name], ['right', 'name of h8']);
  await play(first, 'g9');
  await play(first, 'j10');
  assert.equal(first.phase, 'right');
  assert.equal(black.learned, 3);
  // The other line begins where the first new position is.
  const second = lineOf(black);
  assert.equal(second.tree.game(second.tip).moves, 'h8h9');
  await play(second, 'i8');
  assert.equal(second.phase, 'right');
  assert.deepEqual(black.due(), []);
  // Nothing is due: a whole line is played, and its times stay.
  clock.time = 5;
  const third = lineOf(black);
  assert.equal(third.tip.ply, 0);
  await play(third, 'h8');
  assert.ok(Object.values(black.kept.items).every(({ due }) => due === WAITS[1]));
});

test('a wrong move is taken back, shows the expected one and comes again sooner', async () => {
  const clock = { time: 0 };
  const black = await repertoireOf(treeOf(...TWO), 'black', clock);
  const line = lineOf(black);
  await play(line, 'a1');
  assert.deepEqual([line.judged?.how, line.judged?.move.point], ['wrong', 'a1']);
  assert.deepEqual(
    line.shown.map(({ point }) => point),
    ['h8'],
  );
  assert.equal(line.tip.ply, 0);
  assert.deepEqual(line.tree.all(), []);
  await play(line, 'h8');
  assert.equal(line.judged?.how, 'right');
  const failed = Object.values(black.kept.items).find(({ box }) => box === 0);
  assert.equal(failed?.due, WAITS[0]);
  // It is due, after what is new; later it comes first.
  assert.equal(black.due().length, 4);
  assert.equal(black.kept.items[black.due()[3]], failed);
  clock.time = WAITS[0] + 1;
  assert.equal(black.kept.items[black.due()[0]], failed);
  await play(lineOf(black), 'h8');
  assert.equal(failed?.due, clock.time + WAITS[1]);
  assert.equal(black.learned, 1);
});

test('each of several expected moves is right', async () => {
  for (const point of ['i9', 'h9', 'g7']) {
    const white = await repertoireOf(treeOf(...TWO), 'white');
    const line = lineOf(white);
    assert.equal(line.tree.game(line.tip).moves, 'h8');
    await play(line, point);
    assert.equal(line.judged?.how, 'right', point);
    assert.equal(line.line.length, 2, point);
  }
});

test('a move that is as good counts as right, and the expected one is played', async () => {
  const tree = treeOf(...TWO);
  const also = { point: 'j8', also: true };
  /** @type {import('../repertoire.js').Source} */
  const source = async (at, isMine) => [...(await variations(at, isMine)), ...(at.ply === 2 ? [also] : [])];
  const black = new Repertoire(await makeRepertoire(tree, tree.root, 'black', source));
  const line = lineOf(black);
  await play(line, 'h8');
  assert.deepEqual(line.line, ['h8', 'i9']);
  await play(line, 'h10'); // the image of j8
  assert.deepEqual([line.judged?.how, line.judged?.move.point], ['good', 'h10']);
  assert.deepEqual(
    line.shown.map(({ point }) => point),
    ['g9'],
  );
  assert.deepEqual(line.line, ['h8', 'i9']);
  assert.equal(black.learned, 2);
  await play(line, 'g9');
  assert.equal(line.judged?.how, 'right');
  assert.equal(black.learned, 2);
  assert.deepEqual(line.line, ['h8', 'i9', 'g9', 'g7']);
  assert.equal(line.tree.all().length, 4);
});

test('a move is as good if its recorded value is at most 30 points below', () => {
  /** The good ones of these moves. @param {any} best @param {Record<string, any>} records */
  const good = (best, records) => {
    const others = Object.entries(records).map(([points, record]) => ({ points, bound: 'exact', ...record }));
    const moves = [{ points: 'h8h9', bound: 'exact', ...best }, ...others];
    return alsoGood([{ point: 'h9', ...best }], moves).map(({ point }) => point);
  };
  const points = (/** @type {number} */ points) => ({ score: { points } });
  const values = { i1: points(120), i3i4: points(70), i2: points(69), i5: { score: null } };
  assert.deepEqual(good(points(100), values), ['i1', 'i3']);
  assert.deepEqual(good({ score: null }, values), []);
  assert.deepEqual(good(points(0), { i1: { ...points(50), bound: 'upper' } }), []);
  const proven = { i1: { score: { win_in: 9 } }, i2: { drawn: true }, i3: { score: { loss_in: 4 } } };
  assert.deepEqual(good({ score: { win_in: 5 } }, proven), ['i1']);
  assert.deepEqual(good({ drawn: true }, proven), ['i1', 'i2']);
  assert.deepEqual(good({ score: { loss_in: 8 } }, proven), ['i1', 'i2', 'i3']);
});

test('the next one due decides the reply, otherwise the weights', async () => {
  const black = await repertoireOf(treeOf(...TWO), 'black');
  for (const id of Object.keys(black.kept.items)) black.note(id, true);
  const [{ answers }] = Object.values(black.kept.items);
  const { replies } = answers[0];
  replies[1][2] = 3;
  const chosen = (/** @type {number} */ random) => {
    black.random = () => random;
    return replies.indexOf(black.choose(replies, black.route(replies)));
  };
  assert.deepEqual([0, 0.2, 0.3, 0.9].map(chosen), [0, 0, 1, 1]);
  black.note(replies[0][1], false);
  assert.deepEqual([0, 0.9].map(chosen), [0, 0]);
});

test('what was learned is kept when a repertoire is made again', async () => {
  const before = await repertoireOf(treeOf(TWO[0]), 'black');
  for (const id of Object.keys(before.kept.items)) before.note(id, true);
  const after = await repertoireOf(treeOf(...TWO), 'black');
  after.inherit(before.kept);
  assert.equal(after.learned, 3);
  assert.equal(after.due().length, 1);
  const renju = new Repertoire({ ...after.kept, start: { ...FREE, rule: 'renju' }, items: {} });
  const other = await repertoireOf(treeOf(...TWO), 'black');
  other.inherit({ ...renju.kept, items: before.kept.items });
  assert.equal(other.learned, 0);
});

test('a repertoire begins with set-up stones and at a position of a game', async () => {
  const tree = new Tree({ ...FREE, black: 'h8', white: 'i9', first: 'white' });
  tree.add(tree.add(tree.root, 'g9'), 'j10');
  const black = new Repertoire(await makeRepertoire(tree, tree.find('g9'), 'black', variations));
  const line = lineOf(black);
  assert.equal(line.tree.game(line.tip).moves, 'g9');
  await play(line, 'j10');
  assert.equal(line.phase, 'right');
});
