// Grades, choice, repetition and counting of puzzles.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { kindOf, puzzleOf } from '../mistakes.js';
import { GRADES, STEPS, Trainer, WAITS, gradeOf, nameOf, puzzlesOf, stepOf } from '../trainer.js';
import { Tree } from '../tree.js';

const builtIn = puzzlesOf(readFileSync(new URL('../puzzles.jsonl', import.meta.url), 'utf8'));
const steps = puzzlesOf(readFileSync(new URL('../steps.jsonl', import.meta.url), 'utf8'));
const STRENGTH = { rating: 1600, deviation: 200, volatility: 0.06 };

/** A trainer with a fake time that always chooses the first puzzle. */
function trainerAt(clock, kept = {}) {
  return new Trainer(
    kept,
    () => clock.time,
    () => 0,
  );
}

test('the grades begin where they do for the program', () => {
  const rust = readFileSync(new URL('../../crates/puzzles/src/rating.rs', import.meta.url), 'utf8');
  const [, begin] = rust.match(/const BEGIN: \[u32; 4\] = \[(.*)\];/);
  assert.deepEqual(begin.split(',').map(Number), GRADES);
  assert.deepEqual([0, 1050, 1799, 1800].map(gradeOf), [1, 2, 4, 5]);
});

test('every puzzle that comes along has a name of its own', () => {
  const all = [...builtIn, ...steps];
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
});

test('the first puzzles of a new player have grade 1 or 2', () => {
  const trainer = trainerAt({ time: 0 }, { player: { ...STRENGTH, rating: 1500, deviation: 350 } }); // stored before the first attempt
  assert.ok(trainer.isNew);
  for (const rule of ['freestyle', 'renju']) {
    trainer.filter = { kind: 'any', grade: 'level', rule };
    for (let i = 0; i < 12; i++) {
      trainer.random = () => i / 12;
      assert.ok(gradeOf(trainer.next(builtIn, null).rating) <= 2);
    }
  }
  trainer.usual = 'renju';
  assert.equal(trainer.kept().usual, 'renju');
  assert.ok(!trainerAt({ time: 0 }, trainer.kept()).isNew);
});

test('the steps are those of the program', () => {
  const rust = readFileSync(new URL('../../crates/puzzles/src/puzzle.rs', import.meta.url), 'utf8');
  const names = new Map(
    [...rust.matchAll(/Kind::(\w+) => "([\w-]+)",/g)].map(([, kind, name]) => [kind, name]),
  );
  const [, kinds] = rust.match(/const STEPS: \[Kind; 7\] = \[([^\]]*)\]/);
  assert.deepEqual(
    [...kinds.matchAll(/Kind::(\w+)/g)].map(([, kind]) => names.get(kind)),
    STEPS,
  );
  assert.deepEqual([...new Set(steps.map(stepOf))].sort(), [1, 2, 3, 4, 5, 6, 7]);
});

test('a player who has never played begins with the first step, and the rating leads on and back', () => {
  const all = [...builtIn, ...steps];
  const trainer = trainerAt({ time: 0 });
  trainer.begin();
  trainer.filter.rule = 'freestyle';
  const { player } = trainer.kept();
  assert.deepEqual(
    trainerAt({ time: 0 }, trainer.kept()).player,
    player,
    'it is kept before the first attempt',
  );
  const stepAt = (/** @type {number} */ rating) => {
    trainer.player = { ...player, rating };
    return stepOf(trainer.next(all, null));
  };
  assert.deepEqual([player.rating, 190, 280, 380, 600, 1000, 380, 0].map(stepAt), [1, 2, 3, 4, 5, 0, 4, 1]);
  trainer.filter = { kind: 'any', grade: 'steps', rule: 'renju' };
  assert.equal(trainer.filtered(all).length, 5 * 60 + 2 * 200);
  trainer.filter = { kind: 'trap', grade: '3', rule: 'any' };
  assert.equal(trainer.filtered(all).length, 200, 'steps have no grade');
  trainer.filter = { kind: 'any', grade: '1', rule: 'any' };
  assert.ok(trainer.filtered(all).every((puzzle) => !stepOf(puzzle)));
});

