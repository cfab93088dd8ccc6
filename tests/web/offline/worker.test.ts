import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ORIGIN = 'https://green.example'
const ASSET = `${ORIGIN}/assets/main-1.js`

/** The listeners of the worker, by the type of their event. */
const listeners = new Map<string, (event: object) => void>()
const network = vi.fn<(request: Request) => Promise<Response>>()
const put = vi.fn<(request: Request, answer: Response) => Promise<void>>()
const enable = vi.fn<() => Promise<void>>()

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('addEventListener', (type: string, on: (event: object) => void) => listeners.set(type, on))
  vi.stubGlobal('location', { origin: ORIGIN })
  vi.stubGlobal('fetch', network)
  vi.stubGlobal('clients', { claim: async () => {} })
  vi.stubGlobal('registration', { navigationPreload: { enable } })
  vi.stubGlobal('caches', {
    has: async () => true,
    match: async () => undefined,
    open: async () => ({ match: async () => undefined, put }),
  })
  // The worker is a script without exports, so TypeScript refuses to import it as a module.
  await vi.importActual('../../../web/offline/worker.ts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
  vi.restoreAllMocks()
})

/** Sends an event to the worker. Returns the text of the response, and the work passed to `waitUntil`. */
async function send(type: string, event: object = {}) {
  let answer: Promise<Response> | undefined
  const work: Promise<unknown>[] = []
  listeners.get(type)!({
    ...event,
    waitUntil: (one: Promise<unknown>) => work.push(one),
    respondWith: (one: Promise<Response>) => (answer = one),
  })
  return { text: await (await answer)?.text(), work: Promise.all(work) }
}

/** A navigation. Node refuses to construct a Request with the mode `navigate`, so this is a plain object. */
const navigation = (path: string, preloaded?: Promise<Response>) => ({
  request: { method: 'GET', url: ORIGIN + path, mode: 'navigate' },
  preloadResponse: preloaded ?? Promise.resolve(undefined),
})

test('serves a file although storage is full', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  const full = new DOMException('full', 'QuotaExceededError')
  network.mockResolvedValue(new Response('script'))
  put.mockRejectedValue(full)
  const { text, work } = await send('fetch', { request: new Request(ASSET) })
  expect(text).toBe('script')
  expect(put).toHaveBeenCalledOnce()
  await work
  expect(logged).toHaveBeenCalledWith(full)
})

test('serves a file before it is stored', async () => {
  network.mockResolvedValue(new Response('script'))
  put.mockReturnValue(new Promise(() => {}))
  const { text } = await send('fetch', { request: new Request(ASSET) })
  expect([text, await put.mock.calls[0]![1].text()]).toEqual(['script', 'script'])
})

test('does not create a deleted cache again', async () => {
  let exists = true
  const calls: string[] = []
  vi.stubGlobal('caches', {
    has: async () => {
      const answer = exists
      // A page requests the lock 'shell' while the worker is between its calls of `caches.has` and
      // `caches.open`. As in register.ts, the page deletes the cache as soon as it gets the lock.
      void navigator.locks.request('shell', () => {
        calls.push('delete')
        exists = false
      })
      await new Promise((resolve) => setTimeout(resolve, 20))
      return answer
    },
    open: async () => {
      calls.push('open')
      return { match: async () => new Response('cached') }
    },
  })
  network.mockResolvedValue(new Response('fetched'))
  expect((await send('fetch', { request: new Request(ASSET) })).text).toBe('cached')
  expect((await send('fetch', { request: new Request(ASSET) })).text).toBe('fetched')
  expect(calls.slice(0, 2)).toEqual(['open', 'delete'])
  expect(calls.slice(2)).not.toContain('open')
})

test('starts without navigation preload', async () => {
  await (
    await send('activate')
  ).work
  expect(enable).toHaveBeenCalledOnce()
  vi.stubGlobal('registration', {})
  await (
    await send('activate')
  ).work
})

test('answers with the navigation preload', async () => {
  const { text } = await send('fetch', navigation('/preview?url=x', Promise.resolve(new Response('own'))))
  expect([text, network.mock.calls]).toEqual(['own', []])
})

test('requests a page without preload', async () => {
  network.mockResolvedValue(new Response('fetched'))
  expect((await send('fetch', navigation('/blog'))).text).toBe('fetched')
})

test('shows the offline page if the preload fails', async () => {
  vi.stubGlobal('caches', { match: async () => new Response('<head></head>') })
  const { text } = await send('fetch', navigation('/blog', Promise.reject(new TypeError('offline'))))
  expect(text).toContain('You are offline')
  expect(network).not.toHaveBeenCalled()
})

const offlineAt = async (path: string, home = '<html lang="en"><head><title>Home</title></head>') => {
  vi.stubGlobal('caches', { match: async () => new Response(home) })
  return (await send('fetch', navigation(path, Promise.reject(new TypeError('offline'))))).text
}

test('speaks the language of the address without a network', async () => {
  const text = await offlineAt('/zh-hans/youtube-downloader')
  expect(text).toContain('<html lang="zh-Hans" dir="auto">')
  expect(text).toContain('<title>您处于离线状态</title>')
  expect(text).not.toContain('offline</')
})

test('keeps the script of the theme alone without a network', async () => {
  const scripts = '<script>theme</script><script type="module" src="/assets/main-1.js"></script>'
  const text = await offlineAt('/blog', `<html lang="en"><head>${scripts}</head>`)
  expect(text).toContain('<script>theme</script>')
  expect(text).not.toContain('main-1.js')
})

test('speaks the language that the visitor read last', async () => {
  vi.stubGlobal('cookieStore', { get: async () => ({ name: 'language', value: 'pt-BR' }) })
  expect(await offlineAt('/preview')).toContain('Tentar de novo')
  expect(await offlineAt('/es/blog')).toContain('Reintentar')
})

test('speaks the language of the home page otherwise', async () => {
  expect(await offlineAt('/blog', '<html lang="ar" dir="rtl"><head></head>')).toContain(
    'lang="ar" dir="auto"',
  )
  vi.stubGlobal('cookieStore', { get: async () => ({ name: 'language', value: 'xx' }) })
  expect(await offlineAt('/blog')).toContain('<html lang="en" dir="auto">')
})
