import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { extractionSchema } from '#contract/engine/extraction.ts'
import { Failure } from '#contract/failure.ts'
import { firstParts } from '../../../merger/extract/probe/first-segment.ts'
import { infoOfEpisode } from '../../../merger/extract/podcast-sites/episode.ts'
import { episodeOf } from '../../../merger/pages/episode.ts'
import { pageOf } from '../../../merger/pages/page.ts'
import { Markup } from '../../../merger/html/markup.ts'
import { candidatesOf } from '../../../merger/pages/candidates.ts'
import { isPublicUrl } from '../../../merger/egress/public-url.ts'
import { extractionOf } from '../../../merger/extract/renditions/renditions.ts'
import { failureOf } from '../../../merger/ytdlp/errors.ts'
import { answerSchema } from '../../../merger/ytdlp/facts.ts'
import { expectRobust, mutatedText } from '../fuzz.ts'
import { fuzzRuns } from '../raw-origin.ts'
import { cpuSeconds, MOST_SECONDS } from '../../cpu-seconds.ts'

const LIMIT_MS = 1_800_000
const dumps = path.join(import.meta.dirname, '../ytdlp/dumps')

/**
 * The test mutates these answers of the fork server (merger/ytdlp/server.py): one answer for each recorded
 * result of yt-dlp, and one error.
 */
let answers: object[]
beforeAll(() => {
  answers = readdirSync(dumps).map((name) => ({
    id: 1,
    info: JSON.parse(readFileSync(path.join(dumps, name), 'utf8')) as object,
  }))
  const error = {
    class: 'ExtractorError',
    message: 'HTTP Error 403: Forbidden',
    status: 403,
    causes: ['a: b'],
  }
  answers.push({ id: 1, error, warnings: ['w'] })
})

/**
 * Values that the test inserts into an answer of the fork server: unusual numbers and texts, and values of
 * other types.
 */
const odd = fc.oneof(
  fc.constantFrom<unknown>(1e308, -1, 0.1, 2 ** 53, null, '', '\ud800', 'a\u0000b', [], {}, true),
  fc.constantFrom('http://10.0.0.1/', 'javascript:1', 'https://', 'x'.repeat(20_000), '__proto__'),
  fc.jsonValue(),
)

/**
 * Returns a copy of `value` in which one nested value is replaced with `by`. `places` is the path to this
 * nested value, with one number for each level of nesting. On a level with n keys, the number p selects the
 * key with the index p % n.
 */
function changedAt(value: unknown, places: number[], by: unknown): unknown {
  if (value === null || typeof value !== 'object' || places.length === 0) return by
  const [place = 0, ...rest] = places
  const keys = Object.keys(value)
  const key = keys[place % Math.max(1, keys.length)]
  if (key === undefined) return by
  const changed = changedAt((value as Record<string, unknown>)[key], rest, by)
  return Array.isArray(value)
    ? value.map((one, index) => (String(index) === key ? changed : one))
    : { ...value, [key]: changed }
}

/**
 * Expects that an answer of the fork server becomes a valid extraction or a Failure. An answer that does not
 * match `answerSchema` is ignored.
 */
function readAnswer(answer: unknown): void {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) return
  const { info, error } = parsed.data
  if (error) expect(failureOf(error)).toBeInstanceOf(Failure)
  if (!info) return
  try {
    const extraction = extractionOf(info, 'https://a.example/', 'boot')
    expect(extractionSchema.safeParse(JSON.parse(JSON.stringify(extraction))).error).toBeUndefined()
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure
  }
}

test(
  `maps a mutated fork-server answer (${fuzzRuns} inputs)`,
  () => {
    const changes = fc.array(fc.tuple(fc.array(fc.nat(60), { minLength: 2, maxLength: 5 }), odd), {
      maxLength: 6,
    })
    const mutants = fc
      .tuple(fc.constantFrom(...answers), changes)
      .map(([seed, all]) =>
        all.reduce<unknown>((answer, [places, by]) => changedAt(answer, places, by), seed),
      )
    expectRobust('answers', mutants, readAnswer)
  },
  LIMIT_MS,
)

const PAGE = `<!doctype html><html><head><title>One &amp; two</title>
<meta property="og:title" content="An episode &#x4e2d;"><meta name="og:audio" content='https://a.example/1.mp3'>
<script type="application/ld+json">{"@type":"PodcastEpisode","name":"E","timeRequired":"PT1H2M",
"associatedMedia":{"contentUrl":"https://a.example/1.mp3"},"partOfSeries":{"name":"S"}}</script></head>
<body><audio src="https://a.example/2.mp3"></audio><blockquote class="twitter-tweet"><a href="/x"></a></body></html>`
const HTML = ['<title', '<title>', '<meta ', '<meta property="', '<script type="application/ld+json">']
const MORE_HTML = [
  '<script',
  '</script',
  '<audio src=',
  '<source/',
  '&#x110000;',
  '&#0;',
  '&amp;',
  ' a',
  '="',
]

