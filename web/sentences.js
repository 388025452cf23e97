// Translates the engine's messages by matching them with their English templates.
import en from './lang/en.js';
import { t } from './words.js';

/** A template such as `line {n}: {rest}` as a regular expression. @param {string} text */
const patternOf = (text) => {
  const escaped = text.replace(/[.*+?^$()|[\]\\]|\{(?!\w+\})|(?<!\{\w+)\}/g, '\\$&');
  const places = escaped.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${name === 'n' ? '\\d+' : '.+?'})`);
  return new RegExp(`^${places}$`, 's');
};

const templates = Object.entries(en)
  .filter(([key]) => key.startsWith('why '))
  .map(([key, text]) => ({ key, pattern: patternOf(text) }));

/** An error's message in the user's language. @param {unknown} error */
export const whyOf = (error) => translated(error instanceof Error ? error.message : String(error));

/** A message in the user's language; unchanged if no template matches. @param {string} sentence @returns {string} */
export function translated(sentence) {
  for (const { key, pattern } of templates) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const places = { ...found.groups };
    if (places.rest) places.rest = translated(places.rest);
    return t(key, places);
  }
  return sentence;
}
