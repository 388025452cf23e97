// Positions that are the same but for a symmetry of the board.
import { nameOf, placeOf, pointsOf } from './tengen/points.js';

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./tree.js').Move} Move */
/** @typedef {(point: string) => string} Image */

/** The symmetries of a board. @param {number} width @param {number} height @returns {Image[]} */
function imagesOf(width, height) {
  const both = [false, true];
  return both.flatMap((across) =>
    both.flatMap((down) =>
      (width === height ? both : [false]).map((turned) => (/** @type {string} */ point) => {
        const [x, y] = placeOf(point, height);
        const [a, b] = [across ? width - 1 - x : x, down ? height - 1 - y : y];
        return turned ? nameOf(b, a, height) : nameOf(a, b, height);
      }),
    ),
  );
}

/** The stones after a move, as a text that does not depend on their order. @param {Tree} tree @param {Move} at @param {Image} image */
function stonesOf(tree, at, image) {
  const stones = { black: pointsOf(tree.start.black), white: pointsOf(tree.start.white) };
  for (const move of tree.path(at)) stones[tree.side(move.parent ?? tree.root)].push(move.point);
  const sorted = (/** @type {string[]} */ points) => points.map(image).sort().join('');
  return `${tree.side(at)} ${sorted(stones.black)} ${sorted(stones.white)}`;
}

/**
 * The stones after a move, the same for all images of the position, and the images of the board that have them so.
 * @param {Tree} tree @param {Move} at
 */
export function canonical(tree, at) {
  const { width, height } = tree.start;
  const all = imagesOf(width, height).map((image) => ({ image, stones: stonesOf(tree, at, image) }));
  const [stones] = all.map((one) => one.stones).sort();
  return { stones, images: all.filter((one) => one.stones === stones).map(({ image }) => image) };
}

/** The number of stones after a move. @param {Tree} tree @param {Move} at */
const count = ({ start }, at) => pointsOf(`${start.black}${start.white}`).length + at.ply;

/**
 * A function that finds, in another game with the same rule and board, the first move after which the position is that
 * after `at` or an image of it; null where there is none.
 * @param {Tree} tree @param {Move} at @returns {(other: Tree) => Move | null}
 */
export function positionFinder(tree, at) {
  const { width, height, rule } = tree.start;
  const wanted = new Set(imagesOf(width, height).map((image) => stonesOf(tree, at, image)));
  const stones = count(tree, at);
  return (other) => {
    const { start } = other;
    if (start.rule !== rule || start.width !== width || start.height !== height) return null;
    const moves = [other.root, ...other.all()].filter((move) => count(other, move) === stones);
    return moves.find((move) => wanted.has(stonesOf(other, move, (point) => point))) ?? null;
  };
}
