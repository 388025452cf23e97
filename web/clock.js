// The clocks of a game.

/**
 * @typedef {{ kind: 'none' | 'turn' | 'match', turn: number, main: number, plus: number }} Terms seconds
 */

export class Clock {
  /** @param {Terms} terms @param {(side: 'black' | 'white') => void} flag @param {() => void} tick @param {() => number} [now] milliseconds */
  constructor(terms, flag, tick, now = () => performance.now()) {
    this.terms = terms;
    const whole = 1000 * (terms.kind === 'turn' ? terms.turn : terms.main);
    /** Milliseconds. */
    this.left = { black: whole, white: whole };
    /** @type {'black' | 'white' | null} */
    this.running = null;
    this.since = 0;
    this.flag = flag;
    this.tick = tick;
    this.now = now;
    this.timer = setInterval(() => this.look(), 100);
  }

  /** Nobody looks at it any more. */
  end() {
    clearInterval(this.timer);
  }

  get counts() {
    return this.terms.kind !== 'none';
  }

  /** What is left now. @param {'black' | 'white'} side */
  of(side) {
    const used = this.running === side ? this.now() - this.since : 0;
    return Math.max(0, this.left[side] - used);
  }

  /** Another side thinks, or nobody. @param {'black' | 'white' | null} side @param {boolean} moved */
  pass(side, moved) {
    const before = this.running;
    if (before) {
      this.left[before] = this.of(before);
      if (moved && this.terms.kind === 'match') this.left[before] += 1000 * this.terms.plus;
      if (moved && this.terms.kind === 'turn') this.left[before] = 1000 * this.terms.turn;
    }
    this.running = this.counts ? side : null;
    this.since = this.now();
  }

  look() {
    if (!this.running) return;
    if (this.of(this.running) <= 0) {
      const side = this.running;
      this.pass(null, false);
      this.left[side] = 0;
      this.flag(side);
    }
    this.tick();
  }
}

/** @param {number} time milliseconds */
export function clockFace(time) {
  const seconds = Math.ceil(time / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  if (time < 10_000) return (time / 1000).toFixed(1);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
