// Reviews the games of files, one after another.
import { button, byId, make } from './dom.js';
import { sumOf } from './mistakes.js';
import { whyOf } from './remarks.js';
import { Tree } from './tree.js';
import { t } from './words.js';

/**
 * @typedef {{ name: string, tree: import('./tengen/wire.js').TreeText, judged?: import('./review.js').Judged,
 *   report?: import('./report.js').Report, result: string }} Entry a game, and its review once it has ended
 */

export class ReviewQueue {
  /** @param {import('./review.js').Review} review */
  constructor(review) {
    this.review = review;
    /** @type {Entry[]} */
    this.entries = [];
    /** The number of games that cannot be shown. */
    this.skipped = 0;
    /** The game on the board. @type {Entry | null} */
    this.current = null;
    /** Whether the next game follows. */
    this.isRunning = false;
  }

  build() {
    const input = make('input', {
      type: 'file',
      multiple: true,
      accept: '.sgf,.psq,.txt',
      hidden: true,
      onchange: () => this.add([...input.files]),
    });
    return make(
      'div',
      { style: 'margin-top:8px' },
      button(t('reviewFiles'), () => input.click(), { look: 'small' }),
      input,
      make('ul.recent', { id: 'review-queue', 'aria-label': t('reviewFiles') }),
      make('p.muted', { id: 'review-skipped' }),
    );
  }

  /** Reads the games of files and reviews them. @param {File[]} files */
  async add(files) {
    const { app } = this.review;
    this.entries = [];
    this.skipped = 0;
    for (const file of files) {
      try {
        const read = await app.files.readAll(file);
        this.skipped += read.skipped;
        read.games.forEach((tree, i) => {
          const players = tree.players?.filter(Boolean).join(' – ');
          const name = `${file.name} ${i + 1}${players ? `: ${players}` : ''}`;
          this.entries.push({ name, tree, result: '' });
        });
      } catch (error) {
        app.complain(`${file.name}: ${await whyOf(error)}`);
      }
    }
    this.isRunning = true;
    this.next();
  }

  /** Reviews the next game; not in another mode, where the board is the user's. */
  next() {
    const entry = this.entries.find(({ result }) => !result);
    this.isRunning &&= !!entry && this.review.app.mode === 'review';
    if (this.isRunning && entry) this.open(entry);
    this.show();
  }

  /** Shows the review of a game, or continues with it. @param {Entry} entry */
  open(entry) {
    const { review } = this;
    if (this.current === entry && review.search) return;
    review.app.take(Tree.read(entry.tree)); // calls gameReplaced
    this.current = entry;
    this.isRunning = !entry.judged;
    if (entry.judged) review.restore(entry.judged);
    else void review.begin();
  }

  /** The review of the game on the board has ended. @param {Error | null} why it failed */
  async finished(why) {
    const { current: entry, review } = this;
    if (!entry) return;
    entry.result = why?.message ?? review.sums().map(sumOf).join(' · ');
    entry.judged = review.judged;
    const { reportOf } = await import('./report.js');
    if (this.current !== entry) return; // another game was opened meanwhile
    entry.report = { ...reportOf(review), title: `${t('review')}: ${entry.name}` };
    this.next();
  }

  /** The reports of the finished games if one of them is on the board. */
  reports() {
    return this.current ? this.entries.flatMap(({ report }) => report ?? []) : [];
  }

  gameReplaced() {
    this.isRunning = false;
    this.current = null;
  }

  show() {
    const row = (/** @type {Entry} */ entry) => {
      const parts = [make('strong', {}, entry.name), make('span.muted', {}, entry.result || '…')];
      const isHere = entry === this.current;
      const act = { type: 'button', onclick: () => this.open(entry), 'aria-current': isHere };
      return make('li', {}, make('button', act, ...parts));
    };
    byId('review-queue').replaceChildren(...this.entries.map(row));
    byId('review-queue').hidden = !this.entries.length;
    byId('review-skipped').textContent = this.skipped ? t('gamesSkipped', { n: this.skipped }) : '';
  }
}
