// What the mistakes of a reviewed game were, and puzzles that are made of them.
import { partsOf } from './engine.js';
import { nameOf } from './trainer.js';

/**
 * @typedef {import('./review.js').Row} Row
 * @typedef {import('./tree.js').Tree} Tree
 * @typedef {import('./engine.js').Engine} Engine
 */

/** What can be missed, the plainest first. */
export const MISSED = ['five', 'four', 'vcf', 'vct', 'defence', 'positional'];
/** How long the solver looks whether fours alone would have won, in milliseconds. */
const PATIENCE = 2000;

/** What was missed with a move, where the scores alone say it; a win is by fours or by threats, which they do not. @param {Row} row */
export function missed({ before, worth }) {
  const { win_in } = before ? partsOf(before.score) : {};
  if (win_in === 1) return 'five';
  if (win_in !== undefined) return win_in <= 3 ? 'four' : 'win';
  return worth && partsOf(worth).loss_in !== undefined ? 'defence' : 'positional';
}

/** The same, the solver being asked where that is needed. @param {Engine} engine @param {Tree} tree @param {Row} row */
export async function kindOf(engine, tree, row) {
  const kind = missed(row);
  if (kind !== 'win') return kind;
  const game = tree.game(row.move.parent ?? tree.root);
  const told = await engine.ask({ ask: 'solve', game, fours: true, time: PATIENCE });
  return told.finding === 'win' ? 'vcf' : 'vct';
}

/** The position before a mistake as a puzzle; none where stones were set up. @param {Tree} tree @param {Row} row @param {string} kind @returns {import('./trainer.js').Puzzle[]} */
export function puzzleOf(tree, row, kind) {
  const { width, height, rule, black, white } = tree.start;
  if (!row.before || black || white) return [];
  const start = {
    rule,
    size: `${width}x${height}`,
    moves: tree.game(row.move.parent ?? tree.root).moves ?? '',
  };
  const { win_in, loss_in } = partsOf(row.before.score);
  return [
    {
      ...start,
      id: nameOf(start),
      kind,
      solution: row.better,
      plies: win_in ?? loss_in ?? 0,
      rating: 1500,
      own: { played: row.move.point, rate: row.before.rate },
    },
  ];
}
