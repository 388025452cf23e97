// The clocks of a game.

/**
 * @typedef {{ kind: 'none' | 'turn' | 'match', turn: number, main: number, plus: number }} Terms in seconds
 */

export class Clock {
  /** @param {Terms} terms @param {(side: 'black' | 'white') => void} flag @param {() => void} tick @param {() => number} [now] milliseconds */
  constructor(terms, flag, tick, now = () => performance.now()) {
    this.terms = terms;
    const whole = 1000 * (terms.kind === 'turn' ? terms.turn : terms.main);
    /** The time left when the running clock was started, in milliseconds. */
    this.left = { black: whole, white: whole };
    /** @type {'black' | 'white' | null} */
    this.running = null;
    this.since = 0;
    this.flag = flag;
    this.tick = tick;
    this.now = now;
    this.timer = setInterval(() => this.update(), 100);
  }

  /** Stops the timer; do not use the clock afterwards. */
  end() {
    clearInterval(this.timer);
  }

  /** Whether the game has a clock. */
  get counts() {
    return this.terms.kind !== 'none';
  }

  /** Milliseconds left. @param {'black' | 'white'} side */
  of(side) {
    const used = this.running === side ? this.now() - this.since : 0;
    return Math.max(0, this.left[side] - used);
  }

  /** Starts the clock of a side (or none) and stops the other. @param {'black' | 'white' | null} side @param {boolean} moved the other side has moved */
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

  update() {
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

/** The time as `m:ss`; tenths of a second below ten seconds. @param {number} time milliseconds */
export function clockFace(time) {
  const seconds = Math.ceil(time / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  if (time < 10_000) return (time / 1000).toFixed(1);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
