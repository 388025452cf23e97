// Invalid links and invalid stored states.
import { TWO_PEOPLE, expect, test } from './tengen.js';

/** @typedef {import('./tengen.js').Tengen} Tengen */

/** Starts a game of two people that must stay on the board. @param {Tengen} tengen */
async function playRenju(tengen) {
  await tengen.open();
  await tengen.begin({ ...TWO_PEOPLE, rule: 'Renju', size: '9×9' });
  await tengen.board.lay('e5', 'a1');
}

/** Expects that game on the board, ready to play. @param {Tengen} tengen */
async function playsRenju({ board, page, url }) {
  await board.holds('e5', 'a1');
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Play');
  await expect(board.element).toHaveAccessibleName('Board, 9 by 9');
  await expect(page.getByRole('button', { name: 'Renju · 9×9' })).toBeVisible();
  await expect(page).toHaveURL(url);
}

/** Changes the link in the address of the open page. @param {Tengen} tengen @param {string} link */
const follow = ({ page, url }, link) => page.goto(`${url}#${link}`);

/** @param {Tengen} tengen */
async function closeNotice({ notice }) {
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toBeHidden();
}

/** Refused links and their error messages. */
const IMPOSSIBLE = [
  ['size=100000x100000', '100000×100000 is not a valid board size: boards have 5 to 32 rows and columns.'],
  ['size=20000x20000&rule=renju&moves=h8', '20000×20000'],
  ['size=999999999999999999999999x15', 'boards have 5 to 32 rows'],
  ['size=33x15', '33×15 is not a valid board size'],
  ['size=15x4', '15×4 is not a valid board size'],
  ['size=15x15&moves=h8z99', 'z99 is not on a 15×15 board'],
  ['size=15x15&black=a0', 'a0 is not on a 15×15 board'],
  [`size=5x5&moves=${'a1'.repeat(100_000)}`, 'A game on a 5×5 board has at most 25 moves.'],
  ['size=15x15&moves=h8h8', 'point already taken'],
  ['size=15x15&rule=chess&moves=h8', 'the rules are freestyle'],
];

test('a link to a board of 100000 rows is refused and not kept', async ({ tengen }) => {
  const { notice } = tengen;
  await playRenju(tengen);
  for (const [link, message] of IMPOSSIBLE) {
    await test.step(link.slice(0, 40), async () => {
      await tengen.open(`#${link}`);
      await expect(notice).toBeVisible();
      await expect(notice).toHaveText(/^This link cannot be opened:/);
      await expect(notice).toContainText(message);
      // The previous game is on the board, also when the next link is opened.
      await playsRenju(tengen);
    });
  }
  await tengen.reload();
  await playsRenju(tengen);
  await expect(notice).toBeHidden();
});

test('a pasted link to a board of 40 rows is refused with the same message', async ({ tengen }) => {
  await tengen.open();
  await tengen.paste('https://x.example/#size=40x40&moves=h8');
  await expect(tengen.dialog.getByRole('alert')).toHaveText(/^40×40 is not a valid board size/);
});

test('a link with unreadable parts opens no game', async ({ tengen }) => {
  const { board, dialog, moves, notice, page } = tengen;
  const cases = [
    ['size=junk', '"size=junk" is not a board size'],
    ['rule=renju&moves=h8', 'The link names no board size, such as size=15x15'],
    ['size=15x15&moves=junk', '"junk" in moves= is not a point; points look like h8'],
    ['size=15x15&rule=chess&moves=h8', '"rule=chess" is not a rule: the rules are freestyle'],
    ['size=15x15&opening=swap2', '"opening" is unknown'],
    ['size=15x15&first=junk', '"first=junk" is not a side'],
    ['size=15x15&moves=h8&at=2', '"at=2" is not a place'],
    ['size=15x15&rule=renju&black=h8h8', 'h8 is set up twice'],
    [
      'size=15x15&moves=h8h8',
      'This game names no rule. It was read as Freestyle · 15×15. move 2, h8: point already taken',
    ],
  ];
  await playRenju(tengen);
  for (const [link, message] of cases) {
    await follow(tengen, link);
    await expect(notice).toBeVisible();
    const whole = `This link cannot be opened: ${message}`;
    expect((await notice.textContent())?.slice(0, whole.length)).toBe(whole);
    await playsRenju(tengen);
    await closeNotice(tengen);
  }
  // A pasted link is rejected with the same message.
  for (const [link, message] of cases) {
    await tengen.paste(`https://x.example/#${link}`);
    await expect(dialog.getByRole('alert')).toContainText(message);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await playsRenju(tengen);
  }
  // The message is in the language of the page.
  await tengen.button('Settings').click();
  await dialog.getByRole('radio', { name: 'Čeština' }).check();
  await dialog.getByRole('button', { name: 'Zavřít' }).click();
  await follow(tengen, 'size=9x9&rule=chess');
  await expect(notice).toContainText('pravidla jsou freestyle');
  // A link without a rule uses the rule chosen for games without one, and a message says so.
  await tengen.button('Nastavení').click();
  await dialog.getByRole('radio', { name: 'English' }).check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await tengen.button('Game and files').click();
  await dialog.getByLabel('Rule').selectOption('Standard');
  await dialog.getByRole('textbox').first().fill('https://x.example/#size=13x13&moves=h8i9&at=1');
  await dialog.getByRole('button', { name: 'Read', exact: true }).click();
  const opened = async (rule) => {
    await expect(tengen.button(`${rule} · 13×13`)).toBeVisible();
    await board.holds('h8', '');
    await expect(tengen.current).toHaveAccessibleName('1 Black h8');
    await expect(moves.getByRole('button')).toHaveCount(2);
  };
  await opened('Standard');
  await expect(notice).toHaveText(/^This game names no rule\. It was read as Standard · 13×13\./);
  await notice.getByLabel('Rule').selectOption('Caro');
  await opened('Caro');
});

