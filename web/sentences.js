// The sentences of the engine in the reader's language, found by their templates in English.
import en from './lang/en.js';
import { t } from './words.js';

/** A template as an expression: `line {n}: {rest}`. @param {string} text */
const patternOf = (text) => {
  const escaped = text.replace(/[.*+?^$()|[\]\\]|\{(?!\w+\})|(?<!\{\w+)\}/g, '\\$&');
  const places = escaped.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${name === 'n' ? '\\d+' : '.+?'})`);
  return new RegExp(`^${places}$`, 's');
};

const templates = Object.entries(en)
  .filter(([key]) => key.startsWith('why '))
  .map(([key, text]) => ({ key, pattern: patternOf(text) }));

/** What an error says, in the reader's language. @param {unknown} error */
export const whyOf = (error) => translated(error instanceof Error ? error.message : String(error));

/** A sentence in the reader's language; one that no template fits stays as it is. @param {string} sentence @returns {string} */
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
