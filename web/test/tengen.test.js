// The package's promises, with an engine that answers when the test says so.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Client, gameOf } from '../tengen/client.js';
import { LocalClient } from '../tengen/workers.js';
import { Engine, Refusal, bytesOf } from '../tengen/engine.js';
import { LocalEngine } from '../tengen/local.js';

/** An engine whose answers are given by hand. */
class Scripted extends Engine {
  constructor() {
    super(() => {});
    this.sent = [];
  }
  send(id, question) {
    this.sent.push({ id, ...question });
  }
  /** Answers the question number `i` of those sent. */
  answer(i, reply, last = true) {
    this.receive({ id: this.sent[i].id, last, ...reply });
  }
  get asked() {
    return this.sent.map(({ ask }) => ask);
  }
}

const started = () => {
  const engine = new Scripted();
  return { engine, client: new Client(engine) };
};
/** Lets all promises that can go on go on. */
const settle = () => new Promise((done) => setTimeout(done));
const LINES = { reply: 'lines', lines: [{ moves: 'h8' }] };
const REFUSED = {
  reply: 'refused',
  insist: false,
  why: { code: 'Taken', data: {}, text: 'point already taken' },
};

test('more lines than there can be are refused', async () => {
  const { engine, client } = started();
  const many = client.analyse('h8', { lines: 11 });
  engine.answer(0, { reply: 'hello', lines: 10 });
  await assert.rejects(many, /an analysis has at most 10 lines/);
  assert.deepEqual(engine.asked, ['hello']);
});

test('a game is its moves, or has the fields that games have', () => {
  const usual = { width: 15, height: 15, rule: 'freestyle' };
  assert.deepEqual(gameOf('h8i9'), { ...usual, moves: 'h8i9' });
  assert.deepEqual(gameOf({ rule: 'renju', width: 19 }), { ...usual, rule: 'renju', width: 19 });
  assert.throws(() => gameOf({ move: 'h8' }), /a game has no field move/);
  assert.throws(() => gameOf({ moves: ['h8', 'i9'] }), /moves of a game are a text like h8i9/);
});

test('options that do not exist are refused before anything is asked', async () => {
  const { engine, client } = started();
  const wrong = { depth: 5 };
  for (const name of ['move', 'analyse', 'solve', 'review', 'film'])
    await assert.rejects(client[name]('h8', wrong), /has no field depth/, name);
  for (const name of ['open', 'openAll']) await assert.rejects(client[name]('h8', wrong), /no field depth/);
  assert.throws(() => new LocalClient(platform(), wrong), /no field depth/);
  for (const threads of [0, -1, 1.5, NaN, '2'])
    assert.throws(() => new LocalClient(platform(), { threads }), RangeError);
  assert.deepEqual(engine.sent, []);
});

test('numbers that are none are refused before anything is asked', async () => {
  const { engine, client } = started();
  for (const [name, field] of [
    ...['level', 'time'].map((field) => ['move', field]),
    ...['lines', 'time', 'memory', 'threads'].map((field) => ['analyse', field]),
    ...['time', 'memory', 'threads'].map((field) => ['solve', field]),
    ['review', 'nodes'],
    ['film', 'delay'],
  ])
    for (const value of [
      NaN,
      -Infinity,
      null,
      '5',
      ...(`${name} ${field}` === 'analyse time' ? [] : [Infinity]),
    ])
      await assert.rejects(client[name]('h8', { [field]: value }), RangeError, `${name} ${field}: ${value}`);
  for (const [name, field] of [
    ['move', 'level'],
    ...['lines', 'memory', 'threads'].map((field) => ['analyse', field]),
    ...['memory', 'threads'].map((field) => ['solve', field]),
    ['review', 'nodes'],
  ])
    for (const value of [0, -1, 1.5])
      await assert.rejects(client[name]('h8', { [field]: value }), RangeError, `${name} ${field}: ${value}`);
  for (const width of [NaN, Infinity, '15', null])
    await assert.rejects(client.look({ width, moves: 'h8' }), RangeError, `${width}`);
  for (const game of [undefined, null, 5]) await assert.rejects(client.look(game), TypeError, `${game}`);
  assert.deepEqual(engine.sent, []);
});

test('an answer comes without the number of its question', async () => {
  const { engine, client } = started();
  const asked = client.forbidden({ rule: 'renju', moves: 'h8' });
  await settle();
  engine.answer(0, { reply: 'board', forbidden: [{ point: 'h7', kind: 'overline' }] });
  assert.deepEqual(await asked, [{ point: 'h7', kind: 'overline' }]);
  const solved = client.solve('h8');
  await settle();
  engine.answer(1, { reply: 'solved', finding: 'none' });
  assert.deepEqual(await solved, { finding: 'none' });
});