test('a link in the address of an open page is opened', async ({ tengen }) => {
  const { board, notice, page } = tengen;
  await tengen.open();
  await follow(tengen, 'size=9x9&rule=renju&moves=e5d5&at=1');
  const opened = async () => {
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Analyse');
    await expect(board.element).toHaveAccessibleName('Board, 9 by 9');
    await board.holds('e5', '');
    await expect(tengen.current).toHaveAccessibleName('1 Black e5');
    await expect(tengen.button('Renju · 9×9')).toBeVisible();
    await expect(page).toHaveURL(tengen.url);
  };
  await opened();
  await follow(tengen, 'size=99x99');
  await expect(notice).toContainText('99×99');
  await opened();
});

/**
 * Opens the page with only this text in the browser's storage. The text is written from another document of the same
 * origin, because the page stores its own state when it is closed.
 * @param {Tengen} tengen @param {string} key @param {string} text
 */
async function openWith(tengen, key, text) {
  const { page } = tengen;
  const other = { contentType: 'text/html', body: '<link rel="icon" href="data:," />' };
  await page.route(`${tengen.url}other`, (route) => route.fulfill(other), { times: 1 });
  await page.goto(`${tengen.url}other`);
  await page.evaluate(
    ([key, text]) => {
      localStorage.clear();
      localStorage.setItem(key, text);
    },
    [key, text],
  );
  await tengen.open();
}

/** A text in the browser's storage. @param {Tengen} tengen @param {string} key */
const stored = ({ page }, key) => page.evaluate((key) => localStorage.getItem(key), key);

const SET_ASIDE = 'could not be read and was set aside';

/** A stored game with additional or replaced parts. @param {string} more */
const kept = (more) => `{"tree":{"width":15,"height":15,"rule":"freestyle","nodes":[]${more}},"at":"h8h8"}`;

const STATES = [
  '{"tree":',
  'null',
  '[]',
  '7',
  '{"settings":5}',
  '{"settings":{"language":7}}',
  '{"mode":"chess"}',
  '{"play":{"setup":{"terms":"none"}}}',
  '{"tree":5}',
  '{"tree":{"width":15,"height":15,"rule":"freestyle"}}',
  '{"tree":{"width":15,"height":15,"nodes":[]}}',
  kept(',"width":20000,"height":20000'),
  kept(',"black":"z99"'),
  kept(',"nodes":[{"after":7,"point":"h8"}]'),
  kept(',"nodes":[{"after":null,"point":"z99"}]'),
  kept(',"nodes":[null]'),
  // These are rejected by the engine.
  kept(',"rule":"chess"'),
  kept(',"nodes":[{"after":null,"point":"h8"},{"after":0,"point":"h8"}]'),
];

test('a stored state that cannot be read is set aside', async ({ tengen }) => {
  const { board, moves, notice } = tengen;
  for (const text of STATES) {
    await test.step(text, async () => {
      await openWith(tengen, 'tengen', text);
      await expect(notice).toBeVisible();
      await expect(notice).toContainText(SET_ASIDE);
      await expect(board.element).toHaveAccessibleName('Board, 15 by 15');
      await expect(moves).toHaveText('No moves yet');
      expect(await stored(tengen, 'tengen-unreadable')).toBe(text);
      // The page keeps a new game; one text for the page and one for the engine are enough to see that.
      if (text !== STATES[0] && text !== STATES[STATES.length - 1]) return;
      await board.touch('h8');
      await expect(moves.getByRole('button').first()).toHaveText('h8');
      await tengen.reload();
      expect(await board.points('.stones .black')).toContain('h8');
      await expect(notice).toBeHidden();
      expect(await stored(tengen, 'tengen-unreadable')).toBe(text);
    });
  }
});

