// The standings of a match: lines of text, and tables as the program prints them, in Markdown.
import { make } from './dom.js';

/**
 * Splits the text into lines and tables.
 * @param {string} text
 * @returns {({ line: string } | { head: string[], rows: string[][], numbers: boolean[] })[]}
 */
export function blocks(text) {
  const lines = text.split('\n');
  const found = [];
  while (lines.length) {
    if (!lines[0].trim()) {
      lines.shift();
      continue;
    }
    const ruled = isRow(lines[0]) && /^[|:\- ]+$/.test(lines[1] ?? '');
    if (!ruled) {
      found.push({ line: /** @type {string} */ (lines.shift()) });
      continue;
    }
    const end = lines.findIndex((line) => !isRow(line));
    const [head, rule, ...rows] = lines.splice(0, end < 0 ? lines.length : end).map(cells);
    found.push({ head, rows, numbers: rule.map((cell) => cell.endsWith(':')) });
  }
  return found;
}

/** @param {string} line */
const isRow = (line) => line.startsWith('|');

/** @param {string} row */
const cells = (row) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The elements that show the text. @param {string} text @returns {HTMLElement[]} */
export function standings(text) {
  return blocks(text).map((block) => {
    if ('line' in block) return make('p', {}, block.line);
    const row = (/** @type {string} */ tag, /** @type {string[]} */ row) =>
      make('tr', {}, ...row.map((cell, i) => make(block.numbers[i] ? `${tag}.number` : tag, {}, cell)));
    return make(
      'table',
      {},
      make('thead', {}, row('th', block.head)),
      make('tbody', {}, ...block.rows.map((cells) => row('td', cells))),
    );
  });
}
