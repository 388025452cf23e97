// The analysis mode: lines of a running search, the VCF and VCT solvers, even positions, blocked points.
import { button, byId, icon, make, pointing, toast } from './dom.js';
import { nearestToEven, partsOf, whyNot } from './tengen/engine.js';
import { Explorer } from './explorer.js';
import { covered } from './seats.js';
import { marksOf, nameOf, pointsOf, placeOf as xyOf } from './tengen/points.js';
import { defences, defend, follow, refuted, spread, walk } from './proof.js';
import { wordsOf } from './remarks.js';
import { count, percent, pliesOf, scored, seconds, short, t } from './words.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('./known.js').Line} Line
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./proof.js').Place} Place
 * @typedef {{ text: string, moves: string[], shown: number, place: Place | null, what: string, open: boolean, line: string[], most?: boolean, shorter?: string, even?: Even }} Answer
 *   a solver's answer: in words and as moves, of which `shown` are drawn; the place in the proof of a win by `what`;
 *   `open` while the solver runs; the win's `line` against the longest defence, with at `most` these plies if there may be a
 *   shorter win, and the plies of the `shorter` one that the analysis has found; the most even stones
 * @typedef {{ stones: number, line: Line }} Even
 */

/** The number of moves of a line that are listed, and drawn on the board. */
const LISTED = 14;
const DRAWN = 16;
/** The maximum number of moves that a proof adds to the game, approximately. */
const SPREAD = 3000;

/** The milliseconds of a search that ends when all is proven or the user stops it. */
const LONG = 86_400_000;

/** A five or an open four is seen at once: no win of so few plies is longer than it has to be. */
const AT_SIGHT = 3;

/** A position is even if the chance to win differs by at most this much from a half. */
const EVEN = 0.15;

export class Analyse {
  /** @param {App} app @param {any} kept */
  constructor(app, kept) {
    this.app = app;
    this.explorer = new Explorer(app);
    this.on = false;
    this.count = kept?.count ?? 3;
    this.seconds = kept?.seconds ?? 10;
    /** @type {Set<string>} */
    this.blocked = new Set();
    this.blocking = false;
    /** @type {import('./tengen/engine.js').Search | null} */
    this.search = null;
    /** The lines found. @type {Line[]} */
    this.found = [];
    /** The lines shown. @type {Line[]} */
    this.lines = [];
    /** The move that the lines belong to; the current move may already be another one. @type {import('./tree.js').Move} */
    this.of = app.at;
    /** The line under the pointer. @type {number | null} */
    this.pointed = null;
    /** Answers of solvers, by position. @type {WeakMap<Move, Answer>} */
    this.answers = new WeakMap();
    /** How far the search for a proof is. */
    this.proving = make('div', { 'aria-live': 'polite' });
  }

  kept() {
    return { count: this.count, seconds: this.seconds };
  }

  /** The lines of the current position. */
  get here() {
    return this.of === this.app.at ? this.lines : [];
  }

  /** The rule of the game. */
  get rule() {
    return this.app.tree.start.rule;
  }

  /** Whether a five wins the game; in a continuous game it is a point. */
  get endsWithFive() {
    return !this.rule.includes('+continuous');
  }

  /** The solver's answer for the current position. */
  get answer() {
    return this.answers.get(this.app.at) ?? null;
  }

