// The opening trainer: a repertoire is made from a game or a database and drilled by repetition, instead of puzzles.
import { button, byId, enable, make } from './dom.js';
import { sum } from './explorer.js';
import { described, select } from './fields.js';
import { KINDS, Puzzles } from './puzzles.js';
import { Line, Repertoire, alsoGood, makeRepertoire } from './repertoire.js';
import { checkForm, load, store } from './stored.js';
import { pointsOf } from './tengen/points.js';
import { Tree } from './tree.js';
import { count, scored, t } from './words.js';

/**
 * @typedef {import('./repertoire.js').About} About
 * @typedef {import('./repertoire.js').Kept} Kept
 * @typedef {import('./repertoire.js').Side} Side
 * @typedef {import('./repertoire.js').Source} Source
 * @typedef {import('./tengen/wire.js').KnownText} Known
 * @typedef {'tree' | 'database' | 'here'} SourceName
 */

const KEPT = 'tengen-openings';
/** The number of repertoires kept, one for each colour and first position. */
const MOST = 8;
/** The depth of a repertoire from the database, in plies. */
const PLIES = 10;
/** The maximum length of a name. */
const LONGEST = 80;

/** What a repertoire is called. @param {Kept} kept */
function titleOf({ side, start, name }) {
  if (name) return name;
  const moves = pointsOf(start.moves ?? '').join(' ');
  return [t(side), described(start), ...(moves ? [moves] : [])].join(' · ');
}

/** What distinguishes repertoires. @param {Kept} kept */
const keyOf = ({ side, start }) => JSON.stringify([side, start]);

/** Takes the place of the puzzles until another kind is chosen. */
export class Drill extends Puzzles {
  /** @param {Puzzles} puzzles */
  constructor(puzzles) {
    super(puzzles.app);
    this.puzzles = puzzles;
    const { trainer, builtIn, failed, own } = puzzles;
    Object.assign(this, { trainer, builtIn, failed, own });
    const { all = [], chosen = 0 } = load(KEPT, check) ?? {};
    /** The repertoires, the one made last first. @type {Kept[]} */
    this.all = all;
    /** The number of the one that is drilled. @type {number} */
    this.chosen = chosen;
    this.app.report('');
    this.app.modes.puzzles = this;
    /** @type {Side} */
    this.colour = this.all[this.chosen]?.side ?? 'black';
    /** @type {SourceName} */
    this.source = this.own?.tree.root.next.length || !this.hasDatabase ? 'tree' : 'database';
    /** What came of making or deleting a repertoire; it is shown until the next move or line. */
    this.note = '';
    /** The number of positions looked up for the repertoire being made. @type {{ n: number } | null} */
    this.making = null;
    this.build();
    this.next();
  }

  /** Puts the puzzles back. */
  back() {
    const { app, own, puzzles } = this;
    this.making = null;
    app.modes.puzzles = puzzles;
    puzzles.own = own;
    puzzles.attempt = this.own = null;
    return puzzles;
  }

  leave() {
    this.making = null;
    super.leave();
  }

  /** @param {Partial<import('./trainer.js').Filter>} filter */
  setFilter(filter) {
    this.back().setFilter(filter);
  }

  /** @param {import('./trainer.js').Puzzle[]} puzzles */
  learn(puzzles) {
    this.back().learn(puzzles);
  }

  /** The line being drilled. */
  get line() {
    return /** @type {Line | null} */ (this.attempt);
  }

  get hasDatabase() {
    const { app } = this;
    return !!app.modes.analyse.explorer.database || app.engine.opensDatabases;
  }

