import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { loadSubtitles, type SubtitleLink } from '#media/subtitles/load.ts'
import { inRange } from '#media/lists/timeline.ts'
import { box, fullBox, track, u32 } from '../lib/boxes.ts'

type Texts = Record<string, string | Uint8Array>

const SITE = 'https://site.example/'

/** The first text is the link. */
async function load(texts: Texts, more: Partial<SubtitleLink> = {}) {
  const cues = await loadSubtitles(
    { url: SITE + Object.keys(texts)[0]!, language: 'und', ...more },
    {
      fetch: async ({ urls: [url = ''], range }) => {
        const text = texts[url.slice(SITE.length)]
        if (text === undefined) throw new Failure('source_failed', { cause: `no ${url}` })
        return { bytes: inRange(Buffer.from(text), range), url }
      },
      maxSegments: 20,
    },
  )
  return cues.map(({ start, end, lines }) => [round(start), round(end), lines.join('|')])
}
const round = (seconds: number) => Math.round(seconds * 100) / 100

const cue = (from: number, to: number, text: string) => `${clockOf(from)} --> ${clockOf(to)}\n${text}\n`
const clockOf = (second: number) => `${two(Math.floor(second / 60))}:${two(second % 60)}.000`
const two = (n: number) => String(n).padStart(2, '0')
const vtt = (...cues: string[]) => `WEBVTT\n\n${cues.join('\n')}`
const mapped = (map: string, ...cues: string[]) => `WEBVTT\nX-TIMESTAMP-MAP=${map}\n\n${cues.join('\n')}`

/** Of segments of six seconds; null is a border between two clocks. */
function listOf(...segments: (string | Uint8Array | null)[]): Texts {
  const lines = segments.map((one, at) => (one === null ? '#EXT-X-DISCONTINUITY' : `#EXTINF:6,\ns${at}`))
  return {
    'list.m3u8': `#EXTM3U\n${lines.join('\n')}\n#EXT-X-ENDLIST`,
    ...Object.fromEntries(segments.flatMap((one, at) => (one === null ? [] : [[`s${at}`, one]]))),
  }
}

describe('the segments of WebVTT are on one clock', () => {
  const ONE = cue(1, 2, 'one')
  const LATER = cue(1, 2, 'two')
  const LOCAL = 'LOCAL:00:00:00.000'
  test.each([
    ['MPEGTS first', mapped(`MPEGTS:900000,${LOCAL}`, ONE), mapped(`MPEGTS:1440000,${LOCAL}`, LATER)],
    ['LOCAL first', mapped(`${LOCAL},MPEGTS:900000`, ONE), mapped('LOCAL:00:02.000,MPEGTS:1620000', LATER)],
    [
      'a clock that starts over',
      mapped(`MPEGTS:8589844592,${LOCAL}`, ONE),
      mapped(`MPEGTS:450000,${LOCAL}`, LATER),
    ],
    [
      'one map for all',
      mapped(`MPEGTS:900000,${LOCAL}`, ONE),
      mapped(`MPEGTS:900000,${LOCAL}`, cue(7, 8, 'two')),
    ],
    ['no map and the times of the item', vtt(ONE), vtt(cue(7, 8, 'two'))],
    ['no map and the times of the segment', vtt(ONE), vtt(LATER)],
  ])('with %s', async (_, first, second) => {
    expect(await load(listOf(first, second))).toEqual([
      [1, 2, 'one'],
      [7, 8, 'two'],
    ])
  })

  test('when the first ones are empty and have no map', async () => {
    const segments = [
      vtt(),
      '',
      mapped(`MPEGTS:1980000,${LOCAL}`, ONE),
      mapped(`MPEGTS:2520000,${LOCAL}`, LATER),
    ]
    expect(await load(listOf(...segments))).toEqual([
      [13, 14, 'one'],
      [19, 20, 'two'],
    ])
  })

  test('when a discontinuity begins the times again', async () => {
    const first = mapped(`MPEGTS:900000,${LOCAL}`, ONE)
    const texts = listOf(first, vtt(), null, mapped(`MPEGTS:900000,${LOCAL}`, LATER), vtt(cue(8, 9, 'three')))
    expect(await load(texts)).toEqual([
      [1, 2, 'one'],
      [13, 14, 'two'],
      [20, 21, 'three'],
    ])
  })

  test('when they are on the clock of a picture that begins at ten seconds', async () => {
    const map = 'MPEGTS:0,LOCAL:00:00:00.000'
    const texts = listOf(mapped(map, cue(11, 12, 'one')), mapped(map, cue(17, 18, 'two')))
    expect(await load(texts)).toEqual([
      [1, 2, 'one'],
      [7, 8, 'two'],
    ])
  })

  test('when nobody counts an inserted advertisement', async () => {
    const texts = listOf(
      mapped(`MPEGTS:900000,${LOCAL}`, ONE),
      null,
      mapped(`MPEGTS:900000,${LOCAL}`),
      null,
      mapped(`MPEGTS:1440000,${LOCAL}`, cue(1, 3, 'two')),
      mapped(`MPEGTS:1980000,${LOCAL}`, cue(2, 3, 'three')),
    )
    expect(await load(texts)).toEqual([
      [1, 2, 'one'],
      [13, 15, 'two'],
      [20, 21, 'three'],
    ])
  })

  test('although the list rounds their lengths', async () => {
    const long = Array.from({ length: 9 }, (_, n) => vtt(cue(n * 5 + 1, n * 5 + 2, `${n}`)))
    expect((await load(listOf(...long))).map(([start]) => start)).toEqual([1, 6, 11, 16, 21, 26, 31, 36, 41])
  })
})

