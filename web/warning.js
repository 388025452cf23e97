// Warnings: a second look at the player's own move, before Tengen answers.
import { gradeOf, reasonOf } from './mistakes.js';
import { fetchLaterWords, percent, t } from './words.js';

/**
 * @typedef {import('./play.js').Play} Play
 * @typedef {{ verdict: import('./mistakes.js').Verdict | null, after?: string }} Judged the verdict on a move, and the best line after it
 */

/** The limits of each search: of a short look at every move, and of a second look at one that looks bad. */
const LOOKS = [
  { nodes: 10_000, time: 300 },
  { nodes: 100_000, time: 1000 },
];
/** How long the game waits for both looks, in milliseconds. */
const PATIENCE = 4000;

/** What wins at once: missing it, or letting the opponent have it, is a reason to warn. */
const WINS = ['five', 'open four', 'double four'];

/** Whether a player is warned of a move: it loses this share of the chance to win, or misses or allows a win. @param {import('./mistakes.js').Verdict} verdict @param {number} share */
export function isWarned({ grade, loss, reason }, share) {
  const turnsOnWin = ['misses', 'lets'].includes(reason?.why ?? '') && WINS.includes(reason?.what ?? '');
  return loss >= share || ['missed win', 'missed defence'].includes(grade) || turnsOnWin;
}

/** @returns {Judged} */
const nothing = () => ({ verdict: null });

/** A warning of the last move, with its reason; empty if it may stay, or if it is not judged in time. @param {Play} play */
export async function warningOf(play) {
  const { app, tip, setup } = play;
  const { rule } = app.tree.start;
  const end = performance.now() + PATIENCE;
  let found = nothing();
  for (const limits of LOOKS) {
    found = await judged(play, limits, end - performance.now());
    if (!found.verdict || !isWarned(found.verdict, setup.warn ?? 1)) return '';
  }
  const { verdict, after } = found;
  if (!verdict) return '';
  await fetchLaterWords();
  const name = (/** @type {string} */ point) => app.name(point);
  const reason = reasonOf(
    verdict,
    app.tree.side(/** @type {import('./tree.js').Move} */ (tip.parent)),
    name,
    rule,
    after,
  );
  const loss = t('warned', {
    point: name(tip.point),
    loss: percent(verdict.loss),
    grade: gradeOf(verdict, rule),
  });
  return [loss, reason].filter(Boolean).join(': ') + (reason.endsWith('…') ? '' : '.');
}

/** The judgement of the last move; without a verdict if it takes longer than `patience`. @param {Play} play @param {{ nodes: number, time: number }} limits @param {number} patience milliseconds @returns {Promise<Judged>} */
const judged = (play, limits, patience) =>
  new Promise((done) => {
    const { app, tip } = play;
    const found = nothing();
    const end = () => {
      clearTimeout(timer);
      if (play.search === search) play.search = null;
      done(found);
    };
    const search = app.engine.search({ ask: 'judge', game: app.tree.game(tip), ...limits }, (message) => {
      if (message.reply === 'judged' && message.verdict) found.verdict = message.verdict;
      else if (message.reply === 'judged') found.after = message.line?.moves;
      if (message.last) end();
    });
    const timer = setTimeout(() => {
      search.stop();
      end();
    }, patience);
    play.search = search;
  });
