import { expect, test } from 'vitest'
import { extractionSchema } from '#contract/engine/extraction.ts'
import type { Info } from '../../../merger/ytdlp/facts.ts'
import { dump, made, mapped } from '../ytdlp/dumps.ts'

// Tests of the metadata of an extraction, such as title, duration and thumbnail. A hostile site can send any
// value for each of them.

test('fails with not_started before a stream, then live (C18)', () => {
  expect(() => mapped(dump('hls-live'))).toThrow(expect.objectContaining({ code: 'live' }))
  expect(() => mapped(dump('tunein-live'))).toThrow(expect.objectContaining({ code: 'live' }))
  expect(() => made([{}], { live_status: 'is_upcoming' })).toThrow(
    expect.objectContaining({ code: 'not_started' }),
  )
  expect(made([{}], { live_status: 'was_live', is_live: false }).renditions).toHaveLength(1)
})

test('has the index and number of the videos of a post', () => {
  expect(mapped(dump('x-two-videos')).part).toEqual({ index: 1, total: 2 })
})

test('has show, season and episode number of a podcast feed', () => {
  expect(mapped(dump('feed'))).toMatchObject({
    extractor: 'feed',
    series: 'Made-up Show',
    season_number: 2,
    episode_number: 7,
    part: { index: 1, total: 2 },
  })
})

test('fails with no_media for blob: and data: links', () => {
  for (const url of ['blob:https://a.example/1', 'data:video/mp4;base64,AAAA'])
    expect(() => made([{ url }])).toThrow(expect.objectContaining({ code: 'no_media' }))
})

test('removes bidirectional and control characters of a title', () => {
  expect(made([{}], { title: '\u202eevil\u202c \u0000na\u0007me \u{1f468}\u200d\u{1f469}' }).title).toBe(
    'evil name \u{1f468}\u200d\u{1f469}',
  )
  expect(made([{}], { title: ' \u200b \u00a0' }).title).toBe('Untitled')
  expect(made([{}], { title: '\u{1f389}'.repeat(400) }).title.isWellFormed()).toBe(true)
})

test('fails with refused_address for private media links', () => {
  expect(() => mapped(dump('inside'))).toThrow(expect.objectContaining({ code: 'refused_address' }))
  expect(made([{}], { thumbnail: 'http://10.0.0.5/secret.jpg' }).thumbnail).toBeNull()
})

test('drops malformed and reserved request headers', () => {
  const headers = {
    Referer: 'https://a.example/',
    Host: 'inner',
    Cookie: 'a=b',
    'X-Bad': 'a\r\nHost: inner',
    'Sec-Fetch-Mode': 'navigate',
    Range: 'bytes=0-',
    'If-Range': '"a"',
    'Accept-Encoding': 'gzip',
    'Content-Length': '5',
    'Proxy-Authorization': 'Basic YTpi',
  }
  expect(made([{ headers, cookie: 'a=b\r\nx: y' }]).renditions[0]).toMatchObject({
    headers: { Referer: 'https://a.example/' },
    cookies: null,
  })
})

test('cleans malformed metadata or makes it null', () => {
  const hostile = {
    title: `  a\n\tb\ud800 ${'x'.repeat(1_000)}`,
    duration: -1,
    thumbnail: 'javascript:alert(1)',
    upload_date: '20261301x',
    uploader: { a: 1 },
    series: 7,
  } as unknown as Info
  const extraction = made([{ filesize: -5, tbr: 'much', fps: null, width: Infinity }], hostile)
  expect(extractionSchema.parse(extraction)).toMatchObject({
    duration: null,
    thumbnail: null,
    date: null,
    uploader: null,
    series: null,
  })
  expect(extraction.title).toMatch(/^a b\ufffd x+$/)
  expect(extraction.title.length).toBeLessThanOrEqual(500)
  expect(extraction.renditions[0]).toMatchObject({ filesize: null, tbr: null, width: null })
})