  build() {
    const { app } = this;
    const most = app.hello?.lines ?? 10;
    const options = Array.from({ length: most }, (_, i) =>
      make('option', { value: String(i + 1), selected: i + 1 === this.count }, String(i + 1)),
    );
    const lines = make(
      'select',
      {
        id: 'lines-count',
        onchange: () => {
          this.count = Number(lines.value);
          this.again();
          app.keep();
        },
      },
      ...options,
    );
    const toggle = make(
      'button.switch',
      {
        type: 'button',
        role: 'switch',
        id: 'analyse-on',
        'aria-checked': String(this.on),
        onclick: () => this.turn(!this.on),
      },
      make('i'),
      t('analyseOn'),
    );
    const limit = make('input', {
      type: 'number',
      id: 'solve-seconds',
      min: '1',
      max: '3600',
      value: String(this.seconds),
      style: 'width:76px',
      onchange: () => {
        this.seconds = Math.max(1, Number(limit.value) || 10);
        app.keep();
      },
    });
    byId('mode-analyse').replaceChildren(
      make(
        'section.card',
        { 'aria-label': t('bestLines') },
        make(
          'div.row.spread',
          {},
          toggle,
          make('label.field', {}, make('span.muted', {}, t('lines')), lines),
        ),
        make('ol.lines', { id: 'lines', onmouseleave: () => this.point(null) }),
        make('p.muted.num', { id: 'figures', style: 'margin:8px 0 0' }),
      ),
      make(
        'section.card',
        { 'aria-label': t('solve') },
        make(
          'div.row',
          {},
          button(t('findVct'), () => this.solve(false), { look: 'small', id: 'solve', title: t('aboutVct') }),
          button(t('even1'), () => this.even(false), { look: 'small', id: 'even', title: t('aboutEven') }),
          button(t('findVcf'), () => this.solve(true), {
            look: 'small',
            id: 'solve-fours',
            title: t('aboutVcf'),
          }),
          button(t('even2'), () => this.even(true), {
            look: 'small',
            id: 'even-pair',
            title: t('aboutEven'),
          }),
          button(t('showWin'), () => this.solve(false, true), {
            look: 'small',
            id: 'show-win',
            title: t('aboutShowWin'),
          }),
          button(t('block'), () => this.block(), {
            look: 'small',
            id: 'block',
            'aria-pressed': String(this.blocking),
            title: t('aboutBlock'),
          }),
          button(t('unblock'), () => this.unblock(), { look: 'small', id: 'unblock' }),
          make('label.field.muted', {}, t('seconds'), limit),
          button('?', () => app.help('solve'), {
            look: 'small',
            'aria-label': t('aboutTools'),
            title: t('aboutTools'),
          }),
        ),
        make('div', { id: 'proof', role: 'status' }),
        this.proving,
      ),
      this.explorer.build(),
    );
    this.explorer.show();
    this.explorer.changed();
    this.show();
  }

  enter() {
    this.explorer.changed();
    this.turn(true);
  }

  leave() {
    this.halt();
    this.on = false;
  }

  gameReplaced() {
    this.blocked.clear();
    this.halt();
  }

  halt() {
    this.search?.stop();
    this.search = null;
    if (this.answers.get(this.of)?.open) this.answers.delete(this.of);
    this.found = this.lines = [];
    this.pointed = null;
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    document.getElementById('analyse-on')?.setAttribute('aria-checked', String(on));
    if (on) this.again();
    else if (!this.answer?.open) this.search?.now();
  }

  changed() {
    if (this.app.mode !== 'analyse') return;
    this.halt();
    this.explorer.changed();
    this.followProof();
    this.again();
  }

  /** Keeps showing the proof after a move that it knows. */
  followProof() {
    const { at } = this.app;
    const before = at.parent && this.answers.get(at.parent);
    if (!before?.place || this.answers.has(at)) return;
    const place = follow({ ...before.place, moves: before.line }, at.point);
    if (!place?.moves.length) return;
    const isLongest = place.moves.length + 1 === before.line.length;
    this.answers.set(at, this.won(place, before.what, '', before.most || !isLongest));
  }

  /**
   * The answer in a place of a proof; with `most`, a shorter win may exist.
   * @param {Place} place @param {string} what @param {string} [cost] @param {boolean} [most] @returns {Answer}
   */
  won(place, what, cost, most) {
    const { moves } = place;
    const isBound = !!most && moves.length > AT_SIGHT;
    const n = pliesOf(moves.length, isBound);
    const solved = t('solvedBy', { side: this.winner(place), what, n }, this.rule);
    const text =
      what === 'proof'
        ? t('provenWin', { side: this.winner(place) })
        : solved.replace(/ ?[(（]win[)）]/, '') + (cost ? ` (${cost})` : '');
    return { text, moves, shown: 0, place, what, open: false, line: moves, most: isBound };
  }

