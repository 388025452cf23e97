// States of a game that can be gone back to, and forward to again.

/**
 * @typedef {{ tree: string, at: string, play: string, game: string }} State the game, the place in it, how it is
 *   played, and under which name it is kept
 * @typedef {{ before: State[], now: State | null, after: State[] }} Kept
 */

/** So many steps can be undone, and so many letters are kept for them. */
export const STEPS = 500;
const LETTERS = 30_000_000;
/** So many letters of them outlast the page: they are written with every change. */
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

  /** The game as it stands now; whether it has changed. @param {State} state @param {boolean} [passing] nobody wants to come back to what was before */
  note(state, passing = false) {
    const { now } = this;
    this.now = state;
    if (now?.tree === state.tree) return false;
    if (now && !passing) this.before.push(now);
    this.after = [];
    this.before = newest(this.before, LETTERS);
    return true;
  }

  /** The state before this one, which is the present one then. */
  undo() {
    return this.step(this.before, this.after);
  }

  /** The state that was undone last. */
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

  /** What outlasts the page. @returns {Kept} */
  kept() {
    const { now } = this;
    return { before: newest(this.before, LASTING), now, after: newest(this.after, LASTING) };
  }

  /** Continues from what was kept if nothing was done yet and the game is the same. @param {Kept} kept */
  resume({ before, now, after }) {
    if (this.before.length || this.after.length || !now || this.now?.tree !== now.tree) return;
    this.before = before;
    this.after = after;
  }
}

/** The last of them, as many as are kept. @param {State[]} states @param {number} letters in all */
function newest(states, letters) {
  let first = states.length;
  while (first > 0 && states.length - first < STEPS) {
    letters -= states[first - 1].tree.length;
    if (letters < 0) break;
    first--;
  }
  return states.slice(first);
}
