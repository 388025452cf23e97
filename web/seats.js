// Who has which side, and how strong Tengen is there.
import { t } from './words.js';

/**
 * @typedef {import('./engine.js').Side} Side
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

/** The side that somebody plays who is seated so. @param {Seats} seats */
export const sideTaken = (seats) =>
  Object.keys(SIDES_TAKEN).find(
    (side) => SIDES_TAKEN[side].black === seats.black && SIDES_TAKEN[side].white === seats.white,
  ) ?? 'both';

/** Whether Tengen plays itself. @param {Seats} seats */
export const unattended = (seats) => seats.black === 'tengen' && seats.white === 'tengen';

/**
 * Tengen's level with this side: White's is another one only against itself.
 * @param {{ seats: Seats, level: number, rival?: number }} setup @param {Side} side
 */
export const levelOf = ({ seats, level, rival = level }, side) =>
  side === 'white' && unattended(seats) ? rival : level;

/**
 * The player of a side as files and lists of games name it.
 * @param {{ seats: Seats, level: number, rival?: number }} setup @param {Side} side
 */
export const playerName = (setup, side) =>
  setup.seats[side] === 'person' ? t('you') : `Tengen (${t(`level ${levelOf(setup, side)}`)})`;
