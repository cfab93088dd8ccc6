import { describe, expect, test } from 'vitest'
import { readDash, type Representation } from '#media/lists/dash.ts'
import { limits } from '#media/lists/limits.ts'
import { representationFor } from '#media/lists/representation.ts'
import { rendition } from '../../builders.ts'

import { url, mpd, set, period, template, read, codeOf, names } from './mpd.ts'

test('expands a template with numbers and a rest', () => {
  const text = mpd(period(template('timescale="10" duration="50" startNumber="9"')))
  expect(names(text)).toEqual([['v-009-0.m4s', 'v-010-50.m4s', 'v-011-100.m4s']])
  const { runs, expected } = read(text)
  expect(runs[0]?.map?.urls).toEqual(['https://cdn.example/film/i.mp4'])
  expect(runs[0]?.parts.map(({ seconds }) => seconds)).toEqual([5, 5, 2])
  expect(expected?.seconds).toBe(12)
})

test.each([
  ['PT12S', [undefined, undefined, undefined]],
  ['PT12.04S', [undefined, undefined, undefined, true]],
])('knows which segment of %s only rounding has counted', (length, mayMiss) => {
  const text = mpd(period(template('duration="4"')), `type="static" mediaPresentationDuration="${length}"`)
  expect(read(text).runs[0]!.parts.map((part) => part.mayMiss)).toEqual(mayMiss)
})

test('reads a duration of many decimals', () => {
  const text = mpd(period('<BaseURL>v.mp4</BaseURL>'), 'mediaPresentationDuration="PT46.666666666666666666S"')
  expect(read(text).expected?.seconds).toBeCloseTo(46.67, 2)
})

test.each([
  ['r="-1" to the end of the period', '<S t="20" d="4" r="-1"/>', 'presentationTimeOffset="20"', 12],
  ['r="-1" to the next segment', '<S d="4" r="-1"/><S t="20" d="5"/>', '', 25],
  ['an end number', '<S d="4" r="9"/>', 'endNumber="3"', 12],
  ['a clock that begins later', '<S t="400" d="4" r="1"/>', '', 8],
  ['a gap', '<S t="0" d="4"/><S t="8" d="4"/>', '', 8],
] as const)('sums the segments of a timeline with %s', (_, timeline, attributes, seconds) => {
  const text = mpd(period(template(attributes, `<SegmentTimeline>${timeline}</SegmentTimeline>`)))
  expect(read(text).expected?.seconds).toBe(seconds)
})

test.each([
  ['once a segment over the end of a period', 6, ['v-003-8.m4s']],
  ['again a segment at another time', 0, ['v-002-4.m4s', 'v-003-8.m4s']],
])('reads %s', (_, offset, rest) => {
  const [first, second] = [0, 4].map(
    (time) => `<SegmentTimeline><S t="${time}" d="4" r="1"/></SegmentTimeline>`,
  )
  const next = template(`presentationTimeOffset="${offset}" startNumber="2"`, second)
  const of = (segments: string) => period(segments, 'duration="PT6S"')
  const text = mpd(of(template('', first)) + of(next))
  expect(names(text)).toEqual([['v-001-0.m4s', 'v-002-4.m4s'], rest])
  expect([read(text).runs[0]?.seconds, read(text).expected?.seconds]).toEqual([offset ? undefined : 6, 12])
})

test.each([
  ['two parts of a file', 10, [4, 2]],
  ['the parts of a file in their order', 4, [6]],
])('reads %s', (_, offset, lasting) => {
  const file = (attributes: string) => `<BaseURL>a.mp4</BaseURL><SegmentBase timescale="1" ${attributes}/>`
  const text = mpd(
    period(file(''), 'duration="PT4S"') +
      period(file(`presentationTimeOffset="${offset}"`), 'duration="PT2S"'),
  )
  const { runs, expected } = read(text)
  expect([runs.map(({ seconds }) => seconds), expected?.seconds]).toEqual([lasting, 6])
})

test('continues a track in a period that names it otherwise', () => {
  const other = (id: string, height: number) =>
    `<Representation id="${id}" height="${height}" bandwidth="100">${template('duration="2"')}</Representation>`
  const text = mpd(
    `<Period duration="PT4S">${set(other('v', 360))}</Period><Period duration="PT4S">${set(other('w', 720) + other('x', 360))}</Period>`,
  )
  expect(names(text)[1]?.[0]).toBe('x-001-0.m4s')
})

test('lists the addresses of several BaseURLs in order', () => {
  const bases = '<BaseURL>https://dead.example/</BaseURL><BaseURL>https://b.example/</BaseURL>'
  const text = mpd(bases + period(template('duration="12"')))
  expect(read(text).runs[0]?.parts[0]?.urls).toEqual([
    'https://dead.example/v-001-0.m4s',
    'https://b.example/v-001-0.m4s',
  ])
})

