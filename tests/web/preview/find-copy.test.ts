import { afterEach, expect, test, vi } from 'vitest'
import { findCopy } from '../../../web/preview/play-hls.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const LIST = '#EXTM3U\n#EXT-X-MAP:URI="t/media?attempt=2&init"\n'

/** The copy that is found when the edge gives these answers in turn, the last one again and again. */
async function found(...statuses: number[]): Promise<string | null> {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const answer = async () => {
    const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!
    return new Response(status === 200 ? LIST : null, { status })
  }
  vi.stubGlobal('fetch', answer)
  const copy = findCopy('t', new AbortController().signal)
  await vi.runAllTimersAsync()
  return await copy
}

test.each([
  ['a task that waits for long', [...Array<number>(30).fill(202), 200], '/api/download/watch/t?attempt=2'],
  ['a merger that died', [...Array<number>(12).fill(502), 202, 200], '/api/download/watch/t?attempt=2'],
  ['nothing to watch', [204], null],
  ['a blocked source', [451], null],
])('finds the copy of %s', async (_, statuses, copy) => {
  expect(await found(...statuses)).toBe(copy)
})
