// Every language has all texts, with the same placeholders.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readdirSync } from 'node:fs';
import {
  LANGUAGES,
  fetchLaterWords,
  fetchWords,
  languageOf,
  percent,
  scored,
  seconds,
  setLanguage,
  short,
  t,
} from '../words.js';

/** The placeholders of a text, sorted. @param {string} text */
const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/** The words of the page, and those for later. @param {string} language @returns {Promise<Record<string, string>[]>} */
const wordsOf = async (language) => {
  const files = ['lang', 'later'].map((folder) => import(`../${folder}/${language}.js`));
  return (await Promise.all(files)).map((file) => file.default);
};

test('each file of words or messages is a language that can be chosen', () => {
  const filesIn = (/** @type {string} */ folder) => {
    const names = readdirSync(new URL(`../${folder}`, import.meta.url));
    return names.map((name) => name.replace('.js', '')).sort();
  };
  for (const folder of ['lang', 'later']) assert.deepEqual(filesIn(folder), Object.keys(LANGUAGES).sort());
  assert.deepEqual([...filesIn('messages'), 'en'].sort(), Object.keys(LANGUAGES).sort());
});

for (const [language, name] of Object.entries(LANGUAGES)) {
  test(`${name} has every word, and each with what is put into it`, async () => {
    const files = await wordsOf(language);
    assert.equal(files[0].language, name);
    assert.ok(files[0].tag.startsWith(language));
    for (const [i, en] of (await wordsOf('en')).entries()) {
      assert.deepEqual(Object.keys(files[i]).sort(), Object.keys(en).sort());
      for (const [key, text] of Object.entries(en))
        assert.deepEqual(places(files[i][key]), places(text), `${language}: ${key}`);
    }
  });
}

test('numbers and units are those of the language', async () => {
  const page = /** @type {any} */ (globalThis);
  page.document = { documentElement: {}, querySelectorAll: () => [] };
  const shown = async (/** @type {string} */ language) => {
    await fetchWords(language);
    setLanguage(language);
    return [percent(0.1234), percent(1), seconds(250, 1), t('perSecond', { n: short(12_000) })];
  };
  assert.deepEqual(await shown('ru'), ['12,3 %', '100 %', '0,3 с', '12\u00a0тыс./с']);
  assert.deepEqual(await shown('zh'), ['12.3 %', '100 %', '0.3 秒', '1.2万/秒']);
  assert.deepEqual(await shown('en'), ['12.3 %', '100 %', '0.3 s', '12K/s']);
  delete page.document;
});

test('the words of puzzles and dialogs come when they are needed', async () => {
  const page = /** @type {any} */ (globalThis);
  page.document = { documentElement: {}, querySelectorAll: () => [] };
  await fetchWords('ru');
  setLanguage('ru');
  assert.equal(t('steps'), 'steps');
  await fetchLaterWords();
  assert.equal(t('steps'), 'Для начинающих');
  await fetchWords('vi');
  setLanguage('vi');
  assert.equal(t('steps'), 'Cho người mới');
  setLanguage('en');
  assert.equal(t('steps'), 'For beginners');
  delete page.document;
});

test('the language of the browser is chosen, in its characters', () => {
  const chosen = {
    'zh-TW': 'zh-Hant',
    'zh-Hant-HK': 'zh-Hant',
    'zh-CN': 'zh',
    zh: 'zh',
    'cs-CZ': 'cs',
    fr: 'en',
  };
  for (const [tag, language] of Object.entries(chosen)) assert.equal(languageOf([tag]), language, tag);
  assert.equal(languageOf(['fr', 'ru-RU', 'en']), 'ru');
});

test('a language that cannot be had leaves English', async () => {
  await fetchWords('none');
  await fetchWords('__proto__');
});

test('a length that is not settled is a bound', () => {
  assert.equal(scored({ win_in: 15 }), t('winIn', { n: 15 }));
  assert.equal(scored({ win_in: 15 }, 'freestyle', true), t('winIn', { n: '≤15' }));
  assert.equal(scored({ loss_in: 8 }, 'freestyle', true), t('lossIn', { n: '≤8' }));
});
