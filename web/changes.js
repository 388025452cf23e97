// What was done to the game, to be undone and done again.
import { button, byId, enable, icon } from './dom.js';
import { t } from './words.js';

/**
 * @typedef {{ tree: string, at: string, play: string, game: string }} State the game, the place in it, how it is
 *   played, and under which name it is kept
 */

/** So many steps can be undone, and so many letters are kept for them. */
const STEPS = 500;
const LETTERS = 30_000_000;

export class Changes {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {State[]} */
    this.before = [];
    /** @type {State[]} */
    this.after = [];
    /** @type {State | null} */
    this.now = null;
    /** Tengen was to move: nobody wants to come back to that. */
    this.passing = false;
    document.addEventListener('keydown', (event) => this.key(event));
  }

  build() {
    const look = (/** @type {string} */ name, /** @type {string} */ keys) => ({
      look: 'small',
      id: name,
      title: `${t(name)} (${keys})`,
      'aria-label': t(name),
    });
    byId('changes').replaceChildren(
      button(icon('undoChange'), () => this.undo(), look('undoChange', 'Ctrl-Z')),
      button(icon('redoChange'), () => this.redo(), look('redoChange', 'Ctrl-Shift-Z')),
    );
    this.buttons();
  }

  buttons() {
    enable('undoChange', this.before.length > 0 && this.app.mode !== 'watch');
    enable('redoChange', this.after.length > 0 && this.app.mode !== 'watch');
  }

  /** The game as it stands now; whether it has changed. @param {State} state */
  note(state) {
    const { now, app } = this;
    this.now = state;
    if (now?.tree === state.tree) return false;
    if (now && !(this.passing && app.mode === 'play')) this.before.push(now);
    this.after = [];
    this.passing = app.modes.play.waits;
    this.trim();
    this.buttons();
    return true;
  }

  trim() {
    let letters = 0;
    const fits = (/** @type {State} */ state) => (letters += state.tree.length) <= LETTERS;
    const kept = this.before.slice(-STEPS).reverse();
    const end = kept.findIndex((state) => !fits(state));
    this.before = kept.slice(0, end < 0 ? kept.length : end).reverse();
  }

  undo() {
    this.step(
      () => this.before,
      () => this.after,
    );
  }

  redo() {
    this.step(
      () => this.after,
      () => this.before,
    );
  }

  /** @param {() => State[]} from @param {() => State[]} to */
  step(from, to) {
    if (this.app.mode === 'watch') return;
    this.app.keep(); // what was done a moment ago counts too
    const state = from().pop();
    if (!state || !this.now) return;
    to().push(this.now);
    this.now = state;
    this.passing = false;
    this.app.restore(state);
    this.buttons();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const key = event.key.toLowerCase();
    if (
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      !['z', 'y'].includes(key) ||
      target.matches('input, textarea') ||
      target.closest('dialog')
    )
      return;
    if (key === 'y' || event.shiftKey) this.redo();
    else this.undo();
    event.preventDefault();
  }
}
