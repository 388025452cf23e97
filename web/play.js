// The Play mode: a game with players, clocks and an opening rule.
import { Clock, clockFace } from './clock.js';
import { button, byId, enable, make } from './dom.js';
import { select } from './fields.js';
import { Opening, restoredOpening } from './opening.js';
import {
  PACE,
  PERFECT,
  SIDES_TAKEN,
  STRONGEST,
  covered,
  isSelfPlay,
  levelOf,
  playerName,
  sideTaken,
  sidesToTake,
} from './seats.js';
import { checkForm } from './stored.js';
import { Tree } from './tree.js';
import { ended, scored, t } from './words.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./tengen/engine.js').Side} Side
 * @typedef {'person' | 'tengen'} Seat
 * @typedef {{ seats: import('./seats.js').Seats, level: number, rival?: number, time: number, terms: import('./clock.js').Terms,
 *   opening: string, pace?: number, warn?: number, threats?: boolean, follows?: boolean }} Setup `warn`: the share of
 *   the chance to win whose loss is warned of, 0 for none; `threats` are shown; the level `follows` the player's rating
 */

const OTHER = /** @type {const} */ ({ black: 'white', white: 'black' });
/** The initial settings. @type {Setup} */
const USUAL = {
  seats: { black: 'person', white: 'tengen' },
  level: 3,
  time: 3000,
  terms: { kind: 'none', turn: 30, main: 600, plus: 5 },
  opening: '',
};
/** The losses of the chance to win that can be warned of. */
const WARNINGS = [0, 0.07, 0.15, 0.3];
/** The time limit of a hint, in milliseconds. */
const HINT = 1000;

const KEPT = /** @type {const} */ ({
  setup: {
    seats: { black: 'string', white: 'string' },
    level: 'number',
    rival: 'number',
    time: 'number',
    pace: 'number',
    warn: 'number',
    threats: 'boolean',
    follows: 'boolean',
    terms: { kind: 'string', turn: 'number', main: 'number', plus: 'number' },
    opening: 'string',
  },
  over: { winner: 'string', reason: 'string' },
  idle: 'boolean',
  counts: 'boolean',
  tip: 'string',
  left: { black: 'number', white: 'number' },
});

/** Throws unless this is a stored state of this mode. @param {any} kept */
export const checkKept = (kept) => checkForm({ ...kept, over: kept.over ?? undefined }, KEPT, 'play');

export class Play {
  /** @param {App} app @param {any} kept */
  constructor(app, kept) {
    this.app = app;
    /** @type {Setup} */
    this.setup = { ...USUAL, ...kept?.setup };
    /** The last move of the game being played. */
    this.tip = kept?.tip ? app.tree.find(kept.tip) : app.at;
    /** The result, if the game did not end by the rules (resignation, time). @type {{ winner: Side, reason: string } | null} */
    this.over = kept?.over ?? null;
    /** @type {Opening | null} */
    this.opening = restoredOpening(this, kept?.opening);
    /** The game on the board is not being played: it was opened, pasted or set up. */
    this.idle = kept?.idle ?? false;
    /** The result will count for the player's rating. */
    this.counts = kept ? !!kept.counts : true;
    /** How the result has changed it, in words. */
    this.rated = '';
    /** @type {import('./tengen/engine.js').Search | null} */
    this.search = null;
    /** Tengen's last line. @type {import('./tengen/engine.js').Line | null} */
    this.seen = null;
    /** The side that line is for. @type {Side | null} */
    this.thinker = null;
    /** The hint for the current position. @type {string | null} */
    this.tipHint = null;
    /** The running search is for a hint. */
    this.hinting = false;
    /** The person's last move, if it may deserve a warning. @type {Move | null} */
    this.doubt = null;
    /** The look at it, while it runs. @type {object | null} */
    this.looking = null;
    /** The threats shown, and their position. @type {{ at: Move, ghosts: import('./tengen/board.js').Ghost[] } | null} */
    this.threats = null;
    /** The search that goes on in the person's time. @type {import('./tengen/engine.js').Search | null} */
    this.pondering = null;
    /** A chosen move that is played after a delay. @type {{ play: () => void, timer: number } | null} */
    this.coming = null;
    /** Tengen plays against itself and waits: each move has to be asked for. */
    this.paused = false;
    this.resetClock(kept?.left);
  }

