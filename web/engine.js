// Where the page meets an engine. Everything else in the page asks through an `Engine` and knows nothing of
// how the questions travel; the messages are those that src/web/wire.rs lists.

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
 * @typedef {'connecting' | 'open' | 'lost' | 'gone'} State
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
  /** @param {SocketEngine} engine @param {number} id */
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
const LAST = new Set(['hello', 'board', 'chosen', 'even', 'solved', 'done', 'step', 'opened', 'record', 'file', 'refused']);

/**
 * The engine of `tengen web`, at the other end of a WebSocket. Questions bring their position along, so when
 * the connection is lost, those that are open are asked again on the next one.
 */
export class SocketEngine {
  /** @param {string} url @param {(state: State) => void} onstate */
  constructor(url, onstate) {
    this.url = url;
    this.onstate = onstate;
    /** @type {Map<number, { question: Question, hear: (telling: Telling) => void }>} */
    this.open = new Map();
    this.number = 0;
    this.wait = 300;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(this.url);
    socket.onopen = () => {
      this.socket = socket;
      this.wait = 300;
      for (const [id, { question }] of this.open) this.send(id, question);
      this.onstate('open');
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      this.socket = null;
      this.onstate('lost');
      this.look();
    };
  }

  /** Tries again after a while, unless the program is another one by now. */
  async look() {
    await new Promise((done) => setTimeout(done, this.wait));
    this.wait = Math.min(this.wait * 1.6, 4000);
    const there = await fetch('./', { method: 'HEAD' }).catch(() => null);
    if (there?.status === 403) this.onstate('gone');
    else this.connect();
  }

  /** @param {number} id @param {Question} question */
  send(id, question) {
    this.socket?.send(JSON.stringify({ id, ...question }));
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

/** @param {(state: State) => void} onstate */
export function connect(onstate) {
  const url = new URL('engine', location.href);
  url.protocol = 'ws:';
  url.hash = '';
  return new SocketEngine(url.href, onstate);
}
