// The 26 openings of renju: their boards, names and values in the database.
import { diagram } from './diagram.js';
import { button, dialog, make, openDialog } from './dom.js';
import { placeOf, pointsOf } from './tengen/points.js';
import { fetchLaterWords, scored, t } from './words.js';

/** @typedef {{ moves: string[], label: string, name: string, value: string }} Opening its value is Black's */

/** The first two moves of the openings, and the side of their board. */
const [ROOTS, SIDE] = [['h8h9', 'h8i9'], 15];
/** Each picture shows the point in the middle and this many points around it. */
const AROUND = 3;

/** The openings that the database knows, direct ones first. @param {import('./app.js').App} app @returns {Promise<Opening[]>} */
async function openings(app) {
  const explore = async (/** @type {string} */ root) => {
    const game = { width: SIDE, height: SIDE, rule: 'renju', moves: root };
    const { moves } = await app.engine.ask({ ask: 'explore', game });
    return moves
      .filter(({ label }) => /^[di]\d+$/.test(label))
      .map(({ points, label, comment, score }) => ({
        moves: [...pointsOf(root), pointsOf(points)[0]],
        label,
        name: comment,
        value: score ? scored(score) : '',
      }));
  };
  const known = (await Promise.all(ROOTS.map(explore))).flat();
  return known.sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
}

/** @param {Opening} opening */
function picture({ moves, name }) {
  const [middle] = moves.map((point) => placeOf(point, SIDE));
  const rows = Array.from({ length: 2 * AROUND + 1 }, () => Array(2 * AROUND + 1).fill('.'));
  moves.forEach((point, i) => {
    const [x, y] = placeOf(point, SIDE);
    rows[y - middle[1] + AROUND][x - middle[0] + AROUND] = i % 2 ? 'O' : 'X';
  });
  return diagram(
    rows.map((row) => row.join('')),
    name,
  );
}

/** Shows the openings; the chosen one becomes a variation of the game. @param {import('./app.js').App} app */
export async function showOpenings(app) {
  await fetchLaterWords();
  const known = await openings(app).catch((error) => app.complain(error));
  if (!known) return;
  const choose = (/** @type {string[]} */ moves) => {
    dialog().close();
    const last = /** @type {string} */ (moves.pop());
    app.explore(app.tree.line(moves), last);
  };
  const card = (/** @type {Opening} */ opening) => {
    const made = make(
      'button.opening',
      { type: 'button', onclick: () => choose(opening.moves) },
      make('b', {}, opening.name),
      make('span.muted.num', {}, opening.value),
    );
    made.insertAdjacentHTML('afterbegin', picture(opening));
    return made;
  };
  openDialog(
    make(
      'div.body.help',
      {},
      make('h2', { id: 'dialog-title', tabIndex: -1, autofocus: true }, t('openings26')),
      make('p.muted', {}, t(known.length ? 'aboutOpenings26' : 'nothingKnown')),
      make('div.pictures', {}, ...known.map(card)),
      make(
        'div.end',
        {},
        button(t('close'), () => dialog().close(), { look: 'main' }),
      ),
    ),
  );
}
