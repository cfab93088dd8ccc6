import { afterEach, expect, test, vi } from 'vitest'
import { codeOf, fakeContainer, fakeTime, get, refused, withMerger } from './fake-container.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('while a container starts, all requests to it wait for this one start', async () => {
  const { container, seen } = fakeContainer({ answer: async (_, nth) => (nth <= 3 ? await refused() : null) })
  const statuses = await withMerger(container, (merger) =>
    Promise.all(
      ['/merges/a.1/events', '/extract', '/healthz'].map(async (path) => (await get(merger, path)).status),
    ),
  )
  expect(statuses).toEqual([200, 200, 200])
  expect(seen.starts).toBe(1)
  // The container received three health checks that it refused, one that it accepted, and three requests.
  expect(seen.calls).toHaveLength(7)
})

test('every start of a container sets its inactivity timeout to ten minutes, because a running container costs money', async () => {
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

test('a container whose first start throws an error is started a second time', async () => {
  const { container, seen } = fakeContainer({
    start: (nth) => {
      if (nth === 1) throw new Error('There is no container instance that can be provided, try again later')
    },
  })
  const status = await withMerger(container, async (merger) => (await get(merger, '/healthz')).status)
  expect(status).toBe(200)
  expect(seen.starts).toBe(2)
})

test('a health check without a response ends at its deadline, and the next health check succeeds', async () => {
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

test('a container that listens only after 25 seconds is not destroyed', async () => {
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

test('a container that does not listen within 90 s is destroyed, and the request fails with merger_down', async () => {
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

test('a container that exits during its start is started again, and the reason is logged', async () => {
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

test('if the maximum number of containers is running, a request fails at once with the code "busy"', async () => {
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

test('if a container dies during a merge request, the edge restarts the container and sends the request again', async () => {
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

test('if one of several requests for a starting container is aborted, the start continues for the other requests', async () => {
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
