import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sayIn } from '#texts/say.ts'
import type { LinkPlace } from '../../../web/preview/link-place.ts'
import { readPreview, type PreviewLink } from '../../../web/preview/link.ts'
import type { PreviewEvent } from '../../../web/preview/machine.ts'
import { PreviewWork } from '../../../web/preview/preview-work.ts'
import { failureWordsIn, textsOf } from '../../../web/every-text.ts'
import { openPageIn } from '../page-words.ts'

const preview = textsOf('es', ['preview']).preview!
const { faults: gone, failures } = failureWordsIn('es')
const link: PreviewLink = {
  ...readPreview('', '', 'https://dl.example'),
  target: { kind: 'ticket', ticket: 'ticket' },
}
const place: LinkPlace = { id: 'place', read: () => link, replace: () => undefined }

let events: PreviewEvent[]

function workInSpanish(): PreviewWork {
  openPageIn('es')
  const { faults, status } = preview
  const words = { faults, status, starting: 'Empezando', say: sayIn('es') }
  const dispatch = (event: PreviewEvent) => void events.push(event)
  return new PreviewWork(
    { isForeign: false, isOwnPreview: true },
    { dispatch, onLink: () => undefined },
    words,
  )
}

const last = () => events.at(-1)
const failed = (message: string) => ({ type: 'failed', message })

beforeEach(() => {
  events = []
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const stale = () => Response.json({ error: 'x', code: 'stale' }, { status: 403 })
const proxyPage = () => new Response('<html>', { status: 502 })

test.each([
  ['a ticket has expired', stale, failures!.general.stale],
  ['a proxy answers', proxyPage, preview.faults.cannotMerge],
])('says in the language of the page that %s', async (_, answer, message) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
  const work = workInSpanish()
  work.start(place)
  await vi.waitFor(() => expect(last()).toEqual(failed(message)))
})

test('a player that fails on a dead link after the last refresh means that the link has expired', async () => {
  const extracted = {
    title: 't',
    platform: 'web',
    is_podcast: false,
    source_url: 'https://video.example/1',
    formats: [
      {
        url: '/api/proxied_download?url=https%3A%2F%2Fcdn.example%2Fv.mp4&g=1',
        label: '720p MP4',
        ext: 'mp4',
        resolution: '720p',
        is_audio_only: false,
        has_audio: true,
        key: 'a',
      },
    ],
  }
  const addresses: string[] = []
  vi.stubGlobal('location', { origin: 'https://dl.example', protocol: 'https:' })
  vi.stubGlobal('screen', { width: 1, height: 1 })
  vi.stubGlobal('fetch', (address: string) => {
    addresses.push(address)
    return Promise.resolve(address.startsWith('/api/download-video') ? Response.json(extracted) : stale())
  })
  const target = readPreview(
    '?url=%2Fapi%2Fproxied_download%3Furl%3Dhttps%253A%252F%252Fcdn.example%252Fv.mp4%26g%3D1&filename=v.mp4' +
      '&resolution=720p&source_url=https%3A%2F%2Fvideo.example%2F1',
    '',
    'https://dl.example',
  )
  const played: LinkPlace = { id: 'place', read: () => target, replace: () => undefined }
  const work = workInSpanish()
  work.start(played)
  for (const lookups of [1, 2, 2]) {
    await vi.waitFor(() => expect(last()).toMatchObject({ type: 'opened' }))
    events = []
    work.unplayable(target, { step: 'direct', from: 'proxy' }, played)
    await vi.waitFor(() => expect(last()).toBeDefined())
    const made = addresses.filter((address) => address.startsWith('/api/download-video'))
    expect(made).toHaveLength(lookups)
  }
  expect(last()).toEqual(failed(failures!.general.stale))
})

test('says in the language of the page that the device is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const work = workInSpanish()
  work.start(place)
  await vi.waitFor(() => expect(last()).toEqual({ ...failed(gone.no_network), isOffline: true }))
})

test('says in the language of the page why a file was not deleted', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const work = workInSpanish()
  work.delete({ taskId: 't', expiresAt: null, size: null, proof: null, generation: '' })
  const message = preview.faults.notDeleted.replace('{reason}', gone.offline)
  await vi.waitFor(() => expect(last()).toEqual({ type: 'not_deleted', message }))
})