  /** @param {{ black: number, white: number }} [left] */
  resetClock(left) {
    this.clock?.end();
    this.clock = new Clock(
      this.setup.terms,
      (side) => this.flag(side),
      () => this.app.mode === 'play' && this.app.seats(),
    );
    if (left) this.clock.left = left;
  }

  kept() {
    const { clock } = this;
    return {
      setup: this.setup,
      over: this.over,
      opening: this.opening,
      idle: this.idle,
      counts: this.counts,
      tip: (this.app.modes.watch.own?.tree ?? this.app.tree)
        .path(this.tip)
        .map((move) => move.point)
        .join(''),
      left: clock && { black: clock.of('black'), white: clock.of('white') },
    };
  }

  /** The side shown below the board. @returns {Side} */
  get lower() {
    const { black, white } = this.setup.seats;
    return white === 'person' && black !== 'person' ? 'white' : 'black';
  }

  get finished() {
    return !!this.over || (this.app.at === this.tip && !!this.app.board?.ending);
  }

  /** The side of the player who acts at the end of the game: in an opening, the one who is asked. */
  get actor() {
    return this.opening?.actor ?? this.app.tree.side(this.tip);
  }

  /** Whether Tengen is to move. */
  get waits() {
    return (
      !this.idle &&
      !this.finished &&
      !this.opening &&
      this.setup.seats[this.app.tree.side(this.tip)] === 'tengen'
    );
  }

  build() {
    const actions = make(
      'div.actions',
      {},
      button(t('newGame'), () => this.ask(), { look: 'main', id: 'new-game' }),
      button(t('undo'), () => this.undo(), { id: 'undo' }),
      button(t('hint'), () => this.hint(), { id: 'hint' }),
      button(t('resign'), () => this.resign(), { id: 'resign' }),
      button(t('moveNow'), () => this.now(), { id: 'move-now' }),
      button(t('pause'), () => this.pause(), { id: 'pause' }),
    );
    const over = make('section.card', { id: 'game-over', 'aria-label': t('afterGame') });
    byId('mode-play').replaceChildren(this.idleCard(), over, actions, this.aids());
    if (this.setup.threats) void this.showThreats();
    this.refresh();
  }

  /** The help that the player wants while playing. */
  aids() {
    const options = WARNINGS.map((share) => {
      const text = share ? t('warnFrom', { n: Math.round(100 * share) }) : t('warnOff');
      return /** @type {[string, string]} */ ([String(share), text]);
    });
    const warn = select('warn', t('warnMe'), options, String(this.setup.warn ?? 0), (share) => {
      this.setup.warn = Number(share);
      this.app.keep();
    });
    warn.title = t('aboutWarnMe');
    const threats = button(
      t('threats'),
      () => {
        this.setup.threats = !this.setup.threats;
        this.app.keep();
        this.showThreats();
      },
      {
        look: 'small',
        id: 'show-threats',
        title: t('aboutThreats'),
        'aria-pressed': String(!!this.setup.threats),
      },
    );
    return make(
      'div',
      {},
      make('div.row.spread.muted', {}, warn, threats),
      make('section.card', { id: 'threats', 'aria-label': t('threats'), hidden: true }),
    );
  }

