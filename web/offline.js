// The service worker of the page without a server: keeps its files in the browser, so that the page opens without a
// network. scripts/web-static fills in the two constants; a new version replaces the old one at the next visit. It is a
// script, not a module, because not all browsers run modules as service workers.
//
// Browsers share memory between threads only in a page that is isolated from other sites by HTTP headers. Many hosts
// cannot send them, so they are added here: from its second visit on the page can search with several threads.

/** The version of the files. */
const VERSION = '';
/** The files to keep, relative to the page. @type {string[]} */
const FILES = [];

/** The headers that isolate the page. */
const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

/** The global scope of a service worker. @type {any} */
const worker = globalThis;
/** The prefix of our caches; pages at other paths of the host have others. */
const OURS = `tengen ${worker.registration.scope} `;
const CACHE = OURS + VERSION;

async function keep() {
  const cache = await worker.caches.open(CACHE);
  // Without `no-cache` the browser could mix old and new files.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
  await worker.skipWaiting();
}

async function replaceOlder() {
  const names = /** @type {string[]} */ (await worker.caches.keys());
  const older = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(older.map((name) => worker.caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await worker.caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  return kept ? isolated(kept) : fetch(request);
}

/** @param {Response} kept */
function isolated({ body, headers, status, statusText }) {
  return new Response(body, {
    status,
    statusText,
    headers: { ...Object.fromEntries(headers), ...ISOLATION },
  });
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(replaceOlder()));
worker.addEventListener('fetch', (/** @type {any} */ event) => event.respondWith(answer(event.request)));
