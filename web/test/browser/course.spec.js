// A game with the referee of the course, played by hand.
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PHONE, expect, test } from './tengen.js';
import { program, serve } from './server.js';

/** Starts `tengen` and waits for a line that contains `text`; returns the line. @param {string[]} options @param {string} text */
async function start(options, text) {
  const child = spawn(program('tengen'), options, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [child.stdout, child.stderr].map(async (stream) => {
    for await (const line of createInterface({ input: stream })) if (line.includes(text)) return line;
    return new Promise(() => {});
  });
  return { line: String(await Promise.race(said)), stop: () => child.kill('SIGKILL') };
}

test('a person sees the time of the course run out', async ({ page, tengen }) => {
  const log = join(tmpdir(), `tengen-course-${process.pid}.log`);
  const limit = ['--time', '6s'];
  const referee = await start(
    ['referee', '--listen', '127.0.0.1:0', '--games', '1', '--log', log, ...limit],
    'waiting for two players',
  );
  const [address] = referee.line.match(/127\.0\.0\.1:\d+/) ?? [''];
  const server = await serve('--join', address, '--go-second', ...limit);
  /** @type {{ stop: () => void }[]} */
  const programs = [server, referee];
  try {
    tengen.url = server.url;
    await tengen.open();
    // The game begins with its second player: nothing of the time is lost before the page is there.
    programs.push(
      await start(['course', '--connect', address, '--nodes', '300', '--hash', '8'], 'connected'),
    );
    const { board, status } = tengen;
    await expect(status).toHaveText('Your move (White)');
    const clocks = page.getByRole('timer');
    await expect(clocks).toHaveCount(2);
    await expect(clocks.last()).toHaveText('6.0');
    await expect(clocks.first()).toHaveText(/^[0-5]\.\d$/);
    await expect(clocks.first()).toHaveText(/^[0-2]\.\d$/);
    await tengen.picture('course');
    await page.setViewportSize(PHONE);
    await tengen.picture('course-telephone');
    await expect(status).toHaveText('You lost – Black has won on time');
    await expect(clocks).toHaveCount(0);
    await expect(
      page.getByRole('region', { name: 'Watch' }).getByRole('combobox').locator('option').last(),
    ).toHaveText('1. Black – You: You lost – Black has won on time');
    await board.has('.stones .black', 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await tengen.picture('course-lost');
  } finally {
    for (const { stop } of programs) stop();
    await rm(log, { force: true });
  }
});
