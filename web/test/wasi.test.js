// The functions that the compiled engine imports.
import assert from 'node:assert/strict';
import test from 'node:test';
import { reserve, system, text, unshare } from '../tengen/wasi.js';

const shared = () => new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });
const viewOf = (memory) => new DataView(memory.buffer);

/** Puts a text into the memory. */
function put(memory, at, words) {
  const bytes = new TextEncoder().encode(words);
  new Uint8Array(memory.buffer).set(bytes, at);
  return bytes.length;
}

test('a module that imports a shared memory can be made to import another', () => {
  const names = [3, ...Buffer.from('env'), 6, ...Buffer.from('memory')];
  const section = [1, ...names, 2, 3, 1, 2];
  const bytes = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 2, section.length, ...section]);
  const runs = (memory) => new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  const own = new WebAssembly.Memory({ initial: 1, maximum: 2 });
  runs(shared());
  assert.throws(() => runs(own), WebAssembly.LinkError);
  unshare(bytes);
  runs(own);
  assert.throws(() => runs(shared()), WebAssembly.LinkError);
});

test('less memory is reserved where there is less room', (context) => {
  const { Memory } = WebAssembly;
  let room = 1536;
  context.after(() => (WebAssembly.Memory = Memory));
  WebAssembly.Memory = class extends Memory {
    constructor(limits) {
      if (limits.maximum > room * 16) throw new RangeError('no room');
      super(limits);
    }
  };
  const reserved = () => reserve(1024, 512, true).megabytes;
  assert.equal(reserved(), 1024);
  room = 500;
  assert.equal(reserved(), 256);
  room = 10;
  assert.throws(reserved, RangeError);
});

test('texts are read from shared memory', () => {
  const memory = shared();
  const bytes = put(memory, 5, 'Zug für Zug');
  assert.equal(text(memory, 5, bytes), 'Zug für Zug');
});

test('the functions of the system work in shared memory', (context) => {
  const memory = shared();
  const { clock_time_get, random_get, environ_sizes_get, fd_write } = system(memory);
  const now = () => {
    assert.equal(clock_time_get(1, 0n, 8), 0);
    return Number(viewOf(memory).getBigUint64(8, true)) / 1e6;
  };
  const earlier = now();
  assert.ok(Math.abs(earlier - Date.now()) < 10_000 && now() >= earlier);
  assert.equal(random_get(16, 32), 0);
  assert.ok(new Uint8Array(memory.buffer, 16, 32).some((byte) => byte > 0));
  assert.equal(environ_sizes_get(16, 20), 0);
  assert.deepEqual([viewOf(memory).getUint32(16, true), viewOf(memory).getUint32(20, true)], [0, 0]);
  const error = context.mock.method(console, 'error', () => {});
  [100, put(memory, 100, 'one'), 200, put(memory, 200, 'two')].forEach((number, i) =>
    viewOf(memory).setUint32(4 * i, number, true),
  );
  assert.equal(fd_write(2, 0, 2, 40), 0);
  assert.equal(viewOf(memory).getUint32(40, true), 6);
  assert.deepEqual(
    error.mock.calls.map(({ arguments: [words] }) => words),
    ['one', 'two'],
  );
});

test('other functions of the system report that they are missing', () => {
  assert.equal(system(shared()).path_open(1, 2, 3), 52);
});
