// The kinds of mistakes in a reviewed game, and puzzles from them.
import { partsOf } from './engine.js';
import { nameOf } from './trainer.js';

/**
 * @typedef {import('./review.js').Row} Row
 * @typedef {import('./tree.js').Tree} Tree
 * @typedef {import('./engine.js').Engine} Engine
 */

/** The kinds of mistakes, the most obvious first. */
export const MISSED = ['five', 'four', 'vcf', 'vct', 'defence', 'positional'];
/** The time limit of the solver, in milliseconds. */
const PATIENCE = 2000;

/** The kind of a mistake, from the scores alone, which do not tell VCF from VCT: `win`. @param {Row} row */
export function missed({ before, worth }) {
  const { win_in } = before ? partsOf(before.score) : {};
  if (win_in === 1) return 'five';
  if (win_in !== undefined) return win_in <= 3 ? 'four' : 'win';
  return worth && partsOf(worth).loss_in !== undefined ? 'defence' : 'positional';
}

/** The kind of a mistake; asks the solver if the scores do not decide. @param {Engine} engine @param {Tree} tree @param {Row} row */
export async function kindOf(engine, tree, row) {
  const kind = missed(row);
  if (kind !== 'win') return kind;
  const game = tree.game(row.move.parent ?? tree.root);
  const result = await engine.ask({ ask: 'solve', game, fours: true, time: PATIENCE });
  return result.finding === 'win' ? 'vcf' : 'vct';
}

/** The position before a mistake as a puzzle; none for a game with set-up stones. @param {Tree} tree @param {Row} row @param {string} kind @returns {import('./trainer.js').Puzzle[]} */
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
