// The browser's local storage. A value that cannot be read is moved to another key, so that the page starts and nothing
// is lost.
import { t } from './words.js';

/**
 * @typedef {'string' | 'number' | 'boolean' | { [part: string]: Form }} Form
 * @typedef {{ key: string, why: string }} SetAside
 */

/** The values moved since the page was opened, with the reasons. @type {SetAside[]} */
export const unreadable = [];

/** The key that an unreadable value is moved to. @param {string} key */
export const asideOf = (key) => `${key}-unreadable`;

/** A stored text; null if there is none, or without local storage. @param {string} key */
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn('not stored:', error);
  }
}

/**
 * A stored value, or null. A value that cannot be read or for which `check` throws is set aside.
 * @param {string} key @param {(value: any) => void} check @returns {any}
 */
export function load(key, check) {
  const text = stored(key);
  if (text === null) return null;
  try {
    const value = parsed(text);
    check(value);
    return value;
  } catch (error) {
    setAside(key, error instanceof TypeError ? t('damaged') : /** @type {Error} */ (error).message);
    return null;
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(t('damaged'));
  }
}

/** Moves an unreadable value to another key. @param {string} key @param {string} why */
export function setAside(key, why) {
  const text = stored(key);
  if (text === null) return;
  unreadable.push({ key, why });
  try {
    localStorage.removeItem(key);
    localStorage.setItem(asideOf(key), text);
  } catch (error) {
    console.warn('not set aside:', error);
  }
}

/**
 * Throws unless a value has this form; parts may be missing.
 * @param {any} value @param {Form} form @param {string} [name] the name of the value
 */
export function checkForm(value, form, name = '') {
  if (typeof form === 'string') {
    if (typeof value !== form) throw new Error(t('otherForm', { name }));
    return;
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Error(t('otherForm', { name: name || 'JSON' }));
  for (const [part, inner] of Object.entries(form)) {
    const content = value[part];
    if (content !== undefined) checkForm(content, inner, name ? `${name}.${part}` : part);
  }
}
