import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutRepeats, type Cue } from '#media/subtitles/cue.ts'
import { readSubtitles } from '#media/subtitles/read.ts'
import { writeSubtitles } from '#media/subtitles/write.ts'

const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`
const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`
const ttml = (text: string) =>
  `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"><body><div><p begin="1s" end="2s">${text}</p></div></body></tt>`
const linesOf = (text: string) => readSubtitles(text)?.[0]?.lines

// Shaped after reports to filter-subs, Universal Media Server, shaka-player, voracious and foo_openlyrics.
test.each([
  ['a name in brackets', srt('<Sarah> I see'), '<Sarah> I see'],
  ['a sound in brackets', srt('<door creaks>'), '<door creaks>'],
  ['a thought in brackets', srt('<I see you>'), '<I see you>'],
  ['styles', srt('<i>one</i> <b>two</b> <U>three</U> <s>four</s>'), 'one two three four'],
  ['a font', srt('<font color=#fff face="x">one</font>'), 'one'],
  ['an unknown element with an attribute', srt('<mark class="x">one</mark>'), 'one'],
  ['classes of WebVTT', vtt('<c.yellow.bg_blue>one</c> <i.foreign>two</i>'), 'one two'],
  ['a language', vtt('<lang en-GB>one</lang>'), 'one'],
  ['entities of HTML', vtt('caf&eacute;&hellip; &ndash; &#39;x&#x27; AT&T'), "café… – 'x' AT&T"],
  ['readings', vtt('<ruby>山道<rt>やまみち</rt></ruby>を歩く'), '山道(やまみち)を歩く'],
  ['readings without end tags', vtt('<ruby>山<rt>やま<rt>みち</ruby>を'), '山(やま)(みち)を'],
  ['readings with brackets', vtt('<ruby>山<rp>(</rp><rt>やま</rt><rp>)</rp></ruby>を'), '山(やま)を'],
  [
    'readings of TTML',
    ttml(
      '<span tts:ruby="container"><span tts:ruby="base">山道</span><span tts:ruby="delimiter">[</span><span tts:ruby="text">やまみち</span></span>を歩く',
    ),
    '山道(やまみち)を歩く',
  ],
])('keeps the words of %s', (_, text, words) => {
  expect(linesOf(text)).toEqual([words])
})

describe('voices', () => {
  const two = readSubtitles(
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Mara>Good\nmorning\n\n00:03.000 --> 00:04.000\n<v.loud Jon &amp; Eva>Hello</v>\n\n00:05.000 --> 00:06.000\n<v Jon &amp; Eva>Again</v>\n',
  )!

  test('are named where another one begins to speak', () => {
    expect(writeSubtitles(two, 'txt')).toBe('Mara: Good morning Jon & Eva: Hello Again\n')
    expect(writeSubtitles(two, 'srt')).toContain('Mara: Good\nmorning\n')
  })

  test('stay voices in WebVTT', () => {
    const written = writeSubtitles(two, 'vtt')
    expect(written).toContain('<v Mara>Good\nmorning\n')
    expect(readSubtitles(written)).toEqual(two)
  })

  test('of one cue stand before their words', () => {
    expect(linesOf(vtt('<v A>one</v>\n<v B>two</v>'))).toEqual(['A: one', 'B: two'])
  })
})

test.each([
  ['[offset: -1500]', 3.5],
  ['[offset:+500]', 1.5],
  ['[OFFSET:500]', 1.5],
  ['', 2],
])('the offset %s of a song moves its lines', (tag, start) => {
  expect(readSubtitles(`[ti:x]\n${tag}\n[00:02.00]First\n[00:06.00]Second\n`)![0]!.start).toBe(start)
})

const words = fc.array(fc.constantFrom('yes.', 'no.', '[Music]', 'round and round'), {
  minLength: 2,
  maxLength: 30,
})
const cueAt = (at: number, seconds: number, lines: string[]): Cue => ({ start: at, end: at + seconds, lines })

describe('automatic captions', () => {
  test('that do not roll say again what is said again', () => {
    fc.assert(
      fc.property(words, fc.constantFrom(0.5, 1), (lines, seconds) => {
        const cues = lines.map((line, at) => cueAt(at, seconds, [line]))
        expect(withoutRepeats(cues)).toEqual(cues)
      }),
    )
  })

  test('that roll say each line once', () => {
    fc.assert(
      fc.property(words, (lines) => {
        const rolling = lines.flatMap((line, at) => {
          const above = at > 0 ? [lines[at - 1]!] : []
          return [cueAt(2 * at, 1.99, [...above, line]), cueAt(2 * at + 1.99, 0.01, [line])]
        })
        expect(withoutRepeats(rolling).flatMap((cue) => cue.lines)).toEqual(lines)
      }),
    )
  })
})

test.each([
  ['an error of an API', '{"message":"signature expired"}'],
  ['an empty list', '[]'],
  ['a first line alone', 'WEBVTT\n\n'],
  ['pictures', `WEBVTT\n\nNOTE nothing\n`],
])('%s has no cue', (_, text) => {
  expect(readSubtitles(text)).toEqual([])
})
