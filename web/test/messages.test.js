// Every message of the engine that can reach the page has a text in the languages: its Rust sources are searched for
// texts of several words. A new one needs a template in messages/*.js, or a reason below why no user sees it.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fetchMessages, translated } from '../sentences.js';
import { fetchWords, setLanguage } from '../words.js';
import { sourcesIn, textsOf } from './rust_messages.js';

Object.assign(globalThis, { document: { documentElement: {}, querySelectorAll: () => [] } });
await fetchWords('cs');
await fetchMessages('cs');

/** Files and folders of the engine whose messages can reach the page. */
const SOURCES = [
  'core/src',
  'records/src',
  'database/src/note.rs',
  'database/src/reader.rs',
  'database/src/shared.rs',
  'database/src/store.rs',
  'database/src/writer.rs',
  'session/src/opening',
  'session/src/service',
  'picture/src',
  'web/src',
  'server/src/session.rs',
  'server/src/spectators.rs',
  'server/src/worker.rs',
];

/** Files and folders in them that only other programs than the page use. */
const ELSEWHERE = [
  'core/src/board/diagram.rs', // drawings in tests
  'core/src/files', // files named on a command line
  'core/src/sau.rs',
  'core/src/serialization.rs',
  'picture/src/marks.rs',
  'records/src/ccgc.rs', // written by `tengen convert`, as what is in save.rs and renlib/write.rs
  'records/src/openings.rs',
  'records/src/renlib/write.rs',
  'records/src/save.rs',
  'records/src/training',
  'records/src/yixin.rs', // read by `tengen database import`
  'web/src/typescript.rs',
];

/** Texts that are no messages, or that no page shows. */
const OTHERS = [
  /^(CREATE|DELETE|INSERT|PRAGMA|SELECT|UPDATE|TABLE) /,
  'score, depth, bound, proof, best, black, drawn, white, open, comment, label, name, key',
  // Names, which the page translates by themselves, and what files contain.
  /^(double (four|three)|full board|move limit|illegal move|no start|too much output|foul: |Dots and Boxes)$/,
  /^(wins in|still wins|lost in|loses sooner|misses (fours|win)|lets (fours|win))$/,
  // Parts of messages that have templates as wholes.
  /^(on any empty point|in the middle of the board|(with|out)(in|side) the middle \{side\}x\{side\})$/,
  '{name} and those after it are left out',
  '{name} sets stones up on its way',
  // Of games that the page refuses to open: Connect6, Dots and Boxes.
  /games of \{game\} are read/,
  '{what} is out of turn: {order}',
  // Of drawings in tests.
  '{c} in row {n} means nothing',
  // Of files that only `tengen convert` writes.
  /(^a|: a) (CCGC record|library|RenLib library) (cannot|has)|; (a|in a) RenLib library /,
  // Of changes of a file in place, which the page does not make.
  /^(there is no line|this game is a variation there|only this line of the file)/,
  // Details of a damaged XML file.
  /^(a tag or text of more than|it is not UTF-8$)/,
  // Details of a damaged database: the page shows the message about the file.
  /^(its schema |the file ends before$|page \{page\} is used|a table is |not the page of|cells overlap|the tree has no end)/,
  /^(a row |no page$|a text is |a number |no count$|a bound is none|a point is none|a game is none|no ending$|a source without a name)/,
  /^(the name of a source is too long|beyond the page|a key is too long|a value of no kind|out of range|no file was chosen)/,
  // For the log.
  /^it (sent bytes that are no text|has gone silent|does not read)$/,
  'each variant explains its fields',
  // The source of games, stored in a database.
  'own games',
];

const crates = fileURLToPath(new URL('../../crates/', import.meta.url));

