// A game's opening under an opening rule: the players place stones and make choices until the sides are settled. The
// engine knows the rules and returns the next question.
import { whyNot } from './tengen/engine.js';
import { pointsOf } from './tengen/points.js';
import { isSelfPlay, levelOf } from './seats.js';
import { whyOf } from './remarks.js';
import { t } from './words.js';

/**
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./play.js').Seat} Seat
 * @typedef {import('./tengen/wire.js').StepText} Step
 * @typedef {{ rule: string, answers: string[], players: [Seat, Seat], step?: Step | null, told?: string }} Kept
 */

/** The time for a choice of the engine at full strength, in milliseconds. */
const CHOICE = 3000;

/** Restores a stored opening, or returns null if it is not valid. @param {Play} play @param {any} kept */
export const restoredOpening = (play, kept) =>
  kept?.rule && Array.isArray(kept.answers) && Array.isArray(kept.players) ? new Opening(play, kept) : null;

export class Opening {
  /** @param {Play} play @param {Kept} kept */
  constructor(play, { rule, answers, players, step = null, told }) {
    this.play = play;
    this.rule = rule;
    this.answers = answers;
    /** The player that places the first stone, and the other. */
    this.players = players;
    this.step = step;
    /** Tengen's last choices, in words. Stored as `told`, the former name. */
    this.choiceText = told;
    /** The fifth stones offered so far. @type {string[]} */
    this.fifths = [];
  }

  /** @returns {Kept} */
  toJSON() {
    const { rule, answers, players, step, choiceText } = this;
    return { rule, answers, players, step, told: choiceText };
  }

  /** The current question, if it is for a person. */
  get asked() {
    const asked = this.step?.asked;
    return asked && this.players[asked.player] === 'person' ? asked : null;
  }

  /** The side of the player who is asked. @returns {import('./seats.js').Side | null} */
  get actor() {
    const { step } = this;
    if (!step?.asked) return null;
    return step.asked.player === step.black ? 'black' : 'white';
  }

  /** The player who currently has this side. @param {import('./seats.js').Side} side */
  playerOf(side) {
    const black = this.step?.black ?? 0;
    return side === 'black' ? black : 1 - black;
  }

  /** Whether the current question asks a person for a point. */
  get wantsPoint() {
    return !!this.asked && ['stone', 'fifths', 'fifth'].includes(this.asked.question);
  }

  /** Whether a person places the next stone. */
  get placesStone() {
    return this.asked?.question === 'stone';
  }

  /** The offered fifth stones, drawn translucent. @returns {import('./tengen/board.js').Ghost[]} */
  get ghosts() {
    return pointsOf(this.step?.offered ?? '').map((point, i) => ({
      point,
      side: 'black',
      text: String.fromCharCode(65 + i),
    }));
  }

  /**
   * The next step after these answers and fifth stones. Null if the engine refuses, or if its reply is out of date
   * because the opening has continued or ended meanwhile, or the page is in another mode.
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
      if (!current()) return null;
      const why = await whyOf(error);
      app.complain(why.replace(/\b[a-z]\d{1,2}\b/g, (point) => app.name(point)));
      if (!this.step) play.skipOpening();
      return null;
    }
  }

  /** Asks for the next step and takes it. */
  async proceed() {
    const { play } = this;
    const step = await this.ask(this.answers, this.fifths);
    if (!step) return;
    this.take(step);
    if (this.addStones(pointsOf(step.stones))) return;
    if (!step.asked) return this.end();
    if (this.players[step.asked.player] === 'tengen') return this.letEngine();
    this.askPerson(step.asked);
    play.look();
  }

  /** Takes a step and seats the players; with two levels of Tengen, each keeps its own. @param {Step} step */
  take(step) {
    const { play, players } = this;
    const { setup } = play;
    const swapped = step.black !== (this.step?.black ?? 0);
    this.step = step;
    if (swapped && isSelfPlay(setup.seats))
      [setup.level, setup.rival] = [levelOf(setup, 'white'), levelOf(setup, 'black')];
    play.seat({ black: players[step.black], white: players[1 - step.black] });
  }

  /** Adds new stones to the game; `Play.changed` continues when the board is up to date. @param {string[]} stones */
  addStones(stones) {
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

  /** @param {import('./tengen/wire.js').AskedText} asked */
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
    } else if (!this.choiceText) return;
    else choices.push([t('close'), () => {}]);
    this.play.app.notice([this.choiceText, this.question()].filter(Boolean).join('. '), choices);
  }

  /** Handles a click on a point. @param {string} point */
  touch(point) {
    const asked = this.asked;
    if (asked?.question !== 'fifths') return this.answer(point);
    const fifths = this.fifths.includes(point)
      ? this.fifths.filter((other) => other !== point)
      : [...this.fifths, point];
    if (fifths.length === asked.count) return this.answer(fifths.join(' '));
    return this.offer(fifths);
  }

  /** Shows the fifth stones to offer, as far as they are chosen. @param {string[]} fifths */
  async offer(fifths) {
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
    this.choiceText = undefined;
    await this.proceed();
  }

  letEngine() {
    const { play } = this;
    const { app } = play;
    if (play.search) return;
    const opening = { rule: this.rule, answers: this.answers };
    const level = levelOf(play.setup, this.actor ?? 'black');
    play.search = app.engine.search(
      { ask: 'open_game', game: app.tree.game(play.tip), opening, level, time: CHOICE },
      (message) => {
        play.search = null;
        if (message.reply !== 'opened') return app.complain(whyNot(message));
        const texts = message.answers.map((answer) => this.describe(answer));
        this.report(texts.filter(Boolean).join('. '));
        this.answers = [...this.answers, ...message.answers];
        this.proceed();
      },
    );
    play.look();
  }

  /** Adds a text to Tengen's choices since the other player's last one. @param {string} text */
  report(text) {
    if (!text) return;
    const earlier = isSelfPlay(this.play.setup.seats) ? '' : this.choiceText;
    this.choiceText = [earlier, text].filter(Boolean).join('. ');
    this.play.app.announce(text);
  }

  /** Tengen's choice in words; empty for a stone. @param {string} answer */
  describe(answer) {
    const points = pointsOf(answer);
    const { app } = this.play;
    if (points.length > 1)
      return t('tengenOffers', { points: points.map((point) => app.name(point)).join(' ') });
    if (points.length)
      return this.step?.asked?.question === 'fifth' ? t('tengenKeeps', { point: app.name(answer) }) : '';
    return Number(answer) ? t('tengenDeclares', { n: answer }) : t(`tengen ${answer}`);
  }

  end() {
    const { play } = this;
    play.opening = null;
    const text = [this.choiceText, this.sides()].filter(Boolean).join('. ');
    if (text) play.app.notice(text, [[t('close'), () => {}]]);
    play.app.state.changed();
    play.changed();
  }

  /** The side that each person plays, in words; empty if only Tengen plays. */
  sides() {
    const { players } = this;
    const black = this.playerOf('black');
    if (players[0] !== players[1])
      return t('sidesAre', { side: t(players[black] === 'person' ? 'black' : 'white') });
    return players[0] === 'person' ? t('playerHas', { n: black + 1, side: t('black') }) : '';
  }

  /** The current question in words. */
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

  /** The current question, or that Tengen is choosing; null before the first question. */
  status() {
    if (!this.step?.asked) return null;
    if (this.asked && !this.play.search) return this.question();
    return [this.choiceText, t('tengenOpens')].filter(Boolean).join('. ');
  }
}
