import { describe, expect, test } from 'vitest'
import { readDash } from '#media/lists/dash.ts'
import { url, mpd, set, period, template, read, names } from './mpd.ts'

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

test.each([
  ['PT2S', 'PT10S', 'PT14S'],
  ['PT12M34S', 'PT12M42S', 'PT12S'],
  ['PT1588628086S', 'PT1588628094S', 'PT12S'],
])('counts from a first period that starts at %s', (start, next, total) => {
  const text = mpd(
    period(template('duration="4"'), `start="${start}"`) +
      period(template('duration="4"'), `start="${next}"`),
    `type="static" mediaPresentationDuration="${total}"`,
  )
  const { runs, expected } = read(text)
  expect(runs.map((run) => [run.start, run.parts.length])).toEqual([
    [0, 2],
    [8, 1],
  ])
  expect(expected?.seconds).toBe(12)
})

test('joins periods of single files', () => {
  const text = mpd(
    ['a', 'b', 'c'].map((name) => period(`<BaseURL>${name}.mp4</BaseURL>`, 'duration="PT4S"')).join(''),
  )
  expect(names(text)).toEqual([['a.mp4'], ['b.mp4'], ['c.mp4']])
  expect(read(text).expected?.seconds).toBe(12)
})

describe('a track continues in the next period', () => {
  const one = (id: string, attributes = '', inner = '') =>
    `<Representation id="${id}" bandwidth="100" ${attributes}>${inner}${template('duration="2"')}</Representation>`
  const follow = (first: string, ...others: string[]) => {
    const text = `<Period duration="PT2S">${first}</Period><Period duration="PT2S">${others.join('')}</Period>`
    return names(mpd(text))[1]?.[0]?.split('-')[0]
  }
  const role = (value: string) => `<Role value="${value}"/>`

  test.each([
    ['its id', set(one('w', 'height="720"') + one('v', 'height="360"')), 'v'],
    [
      'its language',
      set(one('w'), 'lang="de" codecs="avc1"') + set(one('x'), 'lang="en" codecs="avc1"'),
      'x',
    ],
    ['its roles', set(one('w', '', role('alternate')) + one('x', '', role('main'))), 'x'],
    ['the nearest height', set(one('w', 'height="360"') + one('x', 'height="900"')), 'x'],
    ['its kind', set(one('v'), 'codecs="mp4a.40.2"') + set(one('x')), 'x'],
    ['its codec', set(one('v'), 'codecs="av01"') + set(one('x')), 'x'],
    [
      'no pictures for seeking',
      set(one('v', '', '<EssentialProperty schemeIdUri="trickmode"/>') + one('x')),
      'x',
    ],
  ])('by %s', (_, others, id) => {
    const wanted = one('v', 'height="720"', role('main'))
    expect(follow(set(wanted, 'mimeType="video/mp4" lang="en" codecs="avc1.4d401f"'), others)).toBe(id)
  })

  test('by the nearest rate', () => {
    const rated = (id: string, rate: number) =>
      `<Representation id="${id}" bandwidth="${rate}">${template('duration="2"')}</Representation>`
    expect(follow(set(rated('v', 1_000)), set(rated('w', 100) + rated('x', 1_500)))).toBe('x')
    expect(follow(set(rated('v', 1_000)), set(rated('w', 1_000) + rated('x', 1_000)))).toBe('w')
  })
})

describe('the length of a track', () => {
  const file = '<BaseURL>v.mp4</BaseURL>'

  test.each([
    ['the start of the next period', period(file) + period(file, 'start="PT5S"'), 12, [5, 7]],
    ['its own duration first', period(file, 'duration="PT4S"') + period(file, 'start="PT5S"'), 11, [4, 7]],
    ['a period of no length', period(file, 'duration="PT0S"') + period(file), 12, [12]],
    ['periods in the wrong order', period(file, 'start="PT6S"') + period(file, 'start="PT5S"'), 7, [7]],
  ])('goes by %s', (_, periods, seconds, lengths) => {
    const text = mpd(periods)
    expect(readDash(text, url).periods.map((one) => one.seconds)).toEqual(lengths)
    expect(read(text).expected?.seconds).toBe(seconds)
  })

  test('is unknown where a period does not say it', () => {
    const { expected, runs } = read(mpd(period(file) + period('<BaseURL>w.mp4</BaseURL>')))
    expect([expected, runs.map(({ seconds }) => seconds)]).toEqual([null, [undefined, 12]])
  })

  test('may differ by a second, or by a tenth for each of many periods', () => {
    expect(read(mpd(period(file))).expected?.slack).toBe(1)
    expect(read(mpd(period(file, 'duration="PT1S"').repeat(20))).expected?.slack).toBe(2)
  })

  test('ends with the period, unless it is the only one or its last segment is listed', () => {
    const listed = (attributes = '') =>
      period(template('', '<SegmentTimeline><S d="4" r="1"/></SegmentTimeline>'), attributes)
    expect(read(mpd(listed())).runs[0]?.seconds).toBeUndefined()
    expect(read(mpd(listed())).expected?.seconds).toBe(8)
    const two = read(mpd(listed('duration="PT6S"') + listed('duration="PT6S"')))
    expect([two.runs.map(({ seconds }) => seconds), two.expected?.seconds]).toEqual([[6, undefined], 12])
    const short = read(mpd(listed('duration="PT20S"') + listed('duration="PT20S"')))
    expect(short.expected?.seconds).toBe(16)
  })
})