/** The texts of the sources with several words, with their files. */
function messages() {
  const files = SOURCES.flatMap((name) =>
    statSync(crates + name).isDirectory() ? sourcesIn(crates + name) : [crates + name],
  );
  const named = files.map((file) => ({ file, name: file.slice(crates.length) }));
  return named
    .filter(({ name }) => !ELSEWHERE.some((other) => name.startsWith(other)))
    .flatMap(({ file, name }) => textsOf(readFileSync(file, 'utf8')).map((text) => ({ name, text })))
    .filter(({ text }) => /[a-z]{2}[^\s]* +[^\s]*[a-z]{2}/i.test(text.replace(PLACE, '0')));
}

/** A place of a format string. */
const PLACE = /(?<!\{)\{[^{}]*\}/g;

/** Sentences that the engine can make of a format string. @param {string} text */
function sentences(text) {
  const filled = text
    .replace(/\{[^{}]*:\?\}/g, '"7"')
    .replace(PLACE, '7')
    .replace(/\{\{/g, '{')
    .replace(/\}\}/g, '}');
  const unquoted = filled.replace(/"7"/g, '7');
  const ended = [filled, unquoted, filled.replace(/7$/, ''), filled.replace(/7$/, ': 7')];
  return ended.flatMap((sentence) => [sentence, `7 ${sentence}`]);
}

/** @param {string} text */
const isOther = (text) =>
  OTHERS.some((other) => (typeof other === 'string' ? other === text : other.test(text)));

test('every message that can reach the page has a text in the languages', () => {
  setLanguage('cs');
  const all = messages();
  assert.ok(all.length > 150, 'the sources are found');
  const untranslated = all.filter(
    ({ text }) => !isOther(text) && sentences(text).every((sentence) => translated(sentence) === sentence),
  );
  assert.deepEqual(
    untranslated.map(({ name, text }) => `${name}: ${text}`),
    [],
  );
});

test('what no page shows is there', () => {
  const names = SOURCES.concat(ELSEWHERE);
  for (const name of names) assert.ok(statSync(crates + name), name);
  const texts = messages().map(({ text }) => text);
  for (const other of OTHERS)
    assert.ok(
      texts.some((text) => (typeof other === 'string' ? other === text : other.test(text))),
      String(other),
    );
});

test('texts are found in Rust sources, those for developers and of tests are not', () => {
  const source = String.raw`
    //! "a comment"
    let c = '"'; /* "another" */ let s = "plain {text:?}";
    Err(format!("two \"quoted\" \
        lines"))?; x.expect("not (this)"); debug_assert!(a("nor"), "this");
    log::warn!("nor {this}"); let life: &'a str = r#"raw "text""#; b"bytes are none";
    #[cfg(test)]
mod tests {
    "nor this"
`.replace('    #[cfg', '#[cfg');
  assert.deepEqual(textsOf(source), ['plain {text:?}', 'two "quoted" lines', 'raw "text"']);
});

test('a message after a place is translated too', () => {
  setLanguage('cs');
  assert.equal(translated('a.sgf: x: the file is empty'), 'a.sgf: x: soubor je prázdný');
  assert.equal(translated('a.sgf: what nobody says'), 'a.sgf: what nobody says');
});

test('messages that are made of parts are translated as wholes', () => {
  for (const whole of [
    'move 9, h8: the game is already over by the rule renju',
    'move 5: two passes end a game of renju as a draw',
    'move 5: two passes end a game of renju as a draw; the moves after them are left out',
    'line 21 and those after it are left out',
    'line 2 sets stones up on its way',
    'line 1: PL[x] is not a side; PL is B or W',
    'W[aa] is out of turn: the stones before it are set up',
    'h8 is not in the middle of the board, where this stone belongs',
    'a list of fifth stones is asked for',
    'unknown game format (it begins with "x"); games are read from SGF, .psq (Piskvork), .lib and .pos (RenLib), RIF, links, drawings, and moves like h8i9g7',
    'the library breaks off at byte 21',
    'the link names no board size, such as size=15x15',
    'databases cannot store continuous games',
    'kept, to be written later: 2 changes of a.db are not written: another program is writing a.db',
  ]) {
    const said = translated(whole);
    assert.notEqual(said, whole);
    assert.doesNotMatch(said, / (is|are|the|of|and) /, whole);
  }
});