  /** Shows the threats of both sides on the current board, or hides them. */
  async showThreats() {
    const { app, setup } = this;
    const card = byId('threats');
    byId('show-threats').setAttribute('aria-pressed', String(!!setup.threats));
    if (!setup.threats || app.at !== this.threats?.at) this.threats = null;
    card.hidden = !setup.threats;
    app.state.changed();
    if (!setup.threats) return;
    if (!this.idle) this.counts = false;
    const { drawn, findThreats, listed } = await import('./threats.js');
    const found = await findThreats(app).catch(() => null);
    if (!found || !setup.threats || app.mode !== 'play') return;
    this.threats = { at: found.at, ghosts: drawn(found.threats) };
    card.replaceChildren(...listed(app, found.threats));
    app.state.changed();
  }

  /** The card for a game that is not being played: choose a side and start. */
  idleCard() {
    const names = sidesToTake();
    const chosen = sideTaken(this.setup.seats);
    const side = make(
      'select',
      {
        id: 'idle-side',
        onchange: () => {
          this.setup.seats = { ...SIDES_TAKEN[side.value] };
          this.app.state.changed();
          this.app.keep();
        },
      },
      ...names.map(([value, text]) => make('option', { value, selected: value === chosen }, text)),
    );
    return make(
      'section.card',
      { id: 'play-idle', 'aria-label': t('notPlayed') },
      make('p.muted', { style: 'margin:0 0 8px' }, t('aboutNotPlayed')),
      make(
        'div.row',
        {},
        make('label.field', {}, t('youPlay'), side),
        button(t('playHere'), () => this.continueHere(), { look: 'main', id: 'play-here' }),
      ),
    );
  }

  refresh() {
    if (!document.getElementById('undo')) return;
    const playing = !this.idle && !this.opening;
    enable('undo', playing && this.tip.ply > 0);
    enable('hint', playing && !this.finished && !this.search);
    enable('resign', playing && !this.finished && this.tip.ply > 0);
    enable('play-here', !this.app.board?.ending);
    byId('play-idle').hidden = !this.idle;
    this.showEnd();
    /** @type {HTMLSelectElement} */ (byId('idle-side')).value = sideTaken(this.setup.seats);
    enable('warn', !!this.person);
    const watched = isSelfPlay(this.setup.seats);
    byId('resign').hidden = watched;
    byId('pause').hidden = !watched || !playing || this.finished;
    byId('pause').textContent = t(this.paused ? 'resume' : 'pause');
    enable('move-now', !!this.search || !!this.coming || (this.paused && playing && !this.finished));
  }

  /** The side of the person, if the other one is Tengen. @returns {Side | null} */
  get person() {
    const { black, white } = this.setup.seats;
    if (black === white) return null;
    return black === 'person' ? 'black' : 'white';
  }

  /** Shows how the game has ended for the player, and what can be done next. */
  showEnd() {
    const { app, person, setup } = this;
    const end = this.over ?? app.board?.ending;
    const card = byId('game-over');
    card.hidden = this.idle || !this.finished || !end;
    if (card.hidden || !end) return;
    const seats = { black: setup.seats.white, white: setup.seats.black };
    const hasWon = end.winner === person;
    const showRating = async () => (await import('./rating.js')).showRating();
    const level = setup.level + 1;
    const again = (/** @type {Partial<Setup>} */ change) => () =>
      this.begin({ ...app.tree.start }, { ...setup, ...change });
    card.replaceChildren(
      make(
        'h2',
        { style: 'margin:0 0 8px' },
        !end.winner || !person ? ended(end) : t(hasWon ? 'youWon' : 'youLost'),
      ),
      make(
        'div.row',
        {},
        button(t('playAgain'), again({}), { look: 'main', id: 'play-again' }),
        ...(person ? [button(t('swapSides'), again({ seats }))] : []),
        ...(person && hasWon && !setup.follows && app.hello?.levels[level - 1]
          ? [button(t('nextLevel', { level, name: t(`level ${level}`) }), again({ level }))]
          : []),
        button(t('reviewGame'), () => this.review(null)),
        ...(person && !hasWon ? [button(t('learnFromGame'), () => this.review(person))] : []),
      ),
      this.rated &&
        make(
          'div.row.spread',
          { style: 'margin-top:8px' },
          this.rated,
          button(t('gameRating'), showRating, { look: 'small' }),
        ),
    );
  }

