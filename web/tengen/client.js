// Questions to an engine as promises.
import { bytesOf, bytesText, whyNot } from './engine.js';

/**
 * @typedef {import('./wire.js').GameText} GameText
 * @typedef {import('./wire.js').Line} Line
 * @typedef {import('./wire.js').Message} Message
 * @typedef {import('./wire.js').TreeText} TreeText
 * @typedef {string | Partial<GameText>} Game moves such as `h8i9g7`, or more: `{ rule: 'renju', moves: 'h8i9' }`;
 *   15 by 15 and freestyle unless it says otherwise
 * @typedef {string | Uint8Array | ArrayBuffer | Blob} File
 * @typedef {Content<Extract<Message, { reply: 'judged' }>>} Judged a position of a review, and the move played there
 */

/**
 * When a search ends: `signal` abandons it, and the promise is rejected; `now` ends it with the result so far.
 * @typedef {{ signal?: AbortSignal, now?: AbortSignal }} Ends
 * @typedef {{ memory?: number, threads?: number }} Means megabytes, and threads, at most
 */

/**
 * @template M
 * @typedef {M extends unknown ? Omit<M, 'id' | 'last' | 'reply'> : never} Content
 */

/** The fields of a game. */
const GAME = ['width', 'height', 'rule', 'black', 'white', 'first', 'moves'];

/** The fields that are numbers, … */
const NUMBERS = ['width', 'height', 'time', 'delay'];
/** … and those that are whole numbers from 1 on. */
const COUNTS = ['level', 'lines', 'memory', 'threads', 'nodes'];

/**
 * Throws if an object has other fields, or numbers that are none: as JSON, they would be as if they were not there.
 * @param {object} object @param {string[]} names @param {string} what
 */
export function checkFields(object, names, what) {
  if (typeof object !== 'object' || !object) throw new TypeError(`${object} is not ${what}`);
  for (const [name, value] of Object.entries(object)) {
    const isCount = Number.isSafeInteger(value) && value > 0;
    const isWrong = COUNTS.includes(name) ? !isCount : NUMBERS.includes(name) && !Number.isFinite(value);
    if (isWrong && value !== undefined) throw new RangeError(`${what} cannot have ${name} ${value}`);
  }
  const other = Object.keys(object).find((name) => !names.includes(name));
  if (other) throw new TypeError(`${what} has no field ${other}: ${names.join(', ')}`);
}

/** @param {Game} game @returns {GameText} */
export function gameOf(game) {
  const fields = typeof game === 'string' ? { moves: game } : game;
  checkFields(fields, GAME, 'a game');
  const list = Object.entries(fields).find(([, value]) => Array.isArray(value));
  if (list) throw new TypeError(`${list[0]} of a game are a text like h8i9`);
  return { width: 15, height: 15, rule: 'freestyle', ...fields };
}

/** @param {File} file @returns {Promise<string>} in base64 */
async function encoded(file) {
  const part = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return btoa(bytesText(new Uint8Array(part instanceof Blob ? await part.arrayBuffer() : part)));
}

/**
 * An answer without its kind and number.
 * @template {Message} M @param {M} message @returns {Content<M>}
 */
function contentOf(message) {
  const { id: _id, last: _last, reply: _reply, ...content } = message;
  return /** @type {any} */ (content);
}

