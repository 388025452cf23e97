// Pictures of the board, its colours and coordinates, and boards turned.
import { nameOf } from '../../tengen/points.js';
import { expect, game, pointsOf, test } from './tengen.js';

/** A long game without a five on a square board. @param {number} side */
function longGame(side) {
  /** @type {string[][]} */
  const sides = [[], []];
  for (let y = 0; y < side - 3; y++)
    for (let x = 0; x < side; x++) sides[(x + 2 * y) % 4 < 2 ? 0 : 1].push(nameOf(x, y, side));
  const [black, white] = sides;
  return black.flatMap((name, i) => [name, white[i] ?? '']).join('');
}

/** Saves a picture. @param {import('./tengen.js').Tengen} tengen @param {string} kind @param {boolean} [marks] */
async function picture(tengen, kind, marks = false) {
  await tengen.button('Game and files').click();
  if (marks) await tengen.dialog.getByLabel('marks of the analysis').check();
  return tengen.saved(kind);
}

test('a picture is a small file with a palette, named after players and date', async ({ tengen }) => {
  await tengen.open();
  await tengen.paste('(;GM[4]SZ[15]PB[Ann B.]PW[../Bob]DT[2024-05-06];B[hh];W[ih];B[gg])');
  await expect(tengen.moves.getByRole('button')).toHaveCount(3);
  const { name, bytes } = await picture(tengen, 'Picture (PNG)');
  expect(name).toBe('Ann-B.-vs-..-Bob-2024-05-06.png');
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  const [width, depth, colours] = [bytes.readUInt32BE(16), bytes[24], bytes[25]];
  expect([width, depth, colours]).toEqual([1304, 8, 3]);
  expect(bytes.length).toBeLessThan(100_000);
  expect((await picture(tengen, 'Picture (SVG)')).name).toBe('Ann-B.-vs-..-Bob-2024-05-06.svg');
  // Without names and date the program and today.
  await tengen.paste('h8i9');
  await expect(tengen.moves.getByRole('button')).toHaveCount(2);
  expect((await picture(tengen, 'Picture (PNG)')).name).toMatch(/^tengen-\d{4}-\d\d-\d\d\.png$/);
});

for (const side of [15, 31])
  test(`a picture of a full board of ${side} is below 100 kB too`, async ({ tengen }) => {
    const { dialog, board } = tengen;
    const moves = longGame(side);
    await tengen.open(`#size=${side}x${side}&rule=freestyle&moves=${moves}`);
    await board.has('.stones .black', Math.ceil(pointsOf(moves).length / 2));
    await tengen.button('Game and files').click();
    await dialog.getByLabel('Move numbers').check();
    const { bytes } = await tengen.saved('Picture (PNG)');
    console.log(`a picture with ${pointsOf(moves).length} numbered stones: ${bytes.length} bytes`);
    expect(bytes.length).toBeLessThan(100_000);
    expect(bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(600);
  });

test('pictures have the marks of the analysis only on demand', async ({ tengen }) => {
  await tengen.open(game('freestyle', 'h8i9g7'));
  await tengen.board.has('.cand', 3);
  const plain = String((await picture(tengen, 'Picture (SVG)')).bytes);
  expect(plain).toContain('class="black"');
  expect(plain).not.toContain('class="cand');
  const marked = String((await picture(tengen, 'Picture (SVG)', true)).bytes);
  expect(marked).toContain('class="cand');
});

test('the board has other colours and no coordinates', async ({ tengen }) => {
  const { board, dialog, page } = tengen;
  const choose = (name) => dialog.getByRole('radio', { name, exact: true }).click();
  const wood = () =>
    board.svg
      .locator('.w1')
      .first()
      .evaluate((stop) => getComputedStyle(stop).stopColor);
  await tengen.open();
  await board.has('.label', 30);
  const before = await wood();
  await tengen.button('Settings').click();
  await choose('Green');
  await choose('Hidden');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await board.has('.label', 0);
  const green = await wood();
  expect(green).not.toBe(before);
  await tengen.picture('board-green');
  await tengen.reload();
  await board.has('.label', 0);
  expect(await wood()).toBe(green);
  // Pictures have these colours, and moves their names.
  expect(String((await picture(tengen, 'Picture (SVG)')).bytes)).toContain('--wood: #97bb90');
  await board.touch('h8');
  await expect(tengen.moves).toContainText('h8');
  await tengen.button('Settings').click();
  await choose('Wood');
  await expect.poll(wood).toBe(before);
  await page.keyboard.press('Escape');
});

test('the marks have other colours', async ({ tengen }) => {
  const { board, dialog } = tengen;
  const best = () =>
    board.svg
      .locator('.cand.best')
      .first()
      .evaluate((mark) => getComputedStyle(mark).fill);
  await tengen.open(game('freestyle', 'h8i9g7'));
  await board.has('.cand', 3);
  await expect.poll(best).toBe('rgb(47, 125, 70)');
  await tengen.button('Settings').click();
  await dialog.getByRole('radio', { name: 'Orange and blue' }).check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(best).toBe('rgb(184, 74, 0)');
  await tengen.picture('marks');
  await tengen.reload();
  await expect.poll(best).toBe('rgb(184, 74, 0)');
  expect(String((await picture(tengen, 'Picture (SVG)')).bytes)).toContain('--best: #b84a00');
});

test('a film begins with the move on the board', async ({ tengen }) => {
  const { dialog, page } = tengen;
  /** The number of pictures of the GIF: each has a graphic control extension. */
  const pictures = async (here) => {
    await tengen.button('Game and files').click();
    await dialog.getByLabel('From the move on the board').setChecked(here);
    const { bytes } = await tengen.saved('The game move by move (GIF)');
    return bytes.toString('latin1').split('\x21\xf9\x04').length - 1;
  };
  await tengen.open(game('freestyle', 'h8i9g7f6'));
  await page.keyboard.press('ArrowLeft');
  await tengen.board.holds('h8g7', 'i9');
  expect(await pictures(false)).toBe(5);
  expect(await pictures(true)).toBe(2);
});

test('the whole board is rotated and mirrored', async ({ tengen }) => {
  const { board, dialog } = tengen;
  const turn = async (name) => {
    await tengen.button('Game and files').click();
    await dialog.getByRole('button', { name }).click();
  };
  await tengen.open('#size=15x13&rule=freestyle&moves=a13b12c13');
  await board.holds('a13c13', 'b12');
  await turn('Rotate the board');
  await board.holds('m15m13', 'l14');
  await expect(tengen.button(/^Freestyle · 13×15/)).toBeVisible();
  await turn('Mirror the board');
  await board.holds('a15a13', 'b14');
  await tengen.button('Undo').click();
  await board.holds('m15m13', 'l14');
});

test('a running game goes on after the board is mirrored', async ({ tengen }) => {
  const { board, dialog } = tengen;
  await tengen.open();
  await tengen.begin({ you: 'Both (two people)', rule: 'Freestyle', size: '15×15' });
  await board.lay('a1', 'b2');
  await tengen.button('Game and files').click();
  await dialog.getByRole('button', { name: 'Mirror the board' }).click();
  await board.holds('o1', 'n2');
  await board.lay('m3');
  await board.holds('o1m3', 'n2');
});
