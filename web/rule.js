// The line with rule and board, shown in every mode.
import { byId } from './dom.js';
import { described } from './fields.js';
import { forget } from './judged.js';
import { Tree } from './tree.js';
import { t } from './words.js';

export class RuleLine {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    byId('about').addEventListener('click', async () => (await import('./startform.js')).askForRule(app));
  }

  show() {
    const { app } = this;
    const { idle, setup } = app.modes.play;
    const rule = app.mode === 'play' && !idle && setup.opening ? t(`opening ${setup.opening}`) : '';
    byId('about').textContent = [described(app.tree.start), rule, this.pattern()].filter(Boolean).join(' · ');
    // Room for the name of an opening is there before the name, so that nothing moves when it appears.
    byId('about').classList.toggle('roomy', !!rule || app.tree.start.rule.startsWith('renju'));
    /** @type {HTMLButtonElement} */ (byId('about')).disabled = app.mode === 'watch';
  }

  /** The name of the opening in renju. */
  pattern() {
    const { board, tree } = this.app;
    const pattern = tree.start.rule.startsWith('renju') ? board?.pattern : null;
    if (!pattern) return '';
    const name = /^(ja|ko|zh)/.test(document.documentElement.lang) ? pattern.kanji : pattern.name;
    return `${name} (${pattern.code})`;
  }

  /** Changes rule and board and keeps the moves, if the engine accepts them. @param {import('./fields.js').Start} start */
  async change(start) {
    const { app } = this;
    const at = app.tree
      .path(app.at)
      .map((move) => move.point)
      .join('');
    const wire = { ...app.tree.wire(), ...start };
    try {
      await app.engine.ask({ ask: 'save', tree: wire, format: 'sgf' });
      await app.engine.ask({ ask: 'look', game: { ...app.tree.game(app.at), ...start } });
      const tree = Tree.read(wire);
      forget(tree); // another rule, other judgements
      app.take(tree);
      app.go(tree.find(at));
    } catch (error) {
      app.complain(error);
    }
  }
}
