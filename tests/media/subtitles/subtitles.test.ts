import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutRepeats } from '#media/subtitles/cue.ts'
import { readSubtitles } from '#media/subtitles/read.ts'
import { SUBTITLE_FORMS, writeSubtitles } from '#media/subtitles/write.ts'
import { cpuSeconds, MOST_SECONDS } from '../../cpu-seconds.ts'
import { heapGrowth } from '../../heap-growth.ts'

const cues = [
  { start: 1, end: 3.5, lines: ['Hello & welcome', 'to <the> show'] },
  { start: 62.25, end: 64, lines: ['مرحبا'] },
]
const srt = `1
00:00:01,000 --> 00:00:03,500
Hello & welcome
to <the> show

2
00:01:02,250 --> 00:01:04,000
مرحبا
`

const forms = {
  'WebVTT with cue settings, ids, notes and styles': `WEBVTT - title

STYLE
::cue { color: red }

NOTE 00:00 is not a cue

first
00:01.000 --> 00:03.500 align:start position:0%
<v Ann><i>Hello</i> &amp; welcome
to &lt;the&gt; show

00:01:02.250 --> 00:01:04.000
<c.arabic>مرحبا</c>`,
  'SRT with a byte order mark and CRLF': `\ufeff${srt.replace('<the>', '&lt;the&gt;').replaceAll('\n', '\r\n')}`,
  'TTML with clock times': `<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"><head><style id="a"/></head><body><div>
<p begin="00:00:01.000" end="00:00:03.500"><span>Hello &amp; welcome</span><br/>to &#60;the&#x3e; show</p>
<p begin="62.25s" dur="1750ms">مرحبا</p><p begin="70s" end="69s">never</p></div></body></tt>`,
  'TTML with a prefix, frames and ticks': `<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:ttp="x" ttp:frameRate="25" ttp:tickRate="10000">
<tt:p begin="10000t" end="00:00:03:12.5">Hello &amp; welcome<tt:br/>to &lt;the&gt; show</tt:p><tt:p begin="622500t" end="64s">مرحبا</tt:p></tt:tt>`,
  'JSON3 of YouTube': JSON.stringify({
    events: [
      { tStartMs: 0, dDurationMs: 9_000_000, id: 1 },
      {
        tStartMs: 1_000,
        dDurationMs: 2_500,
        segs: [{ utf8: 'Hello &' }, { utf8: ' welcome\nto <the> show' }],
      },
      { tStartMs: 3_000, dDurationMs: 500, segs: [{ utf8: '\n' }] },
      { tStartMs: 62_250, dDurationMs: 1_750, segs: [{ utf8: 'مرحبا' }] },
    ],
  }),
  'SRV1 of YouTube': `<?xml version="1.0"?><transcript><text start="1" dur="2.5">Hello &amp; welcome
to &lt;the&gt; show</text><text start="62.25" dur="1.75">مرحبا</text></transcript>`,
  'SRV3 of YouTube': `<?xml version="1.0"?><timedtext format="3"><body><p t="1000" d="2500"><s>Hello</s><s t="3"> &amp; welcome</s>
to &lt;the&gt; show</p><p t="62250" d="1750">مرحبا</p></body></timedtext>`,
  ASS: `[Script Info]
Title: x

[Events]
Format: Layer, Start, End, Style, Text
Dialogue: 0,0:00:01.00,0:00:03.50,Default,{\\an8\\b1}Hello & welcome\\Nto &lt;the&gt; show
Comment: 0,0:00:05.00,0:00:06.00,Default,never
Dialogue: 0,0:01:02.25,0:01:04.00,Default,مرحبا`,
}

describe('subtitles of every form have the same cues', () => {
  test.each(Object.entries(forms))('reads %s', (name, text) => {
    const found = readSubtitles(text)!
    const end = name.includes('frames') ? 3.48 : 3.5
    expect(found.map((cue) => cue.lines)).toEqual(cues.map((cue) => cue.lines))
    expect(found.map((cue) => cue.start)).toEqual([1, 62.25])
    expect(found[0]!.end).toBeCloseTo(end, 2)
    expect(found[1]!.end).toBeCloseTo(64, 3)
  })

  test('knows no other text', () => {
    for (const text of ['', 'Hello', '%PDF-1.7', '\u0000\u0001', '<!doctype html><p>Hello</p>'])
      expect(readSubtitles(text)).toBe(undefined)
    expect(readSubtitles('{"events":[{"segs":"x"}]}')).toEqual([])
    expect(readSubtitles('{"events"')).toEqual([])
    expect(readSubtitles('{"events":[null,1,{"segs":[null,"x"],"dDurationMs":1}]}')).toEqual([])
  })
})

