// The puzzle mode: built-in puzzles by grade and kind, and puzzles from the player's own games.
import { button, byId, enable, make } from './dom.js';
import { pointsOf } from './tengen/points.js';
import { checkForm, load, store } from './stored.js';
import { DEFENCES, STEPS, Trainer, gradeOf, puzzlesOf, startOf, stepOf } from './trainer.js';
import { fetchLaterWords, t } from './words.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('./trainer.js').Puzzle} Puzzle
 */

const KEPT = 'tengen-puzzles';
export const KINDS = ['any', ...STEPS, 'vcf', 'vct', 'defence', 'own', 'opening'];
const FILES = ['puzzles.jsonl', 'steps.jsonl'];
const CIRCLE = /** @type {const} */ ('circle');
const LEVELS = ['level', 'steps', '1', '2', '3', '4', '5'];
/** The rules that a new player can begin with. */
const FIRST_RULES = ['freestyle', 'renju'];
const RULES = ['any', 'freestyle', 'standard', 'renju', 'caro', 'caro-exact'];
/** Fetched with the first puzzle: hints and reasons. @type {typeof import('./reasons.js')} */
let reasons;
/** Attempts. @type {typeof import('./attempt.js')} */
let attempts;
/** Sends requests to the engine. @type {import('./tengen/client.js').Client} */
let client;
/** The minimum delay of the opponent's reply, in milliseconds. */
const PAUSE = 350;

