import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { mediaFacts } from '#media/media-head.ts'
import { verify, type RequiredProperties } from '../../../../merger/merge/proof/verify.ts'
import { media } from '../lib/media.ts'
import { AUDIO_ONLY, rejectionOf } from '../lib/proofs.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'proof-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const both: RequiredProperties = {
  container: 'mp4',
  hasVideo: true,
  hasAudio: 'yes',
  video: { seconds: 12, slack: 0.5 },
  audio: { seconds: 12, slack: 0.5 },
  longest: null,
  isPair: true,
  pageSeconds: 12,
  indexReserve: 0,
}

/** Applies `change` to the bytes of a file. Saves the result as a new file, and returns its path. */
function changedCopy(file: string, change: (bytes: Buffer) => Buffer): string {
  const copy = path.join(folder, `${Math.random()}${path.extname(file)}`)
  writeFileSync(copy, change(readFileSync(file)))
  return copy
}
const codeOf = (file: string, required: RequiredProperties) =>
  verify(file, required).then(
    () => undefined,
    (failure: Failure) => failure.code,
  )

/** Creates a file with ffmpeg and returns its path. */
const made = (args: string, name: string) => {
  const file = path.join(folder, name)
  execFileSync('ffmpeg', [...'-v error -y'.split(' '), ...args.split(' '), file])
  return file
}
test('accepts a complete mp4 and returns its facts', async () => {
  expect(await verify(media('both.mp4'), both)).toEqual({
    container: 'mp4',
    video_codec: 'h264',
    audio_codec: 'aac',
    width: 640,
    height: 360,
    duration: expect.closeTo(12, 0) as number,
  })
})

test('compares each stream of a Matroska file with its own source', async () => {
  const mkv = made(`-i ${media('both.mp4')} -c copy -reserve_index_space 100000 -f matroska`, 'both.mkv')
  const required = { ...both, container: 'mkv' as const, indexReserve: 100_000 }
  const longer = { seconds: 14, slack: 0.5 }
  expect(await verify(mkv, required)).toMatchObject({ container: 'mkv' })
  expect(await rejectionOf(mkv, { ...required, audio: longer })).toContain('audio lasts')
  expect(await rejectionOf(mkv, { ...required, video: longer })).toContain('video lasts')
})

test('accepts a file that may last longer than its source says', async () => {
  const at = (atMost: number) => ({ ...both, audio: { seconds: 6, slack: 0.5, atMost } })
  expect(await rejectionOf(media('both.mp4'), at(8))).toContain('audio lasts')
  expect(await verify(media('both.mp4'), at(Infinity))).toMatchObject({ container: 'mp4' })
})

test.for(['mp4', 'mkv'] as const)(
  'refuses an %s whose sound ends long before its picture',
  async (container) => {
    const sound = `-i ${media('video.mp4')} -t 4 -i ${media('audio.m4a')} -c copy`
    const file = made(`${sound} -moov_size 20000 -reserve_index_space 20000`, `uneven.${container}`)
    const required = { ...both, container, indexReserve: 20_000, audio: null }
    expect(await codeOf(file, required)).toBe('in_parts')
    expect(await codeOf(file, { ...required, isPair: false })).toBeUndefined()
  },
)

test('refuses a film whose sound begins at another time than its source', async () => {
  const delayed = `-i ${media('video.mp4')} -itsoffset 3 -i ${media('audio.m4a')} -c copy -moov_size 20000`
  const file = made(delayed, 'delayed.mp4')
  const of = (soundBegins: number | null) => codeOf(file, { ...both, indexReserve: 20_000, soundBegins })
  expect(await Promise.all([3, 3.4, null].map(of))).toEqual([undefined, undefined, undefined])
  expect(await rejectionOf(file, { ...both, soundBegins: 0 })).toContain('sound begins at')
})

