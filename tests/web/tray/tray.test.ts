import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entry } from '#contract/api.ts'
import { rowOfEntry, rowOfLink } from '../../../web/tray/row.ts'
import { heldZips, separateFiles, zipOnDisk, type Sink } from '../../../web/tray/save-files.ts'
import { createTray, type Tray } from '../../../web/tray/tray.ts'
import { emptyView, type TrayView } from '../../../web/tray/view.ts'
import { filesInZip } from '../../zip.ts'

/** Answers with what the stub of `fetch` answers. */
class Request extends EventTarget {
  status = 0
  statusText = ''
  response: Blob | null = null
  responseType = ''
  #url = ''
  #isStopped = false
  open(_: string, url: string) {
    this.#url = url
  }
  abort() {
    this.#isStopped = true
  }
  #tell(name: string, facts: object = {}) {
    if (!this.#isStopped) this.dispatchEvent(Object.assign(new Event(name), facts))
  }
  send() {
    void this.#run().then(
      () => this.#tell('load'),
      () => this.#tell('error'),
    )
  }
  async #run() {
    const answer = await fetch(this.#url)
    this.status = answer.status
    const total = Number(answer.headers.get('content-length'))
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let loaded = 0
    for await (const chunk of answer.body!) {
      chunks.push(chunk)
      loaded += chunk.byteLength
      this.#tell('progress', { loaded, total })
    }
    this.response = new Blob(chunks)
  }
}

type Saved = { name: string; text: string }

const saved: Promise<Saved>[] = []
const blobs = new Map<string, Blob>()
const made: Blob[] = []