test('a cue over the border of two segments is one, whole or in parts', async () => {
  const texts = listOf(
    vtt(cue(1, 2, 'No'), cue(4, 8, 'whole'), cue(5, 6, 'in parts')),
    vtt(cue(4, 8, 'whole'), cue(6, 9, 'in parts'), cue(10, 11, 'No')),
  )
  expect(await load(texts)).toEqual([
    [1, 2, 'No'],
    [4, 8, 'whole'],
    [5, 9, 'in parts'],
    [10, 11, 'No'],
  ])
})

test('ranges of one file and a list without an end are read', async () => {
  const [a, b] = [vtt(cue(1, 2, 'one')), vtt(cue(7, 8, 'two'))]
  const list = `#EXTM3U\n#EXTINF:6,\n#EXT-X-BYTERANGE:${a.length}@0\nall\n#EXTINF:6,\n#EXT-X-BYTERANGE:${b.length}\nall`
  expect(await load({ list, all: a + b })).toHaveLength(2)
})

test('a lost part is a hole', async () => {
  const said = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }).filter((parts) => parts.includes(true))
  await fc.assert(
    fc.asyncProperty(said, async (parts) => {
      const texts = listOf(...parts.map((_, at) => vtt(cue(at * 6 + 1, at * 6 + 2, `part ${at}`))))
      for (const [at, isThere] of parts.entries()) if (!isThere) delete texts[`s${at}`]
      const found = await load(texts)
      expect(found.map(([, , words]) => words)).toEqual(
        parts.flatMap((isThere, at) => (isThere ? [`part ${at}`] : [])),
      )
    }),
    { numRuns: 30 },
  )
})

test('a list without any of its parts is a failure', async () => {
  const { 'list.m3u8': list = '' } = listOf(vtt(), vtt())
  await expect(load({ 'list.m3u8': list })).rejects.toMatchObject({ code: 'source_failed' })
})

test.each([
  ['pictures', listOf('\u0000\u0000\u0001\u00b3', 'x'), 'no_subtitles'],
  ['a page', { page: '<!doctype html>x' }, 'no_subtitles'],
  ['too many segments', listOf(...Array.from({ length: 21 }, () => vtt())), 'too_big'],
  ['other media', { 'a.mp4': box('ftyp', Buffer.from('isom')) }, 'no_subtitles'],
])('%s are no subtitles', async (_, texts, code) => {
  await expect(load(texts)).rejects.toMatchObject({ code })
})

const map = (entry: string) =>
  Buffer.concat([
    box('ftyp', Buffer.from('iso6')),
    box(
      'moov',
      track({ kind: 'text', entry: box(entry, Buffer.alloc(8)) }),
      box('mvex', fullBox('trex', 0, u32(1, 1, 0, 0, 0))),
    ),
  ])

/** Samples in milliseconds. */
function fragment(start: number, ...samples: [length: number, bytes: Buffer][]): Buffer {
  const entries = samples.map(([length, bytes]) => u32(length, bytes.length))
  const traf = (offset: number) =>
    box(
      'traf',
      box('tfhd', u32(0x020000, 1)),
      fullBox('tfdt', 0, u32(start)),
      box('trun', u32(0x301, samples.length, offset), ...entries),
    )
  const moof = (offset: number) => box('moof', fullBox('mfhd', 0, u32(1)), traf(offset))
  return Buffer.concat([moof(moof(0).length + 8), box('mdat', ...samples.map(([, bytes]) => bytes))])
}

const words = (...texts: string[]) =>
  Buffer.concat(
    texts.map((text) => box('vttc', box('sttg', Buffer.from('line:1')), box('payl', Buffer.from(text)))),
  )
const NONE = box('vtte')
const ttml = (...lines: [begin: number, end: number, text: string][]) =>
  Buffer.from(
    `<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"><body><div>${lines
      .map(([begin, end, text]) => `<p begin="${begin}s" end="${end}s">${text}</p>`)
      .join('')}</div></body></tt>`,
  )

