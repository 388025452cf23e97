// A repertoire of openings: the positions in which the player is to move, with the expected moves and the recorded replies.
// It draws nothing; the constructor takes the clock and the random numbers.
import { Attempt } from './attempt.js';
import { canonical } from './images.js';
import { partsOf } from './tengen/engine.js';
import { nameOf as pointName, pointsOf } from './tengen/points.js';
import { WAITS, nameOf } from './trainer.js';
import { Tree } from './tree.js';

/**
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./tengen/engine.js').Game} Game
 * @typedef {import('./tengen/engine.js').Worth} Worth
 * @typedef {import('./tengen/wire.js').KnownText} Known
 * @typedef {'black' | 'white'} Side
 * @typedef {{ name?: string, score?: Worth | null, drawn?: boolean }} About what the database and the file have on a move
 * @typedef {[point: string, id: string, weight: number]} Reply the move and the position after it
 * @typedef {About & { point: string, replies: Reply[] }} Answer an expected move
 * @typedef {{ answers: Answer[], also?: string, box?: number, due?: number }} Item a position; all images of it are one. The
 *   points are those of its canonical image; `also` has other good moves. `box` counts how often it was answered since it
 *   was failed
 * @typedef {{ start: Game, side: Side, name?: string, first: Reply[], items: Record<string, Item> }} Kept `first` leads to
 *   the first positions, with points as they are on the board; `name` is the player's
 * @typedef {About & { point: string, weight?: number, also?: boolean }} Found a move of a source; the player's are expected,
 *   or only as good (`also`)
 * @typedef {{ how: 'right' | 'good' | 'wrong', move: About & { point: string } }} Judged
 * @typedef {NonNullable<ReturnType<Repertoire['find']>>} Position
 * @typedef {(at: Move, isMine: boolean) => Promise<Found[]>} Source the moves from a position
 */

/** The maximum number of positions. */
const MOST = 400;
/** A recorded move is also good if its value is at most this many points below that of a move of the repertoire. */
const AS_GOOD = 30;

/** @param {string} stones */
const idOf = (stones) => nameOf({ rule: '', size: '', moves: stones });

/**
 * Makes a repertoire from the moves of a source, those nearest to the start first. The source is asked about one position
 * after the other, so that other questions to the engine need not wait.
 * @param {Tree} tree @param {Move} first @param {Side} side the player's @param {Source} source
 * @param {number} [plies] its depth @returns {Promise<Kept>}
 */
export async function makeRepertoire(tree, first, side, source, plies = Infinity) {
  /** @type {Kept} */
  const made = { start: tree.game(first), side, first: [], items: {} };
  let room = MOST;
  /** @typedef {{ at: Move, image: (point: string) => string, replies: Reply[], point: string, weight: number }} Open */
  /** Takes the player's moves from a position. @param {Open} open @returns {Promise<Open[]>} */
  const takeMine = async (open) => {
    const { stones, images } = canonical(tree, open.at);
    const [image] = images;
    const id = idOf(stones);
    const isKnown = !!made.items[id];
    // A position reached by other moves before can have other moves only in a game.
    const found = isKnown && !open.at.next.length ? [] : await source(open.at, true);
    const expected = found.filter(({ also }) => !also);
    if (!isKnown) {
      if (!expected.length) return [];
      room--;
      const also = found.filter(({ also }) => also).map(({ point }) => image(point));
      made.items[id] = { answers: [], also: also.join('') };
    }
    const { answers } = made.items[id];
    if (!open.replies.some(([, to]) => to === id)) open.replies.push([open.point, id, open.weight]);
    return expected.map(({ point, name, score, drawn }) => {
      let answer = answers.find((one) => one.point === image(point));
      if (!answer) answers.push((answer = { point: image(point), name, score, drawn, replies: [] }));
      return { ...open, at: tree.add(open.at, point), image, replies: answer.replies };
    });
  };
  /** Takes the other side's moves, unless the positions after them are too deep. @param {Open} open @returns {Promise<Open[]>} */
  const takeReplies = async (open) => {
    if (open.at.ply - first.ply >= plies - 1) return [];
    const found = await source(open.at, false);
    return found.map(({ point, weight = 1 }) => ({
      ...open,
      at: tree.add(open.at, point),
      point: open.image(point),
      weight,
    }));
  };
  /** @type {Open[]} */
  const queue = [{ at: first, image: (point) => point, replies: made.first, point: '', weight: 1 }];
  for (const open of queue) {
    if (!room) break;
    queue.push(...(await (tree.side(open.at) === side ? takeMine : takeReplies)(open)));
  }
  return made;
}

