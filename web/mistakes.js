// The judgement of moves: signs and words, the kinds of mistakes, and puzzles from them.
import { AS_GOOD } from './trainer.js';
import { partsOf } from './tengen/engine.js';
import { pointsOf } from './tengen/points.js';
import { nameOf } from './trainer.js';
import { pliesOf, t } from './words.js';

/**
 * @typedef {import('./review.js').Row} Row
 * @typedef {import('./tree.js').Tree} Tree
 * @typedef {import('./tengen/wire.js').VerdictText} Verdict
 * @typedef {{ sign: string, word: string, look: string }} Mark
 */

/** @param {string} word @param {string} sign @param {string} [look] @returns {Mark} */
const mark = (word, sign, look = 'mark-bad') => ({ word, sign, look });

/** The marks of grades that lost something. @type {Record<string, Mark>} */
export const MARKS = {
  inaccuracy: mark('inaccuracy', '?!', 'mark-fair'),
  mistake: mark('mistake', '?'),
  blunder: mark('blunder', '??'),
  'missed defence': mark('missed defence', '??'),
  'missed win': mark('missed win', '??'),
};

/** The mark of a move, or null. @param {Verdict | null | undefined} verdict */
export const markOf = (verdict) => (verdict && MARKS[verdict.grade]) ?? null;

/** The grade in words. @param {Verdict} verdict @param {string} [rule] of the game */
export const gradeOf = (verdict, rule) => t(markOf(verdict)?.word ?? `grade ${verdict.grade}`, {}, rule);

/** The longest line in a reason. */
const SHOWN = 5;
/** The moves of a strong reply's line. */
const STRONG = 3;

/** Whether a reason is about a win by threats, which nobody sees at once. @param {string} why */
const isWin = (why) => / (fours|win)$/.test(why);

/** The number of moves that a reason shows. @param {string} why */
const lengthOf = (why) => (isWin(why) ? SHOWN : why === 'lets play' ? STRONG : 1);

/** The line that begins at the point of a reason: that of the better move, or the best one after the move. @param {Pick<Verdict, 'reason' | 'better'>} verdict @param {string} after @returns {string[]} */
function lineOf({ reason, better }, after) {
  const { why = '', point = '' } = reason ?? {};
  const line = pointsOf(why.startsWith('misses') ? better : after);
  return line[0] === point ? line : pointsOf(point);
}

/** What the other side can play after a move that lets it: the first moves of its line. @param {Verdict | null} verdict @param {string} [after] the best line after the move */
export function allowedBy(verdict, after = '') {
  const why = verdict?.reason?.why ?? '';
  return verdict && why.startsWith('lets') ? lineOf(verdict, after).slice(0, lengthOf(why)) : [];
}

/**
 * The reason, or empty. A win that is missed or allowed is shown by its first moves.
 * @param {Pick<Verdict, 'reason' | 'better'>} verdict @param {string} side that moved @param {(point: string) => string} name
 * @param {string} [rule] of the game @param {string} [after] the best line after the move
 */
export function reasonOf(verdict, side, name, rule, after = '') {
  const { reason } = verdict;
  if (!reason) return '';
  const { why, what, point, plies, at_most: most, instead_of: other, instead_of_at_most: otherMost } = reason;
  const line = lineOf(verdict, after);
  const moves = line.slice(0, lengthOf(why)).map(name).join(' ');
  const values = {
    side: t(side === 'black' ? 'white' : 'black'),
    what: what && t(why === 'forbidden' ? `foul ${what}` : `makes ${what}`),
    point: why === 'lets play' ? moves : name(point),
    n: pliesOf(plies, most),
    other: pliesOf(other, otherMost),
  };
  const shown = isWin(why) && line.length > 1 ? `: ${moves}${line.length > SHOWN ? ' …' : ''}` : '';
  return t(`because ${why}`, values, rule) + shown;
}

/** The mean accuracy of moves, or a dash. @param {Verdict[]} verdicts */
export function accuracyOf(verdicts) {
  const sum = verdicts.reduce((sum, { accuracy }) => sum + accuracy, 0);
  return verdicts.length ? `${Math.round((100 * sum) / verdicts.length)} %` : '–';
}

/** A side's accuracy and number of marked moves in words. @param {string[]} sums */
export const sumOf = ([side, accuracy, ...counts]) =>
  t('queueResult', { side, accuracy, n: counts.reduce((sum, count) => sum + Number(count), 0) });

/** The kinds of mistakes, the most obvious first. */
export const MISSED = ['five', 'four', 'vcf', 'vct', 'defence', 'positional'];

/** The kind of a mistake. @param {Row} row */
export function kindOf({ before, verdict }) {
  const { win_in } = before ? partsOf(before.score) : {};
  const { why = '', what } = verdict?.reason ?? {};
  if (win_in === 1) return 'five';
  if (win_in !== undefined && win_in <= 3) return 'four';
  if (win_in !== undefined) return why === 'misses fours' || what === 'four three' ? 'vcf' : 'vct';
  const lets = ['lets fours', 'lets win', 'loses sooner'].includes(why);
  return lets || verdict?.grade === 'missed defence' ? 'defence' : 'positional';
}

/** The moves of a better line that a puzzle shows, if it is no win. */
export const LESSON = 6;

/** Whether a better move had something to keep: a proven win, or this much of the chance to win. @param {Verdict} verdict */
const isLesson = ({ grade, loss }) => grade === 'missed win' || loss > AS_GOOD;

/** The position before a mistake as a puzzle; none where nothing was left to keep, or for a continuous game or one with set-up stones. @param {Tree} tree @param {Row} row @param {string} kind @returns {import('./trainer.js').Puzzle[]} */
export function puzzleOf(tree, row, kind) {
  const { width, height, rule, black, white } = tree.start;
  if (!row.before || !row.better || !isLesson(row.verdict) || black || white) return [];
  if (rule.includes('+continuous')) return []; // a puzzle ends with a five
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
      solution: pointsOf(row.verdict.better)
        .slice(0, win_in ?? LESSON)
        .join(''),
      plies: win_in ?? loss_in ?? 0,
      rating: 1500,
      own: {
        played: row.move.point,
        rate: row.before.rate,
        loss: row.verdict.loss,
        reason: row.verdict.reason,
      },
    },
  ];
}
