import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import {
  errorSchema,
  mergeStatusSchema,
  videoInfoSchema,
  type Format,
  type VideoInfo,
} from '#contract/api.ts'
import { paths } from '#contract/paths.ts'
import { directLink } from '../../../web/preview/write-link.ts'
import { root } from '../../internet/cache.ts'
import { decodeErrors, probe } from '../lib/inspect-file.ts'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

const SOUND = ['audio']
const FILM = ['video', 'audio']

describeSealed('the API gives a whole file for each shape of link, feed and page', () => {
  const harness = useProduct()

  const ask = (link: string) =>
    fetch(harness.address + paths.downloadVideo, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        tweet_url: link,
        browser_fingerprint: { canvas: 'x', screen: '1x1' },
        user_consent: false,
      }),
    })

  /** Returns the path of the file of a format, after it is made if it has to be. */
  async function pathOf(format: Format): Promise<string> {
    const direct = directLink(format, `x.${format.ext}`, harness.address)
    if (direct) return direct
    const started = await fetch(harness.address + format.url)
    const { task_id: id } = (await started.json()) as { task_id: string }
    const isMade = async () => {
      const answer = await fetch(harness.address + paths.status + id)
      return mergeStatusSchema.parse(await answer.json()).status
    }
    await expect.poll(isMade, { interval: 1_000 }).toBe('completed')
    return `${paths.file}${id}?download=1`
  }

  async function kindsOf(info: VideoInfo): Promise<string[]> {
    const format = info.formats.find(({ suggested }) => suggested) ?? info.formats[0]!
    const answer = await fetch(harness.address + (await pathOf(format)))
    expect(answer.status).toBe(200)
    const file = `${root}/.cache/e2e/${randomUUID()}.${format.ext}`
    const bytes = Buffer.from(await answer.arrayBuffer())
    fs.writeFileSync(file, bytes)
    try {
      expect(await decodeErrors(file)).toBe('')
      return (await probe(file, bytes)).kinds
    } finally {
      fs.rmSync(file)
    }
  }

  test.each([
    ['Thai letters', 'https://direct.example/dl/get?name=เพลง&x=1', '河流 (live)', SOUND],
    ['brackets in a name', 'https://direct.example/clip[1](2).mp4', 'clip[1](2)', FILM],
    ['nine redirects', 'https://direct.example/counted/8.mp3', '8', SOUND],
    ['backslashes', 'https:\\\\feeds.example\\json', 'Heard', SOUND],
    ['a host in full width', 'https://ｆｅｅｄｓ．ｅｘａｍｐｌｅ/rdf.xml', 'Heard', SOUND],
    ['a name in raw UTF-8', 'https://direct.example/dl/raw', 'Пример', SOUND],
    ['a letter with 400 marks', 'https://direct.example/dl/marks', 'a' + '\u0301'.repeat(400), SOUND],
    ['feed:', 'feed://feeds.example/rdf.xml', 'Heard', SOUND],
    ['pcast:', 'pcast://feeds.example/json', 'Heard', SOUND],
    ['podcast:', 'podcast://feeds.example/cut.xml', 'Heard', SOUND],
    ['brackets around a link', '[A film](https://players.example/embedded)', 'A page', FILM],
    ['a redirect to itpc:', 'https://feeds.example/to-itpc', 'Heard', SOUND],
    ['a short Retry-After', 'https://direct.example/limited.mp3', 'limited', SOUND],
    ['a Retry-After as a date', 'https://direct.example/limited-date.mp3', 'limited-date', SOUND],
    ['an enclosure that is said to be a picture', 'https://feeds.example/type-image.xml', 'Heard', SOUND],
    ['an enclosure that is said to be a page', 'https://feeds.example/type-html.xml', 'Heard', SOUND],
    ['a feed that has moved', 'https://feeds.example/moved.xml', 'Heard', SOUND],
    ['UTF-8 that says it is Latin-1', 'https://feeds.example/says-latin.xml', 'Épisode – Код', SOUND],
    ['Latin-1 that says it is UTF-8', 'https://feeds.example/says-utf8.xml', 'Café', SOUND],
    ['Latin-1 by its header', 'https://feeds.example/header-latin.xml', 'Café', SOUND],
    ['Windows-1252', 'https://feeds.example/windows.xml', 'Caf\u00e9 – “x', SOUND],
    ['UTF-16BE', 'https://feeds.example/utf16be.xml', 'Код', SOUND],
    ['a feed cut inside a letter', 'https://feeds.example/cut-letter.xml', 'Код', SOUND],
    ['a JSON Feed of another version', 'https://feeds.example/other-version.json', 'Heard', SOUND],
    ['a path of Windows', 'https://feeds.example/windows-path.xml', 'Heard', SOUND],
    ['xml:base', 'https://feeds.example/base.xml', 'Heard', SOUND],
    ['an enclosure escaped twice', 'https://feeds.example/double.xml', 'Heard', SOUND],
    ['base href', 'https://players.example/base-href', 'A page', FILM],
    ['hls.js in a script', 'https://players.example/hls-js', 'A page', FILM],
    ['an attribute with entities', 'https://players.example/videojs-entities', 'A page', FILM],
    ['plain JSON', 'https://players.example/plain-json', 'A page', FILM],
    ['qualities in a script', 'https://players.example/qualities', 'A page', FILM],
    ['a frame of the same site', 'https://players.example/frame-own', 'A page', FILM],
    ['oEmbed', 'https://players.example/oembed', 'A page', FILM],
    ['an object', 'https://players.example/object', 'A page', FILM],
    ['JSON-LD with a line break', 'https://players.example/ld-line', 'A name', FILM],
    ['JSON-LD with a comma at its end', 'https://players.example/ld-comma', 'A page', FILM],
    ['a cookie that is asked back', 'https://players.example/cookie-first', 'A page', FILM],
    ['a subtitle without a language', 'https://players.example/track-alone', 'A page', FILM],
    ['a link to a sound', 'https://players.example/anchor', 'A page', SOUND],
    ['a link to save a file', 'https://players.example/anchor-download', 'A page', SOUND],
    ['two sources with heights', 'https://players.example/sources', 'A page', FILM],
  ])('%s', async (_, link, title, kinds) => {
    const answer = await ask(link)
    const body: unknown = await answer.json()
    expect(body).not.toHaveProperty('code')
    const info = videoInfoSchema.parse(body)
    expect(info.title).toBe(title)
    expect(await kindsOf(info)).toEqual(kinds)
  })

  test('two sources with stated heights are two rows', async () => {
    const info = videoInfoSchema.parse(await (await ask('https://players.example/sources')).json())
    expect(info.formats.filter((one) => !one.is_audio_only).map(({ resolution }) => resolution)).toEqual([
      '720p',
      '360p',
    ])
  })

  test('a show lists date, duration and pictures', async () => {
    const info = videoInfoSchema.parse(await (await ask('https://feeds.example/dated.xml')).json())
    expect(info.entries?.map(({ title, date, duration }) => [title, date, duration])).toEqual([
      ['Heard', '2026-01-06', null],
      ['Second', '2026-01-05', 62],
    ])
    expect(info.cover_url).toMatch(/^\/api\/image-proxy/)
  })

  test.each([
    [
      'a user name and a password',
      'https://me:secret@feeds.example/json',
      'bad_link',
      /user name or a password/,
    ],
    ['a redirect to a login', 'https://players.example/members/film', 'login', /login/],
    [
      'a challenge for browsers',
      'https://players.example/challenge',
      'site_blocks_us',
      /refuses our servers/,
    ],
    ['a page about cookies', 'https://players.example/gated', 'gate', /question/],
    ['an invalid port', 'https://feeds.example:99999/json', 'bad_link', /address of the site/],
    ['a page without media', 'https://players.example/only-code', 'unsupported', /support/],
    ['a radio station', 'https://direct.example/station.mp3', 'live', /live/],
    ['a long Retry-After', 'https://direct.example/limited-long.mp3', 'site_limit', /limiting/],
  ])('%s ends in one true sentence', async (_, link, code, words) => {
    const answer = await ask(link)
    const fault = errorSchema.parse(await answer.json())
    expect(fault.code).toBe(code)
    expect(fault.error).toMatch(words)
  })
})
