import { expect, test } from 'vitest'
import type { Extraction, Rendition } from '#contract/engine/extraction.ts'
import { infoOf } from '../../../edge/formats/video-info.ts'
import { nothingKnown, rendition } from '../../builders.ts'
import { KEYS } from '../keys.ts'

const env = { GRANT_KEYS: JSON.stringify(KEYS) } as Env

const extractionOf = (renditions: Rendition[]): Extraction => ({
  ...nothingKnown,
  boot: 'b',
  source_url: 'https://site.example/v',
  extractor: 'generic',
  title: 'A video',
  duration: 60,
  renditions,
})
const signed = { id: 'signed', height: 720, url: `https://cdn.test/v.mp4?policy=${'%2B'.repeat(2_600)}` }
const short = { id: 'short', height: 360, url: 'https://cdn.test/v.mp4' }
const through = { bound: true, headers: { Referer: 'https://site.example/' } }

const long = { ...signed, ...through, cookies: 'c'.repeat(3_000) }

test('drops a format whose URL Cloudflare refuses', async () => {
  const renditions = [rendition(long), rendition({ ...short, ...through })]
  const { formats } = await infoOf(env, extractionOf(renditions), 'local:0', 'en')
  const links = formats.map(({ url }) => new URL(url, 'https://pocketreel.example').searchParams.get('url'))
  expect(links).toContain(short.url)
  expect(links).not.toContain(long.url)
})

test('fails with no_media if the only URL is too long', async () => {
  const picture = rendition({ ...long, kind: 'video', container: 'jpg' })
  const info = infoOf(env, extractionOf([picture]), 'local:0', 'en')
  await expect(info).rejects.toMatchObject({ code: 'no_media' })
})
