// The move list with variations and comments.
import { byId, icon, make } from './dom.js';
import { t } from './words.js';

/**
 * @typedef {import('./tree.js').Move} Move
 * @typedef {import('./app.js').App} App
 */

/** The maximum number of moves listed. */
const LISTED = 4000;
/** The maximum depth of nested variations. */
const DEEP = 12;

export class GameRecord {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Map<Move, HTMLElement>} */
    this.buttonsOf = new Map();
    /** The game in the list, and a key of the list's content. */
    this.tree = app.tree;
    this.key = '';
    const comment = /** @type {HTMLTextAreaElement} */ (byId('comment'));
    comment.addEventListener('input', () => {
      app.at.comment = comment.value;
      app.keep(false);
    });
    comment.addEventListener('change', () => {
      this.show(true);
      app.keep();
    });
    new ResizeObserver(() => this.reveal()).observe(byId('moves'));
  }

  build() {
    const { app } = this;
    const step = (/** @type {string} */ name, /** @type {() => void} */ act) =>
      make(
        `button.${name}`,
        { type: 'button', onclick: act, title: t(name), 'aria-label': t(name) },
        icon(name),
      );
    byId('steps').replaceChildren(
      step('first', () => app.go(app.tree.root)),
      step('back', () => this.step(-1)),
      step('forward', () => this.step(1)),
      step('lastMove', () => app.go(app.tree.end(app.at))),
      step('branch', () => this.branch()),
      step('promote', () => this.promote()),
      step('remove', () => this.remove()),
      ...(app.settings.confirm ? [step('confirm', () => app.confirm())] : []),
    );
    this.show(true);
  }

  /** Enables and disables the buttons. */
  buttons() {
    const { at } = this.app;
    const playing = this.app.mode === 'play' || this.app.mode === 'watch';
    const others = (at.parent?.next.length ?? 0) > 1;
    const off = [
      !at.parent,
      !at.parent,
      !at.next.length,
      !at.next.length,
      !others,
      playing || !at.parent,
      playing || !at.parent,
      !this.app.aimed,
    ];
    for (const [i, button] of [...byId('steps').children].entries())
      /** @type {HTMLButtonElement} */ (button).disabled = off[i];
  }

  /** @param {number} by */
  step(by) {
    const { at } = this.app;
    const to = by < 0 ? at.parent : (at.last ?? at.next[0]);
    if (to) this.app.go(to);
  }

  /** Goes to the next variation of the current move. */
  branch() {
    const { at } = this.app;
    const all = at.parent?.next ?? [];
    if (all.length > 1) this.app.go(all[(all.indexOf(at) + 1) % all.length]);
  }

  promote() {
    this.app.tree.promote(this.app.at);
    this.show(true);
    this.app.keep();
  }

  remove() {
    const { app } = this;
    if (!app.at.parent) return;
    app.modes.play.cut(app.at);
    app.go(app.tree.remove(app.at));
  }

  /** @param {boolean} [rebuild] the list even if it seems unchanged */
  show(rebuild = false) {
    const { app } = this;
    const all = app.tree.all();
    const key = all
      .map(
        (move) => move.point + (move.parent?.next.length ?? 0) + (app.modes.play.endsWith(move) ? '.' : ''),
      )
      .join();
    if (rebuild || app.tree !== this.tree || key !== this.key) {
      this.tree = app.tree;
      this.key = key;
      this.list();
    }
    for (const button of byId('moves').querySelectorAll('[aria-current]'))
      button.removeAttribute('aria-current');
    const here = this.buttonsOf.get(app.at);
    here?.setAttribute('aria-current', 'true');
    this.reveal();
    const comment = /** @type {HTMLTextAreaElement} */ (byId('comment'));
    if (comment.value !== app.at.comment) comment.value = app.at.comment;
    this.buttons();
  }

  /** Scrolls to the current move; also called when the list is resized, as during loading. */
  reveal() {
    const here = this.buttonsOf.get(this.app.at);
    const list = byId('moves');
    const top = here ? here.getBoundingClientRect().top - list.getBoundingClientRect().top : 0;
    if (here && (top < 0 || top + here.offsetHeight > list.clientHeight))
      list.scrollTop += top - (list.clientHeight - here.offsetHeight) / 2;
  }

  list() {
    this.buttonsOf.clear();
    const list = byId('moves');
    list.replaceChildren();
    if (!this.app.tree.root.next.length) {
      list.append(make('span.muted', {}, t('noMoves')));
      return;
    }
    this.line(list, this.app.tree.root, 0);
  }

  /** Lists a line with its variations. @param {HTMLElement} into @param {Move} from @param {number} depth */
  line(into, from, depth) {
    let at = from;
    let fresh = true;
    while (at.next.length && this.buttonsOf.size < LISTED) {
      const main = this.app.modes.play.endsWith(at) ? null : at.next[0];
      const others = main ? at.next.slice(1) : at.next;
      if (main) this.move(into, main, fresh);
      fresh = others.length > 0;
      for (const other of others) {
        const branch = make('div.branch');
        into.append(branch);
        this.move(branch, other, true);
        if (depth < DEEP) this.line(branch, other, depth + 1);
      }
      if (!main) return;
      at = main;
    }
  }

  /** @param {HTMLElement} into @param {Move} move @param {boolean} numbered */
  move(into, move, numbered) {
    const { app } = this;
    const mark = app.modes.review?.mark(move) ?? null;
    const side = move.parent ? app.tree.side(move.parent) : 'black';
    const button = make(
      'button',
      {
        type: 'button',
        onclick: () => app.go(move),
        'aria-label': `${move.ply} ${t(side)} ${app.name(move.point)} ${mark ? t(mark.word) : ''}`,
      },
      app.name(move.point),
      mark ? make(`span.${mark.look}`, {}, mark.sign) : '',
    );
    this.buttonsOf.set(move, button);
    const number = numbered || move.ply % 2 === 1 ? make('span.n', {}, `${move.ply}. `) : '';
    into.append(make('span.ply', {}, number, button), ' ');
    if (move.comment) into.append(make('em', {}, move.comment.slice(0, 120)));
  }
}