  /** Reviews the game; then makes puzzles of this side's mistakes. @param {Side | null} learner */
  review(learner) {
    this.app.choose('review');
    void this.app.modes.review.begin(learner);
  }

  async ask() {
    const { askForGame } = await import('./newgame.js');
    await askForGame(this.app, this.setup, (start, setup) => this.begin(start, setup));
  }

  /** @param {import('./tengen/engine.js').Game} start @param {Setup} setup */
  async begin(start, setup) {
    if (setup.follows) setup = { ...setup, level: (await import('./rating.js')).followedLevel() };
    const tree = new Tree(start);
    this.app.choose('play');
    this.app.take(tree);
    this.setup = setup;
    this.seat(setup.seats);
    this.resetClock();
    const players = /** @type {[Seat, Seat]} */ ([setup.seats.black, setup.seats.white]);
    this.opening = setup.opening ? new Opening(this, { rule: setup.opening, answers: [], players }) : null;
    this.idle = false;
    this.paused = false;
    this.counts = true;
  }

  /** Assigns the sides and names the players. @param {import('./seats.js').Seats} seats */
  seat(seats) {
    this.setup.seats = seats;
    this.app.tree.players = [
      playerName(this.setup, 'black', this.level('black')),
      playerName(this.setup, 'white', this.level('white')),
    ];
  }

  /** Starts without an opening rule, because the engine refuses it. */
  skipOpening() {
    this.opening = null;
    this.setup.opening = '';
    this.changed();
  }

  /** The game was replaced; it is not being played. */
  gameReplaced() {
    this.halt();
    this.tip = this.app.tree.end(this.app.tree.root);
    this.over = null;
    this.opening = null;
    this.idle = true;
    this.counts = false;
    this.rated = '';
    this.resetClock();
  }

  /** Restores an earlier state (undo, redo); Tengen does not move until asked. @param {any} kept */
  resume(kept) {
    this.setup = kept.setup;
    this.tip = this.app.tree.find(kept.tip);
    this.over = kept.over;
    this.counts = false;
    this.idle = kept.idle || !!kept.opening;
    this.idle ||= this.waits;
    this.resetClock(kept.left);
  }

  /** Called before a move and its continuations are deleted. @param {Move} move */
  cut(move) {
    if (!this.app.tree.path(this.tip).includes(move)) return;
    this.tip = /** @type {Move} */ (move.parent);
    this.over = null;
    this.idle = true;
  }

  /** Called when a stone is tried as a variation: a game without moves is not being played any more. */
  tried() {
    if (!this.tip.ply && !this.opening) this.idle = true;
  }

  /** Whether this is the last move of the game being played; the moves after it were only tried. @param {Move} move */
  endsWith(move) {
    return !this.idle && move === this.tip;
  }

  /** The game to save, without the moves that were only tried after the last one. */
  written() {
    const { tree, modes } = this.app;
    return this.idle || modes.watch.own ? tree : tree.playedTo(this.tip);
  }

  halt() {
    this.search?.stop();
    this.pondering?.stop();
    this.search = this.pondering = this.looking = null;
    this.seen = null;
    this.tipHint = null;
    this.hinting = false;
    clearTimeout(this.coming?.timer);
    this.coming = null;
  }

  enter() {
    const { app } = this;
    if (!app.board) return;
    if (!this.idle && app.at !== this.tip) app.go(this.tip);
    else if (app.settled) this.changed();
  }

  leave() {
    this.halt();
    this.clock?.pass(null, false);
  }

