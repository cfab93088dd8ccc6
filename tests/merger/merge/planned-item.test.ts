import { expect, test } from 'vitest'
import type { Extraction } from '#contract/engine/extraction.ts'
import type { MergePlan } from '#contract/engine/merge.ts'
import { titleMark } from '#contract/title-mark.ts'
import { extractPlanned } from '../../../merger/merge/planned-item.ts'

const LINK = 'https://podcast.test/feed.xml'

/** An item of a list: its title and its duration in seconds. */
type Item = [title: string, duration: number | null]

/**
 * Runs `extractPlanned`, which extracts the list item that a merge plan names. Returns the title and the
 * duration of the extracted item (`found`), and the item number of each call of the extractor (`requested`).
 * - `list`: the current items of the list
 * - `item`: the item number in the plan; undefined if the plan contains none
 * - `chosen`: the title and the duration that the item had when the visitor chose it
 */
async function extractFrom(list: Item[], item: number | undefined, chosen?: Item) {
  const requested: (number | undefined)[] = []
  const extractor = {
    extract: async (_: string, options: { item?: number } = {}) => {
      requested.push(options.item)
      const index = options.item ?? 1
      const [title, duration] = list[index - 1]!
      const entries = list.map(([name, seconds], at) => ({ index: at + 1, title: name, duration: seconds }))
      return { title, duration, part: { index, total: list.length }, entries } as Extraction
    },
  }
  const plan: MergePlan = {
    source_url: LINK,
    video: null,
    audio: null,
    container: 'mp3',
    ...(item !== undefined && { item }),
    ...(chosen && { chosen: { title: titleMark(chosen[0]), duration: chosen[1] } }),
  }
  const { title, duration } = await extractPlanned(extractor, plan, {})
  return { found: [title, duration], requested }
}

test('extracts an unmoved item only once', async () => {
  const list: Item[] = [
    ['Two', 20],
    ['One', 10],
  ]
  expect(await extractFrom(list, 2, ['One', 10])).toEqual({ found: ['One', 10], requested: [2] })
})

test('takes the choice of the extractor without an item number', async () => {
  expect(await extractFrom([['Two', 20]], undefined)).toEqual({ found: ['Two', 20], requested: [undefined] })
})

test('finds a moved item by its title', async () => {
  const list: Item[] = [
    ['Three', 30],
    ['Two', 20],
    ['One', 10],
  ]
  expect(await extractFrom(list, 1, ['Two', 20])).toEqual({ found: ['Two', 20], requested: [1, 2] })
})

test('finds an item among equal titles by its duration', async () => {
  const list: Item[] = [
    ['News', 61],
    ['News', 75],
    ['News', 68],
  ]
  expect(await extractFrom(list, 1, ['News', 68])).toEqual({ found: ['News', 68], requested: [1, 3] })
})

test.each<[string, Item]>([
  ['the title (it contains the number of views)', ['12 views · Song', 100]],
  ['the duration (the advertisements have changed)', ['13 views · Song', 130]],
  ['the fraction of a second in the duration', ['13 views · Song', 100.6]],
])('accepts an item that differs from the chosen one in %s', async (_, chosen) => {
  const list: Item[] = [
    ['13 views · Song', 100],
    ['Other song', 200],
  ]
  expect(await extractFrom(list, 1, chosen)).toEqual({ found: list[0], requested: [1] })
})

test('fails with item_moved for a vanished item', async () => {
  const list: Item[] = [
    ['Three', 30],
    ['Two', null],
  ]
  await expect(extractFrom(list, 2, ['One', 10])).rejects.toMatchObject({ code: 'item_moved' })
  await expect(extractFrom(list, 1, ['One', null])).rejects.toMatchObject({ code: 'item_moved' })
})
