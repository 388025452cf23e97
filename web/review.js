// The review mode: the engine judges every move of a game in the background. Marks, a graph, a table with grades and
// reasons, and reports.
import { label } from './analyse.js';
import { button, byId, download, make } from './dom.js';
import { Refusal, partsOf } from './tengen/engine.js';
import { select } from './fields.js';
import { forget, reviewedPath, shortened } from './judged.js';
import {
  MARKS,
  MISSED,
  accuracyOf,
  allowedBy,
  gradeOf,
  kindOf,
  markOf,
  puzzleOf,
  reasonOf,
  sumOf,
} from './mistakes.js';
import { pointsOf } from './tengen/points.js';
import { ReviewQueue } from './queue.js';
import { Tree } from './tree.js';
import { percent, scored, t } from './words.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./judged.js').Line} Line
 * @typedef {import('./tengen/engine.js').Side} Side
 * @typedef {import('./mistakes.js').Verdict} Verdict
 * @typedef {{ move: Move, side: Side, before: Line | null, verdict: Verdict, better: string, cells: string[] }} Row
 *   a judged move, and what the table shows
 * @typedef {{ lines: (Line | null | undefined)[], verdicts: (Verdict | null)[],
 *   ending: import('./tengen/engine.js').Board['ending'] }} Judged the positions, the moves, and the end of the game
 */

/** The number of nodes searched for each move. */
const EFFORT = [20_000, 100_000, 500_000];
/** The roles of a table, its parts and its rows: drawn as grids, some browsers do not announce them as such. */
const ROLES = [{ role: 'table' }, { role: 'rowgroup' }, { role: 'row' }];
/** The orders of the table. */
const ORDERS = ['played', 'size'];
/** The number of moves of a better line that become a variation. */
const BETTER = 12;
/** Smaller losses are not shown. */
const NOISE = 0.01;

/** Fetched with the mode: the rows that show a reason. @type {typeof import('./reasons.js') | undefined} */
let reasons;

/** @returns {Judged} */
const nothing = () => ({ lines: [], verdicts: [], ending: null });

