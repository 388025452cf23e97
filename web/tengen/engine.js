// The page's interface to an engine. socket.js and local.js send the questions; the rest of the page uses only
// `Engine`. wire.d.ts declares the messages, generated from crates/web.

import { pointsOf } from './points.js';

/** The bytes of a file. @param {string} file in base64 */
export const bytesOf = (file) => Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));

/** A letter for each byte. @param {Uint8Array} bytes */
export const bytesText = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/**
 * @typedef {import('./wire.js').Ask} Question
 * @typedef {import('./wire.js').Message} Message
 * @typedef {import('./wire.js').GameText} Game
 * @typedef {import('./wire.js').BoardText} Board
 * @typedef {import('./wire.js').ForbiddenText} Forbidden
 * @typedef {import('./wire.js').Line} Line
 * @typedef {import('./wire.js').Worth} Worth
 * @typedef {import('./wire.js').Side} Side
 * @typedef {'connecting' | 'open' | 'lost' | 'gone' | 'unfit'} State
 */

/**
 * The kind of answer to each question with a single answer.
 * @typedef {{ hello: 'hello', look: 'board', threats: 'threats', opening: 'step', open: 'record', open_all: 'records', save: 'file', film: 'file', lay: 'done',
 *   explore: 'explored', add_game: 'added', games: 'games', note: 'done', use_database: 'done', use_proof: 'done', rate: 'rated', resist: 'resisted',
 *   solve: 'solved' }} Answers
 */

/**
 * A message of kind `K`.
 * @template {Message['reply']} K
 * @typedef {Extract<Message, { reply: K }>} MessageOf
 */

/**
 * The parts of a score; exactly one is present.
 * @param {Worth} worth @returns {{ points?: number, win_in?: number, loss_in?: number }}
 */
export const partsOf = (worth) => worth;

/** A refused question; `insist`: it can be asked again with `insist` set. */
export class Refusal extends Error {
  /** @param {import('./wire.js').RemarkText} why @param {boolean} insist */
  constructor(why, insist) {
    super(why.text);
    this.why = why;
    this.insist = insist;
  }
}

/** The reason for an unexpected message. @param {Message} message */
export const whyNot = (message) =>
  message.reply === 'refused' ? new Refusal(message.why, message.insist) : message.reply;

/** A running search. */
export class Search {
  /** @param {Engine} engine @param {number} id */
  constructor(engine, id) {
    this.engine = engine;
    this.id = id;
  }
  /** Ends the search with the result so far. */
  now() {
    this.engine.notify({ ask: 'now', of: this.id });
  }
  /** Ends the search without a result, or its pondering. */
  stop() {
    this.engine.forget(this.id);
    this.engine.notify({ ask: 'stop', of: this.id });
  }
}

/**
 * The line that is most even: of those of the analysis, which replace older ones of their moves, and the one found.
 * @param {Line} found @param {Line[]} lines
 */
export function nearestToEven(found, lines) {
  const first = (/** @type {Line} */ line) => pointsOf(line.moves)[0];
  const all = lines.some((line) => first(line) === first(found)) ? lines : [found, ...lines];
  const distance = (/** @type {Line} */ { score, rate }) =>
    Math.abs(partsOf(score).points ?? 1e6 * (rate - 0.5));
  return all.reduce((best, line) => (distance(line) < distance(best) ? line : best));
}

/** An engine, local or remote. */
export class Engine {
  /** @param {(state: State) => void} onstate */
  constructor(onstate) {
    this.onstate = onstate;
    /** The public address of this page, if known. @type {string | null} */
    this.home = null;
    /** Open questions. @type {Map<number, { question: Question, receive: (message: Message) => void }>} */
    this.open = new Map();
    this.number = 0;
  }

  /**
   * Sends a question.
   * @param {number} _id @param {Question} _question @returns {void}
   */
  send(_id, _question) {
    throw new Error('no engine');
  }

  /** Whether the engine can read a database file chosen in the page. */
  get opensDatabases() {
    return false;
  }

  /** Whether searches can use more threads after a reload of the page. */
  get hasThreadsAfterReload() {
    return false;
  }

  /**
   * Uses this file as the database from now on.
   * @param {File} _file @returns {Promise<import('./wire.js').DatabaseText>}
   */
  openDatabase(_file) {
    throw new Error('not supported');
  }

  /** Sends all open questions again, after a reconnection. */
  sendAll() {
    for (const [id, { question }] of this.open) this.send(id, question);
  }

  /** Sends a question without an answer. @param {Question} question */
  notify(question) {
    this.send(0, question);
  }

  /** @param {Message} message */
  receive(message) {
    const asked = this.open.get(message.id);
    if (!asked) return;
    if (message.last) this.open.delete(message.id);
    asked.receive(message);
  }

  /** @param {number} id */
  forget(id) {
    return this.open.delete(id);
  }

  /**
   * Starts a search; `receive` is called with each of its messages, including the last.
   * @param {Question} question @param {(message: Message) => void} receive
   */
  search(question, receive) {
    const id = ++this.number;
    this.open.set(id, { question, receive });
    this.send(id, question);
    return new Search(this, id);
  }

  /**
   * Asks a question with a single answer.
   * @template {Question & { ask: keyof Answers }} Q
   * @param {Q} question @returns {Promise<MessageOf<Answers[Q['ask']]>>}
   */
  ask(question) {
    return new Promise((done, failed) => {
      this.search(question, (message) => {
        if (message.reply === 'refused') failed(whyNot(message));
        else done(/** @type {any} */ (message));
      });
    });
  }
}
