import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factsOffset, mediaFacts } from '#media/media-head.ts'
import { mp3Frame, audioStart } from '#media/sound/mp3-frame.ts'

const HEAD = 65_536
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sounds-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const make = (name: string, options: string) => {
  const file = path.join(folder, name)
  const source = '-f lavfi -i sine=frequency=440:beep_factor=4:sample_rate=44100:duration=12'
  const words = `-v error -nostdin -y ${source} ${options}`.split(' ')
  execFileSync('ffmpeg', [...words, file], { cwd: folder })
  return fs.readFileSync(file)
}
beforeAll(() => {
  const picture = '-v error -nostdin -y -f lavfi -i testsrc2=size=900x900:duration=0.04 -frames:v 1'
  execFileSync('ffmpeg', [...picture.split(' '), `${folder}/cover.png`])
})

const cover = '-i cover.png -map 0:a -map 1:v -c:v copy -disposition:v attached_pic'
/**
 * ffmpeg options for a file without a Xing/Info header and without an ID3 tag. Many recorders write such
 * files.
 */
const bare = '-write_xing 0 -id3v2_version 0'

test.for([
  ['128.mp3', '-c:a libmp3lame -b:a 128k'],
  ['vbr.mp3', '-c:a libmp3lame -q:a 4'],
  ['bare.mp3', `-c:a libmp3lame -b:a 96k ${bare}`],
  ['bare-low.mp3', `-ar 22050 -ac 1 -c:a libmp3lame -b:a 32k ${bare}`],
  ['bare-vbr.mp3', `-c:a libmp3lame -q:a 4 ${bare}`],
  ['bare.mp2', '-c:a mp2 -b:a 192k'],
] as const)('the codec and the duration of %s are read from its first bytes', ([name, options]) => {
  const bytes = make(name, options)
  const facts = mediaFacts(bytes.subarray(0, HEAD), bytes.length)
  expect(facts.tracks).toMatchObject([{ kind: 'audio', codec: name.slice(-3), width: null, height: null }])
  expect(facts.duration).toBeGreaterThan(11.5)
  expect(facts.duration).toBeLessThan(12.5)
})

test('reads the duration from frames behind a large picture', () => {
  const bytes = make('covered.mp3', `${cover} -c:a libmp3lame -b:a 128k -id3v2_version 3`)
  const head = bytes.subarray(0, HEAD)
  expect(mediaFacts(head, bytes.length)).toMatchObject({ tracks: [], duration: null })
  const from = factsOffset(head)!
  expect(from).toBeGreaterThan(HEAD)
  const facts = mediaFacts(bytes.subarray(from, from + HEAD), bytes.length - from)
  expect(facts.duration).toBeCloseTo(12, 0)
  expect(facts.soundBytes).toBe(bytes.length - from)
})

test.for([600, 20_000, 5_000_000])(
  'reads the duration behind a tag that states %d bytes and has 500',
  (stated) => {
    const sound = make('false-tag.mp3', `-c:a libmp3lame -b:a 64k ${bare}`)
    const size = [21, 14, 7, 0].map((shift) => (stated >> shift) & 127)
    const tag = Buffer.concat([Buffer.from('ID3\x03\0\0'), Buffer.from(size), Buffer.alloc(500)])
    const bytes = Buffer.concat([tag, sound])
    const facts = mediaFacts(bytes.subarray(0, HEAD), bytes.length)
    expect(facts).toMatchObject({ tracks: [{ codec: 'mp3' }], soundBytes: sound.length })
    expect(facts.duration).toBeCloseTo(12, 0)
  },
)

test('reads the duration behind bytes that are no sound', () => {
  const sound = make('behind-junk.mp3', `-c:a libmp3lame -b:a 64k ${bare}`)
  const bytes = Buffer.concat([Buffer.alloc(9_000, 'the rest of a stream '), sound])
  const facts = mediaFacts(bytes.subarray(0, HEAD), bytes.length)
  expect(facts).toMatchObject({ tracks: [{ codec: 'mp3' }], soundBytes: sound.length })
  expect(facts.duration).toBeCloseTo(12, 0)
})

test('sees that an MP3 has fewer bytes than it states', () => {
  const bytes = make('whole.mp3', '-c:a libmp3lame -b:a 128k')
  expect(mediaFacts(bytes.subarray(0, HEAD), bytes.length).isCut).toBe(false)
  expect(mediaFacts(bytes.subarray(0, HEAD), bytes.length / 2).isCut).toBe(true)
})

test('mp3Frame returns lengths that add up to the audio data', () => {
  for (const name of ['128.mp3', 'vbr.mp3', 'bare-low.mp3', 'bare.mp2']) {
    const bytes = fs.readFileSync(path.join(folder, name))
    let at = audioStart(bytes)
    for (let frame = mp3Frame(bytes, at); frame; frame = mp3Frame(bytes, at)) at += frame.length!
    expect(at, name).toBe(bytes.length)
  }
})

test('finds no duration in other formats and cut headers', () => {
  const adts = make('x.aac', '-c:a aac')
  for (const bytes of [
    adts,
    Buffer.alloc(0),
    Buffer.from('fLaC'),
    Buffer.from('ID3'),
    Buffer.alloc(4096, 0xff),
  ])
    expect(mediaFacts(bytes, bytes.length).duration).toBeNull()
})
