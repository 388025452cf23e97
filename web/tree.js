// The game tree. It does not know the rules; the engine decides whether a move is legal.
import { judgementOf, restore, turned } from './judged.js';
import { SIDES, isBoard, isPoint, nameOf, placeOf, pointsOf, turnedMarks } from './tengen/points.js';
import { t } from './words.js';

/**
 * @typedef {{ point: string, comment: string, parent: Move | null, next: Move[], ply: number, last: Move | null, rest: Rest }} Move
 * @typedef {{ more?: string, time?: number, review?: import('./judged.js').Judgement, judged?: import('./tengen/wire.js').JudgedText }} Rest
 *   the `review` of a move, and how it is to be written into a file
 * @typedef {import('./tengen/engine.js').Game} Game
 * @typedef {import('./tengen/wire.js').TreeText} TreeText
 */

export class Tree {
  /** An empty game; throws if the start is invalid. @param {Game} start */
  constructor(start) {
    checkStart(start);
    /** Board size, rule and set-up stones. */
    this.start = {
      ...start,
      black: start.black ?? '',
      white: start.white ?? '',
      first: start.first ?? 'black',
      moves: '',
    };
    /** The names of Black and White. @type {[string, string]} */
    this.players = ['', ''];
    /** The winner, if the game did not end by the rules. @type {'black' | 'white' | null} */
    this.winner = null;
    /** Why: a reason of the engine such as `resignation`; without a winner that of a draw. */
    this.reason = '';
    /** @type {Move} */
    this.root = { point: '', comment: '', parent: null, next: [], ply: 0, last: null, rest: {} };
  }

  /**
   * Returns the move at a point after `at`, added if new; throws if the point is off the board.
   * @param {Move} at @param {string} point
   */
  add(at, point) {
    let move = at.next.find((next) => next.point === point);
    if (!move) {
      checkPoint(this.start, point);
      move = { point, comment: '', parent: at, next: [], ply: at.ply + 1, last: null, rest: {} };
      at.next.push(move);
    }
    at.last = move;
    return move;
  }

  /** Adds moves one after another and returns the last one. @param {string[]} points @param {Move} [from] */
  line(points, from = this.root) {
    return points.reduce((at, point) => this.add(at, point), from);
  }

  /** @param {Move} move @returns {Move} */
  remove(move) {
    const { parent } = move;
    if (!parent) return move;
    parent.next = parent.next.filter((next) => next !== move);
    if (parent.last === move) parent.last = null;
    return parent;
  }

  /** Makes a move, and those before it, the main line. @param {Move} move */
  promote(move) {
    for (let at = move; at.parent; at = at.parent) {
      at.parent.next = [at, ...at.parent.next.filter((next) => next !== at)];
      at.parent.last = at;
    }
  }

  /** The moves up to this one. @param {Move} move @returns {Move[]} */
  path(move) {
    const path = [];
    for (let at = /** @type {Move | null} */ (move); at?.parent; at = at.parent) path.unshift(at);
    return path;
  }

  /** Sets or clears the result that does not follow from the rules. @param {{ winner: 'black' | 'white', reason: string } | null} over */
  finish(over) {
    this.winner = over?.winner ?? null;
    this.reason = over?.reason ?? '';
  }

  /** The last move of the current line through a move. @param {Move} move @returns {Move} */
  end(move) {
    while (move.next.length) move = move.last ?? move.next[0];
    return move;
  }

  /** The game up to a move, for the engine. @param {Move} move @param {string} [more] moves after it @returns {Game} */
  game(move, more = '') {
    return {
      ...this.start,
      moves:
        this.path(move)
          .map((at) => at.point)
          .join('') + more,
    };
  }

  /** The side to move after this move. @param {Move} move @returns {'black' | 'white'} */
  side(move) {
    return (this.start.first === 'black') === (move.ply % 2 === 0) ? 'black' : 'white';
  }

  /** All moves, parents before children. @returns {Move[]} */
  all() {
    const all = [];
    const open = [...this.root.next].reverse();
    for (let move = open.pop(); move; move = open.pop()) {
      all.push(move);
      open.push(...[...move.next].reverse());
    }
    return all;
  }

