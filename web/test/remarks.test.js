// The engine's remarks in every language. `remarks.json` has their codes and English sentences, written by the tests of
// crates/web.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Refusal } from '../tengen/engine.js';
import { fetchMessages, remark, wordsOfAll, translated, whyOf } from '../remarks.js';
import { LANGUAGES, fetchWords, setLanguage } from '../words.js';

/** The parts of a page that `setLanguage` needs. */
Object.assign(globalThis, { document: { documentElement: {}, querySelectorAll: () => [] } });

/** @type {Record<string, string>} */
const english = JSON.parse(readFileSync(new URL('remarks.json', import.meta.url), 'utf8'));

/** Codes of remarks that no page shows. */
const ELSEWHERE = [
  ...['OtherSetUp', 'OtherTurn', 'OtherPass'], // games that the page refuses to open: Connect6, Dots and Boxes
  'Sign', // drawings in tests
  // Files that only command lines write or change.
  ...[
    'ContestBoard',
    'ContestSetUp',
    'ContestRule',
    'LibBoard',
    'LibFirst',
    'LibTwice',
    'LibSetUp',
    'LibNoPoint',
  ],
  ...['LibNoMove', 'LibRule', 'LibNames', 'LibResult', 'LibNamesAndResult', 'LibOnlyLine'],
  ...['NoLine', 'IsVariation', 'NoVariation', 'NoVariationsOf'],
];
/** Texts of the system, and tables. */
const isData = (/** @type {string} */ text) => /^\{\w+\}$/.test(text);

/** The names of the data in a text. @param {string} text */
const namesIn = (text) => [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name))].sort();

test('what no page shows is there', () => {
  for (const code of ELSEWHERE) assert.ok(code in english, code);
});

for (const language of Object.keys(LANGUAGES).filter((language) => language !== 'en')) {
  test(`every remark has a text with its data: ${language}`, async () => {
    const { default: texts } = await import(`../messages/${language}.js`);
    const shown = Object.keys(english).filter((code) => !ELSEWHERE.includes(code) && !isData(english[code]));
    assert.deepEqual(Object.keys(texts).sort(), shown.sort());
    for (const code of shown) {
      assert.deepEqual(namesIn(texts[code]), namesIn(english[code]), code);
      if (code !== 'At') assert.notEqual(texts[code], english[code], code);
    }
  });
}

const taken = { code: 'Taken', data: {}, text: 'point already taken' };
const line = { code: 'Line', data: { n: '3', why: taken }, text: 'line 3: point already taken' };

test('a remark is shown in the language of the page, with the remarks in it', async () => {
  await fetchWords('cs');
  setLanguage('cs');
  assert.equal(await whyOf(new Refusal(line, false)), 'řádek 3: pole je obsazené');
  const file = { code: 'At', data: { what: 'a.sgf', why: line }, text: `a.sgf: ${line.text}` };
  assert.equal(translated(file), 'a.sgf: řádek 3: pole je obsazené');
  assert.equal(
    await wordsOfAll([taken, remark('NotEnded', 'the search did not end')]),
    'pole je obsazené; hledání neskončilo',
  );
});

test('what has no text stays as it is', async () => {
  setLanguage('cs');
  assert.equal(await whyOf(new Error('something else')), 'something else');
  assert.equal(await whyOf('something else'), 'something else');
  const standings = { code: 'Standings', data: { text: 'A 1 : 0 B' }, text: 'A 1 : 0 B' };
  assert.equal(translated(standings), 'A 1 : 0 B');
  const unknown = { code: 'Unreadable', data: { why: 'is a folder' }, text: 'is a folder' };
  assert.equal(translated({ ...line, data: { n: '3', why: unknown } }), 'řádek 3: is a folder');
});

test('a page in English shows the sentences of the engine', async () => {
  await fetchMessages('en');
  setLanguage('en');
  assert.equal(await whyOf(new Refusal(line, true)), line.text);
});
