// The review of a game as part of its tree: each move keeps its judgement, and SGF files contain it, as
// `crates/web/src/judged.rs` writes them.
import { isPoint, pointsOf } from './tengen/points.js';

/**
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./tree.js').Tree} Tree
 * @typedef {Pick<import('./tengen/wire.js').Line, 'score' | 'rate' | 'moves'> & { at_most?: boolean }} Line
 * @typedef {import('./tengen/wire.js').VerdictText} Verdict
 * @typedef {{ line: Line | null, verdict: Verdict | null, ending?: import('./tengen/wire.js').EndingText | null }} Judgement
 *   the best line after a move, the verdict on the move, and the result if the move ends the game
 * @typedef {{ name: string, values: string }} Property an SGF property; `values` with brackets
 */

/** The property of a judgement, as JSON. Other programs keep it. */
const JUDGEMENT = 'TGRV';
/** All grades. */
const GRADES = ['best', 'good', 'inaccuracy', 'mistake', 'blunder', 'missed win', 'missed defence'];

/**
 * A value as a judgement; null if it is none, or has points that are not on the board.
 * @param {any} value @param {{ width: number, height: number }} board @returns {Judgement | null}
 */
export function judgementOf(value, { width, height }) {
  if (!value || typeof value !== 'object') return null;
  const { line = null, verdict = null, ending = null } = value;
  const isText = (/** @type {any[]} */ ...texts) => texts.every((text) => typeof text === 'string');
  const isShare = (/** @type {any[]} */ ...shares) =>
    shares.every((share) => typeof share === 'number' && share >= 0 && share <= 1);
  const isCount = (/** @type {any[]} */ ...counts) =>
    counts.every((count = 0) => Number.isInteger(count) && count >= 0);
  const isLine =
    line === null ||
    (isText(line.moves) && isShare(line.rate) && isScore(line.score) && isFlag(line.at_most));
  const isVerdict =
    verdict === null ||
    (GRADES.includes(verdict.grade) && isText(verdict.better) && isShare(verdict.loss, verdict.accuracy));
  const { reason = null } = verdict ?? {};
  const isReason =
    reason === null ||
    (isText(reason.why, reason.what, reason.point) && isCount(reason.plies, reason.instead_of));
  const isEnding = ending === null || (isText(ending.reason) && isSide(ending.winner));
  if (!isLine || !isVerdict || !isReason || !isEnding) return null;
  const points = pointsOf([line?.moves, verdict?.better, reason?.point].join(' '));
  if (!points.every((point) => isPoint(point, width, height))) return null;
  return { line: line && shortened(line), verdict, ...(ending ? { ending } : {}) };
}

/** A line without the figures of its search. @param {Line} line @returns {Line} */
export const shortened = ({ score, at_most, rate, moves }) => ({
  score,
  ...(at_most && { at_most }),
  rate,
  moves,
});

/** @param {any} score */
const isScore = (score) =>
  !!score && [score.points, score.win_in, score.loss_in].filter(Number.isInteger).length === 1;

/** @param {any} flag */
const isFlag = (flag) => [true, false, undefined].includes(flag);

/** @param {any} side */
const isSide = (side) => side === null || side === 'black' || side === 'white';

/** A judgement with all its points moved. @template T @param {T} judgement @param {(points: string) => string} turn @returns {T} */
export const turned = (judgement, turn) =>
  JSON.parse(
    JSON.stringify(judgement, (_, value) =>
      typeof value === 'string' && /^([a-z]+\d+)+$/.test(value) ? turn(value) : value,
    ),
  );

/** The reviewed moves of a game: the line to the last move that has a judgement. @param {Tree} tree @returns {Move[]} */
export function reviewedPath(tree) {
  const judged = tree.all().filter(({ rest }) => rest.review);
  return judged.length ? tree.path(judged.reduce((last, move) => (move.ply > last.ply ? move : last))) : [];
}

/** Removes a review. @param {Tree} tree */
export function forget(tree) {
  for (const { rest } of [tree.root, ...tree.all()]) delete rest.review;
}

/** Copies the review of a game to another state of it. @param {Tree} from @param {Tree} to */
export function carry(from, to) {
  const start = (/** @type {Tree} */ tree) => JSON.stringify(tree.start);
  if (start(from) !== start(to)) return;
  const copy = (/** @type {Move} */ at, /** @type {Move} */ twin) => {
    if (at.rest.review) twin.rest.review = at.rest.review;
    for (const move of at.next) {
      const same = twin.next.find(({ point }) => point === move.point);
      if (same) copy(move, same);
    }
  };
  copy(from.root, to.root);
}

/** The properties in SGF text. @param {string} text @returns {Property[]} */
const propertiesOf = (text) =>
  [...text.matchAll(/([A-Za-z]+)((?:\s*\[(?:\\.|[^\]\\])*\])+)/gs)].map(([, name, values]) => ({
    name,
    values,
  }));

/** @param {Property[]} properties */
const textOf = (properties) => properties.map(({ name, values }) => name + values).join('');

/** Takes back what the writing of a judgement has added; other content stays as it is. @param {Move} move @param {{ width: number, height: number }} board */
export function restore(move, board) {
  const all = propertiesOf(move.rest.more ?? '');
  const values = all.find(({ name }) => name === JUDGEMENT)?.values;
  if (!values) return;
  let kept;
  try {
    kept = JSON.parse(values.slice(1, -1).replace(/\\(.)/gs, '$1'));
  } catch {
    return;
  }
  const review = judgementOf(kept, board);
  if (!review) return;
  const added = propertiesOf(String(kept.added ?? '')).map(({ name, values }) => name + values);
  const rest = all.filter(({ name, values }) => name !== JUDGEMENT && !added.includes(name + values));
  move.rest.review = review;
  if (rest.length) move.rest.more = textOf(rest);
  else delete move.rest.more;
  const said = typeof kept.said === 'string' ? kept.said : '';
  if (said && move.comment.endsWith(said)) move.comment = move.comment.slice(0, -said.length).trimEnd();
}
