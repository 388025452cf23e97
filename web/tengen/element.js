// `<tengen-board>`: the board as an element of a page, with keyboard and speech.
import { BoardView, SHAPES, colour } from './board.js';
import { isBoard, isPoint, nameOf, placeOf, pointsOf, shown } from './points.js';

/**
 * @typedef {import('./board.js').Scene} Scene
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Words
 */

const DARK = '--w1: #c99f60; --w2: #b98c4c; --w3: #3c2b14; --w4: #2f210d;';
const STYLE = `
:host { display: block; border-radius: 8px; touch-action: manipulation; }
:host([slide]) { touch-action: none; }
:host([hidden]) { display: none; }
:host(:focus-visible) { outline: 3px solid var(--glow, #2f6fb0); outline-offset: 3px; }
svg { display: block; width: 100%; height: auto; border-radius: 8px; box-shadow: var(--shadow, 0 1px 3px #0004);
  cursor: pointer; user-select: none; -webkit-user-select: none; }
.closed svg { cursor: default; }
p { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); }
:host([theme='dark']) { ${DARK} }
@media (prefers-color-scheme: dark) {
  :host(:not([theme='light'])) { ${DARK} }
}`;

/** The English words, with the keys of the page's. @type {Record<string, string>} */
const ENGLISH = {
  boardLabel: 'Board, {width} by {height}',
  black: 'Black',
  white: 'White',
  empty: 'empty',
};

