import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { sniff } from '../../../merger/media/sniff.ts'
import { verify, type Promised } from '../../../merger/merge/proof/verify.ts'
import { media } from './media.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'proof-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const both: Promised = {
  container: 'mp4',
  hasVideo: true,
  hasAudio: 'yes',
  video: { seconds: 12, slack: 0.5 },
  audio: { seconds: 12, slack: 0.5 },
  longest: null,
  indexReserve: 0,
}

/** A copy of a file with some of its bytes changed. */
function spoiled(file: string, change: (bytes: Buffer) => Buffer): string {
  const copy = path.join(folder, `${Math.random()}${path.extname(file)}`)
  writeFileSync(copy, change(readFileSync(file)))
  return copy
}
const made = (args: string, name: string) => {
  const file = path.join(folder, name)
  execFileSync('ffmpeg', [...'-v error -y'.split(' '), ...args.split(' '), file])
  return file
}
const why = async (file: string, promised: Promised) => {
  const error: unknown = await verify(file, promised).then(
    () => null,
    (failure: unknown) => failure,
  )
  if (!(error instanceof Failure)) throw new Error('was proven')
  expect(error.code).toBe('merge_failed')
  return (error.cause as Error).message
}

test('a whole mp4 is proven with what is in it', async () => {
  expect(await verify(media('both.mp4'), both)).toEqual({
    container: 'mp4',
    video_codec: 'h264',
    audio_codec: 'aac',
    width: 640,
    height: 360,
    duration: expect.closeTo(12, 0) as number,
  })
})

test.for([
  ['cut at its end', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1_000), 'reaches beyond'],
  ['with something behind it', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(100)]), 'no box'],
  [
    'whose index was written over the media',
    (bytes: Buffer) => {
      bytes.fill(0xab, bytes.indexOf('mdat') - 4, bytes.indexOf('mdat') + 4)
      return bytes
    },
    'box',
  ],
  [
    'with a sample table that lies',
    (bytes: Buffer) => {
      bytes.writeUInt32BE(5, bytes.indexOf('stsz') + 16)
      return bytes
    },
    'sample bytes',
  ],
] as const)('an mp4 %s is not proven', async ([, change, reason]) => {
  expect(await why(spoiled(media('both.mp4'), change), both)).toContain(reason)
})

test('an mp4 that is not what was promised is not proven', async () => {
  expect(await why(media('video-fragments.mp4'), both)).toMatch(/layout|fragmented/)
  expect(await why(media('video-late.mp4'), both)).toContain('behind the media')
  expect(await why(media('video.mp4'), both)).toContain('streams video')
  expect(await why(media('both.mp4'), { ...both, hasAudio: 'no' })).toContain('streams video,audio')
  expect(await why(media('both.mp4'), { ...both, audio: { seconds: 14, slack: 0.5 } })).toContain(
    'audio lasts',
  )
  expect(await why(media('both.mp4'), { ...both, longest: { seconds: 11, slack: 0.5 } })).toContain(
    'file lasts',
  )
})

test('WebM, MP3 and GIF are proven whole and not when cut', async () => {
  const none = {
    hasVideo: false,
    hasAudio: 'yes',
    video: null,
    audio: null,
    longest: null,
    indexReserve: 100_000,
  } as const
  const webm = made(`-i ${media('audio.webm')} -c copy -reserve_index_space 100000 -f webm`, 'whole.webm')
  const gif = made(`-i ${media('silent.mp4')} -r 5 -f gif`, 'whole.gif')
  const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 500)
  expect(await verify(webm, { ...none, container: 'webm' })).toMatchObject({ audio_codec: 'opus' })
  expect(await why(spoiled(webm, cut), { ...none, container: 'webm' })).toContain('the segment ends')
  expect(await why(media('audio.webm'), { ...none, container: 'webm' })).toContain('index')
  expect(await verify(media('audio.mp3'), { ...none, container: 'mp3' })).toMatchObject({
    audio_codec: 'mp3',
  })
  expect(await why(spoiled(media('audio.mp3'), cut), { ...none, container: 'mp3' })).toContain(
    'bytes counted',
  )
  const picture = { ...none, hasVideo: true, hasAudio: 'no', container: 'gif' } as const
  expect((await verify(gif, picture)).duration).toBeCloseTo(3, 0)
  expect(await why(spoiled(gif, cut), picture)).toMatch(/block/)
})

test('the beginning of a file tells what it is', () => {
  const of = (name: string) =>
    sniff(readFileSync(media(name)).subarray(0, 1024 ** 2), readFileSync(media(name)).length)
  expect(of('video.mp4')).toMatchObject({ kind: 'mp4', isIndexLast: false, start: 0, fps: 30, video: 'h264' })
  expect(of('video.mp4').duration).toBeCloseTo(12, 0)
  expect(of('video-late.mp4')).toMatchObject({ kind: 'mp4', isIndexLast: true })
  expect(of('video-fragments.mp4')).toMatchObject({ kind: 'mp4', isIndexLast: false, video: 'h264' })
  expect(of('video-fragments.mp4').duration).toBeCloseTo(12, 0)
  expect(of('video.webm')).toMatchObject({ kind: 'matroska', video: 'vp9' })
  expect(of('audio.webm').duration).toBeCloseTo(12, 0)
  expect(of('audio.mp3')).toMatchObject({ kind: 'other', start: 0 })
  for (const text of ['<!doctype html>', '  {"error":1}', '#EXTM3U\n', '\n\n<html>'])
    expect(sniff(Buffer.from(text.padEnd(600)), null).kind).toBe('text')
})

test('random bytes are neither proven nor the end of us', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const file = spoiled(media('both.mp4'), (bytes) => {
      for (let n = 0; n < 40; n++) bytes[(seed * 7_919 + n * 104_729) % 20_000] = (seed * n * 31) & 255
      return bytes
    })
    const outcome: unknown = await verify(file, both).catch((error: unknown) => error)
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Failure)
    sniff(readFileSync(file), null)
  }
})
