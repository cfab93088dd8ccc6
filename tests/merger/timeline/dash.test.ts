import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { readDash, timelineOf } from '#contract/timeline/dash.ts'
import { representationFor } from '../../../merger/timeline/representation.ts'
import { rendition } from '../../builders.ts'

const url = 'https://cdn.example/film/manifest.mpd'
const mpd = (periods: string, attributes = 'type="static" mediaPresentationDuration="PT12S"') =>
  `<?xml version="1.0"?><!-- film --><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" ${attributes}>${periods}</MPD>`
const set = (inner: string, attributes = 'mimeType="video/mp4" codecs="avc1.4d401f"') =>
  `<AdaptationSet ${attributes}>${inner}</AdaptationSet>`
const period = (segments: string, attributes = '') =>
  `<Period ${attributes}>${set(`<Representation id="v" bandwidth="100">${segments}</Representation>`)}</Period>`
const template = (attributes: string, timeline = '') =>
  `<SegmentTemplate media="$RepresentationID$-$Number%03d$-$Time$.m4s" initialization="i.mp4" ${attributes}>${timeline}</SegmentTemplate>`

const read = (text: string, id = 'v') => {
  const presentation = readDash(text, url)
  const all = presentation.periods.flatMap(({ representations }) => representations)
  return timelineOf(
    presentation,
    all.find((one) => one.id === id)!,
  )
}
const codeOf = (text: string) => {
  try {
    return read(text).runs.flatMap(({ parts }) => parts).length
  } catch (error) {
    return error instanceof Failure ? error.code : error
  }
}
const names = (text: string) =>
  read(text).runs.map(({ parts }) => parts.map(({ urls }) => urls[0]!.split('/').at(-1)))

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

test('puts each period on the clock of the film', () => {
  const text = mpd(
    period(template('duration="2"'), 'duration="PT4S"') +
      period(template('duration="2" presentationTimeOffset="100"'), 'start="PT4S"'),
  )
  const { runs, isSpliced, expected } = read(text)
  expect(runs).toMatchObject([
    { start: 0, zero: 0 },
    { start: 4, zero: 100 },
  ])
  expect([runs.map(({ parts }) => parts.length), isSpliced, expected?.seconds]).toEqual([[2, 4], true, 12])
})

test('joins periods of single files', () => {
  const text = mpd(
    ['a', 'b', 'c'].map((name) => period(`<BaseURL>${name}.mp4</BaseURL>`, 'duration="PT4S"')).join(''),
  )
  expect(names(text)).toEqual([['a.mp4'], ['b.mp4'], ['c.mp4']])
  expect(read(text).expected?.seconds).toBe(12)
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
