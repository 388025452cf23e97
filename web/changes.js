// Undo and redo.
import { button, byId, enable, icon } from './dom.js';
import { isTree } from './games.js';
import { History } from './history.js';
import { checkKept } from './play.js';
import { t } from './words.js';

export class Changes {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.history = new History();
    /** Tengen was to move in the last state: undo skips it. */
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
    const { history, app } = this;
    enable('undoChange', history.before.length > 0 && app.mode !== 'watch');
    enable('redoChange', history.after.length > 0 && app.mode !== 'watch');
  }

  /** Restores the steps of the page's last visit, without those that cannot be read. */
  async resume() {
    const kept = await this.app.games.history();
    const steps = (/** @type {any} */ states) => (Array.isArray(states) ? states : []).filter(isState);
    const { before, now, after } = kept ?? {};
    if (now && isState(now)) this.history.resume({ before: steps(before), now, after: steps(after) });
    this.buttons();
  }

  /** Notes the current state; returns whether the game has changed. @param {import('./history.js').State} state */
  note(state) {
    const { app } = this;
    const fresh = !this.history.now;
    if (!this.history.note(state, this.passing && app.mode === 'play')) return false;
    this.passing = app.modes.play.waits;
    this.buttons();
    if (!fresh) app.games.keepHistory(this.history.kept());
    return true;
  }

  undo() {
    this.step(() => this.history.undo());
  }

  redo() {
    this.step(() => this.history.redo());
  }

  /** @param {() => import('./history.js').State | null} take */
  step(take) {
    if (this.app.mode === 'watch') return;
    this.app.keep(); // includes changes made a moment ago
    const state = take();
    if (!state) return;
    this.passing = false;
    this.app.restore(state);
    this.app.games.keepHistory(this.history.kept());
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

/** Whether the page can restore this state. @param {any} state */
function isState(state) {
  try {
    checkKept(JSON.parse(state.play));
    return isTree(JSON.parse(state.tree));
  } catch {
    return false;
  }
}