test('reads ranges of one file and an initialization range', () => {
  const ranges = '<SegmentURL mediaRange="10-19"/><SegmentURL mediaRange="20-39"/>'
  const text = mpd(
    period(
      `<BaseURL>f.mp4</BaseURL><SegmentList duration="6"><Initialization range="0-9"/>${ranges}</SegmentList>`,
    ),
  )
  const [run] = read(text).runs
  expect(run?.map).toMatchObject({
    urls: ['https://cdn.example/film/f.mp4'],
    range: { start: 0, length: 10 },
  })
  expect(run?.parts.map(({ range }) => range)).toEqual([
    { start: 10, length: 10 },
    { start: 20, length: 20 },
  ])
})

test.each([
  [
    'a protected track',
    mpd(`<Period>${set('<ContentProtection/><Representation id="v"/>')}</Period>`),
    'drm',
  ],
  ['a broadcast', mpd(period(template('duration="2"')), 'type="dynamic"'), 'live'],
  [
    'a broadcast that has ended',
    mpd(
      period(template('duration="2"')),
      'type="dynamic" availabilityStartTime="2020-01-01T00:00:00Z" mediaPresentationDuration="PT12S"',
    ),
    6,
  ],
  ['an empty timeline', mpd(period(template('', '<SegmentTimeline/>'))), 'no_media'],
  ['a document type', `<!DOCTYPE MPD [<!ENTITY a "b">]>${mpd('')}`, 'source_failed'],
  ['a cut document', mpd(period('')).slice(0, -20), 'source_failed'],
  [
    'a period without this track',
    mpd(`${period(template('duration="2"'), 'duration="PT4S"')}<Period duration="PT4S"/>`),
    'split',
  ],
] as const)('reads %s truly', (_, text, outcome) => expect(codeOf(text)).toBe(outcome))

test.each([
  ['the id', 'b', { id: 'b' }],
  ['an id with a prefix', 'a', { id: 'dash-a' }],
  ['an id with a number', 'a', { id: 'a-1' }],
  ['the height', 'b', { id: 'gone', height: 720 }],
])('finds a rendition by %s', (_, id, wanted) => {
  const one = (name: string, height: number) =>
    `<Representation id="${name}" height="${height}" bandwidth="1"/>`
  const presentation = readDash(mpd(`<Period>${set(one('a', 360) + one('b', 720))}</Period>`), url)
  const found = representationFor(presentation, rendition({ kind: 'video', height: 360, ...wanted }))
  expect(found.id).toBe(id)
})

describe('a Representation', () => {
  const only = (attributes: string, inner = '', ofSet = '', setInner = ''): Representation => {
    const one = `<Representation ${attributes}>${inner}</Representation>`
    return readDash(mpd(`<Period>${set(setInner + one, ofSet)}</Period>`), url).periods[0]!
      .representations[0]!
  }

  test.each([
    ...['avc1.4d401f', 'hvc1.1.6.L93', 'av01.0.05M.08', 'vp09.00.10.08', 'vp8', 'mp4v.20.9'].map((codecs) => [
      `codecs="${codecs}"`,
      'video',
    ]),
    ...['mp4a.40.2', 'mp3', 'ac-3', 'ec-3', 'opus', 'vorbis', 'fLaC', 'alac'].map((codecs) => [
      `codecs="${codecs}"`,
      'audio',
    ]),
    ['codecs="avc1.4d401f, mp4a.40.2"', 'both'],
    ['codecs="mp4a.40.2,avc1.4d401f" contentType="video"', 'both'],
    ['codecs="wvtt,avc1.4d401f"', 'video'],
    ['codecs="wvtt,mp4a.40.2"', 'audio'],
    ['codecs="avc1.4d401f" mimeType="application/mp4"', 'video'],
    ['codecs="avc1.4d401f" contentType="audio"', 'audio'],
    ['contentType="video" mimeType="audio/mp4"', 'video'],
    ['contentType="audio"', 'audio'],
    ['mimeType="video/mp4"', 'video'],
    ['mimeType="audio/mp4"', 'audio'],
    ['mimeType="text/vtt"', 'other'],
    ['codecs="stpp"', 'other'],
    ['', 'other'],
  ])('with %j is %s', (attributes, kind) => {
    expect(only(attributes).kind).toBe(kind)
    expect(only('', '', attributes).kind).toBe(kind)
  })

  test('has the facts of its own and of its set', () => {
    const described =
      '<Role value="main"/><Accessibility value="description"/><Role/><EssentialProperty schemeIdUri="x:trickmode"/>'
    expect(
      only(
        'id="a" bandwidth="9" height="720" codecs=" wvtt , ,mp4a.40.2"',
        '<Label> English </Label><ContentProtection/>',
        'lang="en" label="other"',
        described,
      ),
    ).toMatchObject({
      id: 'a',
      bandwidth: 9,
      height: 720,
      codecs: ['wvtt', 'mp4a.40.2'],
      language: 'en',
      label: 'English',
      roles: ['main', 'description'],
      isTrick: true,
      isProtected: true,
      source: { bandwidth: '9' },
    })
  })

  test('has none where the manifest says nothing', () => {
    expect(only('', '<Label> </Label><EssentialProperty/>')).toMatchObject({
      id: '',
      bandwidth: 0,
      height: null,
      codecs: [],
      language: null,
      label: null,
      roles: [],
      isTrick: false,
      isProtected: false,
      source: { id: '', bandwidth: '' },
    })
    expect(only('', '', 'label="Deutsch"').label).toBe('Deutsch')
  })
})

