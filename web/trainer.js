// The player's progress with puzzles: ratings, the choice of the next puzzle, repetitions. It draws nothing and asks no
// engine; the constructor takes the clock and the random numbers.

import { pointsOf } from './tengen/points.js';
import { Tree } from './tree.js';

/**
 * @typedef {import('./tengen/wire.js').Strength} Strength
 * @typedef {{ id: string, rule: string, size: string, moves: string, kind: string, solution: string, also?: string,
 *   threat?: string, plies: number, rating: number, own?: Slip }} Puzzle
 * @typedef {{ played: string, rate: number, loss?: number, reason?: import('./tengen/wire.js').ReasonText | null }} Slip
 *   the mistake behind a puzzle: the move played, the chance to win before it, how much of it the move lost, and why
 * @typedef {{ strength?: Strength, tries: number, solved: number, box?: number, due?: number }} Past attempts at a
 *   puzzle; `box` counts how often it was solved since it was failed
 * @typedef {{ kind: string, grade: string, rule: string }} Filter the puzzles wanted: a value or `any`; the grade
 *   `level` follows the player's rating, `steps` has all steps, the kind `own` the mistakes of the player's own games
 */

/** The lowest ratings of the grades 2 to 5 (crates/puzzles/src/rating.rs). */
export const GRADES = [1050, 1250, 1500, 1800];
/** The rating of a new player, who begins with puzzles of grade 1. @type {Strength} */
const NEW_PLAYER = { rating: 1000, deviation: 350, volatility: 0.06 };
/** The rating of a player who has never played; the deviation is small, so that no step is skipped. @type {Strength} */
const BEGINNER = { ...NEW_PLAYER, rating: 100, deviation: 120 };
/** The kinds of the steps for beginners (crates/puzzles/src/puzzle.rs). */
export const STEPS = [
  'make-five',
  'stop-four',
  'open-four',
  'stop-three',
  'double-threat',
  'forbidden',
  'trap',
];
/** The kinds in which the opponent threatens something. */
export const DEFENCES = ['defence', 'stop-four', 'stop-three'];
/** In a position from a reviewed game, a move is right if it loses at most this much of the chance to win. */
export const AS_GOOD = 0.07;
/** The rating deviation of a puzzle that was never tried. */
const DEVIATION = 150;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The delays until a failed puzzle is repeated: after the failure, and after each time it is solved. */
export const WAITS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY];
/** The next puzzle is chosen at random among this many of those closest to the player's rating. */
const FITTING = 12;

/** Whether an attempt has changed a player's rating. @param {Strength} [player] */
const isRated = (player) => !!player && player.deviation < NEW_PLAYER.deviation;

/** The larger loss first. @param {Puzzle} one @param {Puzzle} other */
const byLoss = (one, other) => (other.own?.loss ?? 0) - (one.own?.loss ?? 0);

/** @param {number} rating */
export const gradeOf = (rating) => 1 + GRADES.filter((begin) => rating >= begin).length;

/** The number of a puzzle's step, from 1; 0 if it has a grade. @param {Puzzle} puzzle */
export const stepOf = ({ kind, own }) => (own ? 0 : STEPS.indexOf(kind) + 1);

/** Whether a puzzle has a grade of the filter; steps have none. @param {Puzzle} puzzle @param {Filter} filter */
function hasGrade(puzzle, { kind, grade }) {
  if (grade === 'level' || kind === 'own') return true;
  if (stepOf(puzzle)) return grade === 'steps' || kind === puzzle.kind;
  return grade === String(gradeOf(puzzle.rating));
}

