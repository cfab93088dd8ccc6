import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerSchema } from '../../../merger/ytdlp/facts.ts'
import { python } from '../../python.ts'
import { mutated, mutatedText } from '../fuzz.ts'

const LIMIT_MS = 3_600_000
/**
 * Number of inputs: 60, or 20,000 with the environment variable LONG. The number 60 is smaller than in other
 * fuzz tests, because an input that is a podcast feed needs a whole extraction.
 */
const RUNS = process.env['LONG'] ? 20_000 : 60
/**
 * Maximum length of a mutated feed in characters. If yt-dlp does not recognize a text as a feed, it searches
 * the text with regular expressions that take quadratic time. The merger stops this search at a deadline, but
 * fuzz_driver.py has no deadline.
 */
const MAX_FEED = 16_000
/**
 * Maximum processor time for one input in seconds, and maximum growth of memory over all inputs in megabytes.
 */
const [CPU_SECONDS, GROWTH_MB] = [5, 512]

type Result = { cpu: number; megabytes: number; line: string }

let driver: ChildProcessByStdio<Writable, Readable, null>
let lines: AsyncIterator<string>
beforeAll(async () => {
  const folder = path.join(import.meta.dirname, '../../../merger/ytdlp')
  driver = spawn(python, [path.join(import.meta.dirname, 'fuzz_driver.py'), process.execPath], {
    env: { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1', YTDLP_NO_PLUGINS: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  lines = createInterface({ input: driver.stdout })[Symbol.asyncIterator]()
  expect(await nextLine()).toEqual({ ready: true })
})
afterAll(() => driver.kill('SIGKILL'))

async function nextLine(): Promise<unknown> {
  const { value, done } = await lines.next()
  if (done) throw new Error('the program ended')
  return JSON.parse(value)
}

/**
 * Sends inputs to fuzz_driver.py. For each input, the driver must write one line of JSON with the id of the
 * request.
 */
async function expectRobust(kind: 'feed' | 'json' | 'answer', inputs: fc.Arbitrary<Buffer>): Promise<void> {
  let first: number | undefined
  let last = 0
  let longest = 0
  await fc.assert(
    fc.asyncProperty(inputs, async (input) => {
      driver.stdin.write(`${JSON.stringify({ [kind]: input.toString('base64') })}\n`)
      const { cpu, megabytes, line } = (await nextLine()) as Result
      const value: unknown = JSON.parse(line)
      expect(value).toMatchObject({ id: 1 })
      // `line` is the line that the fork server would send to the merger. If `kind` is `feed`, the input is a
      // podcast feed, and `line` must match the schema of the merger. If `kind` is `answer`, the input takes
      // the place of the output of a child process. The fork server passes on the fields of this output
      // without a check, so `line` may have any fields.
      if (kind !== 'answer') expect(answerSchema.safeParse(value).error).toBeUndefined()
      first ??= megabytes
      last = megabytes
      longest = Math.max(longest, cpu)
    }),
    { numRuns: RUNS },
  )
  console.log(
    `${kind}: longest ${longest.toFixed(2)} s of processor time, memory ${(last - (first ?? 0)).toFixed(0)} MB more`,
  )
  expect(longest).toBeLessThan(CPU_SECONDS)
  expect(last - (first ?? 0)).toBeLessThan(GROWTH_MB)
}

const RSS = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
 xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/"><channel>
 <title>Show</title><itunes:author>A</itunes:author><itunes:image href="https://a.example/c.jpg"/><item><title>One &amp; two</title>
 <pubDate>Tue, 06 Jan 2026 10:00:00 GMT</pubDate><itunes:duration>1:02:03</itunes:duration><itunes:season>1</itunes:season>
 <description><![CDATA[<p>Notes</p>]]></description><enclosure url="https://a.example/1.mp3" type="audio/mpeg" length="1"/>
 <media:content url="https://a.example/2.mp3" medium="audio"/></item></channel></rss>`
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/m/"><title>Show</title>
 <logo>c.jpg</logo><author><name>A</name></author><entry><title type="html">One</title><published>2026-01-06T10:00:00Z</published>
 <link rel="enclosure" href="1.mp3" type="audio/mpeg"/><link href="x"/><summary>Words</summary></entry></feed>`
const RDF = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#">
 <channel><title>Show</title></channel><image><url>c.jpg</url></image><item><title>One</title><enc:enclosure rdf:resource="1.mp3" enc:type="audio/mpeg"/></item></rdf:RDF>`
const JSON_FEED = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Show',
  icon: 'c.jpg',
  authors: [{ name: 'A' }],
  items: [
    {
      id: '1',
      title: 'One',
      date_published: '2026-01-06T10:00:00Z',
      attachments: [{ url: 'https://a.example/1.mp3', mime_type: 'audio/mpeg', duration_in_seconds: 12 }],
    },
  ],
})
const TOKENS = [
  '<item>',
  '</item>',
  '<enclosure url="',
  '<itunes:image href="http://[',
  '<pubDate>',
  '<itunes:duration>',
  '<![CDATA[',
  ']]>',
  '&nbsp;',
  '&#x110000;',
  '<!ENTITY a "b">',
  '<!DOCTYPE rss>',
  'xml:base="http://[::1"',
  '<link href="//["/>',
  '9999999999',
]

test(
  `matches the schema for a mutated feed (${RUNS} inputs)`,
  () =>
    expectRobust(
      'feed',
      mutatedText([RSS, ATOM, RDF], TOKENS).map((text) => Buffer.from(text.slice(0, MAX_FEED))),
    ),
  LIMIT_MS,
)

/** Each repeated part once led to a search to the end of the text, or to a level of the tree. */
test.each(['<![CDATA[', '<!--', '<?', '<!', '<a', '<a>', '<a b="', "<a b='", '&', '</a>', '<item>'])(
  'reads a feed with two hundred thousand times %s',
  async (part) => {
    const feed = RSS.slice(0, RSS.indexOf('</channel>')) + part.repeat(200_000)
    driver.stdin.write(`${JSON.stringify({ feed: Buffer.from(feed).toString('base64') })}\n`)
    const { cpu, line } = (await nextLine()) as Result
    expect(JSON.parse(line)).toMatchObject({ list: { title: 'Show' } })
    expect(cpu).toBeLessThan(CPU_SECONDS)
  },
  LIMIT_MS,
)

test(
  `matches the schema for a mutated JSON Feed (${RUNS} inputs)`,
  () =>
    expectRobust(
      'json',
      mutatedText([JSON_FEED], ['{"', '[[', '"items":', 'null', '1e999', '\\ud800']).map((text) =>
        Buffer.from(text.slice(0, MAX_FEED)),
      ),
    ),
  LIMIT_MS,
)

test(
  `writes one line of JSON for mutated output (${RUNS} inputs)`,
  () => {
    const dumps = path.join(import.meta.dirname, 'dumps')
    const seeds = readdirSync(dumps).map((name) => {
      const info = JSON.parse(readFileSync(path.join(dumps, name), 'utf8')) as object
      const learned = [['youtube-sts', 'abc123', 20_000]]
      return Buffer.from(JSON.stringify({ info, warnings: ['w'], requests: 2, learned }))
    })
    const odd = [
      '{}',
      '[]',
      '1',
      '"x"',
      '{"learned": {}}',
      '[[[['.repeat(50_000),
      '9'.repeat(10_000),
      'NaN',
    ].map((text) => Buffer.from(text))
    return expectRobust('answer', fc.oneof({ weight: 9, arbitrary: mutated(seeds) }, fc.constantFrom(...odd)))
  },
  LIMIT_MS,
)
