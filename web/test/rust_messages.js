// The texts in the Rust sources of the engine that may be messages for the page.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A comment, a string (raw or not), a character, a name with an exclamation mark or a dot, or any other character. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"([\s\S]*?)"\1|(b?)"((?:\\[\s\S]|[^"\\])*)"|b?'(?:\\(?:u\{\w+\}|x..|.)|[^\\'])'|\.?[A-Za-z_]\w*!?|[\s\S]/g;
/** The arguments of these are for developers, not for users. */
const FOR_DEVELOPERS =
  /^(\.expect|(debug_)?assert(_eq|_ne)?!|panic!|unreachable!|todo!|trace!|debug!|info!|warn!|error!)$/;

/** The source without its unit tests. @param {string} source */
const tested = (source) => source.split(/^#\[cfg\(test\)\]\nmod \w+ \{/m)[0];

/** The texts of a source that users may see. @param {string} source @returns {string[]} */
export function textsOf(source) {
  const texts = [];
  let [skipped, depth, before] = [Infinity, 0, ''];
  for (const [token, , raw, bytes, text] of tested(source).matchAll(TOKEN)) {
    if (token === '(') {
      depth++;
      if (FOR_DEVELOPERS.test(before)) skipped = Math.min(skipped, depth);
    } else if (token === ')') {
      if (depth === skipped) skipped = Infinity;
      depth--;
    } else if (depth < skipped && bytes !== 'b') {
      if (raw !== undefined && !token.startsWith('b')) texts.push(raw);
      if (text !== undefined) texts.push(unescaped(text));
    }
    if (token.trim()) before = token;
  }
  return texts;
}

/** @param {string} text */
const unescaped = (text) =>
  text.replace(/\\\n\s*/g, '').replace(/\\(.)/g, (_, c) => ({ n: '\n', t: '\t', r: '\r' })[c] ?? c);

/** The Rust sources below a folder, without tests. @param {string} folder @returns {string[]} */
export const sourcesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rs') && !/(^|\/)tests(\/|\.rs)/.test(name))
    .map((name) => join(folder, name));
