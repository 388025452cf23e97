// The page on a phone, in portrait and landscape.
import { PHONE, TELEPHONE, TWO_PEOPLE, cutOff, expect, game, test } from './tengen.js';

test.use(TELEPHONE);

/** A phone's screen in landscape. */
const SIDE = { width: 844, height: 390 };

/** The edges of an element. @param {import('@playwright/test').Locator} element */
const edges = (element) =>
  element.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  });

/**
 * Calls `check` with the edges of the board and of the step buttons, for every mode and for two board sizes.
 * @param {import('./tengen.js').Tengen} tengen @param {string} name
 * @param {(board: any, steps: any, which: string) => void} check
 */
async function layouts(tengen, name, check) {
  const { page, board, status } = tengen;
  const { width } = page.viewportSize();
  for (const size of ['15x15', '20x20']) {
    await tengen.open(`#size=${size}&rule=renju&moves=h8i9g7f6`);
    for (const mode of ['Play', 'Analyse', 'Review', 'Puzzles']) {
      const which = `${mode}, ${size}`;
      await tengen.choose(mode);
      await expect(page.getByRole('tab', { name: mode, selected: true })).toBeVisible();
      if (mode === 'Puzzles') await expect(status).toContainText('Find');
      await board.settles();
      const wide = () => Math.max(innerWidth, document.documentElement.scrollWidth);
      expect(await page.evaluate(wide), `${which}: the page is too wide`).toBe(width);
      const [stones, steps] = [board.element.locator('svg').first(), page.locator('#steps')];
      check(await edges(stones), await edges(steps), which);
      await tengen.picture(`${name}-${mode.toLowerCase()}-${size}`);
    }
  }
}

test('the buttons stand below the board and the page is not too wide', async ({ tengen }) => {
  await layouts(tengen, 'upright', (board, steps, which) => {
    expect([board.left, board.right], which).toEqual([0, PHONE.width]);
    expect(steps.top, which).toBeLessThan(board.bottom + 60);
    expect(steps.bottom, which).toBeLessThan(PHONE.height);
  });
});

test.describe('on its side', () => {
  test.use({ viewport: SIDE });

  test('a telephone on its side wastes neither side', async ({ tengen }) => {
    await layouts(tengen, 'side', (board, steps, which) => {
      expect(board.bottom - board.top, which).toBeGreaterThan(370);
      expect(board.top, which).toBeGreaterThanOrEqual(0);
      expect(board.left, which).toBeLessThan(30);
      expect(steps.left, which).toBeGreaterThanOrEqual(board.right);
      expect(steps.bottom, which).toBeLessThan(200);
    });
  });

  test('a telephone on its side shows a review before, during and after it', async ({ page, tengen }) => {
    const { board } = tengen;
    const begin = tengen.button('Review this game');
    const isWhole = async (/** @type {import('@playwright/test').Locator[]} */ ...elements) => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SIDE.width);
      expect(await page.evaluate(cutOff)).toEqual([]);
      for (const element of [board.svg, page.locator('#steps'), ...elements])
        await expect(element).toBeInViewport({ ratio: 1 });
    };
    await tengen.open(game('freestyle', 'h8a1i8c1j8e1'));
    await tengen.choose('Review');
    await isWhole(begin);
    await page.getByLabel('Thoroughness').selectOption('Deep');
    await begin.click();
    await isWhole(begin, page.getByRole('progressbar'), tengen.button('Stop'));
    await tengen.review();
    await isWhole(begin);
  });
});

test('a finger slides to the point and lays the stone where it is lifted', async ({ page, tengen }) => {
  const { board, dialog, status } = tengen;
  const finger = await page.context().newCDPSession(page);
  const touch = async (type, point) => {
    const touchPoints = point ? [await board.place(point)] : [];
    await finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  const aimed = () => board.points('.over .ghost');
  await tengen.open();
  await tengen.begin(TWO_PEOPLE);
  await tengen.button('Settings').click();
  await dialog.getByRole('checkbox', { name: 'Slide to place' }).check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await touch('touchStart', 'c4');
  await expect.poll(aimed).toEqual(['c4']);
  for (const point of ['d5', 'e6', 'f7']) await touch('touchMove', point);
  await expect.poll(aimed).toEqual(['f7']);
  await board.has('.aim', 1);
  await tengen.picture('slide');
  await board.holds('', '');
  await touch('touchEnd');
  await board.holds('f7', '');
  await board.has('.aim', 0);
  await expect(status).toHaveText('White to move');
  // A finger that leaves the board lays nothing.
  await touch('touchStart', 'e6');
  await expect.poll(aimed).toEqual(['e6']);
  const { x, y } = await board.place('a1');
  const outside = [{ x, y: y + 100 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: outside });
  await expect.poll(aimed).toEqual([]);
  await touch('touchEnd');
  await board.holds('f7', '');
  // A tap is the shortest way to slide.
  const there = await board.place('g8');
  await page.touchscreen.tap(there.x, there.y);
  await board.holds('f7', 'g8');
});

test('a finger lays a stone by a second tap', async ({ page, tengen }) => {
  const { board, dialog, status } = tengen;
  const confirm = dialog.getByRole('checkbox', { name: 'Confirm moves with a second tap' });
  const tap = async (point) => {
    await board.settles();
    const { x, y } = await board.place(point);
    await page.touchscreen.tap(x, y);
  };
  const aimsAt = async (point) => {
    await expect(status).toHaveText(`Tap ${point} again, or ✓`);
    await board.has('.aim', 1);
    expect(await board.points('.over .ghost')).toEqual([point]);
  };
  await tengen.open();
  await tengen.begin({ ...TWO_PEOPLE, size: '20×20' });
  await tap('k10');
  await aimsAt('k10');
  await board.holds('', '');
  await tengen.picture('aimed');
  // Tapping another point moves the preview there.
  await tap('k11');
  await aimsAt('k11');
  await board.holds('', '');
  await tap('k11');
  await board.holds('k11', '');
  await board.has('.aim', 0);
  await tap('l12');
  await aimsAt('l12');
  await tengen.button('Play there').click();
  await board.holds('k11', 'l12');
  // The confirmation can be turned off.
  await tengen.button('Settings').click();
  await expect(confirm).toBeChecked();
  await confirm.uncheck();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await tap('a1');
  await board.holds('k11a1', 'l12');
});