test(
  `parses a mutated page (${fuzzRuns} inputs)`,
  () =>
    expectRobust('pages', mutatedText([PAGE], [...HTML, ...MORE_HTML]), (text) => {
      const page = new Markup(text)
      expect(typeof page.title).toMatch(/string|object/)
      const { media, ...episode } = episodeOf(page)
      if (media) infoOfEpisode({ ...episode, media }, 'generic')
    }),
  LIMIT_MS,
)

const PLAYERS = `<!doctype html><html><head><base href="https://a.example/b/"><title>A page</title>
<link rel="alternate" type="application/rss+xml" href="/feed"><link rel="alternate" type="application/json+oembed" href="/o">
<script type="application/ld+json">[{"@graph":[{"@type":"VideoObject","contentUrl":"1.mp4",}]}]</script>
<script>hls.loadSource("https:\\/\\/a.example\\/1.m3u8"); play(['/c-360.mp4', "/c-720.mp4?x=1"])</script></head>
<body data-setup='{"src":"x.mp4"}' data-x="{&quot;a&quot;:&quot;2.mp3&quot;}"><iframe src="/embed"></iframe><object data="3.mp4"></object>
<a href="4.mp3" download="y.mp3">x</a></body></html>`
const PLAYER_TOKENS = [
  '<a href="',
  '.mp4"',
  '"x',
  "data-a='",
  'data-b="',
  '<iframe src=',
  '<base href="//[',
  '"@graph":[',
  ',]',
  '&quot;',
  '<script>',
  '-1080.mp4"',
  ' srcdoc="&lt;video src=&quot;',
  '<meta http-equiv=refresh content="0;',
  'location.href = "',
  '<link rel=amphtml href="',
  '%3A%2F%2F',
  'aHR0cHM6Ly9h',
]

test(
  `finds only public links in a mutated page (${fuzzRuns} inputs)`,
  () =>
    expectRobust('players', mutatedText([PLAYERS, PAGE], [...PLAYER_TOKENS, ...HTML]), (text) => {
      const url = new URL('https://a.example/page')
      for (const { links } of candidatesOf(pageOf(text, url), url.href))
        for (const link of links) expect(isPublicUrl(link)).toBe(true)
    }),
  LIMIT_MS,
)

const LIST =
  '#EXTM3U\n#EXT-X-MAP:URI="i.mp4",BYTERANGE="800@0"\n#EXTINF:4,\n#EXT-X-BYTERANGE:500@800\nx.mp4\n'
const TAGS = [
  '#EXTINF:4,',
  '#EXT-X-KEY:METHOD=',
  '#EXT-X-MAP:',
  'URI="',
  'BYTERANGE="',
  'http://[',
  '//',
  '@',
]

test(
  `firstParts fails only with a Failure (${fuzzRuns} inputs)`,
  () =>
    expectRobust('first segments', mutatedText([LIST], TAGS), (text) => {
      try {
        // `firstParts` gets at most 64 KiB, because the merger reads no more of a playlist.
        firstParts(text.slice(0, 64 * 1024), 'https://a.example/list.m3u8')
      } catch (error) {
        expect(error).toBeInstanceOf(Failure)
      }
    }),
  LIMIT_MS,
)

test.each([
  ['names of items', ' data-url="https://youtu.be/abcdefghijk"'.repeat(100_000)],
  ['ids of items', ' videoid="abcdefghijk"'.repeat(180_000)],
  ['unfinished links', `<script>"${'.mp4?'.repeat(800_000)}</script>`],
  ['packed code', `<script>${"}('x".repeat(800_000)}</script>`],
  ['base64', '="eyJhIjoieC5tcDQifQ=='.repeat(150_000)],
  ['refreshes', `<meta http-equiv=refresh content="${' '.repeat(8_000)}">`.repeat(400)],
  ['moves', `<script>${'location = "/x" + '.repeat(200_000)}</script>`],
  ['spaces in labels', `<script>"[360p]a${' '.repeat(1_900)}.mp4"</script>`.repeat(300)],
])('reads a page of %s in seconds', (_, text) => {
  let found: unknown[] = []
  const seconds = cpuSeconds(
    () => (found = [...candidatesOf(pageOf(text, new URL('https://a.example/')), 'https://a.example/')]),
  )
  expect(found.length).toBeLessThan(5)
  expect(seconds).toBeLessThan(MOST_SECONDS)
})
