// Why a move of a puzzle is right or wrong: in words, and by the rows that show it.
import { reasonOf } from './mistakes.js';
import { nameOf, placeOf, pointsOf } from './tengen/points.js';
import { DEFENCES, stepOf } from './trainer.js';
import { pliesOf, t } from './words.js';

/** @typedef {import('./puzzles.js').Puzzles} Puzzles */

/** The kinds with words of their own for a wrong move. */
const NAMED = ['make-five', 'stop-four', 'open-four', 'stop-three', 'forbidden'];
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

/**
 * The longest row of stones through all of these points, as if they had stones too; empty if no line has them all.
 * @param {string[]} stones @param {string[]} points @param {number} height of the board
 */
export function rowOf(stones, points, height) {
  const taken = new Set([...stones, ...points]);
  const [x, y] = placeOf(points[0], height);
  const runs = DIRECTIONS.map(([dx, dy]) => {
    const at = (/** @type {number} */ k) => nameOf(x + k * dx, y + k * dy, height);
    const run = [at(0)];
    for (let k = -1; taken.has(at(k)); k--) run.unshift(at(k));
    for (let k = 1; taken.has(at(k)); k++) run.push(at(k));
    return points.every((point) => run.includes(point)) ? run : [];
  });
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest));
}

/** The reasons that are about a pattern at a point. */
const ABOUT_PATTERNS = ['makes', 'stops', 'misses', 'lets'];

/**
 * The stones of the rows that the reason of a judgement is about: those that are made, stopped, missed or allowed.
 * @param {import('./mistakes.js').Verdict} verdict @param {'black' | 'white'} side that moved @param {string} played its move
 * @param {{ black: string, white: string }} board after the move @param {number} height of the board
 */
export function patternOf({ reason }, side, played, board, height) {
  if (!reason || !ABOUT_PATTERNS.includes(reason.why)) return [];
  const { why, what, point } = reason;
  const at = point || played;
  const [x, y] = placeOf(at, height);
  const both = side === 'black' ? [board.black, board.white] : [board.white, board.black];
  const [own, against] = why === 'makes' || why === 'misses' ? both : both.reverse();
  const stones = pointsOf(own).filter((stone) => why !== 'misses' || stone !== played);
  const blocks = pointsOf(against).filter((stone) => stone !== at);
  const rows = DIRECTIONS.map(([dx, dy]) => {
    const fives = [-4, -3, -2, -1, 0].map((first) =>
      [0, 1, 2, 3, 4].map((k) => nameOf(x + (first + k) * dx, y + (first + k) * dy, height)),
    );
    const free = fives.filter((five) => !five.some((name) => blocks.includes(name)));
    const parts = free.map((five) => five.filter((name) => stones.includes(name)));
    const row = parts.reduce((most, part) => (part.length > most.length ? part : most), []);
    return { row, room: parts.flat().length };
  });
  rows.sort((one, two) => two.row.length - one.row.length || two.room - one.room);
  const count = /double|four three/.test(what) ? 2 : 1;
  return [...new Set(rows.slice(0, count).flatMap(({ row }) => row))];
}

/** The rows that the board marks: those that make the move right, or the five that a wrong one allows. @param {Puzzles} puzzles */
export function rowsOf({ attempt, shows }) {
  if (!attempt) return [];
  const { phase, puzzle, side, solution } = attempt;
  const fails = phase === 'wrong' && puzzle.kind === 'stop-four';
  if (!shows && phase !== 'right' && !fails) return [];
  const [move] = shows || fails ? solution : attempt.line;
  const { height } = attempt.tree.start;
  const moves = pointsOf(puzzle.moves);
  const stonesOf = (/** @type {boolean} */ black) => moves.filter((_, i) => (i % 2 === 0) === black);
  const own = stonesOf(side === 'black');
  const theirs = stonesOf(side === 'white');
  const threat = pointsOf(puzzle.threat ?? '');
  /** The four that a stone makes, where another stone then makes a five. @type {(stones: string[], stone: string, five: string) => string[]} */
  const four = (stones, stone, five) => {
    const row = rowOf(stones, [stone, five], height);
    const at = row.indexOf(five);
    return row.indexOf(stone) < at ? row.slice(0, at) : row.slice(at + 1);
  };
  switch (puzzle.kind) {
    case 'make-five':
      return [rowOf(own, [move], height)];
    case 'stop-four':
      return [rowOf(theirs, threat, height)];
    case 'open-four':
      return shows ? [four(own, move, solution[2])] : [];
    case 'stop-three':
      return [four(theirs, threat[0], threat[2])];
    case 'forbidden': {
      if (move !== solution[0]) return [];
      const rows = threat.length
        ? threat.map((point) => rowOf(own, [move, point], height).filter((other) => other !== point))
        : [rowOf(own, [move], height)];
      return rows.filter((row, i) => rows.findIndex((other) => `${other}` === `${row}`) === i);
    }
    default:
      return [];
  }
}

