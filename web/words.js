// The texts of the page, with one file per language.
import { partsOf } from './tengen/engine.js';
import en from './lang/en.js';

/** @typedef {Record<string, string>} Words */

/** The native names of the languages. @type {Words} */
export const LANGUAGES = {
  cs: 'Čeština',
  en: en.language,
  ja: '日本語',
  ko: '한국어',
  ru: 'Русский',
  vi: 'Tiếng Việt',
  zh: '简体中文',
  'zh-Hant': '繁體中文',
};

/** Tags of Chinese in traditional characters. */
const TRADITIONAL = /^zh-(Hant|TW|HK|MO)\b/i;

/** The languages fetched so far. @type {Record<string, Words>} */
const fetched = { en: { ...en } };
/** The files fetched so far. */
const files = new Set(['lang/en']);
/** Whether the texts of puzzles and dialogs (`later/`) are fetched with each language. */
let later = false;

/** @type {Words} */
let words = fetched.en;
let shown = 'en';

/** Fetches a language; if that fails, the page stays English. @param {string} language */
export async function fetchWords(language) {
  if (!Object.hasOwn(LANGUAGES, language)) return;
  for (const folder of later ? ['lang', 'later'] : ['lang']) {
    const file = `${folder}/${language}`;
    if (files.has(file)) continue;
    try {
      fetched[language] = { ...fetched[language], ...(await import(`./${file}.js`)).default };
      files.add(file);
    } catch (error) {
      console.warn(error);
      return;
    }
  }
  if (language === shown) words = fetched[language];
}

/** Fetches the texts of puzzles and dialogs, in English and in the language shown. */
export async function fetchLaterWords() {
  later = true;
  await Promise.all(['en', shown].map(fetchWords));
}

/** The browser's first language that the page has, or English. */
export function defaultLanguage() {
  return languageOf(navigator.languages);
}

/** The first of these languages that the page has, or English. @param {readonly string[]} tags such as "zh-TW" */
export function languageOf(tags) {
  const wanted = tags.map((tag) => (TRADITIONAL.test(tag) ? 'zh-Hant' : tag.slice(0, 2)));
  return wanted.find((tag) => tag in LANGUAGES) ?? 'en';
}

/** The language in which the page is shown. */
export const languageShown = () => shown;

/** Shows the page in a fetched language. @param {string} language */
export function setLanguage(language) {
  shown = language in fetched ? language : 'en';
  words = fetched[shown];
  document.documentElement.lang = words.tag;
  for (const element of document.querySelectorAll('[data-t]'))
    element.textContent = t(element.getAttribute('data-t') ?? '');
  for (const element of document.querySelectorAll('[data-t-label]')) {
    element.setAttribute('aria-label', t(element.getAttribute('data-t-label') ?? ''));
    if (element.matches('button'))
      element.setAttribute('title', t(element.getAttribute('data-t-label') ?? ''));
  }
  for (const element of document.querySelectorAll('[data-t-hint]'))
    element.setAttribute('placeholder', t(element.getAttribute('data-t-hint') ?? ''));
}

/**
 * A text with its placeholders filled in. In a continuous game, a text about a win may have a variant about the next row.
 * @param {string} key @param {Record<string, string | number>} [values] @param {string} [rule] of the game
 */
export function t(key, values = {}, rule = '') {
  const row = rule.includes('+continuous') ? `row ${key}` : key;
  const text = words[row] ?? words[key] ?? fetched.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** Formats a number in the current language: 1,234,567. @param {number} number */
export const count = (number) => new Intl.NumberFormat(words.tag).format(number);

/** Formats a number in short form: 1.2M. @param {number} number */
export const short = (number) =>
  new Intl.NumberFormat(words.tag, { notation: 'compact', maximumFractionDigits: 2 }).format(number);

/** Formats a number with this many decimals in the current language. @param {number} number @param {number} digits */
export const decimal = (number, digits) =>
  new Intl.NumberFormat(words.tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    number,
  );

/** @param {number} share 0 to 1 */
export const percent = (share) => `${decimal(100 * share, share === 1 ? 0 : 1)} %`;

/** A time in seconds. @param {number} milliseconds @param {number} digits */
export const seconds = (milliseconds, digits) => t('inSeconds', { n: decimal(milliseconds / 1000, digits) });

/** The plies of a win; `atMost`: there may be a shorter one. @param {number} n @param {boolean} [atMost] */
export const pliesOf = (n, atMost) => (atMost ? '≤' : '') + n;

/**
 * A score in words, for the side to move.
 * @param {import('./tengen/engine.js').Worth} worth @param {string} [rule] of the game
 * @param {boolean} [atMost] the plies are not settled
 */
export function scored(worth, rule, atMost) {
  const { points = 0, win_in, loss_in } = partsOf(worth);
  const n = pliesOf(win_in ?? loss_in ?? 0, atMost);
  if (win_in !== undefined) return t('winIn', { n }, rule);
  if (loss_in !== undefined) return t('lossIn', { n }, rule);
  return points > 0 ? `+${points}` : String(points).replace('-', '−');
}

/** The result of a game in words. @param {{ winner: string | null, reason: string }} ending */
export function ended({ winner, reason }) {
  const forbidden = reason.startsWith('foul: ') ? t(`foul ${reason.slice(6)}`) : '';
  const why = forbidden ? t('byFoul', { foul: forbidden }) : t(`by ${reason}`);
  return winner ? t('hasWon', { side: t(winner), why }) : t('drawn', { why });
}