  build() {
    const kinds = KINDS.map((kind) =>
      make('option', { value: kind, selected: kind === 'opening' }, t(`kind ${kind}`)),
    );
    const choice = make(
      'select',
      { id: 'puzzle-kind', 'aria-label': t('kind'), onchange: () => this.setFilter({ kind: choice.value }) },
      ...kinds,
    );
    const titles = this.all.map((kept, i) =>
      make('option', { value: i, selected: i === this.chosen }, titleOf(kept)),
    );
    const which = make(
      'select',
      {
        id: 'drill-which',
        'aria-label': t('repertoire'),
        style: 'max-width:100%',
        hidden: !titles.length,
        onchange: () => this.choose(which.selectedIndex),
      },
      ...titles,
    );
    byId('mode-puzzles').replaceChildren(
      make(
        'section.card',
        { 'aria-label': t('kind opening') },
        make('div.row', {}, choice, which),
        make(
          'div.row.spread',
          { style: 'margin:10px 0 0', hidden: !titles.length },
          make('span.muted.num', { id: 'drill-due' }),
          make(
            'div.row',
            {},
            button(t('rename'), () => this.rename(), { look: 'small' }),
            button(t('delete'), () => this.delete(), { look: 'small' }),
          ),
        ),
        make('p', { id: 'puzzle-said', role: 'status', style: 'margin:8px 0; min-height:3em' }),
        make(
          'div.actions',
          {},
          button(t('nextLine'), () => this.next(), { look: 'main', id: 'drill-next' }),
          button(t('hint'), () => this.hint(), { id: 'puzzle-hint' }),
          button(t('tryAgain'), () => this.again(), { id: 'puzzle-again' }),
        ),
      ),
      this.form(),
    );
    this.show();
  }

  /** The form that makes a repertoire. */
  form() {
    const sides = /** @type {Side[]} */ (['black', 'white']);
    const sources = this.hasDatabase ? ['tree', 'database', 'here'] : ['tree'];
    const { start } = this.own?.tree ?? this.app.tree;
    return make(
      'section.card',
      { 'aria-label': t('makeRepertoire') },
      select(
        'drill-colour',
        t('myColour'),
        sides.map((side) => [side, t(side)]),
        this.colour,
        (side) => (this.colour = /** @type {Side} */ (side)),
      ),
      select(
        'drill-source',
        t('movesFrom'),
        sources.map((source) => [source, t(`moves ${source}`)]),
        this.source,
        (source) => (this.source = /** @type {SourceName} */ (source)),
      ),
      make('p.muted', { style: 'margin:8px 0' }, t('aboutRepertoire', { game: described(start) })),
      make(
        'div.row',
        {},
        button('', () => (this.making ? this.cancel() : this.make()), { id: 'drill-make' }),
        make('span.muted.num', { id: 'drill-progress' }),
      ),
    );
  }

  /** Makes a repertoire for the game that was on the board, and drills it. */
  async make() {
    const { app, own, colour } = this;
    if (!own) return;
    const making = (this.making = { n: 0 });
    this.note = t('searching');
    this.show();
    const kept = await this.read(own.tree, own.at, making).catch((error) => {
      if (this.making === making) app.complain(error);
    });
    if (this.making !== making) return; // cancelled, or other puzzles or another mode were chosen
    this.making = null;
    this.note = '';
    if (kept?.first.length) return this.drillNew(kept);
    if (kept) this.note = t('emptyRepertoire', { side: t(colour) });
    this.show();
  }

  cancel() {
    this.making = null;
    this.note = '';
    this.show();
  }

  /** @param {Tree} tree @param {import('./tree.js').Move} at @param {{ n: number }} making */
  async read(tree, at, making) {
    const { app, colour, source } = this;
    const { explorer } = app.modes.analyse;
    if (!explorer.database && app.engine.opensDatabases) await explorer.openOpenings();
    /** @param {Source} source @returns {Source} */
    const counted = (source) => async (at, isMine) => {
      if (this.making !== making) throw new Error('cancelled');
      making.n++;
      this.showProgress();
      return source(at, isMine);
    };
    const game = Tree.read(tree.wire()); // the game itself stays as it is
    if (source === 'tree') return makeRepertoire(game, game.root, colour, counted(this.variations(game)));
    const empty = new Tree(tree.start);
    const moves = source === 'here' ? pointsOf(tree.game(at).moves ?? '') : [];
    return makeRepertoire(empty, empty.line(moves), colour, counted(this.records(empty)), PLIES);
  }

