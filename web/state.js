// The state of the page: the game, the current move, its board and the settings. The functions here change it; all
// changes made together are drawn once.

/**
 * @typedef {import('./tree.js').Tree} Tree
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./tengen/engine.js').Board} Board
 * @typedef {import('./tengen/board.js').Scene} Scene
 * @typedef {'play' | 'analyse' | 'review' | 'puzzles' | 'watch'} ModeName
 * @typedef {{ language: string, theme: string, labels: string, board: string, numbers: boolean, fouls: boolean, sound: boolean,
 *   confirm: boolean, memory: number, threads: number, marks: string, slide: boolean, ponder: boolean, depth: number,
 *   nodes: number, range: number }} Settings `depth`, `nodes` and `range`, the rows from a stone to a first move, limit
 *   the analysis; 0: no limit
 * @typedef {{ touch: (point: string) => void, scene: () => Scene }} Setup a position being set up
 * @typedef {{ point: string, go: () => void }} Aim a point touched once, and the action of the second touch
 */

/**
 * The interface of a mode.
 * @typedef {object} Mode
 * @property {() => void} build builds its part of the page
 * @property {() => void} enter
 * @property {() => void} leave
 * @property {() => void} gameReplaced called when the game was replaced
 * @property {() => void} changed called when the current board has changed
 * @property {(point: string) => void} touch
 * @property {() => Partial<Scene>} scene what the mode draws on the board
 * @property {() => number | null} chance Black's chance to win
 * @property {() => string | null} status the status line
 * @property {boolean} [asksForbidden] forbidden points are played without a question
 */

export class PageState {
  /** @param {Settings} settings @param {Tree} tree @param {Move} at @param {ModeName} mode */
  constructor(settings, tree, at, mode) {
    this.settings = settings;
    this.tree = tree;
    /** The current move. */
    this.at = at;
    this.mode = mode;
    /** The board after the current move as the engine reports it; until it answers, the previous board. @type {Board | null} */
    this.board = null;
    /** The move that `board` belongs to. @type {Move} */
    this.seen = at;
    /** Board size and rule of the game that `board` belongs to. */
    this.start = tree.start;
    /** The game was just replaced: the next `look` does not count as a move. */
    this.fresh = true;
    /** The last stone was drawn before the engine answered. */
    this.sketched = false;
    /** The number of calls of `look`, and the last one answered. */
    this.looks = 0;
    this.answered = 0;
    /** The engine's description of itself. @type {import('./tengen/wire.js').Hello | null} */
    this.hello = null;
    /** The point chosen with the keyboard. @type {string | null} */
    this.cursor = null;
    /** @type {Aim | null} */
    this.aimed = null;
    /** @type {Setup | null} */
    this.setup = null;
    /** Draws the page. @type {() => void} */
    this.draw = () => {};
    this.scheduled = false;
  }

  /** Schedules a redraw after all changes made together. */
  changed() {
    if (this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(() => {
      this.scheduled = false;
      this.draw();
    });
  }

  /** Whether the engine has answered the last `look`. */
  get settled() {
    return this.answered === this.looks;
  }

  /** The side to move, or null if no stone can be played. */
  get next() {
    const { board } = this;
    return board && !board.ending && !this.sketched ? board.to_move : null;
  }

  /** @param {import('./tengen/wire.js').Hello} hello */
  setHello(hello) {
    this.hello = hello;
    this.changed();
  }

  /** @param {Partial<Settings>} settings */
  configure(settings) {
    Object.assign(this.settings, settings);
    this.changed();
  }

  /** @param {ModeName} mode */
  choose(mode) {
    this.mode = mode;
    this.aimed = null;
    this.changed();
  }

  /** Replaces the game; the caller calls `look` next. @param {Tree} tree */
  replace(tree) {
    this.tree = tree;
    this.at = tree.root;
    this.fresh = true;
  }

  /** Goes to a move; returns the number of this call and whether a stone was played. @param {Move} move */
  look(move) {
    const played = move.parent === this.at && !this.fresh;
    this.fresh = false;
    this.at = move;
    this.aimed = null;
    for (let at = move; at.parent; at = at.parent) at.parent.last = at;
    if (played) this.sketch(move);
    return { number: ++this.looks, played };
  }

  /** Draws a stone of the side to move before the engine answers. @param {Move} move */
  sketch(move) {
    if (!this.board) return;
    const side = this.board.to_move;
    const to_move = side === 'black' ? 'white' : 'black';
    this.board = { ...this.board, [side]: this.board[side] + move.point, forbidden: [], to_move };
    this.seen = move;
    this.sketched = true;
    this.changed();
  }

  /** Takes the engine's answer; returns false if it is out of date. @param {number} number @param {Board | null} board null if refused */
  answer(number, board) {
    if (number !== this.looks) return false;
    this.answered = number;
    if (board) {
      this.board = board;
      this.seen = this.at;
      this.start = this.tree.start;
      this.sketched = false;
    }
    this.changed();
    return true;
  }

  /** @param {Aim | null} aim */
  aim(aim) {
    this.aimed = aim;
    this.changed();
  }

  /** @param {string | null} cursor */
  point(cursor) {
    this.cursor = cursor;
    this.changed();
  }

  /** @param {Setup | null} setup */
  setUp(setup) {
    this.setup = setup;
    this.changed();
  }
}