test('the next puzzle is of the kind, the rule and the grade that are wished', () => {
  const trainer = trainerAt({ time: 0 });
  trainer.filter = { kind: 'vct', grade: '3', rule: 'renju' };
  const filtered = trainer.filtered(builtIn);
  assert.ok(filtered.length > 0);
  for (const { kind, rule, rating } of filtered)
    assert.deepEqual([kind, rule, gradeOf(rating)], ['vct', 'renju', 3]);
});

test('at the level of a player the puzzles are about as hard as the player is strong', () => {
  const trainer = trainerAt({ time: 0 }, { player: { ...STRENGTH, rating: 1400 } });
  const next = trainer.next(builtIn, null);
  assert.ok(Math.abs(next.rating - 1400) < 60, String(next.rating));
});

test('what failed comes again, later each time that it is solved, and at last no more', () => {
  const clock = { time: 1000 };
  const trainer = trainerAt(clock);
  const [puzzle, other] = builtIn;
  trainer.note(puzzle, false, null);
  assert.deepEqual(trainer.due(builtIn), []);
  for (const wait of WAITS) {
    clock.time += wait - 1;
    assert.deepEqual(trainer.due(builtIn), []);
    clock.time += 1;
    assert.equal(trainer.next(builtIn, null), puzzle);
    assert.notEqual(trainer.next(builtIn, puzzle), puzzle, 'not twice in a row');
    trainer.note(puzzle, true, null);
  }
  clock.time += 10 * WAITS[WAITS.length - 1];
  assert.deepEqual(trainer.due(builtIn), []);
  trainer.note(other, true, null);
  assert.deepEqual(trainer.due(builtIn), [], 'what was solved at once is not repeated');
});

test('a streak ends with a mistake, and the best one stays', () => {
  const trainer = trainerAt({ time: 0 });
  for (const solved of [true, true, false, true]) trainer.note(builtIn[0], solved, null);
  assert.deepEqual([trainer.streak, trainer.best], [1, 2]);
  assert.deepEqual(trainer.sum(), { tries: 4, solved: 3 });
});

test('what is kept is what was there', () => {
  const trainer = trainerAt({ time: 0 });
  trainer.note(builtIn[0], true, { player: STRENGTH, puzzle: { ...STRENGTH, rating: 900 } });
  const again = trainerAt({ time: 0 }, JSON.parse(JSON.stringify(trainer.kept())));
  assert.deepEqual(again.kept(), trainer.kept());
  assert.equal(again.strength(builtIn[0]).rating, 900);
  assert.equal(again.strength(builtIn[1]).rating, builtIn[1].rating);
});

