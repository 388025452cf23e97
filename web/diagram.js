// Parts of a board as small pictures, for the help and the gallery of openings.
import { CELL, DEFS, EDGE, STYLE, circle, cross, escaped } from './tengen/board.js';

/** The letters of a diagram: stones, a forbidden point, and a point to look at. @type {Record<string, string>} */
const DRAWN = { X: 'black', O: 'white', '!': 'forbidden', '*': 'hint' };

/**
 * A part of a board as a small picture, with the colours of the board on the page.
 * @param {string[]} rows such as ".XXX!" @param {string} label
 */
export function diagram(rows, label) {
  const [w, h] = [CELL * rows[0].length, CELL * rows.length];
  const [left, top] = [EDGE - CELL / 2, EDGE - CELL / 2];
  const down = Array.from(rows[0], (_, x) => `M${EDGE + x * CELL} ${top}v${h}`);
  const across = rows.map((_, y) => `M${left} ${EDGE + y * CELL}h${w}`);
  const marks = rows.flatMap((row, y) =>
    Array.from(row, (letter, x) => {
      const kind = DRAWN[letter] ?? '';
      if (kind === 'forbidden') return cross(EDGE + x * CELL, EDGE + y * CELL);
      return kind && circle(x, y, kind === 'hint' ? 12 : 17, kind);
    }),
  );
  const box = `x="${left}" y="${top}" width="${w}" height="${h}"`;
  return `<svg viewBox="${left} ${top} ${w} ${h}" width="${w}" role="img" aria-label="${escaped(label)}"><style>${STYLE}</style><defs>${DEFS}</defs><rect class="wood" ${box}/>
<path class="grid" d="${[...down, ...across].join('')}"/>${marks.join('')}</svg>`;
}
