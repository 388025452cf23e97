// A game: who has which side, whose turn it is, and the clocks.
import { Clock, clockFace } from './clock.js';
import { button, byId, enable, make } from './dom.js';
import { PACE, askForGame, sidesToTake } from './newgame.js';
import { Opening, kept as keptOpening } from './opening.js';
import { SIDES_TAKEN, levelOf, playerName, sideTaken, unattended } from './seats.js';
import { checkForm } from './stored.js';
import { Tree } from './tree.js';
import { ended, scored, t } from './words.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./engine.js').Side} Side
 * @typedef {'person' | 'tengen'} Seat
 * @typedef {{ seats: import('./seats.js').Seats, level: number, rival?: number, time: number, terms: import('./clock.js').Terms,
 *   opening: string, pace?: number }} Setup
 */

const OTHER = /** @type {const} */ ({ black: 'white', white: 'black' });
/** How a game is played until something else is chosen. @type {Setup} */
const USUAL = {
  seats: { black: 'person', white: 'tengen' },
  level: 3,
  time: 3000,
  terms: { kind: 'none', turn: 30, main: 600, plus: 5 },
  opening: '',
};
/** A hint is thought about for so long. */
const HINT = 1000;

const KEPT = /** @type {const} */ ({
  setup: {
    seats: { black: 'string', white: 'string' },
    level: 'number',
    rival: 'number',
    time: 'number',
    pace: 'number',
    terms: { kind: 'string', turn: 'number', main: 'number', plus: 'number' },
    opening: 'string',
  },
  over: { winner: 'string', reason: 'string' },
  idle: 'boolean',
  tip: 'string',
  left: { black: 'number', white: 'number' },
});

/** Throws where this is not what was kept of a game. @param {any} kept */
export const checkKept = (kept) => checkForm({ ...kept, over: kept.over ?? undefined }, KEPT, 'play');

export class Play {
  /** @param {App} app @param {any} kept */
  constructor(app, kept) {
    this.app = app;
    /** @type {Setup} */
    this.setup = { ...USUAL, ...kept?.setup };
    /** The end of the game that is played. */
    this.tip = kept?.tip ? app.tree.find(kept.tip) : app.at;
    /** What ended the game where the rules do not. @type {{ winner: Side, reason: string } | null} */
    this.over = kept?.over ?? null;
    /** @type {Opening | null} */
    this.opening = keptOpening(this, kept?.opening);
    /** The game on the board is not played, but looked at: it was opened, pasted or set up. */
    this.idle = kept?.idle ?? false;
    /** @type {import('./engine.js').Search | null} */
    this.search = null;
    /** @type {import('./engine.js').Line | null} */
    this.seen = null;
    /** Whose line that is. @type {Side | null} */
    this.thinker = null;
    /** @type {string | null} */
    this.tipHint = null;
    /** The search is about a hint. */
    this.hinting = false;
    /** A move that has been chosen and is laid in a moment. @type {{ lay: () => void, timer: number } | null} */
    this.coming = null;
    this.wind(kept?.left);
  }

