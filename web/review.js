// A game gone through: every position judged in the background, the moves that lost much, a graph, a table.
import { label } from './analyse.js';
import { button, byId, make } from './dom.js';
import { pointsOf } from './points.js';
import { percent, scored, t } from './words.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./engine.js').Line} Line
 * @typedef {{ move: Move, before: Line | null, loss: number | null, better: string }} Row
 */

/** How much of the chance to win a move may lose before it is marked. */
const MARKS = /** @type {const} */ ([
  { from: 0.3, sign: '??', word: 'blunder', look: 'mark-bad' },
  { from: 0.15, sign: '?', word: 'mistake', look: 'mark-bad' },
  { from: 0.07, sign: '?!', word: 'inaccuracy', look: 'mark-fair' },
]);
/** Positions that are looked at for each move. */
const EFFORT = [20_000, 100_000, 500_000];

export class Review {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {import('./engine.js').Search | null} */
    this.search = null;
    /** The positions of the line, the first one before its first move. @type {(Line | null | undefined)[]} */
    this.judged = [];
    /** @type {Move[]} */
    this.path = [];
    this.ending = /** @type {import('./engine.js').Board['ending']} */ (null);
    this.effort = 1;
  }

  build() {
    const efforts = EFFORT.map((_, i) => make('option', { value: String(i), selected: i === this.effort }, t(`effort ${i}`)));
    const effort = make('select', { id: 'effort', 'aria-label': t('effort'), onchange: () => (this.effort = Number(effort.value)) }, ...efforts);
    byId('mode-review').replaceChildren(make('section.card', { 'aria-label': t('review') },
      make('div.row', {}, button(t('reviewGame'), () => this.begin(), { look: 'main', id: 'review-start' }), effort, make('span.muted.num', { id: 'review-count' })),
      make('div', { id: 'review-progress', style: 'margin-top:8px' }),
      make('div', { id: 'review-graph', style: 'margin-top:8px' }),
      make('div.muted', { id: 'review-sum' }),
      make('div.table', { id: 'review-table', tabIndex: 0, role: 'group', 'aria-label': t('reviewTable'), style: 'margin-top:6px' }),
    ));
    this.show();
  }

  enter() {
    this.show();
  }
  leave() {}

  renewed() {
    this.search?.stop();
    this.search = null;
    this.judged = [];
    this.path = [];
    this.ending = null;
    this.show();
  }

  changed() {
    if (this.app.mode === 'review') this.show();
  }

  async begin() {
    const { app } = this;
    this.search?.stop();
    const end = app.tree.end(app.at);
    this.path = app.tree.path(end);
    this.judged = new Array(this.path.length + 1);
    const game = app.tree.game(end);
    const board = await app.engine.ask({ ask: 'look', game }).catch((error) => app.complain(error));
    if (!board) return;
    this.search?.stop();
    this.ending = board.ending;
    this.search = app.engine.search({ ask: 'review', game, nodes: EFFORT[this.effort] }, (telling) => {
      if (telling.tell === 'judged') this.judged[telling.after] = telling.line;
      else {
        this.search = null;
        if (telling.tell === 'refused') app.complain(telling.why);
        else app.announce(t('reviewed'));
        app.record.show(true);
      }
      this.show();
    });
    this.show();
  }

  /** Black's chance after so many moves, if it is known. @param {number} after */
  black(after) {
    const line = this.judged[after];
    const end = after === this.path.length ? this.ending : null;
    if (end) return end.winner === null ? 0.5 : Number(end.winner === 'black');
    if (!line) return null;
    const at = after ? this.path[after - 1] : this.app.tree.root;
    return this.app.tree.side(at) === 'black' ? line.rate : 1 - line.rate;
  }

  /** What a move has lost of the mover's chance. @param {number} number @returns {Row} */
  row(number) {
    const move = this.path[number];
    const before = this.judged[number] ?? null;
    const [chance, then] = [this.black(number), this.black(number + 1)];
    const better = before ? pointsOf(before.moves)[0] : '';
    const side = this.app.tree.side(move.parent ?? this.app.tree.root);
    const lost = chance === null || then === null ? null : side === 'black' ? chance - then : then - chance;
    return { move, before, better, loss: lost === null ? null : better === move.point ? 0 : Math.max(0, lost) };
  }

  /** What stands behind a move of the record. @param {Move} move */
  mark(move) {
    const number = this.path.indexOf(move);
    if (number < 0) return null;
    const { loss } = this.row(number);
    return loss === null ? null : (MARKS.find((mark) => loss >= mark.from) ?? null);
  }

  show() {
    if (!document.getElementById('review-graph')) return;
    const done = this.judged.filter((line) => line !== undefined).length;
    const rows = this.path.map((_, i) => this.row(i));
    byId('review-progress').replaceChildren(...(this.search ? [
      make('div.row', { style: 'flex-wrap:nowrap' }, make('progress', { max: this.judged.length, value: done, 'aria-label': t('progress') }), button(t('stop'), () => this.stop(), { look: 'small' })),
    ] : []));
    byId('review-count').textContent = this.judged.length ? `${done}/${this.judged.length}` : '';
    byId('review-sum').textContent = this.summary(rows);
    if (!this.path.length) byId('review-graph').replaceChildren(make('p.muted', {}, t(this.app.tree.root.next.length ? 'reviewAsk' : 'reviewNothing')));
    else this.graph();
    this.table(rows);
    if (this.app.mode === 'review') {
      this.app.draw({});
      this.app.scorebar();
    }
  }

  stop() {
    this.search?.stop();
    this.search = null;
    this.show();
  }

  /** @param {Row[]} rows */
  summary(rows) {
    if (!this.path.length || this.search) return '';
    const of = (/** @type {string} */ side) => {
      const mine = rows.filter((row) => this.app.tree.side(row.move.parent ?? row.move) === side && row.loss !== null);
      const counts = MARKS.map(({ sign }) => `${sign} ${mine.filter((row) => this.mark(row.move)?.sign === sign).length}`);
      return `${t(side)}: ${counts.join('  ')}`;
    };
    return `${of('black')} — ${of('white')}`;
  }

  graph() {
    const [w, h] = [340, 120];
    const steps = Math.max(1, this.path.length);
    const x = (/** @type {number} */ i) => (i * w) / steps;
    const known = this.judged.map((_, i) => i).filter((i) => this.black(i) !== null);
    const spot = (/** @type {number} */ i) => `${x(i).toFixed(1)} ${(h - h * /** @type {number} */ (this.black(i))).toFixed(1)}`;
    const area = known.length ? `M${x(known[0])} ${h}L${known.map(spot).join('L')}L${x(known[known.length - 1])} ${h}Z` : '';
    const slips = known.filter((i) => i && this.mark(this.path[i - 1])?.look === 'mark-bad').map((i) => `<circle class="slip" cx="${spot(i).replace(' ', '" cy="')}" r="4"/>`);
    const here = this.path.indexOf(this.app.at) + 1;
    const seen = here || this.app.at === this.app.tree.root ? `<path class="here" d="M${x(here)} 0V${h}"/>` : '';
    const holder = byId('review-graph');
    holder.innerHTML = `<svg class="graph" viewBox="0 0 ${w} ${h}" preserveAspectRatio="none" role="img" aria-label="${t('graphLabel')}"><rect class="over" width="${w}" height="${h}" rx="6"/><path class="under" d="${area}"/><path class="half" d="M0 ${h / 2}H${w}"/>${seen}${slips.join('')}</svg>`;
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
    const head = make('tr', {}, ...['nr', 'move', 'score', 'loss', 'better'].map((key) => make('th', { scope: 'col' }, t(key))));
    const body = rows.filter((row) => row.loss !== null).map((row) => {
      const mark = this.mark(row.move);
      const go = button(app.name(row.move.point), () => app.go(row.move));
      go.className = mark?.look ?? '';
      if (mark) go.append(' ' + mark.sign);
      const better = row.better && row.better !== row.move.point ? button(app.name(row.better), () => this.follow(row)) : '';
      if (better) better.className = '';
      return make(row.move === app.at ? 'tr.here' : 'tr', {},
        make('td', {}, String(row.move.ply)), make('td', {}, go), make('td', {}, row.before ? scored(row.before.score) : ''),
        make('td', {}, row.loss && row.loss >= 0.001 ? percent(row.loss) : '–'), make('td', {}, better));
    });
    holder.replaceChildren(...(body.length ? [make('table', {}, make('thead', {}, head), make('tbody', {}, ...body))] : []));
    holder.hidden = !body.length;
    holder.scrollTop = scrollTop;
  }

  /** The better line becomes a variation, and is looked at. @param {Row} row */
  follow(row) {
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
    app.lay(point, () => app.go(app.tree.add(app.at, point)));
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
