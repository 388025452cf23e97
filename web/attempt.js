// An attempt at a puzzle: what is laid, what the solver answers, and when it is over. It asks the engine and keeps the
// stones in a tree; what is shown is somebody else's.
import { pointsOf } from './points.js';
import { Tree } from './tree.js';

/**
 * @typedef {import('./trainer.js').Puzzle} Puzzle
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./engine.js').Engine} Engine
 * @typedef {'asks' | 'waits' | 'right' | 'wrong'} Phase whether a move is asked for, answered, or what it came to
 */

/** How long the solver looks for an answer, in milliseconds. */
const PATIENCE = 3000;
/** How long one's own position is looked at behind another move than the best, and what that may lose of the chance. */
const LOOK = 1500;
const AS_GOOD = 0.07;

export class Attempt {
  /** @param {Engine} engine @param {Puzzle} puzzle */
  constructor(engine, puzzle) {
    this.engine = engine;
    this.puzzle = puzzle;
    this.solution = pointsOf(puzzle.solution);
    /** Other first moves that are proven to win. */
    this.also = pointsOf(puzzle.also ?? '');
    const [width, height] = puzzle.size.split('x').map(Number);
    this.tree = new Tree({ width, height: height ?? width, rule: puzzle.rule });
    /** Where the puzzle begins. @type {Move} */
    this.start = pointsOf(puzzle.moves).reduce((at, point) => this.tree.add(at, point), this.tree.root);
    this.side = this.tree.side(this.start);
    /** @type {Phase} */
    this.phase = 'asks';
    /** The last stone that was laid. @type {Move} */
    this.tip = this.start;
    /** The answer after which a move does not win. */
    this.refutation = '';
    /** How the opponent wins after a wrong defence. @type {string[]} */
    this.punished = [];
  }

  /** From the beginning. */
  again() {
    this.phase = 'asks';
    this.tip = this.start;
    this.refutation = '';
    this.punished = [];
  }

  /** The moves since the beginning. */
  get line() {
    return this.tree
      .path(this.tip)
      .slice(this.start.ply)
      .map((move) => move.point);
  }

  /** Whether all has gone as in the solution. */
  get follows() {
    return this.line.every((point, i) => this.solution[i] === point);
  }

  /** Whether the puzzle was solved by another win than the solution's. */
  get isOtherWin() {
    return this.also.includes(this.line[0]);
  }

  /** Lays a stone of the player. @param {string} point */
  lay(point) {
    this.tip = this.tree.add(this.tip, point);
    this.phase = 'waits';
  }

  /** What comes of it; a stone of the opponent may lie there then. */
  async judge() {
    const first = this.line.length === 1;
    if (this.puzzle.own) return this.judgeOwn();
    if (this.puzzle.kind === 'defence') return this.judgeDefence();
    const board = await this.engine.ask({ ask: 'look', game: this.tree.game(this.tip) });
    if (board.ending) return this.end(board.ending.winner === this.side);
    if (first && this.isOtherWin) return this.end(true);
    if (first && !this.follows) return this.refute();
    const known = this.follows ? this.solution[this.line.length] : undefined;
    if (known) return this.reply(known);
    const told = await this.resistance();
    if (told.holds) return this.refuteWith(told.point);
    this.reply(told.point ?? '');
  }

  resistance() {
    return this.engine.ask({ ask: 'resist', game: this.tree.game(this.tip), time: PATIENCE });
  }

  async refute() {
    const told = await this.resistance();
    this.refuteWith(told.holds ? told.point : null);
  }

  /** A move that wins, as the solver sees it. */
  async winning() {
    const game = this.tree.game(this.tip);
    const told = await this.engine.ask({ ask: 'solve', game, fours: false, time: PATIENCE });
    return pointsOf(told.moves)[0] ?? '';
  }

  /** @param {string | null | undefined} point */
  refuteWith(point) {
    this.refutation = point ?? '';
    this.end(false);
  }

  /** @param {string} point */
  reply(point) {
    if (point) this.tip = this.tree.add(this.tip, point);
    this.phase = 'asks';
  }

  /** @param {boolean} right */
  end(right) {
    this.phase = right ? 'right' : 'wrong';
  }

  async judgeDefence() {
    if (this.follows) return this.end(true);
    const game = this.tree.game(this.tip);
    const told = await this.engine.ask({ ask: 'solve', game, fours: false, time: PATIENCE });
    this.punished = pointsOf(told.moves);
    this.end(false);
  }

  /** Another move than the best is right too, if the chance is about as good behind it. */
  async judgeOwn() {
    if (this.follows) return this.end(true);
    const game = this.tree.game(this.tip);
    const board = await this.engine.ask({ ask: 'look', game });
    if (board.ending) return this.end(board.ending.winner === this.side);
    const rate = await this.chance(game);
    this.end(1 - rate >= (this.puzzle.own?.rate ?? 0) - AS_GOOD);
  }

  /** The chance of whoever is to move. @param {import('./engine.js').Game} game @returns {Promise<number>} */
  chance(game) {
    return new Promise((done) => {
      let rate = 0;
      this.engine.search({ ask: 'analyse', game, lines: 1, time: LOOK }, (telling) => {
        if (telling.tell === 'lines') rate = telling.lines[0]?.rate ?? rate;
        if (telling.last) done(rate);
      });
    });
  }
}