test.each([
  ['P1DT1H1M1.5S', 90_061.5],
  ['P12DT0S', 12 * 86_400],
  ['PT100H', 360_000],
  ['PT12M', 720],
  [' PT1S ', 1],
  ['P0Y0M2D', 172_800],
  ['P0000Y0000M2D', 172_800],
  ['P1Y', undefined],
  ['PT1.2.3S', undefined],
  ['xPT1S', undefined],
  ['PT1Sx', undefined],
  ['P', undefined],
  ['PT0S', undefined],
])('reads the duration %j', (length, seconds) => {
  const text = mpd(period('<BaseURL>v.mp4</BaseURL>'), `mediaPresentationDuration="${length}"`)
  const { periods } = readDash(text, url)
  expect(periods.map((one) => one.seconds)).toEqual(
    seconds === undefined && /^PT?(?:0S)?$/.test(length) ? [] : [seconds ?? null],
  )
  if (periods.length > 0) expect(read(text).expected?.seconds).toBe(seconds)
})

test.each([
  ['after its end', 'availabilityStartTime="2020-01-01T00:00:00Z"', 12_001, true],
  ['at its end', 'availabilityStartTime="2020-01-01T00:00:00Z"', 12_000, false],
  ['without a start', '', 12_001, false],
])('takes a broadcast for a recording %s', (_, attributes, after, isOver) => {
  const text = mpd(
    period(template('duration="2"')),
    `type="dynamic" mediaPresentationDuration="PT12S" ${attributes}`,
  )
  const reading = () => readDash(text, url, Date.parse('2020-01-01T00:00:00Z') + after).periods.length
  if (isOver) expect(reading()).toBe(1)
  else expect(reading).toThrow(expect.objectContaining({ code: 'live' }))
})

test('takes a broadcast without a length for live', () => {
  const text = mpd(
    period(template('duration="2"')),
    'type="dynamic" availabilityStartTime="2020-01-01T00:00:00Z"',
  )
  expect(codeOf(text)).toBe('live')
})

test('refuses another document', () => {
  expect(() => readDash('<SMIL></SMIL>', url)).toThrow(expect.objectContaining({ code: 'source_failed' }))
})

describe('limits', () => {
  const representations = (count: number) => '<Representation id="v"/>'.repeat(count)
  const periods = (count: number, inner: string) => mpd(`<Period>${inner}</Period>`.repeat(count))
  const parts = (count: number) =>
    mpd(
      period(template('', `<SegmentTimeline><S d="1" r="${count - 1}"/></SegmentTimeline>`)).repeat(2),
      'mediaPresentationDuration="PT1S"',
    )

  test.each([
    ['periods', periods(limits.periods, ''), periods(limits.periods + 1, '')],
    [
      'tracks of a set',
      periods(1, set(representations(limits.tracks))),
      periods(1, set(representations(limits.tracks + 1))),
    ],
    [
      'tracks',
      periods(2, set(representations(limits.tracks / 2))),
      periods(2, set(representations(limits.tracks / 2 + 1))),
    ],
  ])('of %s', (_, allowed, above) => {
    expect(() => readDash(allowed, url)).not.toThrow()
    expect(() => readDash(above, url)).toThrow(expect.objectContaining({ code: 'too_big' }))
  })

  test('of parts count all periods', () => {
    expect(codeOf(parts(limits.parts / 2))).toBeTypeOf('number')
    expect(codeOf(parts(limits.parts / 2 + 1))).toBe('too_big')
  })

  test('of addresses leave out those that come last', () => {
    const bases = (count: number) =>
      Array.from({ length: count }, (_, at) => `<BaseURL> https://${at}.example/ </BaseURL>`).join('')
    const text = (count: number, own: string) => mpd(bases(count) + period(own + template('duration="12"')))
    const urls = (count: number, own = '') => read(text(count, own)).runs[0]!.parts[0]!.urls
    expect(urls(limits.baseUrls + 1)).toHaveLength(limits.baseUrls)
    expect(urls(limits.baseUrls, '<BaseURL>a/</BaseURL><BaseURL>b/</BaseURL>')).toHaveLength(limits.baseUrls)
    expect(urls(1, '<BaseURL>a/</BaseURL><BaseURL>a/</BaseURL>')).toEqual(['https://0.example/a/v-001-0.m4s'])
  })
})