  /** The current board has changed. */
  changed() {
    const { app } = this;
    if (app.mode !== 'play') return;
    this.refresh();
    void this.showThreats();
    if (this.idle || app.at !== this.tip) return this.look();
    if (this.opening) return void this.opening.proceed();
    if (this.finished) return this.finish();
    const side = /** @type {Side} */ (app.board?.to_move);
    if (this.doubt === this.tip && this.waits) return void this.lookAgain();
    if (this.clock && this.clock.running !== side && this.tip.ply > 0)
      this.clock.pass(side, this.clock.running === OTHER[side]);
    if (this.setup.seats[side] === 'tengen' && !this.search && !this.coming && !this.paused) this.think();
    this.look();
  }

  /** Looks at the person's last move again before it counts; a mistake can be taken back. */
  async lookAgain() {
    const { app, tip, clock } = this;
    if (this.looking) return;
    const look = (this.looking = {});
    const running = clock?.running ?? null;
    clock?.pass(null, false);
    const { warningOf } = await import('./warning.js');
    if (this.looking !== look) return;
    const warning = warningOf(this);
    this.look();
    const text = await warning;
    if (this.looking !== look) return;
    this.looking = null;
    clock?.pass(running, false);
    const goOn = () => {
      this.doubt = null;
      this.changed();
    };
    if (!text) return goOn();
    app.notice(
      text,
      [
        [t('undo'), () => this.undo()],
        [t('playOn'), goOn],
      ],
      { holds: () => this.doubt === tip && app.at === tip && this.waits },
    );
    this.look();
  }

  look() {
    this.refresh();
    this.app.state.changed();
  }

  finish() {
    this.halt();
    this.clock?.pass(null, false);
    this.app.tree.promote(this.tip);
    this.app.tree.finish(this.over);
    void this.count();
    this.look();
  }

  /** Counts the result of a game against Tengen for the player's rating. */
  async count() {
    const { app, person } = this;
    const { winner } = this.over ?? app.board?.ending ?? {};
    const level = person && this.level(OTHER[person]);
    if (!this.counts || !winner || !level || level === PERFECT) return;
    this.counts = false;
    const { tree } = app;
    const { count } = await import('./rating.js');
    const text = await count(app, level, winner === person).catch(() => '');
    if (tree !== app.tree) return;
    this.rated = text;
    app.keep();
    this.look();
  }

  /** Tengen's level for a side. @param {Side} side */
  level(side) {
    const isPerfect = covered(this.app.hello?.proofs ?? [], this.app.tree.start, side);
    return Math.min(levelOf(this.setup, side), isPerfect ? PERFECT : STRONGEST);
  }

  think() {
    const { app, tip } = this;
    const side = app.tree.side(tip);
    const { time, terms } = this.setup;
    const level = this.level(side);
    const clock = terms.kind === 'match' ? Math.round(this.clock?.of(side) ?? 0) : null;
    const longest = terms.kind === 'turn' ? Math.min(time, 900 * terms.turn) : time;
    const began = performance.now();
    this.thinker = side;
    this.search = app.engine.search(
      {
        ask: 'play',
        game: app.tree.game(tip),
        level: Math.min(level, STRONGEST),
        time: longest,
        clock,
        perfect: level === PERFECT,
        ponder: app.settings.ponder,
      },
      (message) => {
        if (message.reply === 'seen') this.seen = message.line;
        else {
          this.pondering = app.settings.ponder ? this.search : null;
          this.search = null;
          if (message.reply === 'chosen' && message.point) {
            this.seen = message.line;
            return this.playAfterDelay(message.point, began);
          }
          app.complain(message.reply === 'refused' ? message.why : t('noMove'));
          this.setup.seats = { black: 'person', white: 'person' };
        }
        this.look();
      },
    );
    this.look();
  }