/** The value of a move in points; not a number if it is unknown. @param {Partial<Known>} record */
function valueOf({ score, drawn, bound }) {
  if (drawn) return 0;
  if (!score || bound === 'upper') return NaN;
  const { points, win_in } = partsOf(score);
  return points ?? (win_in === undefined ? -Infinity : Infinity);
}

/** Other recorded moves that are about as good as one of these. @param {Found[]} answers @param {Known[]} moves @returns {Found[]} */
export function alsoGood(answers, moves) {
  const others = moves.filter(({ points }) => !answers.some(({ point }) => pointsOf(points).includes(point)));
  const good = others.filter((known) =>
    answers.some((answer) => valueOf(known) >= valueOf(answer) - AS_GOOD),
  );
  return good.map(({ points }) => ({ point: pointsOf(points)[0], also: true }));
}

export class Repertoire {
  /** @param {Kept} kept @param {() => number} [now] @param {() => number} [random] from 0 up to 1 */
  constructor(kept, now = Date.now, random = Math.random) {
    this.kept = kept;
    this.now = now;
    this.random = random;
  }

  /** Takes over what was learned of the same positions in another repertoire. @param {Kept} before */
  inherit({ start, side, items }) {
    const { kept } = this;
    const board = (/** @type {Game} */ { rule, width, height }) => `${rule} ${width}x${height}`;
    if (side !== kept.side || board(start) !== board(kept.start)) return;
    for (const [id, { box, due }] of Object.entries(items))
      if (box !== undefined && kept.items[id]) Object.assign(kept.items[id], { box, due });
  }

  /** Whether a position is to be asked: it is new, was failed last, or its time has come. @param {string} id */
  isDue(id) {
    const { box, due = 0 } = this.kept.items[id];
    return !box || due <= this.now();
  }

  /** The positions to ask: first the longest overdue, then new ones, then those just failed. */
  due() {
    const { items } = this.kept;
    const now = this.now();
    const time = (/** @type {string} */ id) => items[id].due ?? now;
    const due = Object.keys(items).filter((id) => this.isDue(id));
    return due.sort((a, b) => time(a) - time(b));
  }

  /** The number of positions that are not due. */
  get learned() {
    return Object.keys(this.kept.items).length - this.due().length;
  }

  /** Records an answer. One that was not asked for yet leaves the time of the next one as it is. @param {string} id @param {boolean} right */
  note(id, right) {
    if (right && !this.isDue(id)) return;
    const item = this.kept.items[id];
    item.box = right ? Math.min((item.box ?? 0) + 1, WAITS.length - 1) : 0;
    item.due = this.now() + WAITS[item.box];
  }

  /** The first position that is due of those after these replies, and the positions on the way to it. @param {Reply[]} replies */
  route(replies) {
    const { items } = this.kept;
    /** @type {Map<string, string>} */
    const before = new Map(replies.map(([, id]) => [id, '']));
    for (const id of before.keys())
      for (const [, to] of items[id].answers.flatMap(({ replies }) => replies))
        if (!before.has(to)) before.set(to, id);
    const route = new Set();
    for (let id = this.due().find((due) => before.has(due)); id; id = before.get(id)) route.add(id);
    return route;
  }

  /** The reply on the route; without one, a reply at random by weight. @param {Reply[]} replies @param {Set<string>} route */
  choose(replies, route) {
    let rest = this.random() * replies.reduce((sum, [, , weight]) => sum + weight, 0);
    const byWeight = () => replies.find(([, , weight]) => (rest -= weight) < 0);
    return replies.find(([, to]) => route.has(to)) ?? byWeight() ?? replies[0];
  }