  /**
   * Replaces the running search. `receive` gets the messages of this search while it is the current one.
   * @param {import('./tengen/engine.js').Question} question @param {(message: import('./tengen/engine.js').Message) => void} receive
   */
  begin(question, receive) {
    const { app } = this;
    this.search?.stop();
    const at = (this.of = app.at);
    const search = app.engine.search(question, (message) => {
      if (this.search !== search || at !== app.at) return;
      if (message.last) this.search = null;
      receive(message);
    });
    this.search = search;
  }

  again() {
    const { app } = this;
    this.search?.stop();
    this.search = null;
    if (this.answer?.open) this.answers.delete(app.at);
    if (!this.on || app.setup || !app.board || app.board.ending) return this.show();
    /** @type {import('./tengen/engine.js').Question} */
    const question = {
      ask: 'analyse',
      game: app.tree.game(app.at),
      lines: this.count,
      blocked: [...this.blocked, ...this.outOfRange()].join(''),
      nodes: app.settings.nodes || undefined,
      depth: app.settings.depth || undefined,
      memory: app.settings.memory || undefined,
      threads: app.settings.threads || undefined,
    };
    this.begin(question, (message) => {
      if (message.reply === 'lines') this.found = message.lines;
      else app.complain(whyNot(message));
      this.agree();
    });
    this.show();
  }

  /** The points farther from every stone than the chosen range; none on an empty board. */
  outOfRange() {
    const { board, settings, tree } = this.app;
    const { width, height } = tree.start;
    const stones = pointsOf(`${board?.black}${board?.white}`).map((name) => xyOf(name, height));
    if (!settings.range || !stones.length) return [];
    const points = Array.from({ length: width * height }, (_, i) =>
      nameOf(i % width, Math.floor(i / width), height),
    );
    return points.filter((point) => {
      const [x, y] = xyOf(point, height);
      return stones.every(([a, b]) => Math.max(Math.abs(x - a), Math.abs(y - b)) > settings.range);
    });
  }

  /** Shows the lines in agreement with the openings, unless moves are left out, and with the solver's answer. */
  agree() {
    const isFree = !this.blocked.size && !this.app.settings.range;
    const known = this.explorer.agreed(isFree ? this.found : []);
    this.lines = this.agreed(isFree ? known : this.found);
    this.show();
  }

  /** Makes the lines and the solver's answer agree on the shortest win and on the most even move. @param {Line[]} lines */
  agreed(lines) {
    const { answer } = this;
    if (answer?.even?.stones === 1) {
      const even = { stones: 1, line: nearestToEven(answer.even.line, lines) };
      Object.assign(answer, this.evenAnswer(even), { shown: answer.shown });
    }
    const { place, what, most, line: known = [] } = answer ?? {};
    const [best] = lines;
    if (!place?.attacks || what === 'proof' || !best) return lines;
    const { win_in: win = Infinity } = partsOf(best.score);
    if (known.length < win) {
      const score = { win_in: known.length };
      const rate = this.endsWithFive ? 1 : best.rate;
      const won = { ...best, moves: known.join(''), score, at_most: !!most, rate };
      return [won, ...lines.filter((line) => pointsOf(line.moves)[0] !== known[0])].slice(0, lines.length);
    }
    if (win === known.length && !most) return [{ ...best, at_most: false }, ...lines.slice(1)];
    if (win < known.length && answer) answer.shorter = pliesOf(win, best.at_most);
    return lines;
  }

