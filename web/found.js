// Games of the database: those with the position on the board, and own games to be added.
import { byId, make, toast } from './dom.js';
import { Tree } from './tree.js';
import { ended, t } from './words.js';

/** Lists the games; the chosen one is opened at the position. @param {import('./explorer.js').Explorer} explorer */
export async function showGames({ app, of }) {
  const question = /** @type {const} */ ({ ask: 'games', game: app.tree.game(of) });
  const answer = await app.engine.ask(question).catch((error) => app.complain(error));
  if (!answer || of !== app.at) return;
  const all = answer.games.map(({ tree, after, source }) => {
    const open = () => {
      const game = Tree.read(tree);
      app.take(game);
      app.go(game.path(game.end(game.root))[after - 1] ?? game.root);
    };
    const { winner = null, reason } = tree;
    const result = reason ? ended({ winner, reason }).trim() : '';
    const about = [t('movesAre', { n: tree.nodes.length }), result, source].filter(Boolean).join(' · ');
    return make('li', {}, make('button', { type: 'button', onclick: open }, make('span', {}, about)));
  });
  byId('explorer-listed').replaceChildren(...all);
  byId('explorer-listed').hidden = false;
}

/** Adds the main lines of games to the database. @param {import('./explorer.js').Explorer} explorer @param {import('./tengen/wire.js').TreeText[]} trees */
export async function addGames(explorer, trees) {
  const { app } = explorer;
  const added = { n: 0, again: 0 };
  /** @type {unknown} */
  let refused = null;
  for (const tree of trees)
    try {
      const { is_new } = await app.engine.ask({ ask: 'add_game', tree });
      added[is_new ? 'n' : 'again'] += 1;
    } catch (error) {
      refused = error;
    }
  if (refused) await app.complain(refused);
  else toast(t('gamesAdded', added));
  await explorer.changed();
}
