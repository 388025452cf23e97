// What the browser stores for the page: read, checked, written. What cannot be read is set aside under another key, so
// that the page starts and nothing is lost.
import { t } from './words.js';

/**
 * @typedef {'string' | 'number' | 'boolean' | { [part: string]: Form }} Form
 * @typedef {{ key: string, why: string }} SetAside
 */

/** What has been set aside since the page was opened, and why. @type {SetAside[]} */
export const unreadable = [];

/** The key under which an unreadable text is kept. @param {string} key */
export const asideOf = (key) => `${key}-unreadable`;

/** A stored text; null where there is none, or where the browser stores nothing. @param {string} key */
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
 * A stored value. One that cannot be read is set aside, and there is none then; `check` throws a sentence.
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

/** @param {string} key @param {string} why */
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
 * Throws a sentence if a value is of another form; parts may be missing.
 * @param {any} value @param {Form} form @param {string} [name] of the part
 */
export function checkForm(value, form, name = '') {
  if (typeof form === 'string') {
    if (typeof value !== form) throw new Error(t('otherForm', { name }));
    return;
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Error(t('otherForm', { name: name || 'JSON' }));
  for (const [part, inner] of Object.entries(form)) {
    const there = value[part];
    if (there !== undefined) checkForm(there, inner, name ? `${name}.${part}` : part);
  }
}