  /** Shows the current lines, figures and marks. */
  show() {
    const { app } = this;
    const list = document.getElementById('lines');
    if (!list) return;
    list.style.setProperty('--rows', String(this.count)); // room for all lines before they are found
    // Rows keep their place while their lines change, so that a click does not hit the wrong one.
    while (list.children.length > this.lines.length) list.lastElementChild?.remove();
    while (list.children.length < this.lines.length) list.append(this.row(list.children.length));
    this.lines.forEach((line, i) =>
      this.fill(/** @type {HTMLElement} */ (list.children[i].firstElementChild), line, i),
    );
    byId('show-win').hidden = !covered(app.hello?.proofs ?? [], app.tree.start, app.tree.side(app.at));
    const best = this.lines[0];
    const rate = best && best.time > 20 ? t('perSecond', { n: short((1000 * best.nodes) / best.time) }) : '';
    byId('figures').textContent = best
      ? [
          `${t('depth')} ${best.depth}–${best.selective_depth}`,
          t('nodes', { n: short(best.nodes) }),
          rate,
          seconds(best.time, 1),
        ]
          .filter(Boolean)
          .join(' · ')
      : app.board?.ending
        ? ''
        : t(this.on ? 'searching' : 'analyseOff');
    this.showAnswer();
    app.state.changed();
  }

  /** @param {number} number */
  row(number) {
    const { app } = this;
    const play = () => app.explore(this.of, pointsOf(this.lines[number].moves)[0]);
    return make(
      'li',
      {},
      make(
        'button',
        { type: 'button', onclick: play, ...pointing(() => this.point(number)) },
        make('strong'),
        make('span.pct'),
        make('span.pv'),
      ),
    );
  }

  /** @param {HTMLElement} row @param {Line} line @param {number} number */
  fill(row, line, number) {
    const moves = pointsOf(line.moves);
    const listed =
      moves
        .slice(0, LISTED)
        .map((point) => this.app.name(point))
        .join(' ') + (line.known ? ` · ${t('openings')}` : moves.length > LISTED ? ' …' : '');
    row.className = this.pointed === number ? 'shown' : '';
    [scored(line.score, this.rule, line.at_most), percent(line.rate), listed].forEach(
      (text, i) => (row.children[i].textContent = text),
    );
  }

  /** Sets the line under the pointer. @param {number | null} number */
  point(number) {
    if (this.pointed === number) return;
    this.pointed = number;
    this.show();
  }

  /**
   * Runs a solver in place of the analysis, which continues afterwards. `answerOf` converts its last message.
   * @param {import('./tengen/engine.js').Question} question @param {string} text shown while it runs
   * @param {(message: import('./tengen/engine.js').Message) => Partial<Answer>} answerOf
   * @param {Answer} [before] the answer that stays if the question is refused
   */
  runSolver(question, text, answerOf, before) {
    const { app } = this;
    if (!app.board || app.board.ending) return;
    this.halt();
    const { at } = app;
    const setAnswer = (/** @type {Partial<Answer>} */ answer) =>
      this.answers.set(at, {
        text: '',
        moves: [],
        shown: answer.moves?.length ?? 0,
        place: null,
        what: '',
        open: false,
        line: [],
        ...answer,
      });
    setAnswer({ text, open: true });
    this.begin(question, (message) => {
      if (!message.last) return;
      if (message.reply !== 'refused') setAnswer(answerOf(message));
      else
        void wordsOf(message.why).then((text) => {
          if (before) toast(text);
          setAnswer(before ?? { text });
          this.show();
        });
      this.again();
    });
    this.show();
  }

  /** The question for a win. @param {boolean} fours only by fours @param {string} [more] moves after the current one @returns {import('./tengen/engine.js').Question} */
  winQuestion(fours, more = '') {
    const { tree, at, settings } = this.app;
    return {
      ask: 'solve',
      game: tree.game(at, more),
      fours,
      time: 1000 * this.seconds,
      memory: settings.memory || undefined,
      threads: settings.threads || undefined,
    };
  }

  /** @param {boolean} fours @param {boolean} [perfect] shows the win of a proof */
  solve(fours, perfect) {
    const question = { ...this.winQuestion(fours), perfect };
    this.runSolver(question, t('solving'), (reply) => this.solved(reply));
  }

