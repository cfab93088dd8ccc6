import { afterEach, expect, test, vi } from 'vitest'
import { filesInZip } from '../../zip.ts'
import { zippedText } from '../../../web/download/result/save-pictures.tsx'
import { zipPictures, type PictureEntry } from '../../../web/download/result/zip-pictures.ts'

afterEach(() => vi.unstubAllGlobals())

const picture = (index: number, url = `/p/${index}`): PictureEntry => ({
  index,
  kind: 'image',
  title: null,
  picture: { url, ext: 'jpg' },
})
const pictures = [1, 2, 3].map((index) => picture(index))

/** Returns the names and the texts of the files in a zip archive. */
async function textsIn(file: Blob): Promise<Record<string, string>> {
  const files = filesInZip(new Uint8Array(await file.arrayBuffer()))
  return Object.fromEntries([...files].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]))
}

const answers = (broken: Record<string, () => Response | Promise<Response>> = {}) =>
  vi.stubGlobal('fetch', async (url: string) => broken[url]?.() ?? new Response(`bytes of ${url}`))
const zip = (tried: number[] = []) =>
  zipPictures(pictures, (count) => void tried.push(count), new AbortController().signal)

test('numbers the files and counts progress', async () => {
  answers()
  const tried: number[] = []
  const { file, missing } = await zip(tried)
  expect(missing).toEqual([])
  expect(tried).toEqual([1, 2, 3])
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
  const { file, missing } = await zip()
  expect(missing).toEqual([2])
  expect(Object.keys(await textsIn(file!))).toEqual(['001.jpg', '003.jpg'])
})

test('no zip is made if no picture can be loaded', async () => {
  const broken = () => new Response('', { status: 404 })
  answers({ '/p/1': broken, '/p/2': broken, '/p/3': broken })
  expect(await zip()).toEqual({ file: null, missing: [1, 2, 3] })
})

test('loads nothing after an abort', async () => {
  const stop = new AbortController()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (url === '/p/2') stop.abort()
    return new Response('x')
  })
  await expect(zipPictures(pictures, () => undefined, stop.signal)).rejects.toThrow()
  expect(asked).toEqual(['/p/1', '/p/2'])
})

test('lists the missing pictures', () => {
  const file = new Blob()
  expect(zippedText({ file, missing: [] }, 4)).toBe('All 4 pictures are in the file.')
  expect(zippedText({ file, missing: [2] }, 4)).toMatch(
    /^3 of 4 pictures are in the file\. Picture 2 could not/,
  )
  expect(zippedText({ file, missing: Array.from({ length: 12 }, (_, at) => at + 1) }, 100)).toMatch(
    /Pictures 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more could not/,
  )
  expect(zippedText({ file: null, missing: [1, 2] }, 2)).toMatch(/^None of the pictures/)
})
