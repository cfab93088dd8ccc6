import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchLog } from '../../internet/log.ts'
import { extract, failureFor, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

const SITE = 'https://players.example'
const TITLES: Record<string, string> = { latin: 'Café', 'ld-line': 'A name' }
const FILM = 'https://cdn.example/combined-360.mp4'

describeSealed('a page as sites write them', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  test.each([
    ['base-href', FILM],
    ['videojs-setup', FILM],
    ['videojs-entities', FILM],
    ['plain-json', FILM],
    ['qualities', `${SITE}/files/clip-720.mp4`],
    ['frame', FILM],
    ['frame-own', FILM],
    ['srcdoc', FILM],
    ['old-frames', FILM],
    ['gzip', FILM],
    ['utf16', FILM],
    ['after-warning', FILM],
    ['late-start', FILM],
    ['cookie-first', FILM],
    ['track-alone', FILM],
    ['windows-path', `${SITE}/files/clip-720.mp4`],
    ['upper-case', FILM],
    ['fault', FILM],
    ['commented-out', FILM],
    ['blob', FILM],
    ['object', FILM],
    ['oembed', FILM],
    ['ld-line', FILM],
    ['ld-comma', FILM],
    ['ld-deep', 'https://cdn.example/audio.mp3'],
    ['ld-urls', FILM],
    ['microdata', FILM],
    ['microdata-link', 'https://cdn.example/audio.mp3'],
    ['next-chunk', FILM],
    ['playerjs', `${SITE}/files/clip-720.mp4`],
    ['spaced', `${SITE}/a%20song.mp3`],
    ['anchor', 'https://cdn.example/audio.mp3'],
    ['anchor-download', `${SITE}/get?id=1`],
    ['latin', FILM],
  ])('gives its only file: %s', async (name, url) => {
    const extraction = await extract(merger, `${SITE}/${name}`)
    expect(extraction.renditions).toEqual([expect.objectContaining({ url })])
    expect(extraction.source_url).toBe(`${SITE}/${name}`)
    expect(extraction.title).toBe(TITLES[name] ?? 'A page')
  })

  test.each(['hls-js', 'hls-escaped', 'frame-script'])('plays a playlist of a script: %s', async (name) => {
    const { renditions } = await extract(merger, `${SITE}/${name}`)
    expect(renditions.map(({ transport }) => transport)).toContain('hls')
  })

  test.each(['og-player', 'ld-list'])('names the item of a player by its page: %s', async (name) => {
    const { title, renditions } = await extract(merger, `${SITE}/${name}`)
    expect([title, renditions.length]).toEqual(['A page', 1])
  })

  test.each(['lite-youtube', 'amp-youtube', 'data-youtube', 'data-video'])(
    'finds the item that an attribute names: %s',
    async (name) => {
      expect(await extract(merger, `${SITE}/${name}`)).toMatchObject({ extractor: 'youtube' })
    },
  )

  test('offers each source with its height', async () => {
    const { renditions } = await extract(merger, `${SITE}/sources`)
    expect(renditions.map(({ height, url }) => [height, url])).toEqual([
      [360, FILM],
      [720, 'https://cdn.example/combined-720.mp4'],
    ])
  })

  test('lists the files that it links to', async () => {
    const { entries, renditions } = await extract(merger, `${SITE}/anchors`)
    expect(entries?.map(({ title }) => title)).toEqual(['audio', 'audio'])
    expect(renditions[0]!.url).toBe('https://cdn.example/audio.mp3')
    expect((await extract(merger, `${SITE}/anchors`, 2)).renditions[0]!.url).toMatch(/audio\.m4a$/)
  })

  test.each([
    ['script-and-track', ['en']],
    ['list-and-text', ['de', 'en', 'en-x-2', 'en-x-forced', 'en-x-sdh']],
    ['setup-and-track', ['en']],
    ['text-for-scripts', ['en']],
  ])('offers the subtitles that the page has: %s', async (name, languages) => {
    const { subtitles, renditions } = await extract(merger, `${SITE}/${name}`)
    expect(subtitles?.map(({ language }) => language).toSorted()).toEqual(languages)
    expect(renditions.length).toBeGreaterThan(0)
  })

  test.each(['chapters', 'key-moments'])('offers the chapters that the page has: %s', async (name) => {
    expect((await extract(merger, `${SITE}/${name}`)).chapters).toEqual([
      { start: 0, title: 'Welcome' },
      { start: 5, title: 'Questions' },
    ])
  })

  test("leads to the feed of a show, but not to a blog's", async () => {
    const show = await extract(merger, `${SITE}/show`)
    expect(show).toMatchObject({ extractor: 'feed', title: 'Heard', source_url: `${SITE}/show.xml` })
    expect(show.entries).toHaveLength(2)
    expect(await failureFor(merger, `${SITE}/blog`)).toBe('unsupported')
  })

  test.each([
    ['goes-on', `${SITE}/embedded`],
    ['for-phones', `${SITE}/amp/film`],
    ['goes-to-show', `${SITE}/show.xml`],
  ])('goes on to the page that browsers show: %s', async (name, source) => {
    expect(await extract(merger, `${SITE}/${name}`)).toMatchObject({ source_url: source })
  })

  test('goes on only once', async () => {
    const since = watchLog()
    expect(await failureFor(merger, `${SITE}/goes-round`)).toBe('unsupported')
    const paths = since().requests.flatMap(({ host, path }) => (host === 'players.example' ? path : []))
    expect(paths).toEqual(['/goes-round', '/goes-round', '/goes-back', '/goes-back'])
  })

  test.each([
    ['members/film', 'login'],
    ['gated', 'gate'],
    ['challenge', 'site_blocks_us'],
    ['challenge-202', 'site_blocks_us'],
    ['challenge-503', 'site_blocks_us'],
    ['other-country', 'geo'],
    ['members-only', 'login'],
    ['missing', 'removed'],
  ])('names the wall before it: %s', async (name, code) => {
    expect(await failureFor(merger, `${SITE}/${name}`)).toBe(code)
  })

  test.each(['only-code', 'frame-in-frame', 'frame-self'])('has nothing to offer: %s', async (name) => {
    expect(await failureFor(merger, `${SITE}/${name}`)).toBe('unsupported')
  })

  test.each(['base-inside', 'frame-inside', 'oembed-inside', 'show-inside', 'goes-inside', 'counts-inside'])(
    'leads to no private address: %s',
    async (name) => {
      const since = watchLog()
      expect(['unsupported', 'refused_address']).toContain(await failureFor(merger, `${SITE}/${name}`))
      expect(since().intrusions).toEqual([])
    },
  )

  test('costs no further request where yt-dlp finds the item', async () => {
    const since = watchLog()
    await extract(merger, `${SITE}/embedded`)
    expect(since().requests.filter(({ host }) => host === 'players.example')).toHaveLength(1)
  })
})
