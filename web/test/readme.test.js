// README.md names files and commands that exist.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const folder = new URL('..', import.meta.url);
const readme = readFileSync(new URL('README.md', folder), 'utf8');
/** The texts in backticks in README.md. */
const quoted = [...readme.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text);

test('README.md names files that exist', () => {
  const files = quoted.filter((text) => /^[\w./-]+(\.\w+|\/)$/.test(text));
  const missing = files.filter((file) => !existsSync(new URL(file, folder)));
  assert.deepEqual(missing, []);
  assert.ok(files.length > 30, `${files.length} files`);
});

test('README.md names every module of the page', () => {
  const modules = readdirSync(folder).filter((file) => file.endsWith('.js'));
  assert.deepEqual(
    modules.filter((file) => !quoted.includes(file)),
    [],
  );
});

test('README.md names commands that exist', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  for (const [, name] of readme.matchAll(/npm run ([\w:]+)/g)) assert.ok(name in scripts, name);
});
