// The opening trainer: a repertoire is made from a game or a database and drilled by repetition, instead of puzzles.
import { button, byId, enable, make } from './dom.js';
import { sum } from './explorer.js';
import { described, select } from './fields.js';
import { KINDS, Puzzles } from './puzzles.js';
import { Line, Repertoire, makeRepertoire } from './repertoire.js';
import { checkForm, load, store } from './stored.js';
import { pointsOf } from './tengen/points.js';
import { Tree } from './tree.js';
import { count, scored, t } from './words.js';

/**
 * @typedef {import('./repertoire.js').About} About
 * @typedef {import('./repertoire.js').Answer} Answer
 * @typedef {import('./repertoire.js').Found} Found
 * @typedef {import('./repertoire.js').Kept} Kept
 * @typedef {import('./repertoire.js').Side} Side
 * @typedef {'tree' | 'database' | 'here'} SourceName
 */

const KEPT = 'tengen-openings';
/** The number of repertoires kept, one for each colour and first position. */
const MOST = 8;
/** The depth of a repertoire from the database, in plies. */
const PLIES = 10;
/** The maximum length of a move's name. */
const LONGEST = 80;

/** What a repertoire is called. @param {Kept} kept */
function titleOf({ side, start }) {
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
    /** Why no repertoire was made, or that one is being made. */
    this.made = '';
    this.build();
    this.next();
  }

  /** Puts the puzzles back. */
  back() {
    const { app, own, puzzles } = this;
    app.modes.puzzles = puzzles;
    puzzles.own = own;
    puzzles.attempt = this.own = null;
    return puzzles;
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
        make('p.muted.num', { id: 'drill-due', style: 'margin:10px 0 0' }),
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
      button(t('makeRepertoire'), () => this.make(), { id: 'drill-make' }),
    );
  }

  /** Makes a repertoire for the game that was on the board, and drills it. */
  async make() {
    const { app, colour, own, source } = this;
    if (!own) return;
    this.made = t('searching');
    this.show();
    enable('drill-make', false);
    const kept = await this.read(own.tree, own.at, colour, source).catch((error) => app.complain(error));
    this.made = '';
    if (this.own !== own) return; // another mode or other puzzles were chosen meanwhile
    if (kept?.first.length) return this.drillNew(kept);
    if (kept) this.made = t('emptyRepertoire', { side: t(colour) });
    enable('drill-make', true);
    this.show();
  }

  /** @param {Tree} tree @param {import('./tree.js').Move} at @param {Side} side @param {SourceName} source */
  async read(tree, at, side, source) {
    const { explorer } = this.app.modes.analyse;
    if (!explorer.database && this.app.engine.opensDatabases) await explorer.openOpenings();
    const game = Tree.read(tree.wire()); // the game itself stays as it is
    if (source === 'tree') return makeRepertoire(game, game.root, side, this.variations(game));
    const empty = new Tree(tree.start);
    const moves = source === 'here' ? pointsOf(tree.game(at).moves ?? '') : [];
    const first = moves.reduce((at, point) => empty.add(at, point), empty.root);
    return makeRepertoire(empty, first, side, this.records(empty), PLIES);
  }

  /** The moves of a game, with what the database has on them. @param {Tree} tree @returns {import('./repertoire.js').Source} */
  variations(tree) {
    return async (at, isMine) => {
      if (!at.next.length) return [];
      const explored = isMine && this.hasDatabase ? await this.explore(tree, at).catch(() => null) : null;
      return at.next.map(({ point, comment }) => {
        const known = explored?.moves.find(({ points }) => pointsOf(points).includes(point));
        return { ...aboutOf(known), ...(comment ? { name: clipped(comment) } : {}), point };
      });
    };
  }

  /** The best recorded move of the player, and all recorded moves of the other side. @param {Tree} tree @returns {import('./repertoire.js').Source} */
  records(tree) {
    return async (at, isMine) => {
      const { moves, position } = await this.explore(tree, at);
      if (!isMine)
        return moves.map(({ points, games }) => ({ point: pointsOf(points)[0], weight: 1 + sum(games) }));
      const best = position?.best || pointsOf(moves[0]?.points ?? '')[0];
      const known = moves.find(({ points }) => pointsOf(points).includes(best));
      return best ? [{ ...aboutOf(known ?? { ...position, comment: '' }), point: best }] : [];
    };
  }

  /** @param {Tree} tree @param {import('./tree.js').Move} at */
  explore(tree, at) {
    return this.app.engine.ask({ ask: 'explore', game: tree.game(at) });
  }

  /** Adds a repertoire in place of the one with the same beginning. @param {Kept} kept */
  drillNew(kept) {
    const repertoire = new Repertoire(kept);
    for (const before of [...this.all].reverse()) repertoire.inherit(before);
    const others = this.all.filter((before) => keyOf(before) !== keyOf(kept));
    this.all = [kept, ...others].slice(0, MOST);
    this.choose(0);
    this.app.view.focus(); // on a telephone the form is far below the board
  }

  /** Drills a repertoire. @param {number} number */
  choose(number) {
    this.chosen = number;
    this.keepAll();
    this.build();
    byId('drill-which').focus();
    this.next();
  }

  keepAll() {
    store(KEPT, { all: this.all, chosen: this.chosen });
  }

  next() {
    const { app, own } = this;
    const kept = this.all[this.chosen];
    this.made = '';
    if (kept) {
      this.attempt = new Line(app.engine, new Repertoire(kept));
      return this.showPuzzle();
    }
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
    line.wrong = '';
    line.right = null;
    line.show();
    this.keepAll();
    this.app.announce(this.message());
    this.show();
  }

  /** @param {string} point */
  async play(point) {
    this.made = '';
    await super.play(point);
    this.keepAll();
  }

  /** Each answer is counted when it is given. */
  async count() {}

  task() {
    return t('task opening', { side: t(this.line?.side ?? 'black') });
  }

  message() {
    const { line } = this;
    if (this.made || !line) return this.made || t('noRepertoire');
    const shown = line.shown.map((answer) => this.described(answer)).join('; ');
    if (line.wrong) return t('notInRepertoire', { point: this.app.name(line.wrong), moves: shown });
    if (shown) return t('playThis', { moves: shown });
    if (!line.right || line.phase === 'waits') return '';
    const right = t('inRepertoire', { move: this.described(line.right) });
    return line.phase === 'right' ? `${right} ${t('lineDone')}` : right;
  }

  /** A move with its name and value. @param {Answer} answer */
  described({ point, name, score, drawn }) {
    const value = drawn ? t('provenDraw') : score && scored(score, this.app.tree.start.rule);
    return [this.app.name(point), name, value].filter(Boolean).join(' · ');
  }

  show() {
    const { app, line } = this;
    const kept = this.all[this.chosen];
    if (!document.getElementById('drill-due')) return;
    const repertoire = kept && new Repertoire(kept);
    byId('drill-due').textContent = repertoire
      ? t('dueAre', { n: count(repertoire.due().length), learned: count(repertoire.learned) })
      : '';
    const said = byId('puzzle-said');
    said.textContent = this.message();
    said.className = line?.wrong ? 'mark-bad' : line?.right ? 'mark-good' : '';
    enable('drill-next', !!repertoire);
    enable('puzzle-hint', line?.phase === 'asks' && !line.shown.length);
    enable('puzzle-again', !!line && line.phase !== 'waits' && line.tip !== line.start);
    app.state.changed();
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

/** What a record of the database has on a move. @param {Partial<import('./tengen/wire.js').KnownText>} [record] @returns {About} */
function aboutOf({ comment, score, drawn } = {}) {
  return {
    ...(comment ? { name: clipped(comment) } : {}),
    ...(score ? { score } : {}),
    ...(drawn ? { drawn } : {}),
  };
}

/** Throws unless these are stored repertoires. @param {any} kept */
function check(kept) {
  checkForm(kept, { chosen: 'number' });
  if (!Array.isArray(kept.all)) throw new Error(t('otherForm', { name: 'all' }));
  for (const one of kept.all) {
    checkForm(one, { side: 'string', start: {}, items: {} });
    const lost = (/** @type {any[]} */ [, id]) => !one.items[id];
    const replies = Object.values(/** @type {Kept} */ (one).items).flatMap(({ answers }) =>
      answers.flatMap(({ replies }) => replies),
    );
    if (!one.first.length || [...one.first, ...replies].some(lost)) throw new Error(t('damaged'));
    new Line(/** @type {any} */ (null), new Repertoire(one));
  }
}