describe('subtitles are written in three forms', () => {
  test('writes SRT, WebVTT and a transcript', () => {
    expect(writeSubtitles(cues, 'srt')).toBe(srt)
    expect(writeSubtitles(cues, 'vtt')).toBe(
      `WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nHello &amp; welcome\nto &lt;the&gt; show\n\n00:01:02.250 --> 00:01:04.000\nمرحبا\n`,
    )
    expect(writeSubtitles(cues, 'txt')).toBe('Hello & welcome to <the> show\n\nمرحبا\n')
  })

  test('reads what it has written', () => {
    const line = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).map((text) => text.trim())
    const plain = line.filter((text) => /^[^\p{Cc}\ufeff<&>]+$/u.test(text) && !text.includes('-->'))
    fc.assert(
      fc.property(fc.array(fc.array(plain, { minLength: 1, maxLength: 3 }), { maxLength: 20 }), (texts) => {
        const written = texts.map((lines, at) => ({ start: at * 2, end: at * 2 + 1.5, lines }))
        for (const form of ['srt', 'vtt'] as const)
          if (written.length > 0) expect(readSubtitles(writeSubtitles(written, form))).toEqual(written)
      }),
    )
  })
})

test('automatic captions do not roll', () => {
  const rolling = [
    { start: 0, end: 3, lines: ['so this is'] },
    { start: 2, end: 5, lines: ['so this is', 'the first line'] },
    { start: 4, end: 4.01, lines: ['the first line'] },
    { start: 4.5, end: 8, lines: ['the first line', 'and the second'] },
  ]
  expect(withoutRepeats(rolling)).toEqual([
    { start: 0, end: 2, lines: ['so this is'] },
    { start: 2, end: 4.5, lines: ['the first line'] },
    { start: 4.5, end: 8, lines: ['and the second'] },
  ])
})

test('any text ends soon, in cues or in none', () => {
  const pieces = fc.constantFrom(
    '<p',
    '<',
    '>',
    '</p>',
    '-->',
    '\n',
    '00:01',
    'WEBVTT',
    '{',
    '[Script Info]',
    '&',
    '<tt>',
    ' begin="1s"',
    'Dialogue:',
    ',',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }), (parts) => {
      const found = readSubtitles(parts.join(''))
      for (const form of SUBTITLE_FORMS) writeSubtitles(found ?? [], form)
    }),
  )
  for (const piece of ['<p ', '<tt:p>', '<text start="1">', '00:01 --> 00:02\n', '<', '&#1;', '{\\b1'])
    readSubtitles(`<transcript>${piece.repeat(300_000)}`)
  for (const piece of ['00:01.0 --> 00:02.0\nx\n\n', '-->', '<v '])
    readSubtitles(`WEBVTT\n\n${piece.repeat(100_000)}`)
})

const manyLines = (letter: string) => `${letter}\n`.repeat(60_000)
const cueOf = (second: number, text: string) => `00:0${second}.000 --> 00:09.000\n${text}\n`

test.each([
  ['two cues of many lines', `WEBVTT\n\n${cueOf(1, manyLines('a'))}${cueOf(2, manyLines('b'))}`],
  [
    'a format of many fields',
    `[Script Info]\nFormat: ${'x,'.repeat(10_000)}text\n${'Dialogue: 0:1,0:2,a\n'.repeat(60_000)}`,
  ],
])('reads %s in seconds', (_, text) => {
  let found: { lines: string[] }[] = []
  const seconds = cpuSeconds(() => (found = withoutRepeats(readSubtitles(text) ?? [])))
  expect(seconds).toBeLessThan(MOST_SECONDS)
  for (const cue of found) expect(cue.lines.length).toBeLessThanOrEqual(20)
})

