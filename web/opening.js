// An opening rule: whoever is asked lays stones or chooses, until it is settled who has which side. What is asked
// comes from the engine, which knows the rules.
import { whyNot } from './engine.js';
import { make } from './dom.js';
import { pointsOf } from './points.js';
import { t } from './words.js';

/**
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./play.js').Seat} Seat
 * @typedef {import('./wire.js').StepText} Step
 * @typedef {{ rule: string, answers: string[], players: [Seat, Seat], step?: Step | null, told?: string }} Kept
 */

/** A choice of the engine at full strength takes so long. */
const CHOICE = 3000;

/** The opening that was kept, if it is one of this form. @param {Play} play @param {any} kept */
export const kept = (play, kept) =>
  kept?.rule && Array.isArray(kept.answers) && Array.isArray(kept.players) ? new Opening(play, kept) : null;

export class Opening {
  /** @param {Play} play @param {Kept} kept */
  constructor(play, { rule, answers, players, step = null, told }) {
    this.play = play;
    this.rule = rule;
    this.answers = answers;
    /** The one who lays the first stone, and the other. */
    this.players = players;
    this.step = step;
    /** What Tengen has chosen, in words. */
    this.told = told;
    /** Fifth stones named of those that are to be offered. @type {string[]} */
    this.fifths = [];
  }

  /** @returns {Kept} */
  toJSON() {
    const { rule, answers, players, step, told } = this;
    return { rule, answers, players, step, told };
  }

  /** What a person is asked now. */
  get asked() {
    const asked = this.step?.asked;
    return asked && this.players[asked.player] === 'person' ? asked : null;
  }

  /** Whether a person is asked for a point. */
  get wantsPoint() {
    return !!this.asked && ['stone', 'fifths', 'fifth'].includes(this.asked.question);
  }

  /** Whether the next stone lies where it is laid. */
  get lays() {
    return this.asked?.question === 'stone';
  }

  /** Fifth stones that are no stones yet, as the board draws them. @returns {import('./board.js').Ghost[]} */
  get ghosts() {
    return pointsOf(this.step?.offered ?? '').map((point, i) => ({
      point,
      side: 'black',
      text: String.fromCharCode(65 + i),
    }));
  }

  /**
   * The next step after these answers and fifth stones; null if the engine refuses, or if its reply is out of date:
   * the opening has continued or ended meanwhile, or the page is in another mode.
   * @param {string[]} answers @param {string[]} fifths
   */
  async ask(answers, fifths) {
    const { play } = this;
    const { app, tip } = play;
    const before = this.answers;
    const current = () => before === this.answers && this === play.opening && app.mode === 'play';
    const opening = { rule: this.rule, answers };
    try {
      const question = /** @type {const} */ ({ ask: 'opening', game: app.tree.game(tip), opening });
      const step = await app.engine.ask({ ...question, fifths: fifths.join('') });
      return current() ? step : null;
    } catch (error) {
      if (current()) app.complain(error);
      return null;
    }
  }

  /** Asks for the next step and takes it. */
  async goOn() {
    const { play } = this;
    const step = await this.ask(this.answers, this.fifths);
    if (!step) return;
    this.step = step;
    if (this.lay(pointsOf(step.stones))) return;
    if (!step.asked) return this.end(step.black);
    if (this.players[step.asked.player] === 'tengen') return this.letEngine();
    this.askPerson(step.asked);
    play.look();
  }

  /** Lays what has come to the opening; the board tells when that is there. @param {string[]} stones */
  lay(stones) {
    const { play } = this;
    const { app } = play;
    const fresh = stones.slice(play.tip.ply);
    for (const point of fresh) {
      play.tip = app.tree.add(play.tip, point);
      app.tree.promote(play.tip);
    }
    if (fresh.length) app.go(play.tip);
    return fresh.length > 0;
  }

  /** @param {import('./wire.js').AskedText} asked */
  askPerson(asked) {
    /** @type {[string, () => void][]} */
    const choices = [];
    if (asked.question === 'colour') {
      choices.push(
        [t('takeBlack'), () => this.answer('black')],
        [t('takeWhite'), () => this.answer('white')],
      );
      const { instead } = asked;
      if (instead) choices.push([t(instead === 'two' ? 'layTwo' : 'offerTen'), () => this.answer(instead)]);
    } else if (asked.question === 'number') {
      for (let n = 1; n <= asked.most; n++) choices.push([String(n), () => this.answer(String(n))]);
    } else if (!this.told) return;
    else choices.push([t('close'), () => {}]);
    this.play.app.notice([this.told, this.question()].filter(Boolean).join('. '), choices);
  }

