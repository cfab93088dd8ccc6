import { afterEach, expect, test, vi } from 'vitest'
import { codeOf, fakeContainer, fakeTime, get, health, statusOf, withMerger } from './fake-container.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const exitsOf = (via: string) => ({ MERGER_EXITS: JSON.stringify({ exits: { a: { via } } }) })
const PROXY = exitsOf('http://user:secret@proxy.test:3128')

test('passes on PORT, HOST and the merger settings only', async () => {
  const { container, seen } = fakeContainer()
  const vars = { ...PROXY, MERGER_MERGE_SLOTS: '2', MERGER_EXTRACT_QUEUE: '', MERGER_KEYS: 'k'.repeat(43) }
  expect(await withMerger(container, statusOf, vars)).toBe(200)
  expect(seen.envs).toEqual([
    {
      PORT: '8080',
      HOST: '0.0.0.0',
      EXITS: PROXY.MERGER_EXITS,
      MERGE_SLOTS: '2',
      MERGER_KEYS: vars.MERGER_KEYS,
    },
  ])
})

test.for([
  ['MERGER_EXIT', '{"exits":{"a":{"via":"http://user:secret@proxy.test:3128"}}}'],
  ['MERGER_EXITS', '{"exits":{"a":{"via":"socks5://user:secret@proxy.test:3128"}}}'],
  ['MERGER_MERGE_SLOTS', 'secret'],
])('starts no container with %s=%s and hides the value', async (row) => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const [name, value] = row as [string, string]
  const { container, seen } = fakeContainer()
  const code = await withMerger(container, async (merger) => await codeOf(await get(merger, '/extract')), {
    [name]: value,
  })
  expect(code).toBe('merger_down')
  expect(seen.starts).toBe(0)
  expect(lines.join()).toContain(name)
  expect(lines.join()).not.toContain('secret')
})

test('ends a container with other settings', async () => {
  const { container, seen } = fakeContainer({
    answer: async (path) =>
      container.running ? null : await Promise.reject(new Error(`${path}: not running`)),
  })
  const stored = new Map<string, unknown>()
  expect(await withMerger(container, statusOf, PROXY, stored)).toBe(200)
  expect(await withMerger(container, statusOf, PROXY, stored)).toBe(200)
  expect(seen).toMatchObject({ starts: 1, signals: [] })
  const changed = exitsOf('http://other.test:3128')
  expect(await withMerger(container, statusOf, changed, stored)).toBe(200)
  expect(seen).toMatchObject({ starts: 2, signals: [15] })
  expect(seen.envs[1]).toMatchObject({ EXITS: changed.MERGER_EXITS })
})

/**
 * Returns a fake container that reports `build` as its image tag. It keeps running after a SIGTERM, as a real
 * container does while it finishes its merges.
 */
function containerWithBuild(build: string) {
  const fake = fakeContainer({
    answer: async () => health({ build }),
  })
  fake.container.signal = (number: number) => void fake.seen.signals.push(number)
  return fake
}

/**
 * Calls the container `count` times, with `build` as the expected image tag (MERGER_BUILD). Each call uses a
 * new Merger object, as after a deployment.
 */
async function callsIn(container: object, count: number, build: string, stored: Map<string, unknown>) {
  for (let call = 0; call < count; call++)
    await withMerger(container, statusOf, { MERGER_BUILD: build }, stored)
}

test('ends a container with an old image', async () => {
  const { container, seen } = containerWithBuild('one')
  const stored = new Map<string, unknown>()
  await callsIn(container, 3, 'one', stored)
  expect(seen.signals).toEqual([])
  await callsIn(container, 1, 'two', stored)
  expect(seen).toMatchObject({ starts: 1, signals: [15] })
})

test('ends an old image at most three times a deployment', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const { container, seen } = containerWithBuild('one')
  const stored = new Map<string, unknown>()
  await callsIn(container, 6, 'two', stored)
  expect(seen.signals).toEqual([15, 15, 15])
  expect(lines.filter((line) => line.includes('container_build_kept'))).toHaveLength(1)
  await callsIn(container, 1, 'three', stored)
  expect(seen.signals).toHaveLength(4)
})

test('spares an old image for fifteen minutes', async () => {
  fakeTime()
  const { container, seen } = containerWithBuild('one')
  await withMerger(
    container,
    async (merger) => {
      await statusOf(merger)
      await statusOf(merger)
      expect(seen.signals).toEqual([])
      await vi.advanceTimersByTimeAsync(15 * 60_000)
      await statusOf(merger)
    },
    { MERGER_BUILD: 'two' },
  )
  expect(seen.signals).toEqual([15])
})