export class Review {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {import('./tengen/engine.js').Search | null} */
    this.search = null;
    this.judged = nothing();
    /** @type {Move[]} */
    this.path = [];
    this.effort = 1;
    /** The side from whose point of view scores and chances are shown. @type {Side} */
    this.view = 'black';
    /** The side whose mistakes become puzzles at the end of the review. @type {Side | null} */
    this.learner = null;
    /** The order of the table: of play, or the largest mistakes first. */
    this.order = ORDERS[0];
    this.queue = new ReviewQueue(this);
    this.recall();
  }

  /** Shows the review that the game contains. */
  recall() {
    const { tree } = this.app;
    this.path = reviewedPath(tree);
    this.judged = nothing();
    if (!this.path.length) return;
    const reviews = [tree.root, ...this.path].map(({ rest }) => rest.review);
    this.judged = {
      lines: reviews.map((review) => review?.line),
      verdicts: reviews.slice(1).map((review) => review?.verdict ?? null),
      ending: reviews[this.path.length]?.ending ?? null,
    };
  }

  /** Keeps what is known about the position after this many moves with the game. @param {number} after */
  remember(after) {
    const { lines, verdicts, ending } = this.judged;
    const line = lines[after];
    if (line === undefined) return;
    const { rest } = after ? this.path[after - 1] : this.app.tree.root;
    rest.review = { line, verdict: verdicts[after - 1] ?? null };
    if (ending && after === this.path.length) rest.review.ending = ending;
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
    const sides = /** @type {const} */ (['black', 'white']).map((side) =>
      make('option', { value: side, selected: side === this.view }, t(side)),
    );
    const view = make('select', { id: 'review-view' }, ...sides);
    view.onchange = () => {
      this.view = view.value;
      this.show();
    };
    const order = select(
      'review-order',
      t('order'),
      ORDERS.map((name) => [name, t(`order ${name}`)]),
      this.order,
      (name) => {
        this.order = name;
        this.show();
      },
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
        ),
        make('div', { id: 'review-progress', style: 'margin-top:8px' }),
        make(
          'div.row.spread.muted',
          { style: 'margin-top:8px' },
          make('label.field', {}, t('pointOfView'), view),
          make('span.num', { id: 'review-count' }),
        ),
        make('div', { id: 'review-graph', style: 'margin-top:8px' }),
        make('div.row.muted', { id: 'review-orders', style: 'margin-top:8px' }, order),
        make('div.table', {
          id: 'review-table',
          tabIndex: 0,
          role: 'group',
          'aria-label': t('reviewTable'),
          style: 'margin-top:6px',
        }),
        make('div', { id: 'review-sum', style: 'margin-top:8px' }),
        make('div', { id: 'review-lessons' }),
        make('p.muted', { id: 'review-legend', style: 'margin:6px 0 0' }, t('reviewLegend')),
        make(
          'div.row',
          { id: 'review-save', style: 'margin-top:8px' },
          button(t('saveAs', { format: 'SGF' }), () => this.app.files.save('sgf'), { look: 'small' }),
          button(t('saveAs', { format: 'Markdown' }), () => this.save('md'), { look: 'small' }),
          button(t('saveAs', { format: 'HTML' }), () => this.save('html'), { look: 'small' }),
        ),
        this.queue.build(),
      ),
    );
    this.show();
  }

  async enter() {
    this.show();
    reasons ??= await import('./reasons.js');
    this.app.state.changed();
  }
  leave() {}

  gameReplaced() {
    this.search?.stop();
    this.search = null;
    this.learner = null;
    this.recall();
    this.queue.gameReplaced();
    this.show();
  }

  changed() {
    if (this.app.mode === 'review') this.show();
  }

  /** Reviews the game on the board. @param {Side | null} [learner] practises its mistakes afterwards */
  async begin(learner = null) {
    const { app } = this;
    this.search?.stop();
    this.learner = learner;
    const end = app.tree.end(app.at);
    const path = (this.path = app.tree.path(end));
    this.judged = { ...nothing(), lines: new Array(path.length + 1).fill(undefined) };
    const game = app.tree.game(end);
    const board = await app.engine.ask({ ask: 'look', game }).catch((error) => app.complain(error));
    if (!board || path !== this.path) return;
    this.search?.stop();
    const judged = this.judged;
    judged.ending = board.ending;
    forget(app.tree);
    this.search = app.engine.search({ ask: 'review', game, nodes: EFFORT[this.effort] }, (message) => {
      if (message.reply === 'judged') {
        judged.lines[message.after] = message.line && shortened(message.line);
        judged.verdicts[message.after] = message.verdict;
        for (const after of [message.after, message.after + 1]) this.remember(after);
      } else this.finish(message.reply === 'refused' ? new Refusal(message.why, message.insist) : null);
      this.show();
    });
    this.show();
  }

  /** The review has ended. @param {Refusal | null} why it failed */
  finish(why) {
    const { app } = this;
    this.search = null;
    app.record.show(true);
    app.keep(false, true);
    if (why) app.complain(why);
    else app.announce(t('reviewed'));
    this.show();
    if (this.learner && !why) this.teach(this.learner);
    this.queue.finished(why);
  }

  /** Shows an earlier review of the game on the board. @param {Judged} judged */
  restore(judged) {
    this.judged = judged;
    this.path = this.app.tree.path(this.app.tree.end(this.app.tree.root));
    judged.lines.forEach((_, after) => this.remember(after));
    this.app.record.show(true);
    this.show();
  }

  /** Black's chance to win after this many moves, if known. @param {number} after */
  black(after) {
    const line = this.judged.lines[after];
    const end = after === this.path.length ? this.judged.ending : null;
    if (end) return end.winner === null ? 0.5 : Number(end.winner === 'black');
    if (!line) return null;
    return this.turn(after) === 'black' ? line.rate : 1 - line.rate;
  }

  /** The chance to win after this many moves from the point of view, if known. @param {number} after */
  seen(after) {
    const black = this.black(after);
    return black === null || this.view === 'black' ? black : 1 - black;
  }

  /** The rule of the game. */
  get rule() {
    return this.app.tree.start.rule;
  }

  /** The score after this many moves in words, from the point of view. @param {number} after */
  score(after) {
    const end = after === this.path.length ? this.judged.ending : null;
    if (end) return t(!end.winner ? 'provenDraw' : end.winner === this.view ? 'gameWon' : 'gameLost');
    const line = this.judged.lines[after];
    if (!line) return '';
    const score = this.turn(after) === this.view ? line.score : turned(line.score);
    return scored(score, this.rule, line.at_most);
  }

  /** The side to move after this many moves of the line. @param {number} after @returns {Side} */
  turn(after) {
    return this.app.tree.side(after ? this.path[after - 1] : this.app.tree.root);
  }

  /** The judged moves. @returns {Row[]} */
  rows() {
    const name = (/** @type {string} */ point) => this.app.name(point);
    return this.path.flatMap((move, i) => {
      const [verdict, side] = [this.judged.verdicts[i], this.turn(i)];
      if (!verdict) return [];
      const better = pointsOf(verdict.better)[0] ?? '';
      const reason = reasonOf(verdict, side, name, this.rule, this.judged.lines[i + 1]?.moves);
      const cells = [
        String(move.ply),
        `${name(move.point)} ${markOf(verdict)?.sign ?? ''}`.trim(),
        this.score(i + 1),
        verdict.loss >= NOISE ? percent(verdict.loss) : '–',
        better && name(better),
        [gradeOf(verdict, this.rule), reason].filter(Boolean).join(': '),
      ];
      return [{ move, side, before: this.judged.lines[i] ?? null, verdict, better, cells }];
    });
  }

  /** The rows of the table in the chosen order. */
  listed() {
    if (this.order === 'played') return this.rows();
    return this.marked().sort((one, other) => other.verdict.loss - one.verdict.loss);
  }

  /** A copy of a state of the game for a file, with its judgements in words. @param {Tree} game */
  annotated(game) {
    const copy = Tree.read(game.wire());
    const rows = new Map(this.rows().map((row) => [row.move, row]));
    /** @type {Move | undefined} */
    let at = copy.root;
    for (let after = 0; at; after++) {
      const row = rows.get(this.path[after - 1]);
      const marked = row && markOf(row.verdict) ? row : null;
      const { review } = at.rest;
      if (review)
        at.rest.judged = {
          judgement: JSON.stringify(review),
          grade: review.verdict?.grade ?? '',
          better: marked?.verdict.better ?? '',
          black: this.black(after),
          said: marked ? this.words(marked) : after ? '' : this.sums().map(sumOf).join(' · '),
        };
      const next = this.path[after];
      at = next && at.next.find(({ point }) => point === next.point);
    }
    return copy;
  }

  /** The judgement of a row in words. @param {Row} row */
  words({ verdict, better, cells: [, , , loss, , judgement] }) {
    const parts = [
      `${markOf(verdict)?.sign ?? ''} ${judgement}`.trim(),
      verdict.loss >= NOISE && `${t('loss')}: ${loss}`,
      better && `${t('better')}: ${this.app.name(better)}`,
    ];
    return parts.filter(Boolean).join(' · ');
  }

  /** Puzzles of the mistakes of a side. @param {string} side */
  puzzles(side) {
    return this.marked(side).flatMap((row) => puzzleOf(this.app.tree, row, kindOf(row)));
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
    return this.rows().filter((row) => markOf(row.verdict) && (!side || row.side === side));
  }

  /** The mistakes of each side. */
  lessons() {
    const sides = ['black', 'white'].filter((side) => this.marked(side).length);
    return sides.map((side) => {
      const kinds = this.marked(side).map(kindOf);
      const count = (/** @type {string} */ kind) => kinds.filter((one) => one === kind).length;
      const counts = MISSED.filter(count).map((kind) => `${count(kind)} × ${t(`missed ${kind}`)}`);
      return make(
        'div.row.spread',
        { style: 'margin-top:8px' },
        make('span', { id: `missed-${side}` }, `${t(side)}: ${counts.join(', ')}`),
        this.puzzles(side).length > 0 &&
          button(t('practise'), () => this.app.modes.puzzles.learn(this.puzzles(side)), { look: 'small' }),
      );
    });
  }

  /** The mark of a move in the move list. @param {Move} move */
  mark(move) {
    const number = this.path.indexOf(move);
    return number < 0 ? null : markOf(this.judged.verdicts[number]);
  }

  show() {
    if (!document.getElementById('review-graph')) return;
    const { lines } = this.judged;
    const done = lines.filter((line) => line !== undefined).length;
    byId('review-progress').replaceChildren(
      ...(this.search
        ? [
            make(
              'div.row',
              { style: 'flex-wrap:nowrap' },
              make('progress', { max: lines.length, value: done, 'aria-label': t('progress') }),
              button(t('stop'), () => this.stop(), { look: 'small' }),
            ),
          ]
        : []),
    );
    byId('review-count').textContent = lines.length ? `${done}/${lines.length}` : '';
    const isOver = this.path.length > 0 && !this.search;
    byId('review-sum').replaceChildren(...(isOver ? [this.summary()] : []));
    byId('review-lessons').replaceChildren(...(isOver ? this.lessons() : []));
    byId('review-orders').hidden = byId('review-legend').hidden = !this.path.length;
    byId('review-save').hidden = !isOver || done < lines.length;
    if (!this.path.length)
      byId('review-graph').replaceChildren(
        make('p.muted', {}, t(this.app.tree.root.next.length ? 'reviewAsk' : 'reviewNothing')),
      );
    else this.graph();
    this.table();
    this.queue.show();
    this.app.state.changed();
  }

  stop() {
    this.search?.stop();
    this.search = null;
    this.learner = null;
    this.queue.isRunning = false;
    this.app.keep(false, true);
    this.show();
  }

  /** Each side's accuracy and number of marks, as text. */
  sums() {
    const line = (/** @type {string} */ side) => {
      const verdicts = this.rows().flatMap((row) => (row.side === side ? [row.verdict] : []));
      const counts = Object.keys(MARKS).map((grade) => verdicts.filter((one) => one.grade === grade).length);
      return [t(side), accuracyOf(verdicts), ...counts.map(String)];
    };
    return [line('black'), line('white')];
  }

  /** The sums as a table. Its rows are drawn as columns, which are narrow enough for every screen. */
  summary() {
    const [isTable, isGroup, isRow] = ROLES;
    const head = { scope: 'col', role: 'columnheader' };
    const heads = Object.values(MARKS).map(({ sign, word, look }) =>
      make('th', head, make(`span.${look}`, {}, sign), ` ${t(word)}`),
    );
    const first = make('tr', isRow, make('td', { role: 'cell' }), make('th', head, t('accuracy')), ...heads);
    const body = this.sums().map(([side, ...cells]) =>
      make(
        'tr',
        isRow,
        make('th', { scope: 'row', role: 'rowheader' }, side),
        ...cells.map((cell) => make('td', { role: 'cell' }, cell)),
      ),
    );
    return make('table', isTable, make('thead', isGroup, first), make('tbody', isGroup, ...body));
  }

  graph() {
    const chart = make('div.chart');
    chart.innerHTML = this.chart();
    const svg = chart.querySelector('svg');
    svg.onclick = (/** @type {MouseEvent} */ event) => {
      const frame = svg.getBoundingClientRect();
      const number = Math.round(((event.clientX - frame.left) / frame.width) * this.path.length);
      this.app.go(number ? this.path[number - 1] : this.app.tree.root);
    };
    byId('review-graph').replaceChildren(chart);
  }

  get chanceOf() {
    return t('chanceOf', { side: t(this.view) });
  }

  /** The graph with its axes as HTML. */
  chart() {
    const [w, h] = [340, 120];
    const steps = Math.max(1, this.path.length);
    const x = (/** @type {number} */ i) => (i * w) / steps;
    const known = Array.from(this.judged.lines, (_, i) => i).filter((i) => this.seen(i) !== null);
    const spot = (/** @type {number} */ i) =>
      `${x(i).toFixed(1)} ${(h - h * /** @type {number} */ (this.seen(i))).toFixed(1)}`;
    const area = known.length
      ? `M${x(known[0])} ${h}L${known.map(spot).join('L')}L${x(known[known.length - 1])} ${h}Z`
      : '';
    const slips = known
      .filter((i) => i && this.mark(this.path[i - 1])?.look === 'mark-bad')
      .map((i) => `<circle class="slip" cx="${spot(i).replace(' ', '" cy="')}" r="4"/>`);
    const here = this.path.indexOf(this.app.at) + 1;
    const cursor =
      here || this.app.at === this.app.tree.root ? `<path class="here" d="M${x(here)} 0V${h}"/>` : '';
    const axis = ['100 %', '50 %', '0 %'].map((text) => `<span>${text}</span>`).join('');
    const numbers = [0, Math.round(steps / 2), steps].filter((n, i, all) => !i || n > all[i - 1]);
    const [ground, share] = this.view === 'white' ? ['under', 'over'] : ['over', 'under'];
    return `<div class="axis num">${axis}</div>
<svg class="graph" viewBox="0 0 ${w} ${h}" preserveAspectRatio="none" role="img" aria-label="${this.chanceOf}"><rect class="${ground}" width="${w}" height="${h}" rx="6"/><path class="${share}" d="${area}"/><path class="half" d="M0 ${h / 2}H${w}"/>${cursor}${slips.join('')}</svg>
<div class="numbers num">${numbers.map((n) => `<span>${n}</span>`).join('')}</div>`;
  }

  heads() {
    const viewer = `(${t(this.view)})`;
    return [t('nr'), t('move'), `${t('score')} ${viewer}`, t('loss'), t('better'), t('judgement')];
  }

  table() {
    const holder = byId('review-table');
    const { app } = this;
    const { scrollTop } = holder;
    const heads = this.heads();
    const [isTable, isGroup, isRow] = ROLES;
    const head = make(
      'tr',
      isRow,
      ...heads.map((text, i) =>
        make(i < heads.length - 1 ? 'th' : 'th.quiet', { scope: 'col', role: 'columnheader' }, text),
      ),
    );
    const link = (/** @type {string} */ text, /** @type {() => void} */ act, look = '') => {
      const link = button(text, act);
      link.className = look;
      return link;
    };
    const body = this.listed().map((row) => {
      const [nr, move, score, loss, better, judgement] = row.cells;
      const cells = [
        nr,
        link(move, () => app.go(row.move), markOf(row.verdict)?.look),
        score,
        loss,
        better && link(better, () => this.showBetter(row)),
        judgement,
      ];
      const name = row.move === app.at ? 'tr.here' : 'tr';
      const go = (/** @type {MouseEvent} */ event) =>
        /** @type {Element} */ (event.target).closest('button') || app.go(row.move);
      return make(
        name,
        { ...isRow, onclick: go },
        ...cells.map((cell) => make('td', { role: 'cell' }, cell)),
      );
    });
    const table = () => make('table', isTable, make('thead', isGroup, head), make('tbody', isGroup, ...body));
    holder.replaceChildren(body.length ? table() : t('noMistakes'));
    holder.hidden = !body.length && (this.order === 'played' || !this.judged.verdicts.length);
    holder.scrollTop = scrollTop;
  }

  /** Adds the better line as a variation and goes to its first move. @param {Row} row */
  showBetter(row) {
    const { app } = this;
    const start = row.move.parent ?? app.tree.root;
    const kept = row.move;
    app.keep(); // undo comes back to the move on the board now
    addLine(app.tree, start, row.verdict.better);
    const first = start.next.find((move) => move.point === row.better);
    start.last = kept;
    if (first) app.go(first);
  }

  /** Saves a report of the game, or of all reviewed games of the queue. @param {'md' | 'html'} kind */
  async save(kind) {
    const { htmlOf, markdownOf, reportOf } = await import('./report.js');
    const reports = this.queue.reports();
    const all = reports.length ? reports : [reportOf(this)];
    const [text, type] =
      kind === 'md' ? [markdownOf(all), 'text/markdown'] : [await htmlOf(all), 'text/html'];
    download(new Blob([text], { type }), this.app.files.pictureName(kind));
  }

  /** @param {string} point */
  touch(point) {
    const { app } = this;
    app.playAt(point, () => app.explore(app.at, point));
  }

  /** The rows that the judgement of the last move is about, and what it lets the other side play, or else the best move. */
  scene() {
    const { at, board, tree, modes } = this.app;
    const number = at === tree.root ? 0 : this.path.indexOf(at) + 1;
    const line = number || at === tree.root ? this.judged.lines[number] : null;
    if (!line) return {};
    const verdict = number ? this.judged.verdicts[number - 1] : null;
    const stones =
      verdict && board && reasons
        ? reasons.patternOf(verdict, this.turn(number - 1), at.point, board, tree.start.height)
        : [];
    const marks = stones.map((point) => ({ point, shape: /** @type {const} */ ('circle') }));
    const allowed = allowedBy(verdict, line.moves);
    if (allowed.length) return { marks, ghosts: modes.analyse.ghosts(allowed) };
    return { marks, candidates: [{ point: pointsOf(line.moves)[0], text: label(line), best: true }] };
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

/** Adds the beginning of a line as a variation. @param {Tree} tree @param {Move} from @param {string} line */
function addLine(tree, from, line) {
  const { last } = from;
  tree.line(pointsOf(line).slice(0, BETTER), from);
  from.last = last;
}

/** The score for the other side. @param {import('./tengen/engine.js').Worth} worth @returns {import('./tengen/engine.js').Worth} */
function turned(worth) {
  const { points = 0, win_in, loss_in } = partsOf(worth);
  if (win_in !== undefined) return { loss_in: win_in };
  if (loss_in !== undefined) return { win_in: loss_in };
  return { points: -points };
}
