// The review mode: analyses every position of a game in the background; marks mistakes; shows a graph and a table.
import { label } from './analyse.js';
import { button, byId, make } from './dom.js';
import { partsOf } from './engine.js';
import { MISSED, kindOf, puzzleOf } from './mistakes.js';
import { pointsOf } from './points.js';
import { percent, scored, t } from './words.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./engine.js').Line} Line
 * @typedef {import('./engine.js').Worth} Worth
 * @typedef {{ move: Move, before: Line | null, worth: Worth | null, loss: number | null, points: number, plies: number, better: string }} Row
 *   a move: the best line before it; the score after it for the side that played it; the loss in chance to win, in
 *   points, and in plies until a proven loss
 */

/** The minimum loss of each mark, in chance to win or in points. */
const MARKS = /** @type {const} */ ([
  { chance: 0.3, points: Infinity, sign: '??', word: 'blunder', look: 'mark-bad' },
  { chance: 0.15, points: 500, sign: '?', word: 'mistake', look: 'mark-bad' },
  { chance: 0.07, points: 250, sign: '?!', word: 'inaccuracy', look: 'mark-fair' },
]);
/** The points of a proven win, and the limit of other scores. */
const DECIDED = 1500;
/** In a lost position, a move that halves the plies left and loses at least this many is a mistake. */
const SOONER = 4;
/** The number of nodes searched for each move. */
const EFFORT = [20_000, 100_000, 500_000];

