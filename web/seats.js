// The players of each side, and Tengen's levels.
import { t } from './words.js';

/**
 * @typedef {import('./tengen/engine.js').Side} Side
 * @typedef {import('./play.js').Seat} Seat
 * @typedef {{ black: Seat, white: Seat }} Seats
 */

/** @type {Record<string, Seats>} */
export const SIDES_TAKEN = {
  black: { black: 'person', white: 'tengen' },
  white: { black: 'tengen', white: 'person' },
  both: { black: 'person', white: 'person' },
  none: { black: 'tengen', white: 'tengen' },
};

/** The strongest level that searches, and the one after it, which plays by a proof. */
export const STRONGEST = 8;
export const PERFECT = 9;

/**
 * Whether one of the proofs is about this rule and board, and this side wins.
 * @param {import('./tengen/wire.js').ProofText[]} proofs
 * @param {import('./fields.js').Start} start @param {Side} side
 */
export const covered = (proofs, { rule, width, height }, side) =>
  proofs.some((of) => of.rule === rule && of.size === `${width}x${height}` && of.side === side);

/** The default time between moves when Tengen plays itself, in seconds. */
export const PACE = 1;

/**
 * The options for the side to play; with a random side if `either` is its label.
 * @param {string} [either] @returns {[string, string][]}
 */
export const sidesToTake = (either) => [
  ['black', t('black')],
  ['white', t('white')],
  ...(either ? [/** @type {[string, string]} */ (['either', either])] : []),
  ['both', t('bothSides')],
  ['none', t('noSide')],
];

/** The key of `SIDES_TAKEN` for these seats. @param {Seats} seats */
export const sideTaken = (seats) =>
  Object.keys(SIDES_TAKEN).find(
    (side) => SIDES_TAKEN[side].black === seats.black && SIDES_TAKEN[side].white === seats.white,
  ) ?? 'both';

/** Whether Tengen plays itself. @param {Seats} seats */
export const isSelfPlay = (seats) => seats.black === 'tengen' && seats.white === 'tengen';

/**
 * Tengen's level for a side; White can have another level only if Tengen plays itself.
 * @param {{ seats: Seats, level: number, rival?: number }} setup @param {Side} side
 */
export const levelOf = ({ seats, level, rival = level }, side) =>
  side === 'white' && isSelfPlay(seats) ? rival : level;

/**
 * The name of a player in files and lists of games.
 * @param {{ seats: Seats, level: number, rival?: number }} setup @param {Side} side @param {number} [level] Tengen's
 */
export const playerName = (setup, side, level = levelOf(setup, side)) =>
  setup.seats[side] === 'person' ? t('you') : `Tengen (${t(`level ${level}`)})`;
