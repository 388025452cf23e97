// A board as an SVG file.
import { BoardView, colour } from './board.js';

/**
 * A board of this shape with a scene, and the size of the drawing. `colours` is one of `BOARDS`, `marks` one of `MARKS`.
 * @param {BoardView} shape @param {import('./board.js').Scene} scene @param {string} colours @param {string} [marks]
 */
export function picture(shape, scene, colours, marks) {
  const view = new BoardView(document.createElement('div'), () => {});
  view.shape(shape.width, shape.height, shape.labels);
  view.draw({ ...scene, cursor: undefined, aimed: undefined });
  const svg = /** @type {SVGElement} */ (view.element.querySelector('svg'));
  const [width, height] = view.size;
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.querySelector('.ghost-stone')?.remove(); // of the mouse
  colour(svg, colours, marks);
  return { text: new XMLSerializer().serializeToString(svg), width, height };
}
