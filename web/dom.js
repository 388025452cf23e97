// Helpers for elements.

/** An element of the page. @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Creates an element. `name` is the tag and classes, such as `div.row`; keys of `properties` that begin with `on` are
 * event listeners.
 * @param {string} name @param {Record<string, any>} [properties] @param {...(Node | string | null | undefined | false)} inside
 * @returns {any}
 */
export function make(name, properties = {}, ...inside) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag);
  element.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key.includes('-') || key === 'role' || key === 'for') element.setAttribute(key, value);
    else /** @type {any} */ (element)[key] = value;
  }
  element.append(
    ...inside.filter((part) => (part ?? false) !== false).map((part) => /** @type {Node} */ (part)),
  );
  return element;
}

/** @param {string | Node} label @param {() => void} act @param {Record<string, any>} [more] */
export const button = (label, act, more = {}) =>
  make(
    `button.button${more.look ? '.' + more.look : ''}`,
    { type: 'button', onclick: act, ...without(more, 'look') },
    label,
  );

/**
 * Event handlers that call `point` when an element gets the focus or the mouse moves over it. When the page moves an
 * element under a mouse at rest, browsers report events without movement; these are ignored.
 * @param {() => void} point
 */
export const pointing = (point) => ({
  onfocus: point,
  onmousemove: (/** @type {MouseEvent} */ event) => (event.movementX || event.movementY) && point(),
});

/** Enables or disables a button. @param {string} id @param {boolean} on */
export function enable(id, on) {
  /** @type {HTMLButtonElement} */ (byId(id)).disabled = !on;
}

/** @param {Record<string, any>} object @param {string} key */
function without(object, key) {
  const { [key]: _, ...rest } = object;
  return rest;
}

/** The page's only dialog. */
export const dialog = () => /** @type {HTMLDialogElement} */ (byId('dialog'));

/** Opens the dialog with this content. @param {HTMLElement} inside */
export function openDialog(inside) {
  dialog().replaceChildren(inside);
  dialog().setAttribute('aria-labelledby', 'dialog-title');
  dialog().showModal();
}

/** Shows a short message that disappears by itself. @param {string} text */
export function toast(text) {
  document.querySelector('.toast')?.remove();
  const element = make('div.toast', { role: 'status' }, text);
  document.body.append(element);
  setTimeout(() => element.remove(), 4500);
}

/** Saves a file. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = make('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** SVG paths of the icons, 24 by 24. */
const ICONS = /** @type {Record<string, string>} */ ({
  first: 'M7 5v14M18 5l-8 7 8 7z',
  back: 'M16 5l-9 7 9 7z',
  forward: 'M8 5l9 7-9 7z',
  lastMove: 'M17 5v14M6 5l8 7-8 7z',
  undoChange: 'M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3',
  redoChange: 'M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3',
  branch: 'M6 4v7a4 4 0 0 0 4 4h8M6 4v16M14 11l4 4-4 4',
  promote: 'M12 20V5M6 11l6-6 6 6',
  remove: 'M6 6l12 12M18 6L6 18',
  confirm: 'M5 13l5 5 9-12',
});

/** An icon for a button. @param {string} name */
export function icon(name) {
  const span = make('span.glyph', { 'aria-hidden': 'true' });
  span.innerHTML = `<svg viewBox="0 0 24 24"><path d="${ICONS[name]}"/></svg>`;
  return span;
}
