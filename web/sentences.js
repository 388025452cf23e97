// Translates the engine's messages by matching them with their English templates (messages/), which are fetched when
// the first message is shown.
import { languageShown } from './words.js';

/** @typedef {Record<string, string>} Messages */

/** The messages of the languages fetched so far. @type {Record<string, Messages>} */
const fetched = {};
/** The English templates. @type {{ key: string, pattern: RegExp }[]} */
let templates = [];

/** A template such as `line {n}: {rest}` as a regular expression. @param {string} text */
const patternOf = (text) => {
  const escaped = text.replace(/[.*+?^$()|[\]\\]|\{(?!\w+\})|(?<!\{\w+)\}/g, '\\$&');
  const places = escaped.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${name === 'n' ? '\\d+' : '.+?'})`);
  return new RegExp(`^${places}$`, 's');
};

/** Fetches the messages in a language; if that fails, they stay English. @param {string} language */
export async function fetchMessages(language) {
  try {
    for (const name of ['en', language]) fetched[name] ??= (await import(`./messages/${name}.js`)).default;
  } catch (error) {
    console.warn(error);
  }
  if (!templates.length)
    templates = Object.entries(fetched.en ?? {}).map(([key, text]) => ({ key, pattern: patternOf(text) }));
}

/** A message, or that of an error, in the user's language. @param {unknown} error */
export async function whyOf(error) {
  await fetchMessages(languageShown());
  return translated(error instanceof Error ? error.message : String(error));
}

/** Several messages in the user's language, as one. @param {string[]} sentences */
export const whyOfAll = async (sentences) => (await Promise.all(sentences.map(whyOf))).join('; ');

/**
 * A message in the user's language, or what follows a place in it (`a.sgf: …`); unchanged if no fetched template
 * matches.
 * @param {string} sentence @returns {string}
 */
export function translated(sentence) {
  for (const { key, pattern } of templates) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const places = { ...found.groups };
    if (places.rest) places.rest = translated(places.rest);
    const text = fetched[languageShown()]?.[key] ?? fetched.en[key];
    return text.replace(/\{(\w+)\}/g, (_, name) => places[name] ?? '');
  }
  const place = sentence.indexOf(': ') + 2;
  return place < 2 ? sentence : sentence.slice(0, place) + translated(sentence.slice(place));
}
