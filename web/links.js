// Links to games: the part of a URL after the `#`.
import { pointsOf } from './tengen/points.js';
import { Tree } from './tree.js';
import { t } from './words.js';

/** The keys of a link to a game, as `Files.link` writes them. */
const KEYS = ['size', 'rule', 'black', 'white', 'first', 'moves', 'at'];

/** Shortens a part of a link for a message. @param {string} text */
export const quoted = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/**
 * The `#…` of a pasted link to a game on a page of Tengen; empty for other texts. Links that contain only moves, which
 * other sites write too, are left to the engine.
 * @param {string} text
 */
export function hashOf(text) {
  const hash = /^https?:\/\/[^\s#]+(#\S+)$/.exec(text.trim())?.[1] ?? '';
  const keys = [...new URLSearchParams(hash.slice(1)).keys()];
  return keys.some((key) => key !== 'moves' && KEYS.includes(key)) ? hash : '';
}

/**
 * Parses a link, from the `#` on: the game, the move where the link opens, and whether it names the rule. Returns null
 * for an empty link. Throws an error that names the first invalid part. The engine checks the rule.
 * @param {string} hash @param {string} [rule] the rule of a link that names none
 */
export function readLink(hash, rule = 'freestyle') {
  const link = new URLSearchParams(hash.slice(1));
  const keys = [...link.keys()];
  if (!keys.length) return null;
  for (const [i, key] of keys.entries()) {
    if (!KEYS.includes(key)) throw new Error(t('linkKey', { text: quoted(key), keys: KEYS.join(', ') }));
    if (keys.indexOf(key) < i) throw new Error(t('linkTwice', { key }));
  }
  const tree = gameOfLink(link, link.get('rule') ?? rule);
  return { tree, place: placeOfLink(link, tree), namesRule: link.has('rule') };
}

/** The game of a link. @param {URLSearchParams} link @param {string} rule */
function gameOfLink(link, rule) {
  const size = link.get('size');
  if (size === null) throw new Error(t('linkNoSize'));
  const sides = /^(\d+)x(\d+)$/.exec(size);
  if (!sides) throw new Error(t('linkSize', { text: quoted(size) }));
  const [width, height] = [Number(sides[1]), Number(sides[2])];
  const first = link.get('first') ?? 'black';
  if (first !== 'black' && first !== 'white') throw new Error(t('linkFirst', { text: quoted(first) }));
  const black = pointsOfLink(link, 'black').join('');
  const white = pointsOfLink(link, 'white').join('');
  const tree = new Tree({ width, height, rule, black, white, first });
  const moves = pointsOfLink(link, 'moves');
  if (moves.length > width * height) throw new Error(t('tooManyMoves', { width, height, n: width * height }));
  tree.line(moves);
  return tree;
}

/** The move where a link opens: after `at` moves, or at the end. @param {URLSearchParams} link @param {Tree} tree */
function placeOfLink(link, tree) {
  const places = [tree.root, ...tree.path(tree.end(tree.root))];
  const n = places.length - 1;
  const at = link.get('at') ?? String(n);
  const place = /^\d+$/.test(at) ? places[Number(at)] : null;
  if (!place) throw new Error(t('linkAt', { text: quoted(at), n }));
  return place;
}

/**
 * The points under a key of a link, like `h8i9` or `h8, i9`. Throws if there is anything else.
 * @param {URLSearchParams} link @param {string} key
 */
function pointsOfLink(link, key) {
  const text = link.get(key) ?? '';
  const other = /[^\s,;]+/.exec(text.replace(/[a-z]+\d+/g, ' '));
  if (other) throw new Error(t('linkPoints', { text: quoted(other[0]), key }));
  return pointsOf(text);
}
