// An attempt at a puzzle: the moves played, the opponent's replies and the result. It asks the engine and keeps the moves
// in a tree; puzzles.js shows them.
import { LESSON } from './mistakes.js';
import { pointsOf } from './tengen/points.js';
import { AS_GOOD, DEFENCES, startOf } from './trainer.js';

/**
 * @typedef {import('./trainer.js').Puzzle} Puzzle
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./tengen/client.js').Client} Client
 * @typedef {'asks' | 'waits' | 'right' | 'wrong'} Phase waiting for the player, waiting for the engine, or the result
 */

/** The steps whose wins are played out, after every right first move. */
const PLAYED_OUT = ['open-four', 'double-threat', 'trap'];
/** The time limit of the solver, in milliseconds. */
const PATIENCE = 3000;
/** In a position from a reviewed game, a move other than the best is analysed for this long (milliseconds). */
const LOOK = 1500;
/** The number of moves shown of the line that answers a wrong move, or of the best try after a right defence. */
const SHOWN = 6;

export class Attempt {
  /** @param {Client} client @param {Puzzle} puzzle */
  constructor(client, puzzle) {
    this.client = client;
    this.puzzle = puzzle;
    this.solution = pointsOf(puzzle.solution);
    /** Other first moves proven to win. */
    this.also = pointsOf(puzzle.also ?? '');
    const { tree, start } = startOf(puzzle);
    this.tree = tree;
    /** The last move before the puzzle's position. @type {Move} */
    this.start = start;
    this.side = this.tree.side(this.start);
    /** @type {Phase} */
    this.phase = 'asks';
    /** The last move. @type {Move} */
    this.tip = this.start;
    /** The reply that refutes a wrong move. */
    this.refutation = '';
    /** In a position from a reviewed game: the player's chance to win after the move. */
    this.kept = 0;
    /** How the opponent wins after a wrong defence, or answers a wrong move in a position from a game. @type {string[]} */
    this.punished = [];
    /** The opponent may win in fewer plies than that. */
    this.mayBeFewer = false;
    /** The opponent's best try after the right defence, and what follows. @type {string[]} */
    this.bestTry = [];
    /** The forbidden points after the first move. @type {import('./tengen/engine.js').Forbidden[]} */
    this.forbidden = [];
  }

  /** Starts again. */
  again() {
    this.phase = 'asks';
    this.tip = this.start;
    this.refutation = '';
    this.punished = [];
  }

  /** The moves played so far. */
  get line() {
    return this.tree
      .path(this.tip)
      .slice(this.start.ply)
      .map((move) => move.point);
  }

  /** Extends the solution of a mistake that an earlier version stored as a single move. @param {() => void} keep stores it */
  async extend(keep) {
    const { puzzle, solution } = this;
    if (!puzzle.own || solution.length !== 1 || puzzle.plies === 1) return;
    const game = this.tree.game(this.start, puzzle.solution);
    const lines = await this.client.analyse(game, { time: LOOK }).catch(() => []);
    if (!lines.length) return;
    this.solution = [...solution, ...pointsOf(lines[0].moves)].slice(0, puzzle.plies || LESSON);
    puzzle.solution = this.solution.join('');
    keep();
  }

  /** Looks for the opponent's best try after the right defence; it goes into the tree, to be stepped through. @param {AbortSignal} signal ends the search */
  async lookOn(signal) {
    const { puzzle, solution, bestTry } = this;
    if (puzzle.kind !== 'defence' || puzzle.own || bestTry.length) return;
    const game = this.tree.game(this.start, solution[0]);
    const lines = await this.client.analyse(game, { time: LOOK, signal }).catch(() => []);
    this.bestTry = pointsOf(lines[0]?.moves ?? '').slice(0, SHOWN);
    if (this.bestTry.length) this.tree.line([solution[0], ...this.bestTry], this.start);
  }

  /** Whether all moves follow the solution. */
  get follows() {
    return this.line.every((point, i) => this.solution[i] === point);
  }

  /** Whether the first move is right, but not that of the solution. */
  get isOther() {
    return this.also.includes(this.line[0]);
  }

  /** Plays the player's stone. @param {string} point */
  place(point) {
    this.tip = this.tree.add(this.tip, point);
    this.phase = 'waits';
  }

  /** Judges the player's move; may play a reply. */
  async judge() {
    const first = this.line.length === 1;
    if (this.puzzle.own) return this.judgeOwn();
    const { kind } = this.puzzle;
    if (DEFENCES.includes(kind)) return this.judgeDefence();
    if (kind === 'forbidden') return this.end(this.follows || this.isOther);
    const board = await this.client.look(this.tree.game(this.tip));
    if (board.ending) return this.end(board.ending.winner === this.side);
    if (first) this.forbidden = board.forbidden;
    if (first && this.isOther && !PLAYED_OUT.includes(kind)) return this.end(true);
    if (first && !this.follows && !this.isOther) return this.refute();
    const known = this.follows ? this.solution[this.line.length] : undefined;
    if (known) return this.reply(known);
    const { holds, point } = await this.resistance();
    if (holds && first) return this.end(true); // proven to win, though not found here
    if (holds) return this.refuteWith(point);
    this.reply(point ?? '');
  }

  resistance() {
    return this.client.ask({ ask: 'resist', game: this.tree.game(this.tip), time: PATIENCE });
  }

  async refute() {
    const answer = await this.resistance();
    this.refuteWith(answer.holds ? answer.point : null);
  }

  /** A winning move found by the solver, or an empty string. */
  async winning() {
    const { moves } = await this.client.solve(this.tree.game(this.tip), { time: PATIENCE });
    return pointsOf(moves)[0] ?? '';
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
    if (this.follows || this.isOther) return this.end(true);
    const { moves, shortest } = await this.client.solve(this.tree.game(this.tip), { time: PATIENCE });
    this.punished = pointsOf(moves);
    this.mayBeFewer = !shortest;
    this.end(false);
  }

  /** A move that is neither the best nor the one of the game is right if it keeps about the same chance to win. */
  async judgeOwn() {
    if (this.follows) return this.end(true);
    const { played = '', rate = 0, loss } = this.puzzle.own ?? {};
    const again = this.line[0] === played;
    this.kept = await this.keeps();
    if (again && loss !== undefined) this.kept = Math.max(0, rate - loss);
    const right = !again && this.kept >= rate - AS_GOOD;
    if (right) this.punished = [];
    this.end(right);
  }

  /** The player's chance to win after the last move. */
  async keeps() {
    const game = this.tree.game(this.tip);
    const { ending } = await this.client.look(game);
    if (ending) return ending.winner === null ? 0.5 : Number(ending.winner === this.side);
    return 1 - (await this.chance(game));
  }

  /** The chance to win of the side to move. Stores its best line. @param {import('./tengen/engine.js').Game} game @returns {Promise<number>} */
  async chance(game) {
    const [{ rate, moves }] = await this.client.analyse(game, { time: LOOK });
    this.punished = pointsOf(moves).slice(0, SHOWN);
    return rate;
  }
}