test('what is set aside can be saved', async ({ tengen }) => {
  await openWith(tengen, 'tengen', 'junk');
  const { name, bytes } = await tengen.saved('Save as a file');
  expect(name).toBe('tengen-unreadable.json');
  expect(String(bytes)).toBe('junk');
});

test('stored puzzles that cannot be read are set aside', async ({ tengen }) => {
  for (const text of [
    'null',
    '{',
    '{"own":[{"size":"20000x20000","rule":"renju","moves":"h8"}]}',
    '{"own":[null]}',
    '{"player":{"rating":"high"}}',
    '{"past":{"a":null}}',
    '{"wish":7}',
  ]) {
    await openWith(tengen, 'tengen-puzzles', text);
    await expect(tengen.notice).toContainText(SET_ASIDE);
    expect(await stored(tengen, 'tengen-puzzles-unreadable')).toBe(text);
    expect(await stored(tengen, 'tengen-puzzles')).toBeNull();
    await tengen.choose('Puzzles');
    await expect(tengen.status).toHaveText(/^(Black|White) .*Find /);
    await expect.poll(() => tengen.board.points('.stones .black')).not.toEqual([]);
  }
});

/**
 * Calls the browser's database of games and returns the result.
 * @param {Tengen} tengen @param {'games' | 'history'} store @param {'get' | 'put'} method @param {...any} values
 */
const asked = ({ page }, store, method, ...values) =>
  page.evaluate(
    ([store, method, values]) =>
      new Promise((done, failed) => {
        const opening = indexedDB.open('tengen');
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const request = opening.result
            .transaction(store, 'readwrite')
            .objectStore(store)
            [method](...values);
          request.onerror = () => failed(request.error);
          request.onsuccess = () => done(request.result);
        };
      }),
    [store, method, values],
  );

test('a kept game that cannot be read does not hide the others', async ({ tengen }) => {
  const { board, dialog } = tengen;
  await tengen.open();
  await tengen.begin(TWO_PEOPLE);
  await board.lay('h8', 'a1');
  await tengen.begin();
  await board.holds('', '');
  const junk = [{ width: 20000, height: 20000, rule: 'renju', nodes: [] }, { nodes: 5 }, null];
  for (const [i, tree] of junk.entries())
    await asked(tengen, 'games', 'put', { id: `junk${i}`, when: Date.now(), at: '', tree });
  await tengen.button('Game and files').click();
  const games = dialog.getByRole('listitem').getByRole('button');
  await expect(games).toHaveCount(1);
  await games.click();
  await board.holds('h8', 'a1');
});

test('a step to undo that cannot be read does not break undoing', async ({ tengen }) => {
  const { board, moves } = tengen;
  await tengen.open();
  await tengen.begin(TWO_PEOPLE);
  await board.lay('h8', 'a1');
  const history = () => asked(tengen, 'history', 'get', 'now');
  await expect.poll(async () => JSON.parse((await history())?.now.tree ?? '{}').nodes?.length).toBe(2);
  const tree = '{"width":20000,"height":20000,"rule":"renju","nodes":[]}';
  const { before, ...rest } = await history();
  const steps = [...before, { tree, at: '', play: '{}', game: 'x' }, null];
  await asked(tengen, 'history', 'put', { ...rest, before: steps }, 'now');
  await tengen.reload();
  await board.holds('h8', 'a1');
  await tengen.button('Undo').click();
  await board.holds('h8', '');
  await expect(moves.getByRole('button')).toHaveCount(1);
});

test('the page and the engine agree on the sides of boards', async ({ tengen }) => {
  const { dialog, page } = tengen;
  const hello = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => JSON.parse(String(payload)).reply === 'hello'),
    );
  await tengen.open();
  const { sides } = JSON.parse(String((await hello).payload));
  await tengen.button('New game').click();
  await dialog.getByRole('radio', { name: 'Other' }).check();
  for (const name of ['Columns', 'Rows']) {
    const field = dialog.getByLabel(name);
    await expect(field).toHaveAttribute('min', String(sides[0]));
    await expect(field).toHaveAttribute('max', String(sides[1]));
  }
});
