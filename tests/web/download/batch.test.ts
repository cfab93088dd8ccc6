import { texts } from '#texts/en/result.ts'
import { texts as watch } from '#texts/en/watch.ts'
import { sayIn } from '#texts/say.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { filesInZip } from '../../zip.ts'
import type { Entry, VideoInfo } from '#contract/api.ts'
import { loadBatch, type BatchFile } from '../../../web/download/result/batch.ts'
import { batchName, nameInZip } from '../../../web/download/result/item-names.ts'
import { emptyInfo } from '../../builders.ts'
import { formatsOfItem } from '../../../web/download/result/item-formats.ts'
import { sumOf } from '../../../web/download/result/use-sizes.ts'
import { doneText } from '../../../web/download/result/dock.tsx'

beforeEach(() => void vi.stubGlobal('screen', { width: 1, height: 1 }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const picture = (index: number, url = `/p/${index}`): Entry => ({
  index,
  kind: 'image',
  title: null,
  picture: { url, ext: 'jpg' },
})
const SOURCE = { link: 'https://x.example/1', wanted: null, hasTitles: false }
const pictures = [1, 2, 3].map((index) => picture(index))

/** Returns the names and the texts of the files in a zip archive. */
async function textsIn(file: Blob): Promise<Record<string, string>> {
  const files = filesInZip(new Uint8Array(await file.arrayBuffer()))
  return Object.fromEntries([...files].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]))
}

const answers = (broken: Record<string, () => Response | Promise<Response>> = {}) =>
  vi.stubGlobal('fetch', async (url: string) => broken[url]?.() ?? new Response(`bytes of ${url}`))
const load = async (entries: readonly Entry[], more: Partial<Parameters<typeof loadBatch>[2]> = {}) => {
  const files: BatchFile[] = []
  const calls = { onProgress: () => undefined, onFile: (one: BatchFile) => void files.push(one), ...more }
  const failed = await loadBatch(entries, SOURCE, calls, new AbortController().signal)
  return { files, failed, file: files[0]?.file ?? null, ext: files[0]?.ext }
}
const zip = (done: number[] = []) => load(pictures, { onProgress: (told) => void done.push(told.done) })

test('saves each zip as soon as it is full', async () => {
  answers()
  const { files } = await load(pictures, { zipBytes: 2 * 'bytes of /p/1'.length })
  expect(files.map(({ part }) => part)).toEqual([1, 2])
  const names = await Promise.all(files.map(async ({ file }) => Object.keys(await textsIn(file))))
  expect(names).toEqual([['001.jpg', '002.jpg'], ['003.jpg']])
})

test('numbers the files and counts progress', async () => {
  answers()
  const done: number[] = []
  const { file, failed } = await zip(done)
  expect(failed).toEqual([])
  expect([...new Set(done)]).toEqual([0, 1, 2])
  expect(await textsIn(file!)).toEqual({
    '001.jpg': 'bytes of /p/1',
    '002.jpg': 'bytes of /p/2',
    '003.jpg': 'bytes of /p/3',
  })
})

test.each([
  ['returns an error status', () => new Response('', { status: 502 })],
  ['has no connection', () => Promise.reject(new TypeError('failed to fetch'))],
  [
    'breaks in the middle',
    () =>
      new Response(
        new ReadableStream({
          start: (stream) => stream.enqueue(new TextEncoder().encode('half')),
          pull: (stream) => stream.error(new TypeError('terminated')),
        }),
      ),
  ],
])('omits only the picture that %s', async (_, broken) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  answers({ '/p/2': broken })
  const { file, failed } = await zip()
  expect(failed).toEqual([2])
  expect(Object.keys(await textsIn(file!))).toEqual(['001.jpg', '003.jpg'])
})

test('no zip is made if no picture can be loaded', async () => {
  const broken = () => new Response('', { status: 404 })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  answers({ '/p/1': broken, '/p/2': broken, '/p/3': broken })
  expect(await zip()).toMatchObject({ file: null, failed: [1, 2, 3] })
})

test('loads nothing after an abort', async () => {
  const stop = new AbortController()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (url === '/p/2') stop.abort()
    return new Response('x')
  })
  await expect(
    loadBatch(pictures, SOURCE, { onProgress: () => undefined, onFile: () => undefined }, stop.signal),
  ).rejects.toThrow()
  expect(asked).toEqual(['/p/1', '/p/2'])
})

