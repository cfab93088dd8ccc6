import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchLog } from '../../internet/log.ts'
import { extract, extractLines, failureFor, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

const FEEDS = 'https://feeds.example'
const SOUND = 'https://cdn.example/audio.mp3'

describeSealed('a feed as publishers serve it', () => {
  let merger: Merger
  beforeAll(async () => {
    merger = await startMerger()
  })
  afterAll(() => merger.close())

  test.each([
    ['type-image.xml', 'Heard'],
    ['type-html.xml', 'Heard'],
    ['picture-first.xml', 'Heard'],
    ['moved.xml', 'Heard'],
    ['moved-stub.xml', 'Heard'],
    ['says-latin.xml', 'Épisode – Код'],
    ['says-utf8.xml', 'Café'],
    ['says-nothing.xml', 'Café'],
    ['header-latin.xml', 'Café'],
    ['windows.xml', 'Café – “x'],
    ['utf16be.xml', 'Код'],
    ['utf16le-bare.xml', 'Код'],
    ['cut.xml', 'Heard'],
    ['cut-letter.xml', 'Код'],
    ['rdf.xml', 'Heard'],
    ['rdf-object.xml', 'Heard'],
    ['unnamed.xml', 'Heard'],
    ['json', 'Heard'],
    ['plain.json', 'Heard'],
    ['other-version.json', 'Heard'],
    ['bare.json', 'Heard'],
    ['base.xml', 'Heard'],
    ['double.xml', 'Heard'],
    ['windows-path.xml', 'Heard'],
    ['own-space.xml', 'Heard'],
    ['prefix.xml', 'Heard'],
    ['markup.xml', 'Tom & Jerry < 3'],
    ['dated.xml', 'Heard'],
    ['atom03.xml', 'Heard'],
    ['guid.xml', 'Heard'],
    ['notes.xml', 'Heard'],
    ['alternate.xml', 'Heard'],
    ['no-scheme.xml', 'Heard'],
    ['atom-link.xml', 'Heard'],
    ['bare-link.xml', 'Heard'],
    ['outside.xml', 'Heard'],
    ['upper.xml', 'Heard'],
    ['warning.xml', 'Heard'],
    ['atom-space.xml', 'Heard'],
    ['after.xml', 'Heard'],
    ['references.xml', 'Heard'],
    ['doctype.xml', 'Heard'],
    ['as-page', 'Heard'],
    ['as-sound.mp3', 'Heard'],
    ['feed.xml.gz', 'Heard'],
    ['as-text.json', 'Heard'],
    ['missing.xml', 'Heard'],
    ['fault.xml', 'Heard'],
    ['one-slash.xml', 'Heard'],
    ['no-colon.xml', 'Heard'],
    ['two-schemes.xml', 'Heard'],
    ['feed-scheme.xml', 'Heard'],
    ['new-location.xml', 'Heard'],
    ['to-backslash', 'Heard'],
    ['to-backslashes', 'Heard'],
    ['to-spaces', 'Heard'],
  ])('gives its newest episode: %s', async (name, title) => {
    const extraction = await extract(merger, `${FEEDS}/${name}`)
    expect(extraction).toMatchObject({ extractor: 'feed', title, series: 'Made-up Show' })
    expect(extraction.renditions).toEqual([expect.objectContaining({ kind: 'audio', container: 'mp3' })])
  })

  test('offers what is intact of a feed that is cut off', async () => {
    const { entries, part } = await extract(merger, `${FEEDS}/cut.xml`)
    expect(entries?.map(({ title }) => title)).toEqual(['Heard', 'Second'])
    expect(part).toEqual({ index: 1, total: 2 })
  })

  test.each(['files.m3u', 'list.pls', 'list.asx', 'list.ram'])(
    'gives the file of a list: %s',
    async (name) => {
      const { renditions } = await extract(merger, `${FEEDS}/${name}`)
      expect(renditions).toEqual([expect.objectContaining({ url: SOUND, container: 'mp3' })])
    },
  )

  test('leads to the show of a list of subscriptions', async () => {
    expect((await extract(merger, `${FEEDS}/list.opml`)).title).toBe('Heard')
  })

  test('offers the items that can be read of a feed that is not well-formed', async () => {
    const { entries } = await extract(merger, `${FEEDS}/open-tags.xml`)
    expect(entries?.map(({ title }) => title)).toEqual(['Heard', 'I <3 you', 'Left open'])
  })

  test('offers items that nothing ends', async () => {
    const { entries, cover } = await extract(merger, `${FEEDS}/unended.xml`)
    expect(cover).toBe('https://cdn.example/cover.jpg')
    expect(entries?.map(({ title }) => title)).toEqual(['Heard', 'Second'])
  })

  test('reads a feed whose channel is inside an item', async () => {
    expect((await extract(merger, `${FEEDS}/inside-out.xml`)).title).toBe('Heard')
  })

  test('reads Media RSS and namespaces that are misspelled', async () => {
    const { entries } = await extract(merger, `${FEEDS}/spaces.xml`)
    const facts = { duration: 62, thumbnail: 'https://cdn.example/own.jpg' }
    expect(entries).toEqual([
      expect.objectContaining({ title: 'Second', ...facts }),
      expect.objectContaining({ title: 'Heard', ...facts }),
    ])
  })

  test('unescapes a link that was escaped twice', async () => {
    const { renditions } = await extract(merger, `${FEEDS}/double.xml`)
    expect(renditions[0]!.url).toBe(`${SOUND}?a=1&b=2`)
  })

  test('lists date, duration and picture of each episode', async () => {
    const { entries, cover } = await extract(merger, `${FEEDS}/dated.xml`)
    const picture = `${FEEDS}/media/cover.jpg`
    expect(cover).toBe(picture)
    expect(entries).toEqual([
      expect.objectContaining({ title: 'Heard', date: '2026-01-06', duration: null, thumbnail: picture }),
      expect.objectContaining({
        title: 'Second',
        date: '2026-01-05',
        duration: 62,
        thumbnail: 'https://cdn.example/own.jpg',
      }),
    ])
  })

  test.each([
    ['moved.xml', { 'rss.moved': 1 }],
    ['moved-round.xml', { 'rss.moved': 1 }],
    ['as-sound.mp3', { 'plain_answers.feed_as_sound': 1 }],
    ['upper.xml', { 'forms.of_mended_rss': 1 }],
    ['type-image.xml', {}],
  ])('counts the oddities that it met: %s', async (name, oddities) => {
    // A remembered result has met nothing again.
    const lines = await extractLines(merger, `${FEEDS}/${name}?counted`)
    expect(lines.at(-1)).toMatchObject({ oddities })
  })

  test('follows a move once', async () => {
    const since = watchLog()
    expect(await failureFor(merger, `${FEEDS}/moved-round.xml`)).toBe('no_media')
    expect(since().requests.filter(({ host }) => host === 'feeds.example')).toHaveLength(2)
  })

  test('never follows a move to a private address', async () => {
    const since = watchLog()
    expect(await failureFor(merger, `${FEEDS}/moved-inside.xml`)).toBe('refused_address')
    expect(since().intrusions).toEqual([])
  })

  const CHAPTERS = [
    { start: 0, title: 'Hello' },
    { start: 5, title: 'Goodbye' },
  ]

  test('names chapters, persons and the video of an episode', async () => {
    const { chapters, uploader, renditions, subtitles } = await extract(merger, `${FEEDS}/tags.xml`)
    expect(chapters).toEqual(CHAPTERS)
    expect(uploader).toBe('Ann, Bo')
    expect(subtitles?.map(({ language, url }) => `${language} ${url}`)).toEqual([
      `en ${FEEDS}/t.vtt`,
      `fr ${FEEDS}/t.srt?x=1`,
      `de ${FEEDS}/de.json`,
    ])
    expect(renditions.map(({ kind, url }) => [kind, url])).toEqual([
      ['audio', SOUND],
      ['both', 'https://cdn.example/combined-360.mp4'],
    ])
  })

  test('reads simple chapters without a further request', async () => {
    const since = watchLog()
    expect((await extract(merger, `${FEEDS}/simple.xml`)).chapters).toEqual(CHAPTERS)
    expect(since().requests.filter(({ host }) => host === 'feeds.example')).toHaveLength(1)
  })

  test.each(['timed-notes.xml', 'noted-list.xml'])(
    'takes the times in the notes for chapters: %s',
    async (name) => {
      expect((await extract(merger, `${FEEDS}/${name}`)).chapters).toEqual([
        { start: 0, title: 'Hello' },
        { start: 5, title: 'The guest' },
        { start: 9, title: 'Goodbye' },
      ])
    },
  )

  test.each(['clocks.xml', 'comma.xml', 'undeclared.xml', 'linked.xml', 'linked.atom', 'one-second.xml'])(
    'reads chapters as publishers write them: %s',
    async (name) => {
      const { chapters } = await extract(merger, `${FEEDS}/${name}`)
      expect(chapters).toEqual([
        { start: 0, title: 'Hello' },
        { start: 2, title: 'Chapter 2' },
        { start: 5.5, title: 'Goodbye' },
      ])
    },
  )

  test.each(['one-second.xml', 'hundred-hours.xml'])(
    'believes the file more than the length in the feed: %s',
    async (name) => {
      const { duration } = await extract(merger, `${FEEDS}/${name}`)
      expect(duration).toBeGreaterThan(5)
      expect(duration).toBeLessThan(60)
    },
  )

  test('gives a transcript the language of its channel', async () => {
    const { subtitles } = await extract(merger, `${FEEDS}/channel-language.xml`)
    expect(subtitles?.map(({ language }) => language)).toEqual(['de-AT', 'en'])
  })

  test('gives an episode whose chapters have a private address', async () => {
    const since = watchLog()
    const { chapters, title } = await extract(merger, `${FEEDS}/chapters-inside.xml`)
    expect([title, chapters]).toEqual(['Heard', []])
    expect(since().intrusions).toEqual([])
  })

  test('gives the file that an answer of JSON names', async () => {
    const { renditions } = await extract(merger, `${FEEDS}/answer.json`)
    expect(renditions).toEqual([expect.objectContaining({ url: SOUND, container: 'mp3' })])
  })

  test('takes no other JSON for a feed', async () => {
    expect(await failureFor(merger, `${FEEDS}/other.json`)).toBe('no_media')
  })
})