  /** The moves of a game, with what the database has on them. @param {Tree} tree @returns {Source} */
  variations(tree) {
    return async (at, isMine) => {
      if (!isMine || !at.next.length) return at.next;
      const explored = await this.explore(tree, at).catch(() => null); // there may be no database for the rule
      const moves = explored?.moves ?? [];
      const answers = at.next.map(({ point, comment }) => {
        const about = aboutOf(recordOf(moves, point));
        return { ...about, name: comment ? clipped(comment) : about.name, point };
      });
      return [...answers, ...alsoGood(answers, moves)];
    };
  }

  /** The best recorded move of the player, and all recorded moves of the other side. @param {Tree} tree @returns {Source} */
  records(tree) {
    return async (at, isMine) => {
      const { moves, position } = await this.explore(tree, at);
      if (!isMine)
        return moves.map(({ points, games }) => ({ point: pointsOf(points)[0], weight: 1 + sum(games) }));
      const best = position?.best || pointsOf(moves[0]?.points ?? '')[0];
      if (!best) return [];
      const answer = { ...aboutOf(recordOf(moves, best) ?? { ...position, comment: '' }), point: best };
      return [answer, ...alsoGood([answer], moves)];
    };
  }

  /** @param {Tree} tree @param {import('./tree.js').Move} at */
  explore(tree, at) {
    return this.app.engine.ask({ ask: 'explore', game: tree.game(at) });
  }

  /** Adds a repertoire in place of the one with the same beginning, whose name it gets. @param {Kept} kept */
  drillNew(kept) {
    const repertoire = new Repertoire(kept);
    for (const before of [...this.all].reverse()) repertoire.inherit(before);
    const same = this.all.find((before) => keyOf(before) === keyOf(kept));
    kept.name = same?.name;
    this.all = [kept, ...this.all.filter((before) => before !== same)].slice(0, MOST);
    this.choose(0);
    this.app.view.focus(); // on a telephone the form is far below the board
  }

  /** Drills a repertoire. @param {number} number */
  choose(number) {
    this.chosen = number;
    this.keepAll();
    this.build();
    byId(this.all.length ? 'drill-which' : 'drill-make').focus();
    this.next();
  }

  /** Asks for a name. Without one, a repertoire is called by its beginning. */
  rename() {
    const kept = this.all[this.chosen];
    const name = prompt(t('repertoireName'), titleOf(kept))?.trim();
    if (name === undefined) return;
    kept.name = '';
    if (name !== titleOf(kept)) kept.name = clipped(name);
    this.keepAll();
    this.build();
    byId('drill-which').focus();
  }

  /** Deletes the repertoire, after a question. */
  delete() {
    const title = titleOf(this.all[this.chosen]);
    if (!confirm(t('deleteRepertoire', { title }))) return;
    this.all.splice(this.chosen, 1);
    this.choose(0);
    this.note = t('repertoireDeleted', { title });
    this.app.announce(this.note);
    this.show();
  }

  keepAll() {
    store(KEPT, { all: this.all, chosen: this.chosen });
  }

  next() {
    const { app, own } = this;
    const kept = this.all[this.chosen];
    this.note = '';
    this.attempt = kept ? new Line(new Repertoire(kept)) : null;
    if (kept) return this.showPuzzle();
    if (own && app.tree !== own.tree) {
      app.state.replace(own.tree);
      app.go(own.at);
    }
    this.show();
  }

  /** Shows the expected moves. */
  async hint() {
    const { line } = this;
    if (line?.phase !== 'asks' || this.app.at !== line.tip) return;
    line.hint();
    this.keepAll();
    this.app.announce(this.message());
    this.show();
  }