  /** Looks for a shorter win than the answer's until the shortest is proven. @param {Answer} answer */
  shorten(answer) {
    const question = { ...this.winQuestion(answer.what === 'VCF'), shorter: true, time: LONG };
    const answerOf = (/** @type {import('./tengen/engine.js').Message} */ reply) => {
      const found = this.solved(reply);
      return found.place && found.place.moves.length <= answer.line.length ? found : answer;
    };
    this.runSolver(question, t('shortening'), answerOf, answer);
  }

  /** The answer in a solver's last message. @param {import('./tengen/engine.js').Message} reply @returns {Partial<Answer>} */
  solved(reply) {
    if (reply.reply !== 'solved') return {};
    const cost = `${t('nodes', { n: count(reply.nodes) })}, ${seconds(reply.time, 2)}`;
    if (reply.finding !== 'win') return { text: `${t(`${reply.finding} ${reply.what}`)} (${cost})` };
    return this.won(placeOf(reply), reply.what, cost, !reply.shortest);
  }

  /** Where no win was found: a longer search, against every defence. */
  proveButton() {
    const prove = async () => (await import('./prove.js')).prove(this.app, this.proving);
    return button(t('prove'), prove, { look: 'small', title: t('aboutProve') });
  }

  /**
   * Plays a point in the proof on the board: the winner's next move, or a try of the loser, instead of the last defence
   * where the winner is to move, and after the first move where none is shown. The winner's answer is shown too.
   * @param {string} point
   */
  tryDefence(point) {
    const { answer } = this;
    if (!answer?.place) return;
    const { place, moves, shown } = answer;
    const { attacks } = walk(place, shown);
    if (attacks && (point === moves[shown] || !moves[1])) return this.walk(answer, shown + 1);
    const turn = attacks ? Math.max(shown - 1, 1) : shown;
    if (moves.slice(0, turn).includes(point)) return;
    if (!follow(walk(place, turn), point)?.moves.length) return this.refute(answer, turn, point);
    answer.place = defend(place, turn, point);
    this.showTry(answer, turn);
  }

  /** Asks the solver for the win after a defence that the proof does not have. @param {Answer} answer @param {number} turn @param {string} point */
  refute(answer, turn, point) {
    const { place, moves, what } = answer;
    const before = { ...answer };
    const question = this.winQuestion(false, [...moves.slice(0, turn), point].join(''));
    Object.assign(question, { perfect: what === 'proof' });
    const answerOf = (/** @type {import('./tengen/engine.js').Message} */ reply) => {
      if (reply.reply !== 'solved' || reply.finding !== 'win' || !place) {
        toast(t('noRefutation', { point: this.app.name(point) }));
        return before;
      }
      const whole = refuted(place, turn, point, placeOf(reply));
      return { ...before, place: whole, moves: whole.moves, shown: turn + 2 };
    };
    this.runSolver(question, t('solving'), answerOf, before);
  }

  /** Shows a try of the loser with the winner's answer. @param {Answer} answer @param {number} turn */
  showTry(answer, turn) {
    answer.moves = answer.place?.moves ?? [];
    this.walk(answer, turn + 2);
    this.app.announce(this.lastReply(answer));
  }

  /** The loser's last move in the proof and the winner's answer, in words. @param {Answer} answer */
  lastReply(answer) {
    const { place, moves, shown, what } = answer;
    if (!place || shown < 2 || walk(place, shown).attacks) return '';
    const [point, reply] = moves.slice(shown - 2).map((move) => this.app.name(move));
    const n = moves.length - shown;
    if (n && what === 'proof') return t('replyIs', { point, reply });
    const values = { point, reply, side: this.winner(place), n: lengthIn(answer, n) };
    return t(n ? 'replyWins' : 'replyIsFive', values, this.rule);
  }

