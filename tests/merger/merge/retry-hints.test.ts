import { expect, test } from 'vitest'
import type { MergePlan } from '#contract/engine/merge.ts'
import { RetryHints, type RetryHint } from '../../../merger/merge/retry-hints.ts'

const planOf = (link: string) =>
  ({ source_url: link, video: null, audio: null, container: 'mp4' }) as MergePlan

test('stores an index size under a key without the link', () => {
  const kept = new Map<string, RetryHint>()
  const hints = new RetryHints(kept)
  hints.learnReserve(planOf('https://site.example/secret'), 100, 'too small, needed 50 additional')
  expect(hints.of(planOf('https://site.example/secret'))).toEqual({
    indexReserve: 180,
    onDisk: false,
    isSilent: false,
  })
  expect(hints.of(planOf('https://site.example/other'))).toEqual({
    indexReserve: 0,
    onDisk: false,
    isSilent: false,
  })
  expect([...kept.keys()].join()).not.toContain('site.example')
})

test('recognizes the cause of the last attempt', () => {
  const hints = new RetryHints()
  const plan = planOf('https://site.example/a')
  expect(['one', 'one', 'two', 'one'].map((cause) => hints.isRepeated(plan, cause))).toEqual([
    false,
    true,
    false,
    false,
  ])
})