export class Puzzles {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.trainer = new Trainer(load(KEPT, check));
    /** The built-in puzzles, once fetched. @type {Puzzle[] | null} */
    this.builtIn = null;
    /** The game to return to when this mode is left. @type {{ tree: import('./tree.js').Tree, at: import('./tree.js').Move } | null} */
    this.own = null;
    /** @type {import('./attempt.js').Attempt | null} */
    this.attempt = null;
    /** The number of hints given. */
    this.hints = 0;
    /** Whether the solution is shown. */
    this.shows = false;
    /** Whether the result of the attempt has been counted. */
    this.counted = false;
    this.failed = '';
    /** How the last attempt has changed the player's rating. @type {number | null} */
    this.change = null;
    /** A winning move after a deviation from the solution. */
    this.suggested = '';
    /** Ends the search for what follows a right defence. */
    this.looking = new AbortController();
  }

  build() {
    if (!this.builtIn && !this.failed) return; // not entered yet: the words may be missing
    const choice = (
      /** @type {'kind' | 'grade' | 'rule'} */ name,
      /** @type {string[]} */ values,
      /** @type {(value: string) => string} */ text,
    ) => {
      const options = values.map((value) =>
        make('option', { value, selected: value === this.trainer.filter[name] }, text(value)),
      );
      const select = make(
        'select',
        {
          id: `puzzle-${name}`,
          'aria-label': t(name),
          onchange: () => this.setFilter({ [name]: select.value }),
        },
        ...options,
      );
      return select;
    };
    byId('mode-puzzles').replaceChildren(
      this.ruleCard(),
      make(
        'section.card',
        { 'aria-label': t('puzzles') },
        make(
          'div.row',
          {},
          choice('kind', KINDS, (kind) => t(`kind ${kind}`)),
          choice('grade', LEVELS, (grade) =>
            grade === 'level'
              ? t('atYourLevel')
              : grade === 'steps'
                ? t('steps')
                : t('gradeIs', { n: grade }),
          ),
          choice('rule', RULES, (rule) => t(rule === 'any' ? 'anyRule' : `rule ${rule}`)),
        ),
        make('p.muted', { id: 'puzzle-grade-shown', style: 'margin:10px 0 0' }),
        make('p.muted', { id: 'puzzle-rule-shown', style: 'margin:4px 0 0' }),
        make('p', { id: 'puzzle-said', role: 'status', style: 'margin:8px 0' }),
        make(
          'div.actions',
          { style: 'grid-template-columns: 1fr 1fr' },
          button(t('nextPuzzle'), () => this.next(), { look: 'main', id: 'puzzle-next' }),
          button(t('hint'), () => this.hint(), { id: 'puzzle-hint' }),
          button(t('tryAgain'), () => this.again(), { id: 'puzzle-again' }),
          button(t('solution'), () => this.solve(), { id: 'puzzle-solution' }),
        ),
        make('p.muted', { id: 'puzzle-cost', style: 'margin:8px 0 0' }),
      ),
      make('section.card', { 'aria-label': t('yourRating') }, make('table', { id: 'puzzle-figures' })),
    );
    this.show();
  }

  /** The card that asks for the rule that the player usually plays. */
  ruleCard() {
    const choice = (/** @type {string} */ rule) =>
      button(t(`rule ${rule}`), () => this.chooseRule(rule), { look: 'small', title: t(`about ${rule}`) });
    return make(
      'section.card',
      { id: 'puzzle-usual', 'aria-label': t('usualRule') },
      make('b', {}, t('usualRule')),
      make('p.muted', { style: 'margin:4px 0 8px' }, t('aboutUsualRule')),
      make(
        'div.row',
        {},
        ...FIRST_RULES.map(choice),
        button(t('neverPlayed'), () => this.begin(), { look: 'small', title: t('aboutNeverPlayed') }),
      ),
    );
  }

  /** @param {string} rule */
  chooseRule(rule) {
    const { trainer } = this;
    trainer.usual = rule;
    const fits = this.attempt?.puzzle.rule === rule;
    if (fits) Object.assign(trainer.filter, { rule });
    else this.setFilter({ rule });
    this.keep();
    this.build();
  }

  /** Begins with the first step for beginners. */
  begin() {
    this.trainer.begin();
    this.attempt = null;
    this.chooseRule(FIRST_RULES[0]);
  }

  async enter() {
    const { app, trainer } = this;
    const words = fetchLaterWords();
    const asking = import('./tengen/client.js');
    [reasons, attempts] = await Promise.all([import('./reasons.js'), import('./attempt.js')]);
    client ??= new (await asking).Client(app.engine);
    await words;
    if (app.mode !== 'puzzles') return;
    if (trainer.isNew && trainer.filter.kind !== 'own')
      trainer.filter.rule = app.tree.start.rule.startsWith('renju') ? 'renju' : 'freestyle';
    this.own ??= { tree: app.tree, at: app.at }; // it may have been entered twice
    if (!this.builtIn) await this.fetch();
    this.build();
    if (app.mode !== 'puzzles') return;
    if (this.attempt && trainer.filter.kind !== 'opening') this.showPuzzle();
    else this.next();
  }

  async fetch() {
    try {
      const texts = FILES.map(async (file) => {
        const response = await fetch(new URL(file, import.meta.url));
        if (!response.ok) throw new Error(response.statusText);
        return response.text();
      });
      this.builtIn = puzzlesOf((await Promise.all(texts)).join('\n'));
    } catch (error) {
      console.warn(error);
      this.failed = t('puzzlesGone');
    }
  }

  leave() {
    const { own } = this;
    this.own = null;
    if (!own) return;
    this.app.state.replace(own.tree);
    this.app.go(own.at);
  }

  /** A game was opened: shows it in the analysis mode. */
  gameReplaced() {
    if (!this.own) return;
    this.own = null;
    this.app.choose('analyse');
  }

  changed() {
    if (this.app.mode === 'puzzles') this.show();
  }

  /** @param {Partial<import('./trainer.js').Filter>} filter */
  setFilter(filter) {
    const wish = Object.assign(this.trainer.filter, filter);
    if (['forbidden', 'trap'].includes(wish.kind)) wish.rule = 'renju';
    this.keep();
    this.build();
    this.next();
  }

  /** @returns {void} */
  next() {
    if (this.trainer.filter.kind === 'opening') return void this.drill();
    const puzzle = this.trainer.next(this.builtIn ?? [], this.attempt?.puzzle ?? null);
    if (puzzle) this.take(puzzle);
    else {
      this.attempt = null;
      this.show();
    }
  }

  /** Hands over to the opening trainer. */
  async drill() {
    const { Drill } = await import('./drill.js');
    const isHere = this.own && this.app.modes.puzzles === this; // neither left nor drilling already
    if (isHere && this.trainer.filter.kind === 'opening') new Drill(this);
  }

  /** @param {Puzzle} puzzle */
  take(puzzle) {
    this.looking.abort();
    this.attempt = new attempts.Attempt(client, puzzle);
    this.hints = 0;
    this.counted = false;
    this.change = null;
    this.showPuzzle();
    this.attempt.extend(() => {
      this.keep();
      this.show();
    });
  }

  /** Shows the puzzle in its current state. */
  showPuzzle() {
    const { app, attempt } = this;
    if (!attempt || !this.own) return;
    this.shows = false;
    app.state.replace(attempt.tree);
    app.go(attempt.tip);
    app.announce(this.task());
    this.show();
  }

  again() {
    this.attempt?.again();
    this.showPuzzle();
  }

  /** Gives another hint; from the second one on the attempt counts as failed. */
  async hint() {
    const { attempt } = this;
    if (!attempt || attempt.phase !== 'asks' || this.shows) return;
    const suggested = attempt.follows ? '' : await attempt.winning().catch(() => '');
    if (attempt !== this.attempt || attempt.phase !== 'asks' || this.shows) return;
    this.suggested = suggested;
    this.hints = Math.min(this.hints + 1, 3);
    if (this.hints > 1) this.count(false);
    this.app.announce(this.message());
    this.show();
  }

  /** Shows the solution. */
  solve() {
    const { attempt } = this;
    if (!attempt) return;
    if (attempt.phase !== 'right') this.count(false);
    attempt.again();
    this.showPuzzle();
    this.shows = true;
    this.show();
    this.lookOn(attempt);
  }

  /** Shows what follows a right defence, once the engine has found it. @param {import('./attempt.js').Attempt} attempt */
  async lookOn(attempt) {
    this.looking.abort();
    this.looking = new AbortController();
    await attempt.lookOn(this.looking.signal);
    if (attempt !== this.attempt) return;
    this.app.record.show();
    this.show();
  }

  /** @param {string} point */
  touch(point) {
    const { app, attempt } = this;
    if (!attempt || attempt.phase !== 'asks' || this.shows) return;
    if (app.at !== attempt.tip) return void app.go(attempt.tip);
    app.playAt(point, () => this.play(point));
  }

  /** @param {string} point */
  async play(point) {
    const { app, attempt } = this;
    if (!attempt) return;
    this.looking.abort();
    attempt.place(point);
    const { tip } = attempt;
    app.go(tip);
    this.show();
    const judged = attempt.judge().then(() => {
      // Counted at once: "Next puzzle" or "Try again" may come before the pause is over.
      const { phase } = attempt;
      if (attempt === this.attempt && (phase === 'right' || phase === 'wrong')) this.count(phase === 'right');
    });
    const [failed] = await Promise.all([
      judged.catch((error) => error),
      new Promise((done) => setTimeout(done, PAUSE)),
    ]);
    if (attempt !== this.attempt || app.mode !== 'puzzles') return;
    if (failed) {
      attempt.again();
      app.complain(failed);
    }
    if (app.at === tip) app.go(attempt.tip);
    if (attempt.phase !== 'asks') app.announce(this.message());
    this.show();
    if (attempt.phase === 'right') this.lookOn(attempt);
  }

  /** Counts the result of the first attempt. @param {boolean} solved */
  async count(solved) {
    const { attempt, trainer } = this;
    if (!attempt || this.counted) return;
    this.counted = true;
    const { puzzle } = attempt;
    const strengths = { player: trainer.player, puzzle: trainer.strength(puzzle) };
    const rated = puzzle.own
      ? null
      : await this.app.engine.ask({ ask: 'rate', ...strengths, solved }).catch(() => null);
    trainer.note(puzzle, solved, rated);
    if (rated && attempt === this.attempt)
      this.change = Math.round(rated.player.rating) - Math.round(strengths.player.rating);
    this.keep();
    this.show();
  }

  keep() {
    store(KEPT, this.trainer.kept());
  }

  /** Adds puzzles from the player's own games and shows them. @param {Puzzle[]} puzzles */
  learn(puzzles) {
    this.trainer.learn(puzzles);
    Object.assign(this.trainer.filter, { kind: 'own', rule: 'any' });
    this.attempt = null;
    this.keep();
    this.build();
    this.app.choose('puzzles');
  }

  /** Whether the puzzle asks for a forbidden point. */
  get asksForbidden() {
    return this.attempt?.puzzle.kind === 'forbidden';
  }

  /** The kind of the first forbidden point on the board, or else of the forbidden move that was played. */
  get foul() {
    const { board } = this.app;
    return board?.forbidden[0]?.kind ?? board?.ending?.reason.replace('foul: ', '') ?? '';
  }

  /** A text for the puzzle's kind, with its sides, its plies and these values. @param {string} word @param {Record<string, string | number>} [values] */
  words(word, values = {}) {
    const { side = 'black', puzzle } = this.attempt ?? {};
    const other = t(side === 'black' ? 'white' : 'black');
    return t(`${word} ${puzzle?.kind}`, { side: t(side), other, n: puzzle?.plies ?? 0, ...values });
  }

  /** The task in words. */
  task() {
    const { own } = this.attempt?.puzzle ?? {};
    if (!this.attempt) return '';
    return own
      ? t('task own', { side: t(this.attempt.side), point: this.app.name(own.played) })
      : this.words('task');
  }

  /** The state of the attempt in words. */
  message() {
    const { attempt } = this;
    if (!attempt) return this.failed || t(this.trainer.isThrough ? 'ownDone' : 'noPuzzle');
    const point = attempt.line.length ? this.app.name(attempt.line[attempt.line.length - 1]) : '';
    if (attempt.phase === 'waits') return t('tengenThinks');
    if (attempt.phase === 'right') {
      const isOther = attempt.isOther && ![...DEFENCES, 'forbidden'].includes(attempt.puzzle.kind);
      const right = isOther
        ? t('alsoWins', { point: this.app.name(attempt.line[0]), reply: this.app.name(attempt.solution[0]) })
        : t('solvedIt');
      return `${right} ${reasons.reason(this)}`.trim();
    }
    if (attempt.phase === 'wrong') return reasons.fault(this, point);
    return this.shows ? `${t('thisIsIt')} ${reasons.reason(this)}`.trim() : reasons.hint(this);
  }

  /** Whether the hints so far include the last one, which names the move. */
  get names() {
    const { own, kind = '' } = this.attempt?.puzzle ?? {};
    return this.hints >= (own || (STEPS.includes(kind) && !DEFENCES.includes(kind)) ? 2 : 3);
  }

  /** The next move of the solution, or a winning move after a deviation. */
  expected() {
    const { attempt } = this;
    return attempt?.follows ? (attempt.solution[attempt.line.length] ?? '') : this.suggested;
  }

  show() {
    if (!document.getElementById('puzzle-grade-shown')) return;
    const { attempt, app } = this;
    byId('puzzle-grade-shown').textContent = this.grade();
    const message = byId('puzzle-said');
    message.textContent = this.message();
    message.className =
      attempt?.phase === 'right' ? 'mark-good' : attempt?.phase === 'wrong' ? 'mark-bad' : '';
    enable('puzzle-hint', attempt?.phase === 'asks' && !this.shows);
    enable(
      'puzzle-again',
      !!attempt && attempt.phase !== 'waits' && (attempt.tip !== attempt.start || this.shows),
    );
    enable('puzzle-solution', !!attempt && attempt.phase !== 'waits' && !this.shows);
    byId('puzzle-usual').hidden = !!this.trainer.usual || this.trainer.filter.kind === 'own';
    byId('puzzle-rule-shown').textContent = this.otherRule();
    byId('puzzle-cost').textContent = this.cost();
    this.figures();
    app.state.changed();
  }

  /** The step or the grade of the puzzle. */
  grade() {
    const { puzzle } = this.attempt ?? {};
    if (!puzzle || puzzle.own) return '';
    const step = stepOf(puzzle);
    return step
      ? `${t('stepIs', { n: step, of: STEPS.length })} · ${t(`kind ${puzzle.kind}`)}`
      : t('gradeIs', { n: gradeOf(puzzle.rating) });
  }

  /** Explains the rule of the puzzle where it is not the player's usual one. */
  otherRule() {
    const rule = this.attempt?.puzzle.rule;
    if (!rule || rule === this.trainer.usual) return '';
    return t('ruleIs', { rule: t(`rule ${rule}`), about: t(`about ${rule}`) });
  }

  /** What the next hint costs, or what the attempt has changed. */
  cost() {
    const { attempt, hints, change } = this;
    if (!attempt) return '';
    if (change !== null) {
      const rating = Math.round(this.trainer.player.rating);
      return t('ratingIs', { rating, change: change < 0 ? `−${-change}` : `+${change}` });
    }
    if (this.counted || attempt.phase !== 'asks') return '';
    return t(hints ? 'hintCosts' : 'hintIsFree');
  }

  figures() {
    const { trainer } = this;
    const { rating, deviation } = trainer.player;
    const { tries, solved } = trainer.sum();
    const due = trainer.due([...(this.builtIn ?? []), ...trainer.own]).length;
    const rows = [
      [t('yourRating'), `${Math.round(rating)} ± ${Math.round(2 * deviation)}`],
      [t('streak'), t('streakIs', { n: trainer.streak, best: trainer.best })],
      [t('solvedOf'), `${solved} / ${tries}`],
      [t('toRepeat'), String(due)],
    ];
    byId('puzzle-figures').replaceChildren(
      make(
        'tbody',
        {},
        ...rows.map(([name, value]) =>
          make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, value)),
        ),
      ),
    );
  }

  /** Numbered translucent stones for these moves. @param {string[]} moves @param {'black' | 'white'} first */
  ghosts(moves, first) {
    const other = first === 'black' ? 'white' : 'black';
    return moves.map((point, i) => ({
      point,
      side: /** @type {'black' | 'white'} */ (i % 2 ? other : first),
      text: String(i + 1),
    }));
  }

  /** @returns {Partial<import('./tengen/board.js').Scene>} */
  scene() {
    const { attempt, app } = this;
    if (!attempt || app.at !== attempt.tip) return { next: null };
    const other = attempt.side === 'black' ? 'white' : 'black';
    const { kind, threat = '' } = attempt.puzzle;
    const rows = this.asksForbidden
      ? pointsOf(threat).map((point) => ({ point, side: attempt.side, text: '' }))
      : [];
    // The row of a five on the board is marked as won.
    const marks =
      attempt.phase === 'right' && kind === 'make-five'
        ? []
        : reasons.rowsOf(this).flatMap((row) => row.map((point) => ({ point, shape: CIRCLE })));
    if (this.shows)
      return {
        next: null,
        marks,
        ghosts: [...this.ghosts(attempt.solution, attempt.side), ...rows, ...reasons.prevented(this)],
      };
    if (attempt.punished.length) return { next: null, marks, ghosts: this.ghosts(attempt.punished, other) };
    if (attempt.phase === 'right') {
      const rest = this.ghosts(attempt.solution.slice(attempt.line.length), other);
      const shown = attempt.follows ? [...rest, ...rows] : [];
      return { next: null, marks, ghosts: [...shown, ...reasons.prevented(this)] };
    }
    if (attempt.phase !== 'asks') return { next: null, marks, hint: attempt.refutation || undefined };
    const forbidden = this.asksForbidden ? { forbidden: [] } : {};
    if (this.names) return { ...forbidden, hint: this.expected() || undefined };
    if (this.hints === 2 && DEFENCES.includes(kind)) return { ghosts: this.ghosts(pointsOf(threat), other) };
    return forbidden;
  }

  chance() {
    return null;
  }

  status() {
    return this.attempt ? this.task() : null;
  }
}

/** Throws unless this is a stored state of the puzzles. @param {any} kept */
function check(kept) {
  const strength = /** @type {const} */ ({ rating: 'number', deviation: 'number', volatility: 'number' });
  checkForm(kept, {
    player: strength,
    past: {},
    usual: 'string',
    streak: 'number',
    best: 'number',
    wish: { kind: 'string', grade: 'string', rule: 'string' },
  });
  for (const past of Object.values(kept.past ?? {}))
    checkForm(past, { tries: 'number', solved: 'number', box: 'number', due: 'number', strength }, 'past');
  if (!Array.isArray(kept.own ?? [])) throw new Error(t('otherForm', { name: 'own' }));
  for (const puzzle of kept.own ?? []) startOf(puzzle);
}
