import { afterEach, expect, test, vi } from 'vitest'
import { codeOf, fakeContainer, fakeTime, get, refused, withMerger } from './fake-container.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('starts once for all requests', async () => {
  const { container, seen } = fakeContainer({ answer: async (_, nth) => (nth <= 3 ? await refused() : null) })
  const statuses = await withMerger(container, (merger) =>
    Promise.all(
      ['/merges/a.1/events', '/extract', '/healthz'].map(async (path) => (await get(merger, path)).status),
    ),
  )
  expect(statuses).toEqual([200, 200, 200])
  expect(seen.starts).toBe(1)
  // The container has received seven requests: three health checks that it refused, one health check that it
  // answered, and the three requests of this test.
  expect(seen.calls).toHaveLength(7)
})

test('sets an inactivity timeout of ten minutes', async () => {
  const { container, seen } = fakeContainer()
  await withMerger(container, async (merger) => {
    await get(merger, '/healthz')
    await get(merger, '/healthz')
    container.end()
    await get(merger, '/healthz')
  })
  expect(seen.starts).toBe(2)
  expect(seen.idleMs).toEqual([600_000, 600_000])
})

test('starts again after an error', async () => {
  const { container, seen } = fakeContainer({
    start: (nth) => {
      if (nth === 1) throw new Error('There is no container instance that can be provided, try again later')
    },
  })
  const status = await withMerger(container, async (merger) => (await get(merger, '/healthz')).status)
  expect(status).toBe(200)
  expect(seen.starts).toBe(2)
})

test('repeats a health check that hangs', async () => {
  fakeTime()
  const { container, seen } = fakeContainer({
    answer: (_, nth) => (nth === 1 ? new Promise(() => undefined) : Promise.resolve(null)),
  })
  const status = await withMerger(container, async (merger) => {
    const answer = get(merger, '/healthz')
    await vi.advanceTimersByTimeAsync(5_000)
    return (await answer).status
  })
  expect(status).toBe(200)
  expect(seen).toMatchObject({ starts: 1, destroys: 0 })
})

test('waits 25 seconds for a start', async () => {
  fakeTime()
  const readyAt = Date.now() + 25_000
  const { container, seen } = fakeContainer({
    answer: async () => (Date.now() < readyAt ? await refused() : null),
  })
  const status = await withMerger(container, async (merger) => {
    const answer = get(merger, '/healthz')
    await vi.advanceTimersByTimeAsync(26_000)
    return (await answer).status
  })
  expect(status).toBe(200)
  expect(seen).toMatchObject({ starts: 1, destroys: 0 })
})

test('gives up a start after 90 seconds', async () => {
  fakeTime()
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const { container, seen } = fakeContainer({ answer: refused })
  const code = await withMerger(container, async (merger) => {
    const answer = get(merger, '/healthz')
    await vi.advanceTimersByTimeAsync(89_000)
    expect(seen.destroys).toBe(0)
    await vi.advanceTimersByTimeAsync(3_000)
    return await codeOf(await answer)
  })
  expect(code).toBe('merger_down')
  expect(seen.destroys).toBe(1)
  expect(lines.join()).toMatch(/"container_not_ready","cause":"connection refused"/)
})

test('starts again after an exit and logs the reason', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const { container, seen } = fakeContainer({
    answer: async (_, nth) => {
      if (nth > 1) return null
      container.end(new Error('exit code 1'))
      return await refused()
    },
  })
  const status = await withMerger(container, async (merger) => (await get(merger, '/healthz')).status)
  expect(status).toBe(200)
  expect(seen.starts).toBe(2)
  expect(lines.join()).toMatch(/"container_ended","cause":"exit code 1"/)
})

test("answers busy at the account's maximum", async () => {
  const error = new Error('Maximum number of running container instances exceeded')
  const thrown = fakeContainer({
    start: () => {
      throw error
    },
  })
  expect(await withMerger(thrown.container, async (merger) => codeOf(await get(merger, '/extract')))).toBe(
    'busy',
  )
  expect(thrown.seen.starts).toBe(1)
  const reported = fakeContainer({
    answer: async () => {
      reported.container.end(error)
      return await refused()
    },
  })
  expect(await withMerger(reported.container, (merger) => merger.ready())).toBe('busy')
})

test('repeats a request after the container ended', async () => {
  const { container, seen } = fakeContainer({
    answer: async (path, nth) => {
      if (path !== '/merges' || nth > 2) return null
      container.end()
      throw new Error('Network connection lost.')
    },
  })
  const status = await withMerger(container, async (merger) => {
    const init = { method: 'POST', body: '{"v":1}' }
    return (await merger.fetch(new Request('http://merger/merges', init))).status
  })
  expect(status).toBe(200)
  expect(seen.starts).toBe(2)
  expect(seen.calls.filter(({ path }) => path === '/merges')).toEqual([
    { path: '/merges', body: '{"v":1}' },
    { path: '/merges', body: '{"v":1}' },
  ])
})

test('serves one request though another is aborted', async () => {
  fakeTime()
  const readyAt = Date.now() + 10_000
  const { container, seen } = fakeContainer({
    answer: async () => (Date.now() < readyAt ? await refused() : null),
  })
  await withMerger(container, async (merger) => {
    const leaving = new AbortController()
    const left = get(merger, '/extract', leaving.signal).catch(() => 'left')
    const waiting = get(merger, '/healthz')
    await vi.advanceTimersByTimeAsync(1_000)
    leaving.abort()
    expect(await left).toBe('left')
    await vi.advanceTimersByTimeAsync(11_000)
    expect((await waiting).status).toBe(200)
  })
  expect(seen.starts).toBe(1)
})