/** The marked rows in words. @param {Puzzles} puzzles */
function marked(puzzles) {
  const rows = rowsOf(puzzles).map((row) => row.map((point) => puzzles.app.name(point)).join(' '));
  return rows.length ? t('marked', { rows: rows.join(', ') }) : '';
}

/** The line that a defence prevents, as far as the board has no stone there. @param {Puzzles} puzzles */
export function prevented({ attempt, shows, ghosts }) {
  if (attempt?.puzzle.kind !== 'defence') return [];
  const [move] = shows ? attempt.solution : attempt.line;
  const line = ghosts(pointsOf(attempt.puzzle.threat ?? ''), attempt.side === 'black' ? 'white' : 'black');
  return line.filter(({ point }) => point !== move);
}

/** Why the solution, or another right move, is right; nothing for other graded wins. @param {Puzzles} puzzles */
export function reason(puzzles) {
  const { app, attempt } = puzzles;
  const { kind = '', own, threat = '' } = attempt?.puzzle ?? {};
  if (!attempt) return '';
  const name = (/** @type {string} */ point) => app.name(point);
  if (own) {
    const verdict = { reason: own.reason ?? null, better: '' };
    const reason = reasonOf(verdict, attempt.side, name) || t(`missed ${kind}`);
    return t('reason own', { point: name(own.played), reason, moves: attempt.solution.map(name).join(' ') });
  }
  if (['vcf', 'vct'].includes(kind) && !puzzles.shows && !attempt.follows) return '';
  if (puzzles.asksForbidden) return joined(puzzles.foul && t(`explain ${puzzles.foul}`), marked(puzzles));
  const points = kind === 'trap' ? attempt.solution : pointsOf(threat);
  const point = points[points.length - 1] ?? '';
  const said = [puzzles.words('reason', { point: name(point), line: points.map(name).join(' ') })];
  const [move, four, stop] = attempt.solution;
  if (attempt.bestTry.length)
    said.unshift(t('bestTry', { point: name(move), line: attempt.bestTry.map(name).join(' ') }));
  if (kind === 'stop-three' && stop && (puzzles.shows || attempt.follows))
    said.push(t('stopsFour', { point: name(four), reply: name(stop) }));
  if (kind === 'trap') said.push(...attempt.forbidden.filter((one) => one.point === point).map(explained));
  return joined(...said, marked(puzzles));
}

/** @param {import('./tengen/engine.js').Forbidden} forbidden */
const explained = ({ kind }) => t(`explain ${kind}`);

/** Why a move is wrong, and what punishes it. @param {Puzzles} puzzles @param {string} point */
export function fault(puzzles, point) {
  const attempt = /** @type {import('./attempt.js').Attempt} */ (puzzles.attempt);
  const { refutation, punished, kept, puzzle } = attempt;
  const { kind, own } = puzzle;
  const answer = refutation || punished[0];
  const reply = answer && puzzles.app.name(answer);
  if (own)
    return joined(
      t('wrongOwn', { point, n: whole(kept), best: whole(own.rate) }),
      reply && t('repliedBy', { reply }),
    );
  if (NAMED.includes(kind)) {
    const then =
      reply && (DEFENCES.includes(kind) ? puzzles.words('then', { reply }) : t('stoppedBy', { reply }));
    return joined(puzzles.words('wrong', { point }), then, marked(puzzles));
  }
  if (punished.length) return t('wrongDefence', { point, n: pliesOf(punished.length, attempt.mayBeFewer) });
  return reply ? t('wrongHeld', { point, reply }) : t('wrongMove', { point });
}

/** The last hint in words. @param {Puzzles} puzzles */
export function hint(puzzles) {
  const { app, attempt, hints } = puzzles;
  if (!attempt || !hints) return attempt && attempt.tip !== attempt.start ? t('goOn') : '';
  const { puzzle } = attempt;
  const { plies, kind, own } = puzzle;
  if (own && hints === 1)
    return kind === 'positional' ? t('hintOwn', { n: whole(own.rate) }) : puzzles.words('hintOwn');
  const move = puzzles.expected();
  if (puzzles.names) return t('hintIs', { point: app.name(move) });
  if (hints === 1 && stepOf(puzzle)) return puzzles.words('hint', { foul: t(`foul ${puzzles.foul}`) });
  if (DEFENCES.includes(kind)) return t('hintThreat', { n: plies });
  const later = attempt.solution[attempt.line.length + 2] ?? move;
  return hints === 1 ? t('hintPlies', { n: plies }) : t('hintLater', { point: app.name(later) });
}

/** @param {number} rate */
const whole = (rate) => Math.round(100 * rate);

/** Sentences, without those that are missing. @param {...string} sentences */
const joined = (...sentences) => sentences.filter(Boolean).join(' ');