/** The isolate of a Worker has 128 MB for all its visitors. */
const MOST_MEGABYTES = 64
const EIGHT_MB = 8 * 1024 ** 2

test.each([
  ['eight million lines', `WEBVTT\n${'\n'.repeat(EIGHT_MB)}`],
  ['four million lines of ASS', `[Script Info]\n${'x\n'.repeat(EIGHT_MB / 2)}`],
  ['millions of objects', `{"events":[${'{},'.repeat(EIGHT_MB / 3)}{}]}`],
])('reads %s in little memory', (_, text) => {
  expect(heapGrowth(() => readSubtitles(text))).toBeLessThan(MOST_MEGABYTES)
})

test('reads the words of four hours', () => {
  const word = (n: number) => ({ utf8: ` w${n}`, tOffsetMs: n, acAsrConf: 0 })
  const events = Array.from({ length: 9_000 }, (_, n) => ({
    tStartMs: 1_600 * n,
    dDurationMs: 1_600,
    wWinId: 1,
    segs: [1, 2, 3, 4].map(word),
  }))
  expect(readSubtitles(JSON.stringify({ wireMagic: 'pb3', events }))).toHaveLength(9_000)
})

test('reads fifty thousand cues', () => {
  const at = (second: number) => new Date(second * 1_000).toISOString().slice(11, 23)
  const many = Array.from({ length: 51_000 }, (_, n) => `${at(n)} --> ${at(n + 1)}\nx\n\n`)
  expect(readSubtitles(`WEBVTT\n\n${many.join('')}`)).toHaveLength(50_000)
})

test('keeps few of ten thousand cues in a second', () => {
  const many = '00:01.000 --> 00:02.000\nx\n\n'.repeat(10_000)
  const found = readSubtitles(`WEBVTT\n\n${many}00:03.000 --> 00:04.000\nlast`)!
  expect(found).toHaveLength(21)
  expect(found.at(-1)!.lines).toEqual(['last'])
})

test('scripts and styles do not survive', () => {
  const [cue] = readSubtitles(
    'WEBVTT\n\nSTYLE\n::cue { background: url(//x) }\n\n00:01.000 --> 00:02.000\n<script src="//x"></script><img onerror=a()>&lt;b&gt; hi',
  )!
  expect(cue!.lines).toEqual(['<b> hi'])
  expect(writeSubtitles([cue!], 'vtt')).toContain('\n&lt;b&gt; hi\n')
})

describe('the JSON transcript of a podcast', () => {
  const said = (startTime: number, body: string, speaker = 'Ann') => ({
    startTime,
    endTime: startTime + 0.5,
    speaker,
    body,
  })
  const read = (segments: unknown) => readSubtitles(JSON.stringify({ version: '1.0.0', segments }))

  test('has words of one speaker in one cue', () => {
    const segments = [said(1, 'Hello'), said(1.5, '<b>there</b>'), said(2, 'Hi', 'Bo'), said(9, 'So', 'Bo')]
    expect(read(segments)).toEqual([
      { start: 1, end: 2, lines: ['Ann: Hello there'] },
      { start: 2, end: 2.5, lines: ['Bo: Hi'] },
      { start: 9, end: 9.5, lines: ['So'] },
    ])
  })

  test('begins a cue when one would be too long', () => {
    const segments = Array.from({ length: 60 }, (_, at) => said(1 + at / 2, 'word'))
    for (const { start, end, lines } of read(segments)!) {
      expect(end - start).toBeLessThanOrEqual(6)
      expect(lines[0]!.length).toBeLessThan(90)
    }
  })

  test('may be anything', () => {
    for (const segments of [
      'x',
      1,
      [null, 1, {}],
      [{ body: 'x' }, { startTime: 'a', endTime: 1, body: 'x' }],
    ])
      expect(read(segments)).toEqual([])
  })
})

test('reads the beginning of a line that is too long', () => {
  const [cue] = readSubtitles(`WEBVTT\n\n${cueOf(1, 'word '.repeat(40_000))}`) ?? []
  expect(cue?.lines[0]?.startsWith('word word')).toBe(true)
  expect(cue?.lines[0]?.length).toBeLessThan(25_000)
})
