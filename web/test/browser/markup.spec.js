// Text from files, links and databases is shown as text; markup in it never becomes part of the page.
import { withDatabase } from './database.js';
import { expect, game, test } from './tengen.js';

/** Texts that run a script or add an element if they are inserted as markup. */
const MARKUP = [
  '<img src=x onerror=window.ran=1>',
  '"><img src=x onerror=window.ran=1>',
  "'><svg/onload=window.ran=1>",
  '<svg onload=window.ran=1>',
  '<script>window.ran=1</script>',
  '</title><script>window.ran=1</script>',
  '</text><image href=x onerror=window.ran=1>',
  '</textarea><img src=x onerror=window.ran=1>',
  "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
  '<a id=evil href=javascript:window.ran=1>a</a>',
  '<details open ontoggle=window.ran=1>a</details>',
  '&lt;img src=x onerror=window.ran=1&gt;<img src=x>',
];
/** SGF root properties with text. */
const ROOT = ['PB', 'PW', 'EV', 'RO', 'GN', 'PC', 'DT', 'US', 'GC', 'C'];
/** Links to which the text is appended; the page refuses them with a message. */
const LINKS = [
  'size=15x15&moves=h8&rule=',
  'size=15x15&black=',
  'size=15x15&white=',
  'size=15x15&moves=',
  'size=15x15&first=',
  'size=15x15&at=',
  'size=15x15&opening=',
  'size=',
  '',
];
/** Elements that inserted markup would create. */
const TRACES = '[onerror], [onload], [ontoggle], [src=x], [href=x], iframe, q, #evil, body script';

/** @param {import('./tengen.js').Tengen} tengen @param {string} what */
async function isHarmless({ page }, what) {
  const found = await page.evaluate(
    (traces) => [window.ran ?? null, document.querySelectorAll(traces).length],
    TRACES,
  );
  expect(found, what).toEqual([null, 0]);
}

/** A game with this text in every property and label. @param {string} text */
function sgf(text) {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(']', '\\]');
  const root = ROOT.map((name) => `${name}[${escaped}]`).join('');
  const first = `B[hh]C[${escaped}]N[${escaped}]LB[gg:${escaped}]`;
  return `(;FF[4]GM[4]SZ[15]RU[freestyle]${root};${first};W[ii]C[${escaped}])`;
}

for (const text of MARKUP) {
  test(`markup in a game is shown as text: ${text}`, async ({ tengen }) => {
    const { dialog, moves, notice, page } = tengen;
    const comment = page.getByRole('textbox', { name: 'Comment on this move' });
    await tengen.open();
    await tengen.paste(sgf(text));
    await expect(dialog).toBeHidden();
    await expect(moves.getByRole('button')).toHaveCount(2);
    for (const mode of ['Analyse', 'Review', 'Play']) {
      await tengen.choose(mode);
      await moves.getByRole('button').first().click();
      await expect(tengen.current).toHaveText('h8');
      await tengen.board.settles();
      await expect(comment, 'the comment was read').toHaveValue(text);
      await isHarmless(tengen, mode);
    }
    // As a text that is not a game: the dialog shows an error.
    await tengen.paste(text);
    await expect(dialog.getByRole('alert')).not.toBeEmpty();
    await isHarmless(tengen, 'pasted');
    await dialog.getByRole('button', { name: 'Close' }).click();
    for (const link of LINKS) {
      await expect(notice).toBeHidden();
      await page.goto(`${tengen.url}#${link}${encodeURIComponent(text)}`);
      await expect(notice).toBeVisible();
      await isHarmless(tengen, link);
      await notice.getByRole('button', { name: 'Close' }).click();
    }
  });
}

test.describe('with a database', () => {
  test.use({ options: withDatabase('--database-write') });

  test('markup in a database is shown as text', async ({ tengen }) => {
    const { database, databaseComment, page } = tengen;
    await tengen.open(game('freestyle', 'h8i9'));
    await page.getByRole('switch').uncheck(); // the search is not needed
    await expect(database.getByText('games: 2')).toBeVisible();
    for (const text of MARKUP) {
      await tengen.note(text, '<q>');
      await tengen.button('One move back').click();
      await expect(database.getByRole('list')).toContainText(`<q> · ${text}`);
      await expect(databaseComment).toHaveValue('');
      await isHarmless(tengen, `${text} at h8`);
      await tengen.button('One move forward').click();
      await expect(databaseComment).toHaveValue(text);
      await isHarmless(tengen, `${text} at h8i9`);
    }
  });
});
