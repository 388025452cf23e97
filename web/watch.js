// The watch mode: live games of a match, one of which may be played from this page.
import { clockFace } from './clock.js';
import { byId, make } from './dom.js';
import { whyNot } from './tengen/engine.js';
import { pointsOf } from './tengen/points.js';
import { wordsOf } from './remarks.js';
import { standings } from './standings.js';
import { Tree } from './tree.js';
import { ended, t } from './words.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('./tengen/wire.js').LiveGame} LiveGame
 * @typedef {import('./tengen/engine.js').Side} Side
 */

/** The interval between drawings of the clock, in milliseconds. */
const TICK = 100;

export class Watch {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The game to return to when this mode is left. @type {{ tree: Tree, at: import('./tree.js').Move } | null} */
    this.own = null;
    /** @type {LiveGame[]} */
    this.games = [];
    this.news = '';
    /** The latest news from the server, before translation. */
    this.sent = /** @type {import('./tengen/wire.js').RemarkText | null} */ (null);
    /** The number of the chosen game; null follows the newest. @type {number | null} */
    this.chosen = null;
    /** @type {LiveGame | null} */
    this.shown = null;
    /** @type {import('./tengen/engine.js').Search | null} */
    this.search = null;
    /** When the state of the games arrived. */
    this.heard = 0;
    this.timer = 0;
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
        make('div.news', { id: 'news', tabIndex: 0, role: 'group', 'aria-label': t('standings') }),
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
      this.heard = performance.now();
      this.games = message.games;
      this.show();
      this.report(message.news);
    });
    this.timer = window.setInterval(() => this.shown?.clock && app.seats(), TICK);
  }

  /** Shows the state of the match. @param {import('./tengen/wire.js').RemarkText | null} news */
  async report(news) {
    this.sent = news;
    const text = news ? await wordsOf(news) : '';
    if (this.sent !== news) return;
    this.news = text;
    this.list();
  }

  leave() {
    clearInterval(this.timer);
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
      `${game.number}. ${playersOf(game).join(' – ')}${game.ending ? `: ${resultOf(game)}` : ''}`;
    select.replaceChildren(
      make('option', { value: '' }, t('newest')),
      ...[...this.games]
        .reverse()
        .map((game) =>
          make('option', { value: String(game.number), selected: game.number === this.chosen }, name(game)),
        ),
    );
    byId('news').replaceChildren(...standings(this.news));
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
    if (game.ending && game.number === before?.number && !before.ending) app.announce(resultOf(game));
    const same = before && before.number === game.number && moves.startsWith(before.game.moves ?? '');
    const tip = same ? app.tree.end(app.tree.root) : null;
    this.shown = game;
    if (!same) app.state.replace(new Tree(game.game));
    app.tree.players = playersOf(game);
    const at = app.tree.line(pointsOf(moves));
    if (!same || app.at === tip) app.go(at);
    else app.record.show();
    app.state.changed();
  }

  /** The clock of a side, if the time for each move is limited. @param {Side} side */
  clock(side) {
    const { shown } = this;
    if (!shown?.clock || shown.ending) return null;
    const { turn, used } = shown.clock;
    const isRunning = side === this.app.tree.side(this.app.tree.end(this.app.tree.root));
    const left = isRunning ? Math.max(0, turn - used - (performance.now() - this.heard)) : turn;
    return { face: clockFace(left), short: isRunning && left < turn / 2 };
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
    if (shown.ending && app.at === app.tree.end(app.tree.root)) return resultOf(shown);
    return this.yourTurn ? t('yourMove', { side: t(side) }) : null;
  }
}

/** The names of Black and White. @param {LiveGame} game @returns {[string, string]} */
function playersOf({ players, yours }) {
  const name = (/** @type {Side} */ side, /** @type {string} */ given) =>
    side === yours ? t('you') : given || t(side);
  return [name('black', players[0]), name('white', players[1])];
}

/** How a game ended, for the one who played it from the page too. @param {LiveGame} game */
function resultOf({ ending, yours }) {
  if (!ending) return '';
  if (!yours || !ending.winner) return ended(ending);
  return `${t(ending.winner === yours ? 'youWon' : 'youLost')} – ${ended(ending)}`;
}
