// A solver's proof: what the winner plays against each defence.
import { pointsOf } from './tengen/points.js';

/**
 * @typedef {import('./tengen/wire.js').PlanText} Plan
 * @typedef {{ proof: Plan[], plan: Plan, moves: string[], attacks: boolean, tries?: Record<string, Place> }} Place a
 *   position in a proof: the winner's plan for it or for the move just played, the line up to the five, whether the
 *   winner is to move, and the wins after defences that the proof does not have, by the moves that lead to them
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
 * The place after a move, or null if the proof does not contain it.
 * @param {Place} place @param {string} point @returns {Place | null}
 */
export function follow(place, point) {
  const { tries = {} } = place;
  const next = tries[point] ?? planned(place, point);
  const later = Object.entries(tries).flatMap(([moves, won]) =>
    moves.startsWith(`${point} `) ? [[moves.slice(point.length + 1), won]] : [],
  );
  return next && later.length ? { ...next, tries: Object.fromEntries(later) } : next;
}

/** The place after a move by the plans of the proof. @param {Place} place @param {string} point @returns {Place | null} */
function planned({ proof, plan, moves, attacks }, point) {
  const [next, ...rest] = moves;
  if (attacks) return point === next ? { proof, plan, moves: rest, attacks: false } : null;
  if (!isThreat(plan)) return point === next ? { proof, plan, moves: rest, attacks: true } : null;
  const reply = plan.replies.find(([reply]) => reply === point);
  if (!reply && !plan.fours) return null;
  const then = reply ? proof[reply[1] ?? -1] : fours(plan);
  return then ? { proof, plan: then, moves: longest(proof, then), attacks: true } : null;
}

/** Whether a plan is a threat and not a line of fours. @param {Plan} plan */
const isThreat = (plan) => plan.replies.length > 0 || plan.fours !== '';

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
    const next = follow(at, point) ?? { ...at, tries: {}, attacks: !at.attacks };
    return { ...next, moves: at.moves.slice(1) };
  };
  return place.moves.slice(0, count).reduce(step, place);
}

/** The place with another defence after some moves of its line. @param {Place} place @param {number} count @param {string} point @returns {Place} */
export function defend(place, count, point) {
  const rest = follow(walk(place, count), point)?.moves ?? [];
  return { ...place, moves: [...place.moves.slice(0, count), point, ...rest] };
}

/** The place with the win after a defence that the proof does not have, after some moves of its line. @param {Place} place @param {number} count @param {string} point @param {Place} won @returns {Place} */
export function refuted(place, count, point, won) {
  const moves = [...place.moves.slice(0, count), point];
  const tries = { ...place.tries, [moves.join(' ')]: won };
  return { ...place, tries, moves: [...moves, ...won.moves] };
}

/**
 * Adds all lines of a proof to a game, short lines first. `add` adds a move after another one, and `other` receives the
 * fours that win after every reply without a plan. Returns false if lines are left out: where a plan is missing, or because
 * there are more than `most` moves.
 * @template T @param {Place} place @param {T} at @param {(at: T, point: string) => T} add
 * @param {(at: T, fours: string[]) => void} other @param {number} most
 */
export function spread(place, at, add, other, most) {
  let [count, isWhole] = [0, true];
  const chain = (/** @type {string[]} */ moves, /** @type {T} */ from) => {
    count += moves.length;
    return moves.reduce(add, from);
  };
  chain(place.moves, at);
  const open = [{ place, at }];
  for (let next = open.shift(); next; next = open.shift()) {
    const { proof, plan, attacks } = next.place;
    if (!isThreat(plan)) {
      chain(next.place.moves, next.at);
      continue;
    }
    const threat = attacks ? chain(pointsOf(plan.moves), next.at) : next.at;
    if (plan.fours) other(threat, pointsOf(plan.fours));
    for (const { point } of defences({ ...next.place, attacks: false }).replies) {
      const then = planned({ proof, plan, moves: [], attacks: false }, point);
      const reply = chain([point], threat);
      if (then) open.push({ place: then, at: reply });
      else isWhole = false;
    }
    if (count > most) return isWhole && !open.length;
  }
  return isWhole;
}
