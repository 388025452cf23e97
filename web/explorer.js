// The database explorer: the moves from a position with games, results, scores and comments, and a form for notes.
import { button, byId, make, pointing, toast } from './dom.js';
import { pointsOf } from './tengen/points.js';
import { count, scored, t } from './words.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('./tengen/wire.js').ExploredText} Explored
 * @typedef {import('./tengen/wire.js').KnownText} Known
 * @typedef {import('./tengen/wire.js').RecordText} RecordText
 */

/** The maximum number of moves listed. */
const LISTED = 60;
/** The built-in database. */
const OPENINGS = 'openings.db';
/** @type {typeof import('./known.js') | undefined} */
let known;

/** Whether games on this board may begin with one of the 26 openings. @param {import('./tengen/engine.js').Game} start */
const hasOpenings = ({ rule, width, height }) => /^renju\b/.test(rule) && width === 15 && height === 15;

export class Explorer {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The database's answer for the position after `of`. @type {Explored | null} */
    this.explored = null;
    /** What is listed. @type {Explored | null} */
    this.listed = null;
    this.of = app.at;
    /** The database opened in the page. @type {import('./tengen/wire.js').DatabaseText | null} */
    this.opened = null;
    /** The last file chosen. @type {File | null} */
    this.chosen = null;
    /** The row under the pointer. @type {number | null} */
    this.pointed = null;
  }

  /** The current database. */
  get database() {
    return this.opened ?? this.app.hello?.database ?? null;
  }

  get isBuiltIn() {
    return this.database?.name === OPENINGS;
  }

  /** Whether games and notes can be added. */
  get isWritable() {
    return !!this.database?.writable;
  }

  /** The name of the database. */
  get name() {
    return this.isBuiltIn ? t('openings') : (this.database?.name ?? '');
  }

  async showOpenings() {
    const { showOpenings } = await import('./gallery.js');
    showOpenings(this.app);
  }

  /** Builds the explorer's part of the page. */
  build() {
    return make(
      'section.card',
      {
        'aria-label': t('database'),
        id: 'explorer',
        hidden: !this.database && !this.app.engine.opensDatabases,
      },
      make('div.row.spread', {}, make('strong', {}, t('database')), make('span.muted', {}, this.name)),
      this.app.engine.opensDatabases && this.chooser(),
      button(t('openings26'), () => this.showOpenings(), { look: 'small', id: 'openings', hidden: true }),
      make('div', { id: 'explorer-position' }),
      make('ol.lines.known', { id: 'explorer-moves', onmouseleave: () => this.point(null) }),
      make(
        'div.row',
        {},
        button(t('showGames'), () => this.showGames(), { look: 'small', id: 'explorer-games', hidden: true }),
        this.isWritable &&
          button(t('addGame'), () => this.add([this.app.tree.wire()]), { look: 'small', id: 'add-game' }),
      ),
      make('ul.recent', { id: 'explorer-listed', hidden: true }),
      this.isWritable ? this.form() : null,
    );
  }

  /** Opens the built-in database, once, if the engine runs in the page. */
  async openOpenings() {
    this.openOpenings = async () => {};
    const response = await fetch(new URL(OPENINGS, import.meta.url)).catch(() => null);
    const file = response?.ok && new File([await response.blob()], OPENINGS);
    if (file && !this.chosen) await this.open(file);
  }

  /** The button that opens a database. */
  chooser() {
    const input = make('input', {
      type: 'file',
      id: 'database-file',
      hidden: true,
      onchange: () => input.files?.[0] && this.open(input.files[0]),
    });
    const choose = button(t('openDatabase'), () => input.click(), {
      look: 'small',
      title: t('aboutDatabase'),
    });
    return make('div.row', {}, choose, input);
  }

  /** Uses a file as the database. @param {File} file */
  async open(file) {
    const { app } = this;
    this.chosen = file;
    try {
      const opened = await app.engine.openDatabase(file);
      if (this.chosen !== file) return;
      this.opened = opened;
    } catch (error) {
      return app.complain(error);
    }
    app.modes.analyse.build();
  }

  /** The form for notes. */
  form() {
    const label = make('input', {
      id: 'explorer-label',
      maxLength: 4,
      size: 4,
      'aria-label': t('moveLabel'),
    });
    const comment = make('textarea', {
      id: 'explorer-comment',
      rows: 2,
      maxLength: 4000,
      'aria-label': t('positionComment'),
      placeholder: t('positionComment'),
    });
    return make(
      'form',
      {
        id: 'explorer-note',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.note(comment.value, label.value);
        },
      },
      comment,
      make(
        'div.row.spread',
        {},
        make('label.field.muted', {}, t('moveLabel'), label),
        make('button.button.small', { type: 'submit' }, t('writeNote')),
      ),
    );
  }

  /** Asks the database about the current position. */
  async changed() {
    const { app } = this;
    const at = app.at;
    if (app.mode !== 'analyse' || !app.hello) return;
    if (!this.database && app.engine.opensDatabases) return this.openOpenings();
    if (!this.database || app.setup || !app.board) return;
    const question = /** @type {const} */ ({ ask: 'explore', game: app.tree.game(at) });
    const explored = await app.engine.ask(question).catch((error) => {
      if (at === app.at) app.complain(error);
    });
    if (this.isBuiltIn) known ??= await import('./known.js');
    if (at !== app.at) return;
    this.explored = this.listed = explored ?? null;
    this.of = at;
    this.pointed = null;
    this.show();
    app.modes.analyse.agree();
  }

  /** The lines of the analysis in agreement with the built-in openings. @param {import('./known.js').Line[]} lines */
  agreed(lines) {
    return known ? known.agreedWith(this, lines) : lines;
  }

  /** Shows the answer. */
  show() {
    const moves = document.getElementById('explorer-moves');
    if (!moves || !this.database) return;
    const { tree } = this.app;
    byId('openings').hidden = !hasOpenings(tree.start) || tree.start.black + tree.start.white !== '';
    const position = this.listed?.position ?? null;
    byId('explorer-position').replaceChildren(...this.about(position));
    moves.replaceChildren(
      ...(this.listed?.moves ?? []).slice(0, LISTED).map((known, i) => this.row(known, i)),
    );
    byId('explorer-games').hidden = !position || !sum(position.games);
    byId('explorer-listed').hidden = true;
    if (!this.isWritable) return;
    const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id));
    field('explorer-comment').value = position?.comment ?? '';
    field('explorer-label').value = position?.label ?? '';
  }

  /** The facts on the position itself. @param {RecordText | null} position @returns {HTMLElement[]} */
  about(position) {
    if (!position) {
      const known = this.listed?.moves.length;
      return known ? [] : [make('p.muted', {}, t('nothingKnown'))];
    }
    const games = sum(position.games);
    const best = position.best && `${t('better')}: ${this.app.name(position.best)}`;
    const facts = [games && t('gamesAre', { n: count(games) }), worth(position), best, position.source];
    return [
      make('p.muted.num', {}, facts.filter(Boolean).join(' · ')),
      ...(games ? [bar(position.games)] : []),
      ...(position.comment && !this.isWritable ? [make('p.said', {}, position.comment)] : []),
    ];
  }

  /** @param {Known} known @param {number} number */
  row(known, number) {
    const [point] = pointsOf(known.points);
    const games = sum(known.games);
    return make(
      'li',
      {},
      make(
        'button',
        {
          type: 'button',
          title: known.comment,
          onclick: () => this.app.explore(this.of, point),
          ...pointing(() => this.point(number)),
        },
        make('strong', {}, this.app.name(point)),
        make('span.pct', {}, games ? count(games) : ''),
        games ? bar(known.games) : make('span'),
        make('span.pv', {}, [worth(known), known.label, known.comment].filter(Boolean).join(' · ')),
      ),
    );
  }

  /** Sets the row under the pointer. @param {number | null} number */
  point(number) {
    if (this.pointed === number) return;
    this.pointed = number;
    this.app.state.changed();
  }

  /** @param {string} comment @param {string} label */
  async note(comment, label) {
    const { app } = this;
    const question = /** @type {const} */ ({ ask: 'note', game: app.tree.game(app.at), comment, label });
    try {
      await app.engine.ask(question);
      toast(t('noted'));
      await this.changed();
    } catch (error) {
      app.complain(error);
    }
  }

  /** Adds the main lines of games to the database. @param {import('./tengen/wire.js').TreeText[]} trees */
  async add(trees) {
    const { addGames } = await import('./found.js');
    await addGames(this, trees);
  }

  async showGames() {
    const { showGames } = await import('./found.js');
    await showGames(this);
  }

  /** The move under the pointer with its symmetric images, or null. */
  get ghosts() {
    const known = this.pointed === null ? null : this.shown?.moves[this.pointed];
    if (!known) return null;
    const side = this.app.board?.to_move ?? /** @type {const} */ ('black');
    return pointsOf(known.points).map((point) => ({ point, side, text: '' }));
  }

  /** The labels of moves. @returns {import('./tengen/board.js').Candidate[]} */
  get labels() {
    const labelled = (this.shown?.moves ?? []).filter((known) => known.label);
    return labelled.flatMap(({ points, label }) =>
      pointsOf(points).map((point) => ({ point, text: plain(label), best: false })),
    );
  }

  /** What is listed for the current position, or null. */
  get shown() {
    return this.of === this.app.at ? this.listed : null;
  }
}

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** Text without markup, for SVG. @param {string} text */
const plain = (text) => text.replace(/[<>&]/g, '');

/** The score of a position, in words. @param {RecordText} record */
function worth({ score, drawn, depth, bound, at_most }) {
  if (drawn) return t('provenDraw');
  if (!score) return '';
  const sign = { lower: '≥', upper: '≤' }[bound] ?? '';
  const how = 'points' in score && depth !== null ? ` (${t('depth')} ${depth})` : '';
  return sign + scored(score, '', at_most) + how;
}

/** A bar with the results of games. @param {number[]} games black's wins, draws, white's wins, and games without a result */
function bar([black, drawn, white]) {
  const ended = Math.max(black + drawn + white, 1);
  const share = (/** @type {number} */ n) => Math.round((100 * n) / ended);
  const part = (/** @type {string} */ side, /** @type {number} */ n) =>
    make(`i.${side}`, { style: `width:${(100 * n) / ended}%` });
  const label = t('resultsAre', { black: share(black), drawn: share(drawn), white: share(white) });
  return make(
    'span.results',
    { role: 'img', 'aria-label': label, title: label },
    part('black', black),
    part('drawn', drawn),
    part('white', white),
  );
}