  /** The winner of a proof. @param {Place} place */
  winner(place) {
    const turn = this.app.tree.side(this.app.at);
    return t(place.attacks === (turn === 'black') ? 'black' : 'white');
  }

  /** Shows the solver's answer and the buttons that step through its moves. */
  showAnswer() {
    const { answer } = this;
    const place = byId('proof');
    const key = answer ? JSON.stringify(answer) : '';
    if ((place.dataset.key ?? '') === key) return; // the user may be about to press a button there
    place.dataset.key = key;
    place.replaceChildren(
      ...(answer
        ? [
            make('p', { style: 'margin:8px 0 0' }, answer.text),
            answer.shorter ? make('p.muted', {}, t('shorterWin', { n: answer.shorter }, this.rule)) : '',
            this.steps(answer),
          ]
        : []),
    );
    bringIntoSight(place);
  }

  /** @param {Answer} answer */
  steps(answer) {
    if (answer.open) return button(t('stop'), () => this.search?.now(), { look: 'small' });
    const all = answer.moves.length;
    const step = (/** @type {string} */ name, /** @type {number} */ to) =>
      button(icon(name), () => this.walk(answer, to), {
        look: 'small',
        title: t(name),
        'aria-label': t(name),
      });
    const walking = [
      step('first', 0),
      step('back', answer.shown - 1),
      step('forward', answer.shown + 1),
      step('lastMove', all),
      make('span.num', { id: 'proof-step' }, `${answer.shown}/${all}`),
      button(t('keepLine'), () => this.keepLine(answer), { look: 'small' }),
      ...(answer.place ? [button(t('keepTree'), () => this.keepTree(answer), { look: 'small' })] : []),
    ];
    const reply = this.lastReply(answer);
    return make(
      'div',
      {},
      make(
        'div.row',
        { style: 'margin-top:8px' },
        ...(all ? walking : []),
        answer.most &&
          answer.place?.attacks &&
          answer.what !== 'proof' &&
          button(t('shorter'), () => this.shorten(answer), { look: 'small', title: t('aboutShorter') }),
        !all && this.app.hello?.proves && this.proveButton(),
        button(t('close'), () => this.forget(), { look: 'small', id: 'proof-close' }),
      ),
      reply && make('p', { style: 'margin:8px 0 0' }, reply),
      ...this.defences(answer),
    );
  }

  /** Where the loser is to move: the defences, and what wins after any other move. @param {Answer} answer */
  defences({ place, moves, shown }) {
    if (!place) return [];
    const { replies, fours } = defences(walk(place, shown));
    const { app } = this;
    const choices = replies.map(({ point }) =>
      button(app.name(point), () => this.choose(point), {
        look: 'small',
        'aria-pressed': String(point === moves[shown]),
      }),
    );
    const others = fours.map((point) => app.name(point)).join(' ');
    return [
      choices.length > 0 &&
        make(
          'div.row',
          { role: 'group', 'aria-label': t('defences'), style: 'margin-top:8px' },
          make('span.muted', {}, t('defences')),
          ...choices,
        ),
      others &&
        make(
          'p.muted',
          { style: 'margin:8px 0 0' },
          t('otherMovesLose', { side: this.winner(place), moves: others }, this.rule),
        ),
    ].filter((part) => part !== false && part !== '');
  }

  /** Shows the proof against another defence. @param {string} point */
  choose(point) {
    const { answer } = this;
    if (!answer?.place) return;
    if (!follow(walk(answer.place, answer.shown), point)?.moves.length)
      return this.refute(answer, answer.shown, point);
    answer.place = defend(answer.place, answer.shown, point);
    answer.moves = answer.place.moves;
    this.walk(answer, answer.shown + 1);
  }

  /** Shows an answer up to a move. @param {Answer} answer @param {number} to */
  walk(answer, to) {
    answer.shown = Math.min(Math.max(to, 0), answer.moves.length);
    this.pointed = null;
    this.explorer.point(null);
    this.show();
  }

  /** Closes the answer; the lines are shown again. */
  forget() {
    this.answers.delete(this.app.at);
    this.show();
  }