  /** @param {string} point */
  async play(point) {
    this.note = '';
    await super.play(point);
    this.keepAll();
  }

  /** Each answer is counted when it is given. */
  async count() {}

  task() {
    return t('task opening', { side: t(this.line?.side ?? 'black') });
  }

  message() {
    const { line, note } = this;
    if (note || !line) return note || t('noRepertoire');
    const { judged, phase } = line;
    const moves = line.shown.map((answer) => this.described(answer)).join('; ');
    if (judged?.how === 'wrong')
      return t('notInRepertoire', { point: this.app.name(judged.move.point), moves });
    if (judged?.how === 'good') return t('alsoGood', { point: this.app.name(judged.move.point), moves });
    if (moves) return t('playThis', { moves });
    if (!judged || phase === 'waits') return '';
    const right = t('inRepertoire', { move: this.described(judged.move) });
    return phase === 'right' ? `${right} ${t('lineDone')}` : right;
  }

  /** A move with its name and value. @param {About & { point: string }} move */
  described({ point, name, score, drawn }) {
    const value = drawn ? t('provenDraw') : score && scored(score, this.app.tree.start.rule);
    return [this.app.name(point), name, value].filter(Boolean).join(' · ');
  }

  show() {
    const { app, line } = this;
    if (!document.getElementById('drill-due')) return;
    const { repertoire } = line ?? {};
    byId('drill-due').textContent = repertoire
      ? t('dueAre', { n: count(repertoire.due().length), learned: count(repertoire.learned) })
      : '';
    const said = byId('puzzle-said');
    said.textContent = this.message();
    said.className = !line?.judged || this.note ? '' : line.judged.how === 'wrong' ? 'mark-bad' : 'mark-good';
    enable('drill-next', !!line);
    enable('puzzle-hint', line?.phase === 'asks' && !line.shown.length);
    enable('puzzle-again', !!line && line.phase !== 'waits' && line.tip !== line.start);
    byId('drill-make').textContent = t(this.making ? 'cancel' : 'makeRepertoire');
    this.showProgress();
    app.state.changed();
  }

  /** Shows how many positions were looked up for the repertoire being made. */
  showProgress() {
    const progress = document.getElementById('drill-progress');
    if (progress) progress.textContent = this.making ? t('lookedUp', { n: count(this.making.n) }) : '';
  }

  scene() {
    const { line, app } = this;
    if (line?.phase !== 'asks' || app.at !== line.tip) return { next: null };
    const [first] = line.shown;
    return first
      ? { hint: first.point, ghosts: line.shown.map(({ point }) => ({ point, side: line.side, text: '' })) }
      : {};
  }
}

/** @param {string} text */
const clipped = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** What a record of the database has on a move. @param {Partial<Known>} [record] @returns {About} */
const aboutOf = ({ comment, score, drawn } = {}) => ({
  ...(comment ? { name: clipped(comment) } : {}),
  ...(score ? { score } : {}),
  ...(drawn ? { drawn } : {}),
});

/** The record of a move or an image of it. @param {Known[]} moves @param {string} point */
const recordOf = (moves, point) => moves.find(({ points }) => pointsOf(points).includes(point));

/** Throws unless these are stored repertoires. @param {any} kept */
function check(kept) {
  checkForm(kept, { chosen: 'number' });
  if (!Array.isArray(kept.all)) throw new Error(t('otherForm', { name: 'all' }));
  for (const one of kept.all) {
    checkForm(one, { side: 'string', name: 'string', start: {}, items: {} });
    const lost = (/** @type {any[]} */ [, id]) => !one.items[id];
    const replies = Object.values(/** @type {Kept} */ (one).items).flatMap(({ answers }) =>
      answers.flatMap(({ replies }) => replies),
    );
    if (!one.first.length || [...one.first, ...replies].some(lost)) throw new Error(t('damaged'));
    new Line(new Repertoire(one));
  }
}