  /** Plays Tengen's move; after a delay if it plays itself without clocks. @param {string} point @param {number} began */
  playAfterDelay(point, began) {
    const { seats, terms, pace = PACE } = this.setup;
    const watched = isSelfPlay(seats) && terms.kind === 'none';
    const wait = watched && !this.paused ? 1000 * pace - (performance.now() - began) : 0;
    const play = () => {
      this.coming = null;
      this.move(point);
    };
    if (wait <= 0) return play();
    this.coming = { play, timer: window.setTimeout(play, wait) };
    this.look();
  }

  /** Stops a game of Tengen against itself after its last move, or continues it. */
  pause() {
    this.paused = !this.paused;
    if (this.paused) {
      this.halt();
      this.clock?.pass(null, false);
    }
    this.changed();
  }

  /** Makes Tengen move at once; in a pause, asks for one move. */
  now() {
    if (this.paused && !this.search) return this.think();
    this.search?.now();
    clearTimeout(this.coming?.timer);
    this.coming?.play();
  }

  /** Plays a move at the end of the game. @param {string} point */
  move(point) {
    const following = this.app.at === this.tip;
    const before = this.tip;
    this.tip = this.app.tree.add(before, point);
    this.app.tree.promote(this.tip);
    this.tipHint = null;
    if (following) this.app.go(this.tip);
    else this.app.record.show();
  }

  /** @param {string} point */
  touch(point) {
    const { app } = this;
    if (this.idle)
      return app.notice(
        t('notPlayed'),
        app.board?.ending
          ? [[t('close'), () => {}]]
          : [
              [t('playHere'), () => this.continueHere()],
              [t('cancel'), () => {}],
            ],
        { holds: () => this.idle },
      );
    if (this.hinting) this.halt();
    if ((this.search || this.coming) && app.at === this.tip) return;
    const { opening } = this;
    if (app.at !== this.tip)
      return app.notice(
        t('lookingBack'),
        [
          [t('toTheGame'), () => app.go(this.tip)],
          ...(opening
            ? []
            : [/** @type {[string, () => void]} */ ([t('goOnHere'), () => this.continueHere()])]),
        ],
        { holds: () => !this.idle && app.at !== this.tip },
      );
    if (opening?.asked && !opening.wantsPoint) return app.complain(opening.question());
    const person = opening ? opening.wantsPoint : this.setup.seats[app.tree.side(this.tip)] === 'person';
    if (this.finished || !person) return;
    app.playAt(point, () => {
      byId('notice').hidden = true;
      if (opening) opening.touch(point);
      else {
        this.move(point);
        this.doubt = this.setup.warn && this.person ? this.tip : null;
      }
    });
  }

  /** Continues from the current move; later moves become a variation. */
  continueHere() {
    this.halt();
    this.over = null;
    this.counts = false;
    this.rated = '';
    this.app.tree.finish(null);
    if (this.idle) this.resetClock();
    this.idle = false;
    this.tip = this.app.at;
    this.app.go(this.tip);
  }

  undo() {
    if (this.app.mode !== 'play' || this.idle || !this.tip.ply || this.opening) return;
    this.halt();
    this.over = null;
    this.counts = false;
    this.rated = '';
    this.app.tree.finish(null);
    const { seats } = this.setup;
    const mine = (/** @type {Move} */ move) => seats[this.app.tree.side(move)] === 'person';
    let to = /** @type {Move} */ (this.tip.parent);
    while (to.parent && !mine(to)) to = to.parent;
    this.tip = to;
    this.clock?.pass(null, false);
    this.app.go(to);
  }

  hint() {
    const { app } = this;
    if (
      app.mode !== 'play' ||
      this.idle ||
      this.finished ||
      this.search ||
      this.opening ||
      app.at !== this.tip
    )
      return;
    this.hinting = true;
    this.counts = false;
    this.search = app.engine.search(
      { ask: 'play', game: app.tree.game(this.tip), level: 8, time: HINT, clock: null },
      (message) => {
        if (message.reply === 'seen') return;
        this.search = null;
        this.hinting = false;
        if (message.reply === 'chosen' && message.point) {
          this.tipHint = message.point;
          app.announce(t('hintIs', { point: app.name(message.point) }));
        } else if (message.reply === 'refused') app.complain(message.why);
        this.look();
      },
    );
    this.look();
  }

