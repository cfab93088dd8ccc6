import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ORIGIN = 'https://green.example'
const ASSET = `${ORIGIN}/assets/main-1.js`

/** The listeners of the worker, by the type of their event. */
const listeners = new Map<string, (event: object) => void>()
const network = vi.fn<(request: Request) => Promise<Response>>()
const put = vi.fn<(request: Request, answer: Response) => Promise<void>>()

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('addEventListener', (type: string, on: (event: object) => void) => listeners.set(type, on))
  vi.stubGlobal('location', { origin: ORIGIN })
  vi.stubGlobal('fetch', network)
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

/** Sends an event to the worker. Returns the text of its answer, and the work that it continues afterwards. */
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

test('a page gets a built file although the browser has no room to store it', async () => {
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

test('a page gets a built file before the browser has stored it', async () => {
  network.mockResolvedValue(new Response('script'))
  put.mockReturnValue(new Promise(() => {}))
  const { text } = await send('fetch', { request: new Request(ASSET) })
  expect([text, await put.mock.calls[0]![1].text()]).toEqual(['script', 'script'])
})
