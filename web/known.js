// The built-in openings and the analysis agree: both begin with the moves and values of the deeper search.
import { partsOf } from './tengen/engine.js';
import { pointsOf } from './tengen/points.js';

/**
 * @typedef {import('./tengen/engine.js').Worth} Worth
 * @typedef {import('./tengen/engine.js').Line & { known?: boolean }} Line `known`: from the openings
 * @typedef {import('./tengen/wire.js').ExploredText} Explored
 * @typedef {import('./tengen/wire.js').KnownText} Known
 */

/** The record of a move that the openings do not have. */
const UNKNOWN = {
  games: /** @type {[number, number, number, number]} */ ([0, 0, 0, 0]),
  drawn: false,
  best: '',
  comment: '',
  label: '',
  source: '',
};

/** @param {Line} line */
const first = ({ moves }) => pointsOf(moves)[0];

/** Whether a line begins with a known move or an image of it. @param {Line} line @param {Known} known */
const begins = (line, { points }) => pointsOf(points).includes(first(line));

/** @param {Worth} score */
const isProven = (score) => partsOf(score).points === undefined;

/** A score as a number that is larger for a better one. @param {Worth} score */
function order(score) {
  const { points = 0, win_in, loss_in } = partsOf(score);
  if (win_in !== undefined) return Infinity;
  return loss_in === undefined ? points : -Infinity;
}

/** What a line knows of its first move. @param {Line} line */
const recordOf = ({ score, rate, depth, at_most }) => ({ score, rate, depth, at_most, bound: 'exact' });

/**
 * The lines of the analysis and the openings for its position, each with what the other knows better.
 * @param {Line[]} lines @param {Explored} explored @returns {{ lines: Line[], explored: Explored }}
 */
export function agreed(lines, explored) {
  const { position, moves } = explored;
  const [best] = lines;
  if (!best || !position?.score) return { lines, explored };
  const isDeeper = !isProven(position.score) && best.depth >= (position.depth ?? 0);
  if (!isDeeper && !isProven(best.score)) return { lines: withKnown(lines, moves), explored };
  const here = { ...position, ...recordOf(best), best: first(best), source: '' };
  return { lines, explored: { position: here, moves: withSearched(lines, moves) } };
}

/**
 * Makes the explorer list the openings in agreement with the lines of the analysis; returns the lines in agreement with
 * them.
 * @param {import('./explorer.js').Explorer} explorer @param {Line[]} lines
 */
export function agreedWith(explorer, lines) {
  const { app, explored, isBuiltIn, listed, of } = explorer;
  if (!isBuiltIn || !explored || of !== app.at) return lines;
  const both = agreed(lines, explored);
  if (JSON.stringify(both.explored) !== JSON.stringify(listed)) {
    explorer.listed = both.explored;
    explorer.show();
  }
  return both.lines;
}

/** The moves of the openings as lines, then other lines. @param {Line[]} lines @param {Known[]} moves @returns {Line[]} */
function withKnown(lines, moves) {
  const known = moves.flatMap(({ points, score, rate, at_most }) =>
    score && rate !== null
      ? [{ ...lines[0], moves: pointsOf(points)[0], score, rate, at_most, known: true }]
      : [],
  );
  const others = lines.filter((line) => !moves.some((known) => known.score && begins(line, known)));
  return [...known, ...others].slice(0, lines.length);
}

/** The lines as moves, then the other moves of the openings, none of which is better. @param {Line[]} lines @param {Known[]} moves @returns {Known[]} */
function withSearched(lines, moves) {
  const last = lines[lines.length - 1];
  const others = moves.filter((known) => !lines.some((line) => begins(line, known)));
  return [
    ...lines.map((line) => {
      const known = moves.find((known) => begins(line, known));
      const images = pointsOf(known?.points ?? '').filter((point) => point !== first(line));
      return { ...UNKNOWN, ...known, points: [first(line), ...images].join(''), ...recordOf(line) };
    }),
    ...others.map((known) =>
      known.score && order(known.score) > order(last.score)
        ? { ...known, ...recordOf(last), bound: 'upper' }
        : known,
    ),
  ];
}
