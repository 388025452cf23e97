// What a player has done with puzzles: how strong both are, which puzzle comes next, what is to be repeated. It draws
// nothing and asks nobody; the time and the lot are told by whoever makes it.

/**
 * @typedef {import('./wire.js').Strength} Strength
 * @typedef {{ id: string, rule: string, size: string, moves: string, kind: string, solution: string, also?: string,
 *   threat?: string, plies: number, rating: number, own?: Slip }} Puzzle
 * @typedef {{ played: string, rate: number }} Slip of a puzzle of one's own: what was played, and the chance before it
 * @typedef {{ strength?: Strength, tries: number, solved: number, box?: number, due?: number }} Past attempts at a
 *   puzzle; the box says how often it has been solved again since it was failed
 * @typedef {{ kind: string, grade: string, rule: string }} Wish what is asked for: `any`, or one of them; the grade
 *   `level` goes by the rating of the player, the kind `own` has the mistakes of one's own games
 */

/** Where the grades 2 to 5 begin (crates/puzzles/src/rating.rs). */
export const GRADES = [1050, 1250, 1500, 1800];
/** Somebody of whom nothing is known. @type {Strength} */
const UNKNOWN = { rating: 1500, deviation: 350, volatility: 0.06 };
/** How uncertain the rating of a puzzle is that was never tried. */
const DEVIATION = 150;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A puzzle that was failed comes again after so long, and after each time that it was solved then; then no more. */
export const WAITS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY];
/** Of so many puzzles that fit the player best one is drawn. */
const FITTING = 12;

/** @param {number} rating */
export const gradeOf = (rating) => 1 + GRADES.filter((begin) => rating >= begin).length;

/** A short name for a position and its rule: FNV-1a. @param {{ rule: string, size: string, moves: string }} puzzle */
export function nameOf({ rule, size, moves }) {
  let hash = 0x811c9dc5;
  for (const letter of rule + size + moves) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** The puzzles of a file, one a line. @param {string} text @returns {Puzzle[]} */
export function puzzlesOf(text) {
  const lines = text.split('\n').filter((line) => line.trim());
  return lines.map((line) => {
    const puzzle = JSON.parse(line);
    return { ...puzzle, id: nameOf(puzzle) };
  });
}

export class Trainer {
  /** @param {any} kept @param {() => number} [now] @param {() => number} [lot] from 0 up to 1 */
  constructor(kept, now = Date.now, lot = Math.random) {
    this.now = now;
    this.lot = lot;
    /** @type {Strength} */
    this.player = kept?.player ?? UNKNOWN;
    /** @type {Record<string, Past>} */
    this.past = kept?.past ?? {};
    /** Solved one after another, and at best. */
    this.streak = kept?.streak ?? 0;
    this.best = kept?.best ?? 0;
    /** Positions of the player's own games. @type {Puzzle[]} */
    this.own = kept?.own ?? [];
    /** @type {Wish} */
    this.wish = { kind: 'any', grade: 'level', rule: 'any', ...kept?.wish };
  }

  kept() {
    const { player, past, streak, best, own, wish } = this;
    return { player, past, streak, best, own, wish };
  }

  /** How hard a puzzle is. @param {Puzzle} puzzle @returns {Strength} */
  strength(puzzle) {
    const untried = { ...UNKNOWN, rating: puzzle.rating, deviation: DEVIATION };
    return this.past[puzzle.id]?.strength ?? untried;
  }

  /** What is to be repeated now, the longest overdue first. @param {Puzzle[]} puzzles */
  due(puzzles) {
    const due = (/** @type {Puzzle} */ puzzle) => this.past[puzzle.id]?.due ?? Infinity;
    return puzzles.filter((puzzle) => due(puzzle) <= this.now()).sort((a, b) => due(a) - due(b));
  }

  /** What is wished. @param {Puzzle[]} shipped @returns {Puzzle[]} */
  wished(shipped) {
    const { kind, grade, rule } = this.wish;
    const all = kind === 'own' ? this.own : shipped;
    return all.filter(
      (puzzle) =>
        (kind === 'any' || kind === 'own' || puzzle.kind === kind) &&
        (rule === 'any' || puzzle.rule === rule) &&
        (kind === 'own' || grade === 'level' || gradeOf(puzzle.rating) === Number(grade)),
    );
  }

  /** The next one: what is to be repeated, or else one of those that were tried least. @param {Puzzle[]} shipped @param {Puzzle | null} before */
  next(shipped, before) {
    const wished = this.wished(shipped).filter((puzzle) => puzzle.id !== before?.id);
    const [due] = this.due(wished);
    if (due || !wished.length) return due ?? null;
    const tries = (/** @type {Puzzle} */ puzzle) => this.past[puzzle.id]?.tries ?? 0;
    const least = Math.min(...wished.map(tries));
    const away = (/** @type {Puzzle} */ puzzle) => Math.abs(puzzle.rating - this.player.rating);
    let fresh = wished.filter((puzzle) => tries(puzzle) === least);
    if (this.wish.grade === 'level') fresh = fresh.sort((a, b) => away(a) - away(b)).slice(0, FITTING);
    return fresh[Math.floor(this.lot() * fresh.length)];
  }

  /** Takes note of an attempt. @param {Puzzle} puzzle @param {boolean} solved @param {{ player: Strength, puzzle: Strength } | null} rated */
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

  /** Adds positions of one's own games; how many were not there. @param {Puzzle[]} puzzles */
  learn(puzzles) {
    const known = new Set(this.own.map(({ id }) => id));
    const fresh = puzzles.filter(({ id }) => !known.has(id));
    this.own.push(...fresh);
    return fresh.length;
  }

  /** Attempts, and how many of them solved the puzzle. */
  sum() {
    const all = Object.values(this.past);
    const sum = (/** @type {(past: Past) => number} */ of) => all.reduce((n, past) => n + of(past), 0);
    return { tries: sum((past) => past.tries), solved: sum((past) => past.solved) };
  }
}
