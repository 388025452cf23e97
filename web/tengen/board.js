// The board as SVG, for `<tengen-board>` (element.js). It draws a scene and reports clicks; it does not know the rules.
import { column, nameOf, placeOf } from './points.js';

/**
 * @typedef {{ point: string, text: string, best: boolean }} Candidate
 * @typedef {{ point: string, side: 'black' | 'white', text: string }} Ghost
 * @typedef {{ point: string, shape: 'triangle' | 'square' | 'circle' | 'cross' }} Mark
 * @typedef {{ from: string, to: string }} Arrow
 * @typedef {{
 *   black: string[], white: string[], dead?: string[], last?: string, row?: string[], forbidden?: Forbidden[],
 *   numbers?: Map<string, number>, letters?: Map<string, string>, ghosts?: Ghost[], candidates?: Candidate[], blocked?: string[],
 *   threats?: Ghost[], marks?: Mark[], arrows?: Arrow[], hint?: string, cursor?: string, aimed?: string, next?: 'black' | 'white' | null,
 * }} Scene
 * @typedef {import('./engine.js').Forbidden} Forbidden
 */

export const CELL = 40;
export const EDGE = 46;

/** The colours come from the page's style sheet or that of the element; the fallbacks are for exported pictures. */
export const STYLE = `
text { font: 600 15px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
.wood { fill: url(#wood); } .w1 { stop-color: var(--wood, var(--w1, #e9c283)); } .w2 { stop-color: var(--wood-2, var(--w2, #ddb06c)); }
.grid { stroke: var(--wood-line, var(--w3, #5d4424)); stroke-width: 1.2; fill: none; stroke-linecap: square; }
.frame { stroke-width: 2.2; } .star { fill: var(--wood-line, var(--w3, #5d4424)); }
.label { fill: var(--wood-ink, var(--w4, #57401f)); font-size: 14px; font-weight: 550; }
.shade { fill: #2a1b06; opacity: .28; } .black { fill: url(#ink); } .white { fill: url(#shell); stroke: #0003; }
.on-black { fill: #f4f1ea; } .on-white { fill: #26221d; }
.last { fill: none; stroke: var(--last, #d8442a); stroke-width: 2.6; } .won { fill: none; stroke: var(--last, #d8442a); stroke-width: 4; }
.forbidden { stroke: var(--cross, #b3261e); stroke-width: 2.6; stroke-linecap: round; }
.letter { fill: #1838c0; }
.mark { fill: none; stroke: #1838c0; stroke-width: 2.5; } .mark.black { stroke: #f4f1ea; } .arrow { fill: none; stroke: #1838c0; stroke-width: 4; opacity: .75; }
.ghost { opacity: .66; } .threat { opacity: .8; } .threat-text { font-size: 11px; } .dead { fill: #5d442455; }
.cand { fill: var(--move, #2f6fb0); opacity: .82; } .cand.best { fill: var(--best, #2f7d46); opacity: .95; } .cand-text { fill: #fff; font-size: 13px; }
.barred { fill: #26221d; opacity: .5; } .hint { fill: none; stroke: var(--best, #2f7d46); stroke-width: 3.5; }
.aim { stroke: var(--last, #d8442a); stroke-width: 2.4; fill: none; opacity: .8; }
.cursor { fill: none; stroke: #1f5fa8; stroke-width: 2.5; } .shy { opacity: 0; pointer-events: none; }`;

export const DEFS = `<linearGradient id="wood" x1="0" y1="0" x2=".35" y2="1"><stop class="w1" offset="0"/><stop class="w2" offset=".55"/><stop class="w1" offset="1"/></linearGradient>
<radialGradient id="ink" cx=".36" cy=".3" r=".75"><stop offset="0" stop-color="#6b6864"/><stop offset=".45" stop-color="#2d2b29"/><stop offset="1" stop-color="#0d0c0b"/></radialGradient>
<radialGradient id="shell" cx=".36" cy=".3" r=".8"><stop offset="0" stop-color="#fff"/><stop offset=".6" stop-color="#f2eee6"/><stop offset="1" stop-color="#cfc8ba"/></radialGradient>`;

