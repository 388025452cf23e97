// The engine's messages in every language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, fetchWords, setLanguage } from '../words.js';
import en from '../messages/en.js';
import { fetchMessages, translated, whyOf } from '../sentences.js';

/** The parts of a page that `setLanguage` needs. */
Object.assign(globalThis, { document: { documentElement: {}, querySelectorAll: () => [] } });

const templates = Object.entries(en);

/** A template with its places filled in. @param {string} text */
const filled = (text) => text.replace(/\{(\w+)\}/g, (_, name) => (name === 'n' ? '7' : `<${name}>`));

for (const language of Object.keys(LANGUAGES)) {
  test(`sentences of the engine are translated: ${language}`, async () => {
    await fetchWords(language);
    await fetchMessages(language);
    setLanguage(language);
    for (const [key, text] of templates) {
      const sentence = translated(filled(text));
      if (language === 'en') assert.equal(sentence, filled(text), key);
      else assert.notEqual(sentence, filled(text), key);
      for (const [, name] of text.matchAll(/\{(\w+)\}/g))
        assert.ok(sentence.includes(name === 'n' ? '7' : `<${name}>`), `${key}: ${sentence}`);
    }
  });
}

test('a sentence within a sentence is translated too', async () => {
  setLanguage('cs');
  assert.equal(await whyOf(new Error('line 3: point already taken')), 'řádek 3: pole je obsazené');
  assert.equal(await whyOf('something else'), 'something else');
});

test('refusals of an opening rule are translated', () => {
  setLanguage('cs');
  for (const sentence of [
    'g8 is not in the middle of the board, where this stone belongs',
    'c3 is not within the middle 3x3, where this stone belongs',
    'h9 is not outside the middle 5x5, where this stone belongs',
    'i8 makes the same figure as g8',
    'g8 was not offered',
    'rif needs a board of 9x9 or more, not 8x8',
  ])
    assert.notEqual(translated(sentence), sentence);
});
