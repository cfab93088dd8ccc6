import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failures } from '#contract/failures.ts'
import { platformById } from '#contract/platforms/index.ts'
import { search } from '../../../web/download/form/search.ts'
import { readResults } from '../../../web/download/kept-result.ts'
import { advance, type DownloadEvent, type DownloadState } from '../../../web/download/machine.ts'
import { failureWordsIn } from '../../../web/every-text.ts'
import { emptyInfo } from '../../builders.ts'
import { green } from '../brands.ts'
import { openPageIn } from '../page-words.ts'

const { faults } = failureWordsIn('en')
const A = 'https://vimeo.com/111111111'
const B = 'https://vimeo.com/222222222'
const infoOf = (url: string) => ({
  ...emptyInfo,
  source_url: url,
  formats: [
    {
      url,
      label: '1080p MP4',
      ext: 'mp4',
      is_audio_only: false,
      has_audio: true,
      key: 'both:1080:mp4:avc1:',
    },
  ],
})

type Request = { url: string; signal: AbortSignal; answer: (response: Response) => void }
let requests: Request[]
let bodies: Record<string, unknown>[]
let state: DownloadState
const tell = (event: DownloadEvent) => {
  state = advance(state, event)
}

beforeEach(() => {
  openPageIn('en', 'result', 'preview', 'watch', 'files', 'tray')
  requests = []
  bodies = []
  state = { step: 'idle' }
  // This stub of fetch responds when the test calls `answer`, even to an aborted request.
  vi.stubGlobal('fetch', (_: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    const sent = JSON.parse(body) as Record<string, unknown>
    bodies.push(sent)
    return new Promise<Response>((answer) => {
      requests.push({ url: String(sent['tweet_url']), signal, answer })
    })
  })
  vi.stubGlobal('screen', { width: 1, height: 1 })
  vi.stubGlobal('history', { state: null, replaceState: () => undefined })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const start = (text: string, more: object = {}) => {
  const stop = new AbortController()
  const ended = search(
    { brand: green, faults, platform: undefined, text, isInList: false, ...more },
    tell,
    stop.signal,
  )
  return { stop, ended }
}
const answerTo = (url: string) =>
  requests.find((request) => request.url === url)!.answer(Response.json(infoOf(url)))

test('the download form shows the formats of the submitted link', async () => {
  const { ended } = start(`look: ${A}`)
  expect(state).toEqual({ step: 'loading', url: A })
  answerTo(A)
  await ended
  expect(state).toMatchObject({ step: 'done', url: A, info: { source_url: A } })
})

test('drops the response of an aborted request', async () => {
  const first = start(A)
  first.stop.abort()
  const second = start(B)
  expect(requests.map(({ url, signal }) => [url, signal.aborted])).toEqual([
    [A, true],
    [B, false],
  ])
  answerTo(A)
  await first.ended
  expect(state).toEqual({ step: 'loading', url: B })
  answerTo(B)
  await second.ended
  expect(state).toMatchObject({ step: 'done', url: B, info: { source_url: B } })
})

test('drops the failure of an aborted request', async () => {
  const first = start(A)
  first.stop.abort()
  const second = start(B)
  requests[0]!.answer(Response.json({ error: 'no', code: 'private' }, { status: 403 }))
  await first.ended
  expect(state).toEqual({ step: 'loading', url: B })
  answerTo(B)
  await second.ended
})

test('shows the failure and keeps the link', async () => {
  const { ended } = start(A)
  const { text } = failures.private
  requests[0]!.answer(Response.json({ error: text, code: 'private' }, { status: 403 }))
  await ended
  expect(state).toEqual({ step: 'failed', message: text, url: A })
  expect(console.warn).toHaveBeenCalledOnce()
})

test('sends nothing for a refused text', async () => {
  await start('no link').ended
  expect(state).toMatchObject({ step: 'failed', message: failures.bad_link.text })
  expect(state).not.toHaveProperty('url')
  expect(requests).toEqual([])
})

test('sends the platform and refuses others', async () => {
  const vimeo = platformById('vimeo')
  const { ended } = start(A, { platform: vimeo, item: 3 })
  answerTo(A)
  await ended
  expect(bodies[0]).toMatchObject({ tweet_url: A, platform: 'vimeo', item: 3 })
  await start(A, { platform: platformById('tiktok') }).ended
  expect(state).toMatchObject({ step: 'failed', other: { platformId: 'vimeo', link: A } })
  expect(requests).toHaveLength(1)
})

test('sends the platform of ruleOf', async () => {
  const { ended } = start(A, { platform: platformById('tiktok'), ruleOf: null })
  answerTo(A)
  await ended
  expect(bodies[0]).not.toHaveProperty('platform')
  const other = start(A, { platform: platformById('tiktok'), ruleOf: 'vimeo' })
  requests[1]!.answer(Response.json(infoOf(A)))
  await other.ended
  expect(bodies[1]).toMatchObject({ platform: 'vimeo' })
})

test.each(['vimeo', null, undefined])('stores the result under ruleOf %j', async (ruleOf) => {
  const store = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  })
  const { ended } = start(A, { platform: platformById(ruleOf === undefined ? 'vimeo' : 'tiktok'), ruleOf })
  answerTo(A)
  await ended
  expect(readResults(sessionStorage, Date.now())).toMatchObject([{ url: A }])
  expect(readResults(sessionStorage, Date.now())[0]?.ruleOf).toBe(ruleOf)
})
