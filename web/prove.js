// The search for a proof of the position on the board. It goes on while the page shows something else.
import { button, make } from './dom.js';
import { wordsOf } from './remarks.js';
import { count, fetchLaterWords, t } from './words.js';

/** @typedef {import('./app.js').App} App */

/** The running search. @type {import('./tengen/engine.js').Search | null} */
let search = null;

/** Proves that the side to move wins, and shows in `place` how far it is. @param {App} app @param {HTMLElement} place */
export async function prove(app, place) {
  await fetchLaterWords();
  search?.stop();
  const { tree, at } = app;
  const game = tree.game(at);
  const side = t(app.board?.to_move ?? 'black');
  const position = t('looking', { n: at.ply });
  const show = (/** @type {string} */ text) => {
    place.setAttribute('aria-busy', String(search !== null)); // only the result is announced
    place.replaceChildren(
      make('p', { style: 'margin:8px 0 0' }, `${position}: ${text}`),
      button(t(search ? 'stop' : 'close'), () => (search ? search.now() : place.replaceChildren()), {
        look: 'small',
      }),
    );
  };
  search = app.engine.search({ ask: 'prove', game }, (message) => {
    if (message.last) search = null;
    if (message.reply === 'proving') {
      const { positions, answered, open } = message;
      show(t('proving', { side, positions: count(positions), n: answered, all: answered + open }));
    } else if (message.reply === 'proven') {
      const { proof, first, plies, positions } = message;
      app.hello?.proofs.unshift(proof);
      show(t('proven', { side, first: app.name(first), n: plies, positions: count(positions) }));
    } else if (message.reply === 'unproven') {
      const open = message.open.length;
      show(t(message.is_full ? 'provingFull' : 'unproven', { side, n: open }));
    } else if (message.reply === 'refused') void wordsOf(message.why).then(show);
  });
  show(t('proving', { side, positions: 0, n: 0, all: 0 }));
}