test('a mistake of a game becomes a puzzle once', () => {
  const tree = new Tree({ width: 15, height: 15, rule: 'renju' });
  const move = ['h8', 'h9', 'i9'].reduce((at, point) => tree.add(at, point), tree.root);
  const before = { score: { win_in: 7 }, rate: 1, moves: 'g7a1' };
  const LINE = 'g7a1f6a2e5a3d4';
  const verdict = (grade, why, what = '', loss = 0.5) => ({
    grade,
    loss,
    better: LINE,
    reason: { why, what },
  });
  const row = { move, before, better: 'g7', verdict: verdict('missed win', 'misses fours') };
  const kind = (score, verdict) => kindOf({ ...row, before: { ...before, score }, verdict });
  assert.equal(kindOf(row), 'vcf');
  assert.equal(kind({ win_in: 5 }, verdict('missed win', 'misses', 'four three')), 'vcf');
  assert.equal(kind({ win_in: 9 }, verdict('missed win', 'misses win')), 'vct');
  assert.equal(kind({ win_in: 3 }, verdict('missed win', 'misses', 'open four')), 'four');
  assert.equal(kind({ win_in: 1 }, verdict('missed win', 'misses', 'five')), 'five');
  assert.equal(kind({ points: 9 }, verdict('mistake', 'lets', 'three')), 'positional');
  assert.equal(kind({ points: 9 }, verdict('missed defence', 'lets', 'five')), 'defence');
  assert.equal(kind({ points: -400 }, verdict('inaccuracy', 'lets win')), 'defence');
  assert.equal(kind({ loss_in: 8 }, verdict('inaccuracy', 'loses sooner')), 'defence');
  const puzzles = puzzleOf(tree, row, 'vcf');
  assert.deepEqual(
    puzzles.map(({ moves, solution, size, own }) => [moves, solution, size, own.played, own.reason.why]),
    [['h8h9', LINE, '15x15', 'i9', 'misses fours']],
  );
  const [positional] = puzzleOf(tree, { ...row, before: { score: { points: 9 }, rate: 0.6 } }, 'positional');
  assert.equal(positional.solution, 'g7a1f6a2e5a3', 'the whole line only if it is a win');
  tree.start.rule = 'renju+continuous';
  assert.deepEqual(puzzleOf(tree, row, 'vcf'), []);
  const trainer = trainerAt({ time: 0 });
  assert.equal(trainer.learn(puzzles), 1);
  assert.equal(trainer.learn(puzzles), 0);
  trainer.filter.kind = 'own';
  assert.equal(trainer.next(builtIn, null).id, nameOf(puzzles[0]));
});

test('mistakes are practised where something was to be kept, the largest loss first, each once', () => {
  const tree = new Tree({ width: 15, height: 15, rule: 'renju' });
  const points = 'h8 h9 i9 i8 g7 f6 k9 k8 j7 l5'.split(' ');
  const moves = points.map(
    (
      (at) => (point) =>
        (at = tree.add(at, point))
    )(tree.root),
  );
  const row = (/** @type {number} */ i, score, rate, grade, loss) => ({
    move: moves[i],
    before: { score, rate },
    better: 'a1',
    verdict: { grade, loss, better: 'a1b2', reason: null },
  });
  const rows = [
    row(1, { points: 20 }, 0.55, 'inaccuracy', 0.09),
    row(3, { win_in: 9 }, 1, 'missed win', 0.05),
    row(4, { points: 300 }, 0.8, 'missed defence', 0.8),
    row(5, { loss_in: 8 }, 0, 'inaccuracy', 0), // lost already, only sooner
    row(6, { points: -900 }, 0.03, 'missed defence', 0.03), // as good as lost
    row(7, { points: 100 }, 0.6, 'blunder', 0.4),
  ];
  const puzzles = rows.flatMap((row) => puzzleOf(tree, row, 'positional'));
  assert.deepEqual(
    puzzles.map(({ own }) => own.played),
    ['h9', 'i8', 'g7', 'k8'],
  );
  const clock = { time: 0 };
  const stale = { ...puzzles[0], id: 'stale', own: { played: 'f6', rate: 0 } }; // stored by an earlier version
  const trainer = trainerAt(clock, { own: [stale] });
  trainer.learn([...puzzles, ...puzzles.slice(0, 1)]);
  trainer.filter.kind = 'own';
  const order = (/** @type {Trainer} */ of) => {
    const shown = [];
    for (let puzzle = of.next([], null); puzzle; puzzle = of.next([], puzzle)) {
      shown.push(puzzle.own.played);
      of.note(puzzle, shown.length > 1, null);
    }
    return shown;
  };
  assert.deepEqual(order(trainer), ['g7', 'k8', 'h9', 'i8']);
  assert.ok(trainer.isThrough);
  trainer.learn(puzzles); // the same game once more
  assert.deepEqual(order(trainer), ['g7', 'k8', 'h9', 'i8']);
  clock.time += WAITS[0];
  assert.equal(trainer.next([], null).own.played, 'g7', 'it was not solved');
  const fresh = trainerAt(clock, { own: puzzles, wish: { kind: 'own' } });
  assert.deepEqual(order(fresh), ['g7', 'k8', 'h9', 'i8'], 'after a reload');
});
