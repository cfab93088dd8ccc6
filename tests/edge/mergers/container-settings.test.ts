import { afterEach, expect, test, vi } from 'vitest'
import { codeOf, fakeContainer, fakeTime, get, health, statusOf, withMerger } from './fake-container.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const PROXY = { MERGER_EGRESS_PROXY: 'http://user:secret@proxy.test:3128' }

test('the environment of a container contains only PORT, HOST and the variables of the Worker that start with MERGER_', async () => {
  const { container, seen } = fakeContainer()
  const vars = { ...PROXY, MERGER_MERGE_SLOTS: '2', MERGER_EXTRACT_QUEUE: '', MERGER_KEYS: 'k'.repeat(43) }
  expect(await withMerger(container, statusOf, vars)).toBe(200)
  expect(seen.envs).toEqual([
    {
      PORT: '8080',
      HOST: '0.0.0.0',
      EGRESS_PROXY: PROXY.MERGER_EGRESS_PROXY,
      MERGE_SLOTS: '2',
      MERGER_KEYS: vars.MERGER_KEYS,
    },
  ])
})

test.for([
  ['MERGER_EGRES_PROXY', 'http://user:secret@proxy.test:3128'],
  ['MERGER_EGRESS_PROXY', 'socks5://user:secret@proxy.test:3128'],
  ['MERGER_MERGE_SLOTS', 'secret'],
])(
  'if the setting %s has the invalid value %s, no container starts, and the log does not contain the value',
  async (row) => {
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
  },
)

test('if the settings of a running container have changed, the next call sends SIGTERM to the container and starts it again', async () => {
  const { container, seen } = fakeContainer({
    answer: async (path) =>
      container.running ? null : await Promise.reject(new Error(`${path}: not running`)),
  })
  const stored = new Map<string, unknown>()
  expect(await withMerger(container, statusOf, PROXY, stored)).toBe(200)
  expect(await withMerger(container, statusOf, PROXY, stored)).toBe(200)
  expect(seen).toMatchObject({ starts: 1, signals: [] })
  const changed = { MERGER_EGRESS_PROXY: 'http://other.test:3128' }
  expect(await withMerger(container, statusOf, changed, stored)).toBe(200)
  expect(seen).toMatchObject({ starts: 2, signals: [15] })
  expect(seen.envs[1]).toMatchObject({ EGRESS_PROXY: 'http://other.test:3128' })
})

/**
 * Returns a fake container that reports the passed build as its own. The container keeps running after a
 * SIGTERM, as a real container does while it finishes its merges.
 */
function containerWithBuild(build: string) {
  const fake = fakeContainer({
    answer: async () => Response.json({ ...(await health().json<object>()), build }),
  })
  fake.container.signal = (number: number) => void fake.seen.signals.push(number)
  return fake
}

/** Calls the container `count` times. A new Merger object handles each call, as after a deploy. */
async function callsIn(container: object, count: number, build: string, stored: Map<string, unknown>) {
  for (let call = 0; call < count; call++)
    await withMerger(container, statusOf, { MERGER_BUILD: build }, stored)
}

test('a running container gets a SIGTERM if its image is older than the deployment', async () => {
  const { container, seen } = containerWithBuild('one')
  const stored = new Map<string, unknown>()
  await callsIn(container, 3, 'one', stored)
  expect(seen.signals).toEqual([])
  await callsIn(container, 1, 'two', stored)
  expect(seen).toMatchObject({ starts: 1, signals: [15] })
})

test('after each deployment, a container that still runs an old image gets at most three SIGTERMs', async () => {
  const { container, seen } = containerWithBuild('one')
  const stored = new Map<string, unknown>()
  await callsIn(container, 6, 'two', stored)
  expect(seen.signals).toEqual([15, 15, 15])
  await callsIn(container, 1, 'three', stored)
  expect(seen.signals).toHaveLength(4)
})

test('in the first fifteen minutes after its start, a container gets no SIGTERM, even if its build is old', async () => {
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