/** A short name of a position and its rule: its FNV-1a hash. @param {{ rule: string, size: string, moves: string }} puzzle */
export function nameOf({ rule, size, moves }) {
  let hash = 0x811c9dc5;
  for (const letter of rule + size + moves) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** A game up to a puzzle's position, and its last move. @param {Puzzle} puzzle */
export function startOf({ size, rule, moves }) {
  const [width, height = width] = size.split('x').map(Number);
  const tree = new Tree({ width, height, rule });
  return { tree, start: tree.line(pointsOf(moves)) };
}

/** Reads puzzles, one per line. @param {string} text @returns {Puzzle[]} */
export function puzzlesOf(text) {
  const lines = text.split('\n').filter((line) => line.trim());
  return lines.map((line) => {
    const puzzle = JSON.parse(line);
    return { ...puzzle, id: nameOf(puzzle) };
  });
}

export class Trainer {
  /** @param {any} kept @param {() => number} [now] @param {() => number} [random] from 0 up to 1 */
  constructor(kept, now = Date.now, random = Math.random) {
    this.now = now;
    this.random = random;
    /** @type {Strength} */
    this.player = isRated(kept?.player) ? kept.player : NEW_PLAYER;
    /** The rule that the player usually plays; empty until it is chosen. */
    this.usual = kept?.usual ?? '';
    /** @type {Record<string, Past>} */
    this.past = kept?.past ?? {};
    /** The number of puzzles solved in a row, now and at best. */
    this.streak = kept?.streak ?? 0;
    this.best = kept?.best ?? 0;
    /** Puzzles from the player's own games. @type {Puzzle[]} */
    this.own = (kept?.own ?? []).filter(
      (/** @type {Puzzle} */ puzzle) => !puzzle.own || puzzle.own.rate > AS_GOOD,
    );
    /** The names of the puzzles of the game being studied that are still to come. @type {string[]} */
    this.lesson = [];
    /** @type {Filter} */
    this.filter = { kind: 'any', grade: 'level', rule: 'any', ...kept?.wish };
  }

  kept() {
    const { player, usual, past, streak, best, own, filter } = this;
    return { player, usual, past, streak, best, own, wish: filter };
  }

  /** The rating of a puzzle. @param {Puzzle} puzzle @returns {Strength} */
  strength(puzzle) {
    const untried = { ...NEW_PLAYER, rating: puzzle.rating, deviation: DEVIATION };
    return this.past[puzzle.id]?.strength ?? untried;
  }

  /** The puzzles to repeat now, the longest overdue first. @param {Puzzle[]} puzzles */
  due(puzzles) {
    const due = (/** @type {Puzzle} */ puzzle) => this.past[puzzle.id]?.due ?? Infinity;
    return puzzles.filter((puzzle) => due(puzzle) <= this.now()).sort((a, b) => due(a) - due(b));
  }

  /** The puzzles that pass the filter. @param {Puzzle[]} builtIn @returns {Puzzle[]} */
  filtered(builtIn) {
    const { kind, rule } = this.filter;
    const all = kind === 'own' ? this.own : builtIn;
    return all.filter(
      (puzzle) =>
        (kind === 'any' || kind === 'own' || puzzle.kind === kind) &&
        (rule === 'any' || puzzle.rule === rule) &&
        hasGrade(puzzle, this.filter),
    );
  }

  /** The next puzzle: one to repeat, or one of those tried least. @param {Puzzle[]} builtIn @param {Puzzle | null} before */
  next(builtIn, before) {
    if (this.filter.kind === 'own') return this.nextOwn(before);
    const filtered = this.filtered(builtIn).filter((puzzle) => puzzle.id !== before?.id);
    const [due] = this.due(filtered);
    if (due || !filtered.length) return due ?? null;
    const tries = (/** @type {Puzzle} */ puzzle) => this.past[puzzle.id]?.tries ?? 0;
    const least = Math.min(...filtered.map(tries));
    const distance = (/** @type {Puzzle} */ puzzle) => Math.abs(puzzle.rating - this.player.rating);
    let fresh = filtered.filter((puzzle) => tries(puzzle) === least);
    if (['level', 'steps'].includes(this.filter.grade))
      fresh = fresh.sort((a, b) => distance(a) - distance(b)).slice(0, FITTING);
    return fresh[Math.floor(this.random() * fresh.length)];
  }

  /** The next mistake of the player's own: of the game being studied, else one to repeat, else one that was never tried. @param {Puzzle | null} before */
  nextOwn(before) {
    const filtered = this.filtered([]).filter((puzzle) => puzzle.id !== before?.id);
    for (let id; (id = this.lesson.shift());) {
      const puzzle = filtered.find((one) => one.id === id);
      if (puzzle) return puzzle;
    }
    const fresh = filtered.filter(({ id }) => !this.past[id]).sort(byLoss);
    return this.due(filtered)[0] ?? fresh[0] ?? null;
  }

  /** Whether there are mistakes of the player's own, of which none is left for now. */
  get isThrough() {
    return this.filter.kind === 'own' && this.filtered([]).length > 0;
  }

  /** Records an attempt. @param {Puzzle} puzzle @param {boolean} solved @param {{ player: Strength, puzzle: Strength } | null} rated */
  note(puzzle, solved, rated) {
    const past = this.past[puzzle.id] ?? { tries: 0, solved: 0 };
    const box = solved ? (past.box === undefined ? undefined : past.box + 1) : 0;
    const wait = box === undefined ? undefined : WAITS[box];
    this.past[puzzle.id] = {
      strength: rated?.puzzle ?? past.strength,
      tries: past.tries + 1,
      solved: past.solved + Number(solved),
      ...(wait === undefined ? {} : { box, due: this.now() + wait }),
    };
    if (rated) this.player = rated.player;
    this.streak = solved ? this.streak + 1 : 0;
    this.best = Math.max(this.best, this.streak);
  }

  /** Begins with the first step. */
  begin() {
    this.player = BEGINNER;
    Object.assign(this.filter, { kind: 'any', grade: 'level' });
  }

  /** Whether the player has not chosen a rule nor tried a puzzle yet. */
  get isNew() {
    return !this.usual && !Object.keys(this.past).length;
  }

  /** Adds puzzles from a game of the player, to be shown next, the largest loss first; returns how many are new. @param {Puzzle[]} puzzles */
  learn(puzzles) {
    const known = new Set(this.own.map(({ id }) => id));
    const fresh = puzzles.filter(({ id }) => !known.has(id));
    this.own.push(...fresh);
    this.lesson = [...puzzles].sort(byLoss).map(({ id }) => id);
    return fresh.length;
  }

  /** The numbers of attempts and of solved ones. */
  sum() {
    const all = Object.values(this.past);
    const sum = (/** @type {(past: Past) => number} */ of) => all.reduce((n, past) => n + of(past), 0);
    return { tries: sum((past) => past.tries), solved: sum((past) => past.solved) };
  }
}