test('refuses a video that is much shorter than its page says', async () => {
  const of = (pageSeconds: number | null) => codeOf(media('both.mp4'), { ...both, pageSeconds })
  expect(await Promise.all([13, 16, null].map(of))).toEqual([undefined, 'in_parts', undefined])
})

test.for([
  ['cut at its end', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1_000), 'reaches beyond'],
  ['with bytes behind its last box', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(100)]), 'no box'],
  [
    'whose index overwrote the media header',
    (bytes: Buffer) => {
      bytes.fill(0xab, bytes.indexOf('mdat') - 4, bytes.indexOf('mdat') + 4)
      return bytes
    },
    'box',
  ],
  [
    'with a wrong sample size',
    (bytes: Buffer) => {
      bytes.writeUInt32BE(5, bytes.indexOf('stsz') + 16)
      return bytes
    },
    'sample bytes',
  ],
] as const)('`verify` refuses an mp4 %s', async ([, change, reason]) => {
  expect(await rejectionOf(changedCopy(media('both.mp4'), change), both)).toContain(reason)
})

test('refuses an mp4 of unexpected layout, streams or duration', async () => {
  expect(await rejectionOf(media('video-fragments.mp4'), both)).toContain('layout')
  expect(await rejectionOf(media('video-late.mp4'), both)).toContain('behind the media')
  expect(await rejectionOf(media('video.mp4'), both)).toContain('streams video')
  expect(await rejectionOf(media('both.mp4'), { ...both, hasAudio: 'no' })).toContain('streams video,audio')
  expect(await rejectionOf(media('both.mp4'), { ...both, audio: { seconds: 14, slack: 0.5 } })).toContain(
    'audio lasts',
  )
  expect(await rejectionOf(media('both.mp4'), { ...both, longest: { seconds: 11, slack: 0.5 } })).toContain(
    'file lasts',
  )
})

test('accepts only a complete WebM, MP3 or GIF', async () => {
  const none = { ...AUDIO_ONLY, indexReserve: 100_000 }
  const webm = made(`-i ${media('audio.webm')} -c copy -reserve_index_space 100000 -f webm`, 'whole.webm')
  const gif = made(`-i ${media('silent.mp4')} -r 5 -f gif`, 'whole.gif')
  const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 500)
  expect(await verify(webm, { ...none, container: 'webm' })).toMatchObject({ audio_codec: 'opus' })
  expect(await rejectionOf(changedCopy(webm, cut), { ...none, container: 'webm' })).toContain(
    'the segment ends',
  )
  expect(await rejectionOf(media('audio.webm'), { ...none, container: 'webm' })).toContain('index')
  expect(await verify(media('audio.mp3'), { ...none, container: 'mp3' })).toMatchObject({
    audio_codec: 'mp3',
  })
  expect(await rejectionOf(changedCopy(media('audio.mp3'), cut), { ...none, container: 'mp3' })).toContain(
    'bytes counted',
  )
  const gifPromise = { ...none, hasVideo: true, hasAudio: 'no', container: 'gif' } as const
  expect((await verify(gif, gifPromise)).duration).toBeCloseTo(3, 0)
  expect(await rejectionOf(changedCopy(gif, cut), gifPromise)).toContain('block')
  // Adds 500 bytes after the end of a file. `verify` must refuse the longer file, too.
  const longer = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(500)])
  expect(await rejectionOf(changedCopy(webm, longer), { ...none, container: 'webm' })).toContain(
    'the segment ends',
  )
  expect(await rejectionOf(changedCopy(media('audio.mp3'), longer), { ...none, container: 'mp3' })).toContain(
    'bytes counted',
  )
  expect(await rejectionOf(changedCopy(gif, longer), gifPromise)).toContain('block')
})

