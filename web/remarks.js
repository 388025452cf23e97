// Translates the engine's remarks by their codes (messages/); each language is fetched when its first remark is shown.
import { Refusal } from './tengen/engine.js';
import { languageShown } from './words.js';

/** @typedef {import('./tengen/wire.js').RemarkText} RemarkText */

/** The texts of the languages fetched so far, by codes. @type {Record<string, Record<string, string>>} */
const fetched = { en: {} };

/** Fetches the texts in a language; if that fails, remarks stay English. @param {string} language */
export async function fetchMessages(language) {
  try {
    fetched[language] ??= (await import(`./messages/${language}.js`)).default;
  } catch (error) {
    console.warn(error);
  }
}

/** A remark of the page itself, which has texts in the other languages too. @param {string} code @param {string} text in English */
export const remark = (code, text) => ({ code, data: {}, text });

/** A remark or what an error says, in the user's language. @param {unknown} error */
export async function whyOf(error) {
  if (error instanceof Refusal) return wordsOf(error.why);
  return error instanceof Error ? error.message : String(error);
}

/** A remark in the user's language. @param {RemarkText} remark */
export async function wordsOf(remark) {
  await fetchMessages(languageShown());
  return translated(remark);
}

/** Several remarks in the user's language, as one. @param {RemarkText[]} remarks */
export const wordsOfAll = async (remarks) => (await Promise.all(remarks.map(wordsOf))).join('; ');

/** A remark in the user's language if that is fetched and has it, else in English. @param {RemarkText} remark @returns {string} */
export function translated({ code, data, text }) {
  const part = (/** @type {string} */ name) => {
    const datum = data[name] ?? '';
    return typeof datum === 'string' ? datum : translated(datum);
  };
  return fetched[languageShown()]?.[code]?.replace(/\{(\w+)\}/g, (_, name) => part(name)) ?? text;
}