const manifest = (representation: string, more = '') => `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT24S">${more}<Period ${more && 'start="PT12S"'}>
<AdaptationSet contentType="text" lang="de">${representation}</AdaptationSet></Period></MPD>`
const segmented = (mime: string, offset = 0) =>
  `<SegmentTemplate media="s$Number$" initialization="map" duration="6" startNumber="1" presentationTimeOffset="${offset}"/><Representation id="t" mimeType="${mime}"/>`

describe('DASH', () => {
  const wvtt = {
    map: map('wvtt'),
    s1: fragment(0, [1_000, NONE], [3_000, words('one')], [2_000, words('one', '<i>two</i> &amp;')]),
    s2: fragment(6_000, [1_000, words('two &amp;')], [5_000, NONE]),
    s3: fragment(12_000, [6_000, NONE]),
    s4: fragment(18_000, [5_000, NONE], [1_000, words('end')]),
  }
  const expected = [
    [1, 6, 'one'],
    [4, 7, 'two &'],
    [23, 24, 'end'],
  ]

  test('has WebVTT in fragments', async () => {
    expect(await load({ 'x.mpd': manifest(segmented('application/mp4')), ...wvtt }, { track: 't' })).toEqual(
      expected,
    )
  })

  test('has them in HLS too, and in one file', async () => {
    const { map: head, ...parts } = wvtt
    const list = `#EXTM3U\n#EXT-X-MAP:URI="map"\n${[1, 2, 3, 4].map((n) => `#EXTINF:6,\ns${n}\n`).join('')}#EXT-X-ENDLIST`
    expect(await load({ list, ...wvtt })).toEqual(expected)
    expect(await load({ 'all.mp4': Buffer.concat([head, ...Object.values(parts)]) })).toEqual(expected)
  })

  test.each([
    ['of the track', [6.5, 8, 'two'] as const],
    ['of the sample', [0.5, 2, 'two'] as const],
  ])('has TTML in fragments with times %s', async (_, second) => {
    const texts = {
      'x.mpd': manifest(segmented('application/mp4')),
      map: map('stpp'),
      s1: fragment(0, [6_000, ttml([1, 2, 'one<br/>more'])]),
      s2: fragment(6_000, [6_000, ttml([...second])]),
      s3: fragment(12_000, [6_000, ttml()]),
      s4: fragment(18_000, [6_000, ttml()]),
    }
    expect(await load(texts, { track: 't' })).toEqual([
      [1, 2, 'one|more'],
      [6.5, 8, 'two'],
    ])
  })

  test('has texts behind a period of advertisements', async () => {
    const advertisement =
      '<Period><AdaptationSet contentType="video"><Representation id="v"/></AdaptationSet></Period>'
    const texts = {
      'x.mpd': manifest(segmented('text/vtt', 100), advertisement).replace(/ initialization="map"/, ''),
      s1: vtt('00:01:41.000 --> 00:01:42.000\none\n'),
      s2: vtt('00:01:47.000 --> 00:01:48.000\ntwo\n'),
    }
    expect(await load(texts, { track: 't' })).toEqual([
      [13, 14, 'one'],
      [19, 20, 'two'],
    ])
  })

  test('has a whole file', async () => {
    const representation =
      '<Representation id="t" mimeType="text/vtt"><BaseURL>whole.vtt</BaseURL></Representation>'
    const texts = {
      'x.mpd': manifest(representation),
      'whole.vtt': vtt(cue(1, 2, 'one'), cue(20, 21, 'two')),
    }
    expect(await load(texts, { track: 't' })).toHaveLength(2)
    await expect(load(texts, { track: 'gone' })).rejects.toMatchObject({ code: 'format_gone' })
  })

  test.each([
    ['billions of samples', 0xffffffff, 0],
    ['one long sample again and again', 1, 200_000],
  ])('has nothing where a fragment claims %s', async (_, count, size) => {
    const runs = Array.from({ length: 9_000 }, () => box('trun', u32(0x1, count, 9_000 * 20 + 48)))
    const moof = box('moof', box('traf', box('tfhd', u32(0x10, 1, size)), ...runs))
    const text = box('mdat', Buffer.from(`<tt>${'<b/>'.repeat(60_000)}`))
    const file = { 'a.mp4': Buffer.concat([map('stpp'), moof, text]) }
    await expect(load(file)).rejects.toMatchObject({ code: 'no_subtitles' })
  })

  test('may be anything', async () => {
    const whole = Buffer.concat([map('wvtt'), wvtt.s1])
    for (let at = 8; at < whole.length; at += 3) {
      const bytes = Buffer.from(whole)
      bytes.writeUInt32BE(0xfffffff0, Math.min(at, whole.length - 4))
      await load({ 'a.mp4': bytes }).catch((error: unknown) =>
        expect(error).toMatchObject({ code: 'no_subtitles' }),
      )
    }
  })
})
