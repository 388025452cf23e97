// Room: what one reads while analysing is in sight, and no text is cut off, in any language on any screen.
import { LANGUAGES } from '../../words.js';
import { cutOff, expect, game, test } from './tengen.js';

const LAPTOPS = [
  [1280, 720],
  [1366, 768],
  [1440, 900],
];
const SCREENS = [[390, 844], [844, 390], [1024, 768], ...LAPTOPS];

/** Expects an element to lie within the window. @param {import('@playwright/test').Locator} element @param {string} which */
async function isInSight(element, which) {
  await expect(element, which).toBeInViewport({ ratio: 1 });
}

test('moves and comment are read during an analysis on a laptop', async ({ page, tengen }) => {
  const steps = page.getByRole('button', { name: 'One move back' });
  await page.setViewportSize({ width: LAPTOPS[0][0], height: LAPTOPS[0][1] });
  await tengen.open(game('freestyle', 'h8i9g7j10i7g9h7f7e6h6'));
  const lines = page.getByRole('region', { name: 'Best moves' }).getByRole('listitem');
  await expect(lines).toHaveCount(3);
  const record = { steps, move: tengen.current, comment: page.getByLabel('Comment') };
  const recordIsInSight = async (where) => {
    for (const [name, element] of Object.entries(record)) await isInSight(element, `${name}, ${where}`);
  };
  for (const [width, height] of LAPTOPS) {
    await page.setViewportSize({ width, height });
    await isInSight(lines.last(), `the last line, ${width}x${height}`);
    await isInSight(tengen.database, `the database, ${width}x${height}`);
  }
  await tengen.button('Find a win (VCF)').click();
  await expect(page.getByRole('region', { name: 'Solver and tools' }).getByRole('status')).not.toBeEmpty();
  for (const [width, height] of LAPTOPS) {
    await page.setViewportSize({ width, height });
    await recordIsInSight(`${width}x${height}`);
  }
  await tengen.review();
  for (const [width, height] of LAPTOPS) {
    await page.setViewportSize({ width, height });
    await recordIsInSight(`review, ${width}x${height}`);
  }
});

/** Both sides have a four, and Black is to move: another move than g8 is warned of. */
const FOURS = '#size=15x15&rule=freestyle&black=h8i8j8k8&white=l8a1b1c1d1&first=black&moves=';
/** A game that counted for the player's rating. */
const RATED = { time: 0, level: 5, rule: 'caro-exact', width: 15, height: 15, won: true, rating: 1320 };

for (const [language, name] of Object.entries(LANGUAGES)) {
  test(`no text is cut off: ${name}`, async ({ page, tengen }) => {
    const { default: words } = await import(`../../lang/${language}.js`);
    const { default: later } = await import(`../../later/${language}.js`);
    const { dialog, notice } = tengen;
    /** @type {string[]} */
    const found = [];
    const look = async (view) => {
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        for (const text of await page.evaluate(cutOff)) found.push(`${view}, ${width}x${height}: ${text}`);
      }
    };
    const choose = (mode) => page.getByRole('tab', { name: words[mode], exact: true }).click();
    await tengen.open(game('freestyle', 'h8a1i8c1j8e1')); // black wins: 100 %
    await tengen.button('Settings').click();
    await dialog.getByRole('radio', { name, exact: true }).check();
    await expect(dialog.getByRole('heading')).toHaveText(words.settings);
    await look('settings');
    await tengen.button(words.close).click();
    await tengen.button(words.findVcf).click();
    await expect(page.locator('#proof')).not.toBeEmpty();
    await expect(page.locator('#lines li')).toHaveCount(3);
    await look('analysis');
    await choose('review');
    await look('review');
    const begin = async (effort) => {
      await page.getByLabel(words.effort).selectOption(words[`effort ${effort}`]);
      await tengen.button(words.reviewGame).click();
    };
    await begin(2);
    await expect(page.getByRole('progressbar')).toBeVisible();
    await look('during a review');
    await begin(0);
    await expect(page.getByRole('columnheader', { name: words.accuracy, exact: true })).toBeVisible();
    await look('after a review');
    await page.getByLabel(words.order).selectOption(words['order size']);
    await look('ordered');
    await choose('play');
    await look('play');
    await tengen.open(FOURS);
    await choose('play');
    await tengen.button(words.threats).click();
    await expect(page.locator('#threats')).not.toBeEmpty();
    await look('threats');
    await page.getByLabel(words.warnMe).selectOption('0.15');
    await tengen.button(words.playHere).click();
    await tengen.board.touch('c3');
    await expect(notice).toContainText('c3');
    await look('warning');
    await page.evaluate((game) => {
      const player = { rating: 1320, deviation: 90, volatility: 0.06 };
      localStorage['tengen-rating'] = JSON.stringify({ player, games: Array(3).fill(game) });
    }, RATED);
    await tengen.button(words.newGame).click();
    await dialog.locator('summary').click();
    await look('new game');
    await tengen.button(later.gameRating).click();
    await expect(dialog.getByRole('row')).toHaveCount(4);
    await look('rating');
    await page.keyboard.press('Escape');
    await tengen.button(words.help).click();
    await expect(dialog.getByRole('heading', { name: later.keys })).toBeVisible();
    await look('help');
    await page.keyboard.press('Escape');
    await tengen.button(words.gameAndFiles).click();
    await look('files');
    await page.keyboard.press('Escape');
    await choose('puzzles');
    await look('puzzles');
    for (const kind of ['stop-three', 'trap', 'defence']) {
      await page.locator('#puzzle-kind').selectOption(kind);
      await tengen.board.settles();
      await look(kind);
      await tengen.button(later.solution).click();
      await expect(page.locator('#puzzle-said')).toContainText(later.thisIsIt);
      await look(`solution, ${kind}`);
    }
    await page.locator('#puzzle-kind').selectOption('opening');
    await page.locator('#drill-make').click();
    await expect(page.locator('#drill-which')).toBeVisible();
    await page.keyboard.press('h');
    await look('openings');
    expect(found).toEqual([]);
  });
}
