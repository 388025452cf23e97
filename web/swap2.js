// The opening rule swap2: whoever lays stones or decides, until it is settled who has which side.
import { whyNot } from './engine.js';
import { pointsOf } from './points.js';
import { t } from './words.js';

/**
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./play.js').Seat} Seat
 * @typedef {import('./wire.js').Decision} Decision
 * @typedef {import('./wire.js').StepText} Step
 * @typedef {{ decided: Decision[], players: [Seat, Seat], step?: Step | null, told?: string }} Kept
 */

/** A choice of the engine takes so long. */
const CHOICE = 3000;

export class Swap2 {
  /** @param {Play} play @param {Kept} kept */
  constructor(play, { decided, players, step = null, told }) {
    this.play = play;
    this.decided = decided;
    /** The one who lays the first stones, and the other. */
    this.players = players;
    this.step = step;
    /** What Tengen has decided, in words. */
    this.told = told;
  }

  /** @returns {Kept} */
  toJSON() {
    const { decided, players, step, told } = this;
    return { decided, players, step, told };
  }

  /** Whether somebody decides instead of laying a stone. */
  get decides() {
    return this.step?.step === 'decide';
  }

  /** Who lays the next stone. */
  get layer() {
    return this.step?.step === 'lay' ? this.players[this.step.player] : null;
  }

  /** Looks what comes next. */
  async goOn() {
    const { app } = this.play;
    const step = await app.engine
      .ask({ ask: 'opening', stones: this.play.tip.ply, decided: this.decided })
      .catch((error) => app.complain(error));
    if (!step || this !== this.play.opening) return;
    this.step = step;
    if (step.step === 'play') return this.end(step.black);
    if (this.players[step.player] === 'tengen') return this.letEngine();
    if (step.step === 'decide') this.askPerson(step.two);
    this.play.look();
  }

  /** @param {boolean} two whether two more stones may be laid */
  askPerson(two) {
    /** @type {[string, () => void][]} */
    const choices = [
      [t('takeBlack'), () => this.decide('black')],
      [t('stayWhite'), () => this.decide('white')],
    ];
    if (two) choices.push([t('layTwo'), () => this.decide('two')]);
    this.play.app.notice([this.told, t('swap2Decide')].filter(Boolean).join('. '), choices);
  }

  /** @param {Decision} decision */
  decide(decision) {
    this.decided.push(decision);
    this.goOn();
  }

  letEngine() {
    const { play } = this;
    const { app } = play;
    if (play.search) return;
    play.search = app.engine.search(
      { ask: 'open_game', game: app.tree.game(play.tip), time: CHOICE },
      (telling) => {
        play.search = null;
        if (telling.tell !== 'opened') return app.complain(whyNot(telling));
        if (telling.decision) {
          this.decided.push(telling.decision);
          this.told = t(`tengen ${telling.decision}`);
          app.announce(this.told);
        }
        for (const point of pointsOf(telling.moves)) play.tip = app.tree.add(play.tip, point);
        app.go(play.tip);
      },
    );
    play.look();
  }

  /** @param {number} black the player who has it */
  end(black) {
    const { play, players } = this;
    play.setup.seats = { black: players[black], white: players[1 - black] };
    play.opening = null;
    const sides = t('sidesAre', { side: t(play.setup.seats.black === 'person' ? 'black' : 'white') });
    if (players.includes('person'))
      play.app.notice([this.told, sides].filter(Boolean).join('. '), [[t('close'), () => {}]]);
    play.app.state.changed();
    play.changed();
  }

  status() {
    const { app, search, tip } = this.play;
    if (search || !this.step) return t('tengenOpens');
    return this.step.step === 'lay'
      ? t('swap2Lay', { n: this.step.until - tip.ply, side: t(app.tree.side(tip)) })
      : t('swap2Decide');
  }
}