beforeEach(() => {
  saved.length = 0
  made.length = 0
  blobs.clear()
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.stubGlobal('screen', { width: 1, height: 1 })
  vi.stubGlobal('location', { origin: 'https://green.example' })
  vi.stubGlobal('document', { documentElement: {}, createElement: () => new Link() })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${made.push(blob as Blob)}`
    blobs.set(url, blob as Blob)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void blobs.delete(url))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

class Link {
  href = ''
  download = ''
  click() {
    const text = blobs.get(this.href)?.text() ?? Promise.resolve(this.href)
    saved.push(text.then((all) => ({ name: this.download, text: all })))
  }
}

const LIST = 'https://x.example/1'
const picture = (index: number): Entry => ({
  index,
  kind: 'image',
  title: null,
  picture: { url: `/p/${index}`, ext: 'jpg' },
})
const pictures = [1, 2, 3].map((index) => rowOfEntry(LIST, picture(index)))
const video = (index: number) => rowOfEntry(LIST, { index, kind: 'video', title: null })

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
const extracted = (more: object = {}) =>
  Response.json({
    title: 'A post',
    platform: 'web',
    is_podcast: false,
    source_url: LIST,
    formats: [format],
    ...more,
  })
const failure = (code: string, status: number) => Response.json({ error: `It is ${code}.`, code }, { status })

type Answer = () => Response | Promise<Response>

const answers = (given: Record<string, Answer> = {}) =>
  vi.stubGlobal('fetch', async (url: string) => given[url]?.() ?? new Response(`bytes of ${url}`))

function open(rows: TrayView['rows']) {
  const views: TrayView[] = []
  const tray = createTray(emptyView(rows, null), {
    namesOf: (row, _, ext) => ({ own: `own-${row.index}.${ext}`, inZip: `${row.index}.${ext}` }),
    sayFailure: async (cause) => (cause as Error).message,
    sizeAt: async () => 7,
  })
  tray.subscribe(() => views.push(tray.view()))
  return { tray, views }
}

const ended = (tray: Tray) => vi.waitUntil(() => tray.view().ended)
const idsOf = (rows: TrayView['rows']) => rows.map(({ id }) => id)
const alone = (): Promise<Sink> => Promise.resolve(separateFiles(() => undefined))

async function saveAll(rows: TrayView['rows'], makeSink: (onFile: () => void) => Promise<Sink> = alone) {
  const { tray, views } = open(rows)
  tray.start(idsOf(rows), makeSink)
  return { tray, views, end: await ended(tray), files: await Promise.all(saved) }
}

test('saves each row as soon as it is there', async () => {
  const second = Promise.withResolvers<Response>()
  answers({ '/p/2': () => second.promise })
  const { tray } = open(pictures)
  tray.start(idsOf(pictures), alone)
  await vi.waitUntil(() => tray.view().states.get('2')?.step === 'saving')
  expect(await Promise.all(saved)).toEqual([{ name: 'own-1.jpg', text: 'bytes of /p/1' }])
  expect(tray.view().states.get('3')).toEqual({ step: 'waiting' })
  second.resolve(new Response('late'))
  await ended(tray)
  expect(saved).toHaveLength(3)
})

test.each<[string, Answer]>([
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
])('leaves out only the row that %s, and it stays ticked', async (_, broken) => {
  answers({ '/p/2': broken })
  const { tray, end, files } = await saveAll(pictures)
  expect(files.map(({ name }) => name)).toEqual(['own-1.jpg', 'own-3.jpg'])
  expect(end).toMatchObject({ saved: ['1', '3'], failed: ['2'] })
  expect([...tray.view().picked]).toEqual(['2'])
  expect(tray.view().states.get('2')).toMatchObject({ step: 'failed', isRetryable: true })
})

test('rows join what is saved already', async () => {
  const first = Promise.withResolvers<Response>()
  answers({ '/p/1': () => first.promise })
  const { tray } = open(pictures)
  tray.start(['1'], alone)
  tray.start(['3'], alone)
  expect(tray.view().run?.total).toBe(2)
  first.resolve(new Response('one'))
  expect((await ended(tray))?.saved).toEqual(['1', '3'])
})

test('nothing is loaded after Cancel, and it can start again', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (url === '/p/2' && asked.length === 2) tray.cancel()
    return new Response('x')
  })
  const { tray } = open(pictures)
  tray.start(idsOf(pictures), alone)
  await vi.waitUntil(() => asked.length === 2)
  expect(tray.view().run).toBe(null)
  expect([...tray.view().states]).toEqual([['1', { step: 'saved' }]])
  tray.start(['3'], alone)
  expect((await ended(tray))?.saved).toEqual(['3'])
  expect(asked).toEqual(['/p/1', '/p/2', '/p/3'])
})

test('tells percent and bytes within a row', async () => {
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
  const { views } = await saveAll(pictures.slice(0, 2))
  const told = views.flatMap(({ run }) => (run ? [`${run.percent} ${run.bytes}`] : []))
  expect([...new Set(told)]).toEqual(['0 0', '25 150000', '50 300000', '75 450000', '100 600000'])
})

test('extracts one row at a time, and goes on in the next minute', async () => {
  vi.useFakeTimers()
  const answered = [() => failure('rate_limited', 429), () => extracted(), () => extracted()]
  let underWay = 0
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('download-video')) return new Response('film')
    expect(++underWay).toBe(1)
    await Promise.resolve()
    underWay -= 1
    return answered.shift()!()
  })
  const { tray, views } = open([video(1), video(2)])
  tray.read(['1', '2'])
  tray.start(['1', '2'], alone)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(answered).toHaveLength(2)
  expect(tray.view().isWaiting).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(tray.view()).toMatchObject({ isWaiting: false, ended: { saved: ['1', '2'], failed: [] } })
  expect(views.at(-1)?.facts.size).toBe(2)
})

test('asks once for the size and the file of a row', async () => {
  const asked = vi.fn(async (url: string) =>
    url.includes('download-video') ? extracted() : new Response('x'),
  )
  vi.stubGlobal('fetch', asked)
  const { tray } = open([video(1)])
  tray.read(['1'])
  await vi.waitUntil(() => tray.view().facts.size === 1)
  tray.start(['1'], alone)
  await ended(tray)
  expect(asked.mock.calls.filter(([url]) => url.includes('download-video'))).toHaveLength(1)
})

test('reads a row again whose address has expired', async () => {
  const files = [() => new Response('', { status: 403 }), () => new Response('film')]
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('download-video') ? extracted() : files.shift()!(),
  )
  const { end, files: names } = await saveAll([video(1)])
  expect(end?.saved).toEqual(['1'])
  expect(names).toEqual([{ name: 'own-1.mp4', text: 'film' }])
})

test('a row that could not be read is read again by hand', async () => {
  const answered = [() => failure('site_limit', 503), () => extracted()]
  vi.stubGlobal('fetch', async () => answered.shift()!())
  const { tray } = open([video(1)])
  tray.read(['1'])
  await vi.waitUntil(() => tray.view().states.size === 1 && tray.view().states.get('1')?.step === 'failed')
  expect(tray.view().states.get('1')).toMatchObject({ reason: 'It is site_limit.', isRetryable: true })
  tray.retry('1')
  await vi.waitUntil(() => tray.view().facts.has('1'))
  expect(tray.view().states.size).toBe(0)
})

test('a file that is too large to be held is saved by the browser', async () => {
  const large = () => new Response('x', { headers: { 'content-length': String(600_000_000) } })
  vi.stubGlobal('fetch', async (url: string) => (url.includes('download-video') ? extracted() : large()))
  const { files } = await saveAll([video(1)])
  expect(files).toEqual([{ name: 'own-1.mp4', text: expect.stringContaining('/api/proxied_download?') }])
})

test('a link that leads to a list is not saved', async () => {
  const entries = ['One', 'Two'].map((title, at) => ({ index: at + 1, kind: 'video', title }))
  answers({ '/api/download-video': () => extracted({ entries, series: 'A list of mine' }) })
  const { end, tray } = await saveAll([rowOfLink('https://x.example/list', 1)])
  expect(end).toMatchObject({ saved: [], failed: [] })
  expect(tray.view().rows).toMatchObject([{ title: 'A list of mine', items: 2 }])
})

test('the items of a post take the place of its link', async () => {
  const entries = [picture(1), { index: 2, kind: 'video', title: null }, picture(3)]
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init?: { body: string }) => {
    if (!url.includes('download-video')) return new Response('x')
    asked.push(JSON.parse(init!.body))
    return extracted({ entries, part: { index: 2, total: 3 } })
  })
  const { end, tray, files } = await saveAll([rowOfLink(LIST, 1), rowOfLink('https://x.example/2', 2)])
  expect(files.map(({ name }) => name)).toEqual([
    'own-1.jpg',
    'own-3.mp4',
    'own-4.jpg',
    'own-2.jpg',
    'own-5.mp4',
    'own-6.jpg',
  ])
  expect(end?.failed).toEqual([])
  expect(tray.view().rows.map(({ title }) => title)).toContain('A post (2)')
  expect(asked).toContainEqual(expect.objectContaining({ tweet_url: LIST, item: 2 }))
})

test('keeps only the youngest of the files that are saved already', async () => {
  const tenMegabytes = new Uint8Array(10_000_000)
  vi.stubGlobal('fetch', async () => new Response(tenMegabytes))
  const many = Array.from({ length: 30 }, (_, at) => rowOfEntry(LIST, picture(at + 1)))
  await saveAll(many)
  expect(blobs.size).toBeLessThanOrEqual(10)
})

async function namesIn(file: Blob): Promise<string[]> {
  return [...filesInZip(new Uint8Array(await file.arrayBuffer())).keys()]
}

test('saves each zip as soon as it is full', async () => {
  answers()
  const zips = (onFile: () => void) =>
    Promise.resolve(heldZips((part) => `items-${part}.zip`, onFile, 2 * 'bytes of /p/1'.length))
  const { end, files } = await saveAll(pictures, zips)
  expect(end?.files).toBe(2)
  expect(files.map(({ name }) => name)).toEqual(['items-1.zip', 'items-2.zip'])
  expect(await Promise.all(made.map(namesIn))).toEqual([['1.jpg', '2.jpg'], ['3.jpg']])
})

test('writes a zip to the disk while it is made', async () => {
  answers({ '/p/2': () => new Response('', { status: 404 }) })
  const written: Uint8Array[] = []
  const createWritable = async () =>
    new WritableStream<Uint8Array>({ write: (chunk) => void written.push(chunk) })
  vi.stubGlobal('showSaveFilePicker', async () => ({ createWritable }))
  const { end } = await saveAll(pictures, (onFile) => zipOnDisk('all.zip', onFile))
  expect(end).toMatchObject({ saved: ['1', '3'], failed: ['2'], files: 1 })
  expect(await namesIn(new Blob(written as BlobPart[]))).toEqual(['1.jpg', '3.jpg'])
  expect(saved).toEqual([])
})

test('a zip that the disk has no place for saves nothing, and says so', async () => {
  answers()
  const write = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('showSaveFilePicker', async () => ({
    createWritable: async () => new WritableStream({ write }),
  }))
  const { tray, end } = await saveAll(pictures, (onFile) => zipOnDisk('all.zip', onFile))
  const reason = 'the archive is not written'
  expect(end).toMatchObject({ saved: [], failed: ['1', '2', '3'], reason })
  expect([...tray.view().states.values()]).toEqual(
    pictures.map(() => ({ step: 'failed', reason, isRetryable: true })),
  )
  expect(tray.view().run).toBe(null)
})

test('nothing starts if the visitor chooses no place for the zip', async () => {
  const asked = vi.fn(async () => new Response('x'))
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('showSaveFilePicker', async () => {
    throw new DOMException('', 'AbortError')
  })
  const { tray } = open(pictures)
  tray.start(idsOf(pictures), (onFile) => zipOnDisk('all.zip', onFile), true)
  await vi.waitUntil(() => tray.view().run === null)
  expect(asked).not.toHaveBeenCalled()
  expect(tray.view().states.size).toBe(0)
})
