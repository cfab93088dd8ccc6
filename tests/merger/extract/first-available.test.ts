import { expect, test, vi } from 'vitest'
import { concernsOneItem, firstAvailable } from '../../../merger/extract/first-available.ts'

test.each(['embed_only', 'live', 'post_live', 'split'] as const)('%s concerns one item', (code) => {
  expect(concernsOneItem(code)).toBe(true)
})

test.each(['too_big', 'busy', 'site_limit', 'unsupported', 'broken', 'timeout'] as const)(
  '%s concerns more than one item',
  (code) => {
    expect(concernsOneItem(code)).toBe(false)
  },
)

test('tries the next item of a list after a private one', async () => {
  const ask = vi.fn<(item: number | undefined) => Promise<unknown>>()
  const error = { class: 'ExtractorError', message: 'Private video', extractor: 'youtube' }
  ask.mockResolvedValueOnce({ error, list: { index: 1, total: 2, entries: [{}, {}] } })
  ask.mockResolvedValueOnce({ info: { title: 'Item 2' } })
  expect(await firstAvailable(undefined, ask as never)).toMatchObject({ info: { title: 'Item 2' } })
  expect(ask.mock.calls).toEqual([[undefined], [2]])
})
