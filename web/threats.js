// Threats: the fours and threes that each side can make, on the board and in words.
import { make } from './dom.js';
import { fetchLaterWords, t } from './words.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./tengen/wire.js').ThreatText} Threat
 */

/** What a stone can make, the strongest first, and its sign on the board. @type {Record<string, string>} */
const SIGNS = {
  five: '5',
  'open four': '4!',
  'double four': '44',
  'four three': '43',
  four: '4',
  'double three': '33',
  three: '3',
};

/** Threats in the current position; null if it is not the current one any more. @param {App} app */
export async function findThreats(app) {
  const { at, tree } = app;
  const [{ threats }] = await Promise.all([
    app.engine.ask({ ask: 'threats', game: tree.game(at) }),
    fetchLaterWords(),
  ]);
  return at === app.at ? { at, threats } : null;
}

/** Threats as the board draws them. @param {Threat[]} threats */
export const drawn = (threats) =>
  threats.map(({ point, side, what }) => ({ point, side, text: SIGNS[what] }));

/** Threats in words, with the sign of each kind. @param {App} app @param {Threat[]} threats @returns {HTMLElement[]} */
export function listed(app, threats) {
  const kinds = (/** @type {string} */ side) =>
    Object.keys(SIGNS).flatMap((what) => {
      const all = threats.filter((threat) => threat.side === side && threat.what === what);
      const points = all.map(({ point }) => app.name(point)).join(' ');
      return points ? [`${SIGNS[what]} ${t(`makes ${what}`)}: ${points}`] : [];
    });
  return ['black', 'white'].map((side) =>
    make(
      'p',
      { style: 'margin:0 0 6px' },
      make('b', {}, t(side)),
      ` ${kinds(side).join(' · ') || t('noThreats')}`,
    ),
  );
}