test('mediaFacts reads a file from its first bytes', () => {
  const of = (name: string) =>
    mediaFacts(readFileSync(media(name)).subarray(0, 1024 ** 2), readFileSync(media(name)).length)
  expect(of('video.mp4')).toMatchObject({
    kind: 'mp4',
    isIndexLast: false,
    isAll: true,
    start: 0,
    tracks: [{ kind: 'video', codec: 'h264', width: 640, height: 360, fps: 30 }],
  })
  expect(of('video.mp4').duration).toBeCloseTo(12, 0)
  expect(of('video-late.mp4')).toMatchObject({ kind: 'mp4', isIndexLast: true })
  expect(of('video-fragments.mp4')).toMatchObject({
    kind: 'mp4',
    isIndexLast: false,
    tracks: [{ codec: 'h264' }],
  })
  expect(of('video-fragments.mp4').duration).toBeCloseTo(12, 0)
  expect(of('video.webm')).toMatchObject({ kind: 'matroska', tracks: [{ codec: 'vp9' }] })
  expect(of('audio.webm').duration).toBeCloseTo(12, 0)
  expect(of('audio.mp3')).toMatchObject({ kind: 'other', start: 0, tracks: [{ codec: 'mp3' }] })
  for (const text of ['<!doctype html>', '  {"error":1}', '#EXTM3U\n', '\n\n<html>'])
    expect(mediaFacts(Buffer.from(text.padEnd(600)), null).kind).toBe('text')
})

test('throws only Failures for an mp4 with random changes', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const file = changedCopy(media('both.mp4'), (bytes) => {
      for (let n = 0; n < 40; n++) bytes[(seed * 7_919 + n * 104_729) % 20_000] = (seed * n * 31) & 255
      return bytes
    })
    const outcome: unknown = await verify(file, both).catch((error: unknown) => error)
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Failure)
    mediaFacts(readFileSync(file), null)
  }
})

test('allows a difference of 0.5 % between durations', async () => {
  // Divides both timescales by 50, so the audio lasts 600 seconds instead of 12. For this duration, `verify`
  // allows a difference of 3 s (0.5 %).
  const file = changedCopy(media('audio.m4a'), (bytes) => {
    bytes.writeUInt32BE(882, bytes.indexOf('mdhd') + 16)
    bytes.writeUInt32BE(20, bytes.indexOf('mvhd') + 16)
    return bytes
  })
  const audioOnly: RequiredProperties = { ...both, container: 'm4a', hasVideo: false, video: null }
  const lasting = (seconds: number): RequiredProperties => ({ ...audioOnly, audio: { seconds, slack: 0.5 } })
  const { duration } = await verify(file, lasting(600))
  expect((await verify(file, lasting(duration + 2.5))).duration).toBe(duration)
  expect(await rejectionOf(file, lasting(duration + 10))).toContain('audio lasts')
})

test('refuses a last chunk offset outside the media box', async () => {
  const shifted = changedCopy(media('video.mp4'), (bytes) => {
    const table = bytes.indexOf('stco') + 8
    const last = table + 4 * bytes.readUInt32BE(table)
    bytes.writeUInt32BE(bytes.readUInt32BE(last) + 10, last)
    return bytes
  })
  expect(await rejectionOf(shifted, { ...both, hasAudio: 'no', audio: null })).toContain('do not fill')
})

// This test would exceed its time limit if `verify` counted each sample.
test('refuses billions of samples without counting them', async () => {
  const crafted = changedCopy(media('audio.m4a'), (bytes) => {
    const [sizes, runs] = [bytes.indexOf('stsz'), bytes.indexOf('stsc')]
    bytes.writeUInt32BE(1, sizes + 8)
    bytes.writeUInt32BE(0xffff_ffff, sizes + 12)
    bytes.writeUInt32BE(0xffff_ffff, runs + 16)
    return bytes
  })
  const audioOnly: RequiredProperties = { ...both, container: 'm4a', hasVideo: false, video: null }
  expect(await rejectionOf(crafted, audioOnly)).toContain('4294967295 sample bytes in')
}, 3_000)
