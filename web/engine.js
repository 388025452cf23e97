// Where the page meets an engine. Everything else in the page asks through an `Engine` and knows nothing of
// how the questions travel, which socket.js or local.js do; the messages are those of wire.d.ts, as crates/web
// declares them.

/**
 * @typedef {import('./wire.js').Ask} Question
 * @typedef {import('./wire.js').Telling} Telling
 * @typedef {import('./wire.js').GameText} Game
 * @typedef {import('./wire.js').BoardText} Board
 * @typedef {import('./wire.js').FoulText} Foul
 * @typedef {import('./wire.js').Line} Line
 * @typedef {import('./wire.js').Worth} Worth
 * @typedef {import('./wire.js').Side} Side
 * @typedef {'connecting' | 'open' | 'lost' | 'gone' | 'unfit'} State
 */

/**
 * What a question is answered with, if there is one answer.
 * @typedef {{ hello: 'hello', look: 'board', opening: 'step', open: 'record', save: 'file', film: 'file', lay: 'done',
 *   explore: 'explored', note: 'done', use_database: 'done', rate: 'rated', resist: 'resisted',
 *   solve: 'solved' }} Answers
 */

/**
 * What is told of this kind.
 * @template {Telling['tell']} K
 * @typedef {Extract<Telling, { tell: K }>} Told
 */

/**
 * The parts of a score; one of them is there.
 * @param {Worth} worth @returns {{ points?: number, win_in?: number, loss_in?: number }}
 */
export const partsOf = (worth) => worth;

/** Something that was refused; `insist` says that one may insist. */
export class Refusal extends Error {
  /** @param {string} why @param {boolean} insist */
  constructor(why, insist) {
    super(why);
    this.insist = insist;
  }
}

/** Why something else is told than what was asked for. @param {Telling} telling */
export const whyNot = (telling) => (telling.tell === 'refused' ? telling.why : telling.tell);

/** A search that runs. */
export class Search {
  /** @param {Engine} engine @param {number} id */
  constructor(engine, id) {
    this.engine = engine;
    this.id = id;
  }
  /** Ends with what it has. */
  now() {
    this.engine.tell({ ask: 'now', of: this.id });
  }
  /** Ends and tells nothing more. */
  stop() {
    if (this.engine.forget(this.id)) this.engine.tell({ ask: 'stop', of: this.id });
  }
}

/** An engine, wherever it is; what it is asked, and what it tells. */
export class Engine {
  /** @param {(state: State) => void} onstate */
  constructor(onstate) {
    this.onstate = onstate;
    /** Where everybody can open this page, if that is known. @type {string | null} */
    this.home = null;
    /** @type {Map<number, { question: Question, hear: (telling: Telling) => void }>} */
    this.open = new Map();
    this.number = 0;
  }

  /**
   * Takes a question there.
   * @param {number} _id @param {Question} _question @returns {void}
   */
  send(_id, _question) {
    throw new Error('nobody is there');
  }

  /** Whether it can read a database that is chosen in the page. */
  get opensDatabases() {
    return false;
  }

  /**
   * Has it ask this file from now on.
   * @param {File} _file @returns {Promise<import('./wire.js').DatabaseText>}
   */
  openDatabase(_file) {
    throw new Error('nobody reads it');
  }

  /** Asks again what is open: the engine is another one. */
  sendAll() {
    for (const [id, { question }] of this.open) this.send(id, question);
  }

  /** @param {Question} message */
  tell(message) {
    this.send(0, message);
  }

  /** @param {Telling} telling */
  hear(telling) {
    const asked = this.open.get(telling.id);
    if (!asked) return;
    if (telling.last) this.open.delete(telling.id);
    asked.hear(telling);
  }

  /** @param {number} id */
  forget(id) {
    return this.open.delete(id);
  }

  /**
   * A search; `hear` gets all that is told of it, the last telling too.
   * @param {Question} question @param {(telling: Telling) => void} hear
   */
  search(question, hear) {
    const id = ++this.number;
    this.open.set(id, { question, hear });
    this.send(id, question);
    return new Search(this, id);
  }

  /**
   * A question with one answer.
   * @template {Question & { ask: keyof Answers }} Q
   * @param {Q} question @returns {Promise<Told<Answers[Q['ask']]>>}
   */
  ask(question) {
    return new Promise((done, failed) => {
      this.search(question, (telling) => {
        if (telling.tell === 'refused') failed(new Refusal(telling.why, telling.insist));
        else done(/** @type {any} */ (telling));
      });
    });
  }
}
