import { describe, expect, test } from 'vitest'
import type { Entry, VideoInfo } from '#contract/api.ts'
import { texts } from '#texts/en/result.ts'
import { texts as tray } from '#texts/en/tray.ts'
import { texts as watch } from '#texts/en/watch.ts'
import { sayIn } from '#texts/say.ts'
import { joinedEntries } from '../../../web/download/joined-entries.ts'
import { doneText } from '../../../web/tray/dock.tsx'
import { batchName, nameInZip } from '../../../web/tray/item-names.ts'
import { isNumbered } from '../../../web/tray/numbers.ts'
import { sumOf } from '../../../web/tray/sizes.ts'
import { endsAtLimit } from '../../../web/tray/use-more.ts'
import { emptyInfo } from '../../builders.ts'

const words = { texts: texts.items, zips: watch.savedZips, files: tray.savedFiles, say: sayIn('en') }

test('names the items that are missing', () => {
  const text = (saved: number, failed: number[], more = {}) =>
    doneText({ saved, failed, files: 1, isZip: true, ...more }, words)
  expect(text(4, [])).toBe('Saved 4 items as one ZIP.')
  expect(text(3, [2])).toBe('Saved 3 items as one ZIP. Item 2 could not be loaded.')
  const twelve = Array.from({ length: 12 }, (_, at) => at + 1)
  expect(text(88, twelve)).toMatch(/Items 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more could not/)
  expect(text(9, [], { files: 2 })).toBe('Saved 9 items as 2 ZIPs.')
  expect(text(9, [], { files: 9, isZip: false })).toBe('Saved 9 files.')
  expect(text(0, [1])).toBe('Item 1 could not be loaded.')
  expect(text(0, [1, 2])).toBe('None of them could be loaded.')
})

test('adds up sizes only if all are known', () => {
  expect(sumOf([])).toBe(null)
  expect(sumOf([{ filesize: 5 }, undefined])).toBe(null)
  expect(sumOf([{ filesize: 5 }, { filesize: null }])).toBe(null)
  expect(sumOf([{ filesize: 5 }, { filesize: 7 }])).toEqual({ filesize: 12, about: false })
  expect(sumOf([{ filesize: 5, about: true }, { filesize: 7 }])).toMatchObject({ about: true })
})

test.each([
  ['1-3, 7', [1, 2, 3, 7]],
  ['3–1', [1, 2, 3]],
  ['2 - 4;9', [2, 3, 4, 9]],
  ['１～３、５', [1, 2, 3, 5]],
  ['١-٣، ٥', [1, 2, 3, 5]],
  ['5 and 6', [5, 6]],
  ['all', []],
])('picks the numbers of %s', (text, numbers) => {
  const matches = isNumbered(text)
  expect(Array.from({ length: 9 }, (_, at) => at + 1).filter(matches)).toEqual(numbers)
})

test.each([
  [1_999, 3_000, false],
  [2_000, 3_000, true],
  [2_000, null, true],
  [2_000, 2_000, false],
  [450, 450, false],
])('item %s of %s is the last that we list: %s', (edge, total, isOurs) => {
  expect(endsAtLimit(edge, total)).toBe(isOurs)
})

const titled = (index: number, title: string | null): Entry => ({ index, kind: 'video', title })

test('a list grows by the items around another one', () => {
  const before = [titled(1, 'One'), titled(2, 'Two')]
  const later = [titled(101, 'Later'), titled(2, 'Two again')]
  expect(joinedEntries(before, later).map(({ title }) => title)).toEqual(['One', 'Two again', 'Later'])
})

describe('names what is saved from a list', () => {
  const list = [titled(1, 'First/half'), titled(2, 'Second')]
  const info = {
    ...emptyInfo,
    title: 'First/half',
    source_url: 'https://vimeo.com/showcase/1',
    entries: list,
  }
  const origin = 'https://clips.example'
  const full = (of: VideoInfo, chosen: readonly Entry[], ext: string) =>
    batchName('full', origin, of, { entries: chosen }, ext)

  test('by the number of its archive', () => {
    expect(batchName('short', origin, info, { entries: list, part: 2 }, 'zip')).toMatch(/items 2\)?\.zip$/)
  })

  test('by its own title', () => {
    expect(full(info, [list[1]!], 'mp4')).toBe('clips.example_vimeo.com_Second.mp4')
    expect(batchName('short', origin, info, { entries: [list[1]!] }, 'mp4')).toBe('Second.mp4')
    expect(nameInZip(list[0]!, 'mp4', true)).toBe('001 First half.mp4')
  })

  test('by its number if it has none', () => {
    const post = { ...info, title: 'Lisbon', entries: [titled(1, 'Lisbon 1'), titled(2, 'Lisbon 2')] }
    expect(full(post, [post.entries[1]!], 'jpg')).toBe('clips.example_vimeo.com_Lisbon_2.jpg')
    expect(full(post, post.entries, 'zip')).toBe('clips.example_vimeo.com_Lisbon_items.zip')
  })

  test('several episodes by their show', () => {
    const show = { ...info, series: 'Harbor Radio' }
    expect(full(show, list, 'zip')).toBe('clips.example_vimeo.com_Harbor_Radio_items.zip')
  })
})
