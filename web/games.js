// The recent games, kept in the browser's database (IndexedDB).
import { make } from './dom.js';
import { described as ruleAndBoard } from './fields.js';
import { Tree } from './tree.js';
import { t } from './words.js';

/** @typedef {import('./tengen/wire.js').TreeText} TreeText */
/** @typedef {import('./tree.js').Move} Move */
/** @typedef {import('./history.js').Kept} History */
/** @typedef {{ id: string, when: number, at: string, tree: TreeText }} Kept */

/** The maximum number of games kept. */
const MOST = 100;
/** A game that has lost more than this many moves is kept as a new game. */
const SLIP = 2;

/** A unique name for a game. */
export const freshName = () => `${Date.now()}-${Math.random().toString(36).slice(2)}`;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const resultOf = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

/** The browser's database. @type {Promise<IDBDatabase> | null} */
let opened = null;

function database() {
  if (opened) return opened;
  const request = indexedDB.open('tengen', 2);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1)
      request.result.createObjectStore('games', { keyPath: 'id' }).createIndex('when', 'when');
    request.result.createObjectStore('history');
  };
  return (opened = resultOf(request));
}

/** The number of moves of one game that are missing in another. @param {TreeText} one @param {TreeText} other */
export function lacking(one, other) {
  const places = new Map(other.nodes.map((node, i) => [`${node.after ?? ''} ${node.point}`, i]));
  /** @type {(number | undefined)[]} */
  const found = [];
  for (const node of one.nodes) {
    const after = node.after === null || node.after === undefined ? '' : found[node.after];
    found.push(after === undefined ? undefined : places.get(`${after} ${node.point}`));
  }
  return found.filter((place) => place === undefined).length;
}

/** Whether the page can show this game. @param {TreeText} tree */
export function isTree(tree) {
  try {
    return !!Tree.read(tree);
  } catch {
    return false;
  }
}

export class RecentGames {
  /** @param {string} [current] the name of the game on the board */
  constructor(current) {
    this.current = current ?? freshName();
    /** The last write; writes run one after another. */
    this.writing = Promise.resolve();
    /** The undo history, if it is not written yet. @type {History | null} */
    this.unwritten = null;
  }

  /** Switches to another game. @param {string} [name] */
  another(name) {
    this.current = name ?? freshName();
  }

  /** Stores the current game. @param {TreeText} tree @param {string} at */
  put(tree, at) {
    const name = this.current;
    if (!tree.nodes.length && !tree.black && !tree.white) return;
    const write = () => this.write({ id: name, when: Date.now(), at, tree });
    this.writing = this.writing.then(write).catch((error) => console.warn('this game is not kept:', error));
  }

  /** Writes a game; never overwrites one with other moves. @param {Kept} game */
  async write(game) {
    const store = (await database()).transaction('games', 'readwrite').objectStore('games');
    const stored = /** @type {Kept | undefined} */ (await resultOf(store.get(game.id)));
    const lost = stored ? lacking(stored.tree, game.tree) : 0;
    if (lost && stored && !lacking(game.tree, stored.tree)) return; // moves were only taken back
    if (lost > SLIP) {
      const name = freshName();
      if (this.current === game.id) this.current = name;
      game.id = name;
    }
    await resultOf(store.put(game));
    const oldest = await resultOf(store.index('when').getAllKeys());
    // The keys are in the order of the index: the oldest first.
    for (const id of oldest.slice(0, -MOST)) store.delete(id);
  }

  /** Stores the undo history; of several pending ones only the last is written. @param {History} history */
  keepHistory(history) {
    const pending = this.unwritten;
    this.unwritten = history;
    if (pending) return;
    const write = async () => {
      const store = (await database()).transaction('history', 'readwrite').objectStore('history');
      const kept = this.unwritten;
      this.unwritten = null;
      await resultOf(store.put(kept, 'now'));
    };
    this.writing = this.writing
      .then(write)
      .catch((error) => console.warn('the undo history is not kept:', error));
  }

  /** The undo history of the last visit. @returns {Promise<History | undefined>} */
  async history() {
    try {
      return await resultOf((await database()).transaction('history').objectStore('history').get('now'));
    } catch {
      return undefined;
    }
  }

  /** The other games, the newest first, without those that cannot be read. @returns {Promise<Kept[]>} */
  async all() {
    await this.writing;
    const store = (await database()).transaction('games').objectStore('games');
    const all = await resultOf(store.index('when').getAll());
    return all.reverse().filter((/** @type {Kept} */ game) => game.id !== this.current && isTree(game.tree));
  }

  /**
   * Lists the other games in an element, and returns them.
   * @param {HTMLElement} into @param {(game: Kept, at: Move | null) => void} take
   * @param {((tree: Tree) => Move | null) | null} [finds] lists only the games in which this finds a move
   */
  async list(into, take, finds) {
    const all = await this.all().catch(() => /** @type {Kept[]} */ ([]));
    const listed = all
      .map((game) => ({ game, at: finds ? finds(Tree.read(game.tree)) : null }))
      .filter(({ at }) => at || !finds);
    const row = (/** @type {{ game: Kept, at: Move | null }} */ { game, at }) =>
      make('li', {}, make('button', { type: 'button', onclick: () => take(game, at) }, ...described(game)));
    into.replaceChildren(...(listed.length ? listed.map(row) : [make('li.muted', {}, t('noRecent'))]));
    return listed.map(({ game }) => game);
  }
}

/** @param {Kept} game */
function described({ tree, when }) {
  const names = tree.players ?? [];
  const players = names.some(Boolean)
    ? names.map((name, i) => name || t(i ? 'white' : 'black')).join(' – ')
    : t('analysis');
  const about = `${ruleAndBoard(tree)} · ${t('movesAre', { n: tree.nodes.length })}`;
  const date = new Date(when).toLocaleString(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return [make('strong', {}, players), make('span', {}, about), make('span.muted', {}, date)];
}