/** The colours of a board: wood in two shades, lines, coordinates. Those of `wood` are in the style sheet. @type {Record<string, string[]>} */
export const BOARDS = {
  wood: [],
  light: ['#f6ecd6', '#efe2c4', '#6b5a3a', '#5a4a2c'],
  green: ['#97bb90', '#86ab7f', '#2c4a2c', '#1f3a20'],
  grey: ['#dadad7', '#cdcdca', '#5a5a58', '#3f3f3d'],
};

/** The colours of marks: last move, candidate moves, the best one, forbidden points. Those of `usual` are in the style sheet. @type {Record<string, string[]>} */
export const MARKS = {
  usual: [],
  blue: ['#e07000', '#0072b2', '#b84a00', '#5b2a86'],
  grey: ['#808080', '#555', '#000', '#000'],
};

/** The style sheet's names of the colours of boards and marks. */
const NAMES = ['--wood', '--wood-2', '--wood-line', '--wood-ink'];
const MARK_NAMES = ['--last', '--move', '--best', '--cross'];

/** Sets the colours of a board and its marks for an element. @param {HTMLElement | SVGElement} element @param {string} board @param {string} [marks] */
export function colour(element, board, marks = 'usual') {
  const set = (/** @type {string[]} */ names, /** @type {string[]} */ values = []) =>
    names.forEach((name, i) =>
      values[i] ? element.style.setProperty(name, values[i]) : element.style.removeProperty(name),
    );
  set(NAMES, BOARDS[board]);
  set(MARK_NAMES, MARKS[marks]);
}

/** The shapes of marks, drawn from the centre of a point. @type {Record<Mark['shape'], string>} */
export const SHAPES = {
  triangle: 'm0-10l9 15h-18z',
  square: 'm-8-8h16v16h-16z',
  circle: 'm-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0',
  cross: 'm-8-8l16 16m0-16l-16 16',
};