/** @type {Words} */
const english = (key, values = {}) =>
  (ENGLISH[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The size in `15` or `15x12`. @param {string} text @returns {[number, number]} */
function sizeOf(text) {
  const [width, height = width, ...more] = text.split('x').map(Number);
  if (more.length || !isBoard(width, height)) throw new RangeError(`no board has the size ${text}`);
  return [width, height];
}

/**
 * The board. Attributes: `size`, `moves` (from an empty board, Black first), `labels` (`letters`, `course`, `hidden`),
 * `colours` (`wood`, `light`, `green`, `grey`), `theme` (`light`, `dark`), `fixed` (a picture),
 * `slide` (a finger slides to the point that it chooses). Events: `point` when a
 * point is chosen, `cursor` when the arrow keys move, `say` before something is spoken; each has the `point`.
 */
export class TengenBoard extends (globalThis.HTMLElement ?? Object) {
  static observedAttributes = ['size', 'moves', 'labels', 'colours', 'fixed', 'slide'];

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>${STYLE}</style><div></div><p role="status"></p>`;
    const [, drawing, live] = /** @type {any} */ (root.children);
    this.live = live;
    this.view = new BoardView(drawing, (point) => this.choose(point, null));
    /** The words for screen readers. @type {Words} */
    this.words = english;
    /** The point chosen with the keyboard. @type {string | undefined} */
    this.cursor = undefined;
    /** What was set besides the attributes. @type {Partial<Scene>} */
    this.more = {};
    /** Whether an attribute is being set that needs no drawing of its own. */
    this.quiet = false;
    this.addEventListener('keydown', (event) => this.key(event));
  }

  connectedCallback() {
    this.redraw();
  }

  /** @param {string} name @param {string | null} before @param {string | null} value */
  attributeChangedCallback(name, before, value) {
    if (name === 'colours') colour(this, value ?? '');
    if (before !== value && this.isConnected && !this.quiet) this.redraw();
  }

  get fixed() {
    return this.hasAttribute('fixed');
  }

  /** What is on the board: the moves of the attribute, and over them what was set. @returns {Scene} */
  get scene() {
    const moves = movesOf(this.getAttribute('moves') ?? '');
    const [black, white] = [0, 1].map((side) => moves.filter((_, i) => i % 2 === side));
    const next = moves.length % 2 ? 'white' : 'black';
    return { black, white, last: moves.at(-1), next, cursor: this.cursor, ...this.more };
  }

  /** @param {Partial<Scene>} scene */
  set scene(scene) {
    this.show({}, scene);
  }

  /** Sets attributes and scene, and draws once. @param {Record<string, string>} attributes @param {Partial<Scene>} scene */
  show(attributes, scene) {
    const before = this.more;
    this.quiet = true;
    for (const [name, value] of Object.entries(attributes)) this.setAttribute(name, value);
    this.quiet = false;
    this.more = scene;
    try {
      if ('cursor' in scene) this.cursor = scene.cursor;
      this.redraw();
    } catch (error) {
      this.more = before;
      throw error;
    }
  }

  redraw() {
    const [width, height] = sizeOf(this.getAttribute('size') ?? '15');
    const { scene, view, words } = this;
    const wrong = pointsIn(scene).find((point) => !isPoint(point, width, height));
    if (wrong !== undefined) throw new RangeError(`no such point on this board: ${wrong}`);
    view.shape(width, height, this.getAttribute('labels') ?? 'letters');
    view.slides = this.hasAttribute('slide');
    view.draw(this.fixed ? { ...scene, next: null } : scene);
    const stones = `${words('black')}: ${scene.black.join(' ')}. ${words('white')}: ${scene.white.join(' ')}`;
    const label = words('boardLabel', { width, height });
    const tab = this.getAttribute('tabindex');
    if (this.fixed && tab === '0') this.removeAttribute('tabindex');
    else if (!this.fixed) this.tabIndex = Number(tab);
    this.setAttribute('role', this.fixed ? 'img' : 'application');
    this.setAttribute('aria-label', this.fixed ? `${label}. ${stones}` : label);
  }

  /** The width of the drawing divided by its height. */
  get ratio() {
    const [width, height] = this.view.size;
    return width / height;
  }

  /** The board as an SVG file. @param {Scene} [scene] @param {string} [colours] @param {string} [marks] their colours */
  async picture(scene = this.scene, colours = this.getAttribute('colours') ?? '', marks = 'usual') {
    return (await import('./picture.js')).picture(this.view, scene, colours, marks);
  }

  /** @param {string} type @param {object} detail */
  report(type, detail) {
    return this.dispatchEvent(
      new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }),
    );
  }

  /** @param {string} point @param {string | null} cursor */
  choose(point, cursor) {
    if (this.fixed) return;
    this.cursor = cursor ?? undefined;
    this.redraw();
    this.report('point', { point, cursor });
  }

  /** @param {string} text @param {string} point */
  say(text, point) {
    if (this.report('say', { text, point })) this.live.textContent = text;
  }

  /** The content of a point, in words. @param {string} point */
  content(point) {
    const { black, white, dead, forbidden, letters } = this.scene;
    const { words } = this;
    const letter = letters?.get(point) ?? '';
    if (black.includes(point)) return `${words('black')} ${letter}`.trim();
    if (white.includes(point)) return `${words('white')} ${letter}`.trim();
    const kind = forbidden?.find((one) => one.point === point)?.kind;
    return `${kind ?? (dead?.includes(point) ? '#' : words('empty'))} ${letter}`.trim();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.fixed) return;
    const { cursor, view } = this;
    const { width, height } = view;
    const step = STEPS[event.key];
    if (step && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const [x, y] = cursor ? placeOf(cursor, height) : [(width >> 1) - step[0], (height >> 1) - step[1]];
      const inside = (/** @type {number} */ n, /** @type {number} */ most) =>
        Math.min(Math.max(n, 0), most - 1);
      const point = nameOf(inside(x + step[0], width), inside(y + step[1], height), height);
      this.cursor = point;
      this.redraw();
      this.report('cursor', { point });
      this.say(`${shown(point, height, view.labels)} ${this.content(point)}`, point);
    } else if ((event.key === 'Enter' || event.key === ' ') && cursor) {
      this.choose(cursor, cursor);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The points of moves. @param {string} text @returns {string[]} */
function movesOf(text) {
  const points = pointsOf(text);
  if (!/^([a-z]+\d+|[\s,])*$/.test(text) || new Set(points).size < points.length)
    throw new RangeError(`these are no moves: ${text}`);
  return points;
}

/** All points of a scene. @param {Scene} scene @returns {string[]} */
function pointsIn(scene) {
  const { black, white, dead, row, blocked, last, hint, letters, ...lists } = scene;
  const { forbidden, ghosts, candidates, threats, marks, arrows, ...others } = lists;
  const unknown = Object.keys(others).find((name) => !['numbers', 'cursor', 'aimed', 'next'].includes(name));
  if (unknown) throw new TypeError(`a board does not show ${unknown}`);
  const shape = marks?.find(({ shape }) => !(shape in SHAPES))?.shape;
  if (shape !== undefined) throw new TypeError(`no mark has the shape ${shape}`);
  const of = (/** @type {{ point: string }[] | undefined} */ list) => list?.map(({ point }) => point) ?? [];
  const single = [last, hint].filter((point) => point !== undefined);
  return [
    ...[black, white, dead, row, blocked, single].flatMap((points) => points ?? []),
    ...[forbidden, ghosts, candidates, threats, marks].flatMap(of),
    ...(arrows ?? []).flatMap(({ from, to }) => [from, to]),
    ...(letters?.keys() ?? []),
  ];
}

if (globalThis.customElements && !customElements.get('tengen-board'))
  customElements.define('tengen-board', TengenBoard);
