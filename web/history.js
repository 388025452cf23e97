// Undo history: earlier and later states of the game.

/**
 * @typedef {{ tree: string, at: string, play: string, game: string }} State the game, the current move, the state
 *   of the Play mode, and the game's name in the list of recent games
 * @typedef {{ before: State[], now: State | null, after: State[] }} Kept
 */

/** The maximum number of steps, and of characters in them. */
export const STEPS = 500;
const LETTERS = 30_000_000;
/** The maximum number of characters stored in the browser, which happens with every change. */
const LASTING = 2_000_000;

export class History {
  constructor() {
    /** @type {State[]} */
    this.before = [];
    /** @type {State[]} */
    this.after = [];
    /** @type {State | null} */
    this.now = null;
  }

  /** Notes the current state; returns whether the game has changed. @param {State} state @param {boolean} [passing] undo skips the previous state */
  note(state, passing = false) {
    const { now } = this;
    this.now = state;
    if (now?.tree === state.tree) return false;
    if (now && !passing) this.before.push(now);
    this.after = [];
    this.before = newest(this.before, LETTERS);
    return true;
  }

  /** Goes back to the previous state and returns it. */
  undo() {
    return this.step(this.before, this.after);
  }

  /** Returns to the state that was undone last. */
  redo() {
    return this.step(this.after, this.before);
  }

  /** @param {State[]} from @param {State[]} to */
  step(from, to) {
    const state = this.now && from.pop();
    if (!state || !this.now) return null;
    to.push(this.now);
    this.now = state;
    return state;
  }

  /** The history to store. @returns {Kept} */
  kept() {
    const { now } = this;
    return { before: newest(this.before, LASTING), now, after: newest(this.after, LASTING) };
  }

  /** Restores a stored history if it ends with the current game and nothing was done yet. @param {Kept} kept */
  resume({ before, now, after }) {
    if (this.before.length || this.after.length || !now || this.now?.tree !== now.tree) return;
    this.before = before;
    this.after = after;
  }
}

/** The newest states within the limits. @param {State[]} states @param {number} letters the maximum number of characters */
function newest(states, letters) {
  let first = states.length;
  while (first > 0 && states.length - first < STEPS) {
    letters -= states[first - 1].tree.length;
    if (letters < 0) break;
    first--;
  }
  return states.slice(first);
}