  /** @param {{ black: number, white: number }} [left] */
  wind(left) {
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
      tip: (this.app.modes.watch.own?.tree ?? this.app.tree)
        .path(this.tip)
        .map((move) => move.point)
        .join(''),
      left: clock && { black: clock.of('black'), white: clock.of('white') },
    };
  }

  /** Which side sits below. @returns {Side} */
  get lower() {
    const { black, white } = this.setup.seats;
    return white === 'person' && black !== 'person' ? 'white' : 'black';
  }

  get finished() {
    return !!this.over || (this.app.at === this.tip && !!this.app.board?.ending);
  }

  /** Whether Tengen is to move in the game that is played. */
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
    );
    byId('mode-play').replaceChildren(this.invitation(), actions);
    this.refresh();
  }

  /** What Play shows of a game that is not played: who would sit where, and how to begin. */
  invitation() {
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
        button(t('playHere'), () => this.goOnHere(), { look: 'main', id: 'play-here' }),
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
    /** @type {HTMLSelectElement} */ (byId('idle-side')).value = sideTaken(this.setup.seats);
    enable('move-now', !!this.search || !!this.coming);
  }

  ask() {
    if (!document.querySelector('dialog[open]'))
      askForGame(this.app, this.setup, (start, setup) => this.begin(start, setup));
  }

  /** @param {import('./engine.js').Game} start @param {Setup} setup */
  begin(start, setup) {
    const tree = new Tree(start);
    this.app.choose('play');
    this.app.take(tree);
    this.setup = setup;
    this.seat(setup.seats);
    this.wind();
    const players = /** @type {[Seat, Seat]} */ ([setup.seats.black, setup.seats.white]);
    this.opening = setup.opening ? new Opening(this, { rule: setup.opening, answers: [], players }) : null;
    this.idle = false;
  }

  /** Everybody sits down, under their names. @param {import('./seats.js').Seats} seats */
  seat(seats) {
    this.setup.seats = seats;
    this.app.tree.players = [playerName(this.setup, 'black'), playerName(this.setup, 'white')];
  }

  /** Another game is on the board; nobody has asked to play it. */
  renewed() {
    this.halt();
    this.tip = this.app.tree.end(this.app.tree.root);
    this.over = null;
    this.opening = null;
    this.idle = true;
    this.wind();
  }

  /** The game as it was once, undone or done again; Tengen waits until it is asked to move. @param {any} kept */
  resume(kept) {
    this.setup = kept.setup;
    this.tip = this.app.tree.find(kept.tip);
    this.over = kept.over;
    this.idle = kept.idle || !!kept.opening;
    this.idle ||= this.waits;
    this.wind(kept.left);
  }

  /** A move of the game is taken out of it, with what follows. @param {Move} move */
  cut(move) {
    if (!this.app.tree.path(this.tip).includes(move)) return;
    this.tip = /** @type {Move} */ (move.parent);
    this.over = null;
    this.idle = true;
  }

  /** Stones are tried where no game has begun yet: then none is played. */
  tried() {
    if (!this.tip.ply && !this.opening) this.idle = true;
  }

  /** Whether the game that is played ends with this move; what follows was only tried. @param {Move} move */
  endsWith(move) {
    return !this.idle && move === this.tip;
  }

  /** The game as a file is to hold it: stones that were only tried behind its last move are no moves of it. */
  written() {
    const { tree, modes } = this.app;
    return this.idle || modes.watch.own ? tree : tree.playedTo(this.tip);
  }

  halt() {
    this.search?.stop();
    this.search = null;
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

  /** The place that one looks at has another board now. */
  changed() {
    const { app } = this;
    if (app.mode !== 'play') return;
    this.refresh();
    if (this.idle || app.at !== this.tip) return this.look();
    if (this.opening) return void this.opening.goOn();
    if (this.finished) return this.finish();
    const side = /** @type {Side} */ (app.board?.to_move);
    if (this.clock && this.clock.running !== side && this.tip.ply > 0)
      this.clock.pass(side, this.clock.running === OTHER[side]);
    if (this.setup.seats[side] === 'tengen' && !this.search && !this.coming) this.think();
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
    this.app.tree.winner = this.over?.winner ?? null;
    this.look();
  }

  think() {
    const { app, tip } = this;
    const side = app.tree.side(tip);
    const { time, terms } = this.setup;
    const level = levelOf(this.setup, side);
    const clock = terms.kind === 'match' ? Math.round(this.clock?.of(side) ?? 0) : null;
    const longest = terms.kind === 'turn' ? Math.min(time, 900 * terms.turn) : time;
    const began = performance.now();
    this.thinker = side;
    this.search = app.engine.search(
      { ask: 'play', game: app.tree.game(tip), level, time: longest, clock },
      (telling) => {
        if (telling.tell === 'seen') this.seen = telling.line;
        else {
          this.search = null;
          if (telling.tell === 'chosen' && telling.point) {
            this.seen = telling.line;
            return this.layInTime(telling.point, began);
          }
          app.complain(telling.tell === 'refused' ? telling.why : t('noMove'));
          this.setup.seats = { black: 'person', white: 'person' };
        }
        this.look();
      },
    );
    this.look();
  }

  /** Tengen against itself plays so that one can follow, unless clocks run. @param {string} point @param {number} began */
  layInTime(point, began) {
    const { seats, terms, pace = PACE } = this.setup;
    const watched = unattended(seats) && terms.kind === 'none';
    const wait = watched ? 1000 * pace - (performance.now() - began) : 0;
    const lay = () => {
      this.coming = null;
      this.move(point);
    };
    if (wait <= 0) return lay();
    this.coming = { lay, timer: window.setTimeout(lay, wait) };
    this.look();
  }

  /** The move, without waiting any longer. */
  now() {
    this.search?.now();
    clearTimeout(this.coming?.timer);
    this.coming?.lay();
  }

  /** A stone comes to the end of the game. @param {string} point */
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
              [t('playHere'), () => this.goOnHere()],
              [t('cancel'), () => {}],
            ],
      );
    if (this.hinting) this.halt();
    if ((this.search || this.coming) && app.at === this.tip) return;
    if (app.at !== this.tip)
      return app.notice(t('lookingBack'), [
        [t('toTheGame'), () => app.go(this.tip)],
        [t('goOnHere'), () => this.goOnHere()],
      ]);
    const { opening } = this;
    const person = opening ? opening.wantsPoint : this.setup.seats[app.tree.side(this.tip)] === 'person';
    if (this.finished || !person) return;
    app.lay(point, () => {
      byId('notice').hidden = true;
      if (opening) opening.touch(point);
      else this.move(point);
    });
  }

  /** Goes on from a place in the past; what came after it is a variation. */
  goOnHere() {
    this.halt();
    this.over = null;
    this.app.tree.winner = null;
    if (this.idle) this.wind();
    this.idle = false;
    this.tip = this.app.at;
    this.app.go(this.tip);
  }

  undo() {
    if (this.app.mode !== 'play' || this.idle || !this.tip.ply || this.opening) return;
    this.halt();
    this.over = null;
    this.app.tree.winner = null;
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
    this.search = app.engine.search(
      { ask: 'play', game: app.tree.game(this.tip), level: 8, time: HINT, clock: null },
      (telling) => {
        if (telling.tell === 'seen') return;
        this.search = null;
        this.hinting = false;
        if (telling.tell === 'chosen' && telling.point) {
          this.tipHint = telling.point;
          app.announce(t('hintIs', { point: app.name(telling.point) }));
        } else if (telling.tell === 'refused') app.complain(telling.why);
        this.look();
      },
    );
    this.look();
  }

  resign() {
    const { app } = this;
    const side = app.tree.side(this.tip);
    const loser = this.setup.seats[side] === 'person' ? side : OTHER[side];
    app.notice(t('resignAsk'), [
      [t('resign'), () => this.lose(loser, 'resignation')],
      [t('cancel'), () => {}],
    ]);
  }

  /** @param {Side} loser @param {string} reason */
  lose(loser, reason) {
    this.halt();
    this.over = { winner: OTHER[loser], reason };
    this.app.announce(ended(this.over));
    this.finish();
    this.app.keep();
  }

  /** A clock has run out. @param {Side} side */
  flag(side) {
    if (!this.finished) this.lose(side, 'time');
  }

  /** The name of a side, and what it is doing. @param {Side} side */
  describe(side) {
    const seat = this.setup.seats[side];
    const playing = this.app.mode === 'play';
    const name =
      playing && !this.opening
        ? seat === 'person'
          ? t('you')
          : 'Tengen'
        : this.app.tree.players[side === 'black' ? 0 : 1] || t(side);
    const about = [];
    if (playing && seat === 'tengen' && !this.opening) {
      const level = levelOf(this.setup, side);
      about.push(t('levelIs', { level, name: t(`level ${level}`) }));
      if (this.seen && this.thinker === side)
        about.push(` · ${t('depth')} ${this.seen.depth}, ${scored(this.seen.score)}`);
      if (this.search && this.app.tree.side(this.tip) === side)
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
    const decides = opening && !opening.lays;
    /** @type {Partial<import('./board.js').Scene>} */
    const scene = { hint: this.tipHint && !past ? this.tipHint : undefined };
    if (opening && !past) scene.ghosts = opening.ghosts;
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
    if (this.search || this.coming)
      return t(this.setup.seats[side] === 'tengen' ? 'tengenThinks' : 'lookingForHint');
    const alone = this.setup.seats.black === this.setup.seats.white;
    return alone ? t('toMove', { side: t(side) }) : t('yourMove', { side: t(side) });
  }
}
