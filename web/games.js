// The games that were on the board: the browser keeps them, and any can be taken back.
import { make } from './dom.js';
import { described as ruleAndBoard } from './fields.js';
import { Tree } from './tree.js';
import { t } from './words.js';

/** @typedef {import('./wire.js').TreeText} TreeText */
/** @typedef {import('./history.js').Kept} History */
/** @typedef {{ id: string, when: number, at: string, tree: TreeText }} Kept */

/** So many games are kept. */
const MOST = 100;
/** So many moves can go without making another game of it: a slip. */
const SLIP = 2;

/** A name that no other game has. */
export const freshName = () => `${Date.now()}-${Math.random().toString(36).slice(2)}`;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answered = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

/** Where the browser keeps them. @type {Promise<IDBDatabase> | null} */
let place = null;

function database() {
  if (place) return place;
  const request = indexedDB.open('tengen', 2);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1)
      request.result.createObjectStore('games', { keyPath: 'id' }).createIndex('when', 'when');
    request.result.createObjectStore('history');
  };
  return (place = answered(request));
}

/** How many moves of one game another lacks. @param {TreeText} one @param {TreeText} other */
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

/** Whether this is a game that the page can show. @param {TreeText} tree */
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
    /** One write after the other. */
    this.writing = Promise.resolve();
    /** What can be undone, if it is not written yet. @type {History | null} */
    this.unwritten = null;
  }

  /** Another game comes onto the board. @param {string} [name] */
  another(name) {
    this.current = name ?? freshName();
  }

  /** Keeps the game on the board as it stands. @param {TreeText} tree @param {string} at */
  put(tree, at) {
    const name = this.current;
    if (!tree.nodes.length && !tree.black && !tree.white) return;
    const write = () => this.write({ id: name, when: Date.now(), at, tree });
    this.writing = this.writing.then(write).catch((error) => console.warn('this game is not kept:', error));
  }

  /** A game never takes the place of one with other moves. @param {Kept} game */
  async write(game) {
    const store = (await database()).transaction('games', 'readwrite').objectStore('games');
    const there = /** @type {Kept | undefined} */ (await answered(store.get(game.id)));
    const lost = there ? lacking(there.tree, game.tree) : 0;
    if (lost && there && !lacking(game.tree, there.tree)) return; // it has been gone back in, no more
    if (lost > SLIP) {
      const name = freshName();
      if (this.current === game.id) this.current = name;
      game.id = name;
    }
    await answered(store.put(game));
    const oldest = await answered(store.index('when').getAllKeys());
    // The keys of an index come in its order: the oldest first.
    for (const id of oldest.slice(0, -MOST)) store.delete(id);
  }

  /** Keeps what can be undone; of several that wait only the last is written. @param {History} history */
  keepHistory(history) {
    const waits = this.unwritten;
    this.unwritten = history;
    if (waits) return;
    const write = async () => {
      const store = (await database()).transaction('history', 'readwrite').objectStore('history');
      const kept = this.unwritten;
      this.unwritten = null;
      await answered(store.put(kept, 'now'));
    };
    this.writing = this.writing
      .then(write)
      .catch((error) => console.warn('what can be undone is not kept:', error));
  }

  /** What could be undone when the page was left. @returns {Promise<History | undefined>} */
  async history() {
    try {
      return await answered((await database()).transaction('history').objectStore('history').get('now'));
    } catch {
      return undefined;
    }
  }

  /** The others that can be read, the newest first. @returns {Promise<Kept[]>} */
  async all() {
    await this.writing;
    const store = (await database()).transaction('games').objectStore('games');
    const all = await answered(store.index('when').getAll());
    return all.reverse().filter((/** @type {Kept} */ game) => game.id !== this.current && isTree(game.tree));
  }

  /** Lists them in an element. @param {HTMLElement} into @param {(game: Kept) => void} take */
  async list(into, take) {
    const all = await this.all().catch(() => /** @type {Kept[]} */ ([]));
    const row = (/** @type {Kept} */ game) =>
      make('li', {}, make('button', { type: 'button', onclick: () => take(game) }, ...described(game)));
    into.replaceChildren(...(all.length ? all.map(row) : [make('li.muted', {}, t('noRecent'))]));
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
