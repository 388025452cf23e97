// Warnings: a second look at the player's own move, before Tengen answers.
import { gradeOf, isWarned, reasonOf } from './mistakes.js';
import { fetchLaterWords, percent, t } from './words.js';

/**
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./mistakes.js').Verdict} Verdict
 */

/** The limits of each search: of a short look at every move, and of a second look at one that looks bad. */
const LOOKS = [
  { nodes: 10_000, time: 300 },
  { nodes: 100_000, time: 1000 },
];
/** How long the game waits for both looks, in milliseconds. */
const PATIENCE = 4000;

/** A warning of the last move, with its reason; empty if it may stay, or if it is not judged in time. @param {Play} play */
export async function warningOf(play) {
  const { app, tip, setup } = play;
  const { rule } = app.tree.start;
  const end = performance.now() + PATIENCE;
  /** @type {Verdict | null} */
  let verdict = null;
  for (const limits of LOOKS) {
    verdict = await judged(play, limits, end - performance.now());
    if (!verdict || !isWarned(verdict, setup.warn ?? 1)) return '';
  }
  if (!verdict) return '';
  await fetchLaterWords();
  const name = (/** @type {string} */ point) => app.name(point);
  const reason = reasonOf(
    verdict,
    app.tree.side(/** @type {import('./tree.js').Move} */ (tip.parent)),
    name,
    rule,
  );
  const loss = t('warned', {
    point: name(tip.point),
    loss: percent(verdict.loss),
    grade: gradeOf(verdict, rule),
  });
  return [loss, reason].filter(Boolean).join(': ') + '.';
}

/** The judgement of the last move; null if it takes longer than `patience`. @param {Play} play @param {{ nodes: number, time: number }} limits @param {number} patience milliseconds @returns {Promise<Verdict | null>} */
const judged = (play, limits, patience) =>
  new Promise((done) => {
    const { app, tip } = play;
    /** @type {Verdict | null} */
    let verdict = null;
    const end = () => {
      clearTimeout(timer);
      if (play.search === search) play.search = null;
      done(verdict);
    };
    const search = app.engine.search({ ask: 'judge', game: app.tree.game(tip), ...limits }, (message) => {
      if (message.reply === 'judged') verdict = message.verdict ?? verdict;
      if (message.last) end();
    });
    const timer = setTimeout(() => {
      search.stop();
      end();
    }, patience);
    play.search = search;
  });
