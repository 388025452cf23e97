// Where the page meets an engine. Everything else in the page asks through an `Engine` and knows nothing of
// how the questions travel, which socket.js or local.js do; the messages are those that src/web/wire.rs lists.

/**
 * @typedef {{ width: number, height: number, rule: string, black?: string, white?: string,
 *   first?: 'black' | 'white', moves?: string }} Game
 * @typedef {{ points?: number, win_in?: number, loss_in?: number }} Worth
 * @typedef {{ score: Worth, rate: number, depth: number, selective_depth: number, nodes: number,
 *   time: number, moves: string }} Line
 * @typedef {{ point: string, kind: string }} Foul
 * @typedef {{ black: string, white: string, dead: string, to_move: 'black' | 'white', fouls: Foul[],
 *   ending: { winner: 'black' | 'white' | null, reason: string } | null, row: string,
 *   rows: [number, number] | null }} Board
 * @typedef {{ id: number, tell: string, [more: string]: any }} Telling
 * @typedef {{ ask: string, [more: string]: any }} Question
 * @typedef {'connecting' | 'open' | 'lost' | 'gone' | 'unfit'} State
 */

/** Something that was refused; `insist` says that one may insist. */
export class Refusal extends Error {
  /** @param {string} why @param {boolean} insist */
  constructor(why, insist) {
    super(why);
    this.insist = insist;
  }
}

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

/** What ends the tellings about a question. */
const LAST = new Set([
  'hello',
  'board',
  'chosen',
  'even',
  'solved',
  'done',
  'step',
  'opened',
  'record',
  'file',
  'refused',
]);

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
    if (LAST.has(telling.tell) || telling.final) this.open.delete(telling.id);
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
   * @param {Question} question @returns {Promise<Telling>}
   */
  ask(question) {
    return new Promise((done, failed) => {
      this.search(question, (telling) => {
        if (telling.tell === 'refused') failed(new Refusal(telling.why, telling.insist));
        else done(telling);
      });
    });
  }
}
