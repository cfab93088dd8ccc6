import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileName, safeFileName, shortName } from '#contract/filename.ts'
import { platformById } from '#contract/platforms/index.ts'
import { cpuSeconds, MOST_SECONDS } from '../cpu-seconds.ts'

const parts = {
  siteHost: 'pocketreel.example',
  sourceDomain: 'www.youtube.com',
  title: 'A: song / "live" <2026>?',
  resolution: '1080p',
  bitrate: 1_740.4,
  ext: 'mp4',
}
const bytes = (text: string) => Buffer.byteLength(text)
/** Generates any UTF-16 text, including unpaired surrogates. */
const anyText = fc.oneof(
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(
      fc.constantFrom(
        '界',
        '😀',
        '👨‍👩‍👧‍👦',
        '\u202e',
        '\ud83d',
        ' ',
        '\n',
        '/',
        '\\',
        '..',
        'é',
        '.exe',
        ':',
        'con',
      ),
    )
    .map((all) => all.join('')),
)
const unsafe = /[\\/*?:"<>|\p{Cc}\p{Bidi_Control}]/u

test('joins hosts, title, resolution, bitrate and extension', () => {
  expect(fileName(parts)).toBe('pocketreel.example_www.youtube.com_A_song_live_2026_1080p_1740.mp4')
  expect(fileName({ ...parts, title: '  ', resolution: null, bitrate: null, ext: null })).toBe(
    'pocketreel.example_www.youtube.com_untitled_unknown_unknown.mp4',
  )
  expect(fileName({ ...parts, title: 'x', resolution: 'audio only', ext: 'm4a' })).toBe(
    'pocketreel.example_www.youtube.com_x_audioonly_1740.m4a',
  )
})

test.each([0, -1, -0.5, Number.NaN, Number.POSITIVE_INFINITY, undefined])(
  'fileName replaces the bitrate %j with the word unknown',
  (bitrate) => {
    expect(fileName({ ...parts, title: 'x', bitrate })).toBe(
      'pocketreel.example_www.youtube.com_x_1080p_unknown.mp4',
    )
  },
)

test.each([
  ['LOCALHOST:8787', 'localhost'],
  ['a:1.example', 'a1.example'],
  ['192.0.2.1', '192.0.2.1'],
  ['', 'unknown'],
  ['é', 'unknown'],
])('the host %j appears in a file name as %j', (siteHost, host) => {
  expect(fileName({ ...parts, siteHost }).split('_')[0]).toBe(host)
})

test.each([
  ['.WebM', 'webm'],
  ['tar.gz', 'mp4'],
  ['-mp3', 'mp4'],
  ['mp3;', 'mp4'],
  ['abcdefgh', 'abcdefgh'],
  ['abcdefghi', 'mp4'],
])('a file with the extension %j gets a name that ends with .%s', (ext, end) => {
  expect(fileName({ ...parts, title: 'x', ext })).toBe(
    `pocketreel.example_www.youtube.com_x_1080p_1740.${end}`,
  )
})

test.each([
  ['~', 250],
  ['\u00a2', 125],
  ['\u07ff', 125],
  ['\u0800', 83],
  ['\uffe6', 83],
  ['\u{10000}', 62],
])('cuts 260 times %j to %i characters', (character, count) => {
  const name = safeFileName(character.repeat(260), 'flac')
  expect(Array.from(name).length - '.flac'.length).toBe(count)
})

test('names the language of subtitles inside', () => {
  const subtitles = 'pt-BR:automatic'
  expect(fileName({ ...parts, title: 'x', subtitles })).toMatch(/_x_1080p_1740_sub-pt-BR-automatic\.mp4$/)
  expect(shortName({ title: 'x', resolution: '1080p', ext: 'mp4', subtitles: 'de' })).toBe(
    'x (1080p) sub-de.mp4',
  )
})

test('names the part of a clip without a colon', () => {
  const clip = { start: 60, end: 3_670.5 }
  expect(fileName({ ...parts, title: 'x', clip })).toMatch(/_x_1080p_1740_1\.00-1\.01\.10\.5\.mp4$/)
  expect(shortName({ title: 'x', resolution: '1080p', ext: 'mp4', clip })).toBe(
    'x (1080p) 1.00-1.01.10.5.mp4',
  )
})

test('keeps 100 characters of a long-titled platform, else 80', () => {
  const kept = (id: string) => {
    const { hasLongTitles: hasLongTitle } = platformById(id)!
    return /_(a+)_/.exec(fileName({ ...parts, hasLongTitle, title: 'a'.repeat(200) }))?.[1]?.length
  }
  for (const id of ['xiaohongshu', 'bilibili', 'xiaoyuzhou', 'apple_podcasts']) expect(kept(id)).toBe(100)
  for (const id of ['youtube', 'soundcloud', 'castbox']) expect(kept(id)).toBe(80)
})

test('keeps 100 characters for three audio sites', () => {
  const kept = (sourceDomain: string) => {
    const name = fileName({ ...parts, sourceDomain, title: 'a'.repeat(200) })
    return /_(a+)_/.exec(name)?.[1]?.length
  }
  for (const domain of ['ximalaya.com', 'm.ximalaya.com', 'lizhi.fm', 'qingting.fm'])
    expect(kept(domain)).toBe(100)
  for (const domain of ['ximalaya.example.com', 'example.com', 'localhost']) expect(kept(domain)).toBe(80)
})

test('cuts a hundred Chinese characters to 255 bytes (C46)', () => {
  const name = fileName({ ...parts, hasLongTitle: true, title: '界'.repeat(100) })
  expect(bytes(name)).toBeLessThanOrEqual(255)
  expect(bytes(name)).toBeGreaterThan(250)
  expect(name).toMatch(/界_1080p_1740\.mp4$/)
})

test('never cuts inside an emoji', () => {
  const name = fileName({ ...parts, title: `${'a'.repeat(78)}👨‍👩‍👧‍👦` })
  expect(name).toContain(`${'a'.repeat(78)}_1080p`)
})

test.each([
  [{ title: 'A: song / "live"', resolution: '1080p', ext: 'mp4' }, 'A song live (1080p).mp4'],
  [{ title: 'AC/DC live', resolution: null, ext: 'mp3' }, 'AC DC live.mp3'],
  [{ title: 'Part 1.mp4', resolution: null, ext: 'mp4' }, 'Part 1.mp4'],
  [{ title: '..', resolution: '720p', ext: null }, '(720p).mp4'],
  [{ title: ' ', resolution: null, ext: 'webm' }, 'untitled.webm'],
])('gives the short name of %j', (short, name) => {
  expect(shortName(short)).toBe(name)
})

test('keeps the resolution of a long title in a short name', () => {
  const name = shortName({ title: '界'.repeat(300), resolution: '1080p', ext: 'mp4' })
  expect(bytes(name)).toBeLessThanOrEqual(255)
  expect(name).toMatch(/界 \(1080p\)\.mp4$/)
})

test('is safe for any title', () => {
  fc.assert(
    fc.property(
      anyText,
      anyText,
      fc.option(anyText),
      fc.option(fc.double()),
      (title, host, resolution, bitrate) => {
        const name = fileName({
          ...parts,
          title,
          sourceDomain: host,
          siteHost: host,
          resolution,
          bitrate,
          ext: 'webm',
        })
        expect(bytes(name)).toBeLessThanOrEqual(255)
        expect(name.isWellFormed()).toBe(true)
        expect(name).not.toMatch(unsafe)
        expect(name).not.toMatch(/\s/)
        expect(name.endsWith('.webm')).toBe(true)
        expect(name.split('_').length).toBeGreaterThanOrEqual(5)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('makes any text a safe name', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const name = safeFileName(text, 'mp4')
      expect(bytes(name)).toBeLessThanOrEqual(255)
      expect(name.isWellFormed()).toBe(true)
      expect(name).not.toMatch(unsafe)
      expect(name).toMatch(/^[^.-].*\.mp4$/su)
      expect(safeFileName(name, 'mp4')).toBe(name)
    }),
    { numRuns: 1_000 },
  )
})

test('safeFileName does not change a name that fileName has built', () => {
  for (const title of ['A song', '界'.repeat(100), 'Episode 1.5', 'Mr. Smith', '__proto__']) {
    const name = fileName({ ...parts, title })
    expect(safeFileName(name, 'mp4')).toBe(name)
  }
})

test.each([
  ['clip.mp4', 'clip.mp4'],
  ['clip.MP4', 'clip.mp4'],
  ['a.mp4; filename=evil.exe', 'a.mp4; filename=evil.mp4'],
  ['a\r\nSet-Cookie: x=1.mp4', 'aSet-Cookie x=1.mp4'],
  ['a\nb.mp4', 'ab.mp4'],
  ['a\tb\u007f.mp4', 'ab.mp4'],
  ['a\u0085b.mp4', 'ab.mp4'],
  ['invoice_\u202e4pm.exe', 'invoice_4pm.mp4'],
  ['../../etc/passwd', 'etc passwd.mp4'],
  ['..\\..\\windows\\win.ini', 'windows win.mp4'],
  ['C:\\a.mp4', 'C a.mp4'],
  ['\\\\host\\share\\a.mp4', 'host share a.mp4'],
  ['a／b.mp4', 'a／b.mp4'],
  ['CON.mp4', '_CON.mp4'],
  ['.bashrc', 'bashrc.mp4'],
  ['-rf.mp4', '_-rf.mp4'],
  ['', 'untitled.mp4'],
  ['   ', 'untitled.mp4'],
  ['a.svg', 'a.mp4'],
  ['video.mp4.exe', 'video.mp4'],
  ['x.url', 'x.mp4'],
  ['__proto__', '__proto__.mp4'],
  ['Episode 1.5', 'Episode 1.5.mp4'],
  ['😀🎬.mp4', '😀🎬.mp4'],
  ['AC/DC – Thunderstruck (live, 1991).mp4', 'AC DC – Thunderstruck (live, 1991).mp4'],
  ['Pt. 1/2: “why?”.mp4', 'Pt. 1 2 “why”.mp4'],
  ['two  spaces.mp4', 'two spaces.mp4'],
  ['ends with a space .mp4', 'ends with a space.mp4'],
  [`e${'\u0301'.repeat(400)}.mp4`, `é${'\u0301'.repeat(7)}.mp4`],
  [`x${'\u0336'.repeat(400)}yz.mp4`, `x${'\u0336'.repeat(8)}yz.mp4`],
  [`${'👩‍'.repeat(100)}.mp4`, 'untitled.mp4'],
  ['..a..', 'a.mp4'],
  ['mp4', 'mp4.mp4'],
  ['.mp4.x', 'mp4.mp4'],
  ['a.123', 'a.123.mp4'],
  ['a.7z', 'a.mp4'],
  ['a.abcdefghi', 'a.abcdefghi.mp4'],
  ['COM1', '_COM1.mp4'],
  ['lpt9.txt', '_lpt9.mp4'],
  ['comx', 'comx.mp4'],
  ['console', 'console.mp4'],
])('safeFileName turns the requested file name %j into %j', (text, name) =>
  expect(safeFileName(text, 'mp4')).toBe(name),
)

test('makes every name of the corpus safe', () => {
  const corpus: { groups: Record<string, { input: unknown }[]> } = JSON.parse(
    readFileSync(new URL('../corpus/bad-inputs.json', import.meta.url), 'utf8'),
  )
  const names = corpus.groups['GET /api/proxied_download (filename)']!.map((one) => String(one.input))
  expect(names.length).toBeGreaterThan(20)
  for (const name of names)
    expect(safeFileName(name, 'mp4')).toMatch(/^[^\\/:\p{Cc}\p{Bidi_Control}\p{Cs}]{1,110}\.mp4$/u)
})

test('cuts 300 letters to 255 bytes', () => {
  const name = safeFileName('a'.repeat(300), 'mp4')
  expect(name).toBe(`${'a'.repeat(251)}.mp4`)
})

test('removes leading dots and combining marks', () => {
  for (const name of ['\u0301\u0302.mp4', '\u0301\u0302', '.\u0301.mp4', '..\u0301'])
    expect(safeFileName(name, 'mp4'), JSON.stringify(name)).toBe('untitled.mp4')
  expect(safeFileName('\u0301e\u0301t\u00e9.mp4', 'mp4')).toBe('\u00e9t\u00e9.mp4')
})

test('reads a name of thousands of dots in linear time', () => {
  const name = `a${'. '.repeat(20_000)}!`
  expect(cpuSeconds(() => safeFileName(name, 'mp4'))).toBeLessThan(MOST_SECONDS / 10)
})
