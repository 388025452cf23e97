// The tests of the page in a real browser: `npm run browser`, after `cargo build` in the folder above.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** The first program with one of these names in PATH. @param {string[]} names */
function find(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Without one in PATH, Playwright's own browser (`npx playwright install chromium`). */
const chromium = find('chromium', 'chromium-browser', 'google-chrome');

/** The time limit of a wait, in milliseconds; long, for busy machines. */
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 3 * PATIENCE,
  expect: { timeout: PATIENCE },
  reporter: [['list']],
  use: {
    reuseContext: true, // emptied for each test: a new one takes half a second
    viewport: { width: 1280, height: 800 },
    locale: 'en',
    actionTimeout: PATIENCE,
    launchOptions: {
      executablePath: chromium,
      args: [
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--hide-scrollbars',
        // If the test serves the page's files, the browser would block the page's requests to the local server.
        ...(process.env.TENGEN_PAGE ? ['--disable-features=LocalNetworkAccessChecks'] : []),
      ],
    },
  },
});
