// A solver's proof: what the winner plays against each defence.
import { pointsOf } from './points.js';

/**
 * @typedef {import('./wire.js').PlanText} Plan
 * @typedef {{ proof: Plan[], plan: Plan, moves: string[], attacks: boolean }} Place a position in a proof: the
 *   winner's plan for it or for the move just played, the line up to the five, and whether the winner is to move
 */

/** The line against the longest resistance. @param {Plan[]} proof @param {Plan} plan @returns {string[]} */
function longest(proof, plan) {
  const [best] = [...plan.replies].sort(([, a], [, b]) => pliesAfter(proof, b) - pliesAfter(proof, a));
  if (!best) return pointsOf(plan.moves);
  return [...pointsOf(plan.moves), best[0], ...after(proof, best[1])];
}

/** @param {Plan[]} proof @param {number | null} number */
const pliesAfter = (proof, number) => (number === null ? Infinity : proof[number].plies);

/** @param {Plan[]} proof @param {number | null} number @returns {string[]} */
const after = (proof, number) => (number === null ? [] : longest(proof, proof[number]));

/**
 * The place after a move, or null where the proof says nothing about it.
 * @param {Place} place @param {string} point @returns {Place | null}
 */
export function follow({ proof, plan, moves, attacks }, point) {
  const [next, ...rest] = moves;
  if (attacks) return point === next ? { proof, plan, moves: rest, attacks: false } : null;
  const isThreat = plan.replies.length > 0 || plan.fours !== '';
  if (!isThreat) return point === next ? { proof, plan, moves: rest, attacks: true } : null;
  const reply = plan.replies.find(([reply]) => reply === point);
  if (!reply && !plan.fours) return null;
  const then = reply ? proof[reply[1] ?? -1] : fours(plan);
  return then ? { proof, plan: then, moves: longest(proof, then), attacks: true } : null;
}

/** The plan that follows a threat which nothing stopped. @param {Plan} threat @returns {Plan} */
const fours = (threat) => ({ moves: threat.fours, fours: '', replies: [], plies: threat.fours.length });

/**
 * The defences in a place where the loser is to move, the longest first, with the plies left after them, and the fours
 * that win after any other move.
 * @param {Place} place @returns {{ replies: { point: string, plies: number }[], fours: string[] }}
 */
export function defences({ proof, plan, attacks }) {
  if (attacks) return { replies: [], fours: [] };
  const known = plan.replies.map(([point, next]) => ({ point, plies: pliesAfter(proof, next) }));
  return { replies: known.sort((a, b) => b.plies - a.plies), fours: pointsOf(plan.fours) };
}

/** The place after some moves of its line. @param {Place} place @param {number} count @returns {Place} */
export function walk(place, count) {
  const step = (/** @type {Place} */ at, /** @type {string} */ point) => {
    const next = follow(at, point) ?? { ...at, attacks: !at.attacks };
    return { ...next, moves: at.moves.slice(1) };
  };
  return place.moves.slice(0, count).reduce(step, place);
}

/** The place with another defence after some moves of its line. @param {Place} place @param {number} count @param {string} point @returns {Place} */
export function defend(place, count, point) {
  const rest = follow(walk(place, count), point)?.moves ?? [];
  return { ...place, moves: [...place.moves.slice(0, count), point, ...rest] };
}
