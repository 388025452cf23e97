// The tests of the page in a real browser: `npm run browser`, after `cargo build` in the folder above.
import { accessSync, constants, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { defineConfig } from '@playwright/test';

/** A Chromium that has no windows, unpacked beside its package: it takes a third less time than the whole one. */
function windowless() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium/bin/', import.meta.url));
  const program = join(folder, 'chromium');
  if (!existsSync(program)) {
    writeFileSync(`${program}.part`, brotliDecompressSync(readFileSync(`${program}.br`)), { mode: 0o755 });
    renameSync(`${program}.part`, program);
  }
  return program;
}

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

/** Elsewhere one in PATH, or else Playwright's own (`npx playwright install chromium`). */
const chromium = windowless() ?? find('chromium', 'chromium-browser', 'google-chrome');

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