  /** Adds the proof with all defences to the game as variations. @param {Answer} answer */
  keepTree({ place, moves }) {
    const { app } = this;
    if (!place) return;
    const { last } = app.at;
    /** @type {(at: Move, point: string) => Move} */
    const add = (at, point) => app.tree.add(at, point);
    app.tree.line(moves, app.at);
    const other = (/** @type {Move} */ at, /** @type {string[]} */ fours) => {
      const names = fours.map((point) => app.name(point)).join(' ');
      const text = t('otherMovesLose', { side: this.winner(place), moves: names }, this.rule);
      if (!at.comment.includes(text)) at.comment = [at.comment, text].filter(Boolean).join('\n');
    };
    const isWhole = spread(place, app.at, add, other, SPREAD);
    app.at.last = last;
    app.record.show(true);
    app.keep();
    toast(t(isWhole ? 'treeKept' : 'treeCut'));
  }

  /** Adds the line of the proof to the game as a variation. @param {Answer} answer */
  keepLine(answer) {
    const { app } = this;
    app.tree.line(answer.moves, app.at);
    app.record.show();
    app.keep();
    toast(t('lineKept'));
  }

  /** @param {boolean} pair */
  even(pair) {
    const game = this.app.tree.game(this.app.at);
    const time = Math.min(1000 * this.seconds, 5000);
    this.runSolver({ ask: 'balance', game, pair, value: 0, time }, t('looksForEven'), (reply) => {
      if (reply.reply !== 'even') return {};
      return this.evenAnswer({ stones: reply.stones, line: reply.line });
    });
  }

  /** @param {Even} even @returns {Partial<Answer> & { moves: string[] }} */
  evenAnswer(even) {
    const { stones, line } = even;
    const moves = pointsOf(line.moves).slice(0, stones);
    const points = moves.map((point) => this.app.name(point)).join(' ');
    const isEven = Math.abs(line.rate - 0.5) <= EVEN;
    const score = scored(line.score, this.rule, line.at_most);
    return { moves, even, text: t(isEven ? 'evenAre' : 'unevenAre', { points, score }) };
  }

  block() {
    this.blocking = !this.blocking;
    byId('block').setAttribute('aria-pressed', String(this.blocking));
  }

  unblock() {
    this.blocked.clear();
    this.blocking = false;
    byId('block').setAttribute('aria-pressed', 'false');
    this.again();
  }

  /** @param {string} point */
  touch(point) {
    const { app } = this;
    const { place, shown } = this.answer ?? {};
    if (!this.blocking && place && (shown || (place.attacks && point !== place.moves[0]))) {
      if (this.isFree(point) && !app.aimsFirst(point, () => this.tryDefence(point))) this.tryDefence(point);
      return;
    }
    if (!this.blocking) return app.playAt(point, () => this.play(point));
    if (!this.blocked.delete(point)) this.blocked.add(point);
    this.again();
  }

  /** Whether a point of the board is empty. @param {string} point */
  isFree(point) {
    const { black = '', white = '', dead = '' } = this.app.board ?? {};
    return !pointsOf(black + white + dead).includes(point);
  }

  /** Plays a move. A defence that the proof does not know is given to the solver. @param {string} point */
  play(point) {
    const { app, answer } = this;
    app.explore(app.at, point);
    if (answer?.place?.attacks === false && !this.answer) this.solve(false, answer.what === 'proof');
  }

  /** Numbered translucent stones for these moves. @param {string[]} moves */
  ghosts(moves) {
    const first = this.app.board?.to_move ?? 'black';
    const other = first === 'black' ? 'white' : 'black';
    return moves.map((point, i) => ({ point, side: i % 2 ? other : first, text: String(i + 1) }));
  }