export class BoardView {
  /** @param {HTMLElement} element @param {(point: string) => void} touched */
  constructor(element, touched) {
    this.element = element;
    this.touched = touched;
    this.width = 0;
    this.height = 0;
    this.labels = '';
    /** The point under the mouse. @type {string | null} */
    this.pointed = null;
    /** The parts drawn in each layer. @type {Map<string, string[]>} */
    this.shown = new Map();
    /** A finger slides over the board to choose a point, where it is lifted. */
    this.slides = false;
    /** The point under that finger. @type {string | null} */
    this.slid = null;
    /** @type {Scene} */
    this.scene = { black: [], white: [] };
    for (const type of /** @type {const} */ (['pointerdown', 'pointermove', 'pointerup', 'pointercancel']))
      element.addEventListener(type, (event) => {
        if (this.slides && event.pointerType === 'touch') this.slide(event);
      });
    element.addEventListener('click', (event) => {
      if (this.slides && /** @type {PointerEvent} */ (event).pointerType === 'touch') return;
      const point = this.pointAt(event.clientX, event.clientY);
      if (point) touched(point);
    });
    element.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'mouse') this.hover(this.pointAt(event.clientX, event.clientY));
    });
    element.addEventListener('pointerleave', () => this.hover(null));
  }

  /** Draws the empty board. @param {number} width @param {number} height @param {string} labels */
  shape(width, height, labels) {
    if (width === this.width && height === this.height && labels === this.labels) return;
    Object.assign(this, { width, height, labels });
    this.shown.clear();
    const [w, h] = this.size;
    this.element.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" aria-hidden="true" focusable="false">
<style>${STYLE}</style><defs>${DEFS}</defs><rect class="wood" width="${w}" height="${h}" rx="8"/>${this.grid()}
<g class="under"></g><g class="stones"></g><g class="over"></g><circle class="shy ghost-stone" r="17"/></svg>`;
  }

  grid() {
    const { width, height } = this;
    const [right, bottom] = [(width - 1) * CELL + EDGE, (height - 1) * CELL + EDGE];
    let path = '';
    let marks = '';
    const course = this.labels === 'course';
    const hidden = this.labels === 'hidden';
    for (let x = 0; x < width; x++) {
      path += `M${EDGE + x * CELL} ${EDGE}V${bottom}`;
      if (!hidden) marks += text(EDGE + x * CELL, course ? 17 : bottom + 29, course ? x : column(x), 'label');
    }
    for (let y = 0; y < height; y++) {
      path += `M${EDGE} ${EDGE + y * CELL}H${right}`;
      if (!hidden) marks += text(17, EDGE + y * CELL, course ? y : height - y, 'label');
    }
    const stars = starsOf(width, height).map(([x, y]) => circle(x, y, 4.5, 'star'));
    const frame = `<rect class="grid frame" x="${EDGE}" y="${EDGE}" width="${right - EDGE}" height="${bottom - EDGE}"/>`;
    return `<path class="grid" d="${path}"/>${frame}${stars.join('')}${marks}`;
  }

  /** Follows a finger; chooses the point where it is lifted. @param {PointerEvent} event */
  slide(event) {
    const before = this.slid;
    if (event.type === 'pointerdown') this.element.setPointerCapture(event.pointerId);
    const ends = event.type === 'pointerup' || event.type === 'pointercancel';
    this.slid = ends ? null : this.pointAt(event.clientX, event.clientY);
    if (this.slid !== before) this.draw(this.scene);
    if (event.type === 'pointerup' && before) this.touched(before);
  }

  /** @param {Scene} scene */
  draw(scene) {
    this.scene = scene;
    if (this.slid && scene.next) scene = { ...scene, aimed: this.slid };
    this.next = scene.next;
    this.taken = new Set([...scene.black, ...scene.white, ...(scene.dead ?? [])]);
    this.layer('under', this.under(scene));
    this.layer('stones', this.stones(scene));
    this.layer('over', this.over(scene));
    this.element.classList.toggle('closed', !scene.next);
    this.hover(this.pointed);
  }

  /** Updates the parts of a layer that have changed. @param {string} name @param {string[]} parts in drawing order */
  layer(name, parts) {
    const { same, gone, fresh } = difference(this.shown.get(name) ?? [], parts);
    if (!gone && !fresh.length) return;
    this.shown.set(name, parts);
    const group = /** @type {Element} */ (this.element.querySelector('.' + name));
    for (let i = 0; i < gone; i++) group.children[same].remove();
    const drawn = fresh.map((part) => `<g>${part}</g>`).join('');
    if (same) group.children[same - 1].insertAdjacentHTML('afterend', drawn);
    else group.insertAdjacentHTML('afterbegin', drawn);
  }

  /** @param {Scene} scene */
  under(scene) {
    const dead = (scene.dead ?? []).map((p) => `<rect class="dead" ${box(this.place(p), 15)} rx="4"/>`);
    const forbidden = (scene.forbidden ?? []).map(({ point, kind }) => {
      const [x, y] = this.centre(point);
      return cross(x, y, `<title>${kind}</title>`);
    });
    const letters = [...(scene.letters ?? [])].map(([point, letter]) => {
      const [x, y] = this.place(point);
      const [cx, cy] = this.centre(point);
      return circle(x, y, 13, 'wood') + text(cx, cy, letter, 'letter');
    });
    const blocked = (scene.blocked ?? []).map(
      (p) => `<rect class="barred" ${box(this.place(p), 11)} rx="3"/>`,
    );
    return [...dead, ...forbidden, ...letters, ...blocked];
  }

  /** @param {Scene} scene */
  stones(scene) {
    const stone = (/** @type {string} */ side) => (/** @type {string} */ point) => {
      const [x, y] = this.place(point);
      const label = scene.letters?.get(point) ?? scene.numbers?.get(point);
      const shade = `<circle class="shade" cx="${EDGE + x * CELL + 1.2}" cy="${EDGE + y * CELL + 2.4}" r="18"/>`;
      const labelText = label ? text(EDGE + x * CELL, EDGE + y * CELL, label, `on-${side}`) : '';
      return shade + circle(x, y, 18, side) + labelText;
    };
    return [...scene.black.map(stone('black')), ...scene.white.map(stone('white'))];
  }

  /** @param {Scene} scene */
  over(scene) {
    const parts = (scene.candidates ?? [])
      .filter((c) => !this.taken?.has(c.point))
      .map((c) => {
        const [x, y] = this.place(c.point);
        const [cx, cy] = this.centre(c.point);
        return circle(x, y, 18, c.best ? 'cand best' : 'cand') + text(cx, cy, c.text, 'cand-text');
      });
    for (const ghost of scene.ghosts ?? []) {
      const [x, y] = this.place(ghost.point);
      const [cx, cy] = this.centre(ghost.point);
      parts.push(
        `<g class="ghost">${circle(x, y, 18, ghost.side)}</g>${text(cx, cy, ghost.text, `on-${ghost.side}`)}`,
      );
    }
    for (const threat of scene.threats ?? []) parts.push(this.threat(threat, scene.threats ?? []));
    for (const point of scene.row ?? []) parts.push(circle(...this.place(point), 17, 'won'));
    if (scene.last && !scene.row?.length)
      parts.push(circle(...this.place(scene.last), scene.numbers ? 18 : 7, 'last'));
    for (const { point, shape } of scene.marks ?? []) parts.push(this.mark(point, shape, scene.black));
    for (const { from, to } of scene.arrows ?? []) parts.push(this.arrow(from, to));
    if (scene.hint) parts.push(circle(...this.place(scene.hint), 15, 'hint'));
    if (scene.aimed) parts.push(this.aim(scene.aimed, scene.next ?? 'black'));
    if (scene.cursor) parts.push(`<rect class="cursor" ${box(this.place(scene.cursor), 18)} rx="5"/>`);
    return parts;
  }

  /** A small stone with a text; next to the other side's, if both have one there. @param {Ghost} threat @param {Ghost[]} all */
  threat({ point, side, text: sign }, all) {
    const [x, y] = this.place(point);
    const shared = all.filter((other) => other.point === point).length > 1;
    const at = shared ? x + (side === 'black' ? -0.22 : 0.22) : x;
    return `<g class="threat">${circle(at, y, shared ? 9 : 12, side)}</g>${text(EDGE + at * CELL, EDGE + y * CELL, sign, `threat-text on-${side}`)}`;
  }

  /** @param {string} point @param {Mark['shape']} shape @param {string[]} black the points where it must be light */
  mark(point, shape, black) {
    const [x, y] = this.centre(point);
    const path = `M${x} ${y}${SHAPES[shape]}`;
    return `<path class="mark ${black.includes(point) ? 'black' : ''}" d="${path}"/>`;
  }

  /** @param {string} from @param {string} to */
  arrow(from, to) {
    const [[a, b], [x, y]] = [this.centre(from), this.centre(to)];
    const turn = Math.atan2(y - b, x - a);
    const at = (/** @type {number} */ angle) =>
      `${Math.round(x + 14 * Math.cos(angle))} ${Math.round(y + 14 * Math.sin(angle))}`;
    return `<path class="arrow" d="M${a} ${b}L${x} ${y}L${at(turn + 2.6)}M${x} ${y}L${at(turn - 2.6)}"/>`;
  }

  /** Cross-hairs through a point, visible around the finger. @param {string} point @param {string} side */
  aim(point, side) {
    const [x, y] = this.centre(point);
    const [right, bottom] = [(this.width - 1) * CELL + EDGE, (this.height - 1) * CELL + EDGE];
    return `<path class="aim" d="M${EDGE} ${y}H${right}M${x} ${EDGE}V${bottom}"/><g class="ghost">${circle(...this.place(point), 18, side)}</g>`;
  }

  /** Shows a translucent stone at the point under the mouse. @param {string | null} point */
  hover(point) {
    this.pointed = point;
    const shadow = this.element.querySelector('.ghost-stone');
    if (!shadow) return;
    const free = point && this.next && !this.taken?.has(point);
    shadow.setAttribute('class', free ? `ghost-stone ghost ${this.next}` : 'shy ghost-stone');
    if (!free || !point) return;
    const [x, y] = this.centre(point);
    shadow.setAttribute('cx', String(x));
    shadow.setAttribute('cy', String(y));
  }

  /** @param {string} point @returns {[number, number]} */
  place(point) {
    return placeOf(point, this.height);
  }

  /** @param {string} point @returns {[number, number]} */
  centre(point) {
    const [x, y] = this.place(point);
    return [EDGE + x * CELL, EDGE + y * CELL];
  }

  /** The size of the drawing. @returns {[number, number]} */
  get size() {
    return [(this.width - 1) * CELL + 2 * EDGE, (this.height - 1) * CELL + 2 * EDGE];
  }

  /** The point at a position on the screen. @param {number} clientX @param {number} clientY */
  pointAt(clientX, clientY) {
    const svg = this.element.querySelector('svg');
    if (!svg) return null;
    const frame = svg.getBoundingClientRect();
    const scale = this.size[0] / frame.width;
    const x = Math.round(((clientX - frame.left) * scale - EDGE) / CELL);
    const y = Math.round(((clientY - frame.top) * scale - EDGE) / CELL);
    const inside = x >= 0 && y >= 0 && x < this.width && y < this.height;
    return inside ? nameOf(x, y, this.height) : null;
  }
}

/**
 * The difference of two lists: `same` items at the start stay, `gone` items after them go, and `fresh` replaces them.
 * @param {string[]} before @param {string[]} after
 */
export function difference(before, after) {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before[same] === after[same]) same++;
  let end = 0;
  while (end < most - same && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { same, gone: before.length - same - end, fresh: after.slice(same, after.length - end) };
}

/** @param {number} x @param {number} y @param {number} r @param {string} className */
export const circle = (x, y, r, className) =>
  `<circle class="${className}" cx="${EDGE + x * CELL}" cy="${EDGE + y * CELL}" r="${r}"/>`;

/** A red cross. @param {number} x @param {number} y @param {string} [inside] */
export const cross = (x, y, inside = '') =>
  `<path class="forbidden" d="M${x - 7} ${y - 7}l14 14M${x + 7} ${y - 7}l-14 14">${inside}</path>`;

/** @param {number} x @param {number} y @param {string | number} what @param {string} className */
const text = (x, y, what, className) =>
  `<text class="${className}" x="${x}" y="${y}">${escaped(String(what))}</text>`;

/** Escapes text for use in SVG. @param {string} text */
export const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {[number, number]} place @param {number} half */
const box = ([x, y], half) =>
  `x="${EDGE + x * CELL - half}" y="${EDGE + y * CELL - half}" width="${2 * half}" height="${2 * half}"`;

/** The star points. @param {number} width @param {number} height @returns {[number, number][]} */
function starsOf(width, height) {
  const near = (/** @type {number} */ side) => (side >= 12 ? [3, side - 4] : side >= 9 ? [2, side - 3] : []);
  const middle = (/** @type {number} */ side) => (side % 2 ? [(side - 1) / 2] : []);
  /** @type {[number, number][]} */
  const stars = near(width).flatMap((x) => near(height).map((y) => /** @type {[number, number]} */ ([x, y])));
  for (const x of middle(width)) for (const y of middle(height)) stars.push([x, y]);
  return stars;
}
