// What the page shows: a game, a place in it, what stands there, and how it is looked at. All of it is changed by
// the functions here, and whoever draws is told once when something has changed, after all that changes with it.

/**
 * @typedef {import('./tree.js').Tree} Tree
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./engine.js').Board} Board
 * @typedef {import('./board.js').Scene} Scene
 * @typedef {'play' | 'analyse' | 'review' | 'puzzles' | 'watch'} ModeName
 * @typedef {{ language: string, theme: string, labels: string, numbers: boolean, fouls: boolean, sound: boolean,
 *   confirm: boolean, memory: number, threads: number }} Settings
 * @typedef {{ touch: (point: string) => void, scene: () => Scene }} Setup a position that is set up
 * @typedef {{ point: string, go: () => void }} Aim a point that was touched once, and what a second touch does
 */

/**
 * What every mode can do.
 * @typedef {object} Mode
 * @property {() => void} build makes its part of the page
 * @property {() => void} enter
 * @property {() => void} leave
 * @property {() => void} renewed another game is on the board
 * @property {() => void} changed the place that one looks at has another board
 * @property {(point: string) => void} touch
 * @property {() => Partial<Scene>} scene what it draws on the board
 * @property {() => number | null} chance black's chance to win
 * @property {() => string | null} status what is said above
 */

export class PageState {
  /** @param {Settings} settings @param {Tree} tree @param {Move} at @param {ModeName} mode */
  constructor(settings, tree, at, mode) {
    this.settings = settings;
    this.tree = tree;
    /** Where one looks. */
    this.at = at;
    this.mode = mode;
    /** What stands there, as the engine says; until it has, what stood in the place before. @type {Board | null} */
    this.board = null;
    /** The move after which that stands, and the board and rule of its game. @type {Move} */
    this.seen = at;
    this.start = tree.start;
    /** Another game than before: the next look is no move of it. */
    this.fresh = true;
    /** The last stone on it was drawn before the engine has said what it means. */
    this.sketched = false;
    /** How often another place was looked at, and the last look that was answered. */
    this.looks = 0;
    this.answered = 0;
    /** What the engine says of itself. @type {import('./wire.js').Hello | null} */
    this.hello = null;
    /** A point that was chosen by keys. @type {string | null} */
    this.cursor = null;
    /** @type {Aim | null} */
    this.aimed = null;
    /** @type {Setup | null} */
    this.setup = null;
    /** Draws what there is. @type {() => void} */
    this.draw = () => {};
    this.waits = false;
  }

  /** Something has changed: it is drawn as soon as all has changed that changes with it. */
  changed() {
    if (this.waits) return;
    this.waits = true;
    queueMicrotask(() => {
      this.waits = false;
      this.draw();
    });
  }

  /** Whether the board is what the engine says of this place. */
  get settled() {
    return this.answered === this.looks;
  }

  /** Whose stone can be laid now. */
  get next() {
    const { board } = this;
    return board && !board.ending && !this.sketched ? board.to_move : null;
  }

  /** @param {import('./wire.js').Hello} hello */
  meet(hello) {
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

  /** Another game; whoever gives it says next where to look. @param {Tree} tree */
  replace(tree) {
    this.tree = tree;
    this.at = tree.root;
    this.fresh = true;
  }

  /** Looks at another place; the number of this look, and whether a stone was laid. @param {Move} move */
  look(move) {
    const played = move.parent === this.at && !this.fresh;
    this.fresh = false;
    this.at = move;
    this.aimed = null;
    for (let at = move; at.parent; at = at.parent) at.parent.last = at;
    if (played) this.sketch(move);
    return { number: ++this.looks, played };
  }

  /** Lays a stone of whoever is to move, before the engine has said what that means. @param {Move} move */
  sketch(move) {
    if (!this.board) return;
    const side = this.board.to_move;
    const to_move = side === 'black' ? 'white' : 'black';
    this.board = { ...this.board, [side]: this.board[side] + move.point, fouls: [], to_move };
    this.seen = move;
    this.sketched = true;
    this.changed();
  }

  /** What the engine says of a look; whether it is the last one still. @param {number} number @param {Board | null} board null if it refuses */
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
