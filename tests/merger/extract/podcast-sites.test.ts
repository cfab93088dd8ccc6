import { MockAgent } from 'undici'
import { expect, test } from 'vitest'
import { infoOfEpisode } from '../../../merger/extract/podcast-sites/episode.ts'
import { episodeOf } from '../../../merger/pages/episode.ts'
import { findOpenCopy } from '../../../merger/extract/podcast-sites/open-feed.ts'
import { Markup } from '../../../merger/html/markup.ts'
import { extract, startMerger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'
import { cpuSeconds, MOST_SECONDS } from '../../cpu-seconds.ts'

const wanted = { title: 'Bonus: #7 – Cats & Dogs!', show: 'The Show', date: '2026-01-02' }
const found = {
  trackName: 'bonus #7 — cats & dogs',
  collectionName: 'The show',
  episodeUrl: 'https://cdn.example/7.mp3',
  releaseDate: '2026-01-02T23:00:00Z',
}

/**
 * Runs `findOpenCopy` against an imitation of Apple's search API. The first argument is the list of results
 * for the first request, the second argument is the list for the second request, and so on.
 */
async function search(...answers: object[]) {
  const dispatcher = new MockAgent()
  dispatcher.disableNetConnect()
  const paths: string[] = []
  for (const results of answers)
    dispatcher
      .get('https://itunes.apple.com')
      .intercept({ path: () => true })
      .reply(200, ({ path }) => {
        paths.push(path)
        return JSON.stringify({ results })
      })
  const copy = await findOpenCopy(wanted, { dispatcher, signal: AbortSignal.timeout(60_000) })
  return { copy, paths }
}

test('finds an episode despite other punctuation (C50)', async () => {
  const { copy, paths } = await search([{ ...found, trackName: 'Another one' }, found, { kind: 'nonsense' }])
  expect(copy).toMatchObject({ media: found.episodeUrl, title: found.trackName, show: found.collectionName })
  expect(paths).toHaveLength(1)
  expect(new URL(paths[0]!, 'https://x.example').searchParams.get('entity')).toBe('podcastEpisode')
})

test('searches for the title alone after an empty search', async () => {
  const { copy, paths } = await search([], [found])
  expect(copy?.media).toBe(found.episodeUrl)
  expect(paths).toHaveLength(2)
})

test.each([
  ['another show', [{ ...found, collectionName: 'The Show II' }]],
  ['another title', [{ ...found, trackName: 'Cats & Dogs' }]],
  ['another day', [{ ...found, releaseDate: '2025-01-02T23:00:00Z' }]],
  ['two different files', [found, { ...found, episodeUrl: 'https://cdn.example/other.mp3' }]],
  ['no media file', [{ ...found, episodeUrl: undefined }]],
])('accepts no search result with %s as a copy', async (_, results) => {
  expect((await search(results, results)).copy).toBeUndefined()
})

test('reads Open Graph, JSON-LD and audio elements (C53)', () => {
  const page = `<META content='Cats &amp; Dogs &#128049;' property="og:title"><meta name=broken>
    <script type="application/ld+json">{ not json</script>
    <script id="x" type="application/ld+json">{"@type":"PodcastEpisode","timeRequired":"PT1H2M3S","partOfSeries":"odd"}</script>
    <audio controls src="/relative.mp3"></audio><audio><source src='https://cdn.example/a.ogg?x=1&amp;y=2'></audio>`
  const episode = episodeOf(new Markup(page))
  expect(episode).toMatchObject({ title: 'Cats & Dogs 🐱', duration: 3_723, show: null })
  expect(episode.media).toBe('https://cdn.example/a.ogg?x=1&y=2')
  const info = infoOfEpisode({ ...episode, media: episode.media! }, 'app')
  expect(info).toMatchObject({ ext: 'ogg', vcodec: 'none', title: 'Cats & Dogs 🐱' })
})

test('reads a hostile page in seconds', () => {
  const pieces = [
    '<meta ',
    '<meta a=',
    '<script ',
    '<script type="application/json">',
    '<title>',
    '&#',
    '<audio src="',
  ]
  const read = (piece: string) => void episodeOf(new Markup(piece.repeat(Math.floor(4e6 / piece.length))))
  expect(cpuSeconds(() => pieces.forEach(read))).toBeLessThan(MOST_SECONDS)
})

describeSealed('the merger extracts an episode of a podcast site', () => {
  test('has show, cover and date of the episode (C52)', async () => {
    const merger = await startMerger()
    const facts = { series: 'Made-up Show', duration: 12, date: '2026-01-02', uploader: 'Maker' }
    expect(await extract(merger, 'https://castbox.fm/episode/made-up-id1-id2')).toMatchObject({
      ...facts,
      title: 'A made-up episode',
      extractor: 'castbox',
      thumbnail: 'https://is1-ssl.mzstatic.com/cover.jpg',
    })
    expect(
      await extract(merger, 'https://www.xiaoyuzhoufm.com/episode/64a0000000000000000000b1'),
    ).toMatchObject({ ...facts, title: '一集 A made-up episode', extractor: 'xiaoyuzhou' })
    await merger.close()
  })
})
