// Reports of reviewed games, as Markdown and as a self-contained HTML page.
import { described } from './fields.js';
import { MARKS } from './mistakes.js';
import { escaped } from './tengen/board.js';
import { drawing, pointsOf } from './tengen/points.js';
import { ended, t } from './words.js';

/**
 * @typedef {{ title: string, about: string, graph: string, legend: string, tables: string[][][],
 *   boards: { title: string, text: string, picture: Promise<{ text: string }> }[] }} Report a reviewed game; tables begin with their headings
 */

const STYLE = `body { font: 16px sans-serif; max-width: 60rem; margin: auto; background: #fff }
td, th { padding: .2rem .6rem; text-align: left }
figure { display: inline-block; width: 25rem; margin: .5rem }
figure svg { width: 100%; height: auto }
.chart { display: grid; grid-template-columns: auto 1fr; gap: 0 6px }
.axis, .numbers { display: flex; justify-content: space-between }
.axis { flex-direction: column } .numbers { grid-column: 2 }
.graph { width: 100%; height: 160px }
.under { fill: #333 } .over { fill: #ddd }
.half { stroke: #c33 } .slip { fill: #c00; stroke: #fff } .here { display: none }`;

/** The report of the game on the board. @param {import('./review.js').Review} review @returns {Report} */
export function reportOf(review) {
  const { app } = review;
  const { tree } = app;
  const names = tree.players.map((name, i) => name || t(i ? 'white' : 'black'));
  const about = [described(tree.start), t('movesAre', { n: review.path.length })];
  if (review.judged.ending) about.push(ended(review.judged.ending));
  return {
    title: `${t('review')}: ${names.join(' – ')}`,
    about: about.join(' · '),
    graph: `<p>${review.chanceOf}</p><div class="chart">${review.chart()}</div>`,
    legend: t('reviewLegend'),
    tables: [
      [['', t('accuracy'), ...Object.values(MARKS).map(({ word }) => t(word))], ...review.sums()],
      [review.heads(), ...review.rows().map(({ cells }) => cells)],
    ],
    boards: review.marked().map((row) => boardOf(review, row)),
  };
}

/**
 * The board before a move. The move is marked with a question mark, and the moves of the better line are numbered.
 * @param {import('./review.js').Review} review @param {import('./review.js').Row} row
 */
function boardOf(review, row) {
  const { app, path } = review;
  const { start } = app.tree;
  const before = path.slice(0, path.indexOf(row.move));
  const stones = { black: pointsOf(start.black ?? ''), white: pointsOf(start.white ?? '') };
  before.forEach((move, i) => stones[review.turn(i)].push(move.point));
  const better = pointsOf(row.verdict.better).slice(0, 9);
  const letters = new Map([[row.move.point, '?']]);
  better.forEach((point, i) => letters.has(point) || letters.set(point, String(i + 1)));
  const scene = { ...stones, last: before[before.length - 1]?.point, letters };
  const joined = { black: stones.black.join(''), white: stones.white.join(''), dead: '' };
  const text = drawing(joined, start.width, start.height, letters);
  const title = `${row.move.ply}. ${t(row.side)} ${app.name(row.move.point)}: ${row.cells[5]}`;
  return {
    title: `${title} (${[...letters].map(([point, sign]) => `${sign} ${app.name(point)}`).join(', ')})`,
    text,
    picture: app.view.picture(scene, app.settings.board, app.settings.marks),
  };
}

/** A text on one line, with Markdown's special characters escaped. @param {string} text */
const inMarkdown = (text) => text.replace(/[\\`*_[\]<>|#&~]/g, '\\$&').replace(/\s+/g, ' ');

/** @param {string[][]} rows */
const markdownTable = ([head, ...rows]) =>
  [head, head.map(() => '---'), ...rows]
    .map((row, i) => `| ${(i === 1 ? row : row.map(inMarkdown)).join(' | ')} |`)
    .join('\n');

/** @param {Report[]} reports */
export function markdownOf(reports) {
  const parts = reports.flatMap(({ title, about, legend, tables, boards }) => [
    `# ${inMarkdown(title)}`,
    inMarkdown(about),
    ...tables.map(markdownTable),
    inMarkdown(legend),
    ...boards.flatMap(({ title, text }) => [`## ${inMarkdown(title)}`, `\`\`\`text\n${text}\`\`\``]),
  ]);
  return parts.join('\n\n') + '\n';
}

/** @param {string[][]} rows */
function htmlTable(rows) {
  const row = (/** @type {string[]} */ cells, /** @type {number} */ i) =>
    `<tr>${cells.map((cell) => (i ? '<td>' : '<th>') + escaped(cell)).join('')}</tr>`;
  return `<table>${rows.map(row).join('\n')}</table>`;
}

/** @param {Report[]} reports */
export async function htmlOf(reports) {
  const figure = async (/** @type {Report['boards'][0]} */ { title, picture }) =>
    `<figure>${(await picture).text}<figcaption>${escaped(title)}</figcaption></figure>`;
  const part = async (/** @type {Report} */ { title, about, graph, legend, tables, boards }) => [
    `<h1>${escaped(title)}</h1>\n<p>${escaped(about)}</p>`,
    graph,
    ...tables.map(htmlTable),
    `<p>${escaped(legend)}</p>`,
    ...(await Promise.all(boards.map(figure))),
  ];
  const parts = (await Promise.all(reports.map(part))).flat();
  return `<!doctype html>
<html lang="${t('tag')}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(reports[0].title)}</title><style>${STYLE}</style>
${parts.join('\n')}
</html>
`;
}
