// The clocks of a game, with a fake time.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Clock, clockFace } from '../clock.js';

/** A clock whose time the test sets. */
function testClock(context, terms) {
  const state = { time: 0, flags: [], ticks: 0 };
  const all = { kind: 'none', turn: 30, main: 600, plus: 5, ...terms };
  const clock = new Clock(
    all,
    (side) => state.flags.push(side),
    () => state.ticks++,
    () => state.time,
  );
  context.after(() => clock.end());
  return { clock, state };
}

test('a clock for a game runs down and gets its seconds for a move', (context) => {
  const { clock, state } = testClock(context, { kind: 'match', main: 60, plus: 5 });
  clock.pass('black', false);
  state.time = 20_000;
  assert.equal(clock.of('black'), 40_000);
  assert.equal(clock.of('white'), 60_000);
  clock.pass('white', true);
  assert.equal(clock.of('black'), 45_000);
  state.time = 30_000;
  assert.equal(clock.of('black'), 45_000);
  assert.equal(clock.of('white'), 50_000);
});

test('no seconds for a move that was taken back', (context) => {
  const { clock, state } = testClock(context, { kind: 'match', main: 60, plus: 5 });
  clock.pass('black', false);
  state.time = 1000;
  clock.pass(null, false);
  assert.equal(clock.of('black'), 59_000);
  state.time = 9000;
  assert.equal(clock.of('black'), 59_000);
});

test('a clock for each move starts again after a pass', (context) => {
  const { clock, state } = testClock(context, { kind: 'turn', turn: 10 });
  clock.pass('white', false);
  state.time = 9000;
  assert.equal(clock.of('white'), 1000);
  clock.pass('black', true);
  assert.equal(clock.of('white'), 10_000);
});

test('running out of time is reported once', (context) => {
  const { clock, state } = testClock(context, { kind: 'turn', turn: 10 });
  clock.pass('black', false);
  state.time = 9999;
  clock.update();
  assert.deepEqual(state.flags, []);
  state.time = 12_000;
  clock.update();
  clock.update();
  assert.deepEqual(state.flags, ['black']);
  assert.equal(clock.of('black'), 0);
  assert.equal(state.ticks, 2);
});

test('without a clock nothing runs', (context) => {
  const { clock, state } = testClock(context, { kind: 'none' });
  clock.pass('black', false);
  state.time = 10_000_000;
  clock.update();
  assert.deepEqual([clock.running, state.flags, clock.counts], [null, [], false]);
});

test('the last ten seconds are shown in tenths', () => {
  const faces = [600_000, 61_000, 59_001, 10_000, 9_949, 50, 0].map(clockFace);
  assert.deepEqual(faces, ['10:00', '1:01', '1:00', '0:10', '9.9', '0.1', '0.0']);
});