  /** The game as it is stored and sent, including the parts of a file that the page does not show. @returns {TreeText} */
  wire() {
    const all = this.all();
    const number = new Map(all.map((move, i) => [move, i]));
    const nodes = all.map((move) => ({
      ...move.rest,
      after: number.get(/** @type {Move} */ (move.parent)) ?? null,
      point: move.point,
      comment: move.comment,
    }));
    return {
      ...this.root.rest,
      ...this.start,
      players: this.players,
      winner: this.winner,
      reason: this.reason,
      comment: this.root.comment,
      nodes,
    };
  }

  /** The game up to its last move `tip` with its variations, without the moves after it. @param {Move} tip */
  playedTo(tip) {
    const line = this.game(tip).moves ?? '';
    const played = Tree.read(this.wire());
    const end = played.find(line);
    played.promote(end);
    end.next = [];
    end.last = null;
    return played;
  }

  /**
   * The same game on a board that is rotated clockwise, or mirrored left to right, and a function that maps points.
   * @param {'rotate' | 'mirror'} how
   */
  turned(how) {
    const { width, height } = this.start;
    const [columns, rows] = how === 'mirror' ? [width, height] : [height, width];
    /** @param {[number, number]} place @returns {[number, number]} */
    const turn = ([x, y]) => (how === 'mirror' ? [width - 1 - x, y] : [height - 1 - y, x]);
    const points = (/** @type {string} */ text) =>
      pointsOf(text)
        .map((point) => nameOf(...turn(placeOf(point, height)), rows))
        .join('');
    const { more, review, ...wire } = /** @type {TreeText & Rest} */ (this.wire());
    const judgement = (/** @type {Rest} */ { review }) => (review ? { review: turned(review, points) } : {});
    const { black, white } = this.start;
    const tree = Tree.read({
      ...wire,
      ...(more ? { more: turnedMarks(more, turn) } : {}),
      ...judgement({ review }),
      width: columns,
      height: rows,
      black: points(black),
      white: points(white),
      nodes: wire.nodes.map((node) => ({
        ...node,
        point: points(node.point),
        ...(node.more ? { more: turnedMarks(node.more, turn) } : {}),
        ...judgement(node),
      })),
    });
    return { tree, points };
  }

  /** The inverse of `wire`; throws if it is not a game. @param {TreeText} wire */
  static read(wire) {
    const { nodes, players, winner, reason, comment, more, review, ...start } =
      /** @type {TreeText & Rest} */ (wire ?? {});
    if (!Array.isArray(nodes) || !Array.isArray(players ?? [])) throw new Error(t('noTree'));
    const tree = new Tree(start);
    tree.players = players ?? ['', ''];
    tree.winner = winner ?? null;
    tree.reason = reason ?? '';
    tree.root.comment = comment ?? '';
    tree.root.rest = { ...(more ? { more } : {}), ...(review ? { review } : {}) };
    /** @type {Move[]} */
    const moves = [];
    for (const node of nodes) {
      const { after, point, comment, ...rest } = node ?? {};
      const at = after === null || after === undefined ? tree.root : moves[after];
      if (!at) throw new Error(t('noTree'));
      const move = tree.add(at, point);
      move.comment = comment ?? '';
      move.rest = rest;
      moves.push(move);
    }
    for (const move of [tree.root, ...moves]) {
      move.last = null;
      const review = judgementOf(move.rest.review, tree.start);
      if (review) move.rest.review = review;
      else delete move.rest.review;
      restore(move, tree.start);
    }
    return tree;
  }

  /** Follows a list of moves from the start as far as the tree has them. @param {string} text */
  find(text) {
    let at = this.root;
    for (const point of pointsOf(text)) {
      const next = at.next.find((move) => move.point === point);
      if (!next) break;
      at.last = next;
      at = next;
    }
    return at;
  }
}

/** Throws if the board size is invalid or a set-up stone is off the board. @param {Game} start */
function checkStart({ width, height, rule, black, white }) {
  if (!isBoard(width, height))
    throw new Error(t('noBoard', { width, height, least: SIDES[0], most: SIDES[1] }));
  const texts = [rule, black ?? '', white ?? ''];
  if (texts.some((text) => typeof text !== 'string')) throw new Error(t('noTree'));
  for (const point of pointsOf(`${black ?? ''}${white ?? ''}`)) checkPoint({ width, height }, point);
}

/** Throws if the point is off the board. @param {{ width: number, height: number }} board @param {string} point */
function checkPoint({ width, height }, point) {
  if (typeof point !== 'string' || !isPoint(point, width, height))
    throw new Error(t('noPoint', { point, width, height }));
}
