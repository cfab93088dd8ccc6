// The service worker of brands with `features.offlineMode`: built files come from the cache, pages from the network,
// and without a network the home page that was seen last. It never touches the API, media or other hosts.

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type Fetched = Extendable & { request: Request; respondWith(answer: Promise<Response>): void }
type Scope = {
  addEventListener(type: 'install' | 'activate', on: (event: Extendable) => void): void
  addEventListener(type: 'fetch', on: (event: Fetched) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

const scope = globalThis as unknown as Scope
const SHELL = 'shell'
const HOME = '/'

/** Keeps the home page with every built file it names, and drops the files of earlier builds. */
async function keepHome(answer: Response): Promise<void> {
  const cache = await caches.open(SHELL)
  const named = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []
  const wanted = new Set(named)
  await cache.put(HOME, answer)
  await Promise.all([...wanted].map(async (path) => (await cache.match(path)) ?? cache.add(path)))
}

async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL)
  const known = await cache.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

async function page(event: Fetched): Promise<Response> {
  const { request } = event
  try {
    const answer = await fetch(request)
    const { pathname, search } = new URL(request.url)
    if (answer.ok && pathname === HOME && !search) event.waitUntil(keepHome(answer.clone()))
    return answer
  } catch (cause) {
    const shell = await caches.match(HOME)
    if (!shell) throw cause
    const isHome = new URL(request.url).pathname === HOME
    // Another page's address with the home page under it would not fit together.
    return isHome ? shell : Response.redirect(HOME)
  }
}

scope.addEventListener('install', (event) =>
  event.waitUntil(
    fetch(HOME)
      .then(keepHome)
      .then(() => scope.skipWaiting()),
  ),
)
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fromCache(event.request))
  else if (mode === 'navigate' && !pathname.startsWith('/api/') && !pathname.startsWith('/s/'))
    event.respondWith(page(event))
})
