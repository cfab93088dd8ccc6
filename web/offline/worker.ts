// The service worker of brands with `features.offlineMode`. It serves built files from its cache, and pages
// from the network. Without a network it serves an offline page with the styles of the cached home page. It
// does not handle requests to the API, requests for media, or requests to other hosts.

import type { Parts } from '#texts/parts.ts'

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type Fetched = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
type Scope = {
  cookieStore?: { get(name: string): Promise<{ value: string } | null> }
  addEventListener(type: 'install' | 'activate', on: (event: Extendable) => void): void
  addEventListener(type: 'fetch', on: (event: Fetched) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
}

const scope = globalThis as unknown as Scope
const SHELL = 'shell'
const HOME = '/'

// The build keeps a script in one file only if it shares no module with a page, so the worker imports these
// texts alone, and names the cookie of texts/languages.ts itself.
const files = import.meta.glob<Parts['offline']>('../../texts/*/offline.ts', { eager: true, import: 'texts' })
const LANGUAGE_COOKIE = 'language'

const texts = new Map(
  Object.entries(files).map(([file, text]) => {
    const tag = file.split('/').at(-2)!
    return [tag.toLowerCase(), { tag, text }]
  }),
)

const assetsIn = (html: string) =>
  new Set(html.replaceAll(/<link [^>]* disabled>/g, '').match(/\/assets\/[\w.-]+/g))

/** Deletes the files of an older build. */
async function keepHome(cache: Cache, answer: Response): Promise<void> {
  const before = assetsIn((await (await cache.match(HOME))?.text()) ?? '')
  const wanted = assetsIn(await answer.clone().text())
  await cache.put(HOME, answer)
  await Promise.all([...wanted].map(async (path) => (await cache.match(path)) ?? cache.add(path)))
  if (before.size === wanted.size && [...before].every((path) => wanted.has(path))) return
  const stays = ({ url }: Request) => [HOME, ...wanted].includes(new URL(url).pathname)
  const old = (await cache.keys()).filter((one) => !stays(one))
  await Promise.all(old.map((one) => cache.delete(one)))
}

/**
 * Returns the cache, or undefined if it does not exist. If the brand switches off the offline mode,
 * register.ts deletes the cache. This worker then still handles the requests of open pages, and must not
 * create the cache again. `caches.open` creates a missing cache, so this function calls `caches.has` first.
 * This function and register.ts take the same lock, so register.ts cannot delete the cache between the two
 * calls.
 */
const existingCache = (): Promise<Cache | undefined> =>
  navigator.locks.request(SHELL, async () => ((await caches.has(SHELL)) ? caches.open(SHELL) : undefined))

async function fromCache(event: Fetched): Promise<Response> {
  const { request } = event
  const cache = await existingCache()
  if (!cache) return await fetch(request)
  const known = await cache.match(request)
  if (known) return known
  const answer = await fetch(request)
  // If the browser cannot store the file, for example because its storage is full, the page still gets the
  // file.
  if (answer.ok) event.waitUntil(cache.put(request, answer.clone()).catch(console.warn))
  return answer
}

/**
 * Responds to a navigation:
 * - If the browser has sent a preload request: with the response to that request.
 * - Otherwise: with the response to a request that the worker sends.
 * - If the request fails and the home page is cached: with the offline page.
 *
 * The edge must know whether a page of this site started the navigation (edge/request/own-navigation.ts).
 * In a preload request, the header `Sec-Fetch-Site` shows this. In a request of the worker, this header
 * proves nothing: Chromium sets it to `same-origin` even if the visitor typed the URL. The edge identifies a
 * request of the worker by its header `Sec-Fetch-Dest: empty`, and then ignores `Sec-Fetch-Site`.
 */
async function page(event: Fetched): Promise<Response> {
  const { request } = event
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(request))
    const { pathname, search } = new URL(request.url)
    const cache = answer.ok && pathname === HOME && !search ? await existingCache() : undefined
    if (cache) event.waitUntil(keepHome(cache, answer.clone()))
    return answer
  } catch (cause) {
    const home = await caches.match(HOME)
    if (!home) throw cause
    return await offlinePage(home, new URL(request.url).pathname)
  }
}

/** The language of a path such as `/es/blog`, else the one that the visitor read last. */
async function languageOf(pathname: string): Promise<string | undefined> {
  const [, first = ''] = pathname.split('/', 2)
  if (texts.has(first)) return first
  const remembered = await scope.cookieStore?.get(LANGUAGE_COOKIE)
  return remembered?.value.toLowerCase()
}

async function offlinePage(home: Response, pathname: string): Promise<Response> {
  const [head = ''] = (await home.text()).split('</head>')
  const [, own = 'en'] = /<html lang="([\w-]+)"/.exec(head) ?? []
  const wanted = texts.get((await languageOf(pathname)) ?? '') ?? texts.get(own.toLowerCase())
  const { title, text, again } = wanted!.text
  const look = head
    .replace(/<html[^<>]*>/, `<html lang="${wanted!.tag}" dir="auto">`)
    .replace(/<title>.*?<\/title>/s, `<title>${title}</title>`)
    .replaceAll(/<script [^>]*>.*?<\/script>|<link rel="(?:modulepreload|canonical)"[^>]*>/gs, '')
  const html = `${look}</head><body><main class="wrap offline">
<h1>${title}</h1>
<p>${text}</p>
<p><a class="btn btn-fill" href="">${again}</a></p>
</main></body></html>`
  const headers = new Headers(home.headers)
  headers.delete('content-length')
  return new Response(html, { status: 503, headers })
}

scope.addEventListener('install', (event) =>
  event.waitUntil(
    fetch(HOME)
      .then(async (answer) => keepHome(await caches.open(SHELL), answer))
      .then(() => scope.skipWaiting()),
  ),
)
scope.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([scope.registration.navigationPreload?.enable(), scope.clients.claim()])),
)
scope.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fromCache(event))
  // This worker leaves navigations to `/api/` and `/s/` to the browser. The disadvantage: a browser with
  // navigation preload requests such a URL twice. It sends a preload request, ignores the response, and sends
  // a second request.
  else if (mode === 'navigate' && !pathname.startsWith('/api/') && !pathname.startsWith('/s/'))
    event.respondWith(page(event))
})