export class Review {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {import('./engine.js').Search | null} */
    this.search = null;
    /** The engine's line for each position, starting before the first move. @type {(Line | null | undefined)[]} */
    this.judged = [];
    /** @type {Move[]} */
    this.path = [];
    this.ending = /** @type {import('./engine.js').Board['ending']} */ (null);
    this.effort = 1;
    /** The kinds of the marked mistakes. @type {Map<Move, string>} */
    this.missed = new Map();
    /** The side whose mistakes become puzzles at the end of the review. @type {import('./engine.js').Side | null} */
    this.learner = null;
  }

  build() {
    const efforts = EFFORT.map((_, i) =>
      make('option', { value: String(i), selected: i === this.effort }, t(`effort ${i}`)),
    );
    const effort = make(
      'select',
      { id: 'effort', 'aria-label': t('effort'), onchange: () => (this.effort = Number(effort.value)) },
      ...efforts,
    );
    byId('mode-review').replaceChildren(
      make(
        'section.card',
        { 'aria-label': t('review') },
        make(
          'div.row',
          {},
          button(t('reviewGame'), () => this.begin(), { look: 'main', id: 'review-start' }),
          effort,
          make('span.muted.num', { id: 'review-count' }),
        ),
        make('div', { id: 'review-progress', style: 'margin-top:8px' }),
        make('div', { id: 'review-graph', style: 'margin-top:8px' }),
        make('div.muted', { id: 'review-sum' }),
        make('div.table', {
          id: 'review-table',
          tabIndex: 0,
          role: 'group',
          'aria-label': t('reviewTable'),
          style: 'margin-top:6px',
        }),
        make('p.muted', { id: 'review-legend', style: 'margin:6px 0 0' }, t('reviewLegend')),
      ),
    );
    this.show();
  }

  enter() {
    this.show();
    this.sort();
  }
  leave() {}

  gameReplaced() {
    this.search?.stop();
    this.search = null;
    this.judged = [];
    this.path = [];
    this.ending = null;
    this.missed.clear();
    this.learner = null;
    this.show();
  }

  changed() {
    if (this.app.mode === 'review') this.show();
  }

  /** Reviews the game on the board. @param {import('./engine.js').Side | null} [learner] practises its mistakes afterwards */
  async begin(learner = null) {
    const { app } = this;
    this.search?.stop();
    this.learner = learner;
    const end = app.tree.end(app.at);
    const path = (this.path = app.tree.path(end));
    this.judged = new Array(this.path.length + 1);
    this.missed.clear();
    const game = app.tree.game(end);
    const board = await app.engine.ask({ ask: 'look', game }).catch((error) => app.complain(error));
    if (!board || path !== this.path) return;
    this.search?.stop();
    this.ending = board.ending;
    this.search = app.engine.search({ ask: 'review', game, nodes: EFFORT[this.effort] }, (message) => {
      if (message.reply === 'judged') this.judged[message.after] = message.line;
      else {
        this.search = null;
        if (message.reply === 'refused') app.complain(message.why);
        else app.announce(t('reviewed'));
        app.record.show(true);
        this.sort();
      }
      this.show();
    });
    this.show();
  }

  /** Black's chance to win after this many moves, if known. @param {number} after */
  black(after) {
    const line = this.judged[after];
    const end = after === this.path.length ? this.ending : null;
    if (end) return end.winner === null ? 0.5 : Number(end.winner === 'black');
    if (!line) return null;
    const at = after ? this.path[after - 1] : this.app.tree.root;
    return this.app.tree.side(at) === 'black' ? line.rate : 1 - line.rate;
  }

  /** The score of a position for the side that moved last, if known. @param {number} after @returns {Worth | null} */
  worthAfter(after) {
    const end = after === this.path.length ? this.ending : null;
    const mover = this.side(after - 1);
    if (end)
      return end.winner === null ? { points: 0 } : end.winner === mover ? { win_in: 0 } : { loss_in: 0 };
    const { points, win_in, loss_in } = this.judged[after] ? partsOf(this.judged[after].score) : {};
    if (win_in !== undefined) return { loss_in: win_in + 1 };
    if (loss_in !== undefined) return { win_in: loss_in + 1 };
    return points === undefined ? null : { points: -points };
  }

  /** The side that plays this move of the line. @param {number} number */
  side(number) {
    return this.app.tree.side(this.path[number]?.parent ?? this.app.tree.root);
  }

  /** The score of a move and its loss. @param {number} number @returns {Row} */
  row(number) {
    const move = this.path[number];
    const before = this.judged[number] ?? null;
    const worth = this.worthAfter(number + 1);
    const [chance, then] = [this.black(number), this.black(number + 1)];
    const better = before ? pointsOf(before.moves)[0] : '';
    const row = {
      move,
      before,
      worth,
      better,
      loss: /** @type {number | null} */ (null),
      points: 0,
      plies: 0,
    };
    if (chance === null || then === null || !before || !worth) return row;
    if (better === move.point) return { ...row, loss: 0 };
    const lost = this.side(number) === 'black' ? chance - then : then - chance;
    const plies = (partsOf(before.score).loss_in ?? 0) - (partsOf(worth).loss_in ?? Infinity);
    return {
      ...row,
      loss: Math.max(0, lost),
      points: Math.max(0, pointsOfWorth(before.score) - pointsOfWorth(worth)),
      plies: Math.max(0, plies),
    };
  }

  /** Finds the kinds of the marked mistakes. */
  async sort() {
    const { app, path } = this;
    for (const row of this.marked()) {
      if (app.mode !== 'review' || this.search || path !== this.path) return;
      if (this.missed.has(row.move)) continue;
      this.missed.set(row.move, await kindOf(app.engine, app.tree, row).catch(() => 'positional'));
    }
    this.show();
    if (this.learner && path.length && !this.search) this.teach(this.learner);
  }

  /** Puzzles of the mistakes of a side. @param {string} side */
  puzzles(side) {
    const kind = (/** @type {Row} */ row) => this.missed.get(row.move) ?? 'positional';
    return this.marked(side).flatMap((row) => puzzleOf(this.app.tree, row, kind(row)));
  }

  /** Shows the puzzles at the end of a review that was begun for them. @param {string} side */
  teach(side) {
    this.learner = null;
    const puzzles = this.puzzles(side);
    if (puzzles.length) this.app.modes.puzzles.learn(puzzles);
    else this.app.notice(t('noMistakes'), [[t('close'), () => {}]]);
  }

  /** The moves that are marked. @param {string} [side] only moves of this side */
  marked(side) {
    const rows = this.path.map((_, i) => this.row(i));
    return rows.filter(
      (row) => markOf(row) && (!side || this.app.tree.side(row.move.parent ?? row.move) === side),
    );
  }

  /** The mistakes of each side, with a button that makes puzzles of them. */
  lessons() {
    const sides = ['black', 'white'].filter((side) => this.marked(side).length);
    return sides.map((side) => {
      const rows = this.marked(side);
      const count = (/** @type {string} */ kind) =>
        rows.filter((row) => this.missed.get(row.move) === kind).length;
      const counts = MISSED.filter(count).map((kind) => `${t(`missed ${kind}`)} ${count(kind)}`);
      return make(
        'div.row.spread',
        { style: 'margin-top:8px' },
        make('span', { id: `missed-${side}` }, `${t(side)}: ${counts.join(', ')}`),
        button(t('practise'), () => this.app.modes.puzzles.learn(this.puzzles(side)), {
          look: 'small',
          id: `practise-${side}`,
        }),
      );
    });
  }

  /** The mark of a move in the move list. @param {Move} move */
  mark(move) {
    const number = this.path.indexOf(move);
    return number < 0 ? null : markOf(this.row(number));
  }

  show() {
    if (!document.getElementById('review-graph')) return;
    const done = this.judged.filter((line) => line !== undefined).length;
    const rows = this.path.map((_, i) => this.row(i));
    byId('review-progress').replaceChildren(
      ...(this.search
        ? [
            make(
              'div.row',
              { style: 'flex-wrap:nowrap' },
              make('progress', { max: this.judged.length, value: done, 'aria-label': t('progress') }),
              button(t('stop'), () => this.stop(), { look: 'small' }),
            ),
          ]
        : []),
    );
    byId('review-count').textContent = this.judged.length ? `${done}/${this.judged.length}` : '';
    byId('review-sum').replaceChildren(...this.summary(rows));
    byId('review-legend').hidden = !rows.length;
    if (!this.path.length)
      byId('review-graph').replaceChildren(
        make('p.muted', {}, t(this.app.tree.root.next.length ? 'reviewAsk' : 'reviewNothing')),
      );
    else this.graph();
    this.table(rows);
    this.app.state.changed();
  }

  stop() {
    this.search?.stop();
    this.search = null;
    this.learner = null;
    this.show();
  }

  /** The table of each side's accuracy and number of marks. @param {Row[]} rows */
  summary(rows) {
    if (!this.path.length || this.search) return [];
    const head = make(
      'tr',
      {},
      make('td'),
      make('th', { scope: 'col' }, t('accuracy')),
      ...MARKS.map(({ sign, word, look }) =>
        make('th', { scope: 'col' }, make(`span.${look}`, {}, sign), ` ${t(word)}`),
      ),
    );
    const line = (/** @type {string} */ side) => {
      const mine = rows.filter(
        (row) => row.loss !== null && this.app.tree.side(row.move.parent ?? row.move) === side,
      );
      const counts = MARKS.map((mark) => mine.filter((row) => markOf(row) === mark).length);
      return make(
        'tr',
        {},
        make('th', { scope: 'row' }, t(side)),
        make('td', { id: `accuracy-${side}` }, accuracy(mine)),
        ...counts.map((n) => make('td', {}, String(n))),
      );
    };
    return [
      make('table', {}, make('thead', {}, head), make('tbody', {}, line('black'), line('white'))),
      ...this.lessons(),
    ];
  }

  graph() {
    const [w, h] = [340, 120];
    const steps = Math.max(1, this.path.length);
    const x = (/** @type {number} */ i) => (i * w) / steps;
    const known = this.judged.map((_, i) => i).filter((i) => this.black(i) !== null);
    const spot = (/** @type {number} */ i) =>
      `${x(i).toFixed(1)} ${(h - h * /** @type {number} */ (this.black(i))).toFixed(1)}`;
    const area = known.length
      ? `M${x(known[0])} ${h}L${known.map(spot).join('L')}L${x(known[known.length - 1])} ${h}Z`
      : '';
    const slips = known
      .filter((i) => i && this.mark(this.path[i - 1])?.look === 'mark-bad')
      .map((i) => `<circle class="slip" cx="${spot(i).replace(' ', '" cy="')}" r="4"/>`);
    const here = this.path.indexOf(this.app.at) + 1;
    const cursor =
      here || this.app.at === this.app.tree.root ? `<path class="here" d="M${x(here)} 0V${h}"/>` : '';
    const holder = byId('review-graph');
    holder.innerHTML = `<svg class="graph" viewBox="0 0 ${w} ${h}" preserveAspectRatio="none" role="img" aria-label="${t('graphLabel')}"><rect class="over" width="${w}" height="${h}" rx="6"/><path class="under" d="${area}"/><path class="half" d="M0 ${h / 2}H${w}"/>${cursor}${slips.join('')}</svg>`;
    holder.onclick = (event) => {
      const frame = holder.getBoundingClientRect();
      const number = Math.round(((event.clientX - frame.left) / frame.width) * steps);
      this.app.go(number ? this.path[number - 1] : this.app.tree.root);
    };
  }

  /** @param {Row[]} rows */
  table(rows) {
    const holder = byId('review-table');
    const { app } = this;
    const { scrollTop } = holder;
    const head = make(
      'tr',
      {},
      ...['nr', 'move', 'score', 'loss', 'better'].map((key) => make('th', { scope: 'col' }, t(key))),
    );
    const body = rows
      .filter((row) => row.loss !== null)
      .map((row) => {
        const mark = markOf(row);
        const go = button(app.name(row.move.point), () => app.go(row.move));
        go.className = mark?.look ?? '';
        if (mark) go.append(' ' + mark.sign);
        const better =
          row.better && row.better !== row.move.point
            ? button(app.name(row.better), () => this.showBetter(row))
            : '';
        if (better) better.className = '';
        return make(
          row.move === app.at ? 'tr.here' : 'tr',
          {},
          make('td', {}, String(row.move.ply)),
          make('td', {}, go),
          make('td', {}, row.worth ? worthText(row.worth) : ''),
          make('td', {}, lostText(row)),
          make('td', {}, better),
        );
      });
    holder.replaceChildren(
      ...(body.length ? [make('table', {}, make('thead', {}, head), make('tbody', {}, ...body))] : []),
    );
    holder.hidden = !body.length;
    holder.scrollTop = scrollTop;
  }

  /** Adds the better line as a variation and goes to its first move. @param {Row} row */
  showBetter(row) {
    const { app } = this;
    const start = row.move.parent ?? app.tree.root;
    const kept = row.move;
    let at = start;
    for (const point of pointsOf(row.before?.moves ?? '').slice(0, 12)) at = app.tree.add(at, point);
    const first = start.next.find((move) => move.point === row.better);
    start.last = kept;
    if (first) app.go(first);
  }

  /** @param {string} point */
  touch(point) {
    const { app } = this;
    app.playAt(point, () => app.explore(app.at, point));
  }

  scene() {
    const number = this.app.at === this.app.tree.root ? 0 : this.path.indexOf(this.app.at) + 1;
    const line = number || this.app.at === this.app.tree.root ? this.judged[number] : null;
    if (!line) return {};
    return { candidates: [{ point: pointsOf(line.moves)[0], text: label(line), best: true }] };
  }

  chance() {
    if (this.app.at === this.app.tree.root) return this.path.length ? this.black(0) : null;
    const number = this.path.indexOf(this.app.at) + 1;
    return number ? this.black(number) : null;
  }

  status() {
    return null;
  }
}

