import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endsShort, hasTellingEnd } from '#media/file-end.ts'
import { mediaFacts } from '#media/media-head.ts'
import { media } from '../merger/merge/lib/media.ts'

const BYTES = 65_536
const read = (name: string) => readFileSync(media(name))

function isCut(file: Buffer): boolean {
  const head = file.subarray(0, BYTES)
  const isShort = hasTellingEnd(head) && endsShort(head, file.subarray(-BYTES), file.length)
  return isShort || mediaFacts(head, file.length).isCut
}

test.for([
  ['covered.flac', 1],
  ['sound.ogg', 1],
  ['sound.opus', 1],
  ['sound.oga', 1],
  ['theora.ogv', 1],
  ['film.mts', 1],
  ['film.m2ts', 1],
  ['video.mp4', 1],
  ['video-fragments.mp4', 1_000],
  ['titled.webm', 1],
  ['nelly.flv', 5],
  ['divx.avi', 9],
  ['old.wmv', 1_000],
  ['f64.wav', 200],
  ['ima.wav', 200],
  ['s8.aiff', 100],
  ['voice.au', 100],
  ['voice.caf', 5_000],
  ['audio.mp3', 10_000],
] as const)('sees that %s lacks %d bytes or more', ([name, least]) => {
  const whole = read(name)
  expect(isCut(whole)).toBe(false)
  const places = [
    whole.length - least,
    ...[0.9, 0.7, 0.5].map((share) => Math.floor(whole.length * share) + 7),
  ]
  for (const place of places) expect(isCut(whole.subarray(0, place)), `at ${place}`).toBe(true)
})

const text = (value: string) => Buffer.from(value, 'latin1')
const u32 = (value: number) => Buffer.from([24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff))
const l32 = (value: number) => u32(value).toReversed()
const wav = (length: number) =>
  Buffer.concat([text('RIFF'), l32(length), text('WAVEfmt '), l32(16), Buffer.alloc(16), text('data')])
const rf64 = (wide: number) =>
  Buffer.concat([
    text('RF64\xff\xff\xff\xffWAVEds64'),
    l32(28),
    ...[0, 0, wide, 0, 0, 0, 0].map(l32),
    text('data\xff\xff\xff\xff'),
  ])
const sound = Buffer.alloc(5_000, 3)

test.for([0, 0xffff_ffff, 0xffff_ffd3, 0x7fff_f000, 0x8000_0000, 5_000, 5_030])(
  'leaves a WAV of 5000 bytes that states %d as it is',
  (length) => expect(isCut(Buffer.concat([wav(length), l32(length), sound]))).toBe(false),
)

test.for([
  ['WAV that states 6000 bytes', Buffer.concat([wav(6_000), l32(6_000)]), true],
  ['RF64 that states 6000 bytes', rf64(6_000), true],
  ['RF64 of an open length', rf64(0), false],
  ['AU of an open length', Buffer.concat([text('.snd'), u32(24), u32(0xffff_ffff)]), false],
  ['CAF of an open length', text('caff\0\x01\0\0data\xff\xff\xff\xff\xff\xff\xff\xff'), false],
  ['AVI of an open length', Buffer.concat([text('RIFF'), l32(0), text('AVI ')]), false],
  ['AVI that states 6000 bytes', Buffer.concat([text('RIFF'), l32(6_000), text('AVI ')]), true],
] as const)('compares 5000 bytes with an %s', ([, head, expected]) =>
  expect(isCut(Buffer.concat([head, sound]))).toBe(expected),
)

const ofSamples = (file: Buffer, samples: number) => {
  const copy = Buffer.from(file)
  copy.writeUInt8((copy.readUInt8(21) & 0xf0) + Math.floor(samples / 2 ** 32), 21)
  copy.writeUInt32BE(samples >>> 0, 22)
  return copy
}
const note = Buffer.concat([text('TAG'), Buffer.alloc(125, 0x20)])
const stating = (file: Buffer, seconds: number) => {
  const copy = Buffer.from(file)
  copy.writeDoubleBE(seconds, copy.indexOf('duration') + 9)
  return copy
}
const withoutMark = (file: Buffer) => {
  const copy = Buffer.from(file)
  copy.writeUInt8(0, copy.lastIndexOf('OggS') + 5)
  return copy
}

test.for([
  ['a FLAC with a tag', () => [read('covered.flac'), note]],
  ['a FLAC of unknown samples', () => [ofSamples(read('covered.flac'), 0)]],
  ['a FLAC of impossible samples', () => [ofSamples(read('covered.flac'), 2 ** 36 - 1)]],
  ['an Ogg with a tag', () => [read('sound.ogg'), note]],
  ['chained Ogg', () => [read('sound.ogg'), read('sound.oga')]],
  ['an Ogg without a mark of its end', () => [withoutMark(read('sound.ogg'))]],
  ['an FLV with a tag', () => [read('nelly.flv'), note]],
  ['an FLV without its last length', () => [read('nelly.flv').subarray(0, -4)]],
  ['a WAV with a tag', () => [read('f64.wav'), note]],
  ['a transport stream with a tag', () => [read('film.mts'), note]],
] as const)('takes %s as whole', ([, make]) => expect(isCut(Buffer.concat(make()))).toBe(false))

test.for([
  [0, false],
  [4.5, false],
  [60, true],
  [1e9, false],
] as const)('compares an FLV of 4 s with the stated %d s', ([seconds, expected]) =>
  expect(isCut(stating(read('nelly.flv'), seconds))).toBe(expected),
)

const ofFrames = (file: Buffer, frames: number) => {
  const copy = Buffer.from(file)
  copy.writeUInt32BE(frames, copy.indexOf('Info') + 8)
  return copy
}
const ofTicks = (file: Buffer, ticks: number) => {
  const copy = Buffer.from(file)
  copy.writeDoubleBE(ticks, copy.indexOf(Buffer.from('448988', 'hex')) + 3)
  return copy
}

test.for([
  ['MP3', () => ofFrames(read('audio.mp3'), 2 ** 32 - 1)],
  ['FLAC', () => ofSamples(read('covered.flac'), 2 ** 36 - 1)],
  ['Matroska', () => ofTicks(read('titled.mkv'), 1e11)],
] as const)('takes no length of years from %s of seconds', ([, make]) => {
  const file = make()
  expect(mediaFacts(file.subarray(0, BYTES), file.length).duration).toBeNull()
})

test('survives damaged heads and ends', () => {
  for (const name of ['covered.flac', 'sound.ogg', 'nelly.flv', 'old.wmv', 'voice.caf']) {
    const file = read(name).subarray(0, 2_000)
    for (let at = 0; at < 200; at++) {
      const damaged = Buffer.from(file)
      damaged[at] = 0xff
      expect(() => isCut(damaged)).not.toThrow()
      expect(() => isCut(file.subarray(0, at))).not.toThrow()
    }
  }
})