  /**
   * The position after a move with its expected moves where they are on the board, or null. If the position has
   * symmetries, the images of the expected moves are right too and come after them; `also` has other good moves.
   * @param {Tree} tree @param {Move} at
   */
  find(tree, at) {
    const { stones, images } = canonical(tree, at);
    const id = idOf(stones);
    const item = this.kept.items[id];
    if (!item) return null;
    const backs = images.map((image) => inverse(image, tree.start));
    const answers = backs.flatMap((back) =>
      item.answers.map((answer) => ({
        ...answer,
        point: back(answer.point),
        replies: answer.replies.map(
          ([point, to, weight]) => /** @type {Reply} */ ([back(point), to, weight]),
        ),
      })),
    );
    const also = backs.flatMap((back) => pointsOf(item.also ?? '').map(back));
    return { id, answers, expected: answers.slice(0, item.answers.length), also };
  }
}

/** The function that undoes a symmetry of the board. @param {(point: string) => string} image @param {Game} board */
function inverse(image, { width, height }) {
  const back = new Map();
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++) back.set(image(pointName(x, y, height)), pointName(x, y, height));
  return (/** @type {string} */ point) => back.get(point) ?? point;
}

/** A line of a repertoire, played until it ends: an attempt whose solution is the repertoire. It asks no engine. */
export class Line extends Attempt {
  /** @param {Repertoire} repertoire */
  constructor(repertoire) {
    const { start, side, first } = repertoire.kept;
    const { rule, width, height } = start;
    const puzzle = { id: '', kind: 'opening', rule, size: `${width}x${height}`, moves: '', solution: '' };
    super(/** @type {any} */ (null), { ...puzzle, plies: 0, rating: 0 });
    this.repertoire = repertoire;
    this.side = side;
    this.tree = new Tree(start);
    const at = this.tree.line(pointsOf(start.moves ?? ''));
    const route = repertoire.route(first);
    this.start = this.tip = this.lead(this.answer(at, first, route), route);
    /** The last move and whether it was right, as good as the expected ones, or wrong. @type {Judged | null} */
    this.judged = null;
    /** The expected moves, while they are shown. @type {Answer[]} */
    this.shown = [];
  }

  /** Plays the other side's reply. @param {Move} at @param {Reply[]} replies @param {Set<string>} [route] */
  answer(at, replies, route = this.repertoire.route(replies)) {
    const [point] = this.repertoire.choose(replies, route);
    return point ? this.tree.add(at, point) : at;
  }

  /** Plays the moves before the first position that is due. @param {Move} at @param {Set<string>} route @returns {Move} */
  lead(at, route) {
    const { repertoire, tree } = this;
    const found = repertoire.find(tree, at);
    if (!found || repertoire.isDue(found.id)) return at;
    const answer = found.answers.find(({ replies }) => replies.some(([, to]) => route.has(to)));
    return answer ? this.lead(this.answer(tree.add(at, answer.point), answer.replies, route), route) : at;
  }

  again() {
    super.again();
    this.judged = null;
    this.shown = [];
  }

  /** Shows the expected moves; the position counts as failed. */
  hint() {
    const found = this.repertoire.find(this.tree, this.tip);
    if (!found) return;
    this.repertoire.note(found.id, false);
    this.judged = null;
    this.shown = found.expected;
  }

  /** After a right move the other side replies, or the line ends. Another move is taken back and the expected ones are shown. */
  async judge() {
    const { repertoire, tree, tip } = this;
    const at = /** @type {Move} */ (tip.parent);
    const { id, answers, expected, also } = /** @type {Position} */ (repertoire.find(tree, at));
    const answer = answers.find(({ point }) => point === tip.point);
    const how = answer ? 'right' : also.includes(tip.point) ? 'good' : 'wrong';
    this.judged = { how, move: answer ?? tip };
    if (how === 'wrong' || !this.shown.length) repertoire.note(id, how !== 'wrong');
    this.phase = 'asks';
    if (answer) {
      this.shown = [];
      if (answer.replies.length) this.tip = this.answer(tip, answer.replies);
      else this.end(true);
    } else {
      this.shown = expected;
      this.tip = at;
      tree.remove(tip);
    }
  }
}