/** The mark of a move, or null. @param {Row} row */
function markOf({ loss, points, plies, worth }) {
  if (loss === null) return null;
  const sooner = plies >= SOONER && plies >= ((worth && partsOf(worth).loss_in) ?? 0);
  return (
    MARKS.find(
      (mark) => loss >= mark.chance || points >= mark.points || (sooner && mark.word === 'mistake'),
    ) ?? null
  );
}

/** The points of a score, limited to ±`DECIDED`. @param {Worth} worth */
function pointsOfWorth(worth) {
  const { points, win_in } = partsOf(worth);
  return points === undefined
    ? win_in === undefined
      ? -DECIDED
      : DECIDED
    : Math.max(-DECIDED, Math.min(DECIDED, points));
}

/**
 * The accuracy of a side, from 0 to 100 %: the mean over its moves of exp(−4.5 × loss); a loss of 10 % gives 64 %. A
 * marked move counts as at least the loss of its mark.
 * @param {Row[]} rows
 */
function accuracy(rows) {
  const lost = rows.map((row) => Math.max(row.loss ?? 0, markOf(row)?.chance ?? 0));
  const exact = lost.map((share) => Math.exp(-4.5 * share));
  return rows.length
    ? percent(Math.round((100 * exact.reduce((sum, one) => sum + one, 0)) / rows.length) / 100).replace(
        '.0',
        '',
      )
    : '–';
}

/** The loss of a move, in the unit that shows it best. @param {Row} row */
function lostText({ loss, points, plies }) {
  if (loss !== null && loss >= 0.01) return percent(loss);
  if (plies) return t('pliesSooner', { n: plies });
  return points >= 100 ? t('pointsLost', { n: Math.round(points) }) : '–';
}

/** @param {Worth} worth */
function worthText(worth) {
  const { win_in, loss_in } = partsOf(worth);
  return win_in === 0 ? t('gameWon') : loss_in === 0 ? t('gameLost') : scored(worth);
}