  scene() {
    const blocked = [...this.blocked];
    const lines = this.here;
    const line = this.pointed === null ? null : lines[this.pointed];
    if (line) return { blocked, ghosts: this.ghosts(pointsOf(line.moves).slice(0, DRAWN)) };
    const known = this.explorer.ghosts;
    if (known) return { blocked, ghosts: known };
    const { answer } = this;
    if (answer?.shown) return { blocked, ...this.shownMoves(answer) };
    if (answer?.place) return { blocked, candidates: this.proven(answer.place, answer) };
    const candidates = lines.map((line, i) => ({
      point: pointsOf(line.moves)[0],
      text: label(line),
      best: i === 0,
    }));
    const covered = new Set(candidates.map(({ point }) => point));
    const labels = this.explorer.labels.filter(({ point }) => !covered.has(point));
    const { at, tree } = this.app;
    const marks = marksOf(at.rest.more ?? '', tree.start.width, tree.start.height);
    return { blocked, ...marks, candidates: [...candidates, ...labels] };
  }

  /** The moves of an answer up to the one shown; in a proof the defences too, with a stone of the loser under the mouse. @param {Answer} answer @returns {Partial<import('./tengen/board.js').Scene>} */
  shownMoves(answer) {
    const { place, moves, shown } = answer;
    const ghosts = this.ghosts(moves.slice(0, shown));
    if (!place) return { ghosts };
    const here = walk(place, shown);
    const turn = this.app.board?.to_move ?? 'black';
    const loser = place.attacks === (turn === 'black') ? 'white' : 'black';
    return {
      ghosts,
      next: loser,
      candidates: here.attacks || !here.moves.length ? [] : this.proven(here, answer),
    };
  }

  /** The marks at the beginning of a proof: its first move, or the defences. @param {Place} place @param {Answer} answer */
  proven(place, answer) {
    const { moves, attacks } = place;
    const length = (/** @type {number} */ n) =>
      answer.what === 'proof' || n === Infinity ? '' : lengthIn(answer, n);
    if (attacks) return [{ point: moves[0], text: `W${length(answer.line.length)}`, best: true }];
    const { replies } = defences(place);
    return replies.map(({ point, plies }) => ({
      point,
      text: `L${length(plies + 1)}`,
      best: point === moves[0],
    }));
  }

  chance() {
    const { board } = this.app;
    if (board?.ending) return board.ending.winner === null ? 0.5 : Number(board.ending.winner === 'black');
    const { place } = this.answer ?? {};
    const rate = place && this.endsWithFive ? Number(place.attacks) : this.here[0]?.rate;
    return rate === undefined ? null : board?.to_move === 'black' ? rate : 1 - rate;
  }

  status() {
    return null;
  }
}

/** The plies left of a win where its answer is shown: only the longest defence is known to hold out so long. @param {Pick<Answer, 'line' | 'most' | 'shown'>} answer @param {number} left */
const lengthIn = ({ line, most, shown }, left) =>
  pliesOf(left, left > AT_SIGHT && (!!most || left + shown !== line.length));

/** The place at the beginning of a proof. @param {import('./tengen/wire.js').Solved} solved @returns {Place} */
const placeOf = ({ proof, moves }) => ({ proof, plan: proof[0], moves: pointsOf(moves), attacks: true });

/** Scrolls the panel, where it scrolls, down to the end of an element. @param {HTMLElement} element */
function bringIntoSight(element) {
  const panel = element.closest('.side');
  if (!panel?.clientHeight) return; // on narrow screens the page scrolls, and the board is to stay
  const hidden = element.getBoundingClientRect().bottom - panel.getBoundingClientRect().bottom;
  if (hidden > 0) panel.scrollTop += hidden;
}

/** The text on a candidate move. @param {Pick<Line, 'score' | 'rate'> & { at_most?: boolean }} line */
export function label(line) {
  const { win_in: win, loss_in: loss } = partsOf(line.score);
  if (win !== undefined) return `W${pliesOf(win, line.at_most)}`;
  if (loss !== undefined) return `L${pliesOf(loss, line.at_most)}`;
  return String(Math.round(100 * line.rate));
}
