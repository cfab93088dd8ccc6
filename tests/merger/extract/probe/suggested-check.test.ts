import { MockAgent } from 'undici'
import { expect, test } from 'vitest'
import type { Extraction } from '#contract/engine/extraction.ts'
import { catalogueOf } from '#contract/catalogue/catalogue.ts'
import { probe } from '../../../../merger/extract/probe/probe.ts'
import { made } from '../../ytdlp/dumps.ts'

type Response = { status: number; body?: string; type?: string; headers?: Record<string, string> }
const MEDIA: Response = { status: 206, type: 'video/mp4', headers: { 'content-range': 'bytes 0-0/5000000' } }
const PAGE: Response = { status: 200, body: '<!doctype html>', type: 'text/html' }

/**
 * Codecs, size and bitrate of a format. The probe does not request a format that has all these values, except
 * if the edge will probably suggest the format.
 */
const KNOWN = { vcodec: 'avc1.640028', acodec: 'mp4a.40.2', filesize: 5_000_000, tbr: 2_000 }
const VIDEOS = [360, 720, 1_080].map((height) => ({ ...KNOWN, height, format_id: `${height}` }))

/**
 * Runs the probe. `answers` contains the responses by path; other paths respond with MEDIA. Returns the ids
 * of the remaining renditions, the id of the suggested rendition, and the requested paths.
 */
async function probed(extraction: Extraction, answers: Record<string, Response> = {}) {
  const asked: string[] = []
  const dispatcher = new MockAgent()
  dispatcher.disableNetConnect()
  const host = dispatcher.get('https://a.example')
  host
    .intercept({ path: () => true })
    .reply(({ path }) => {
      asked.push(path)
      const { status, body = 'x', type, headers = {} } = answers[path] ?? MEDIA
      return {
        statusCode: status,
        data: body,
        responseOptions: { headers: { ...headers, ...(type && { 'content-type': type }) } },
      }
    })
    .persist()
  const signal = AbortSignal.timeout(60_000)
  const found = await probe(extraction, {
    dispatcher,
    signal,
    ffprobe: 'ffprobe',
    python: '/usr/bin/python3',
  })
  const make = catalogueOf(found).rows.find((row) => row.suggested)?.make
  return {
    left: found.renditions.map(({ id }) => id),
    suggested: make?.by === 'link' ? make.rendition.id : make?.plan.video?.id,
    asked: asked.toSorted(),
  }
}

test('requests the suggested rendition and the next best', async () => {
  const { asked, suggested } = await probed(made(VIDEOS, { duration: 20 }))
  expect([asked, suggested]).toEqual([['/1', '/2'], '1080'])
})

test.each<[string, Response]>([
  ['401', { status: 401 }],
  ['403', { status: 403 }],
  ['404', { status: 404 }],
  ['410', { status: 410 }],
  ['416, as for an empty file', { status: 416 }],
  ['an empty file', { status: 200, body: '', type: 'video/mp4', headers: { 'content-length': '0' } }],
  ['a web page', PAGE],
  ['a web page of the type video/mp4', { ...PAGE, type: 'video/mp4' }],
  ['plain text', { ...MEDIA, body: 'Not found', type: 'text/plain' }],
  ['a coding that we cannot decode', { ...MEDIA, headers: { 'content-encoding': 'br' } }],
  ['a damaged gzip body', { ...MEDIA, body: '\u001f and no gzip', headers: { 'content-encoding': 'gzip' } }],
])('removes a rendition whose source responds with %s', async (_, answer) => {
  const { left, suggested } = await probed(made(VIDEOS, { duration: 20 }), { '/2': answer })
  expect([left, suggested]).toEqual([['360', '720'], '720'])
})

const FTYP = '\0\0\0\u0018ftypmp42'
test.each<[string, Response]>([
  ['text/plain before bytes of media', { ...MEDIA, body: FTYP, type: 'text/plain' }],
  ['two types', { ...MEDIA, type: 'video/mp4, video/mp4' }],
  ['the coding utf-8', { ...MEDIA, headers: { 'content-encoding': 'utf-8' } }],
  ['gzip in the header alone', { ...MEDIA, body: FTYP, headers: { 'content-encoding': 'gzip' } }],
])('keeps a rendition whose source responds with %s', async (_, answer) => {
  const { left, suggested } = await probed(made(VIDEOS, { duration: 20 }), { '/2': answer })
  expect([left, suggested]).toEqual([['360', '720', '1080'], '1080'])
})

test.each([429, 500, 503])('keeps a rendition suggested after status %i', async (status) => {
  const { left, suggested } = await probed(made(VIDEOS, { duration: 20 }), { '/2': { status } })
  expect([left, suggested]).toEqual([['360', '720', '1080'], '1080'])
})

test('removes no rendition of a source that refuses all', async () => {
  const only = made(VIDEOS.slice(1), { duration: 20 })
  const { left } = await probed(only, { '/0': { status: 403 }, '/1': { status: 403 } })
  expect(left).toEqual(['720', '1080'])
})

test.each([
  ['is bound to the merger', { cookie: 'a=b' }],
  ['cannot be played yet', { available_at: Math.floor(Date.now() / 1_000) + 600 }],
])('the probe does not request a rendition that %s', async (_, more) => {
  const { asked } = await probed(
    made(
      VIDEOS.map((video) => ({ ...video, ...more })),
      { duration: 20 },
    ),
  )
  expect(asked).toEqual([])
})

const PLAYLIST = { status: 200, body: '#EXTM3U\n#EXT-X-ENDLIST\n' }

test.each<[string, Response]>([
  ['403', { status: 403 }],
  ['404', { status: 404 }],
  ['a web page', PAGE],
  ['an empty playlist', { status: 200, body: '' }],
])('removes an HLS rendition whose source responds with %s', async (_, answer) => {
  const streams = VIDEOS.map((video) => ({ ...video, protocol: 'm3u8_native', filesize: null }))
  const { left, suggested } = await probed(made(streams, { duration: 20 }), {
    '/2': answer,
    '/1': PLAYLIST,
  })
  expect([left, suggested]).toEqual([['360', '720'], '720'])
})

test('requests the playlists of the two best HLS renditions', async () => {
  const streams = VIDEOS.map((video) => ({ ...video, protocol: 'm3u8_native', filesize: null }))
  const found = await probed(made(streams, { duration: 20 }), { '/2': PLAYLIST, '/1': PLAYLIST })
  expect(found).toEqual({ left: ['360', '720', '1080'], suggested: '1080', asked: ['/1', '/2'] })
})

test('removes all renditions of a missing DASH manifest', async () => {
  const manifest = { protocol: 'http_dash_segments', manifest_url: 'https://a.example/m.mpd', filesize: null }
  const picture = { ...KNOWN, ...manifest, format_id: 'picture', acodec: 'none', height: 1_080 }
  const sound = { ...KNOWN, ...manifest, format_id: 'sound', vcodec: 'none', ext: 'm4a' }
  const extraction = made([VIDEOS[0]!, picture, sound], { duration: 20 })
  expect(await probed(extraction, { '/m.mpd': { status: 404 } })).toEqual({
    left: ['360'],
    suggested: '360',
    asked: ['/m.mpd'],
  })
})
