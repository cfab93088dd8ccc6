import { afterEach, expect, test, vi } from 'vitest'
import { findCopy } from '../../../web/preview/play-hls.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const listOf = (attempt: number) => `#EXTM3U\n#EXT-X-MAP:URI="t/media?attempt=${attempt}&init"\n`

const srcOf = (attempt: number) => `/api/download/watch/t?attempt=${attempt}`

/**
 * The copy that is found after that of attempt 1 was lost, when the edge gives these answers in turn: the
 * number of the attempt in a list (below 100), or a status.
 */
async function found(answers: number[]): Promise<string | null> {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubGlobal('fetch', async () => {
    const next = answers.shift()!
    return next < 100 ? new Response(listOf(next)) : new Response(null, { status: next })
  })
  const copy = findCopy('t', new AbortController().signal, srcOf(1))
  await vi.runAllTimersAsync()
  return await copy
}

test.each([
  ['a task that waits for long', [...Array<number>(30).fill(202), 2], srcOf(2)],
  ['a merger that died', [...Array<number>(12).fill(502), 202, 2], srcOf(2)],
  ['an attempt whose end is not known yet', [1, 1, 202, 2], srcOf(2)],
  ['nothing to watch', [204], null],
  ['a blocked source', [451], null],
])('finds the copy of %s', async (_, answers, copy) => {
  expect(await found(answers)).toBe(copy)
})
