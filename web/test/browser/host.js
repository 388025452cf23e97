// A small web host that serves the files of a folder below a path.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

/** The path of the folder on the host. */
const PATH = '/some/where/';
/** The media types of typical hosts; many do not know `.wasm`. */
const KINDS = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/octet-stream',
};

/** Serves a folder. @param {string} folder @param {Record<string, string>} [headers] of all files */
export async function host(folder, headers = {}) {
  const server = createServer(async ({ url = '' }, answer) => {
    const { pathname } = new URL(url, 'http://localhost');
    const name = pathname.startsWith(PATH) ? pathname.slice(PATH.length) || 'index.html' : '';
    const bytes = name && (await readFile(join(folder, name)).catch(() => null));
    answer.writeHead(bytes ? 200 : 404, {
      ...headers,
      'Content-Type': KINDS[extname(name)] ?? 'text/html',
    });
    answer.end(bytes || '');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}${PATH}`, stop };
}
