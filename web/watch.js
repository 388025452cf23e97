// The watch mode: live games of a match, one of which may be played from this page.
import { byId, make } from './dom.js';
import { whyNot } from './engine.js';
import { pointsOf } from './points.js';
import { Tree } from './tree.js';
import { ended, t } from './words.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('./wire.js').LiveGame} LiveGame
 */

export class Watch {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The game to return to when this mode is left. @type {{ tree: Tree, at: import('./tree.js').Move } | null} */
    this.own = null;
    /** @type {LiveGame[]} */
    this.games = [];
    this.news = '';
    /** The number of the chosen game; null follows the newest. @type {number | null} */
    this.chosen = null;
    /** @type {LiveGame | null} */
    this.shown = null;
    /** @type {import('./engine.js').Search | null} */
    this.search = null;
  }

  build() {
    byId('mode-watch').replaceChildren(
      make(
        'section.card',
        { 'aria-label': t('watch') },
        make(
          'label.field',
          {},
          t('game'),
          make('select', {
            id: 'watched',
            onchange: (/** @type {any} */ event) => {
              this.chosen = Number(event.target.value) || null;
              this.show();
            },
          }),
        ),
        make('pre.news', { id: 'news', tabIndex: 0, role: 'group', 'aria-label': t('standings') }),
      ),
    );
    this.list();
  }

  enter() {
    const { app } = this;
    this.own = { tree: app.tree, at: app.at };
    this.shown = null;
    this.search = app.engine.search({ ask: 'watch' }, (message) => {
      if (message.reply !== 'live') return app.complain(whyNot(message));
      this.games = message.games;
      this.news = message.news;
      this.show();
    });
  }

  leave() {
    this.search?.stop();
    this.search = null;
    const { own } = this;
    this.own = null;
    if (!own) return;
    this.app.state.replace(own.tree);
    this.app.go(own.at);
  }

  gameReplaced() {}
  changed() {}

  list() {
    const select = document.getElementById('watched');
    if (!select) return;
    const name = (/** @type {LiveGame} */ game) =>
      `${game.number}. ${game.players.map((player, i) => player || t(i ? 'white' : 'black')).join(' – ')}${game.ending ? ' ✓' : ''}`;
    select.replaceChildren(
      make('option', { value: '' }, t('newest')),
      ...[...this.games]
        .reverse()
        .map((game) =>
          make('option', { value: String(game.number), selected: game.number === this.chosen }, name(game)),
        ),
    );
    byId('news').textContent = this.news;
    byId('news').hidden = !this.news;
  }

  /** Shows the current state of the game. */
  show() {
    const { app } = this;
    this.list();
    const game = this.games.find((game) => game.number === this.chosen) ?? this.games[this.games.length - 1];
    if (!game || !this.own) return app.state.changed();
    const before = this.shown;
    const moves = game.game.moves ?? '';
    const same = before && before.number === game.number && moves.startsWith(before.game.moves ?? '');
    const tip = same ? app.tree.end(app.tree.root) : null;
    this.shown = game;
    if (!same) app.state.replace(new Tree(game.game));
    app.tree.players = game.players;
    let at = app.tree.root;
    for (const point of pointsOf(moves)) at = app.tree.add(at, point);
    if (!same || app.at === tip) app.go(at);
    else app.record.show();
    app.state.changed();
  }

  get yourTurn() {
    const { shown, app } = this;
    return (
      !!shown && !shown.ending && shown.yours === app.board?.to_move && app.at === app.tree.end(app.tree.root)
    );
  }

  /** @param {string} point */
  touch(point) {
    const { app } = this;
    if (this.yourTurn)
      app.playAt(point, () => app.engine.ask({ ask: 'lay', point }).catch((error) => app.complain(error)));
  }

  scene() {
    return this.yourTurn ? {} : { next: null };
  }

  chance() {
    return null;
  }

  status() {
    const { shown, app } = this;
    if (!shown) return t('nothingYet');
    const side = app.board?.to_move ?? 'black';
    if (shown.ending && app.at === app.tree.end(app.tree.root)) return ended(shown.ending);
    return this.yourTurn ? t('yourMove', { side: t(side) }) : null;
  }
}