  resign() {
    const { app } = this;
    const side = app.tree.side(this.tip);
    const loser = this.setup.seats[side] === 'person' ? side : OTHER[side];
    app.notice(
      t('resignAsk'),
      [
        [t('resign'), () => this.lose(loser, 'resignation')],
        [t('cancel'), () => {}],
      ],
      { holds: () => !this.idle && !this.finished },
    );
  }

  /** @param {Side} loser @param {string} reason */
  lose(loser, reason) {
    this.halt();
    this.over = { winner: OTHER[loser], reason };
    this.app.announce(ended(this.over));
    this.finish();
    this.app.keep();
  }

  /** Called when a clock has run out. @param {Side} side */
  flag(side) {
    if (!this.finished) this.lose(side, 'time');
  }

  /** The name of a player at the board. Two people have numbers while they choose sides. @param {Side} side */
  seatName(side) {
    const { opening } = this;
    const { seats } = this.setup;
    if (seats[side] === 'tengen') return 'Tengen';
    if (!opening || seats.black !== seats.white) return t('you');
    return t('playerIs', { n: opening.playerOf(side) + 1 });
  }

  /** Name, activity and clock of a side. @param {Side} side */
  describe(side) {
    const seat = this.setup.seats[side];
    const playing = this.app.mode === 'play';
    const name = playing ? this.seatName(side) : this.app.tree.players[side === 'black' ? 0 : 1] || t(side);
    const about = [];
    if (playing && seat === 'tengen') {
      const level = this.level(side);
      about.push(t('levelIs', { level, name: t(`level ${level}`) }));
      if (this.seen && this.thinker === side)
        about.push(
          ` · ${t('depth')} ${this.seen.depth}, ${scored(this.seen.score, this.app.tree.start.rule, this.seen.at_most)}`,
        );
      if (this.search && this.actor === side)
        about.push(
          make('span.dots', { role: 'img', 'aria-label': t('thinking') }, make('i'), make('i'), make('i')),
        );
    }
    const { clock } = this;
    const left = clock?.of(side) ?? 0;
    return {
      name,
      about,
      clock:
        playing && clock?.counts
          ? { face: clockFace(left), short: left < 10_000 && clock.running === side }
          : null,
    };
  }

  scene() {
    const past = this.app.at !== this.tip;
    const { opening } = this;
    const decides = opening && !opening.placesStone;
    /** @type {Partial<import('./tengen/board.js').Scene>} */
    const scene = { hint: this.tipHint && !past ? this.tipHint : undefined };
    if (opening && !past) scene.ghosts = opening.ghosts;
    if (this.threats?.at === this.app.at) scene.threats = this.threats.ghosts;
    if (this.idle || past || decides || this.over || (this.search && !this.hinting)) scene.next = null;
    return scene;
  }

  chance() {
    return null;
  }

  status() {
    const { app, opening } = this;
    if (this.idle) return app.board?.ending ? ended(app.board.ending) : t('notPlayed');
    if (this.over) return ended(this.over);
    if (app.at !== this.tip) return t('looking', { n: app.at.ply });
    if (app.board?.ending) return ended(app.board.ending);
    if (opening) return opening.status();
    const side = app.board?.to_move ?? 'black';
    if (this.doubt === this.tip && !this.looking && this.waits)
      return t('yourMove', { side: t(OTHER[side]) });
    if (this.search || this.coming)
      return t(this.setup.seats[side] === 'tengen' ? 'tengenThinks' : 'lookingForHint');
    if (this.paused) return t('paused');
    const bothSides = this.setup.seats.black === this.setup.seats.white;
    return bothSides ? t('toMove', { side: t(side) }) : t('yourMove', { side: t(side) });
  }
}