test('saves a single item as it is', async () => {
  answers()
  const { file, ext } = await load([picture(2)])
  expect([ext, await file!.text()]).toEqual(['jpg', 'bytes of /p/2'])
})

test('tells percent and bytes within an item', async () => {
  const body = new Uint8Array(150_000)
  const chunks = () =>
    new ReadableStream({
      start(stream) {
        stream.enqueue(body)
        stream.enqueue(body)
        stream.close()
      },
    })
  vi.stubGlobal('fetch', async () => new Response(chunks(), { headers: { 'content-length': '300000' } }))
  const told: [number, number][] = []
  await load([picture(1), picture(2)], {
    onProgress: ({ percent, bytes }) => void told.push([percent, bytes]),
  })
  expect(told).toEqual([
    [0, 0],
    [25, 150_000],
    [50, 300_000],
    [50, 300_000],
    [75, 450_000],
    [100, 600_000],
  ])
})

const words = { texts: texts.items, zips: watch.savedZips, broken: '', say: sayIn('en') }

test('names the items that are missing', () => {
  const text = (saved: number, failed: number[]) => doneText({ step: 'done', saved, failed, files: 1 }, words)
  expect(text(4, [])).toBe('Saved 4 items as one ZIP.')
  expect(text(3, [2])).toBe('Saved 3 items as one ZIP. Item 2 could not be loaded.')
  const twelve = Array.from({ length: 12 }, (_, at) => at + 1)
  expect(text(88, twelve)).toMatch(/Items 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more could not/)
  expect(doneText({ step: 'done', saved: 9, failed: [], files: 2 }, words)).toBe('Saved 9 items as 2 ZIPs.')
  expect(text(0, [1])).toBe('Item 1 could not be loaded.')
  expect(text(0, [1, 2])).toBe('None of them could be loaded.')
})

const format = {
  url: 'https://cdn.example/a.mp4',
  label: '720p MP4',
  ext: 'mp4',
  resolution: '720p',
  has_audio: true,
  is_audio_only: false,
  filesize: 5,
  key: 'a',
}
const video = (index: number): Entry => ({ index, kind: 'video', title: null })
const extracted = () =>
  Response.json({
    title: 'A post',
    platform: 'web',
    is_podcast: false,
    source_url: 'https://x.example/1',
    formats: [format],
  })

test('waits for the next minute and goes on', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'https://green.example' })
  const limited = () => Response.json({ error: 'Too many requests.', code: 'rate_limited' }, { status: 429 })
  const answered = [limited, extracted]
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('download-video') ? answered.shift()!() : new Response('film'),
  )
  const { signal } = new AbortController()
  const waits: (boolean | undefined)[] = []
  const films: Blob[] = []
  const loading = loadBatch(
    [video(1)],
    { ...SOURCE, link: 'https://x.example/much' },
    {
      onProgress: ({ isWaiting }) => void waits.push(isWaiting),
      onFile: ({ file }) => void films.push(file),
    },
    signal,
  )
  await vi.advanceTimersByTimeAsync(59_000)
  expect(answered).toHaveLength(1)
  expect(waits.at(-1)).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  await loading
  expect(await films[0]!.text()).toBe('film')
  expect(waits.at(-1)).toBe(undefined)
})

test('asks once for the size and the file of an item', async () => {
  const asked = vi.fn(async () => extracted())
  vi.stubGlobal('fetch', asked)
  for (const item of [1, 1, 2]) await formatsOfItem('https://x.example/once', item)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('asks again after a failure', async () => {
  const broken = async () => Response.json({ error: 'Gone.', code: 'internal' }, { status: 500 })
  vi.stubGlobal('fetch', broken)
  await expect(formatsOfItem('https://x.example/later', 1)).rejects.toThrow('Gone.')
  vi.stubGlobal('fetch', async () => extracted())
  expect(await formatsOfItem('https://x.example/later', 1)).toHaveLength(1)
})

test('adds up sizes only if all are known', () => {
  expect(sumOf([])).toBe(null)
  expect(sumOf([{ filesize: 5 }, undefined])).toBe(null)
  expect(sumOf([{ filesize: 5 }, { filesize: null }])).toBe(null)
  expect(sumOf([{ filesize: 5 }, { filesize: 7 }])).toEqual({ filesize: 12, about: false })
  expect(sumOf([{ filesize: 5, about: true }, { filesize: 7 }])).toMatchObject({ about: true })
})

describe('names what is saved from a list', () => {
  const titled = (index: number, title: string | null): Entry => ({ index, kind: 'video', title })
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
