// Points: names (`h8`: column letter, row from the bottom) and coordinates.

/** The name of a column. @param {number} x */
export const column = (x) => (x < 26 ? String.fromCharCode(97 + x) : 'a' + String.fromCharCode(97 + x - 26));

/** The minimum and maximum side of a board, equal to `sides` in the engine's `Hello`. */
export const SIDES = [5, 32];

/** Whether there is a board of this size. @param {number} width @param {number} height */
export const isBoard = (width, height) =>
  [width, height].every((side) => Number.isInteger(side) && side >= SIDES[0] && side <= SIDES[1]);

/** The name of a point. @param {number} x @param {number} y @param {number} height */
export const nameOf = (x, y, height) => column(x) + (height - y);

/** The coordinates of a point, from the top left. @param {string} name @param {number} height @returns {[number, number]} */
export function placeOf(name, height) {
  const letters = /^[a-z]+/.exec(name)?.[0] ?? 'a';
  const last = letters.charCodeAt(letters.length - 1) - 97;
  return [letters.length > 1 ? 26 + last : last, height - Number(name.slice(letters.length))];
}

/** Whether a board has a point of this name. @param {string} name @param {number} width @param {number} height */
export function isPoint(name, width, height) {
  const [x, y] = placeOf(name, height);
  return x >= 0 && x < width && y >= 0 && y < height && nameOf(x, y, height) === name;
}

/** Splits a list like `h8i9`. @param {string} text @returns {string[]} */
export const pointsOf = (text) => text.match(/[a-z]+\d+/g) ?? [];

/**
 * A point in the chosen coordinates: `h8`, or for `course` (column,row), counted from 0 at the top left, as pasted
 * pairs are read.
 * @param {string} name @param {number} height @param {string} style
 */
export function shown(name, height, style) {
  if (style !== 'course') return name;
  const [x, y] = placeOf(name, height);
  return `(${x},${y})`;
}

/** The letters of SGF coordinates. */
const SGF_LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEF';

/**
 * SGF properties of a move with all marks on points moved: labels, marks, lines and areas.
 * @param {string} more @param {(place: [number, number]) => [number, number]} turn
 */
export function turnedMarks(more, turn) {
  const places = (/** @type {string} */ text) =>
    turn([SGF_LETTERS.indexOf(text[0]), SGF_LETTERS.indexOf(text[1])]);
  const write = (/** @type {number[]} */ place) => place.map((at) => SGF_LETTERS[at]).join('');
  const one = (/** @type {string} */ text) => (/^[a-zA-F]{2}$/.test(text) ? write(places(text)) : text);
  const area = (/** @type {string} */ from, /** @type {string} */ to) => {
    const [[a, b], [c, d]] = [places(from), places(to)];
    return `${write([Math.min(a, c), Math.min(b, d)])}:${write([Math.max(a, c), Math.max(b, d)])}`;
  };
  const value =
    (/** @type {string} */ name) => (/** @type {string} */ whole, /** @type {string} */ inside) => {
      const [first, ...rest] = inside.split(':');
      if (!rest.length || name === 'LB') return `[${[one(first), ...rest].join(':')}]`;
      const isArea =
        name !== 'AR' && name !== 'LN' && [first, rest[0]].every((text) => /^[a-zA-F]{2}$/.test(text));
      return isArea ? `[${area(first, rest[0])}]` : `[${[first, ...rest].map(one).join(':')}]`;
    };
  return more.replace(
    /(?<=^|\]\s*)(LB|MA|TR|SQ|CR|SL|AR|LN|TB|TW|DD|VW)((?:\s*\[(?:\\.|[^\]\\])*\])+)/gs,
    (_, name, values) => name + values.replace(/\[((?:\\.|[^\]\\])*)\]/gs, value(name)),
  );
}

/** The shapes of SGF's marks. @type {Record<string, import('./board.js').Mark['shape']>} */
const SHAPES = { TR: 'triangle', SQ: 'square', CR: 'circle', MA: 'cross' };

/**
 * The labels, marks and arrows in the SGF properties of a move.
 * @param {string} more @param {number} width @param {number} height
 */
export function marksOf(more, width, height) {
  /** @type {Map<string, string>} */
  const letters = new Map();
  /** @type {import('./board.js').Mark[]} */
  const marks = [];
  /** @type {import('./board.js').Arrow[]} */
  const arrows = [];
  const at = (/** @type {string} */ text) => Array.from(text, (letter) => SGF_LETTERS.indexOf(letter));
  const points = (/** @type {number[]} */ [left, top], /** @type {number[]} */ [right, bottom]) => {
    const found = [];
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) found.push(nameOf(x, y, height));
    return found.filter((point) => isPoint(point, width, height));
  };
  for (const [, name, values] of more.matchAll(
    /(?<=^|\]\s*)(LB|TR|SQ|CR|MA|AR)((?:\s*\[(?:\\.|[^\]\\])*\])+)/gs,
  ))
    for (const [, from, rest] of values.matchAll(/\[(\w\w)(?::((?:\\.|[^\]\\])*))?\]/gs)) {
      const text = rest?.replace(/\\(.)/gs, '$1').trim();
      const [point] = points(at(from), at(from));
      const [to] = text?.length === 2 ? points(at(text), at(text)) : [];
      if (name === 'LB' && point && text) letters.set(point, text);
      if (name === 'AR' && point && to) arrows.push({ from: point, to });
      if (name in SHAPES)
        for (const point of points(at(from), at(to ? text : from)))
          marks.push({ point, shape: SHAPES[name] });
    }
  return { letters, marks, arrows };
}

/**
 * A board as text, for forums. Tengen can read it again unless it has move numbers.
 * @param {{ black: string, white: string, dead: string }} board @param {number} width @param {number} height
 * @param {Map<string, number | string>} [numbers] move numbers, or other marks
 */
export function drawing({ black, white, dead }, width, height, numbers = new Map()) {
  const rows = Array.from({ length: height }, () => Array(width).fill('.'));
  for (const [points, letter] of [
    [black, 'X'],
    [white, 'O'],
    [dead, '#'],
  ])
    for (const point of pointsOf(points)) {
      const [x, y] = placeOf(point, height);
      rows[y][x] = letter;
    }
  for (const [point, text] of numbers) {
    const [x, y] = placeOf(point, height);
    rows[y][x] = String(text);
  }
  const letters = Array.from({ length: width }, (_, x) => column(x));
  const cellWidth = 1 + Math.max(...[...letters, ...rows.flat()].map((text) => text.length));
  const line = (/** @type {string[]} */ row) => row.map((text) => text.padStart(cellWidth)).join('');
  const lines = rows.map((row, y) => String(height - y).padStart(2) + line(row));
  return [...lines, `  ${line(letters)}`, ''].join('\n');
}
