// The player's own rating in games against Tengen: its history, and the level that follows it.
import { button, dialog, make, openDialog } from './dom.js';
import { described } from './fields.js';
import { checkForm, load, store } from './stored.js';
import { fetchLaterWords, languageShown, t } from './words.js';

/**
 * @typedef {import('./tengen/wire.js').Strength} Strength
 * @typedef {{ time: number, level: number, rule: string, width: number, height: number, won: boolean, rating: number }} Result
 *   a game: when it ended (milliseconds), against which level, and the rating after it
 */

const KEPT = 'tengen-rating';
/** The ratings of the levels: their distances are measured (docs/src/guide/terminal.md), the first one is chosen. */
const LEVELS = [400, 780, 1020, 1220, 1530, 2060, 2340, 2570];
/** The deviation of a level's rating. */
const DEVIATION = 60;
const VOLATILITY = 0.06;
/** A new player's rating, near that of the level for the first game. @type {Strength} */
const NEW_PLAYER = { rating: 1000, deviation: 350, volatility: VOLATILITY };
/** The number of games that are kept, and of those listed. */
const MOST = 500;
const LISTED = 20;

/** @param {any} kept */
function check(kept) {
  checkForm(kept, { player: { rating: 'number', deviation: 'number', volatility: 'number' } });
  if (!Array.isArray(kept.games ?? [])) throw new Error(t('otherForm', { name: 'games' }));
  for (const game of kept.games ?? [])
    checkForm(game, { time: 'number', level: 'number', rule: 'string', width: 'number', height: 'number', won: 'boolean', rating: 'number' }, 'games'); // prettier-ignore
}

/** The player's rating and games. @returns {{ player: Strength, games: Result[] }} */
function read() {
  const kept = load(KEPT, check);
  return { player: kept?.player ?? NEW_PLAYER, games: kept?.games ?? [] };
}

/** The level whose rating is nearest. @param {number} rating */
export function levelFor(rating) {
  const distances = LEVELS.map((level) => Math.abs(level - rating));
  return 1 + distances.indexOf(Math.min(...distances));
}

/** The level for the player's next game. */
export const followedLevel = () => levelFor(read().player.rating);

/** The rating with twice its deviation. @param {Strength} player */
const written = ({ rating, deviation }) => `${Math.round(rating)} ± ${Math.round(2 * deviation)}`;

/** The player's rating in words. */
export const ratingNow = () => written(read().player);

/** Counts a finished game. Returns how the rating has changed, in words. @param {import('./app.js').App} app @param {number} level @param {boolean} won */
export async function count({ engine, tree }, level, won) {
  const { player, games } = read();
  const rival = { rating: LEVELS[level - 1], deviation: DEVIATION, volatility: VOLATILITY };
  const rated = await engine.ask({ ask: 'rate', player, puzzle: rival, solved: won });
  await fetchLaterWords();
  const { rule, width, height } = tree.start;
  const rating = Math.round(rated.player.rating);
  games.push({ time: Date.now(), level, rule, width, height, won, rating });
  store(KEPT, { player: rated.player, games: games.slice(-MOST) });
  const change = rating - Math.round(player.rating);
  return t('ratingIs', { rating, change: change < 0 ? `−${-change}` : `+${change}` });
}

/** Shows the rating and its history in a dialog. */
export async function showRating() {
  await fetchLaterWords();
  const { player, games } = read();
  const cells = (/** @type {Result} */ { time, level, won, rating, ...start }) => [
    new Date(time).toLocaleDateString(languageShown()),
    String(rating),
    `${t(won ? 'gameWon' : 'gameLost')} · ${level} ${t(`level ${level}`)} · ${described(start)}`,
  ];
  const rows = games.slice(-LISTED).reverse().map(cells);
  const heads = ['date', 'rating', 'result'].map((key) => t(key));
  openDialog(
    make(
      'div.body',
      {},
      make('h2', { id: 'dialog-title' }, t('gameRating')),
      make('p', {}, make('strong.num', {}, written(player)), ' ', t('aboutRating')),
      games.length > 1 && graph(games.map(({ rating }) => rating)),
      rows.length
        ? make(
            'div.table',
            { tabIndex: 0, role: 'group', 'aria-label': t('recentResults') },
            table(heads, rows),
          )
        : make('p.muted', {}, t('noResults')),
      make(
        'div.end',
        {},
        button(t('close'), () => dialog().close(), { look: 'main' }),
      ),
    ),
  );
}

/** @param {string[]} heads @param {string[][]} rows */
const table = (heads, rows) =>
  make(
    'table',
    {},
    make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))),
    make('tbody', {}, ...rows.map((row) => make('tr', {}, ...row.map((cell) => make('td', {}, cell))))),
  );

/** The ratings after each game as a line. @param {number[]} ratings */
function graph(ratings) {
  const [w, h] = [340, 120];
  const [least, most] = [Math.min(...ratings), Math.max(...ratings)];
  const x = (/** @type {number} */ i) => (i * w) / (ratings.length - 1);
  const y = (/** @type {number} */ rating) => 6 + ((h - 12) * (most - rating)) / Math.max(1, most - least);
  const line = ratings.map((rating, i) => `${x(i).toFixed(1)} ${y(rating).toFixed(1)}`).join('L');
  const box = make('div.chart');
  const name = `${t('rating')}: ${ratings[0]} – ${ratings[ratings.length - 1]}`;
  box.innerHTML = `<div class="axis num"><span>${most}</span><span>${least}</span></div>
<svg class="graph" viewBox="0 0 ${w} ${h}" preserveAspectRatio="none" role="img" aria-label="${name}"><path fill="none" stroke="currentColor" stroke-width="2" vector-effect="non-scaling-stroke" d="M${line}"/></svg>
<div class="numbers num"><span>1</span><span>${ratings.length}</span></div>`;
  return box;
}
