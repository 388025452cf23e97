// Small help with elements.

/** An element of the page. @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * A new element: its name with classes, its properties and what is in it.
 * @param {string} name @param {Record<string, any>} [properties] @param {...(Node | string | null | false)} inside
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
    ...inside.filter((part) => part !== null && part !== false).map((part) => /** @type {Node} */ (part)),
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
 * Handlers of an element that is pointed at, by the keyboard or by a mouse that moves. Where the page moves an element
 * under a mouse at rest, browsers report that the mouse has entered it; nobody has pointed at it then.
 * @param {() => void} point
 */
export const pointing = (point) => ({
  onfocus: point,
  onmousemove: (/** @type {MouseEvent} */ event) => (event.movementX || event.movementY) && point(),
});

/** Whether a button can be used. @param {string} id @param {boolean} on */
export function enable(id, on) {
  /** @type {HTMLButtonElement} */ (byId(id)).disabled = !on;
}

/** @param {Record<string, any>} object @param {string} key */
function without(object, key) {
  const { [key]: _, ...rest } = object;
  return rest;
}

/** The page's dialogue. */
export const dialog = () => /** @type {HTMLDialogElement} */ (byId('dialog'));

/** Opens it with this in it. @param {HTMLElement} inside */
export function openDialog(inside) {
  dialog().replaceChildren(inside);
  dialog().setAttribute('aria-labelledby', 'dialog-title');
  dialog().showModal();
}

/** A short message that goes by itself. @param {string} text */
export function toast(text) {
  document.querySelector('.toast')?.remove();
  const element = make('div.toast', { role: 'status' }, text);
  document.body.append(element);
  setTimeout(() => element.remove(), 4500);
}

/** Offers a file to be kept. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = make('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Lines of the pictures on buttons, 24 by 24. */
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

/** A picture for a button. @param {string} name */
export function icon(name) {
  const span = make('span.glyph', { 'aria-hidden': 'true' });
  span.innerHTML = `<svg viewBox="0 0 24 24"><path d="${ICONS[name]}"/></svg>`;
  return span;
}