/** An engine whose answers are promises. Searches run one after another, reviews beside them. */
export class Client {
  /** @param {import('./engine.js').Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** When the last search and the last review end. */
    this.ends = { search: Promise.resolve(), review: Promise.resolve() };
  }

  /**
   * Asks a question that needs no search.
   * @template {import('./engine.js').Question & { ask: keyof import('./engine.js').Answers }} Q
   * @param {Q} question
   * @returns {Promise<Content<import('./engine.js').MessageOf<import('./engine.js').Answers[Q['ask']]>>>}
   */
  async ask(question) {
    return contentOf(await this.engine.ask(question));
  }

  /** The version of the engine, its levels, rules and limits. @returns {Promise<import('./wire.js').Hello>} */
  hello() {
    return this.ask({ ask: 'hello' });
  }

  /** The board of a game: stones, side to move, forbidden points, result. @param {Game} game @returns {Promise<import('./wire.js').BoardText>} */
  async look(game) {
    return this.ask({ ask: 'look', game: gameOf(game) });
  }

  /** The points where Black may not play in renju, with the reasons. @param {Game} game */
  async forbidden(game) {
    return (await this.look(game)).forbidden;
  }

  /**
   * The engine's move. `level` is from 1 to the number of levels, the strongest, which thinks for `time` milliseconds.
   * @param {Game} game
   * @param {{ level?: number, time?: number, onprogress?: (line: Line) => void } & Ends} [options]
   * @returns {Promise<{ point: string | null, line: Line | null }>}
   */
  async move(game, options = {}) {
    checkFields(options, ['level', 'time', 'onprogress', 'signal', 'now'], 'a search for a move');
    const { level = (await this.hello()).levels.length, time = 1000, onprogress, ...ends } = options;
    const question = { ask: /** @type {const} */ ('play'), game: gameOf(game), level, time, clock: null };
    const { point, line } = await this.search('chosen', question, ends, (message) => {
      if (message.reply === 'seen') onprogress?.(message.line);
    });
    return { point, line };
  }

  /**
   * The best moves, each with its line, the best first. `time` is in milliseconds; with `Infinity` it goes on until
   * `now` or `signal`. `blocked` excludes moves.
   * @param {Game} game
   * @param {{ lines?: number, time?: number, blocked?: string, onprogress?: (lines: Line[]) => void } & Means & Ends} [options]
   */
  async analyse(game, options = {}) {
    checkFields(
      { ...options, time: options.time === Infinity ? undefined : options.time },
      ['lines', 'time', 'blocked', 'memory', 'threads', 'onprogress', 'signal', 'now'],
      'an analysis',
    );
    const { lines = 1, time = 1000, blocked, memory, threads, onprogress, ...ends } = options;
    const most = lines > 1 ? (await this.hello()).lines : 1;
    if (lines > most) throw new RangeError(`an analysis has at most ${most} lines`);
    const limit = time === Infinity ? {} : { time };
    const question = { ask: /** @type {const} */ ('analyse'), game: gameOf(game), lines, blocked, ...limit };
    const found = await this.search('lines', { ...question, memory, threads }, ends, (message) => {
      if (message.reply === 'lines') onprogress?.(message.lines);
    });
    return found.lines;
  }

  /**
   * Searches for a win by threats; with `fours` only by fours; with `shorter` until the shortest is proven.
   * @param {Game} game @param {{ fours?: boolean, shorter?: boolean, time?: number } & Means & Ends} [options]
   * @returns {Promise<import('./wire.js').Solved>}
   */
  async solve(game, options = {}) {
    checkFields(
      options,
      ['fours', 'shorter', 'time', 'memory', 'threads', 'signal', 'now'],
      'a search for a win',
    );
    const { fours = false, shorter = false, time = 10_000, memory, threads, ...ends } = options;
    const question = {
      ask: /** @type {const} */ ('solve'),
      game: gameOf(game),
      fours,
      shorter,
      time,
      memory,
      threads,
    };
    return contentOf(await this.search('solved', question, ends));
  }

  /**
   * Judges all moves of a game, the last one first: `onprogress` gets each position. Returns them in the game's order.
   * @param {Game} game @param {{ nodes?: number, onprogress?: (judged: Judged) => void } & Ends} [options]
   */
  async review(game, options = {}) {
    checkFields(options, ['nodes', 'onprogress', 'signal', 'now'], 'a review');
    const { nodes = 40_000, onprogress, ...ends } = options;
    /** @type {Judged[]} */
    const judged = [];
    const question = { ask: /** @type {const} */ ('review'), game: gameOf(game), nodes };
    await this.search('done', question, ends, (message) => {
      if (message.reply !== 'judged') return;
      judged.push(contentOf(message));
      onprogress?.(contentOf(message));
    });
    return judged.sort((a, b) => a.after - b.after);
  }

  /**
   * Reads a game with its variations: SGF, PSQ, moves, a drawn board and more. `rule` and `size` apply if the file names none.
   * @param {File} file @param {{ rule?: string, size?: string, insist?: boolean }} [options]
   * @returns {Promise<{ tree: TreeText, notes: import('./wire.js').RemarkText[], assumed: import('./wire.js').AssumedText }>}
   */
  async open(file, options = {}) {
    checkFields(options, ['rule', 'size', 'insist'], 'reading');
    return this.ask({ ask: 'open', file: await encoded(file), ...options });
  }

  /**
   * Reads all games of a file. `skipped` is the number of games that cannot be shown.
   * @param {File} file @param {{ rule?: string, size?: string }} [options]
   * @returns {Promise<{ games: TreeText[], skipped: number }>}
   */
  async openAll(file, options = {}) {
    checkFields(options, ['rule', 'size'], 'reading');
    return this.ask({ ask: 'open_all', file: await encoded(file), ...options });
  }

  /** Writes a game: `sgf` or `psq`. `notes` say what is not in the file. @param {TreeText} tree @param {string} format */
  async save(tree, format) {
    const { file, notes } = await this.ask({ ask: 'save', tree, format });
    return { bytes: bytesOf(file), notes };
  }

  /**
   * A game as an animated GIF, whose first picture shows `from` moves; each is shown for `delay` milliseconds.
   * @param {Game} game @param {{ from?: number, numbers?: boolean, delay?: number }} [options]
   */
  async film(game, options = {}) {
    checkFields(options, ['from', 'numbers', 'delay'], 'a film');
    const { from = 0, numbers = false, delay = 800 } = options;
    const { file } = await this.ask({ ask: 'film', game: gameOf(game), from, numbers, delay });
    return bytesOf(file);
  }

  /**
   * Runs a search when those before it have ended.
   * @template {Message['reply']} K
   * @param {K} _kind of the last message
   * @param {import('./engine.js').Question} question @param {Ends} ends @param {(message: Message) => void} [receive]
   * @returns {Promise<import('./engine.js').MessageOf<K>>}
   */
  async search(_kind, question, { signal, now }, receive = () => {}) {
    const lane = question.ask === 'review' ? 'review' : 'search';
    const before = this.ends[lane];
    let ended = () => {};
    const end = new Promise((done) => (ended = () => done(undefined)));
    this.ends[lane] = before.then(() => end);
    try {
      await orAborted(before, signal);
      signal?.throwIfAborted();
      return await orAborted(this.run(question, receive, signal, now), signal);
    } finally {
      ended();
    }
  }

  /**
   * @param {import('./engine.js').Question} question @param {(message: Message) => void} receive
   * @param {AbortSignal} [signal] @param {AbortSignal} [now] @returns {Promise<any>}
   */
  run(question, receive, signal, now) {
    return new Promise((done, failed) => {
      /** @type {import('./engine.js').Search | null} */
      let search = null;
      const stop = () => search?.stop();
      const finish = () => search?.now();
      const end = () => {
        signal?.removeEventListener('abort', stop);
        now?.removeEventListener('abort', finish);
      };
      signal?.addEventListener('abort', stop, { once: true });
      now?.addEventListener('abort', finish, { once: true });
      search = this.engine.search(question, (message) => {
        try {
          if (message.reply === 'refused') throw whyNot(message);
          receive(message);
          if (message.last) done(message);
        } catch (error) {
          if (!message.last) stop();
          failed(error);
          end();
        }
        if (message.last) end();
      });
      if (now?.aborted) finish();
    });
  }
}

/** What a promise gives, unless the signal comes first. @template T @param {Promise<T>} promise @param {AbortSignal} [signal] */
async function orAborted(promise, signal) {
  if (!signal) return promise;
  let abort = () => {};
  const aborted = new Promise((_, failed) => {
    abort = () => failed(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return /** @type {T} */ (await Promise.race([promise, aborted]));
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