test('searches run one after another, and a review beside them', async () => {
  const { engine, client } = started();
  const [first, second] = [client.analyse('h8'), client.analyse('i9')];
  const review = client.review('h8i9');
  await settle();
  assert.deepEqual(engine.asked, ['analyse', 'review']);
  engine.answer(0, LINES);
  assert.deepEqual(await first, LINES.lines);
  await settle();
  assert.deepEqual(engine.sent[2].game.moves, 'i9');
  engine.answer(2, LINES);
  await second;
  engine.answer(1, { reply: 'judged', after: 1 }, false);
  engine.answer(1, { reply: 'judged', after: 0 }, false);
  engine.answer(1, { reply: 'done' });
  assert.deepEqual(await review, [{ after: 0 }, { after: 1 }]);
});

test('a refused search is an error with its reason, and the next one runs', async () => {
  const { engine, client } = started();
  const [first, second] = [client.move('h8', { level: 1 }), client.analyse('i9')];
  await settle();
  engine.answer(0, REFUSED);
  await assert.rejects(first, (error) => error instanceof Refusal && error.why.code === 'Taken');
  await settle();
  engine.answer(1, LINES);
  assert.deepEqual(await second, LINES.lines);
});

test('an abort signal stops a search, or keeps it from starting', async () => {
  const { engine, client } = started();
  const [one, two] = [new AbortController(), new AbortController()];
  const running = client.analyse('h8', { signal: one.signal });
  const waiting = client.analyse('i9', { signal: two.signal });
  const last = client.analyse('j10');
  await settle();
  two.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  one.abort(new Error('enough'));
  await assert.rejects(running, /enough/);
  await settle();
  assert.deepEqual(engine.asked, ['analyse', 'stop', 'analyse']);
  assert.equal(engine.sent[1].of, engine.sent[0].id);
  assert.equal(engine.sent[2].game.moves, 'j10');
  engine.answer(2, LINES);
  await last;
  await assert.rejects(client.analyse('h8', { signal: AbortSignal.abort() }), { name: 'AbortError' });
  assert.equal(engine.sent.length, 3);
});

test('the other signal ends a search with its result so far', async () => {
  const { engine, client } = started();
  const now = new AbortController();
  const seen = [];
  const running = client.analyse('h8', {
    time: Infinity,
    now: now.signal,
    onprogress: (lines) => seen.push(lines),
  });
  await settle();
  assert.equal(engine.sent[0].time, undefined);
  engine.answer(0, { ...LINES, lines: [] }, false);
  now.abort();
  assert.deepEqual(engine.asked, ['analyse', 'now']);
  engine.answer(0, LINES);
  assert.deepEqual(await running, LINES.lines);
  assert.deepEqual(seen, [[], LINES.lines]);
});

test('an error of a listener ends the search with it', async () => {
  const { engine, client } = started();
  const fail = () => {
    throw new Error('of the listener');
  };
  const running = client.analyse('h8', { onprogress: fail });
  await settle();
  engine.answer(0, LINES, false);
  await assert.rejects(running, /of the listener/);
  assert.deepEqual(engine.asked, ['analyse', 'stop']);
});

test('files are bytes or text', async () => {
  const { engine, client } = started();
  const bytes = new Uint8Array(100_000).map((_, i) => i);
  for (const file of [bytes, bytes.buffer, new Blob([bytes])]) {
    const opened = client.open(file, { rule: 'renju' });
    while (!engine.sent.length) await settle();
    const { file: text, rule } = engine.sent[0];
    assert.equal(rule, 'renju');
    assert.deepEqual(bytesOf(text), bytes);
    engine.answer(0, { reply: 'record', tree: 1, notes: [], assumed: {} });
    assert.deepEqual(await opened, { tree: 1, notes: [], assumed: {} });
    engine.sent = [];
  }
  void client.openAll('Zug für Zug');
  await settle();
  assert.equal(new TextDecoder().decode(bytesOf(engine.sent[0].file)), 'Zug für Zug');
  const saved = client.save({}, 'sgf');
  await settle();
  engine.answer(1, { reply: 'file', file: btoa('(;)'), notes: [] });
  assert.deepEqual(await saved, { bytes: new TextEncoder().encode('(;)'), notes: [] });
});

/** A platform without workers. */
const platform = (fetchEngine = () => new Promise(() => {})) => ({ threads: 2, fetchEngine });

test('what is asked of an engine that cannot be loaded is refused', async () => {
  const missing = () => Promise.reject(new Error('tengen.wasm: 404'));
  const client = new LocalClient(platform(missing));
  await assert.rejects(client.hello(), /the engine cannot be loaded: Error: tengen.wasm: 404/);
  await assert.rejects(client.analyse('h8'), Refusal);
  const text = new LocalClient(platform(async () => new TextEncoder().encode('<html>').buffer));
  await assert.rejects(text.look('h8'), /the engine cannot be loaded: CompileError/);
});

test('what is asked of an engine that is closed is refused', async () => {
  const client = new LocalClient(platform());
  const early = client.hello();
  client.close();
  await assert.rejects(early, /the engine is closed/);
  await assert.rejects(client.analyse('h8'), /the engine is closed/);
});

test('an engine has at most as many threads as its platform', () => {
  const threads = (wanted) => new LocalEngine(() => {}, platform(), wanted).threads;
  assert.deepEqual([threads(), threads(1), threads(2), threads(9)], [2, 1, 2, 2]);
});
