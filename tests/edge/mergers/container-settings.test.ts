import { afterEach, expect, test, vi } from 'vitest'
import { codeOf, fakeContainer, get, statusOf, withMerger } from './fake-container.ts'

afterEach(() => {
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
