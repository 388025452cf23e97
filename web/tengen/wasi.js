// What the compiled engine imports: the functions of a system for its standard library (WASI), and its memory.

/** The error number of a function that is not supported. */
const ENOSYS = 52;
/** A page of memory, in bytes. */
const PAGE = 65536;
/** The initial memory in pages, as linked by scripts/web-static. */
const INITIAL = 256;
/** The import of a shared memory in a module: its two names, the kind of import, the kind of memory. */
const SHARED_MEMORY = '\x03env\x06memory\x02\x03';

/** Where a module imports a shared memory; -1 if it does not. @param {Uint8Array} module */
const sharedAt = (module) =>
  new TextDecoder('latin1').decode(module.subarray(0, PAGE)).indexOf(SHARED_MEMORY);

/** Whether a module was built for threads. @param {Uint8Array} module */
export const isShared = (module) => sharedAt(module) >= 0;

/**
 * Makes a module import a memory that is not shared. It then runs where browsers have no shared memory, with one thread.
 * @param {Uint8Array} module
 */
export function unshare(module) {
  const at = sharedAt(module);
  if (at >= 0) module[at + SHARED_MEMORY.length - 1] = 1;
}

/**
 * Reserves memory for the engine; less where the browser has less room.
 * @param {number} megabytes for the tables @param {number} others for everything else @param {boolean} shared
 */
export function reserve(megabytes, others, shared) {
  for (let part = 1; ; part *= 2) {
    const maximum = ((megabytes + others) << 20) / PAGE / part;
    try {
      const memory = new WebAssembly.Memory({ initial: INITIAL, maximum, shared });
      return { memory, megabytes: megabytes / part };
    } catch (error) {
      if (part === 16) throw error;
    }
  }
}

/**
 * The text in a part of the memory. Most functions of browsers refuse shared memory, so they get copies.
 * @param {WebAssembly.Memory} memory @param {number} at @param {number} bytes
 */
export function text(memory, at, bytes) {
  return new TextDecoder().decode(new Uint8Array(memory.buffer, at >>> 0, bytes).slice());
}

/** The functions of WASI. @param {WebAssembly.Memory} memory */
export function system(memory) {
  const view = () => new DataView(memory.buffer);
  /** @type {Record<string, (...parts: any) => number>} */
  const known = {
    /** All clocks count from 1970, so that all threads have the same. */
    clock_time_get(_clock, _precision, /** @type {number} */ at) {
      const milliseconds = performance.timeOrigin + performance.now();
      view().setBigUint64(at >>> 0, BigInt(Math.round(milliseconds * 1000)) * 1000n, true);
      return 0;
    },
    random_get(/** @type {number} */ at, /** @type {number} */ bytes) {
      const random = crypto.getRandomValues(new Uint8Array(bytes));
      new Uint8Array(memory.buffer, at >>> 0, bytes).set(random);
      return 0;
    },
    environ_sizes_get(/** @type {number} */ count, /** @type {number} */ bytes) {
      view().setUint32(count >>> 0, 0, true);
      view().setUint32(bytes >>> 0, 0, true);
      return 0;
    },
    environ_get: () => 0,
    sched_yield: () => 0,
    /** Everything that is written is a report of an error. */
    fd_write(_file, /** @type {number} */ parts, /** @type {number} */ count, /** @type {number} */ written) {
      const number = (/** @type {number} */ at) => view().getUint32(at, true);
      let all = 0;
      for (let part = parts >>> 0; part < (parts >>> 0) + 8 * count; part += 8) {
        console.error(text(memory, number(part), number(part + 4)));
        all += number(part + 4);
      }
      view().setUint32(written >>> 0, all, true);
      return 0;
    },
    proc_exit(/** @type {number} */ code) {
      throw new Error(`the engine has exited with ${code}`);
    },
  };
  return new Proxy(known, { get: (known, /** @type {string} */ name) => known[name] ?? (() => ENOSYS) });
}

/**
 * An instance of the engine in this memory.
 * @param {WebAssembly.Module} module @param {WebAssembly.Memory} memory
 * @param {Record<string, Function>} page the functions of wasm/src/lib.rs, except for `fault`
 * @param {(start: number) => number} spawn starts a thread and returns its number; negative if that is not possible
 * @returns {any}
 */
export function instantiate(module, memory, page, spawn) {
  const fault = (/** @type {number} */ at, /** @type {number} */ bytes) =>
    console.error(text(memory, at, bytes));
  const { exports } = new WebAssembly.Instance(module, {
    env: { memory },
    page: { ...page, fault },
    wasi: { 'thread-spawn': spawn },
    wasi_snapshot_preview1: /** @type {any} */ (system(memory)),
  });
  return exports;
}