  /** A person touches a point. @param {string} point */
  touch(point) {
    const asked = this.asked;
    if (asked?.question !== 'fifths') return this.answer(point);
    const fifths = this.fifths.includes(point)
      ? this.fifths.filter((other) => other !== point)
      : [...this.fifths, point];
    if (fifths.length === asked.count) return this.answer(fifths.join(' '));
    return this.name(fifths);
  }

  /** These fifth stones are to be offered, and more. @param {string[]} fifths */
  async name(fifths) {
    const step = await this.ask(this.answers, fifths);
    if (!step) return;
    this.fifths = fifths;
    this.step = step;
    this.play.app.draw();
    this.play.look();
  }

  /** @param {string} text */
  async answer(text) {
    const answers = [...this.answers, text];
    const step = await this.ask(answers, []);
    if (!step) return;
    this.answers = answers;
    this.fifths = [];
    this.told = undefined;
    await this.goOn();
  }

  letEngine() {
    const { play } = this;
    const { app } = play;
    if (play.search) return;
    const opening = { rule: this.rule, answers: this.answers };
    const { level } = play.setup;
    play.search = app.engine.search(
      { ask: 'open_game', game: app.tree.game(play.tip), opening, level, time: CHOICE },
      (telling) => {
        play.search = null;
        if (telling.tell !== 'opened') return app.complain(whyNot(telling));
        const told = telling.answers.map((answer) => this.tell(answer)).filter(Boolean);
        this.told = told.join('. ');
        if (this.told) app.announce(this.told);
        this.answers = [...this.answers, ...telling.answers];
        this.goOn();
      },
    );
    play.look();
  }

  /** What Tengen has chosen, in words; a stone is seen on the board. @param {string} answer */
  tell(answer) {
    const points = pointsOf(answer);
    const { app } = this.play;
    if (points.length > 1)
      return t('tengenOffers', { points: points.map((point) => app.name(point)).join(' ') });
    if (points.length)
      return this.step?.asked?.question === 'fifth' ? t('tengenKeeps', { point: app.name(answer) }) : '';
    return Number(answer) ? t('tengenDeclares', { n: answer }) : t(`tengen ${answer}`);
  }

  /** @param {number} black the player who has it */
  end(black) {
    const { play, players } = this;
    play.seat({ black: players[black], white: players[1 - black] });
    play.opening = null;
    const sides = t('sidesAre', { side: t(play.setup.seats.black === 'person' ? 'black' : 'white') });
    if (players[0] !== players[1])
      play.app.notice([this.told, sides].filter(Boolean).join('. '), [[t('close'), () => {}]]);
    play.app.state.changed();
    play.changed();
  }

  /** What is asked, in words. */
  question() {
    const { asked } = this.step ?? {};
    const { app, tip } = this.play;
    switch (asked?.question) {
      case 'stone': {
        const zone = t(`zone ${asked.zone}`, { n: asked.side });
        return t('openingStone', { n: tip.ply + 1, side: t(app.tree.side(tip)), zone });
      }
      case 'fifths':
        return t('openingFifths', { n: this.fifths.length, count: asked.count });
      case 'fifth':
        return t('openingFifth');
      case 'number':
        return t('openingNumber');
      default:
        return t('openingColour');
    }
  }

  status() {
    return this.play.search || !this.asked ? t('tengenOpens') : this.question();
  }
}

/** The field of a form that chooses an opening rule. @param {string} chosen @param {string[]} rules */
export function openingField(chosen, rules) {
  const about = make('p.muted', { style: 'margin:0' });
  const names = ['', ...rules];
  const options = names.map((name) =>
    make('option', { value: name, selected: name === chosen }, name ? t(`opening ${name}`) : t('noOpening')),
  );
  const select = make('select', { name: 'opening', id: 'opening-rule' }, ...options);
  const show = () => {
    about.textContent = select.value ? t(`about opening ${select.value}`) : '';
  };
  select.addEventListener('change', show);
  show();
  return make('div', {}, make('label.field', {}, t('openingRule'), select), about);
}
