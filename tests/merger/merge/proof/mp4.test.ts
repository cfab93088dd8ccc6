import { readdirSync, readlinkSync, truncateSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { MAX_INDEX_BYTES } from '../../../../merger/merge/index-reserve.ts'
import type { RequiredProperties } from '../../../../merger/merge/proof/verify.ts'
import { box, fullBox, movieHeader, track, u32, u64, type TrackOptions } from '../../../media/lib/boxes.ts'
import { AUDIO_ONLY, reasonFor, rejectionOf, verifyBytes, VIDEO_ONLY, written } from '../lib/proofs.ts'

const video: RequiredProperties = { ...VIDEO_ONLY, container: 'mp4' }
const ftyp = box('ftyp', Buffer.from('isom'))

type Tables = TrackOptions & {
  /** Size of each sample; 0 = the samples have different sizes, which are in `sizes`. */
  fixed?: number
  sizes?: number[]
  /** Number of samples; by default the length of `sizes`. */
  count?: number
  /**
   * Entries of the `stsc` table. Each entry describes a run of chunks with the same number of samples: number
   * of the first chunk, and number of samples in each chunk.
   */
  runs?: [first: number, samples: number][]
  /** Offsets of the chunks from the start of the media. */
  offsets: number[]
  /** Additional bytes after the last entry of the `stsc` table. */
  afterRuns?: Buffer
  isLong?: boolean
  without?: 'stsz' | 'stsc' | 'stco'
}

/** Builds the `trak` box of one track. `media` is the offset of the media in the file. */
function trackWith(tables: Tables, media: number): Buffer {
  const { fixed = 0, sizes = [], count = sizes.length, runs = [[1, sizes.length]], offsets } = tables
  const places = offsets.map((offset) => media + offset)
  const runEntries = runs.map(([first, samples]) => u32(first, samples, 1))
  const all = {
    stsz: fullBox('stsz', 0, u32(fixed, count, ...sizes)),
    stsc: fullBox('stsc', 0, u32(runs.length), ...runEntries, tables.afterRuns ?? Buffer.alloc(0)),
    stco: tables.isLong
      ? fullBox('co64', 0, u32(places.length), u64(...places))
      : fullBox('stco', 0, u32(places.length), u32(...places)),
  }
  const { without } = tables
  const kept = Object.entries(all).flatMap(([name, bytes]) => (name === without ? [] : [bytes]))
  return track({ ...tables, tables: Buffer.concat(kept) })
}

/** Builds a file with its index before `bytes` bytes of media. */
function mp4(bytes: number, ...tracks: Tables[]): Buffer {
  const index = (media: number) =>
    Buffer.concat([ftyp, box('moov', movieHeader(600, 1_200), ...tracks.map((one) => trackWith(one, media)))])
  return Buffer.concat([index(index(0).length + 8), box('mdat', Buffer.alloc(bytes, 7))])
}

const UNEQUAL_CHUNKS: Tables = {
  sizes: [10, 20, 30],
  runs: [
    [1, 1],
    [2, 2],
  ],
  offsets: [0, 10],
}

const two = { duration: 2, video_codec: 'h264', width: 320, height: 180 }

describe('`verify` accepts an mp4 whose samples fill its media box', () => {
  test.each<[string, Buffer]>([
    ['one chunk', mp4(60, { sizes: [10, 20, 30], offsets: [0] })],
    [
      'two chunks with equally many samples',
      mp4(60, { sizes: [10, 20, 10, 20], runs: [[1, 2]], offsets: [0, 30] }),
    ],
    [
      'two chunks with different numbers of samples',
      mp4(60, {
        ...UNEQUAL_CHUNKS,
      }),
    ],
    [
      'offsets of 64 bits',
      mp4(60, {
        ...UNEQUAL_CHUNKS,
        isLong: true,
      }),
    ],
    ['samples of one fixed size', mp4(40, { fixed: 10, count: 4, runs: [[1, 2]], offsets: [0, 20] })],
    [
      'chunks in another order than their samples',
      mp4(60, { sizes: [10, 50], runs: [[1, 1]], offsets: [50, 0] }),
    ],
    [
      'bytes after the last entry of a table',
      mp4(60, { sizes: [10, 20, 30], offsets: [0], afterRuns: u32(1, 3, 1) }),
    ],
  ])('%s', async (_, bytes) => expect(await verifyBytes(bytes, video)).toMatchObject(two))

  test('returns the duration of the longer track', async () => {
    const both: RequiredProperties = { ...video, hasAudio: 'yes' }
    const sound = (ticks: number) =>
      mp4(
        30,
        { sizes: [10], offsets: [20] },
        { kind: 'soun', ticks, fixed: 4, count: 5, runs: [[1, 5]], offsets: [0] },
      )
    expect(await verifyBytes(sound(1_500), both)).toMatchObject({ ...two, audio_codec: 'aac' })
    expect(await verifyBytes(sound(2_500), both)).toMatchObject({ ...two, duration: 2.5 })
    const longest = { seconds: 2.5, slack: 0.1 }
    expect(await verifyBytes(sound(2_500), { ...both, longest })).toMatchObject({ duration: 2.5 })
    expect(await reasonFor(sound(1_500), { ...both, longest })).toBe('file lasts 2.00 s, its source 2.50 s')
  })
})

describe('`verify` refuses an mp4 with a wrong layout', () => {
  const whole = mp4(60, { sizes: [10, 20, 30], offsets: [0] })
  const moov = whole.subarray(ftyp.length, whole.length - 68)
  const mdat = whole.subarray(whole.length - 68)
  test.each([
    ['without an index', Buffer.concat([ftyp, mdat]), 'layout ftyp,mdat'],
    ['without media', Buffer.concat([ftyp, moov]), 'layout ftyp,moov'],
    ['with two media boxes', Buffer.concat([whole, mdat]), 'layout ftyp,moov,mdat,mdat'],
    ['with its index after the media', Buffer.concat([ftyp, mdat, moov]), 'the index is behind the media'],
    ['with a fragment', Buffer.concat([whole, box('moof')]), 'fragmented'],
  ])('%s', async (_, bytes, reason) => expect(await reasonFor(bytes, video)).toBe(reason))

  test('refuses a last box of length zero', async () => {
    const unfinished = mp4(8, { sizes: [8], offsets: [0] })
    const start = unfinished.length - 16
    unfinished.writeUInt32BE(0, start)
    expect(await reasonFor(unfinished, video)).toBe(`no box at ${start}`)
  })

  test.each([
    [MAX_INDEX_BYTES, 'the samples do not fill the media box'],
    [MAX_INDEX_BYTES + 1, 'the index is too large'],
  ])('refuses an index of %i bytes: %s', async (length, reason) => {
    // The content of the index is a hole in a sparse file, so it takes no disk space.
    const file = written(Buffer.concat([ftyp, u32(length), Buffer.from('moov')]))
    truncateSync(file, ftyp.length + length)
    const handle = await open(file, 'r+')
    await handle.write(box('mdat'), 0, 8, ftyp.length + length)
    await handle.close()
    expect(await rejectionOf(file, video)).toBe(reason)
  })
})

describe('`verify` refuses an mp4 with missing or wrong sample tables', () => {
  test.each<[string, Tables, string]>([
    ['without sizes', { sizes: [60], offsets: [0], without: 'stsz' }, 'a track without its tables'],
    ['without runs', { sizes: [60], offsets: [0], without: 'stsc' }, 'a track without its tables'],
    ['without offsets', { sizes: [60], offsets: [0], without: 'stco' }, 'a track without its tables'],
    [
      'without a description',
      { sizes: [60], offsets: [0], isDescribed: false },
      'a track without a description',
    ],
    [
      'with more samples than sizes',
      { sizes: [30, 30], runs: [[1, 3]], offsets: [0] },
      'more samples in chunks than have a size',
    ],
    [
      'with fewer samples than sizes',
      { sizes: [30, 30, 5], runs: [[1, 2]], offsets: [0] },
      '2 samples in chunks, 3 with a size',
    ],
    ['with too few bytes', { sizes: [30, 29], offsets: [0] }, '59 sample bytes in 60'],
    [
      'with too few bytes of one size',
      { fixed: 10, count: 5, runs: [[1, 5]], offsets: [0] },
      '50 sample bytes in 60',
    ],
    [
      'with overlapping chunks after a gap at the start',
      { sizes: [30, 30], runs: [[1, 1]], offsets: [1, 30] },
      'the samples do not fill the media box',
    ],
    [
      'with overlapping chunks before a gap at the end',
      { sizes: [30, 30], runs: [[1, 1]], offsets: [0, 29] },
      'the samples do not fill the media box',
    ],
    [
      'with chunks of one size beyond the end',
      { fixed: 10, count: 6, runs: [[1, 3]], offsets: [0, 31] },
      'the samples do not fill the media box',
    ],
  ])('%s', async (_, tables, reason) => expect(await reasonFor(mp4(60, tables), video)).toBe(reason))
})

describe('`verify` compares an mp4 with its sources', () => {
  const samples = { sizes: [60], offsets: [0] }
  const pictures = mp4(60, samples)
  const sound = mp4(60, { ...samples, kind: 'soun' })

  test('refuses streams other than the expected ones', async () => {
    expect(await reasonFor(sound, { ...video, hasAudio: 'yes' })).toBe('streams audio')
    expect(await reasonFor(pictures, { ...video, hasAudio: 'yes' })).toBe('streams video')
    expect(await reasonFor(mp4(60, { ...samples, kind: 'text' }), video)).toBe('streams other')
  })

  test('accepts at most one audio stream of a single source', async () => {
    const maybe: RequiredProperties = { ...video, hasAudio: 'maybe' }
    const both = mp4(80, samples, { kind: 'soun', sizes: [20], offsets: [60] })
    expect(await verifyBytes(pictures, maybe)).toMatchObject({ audio_codec: null })
    expect(await verifyBytes(both, maybe)).toMatchObject({ audio_codec: 'aac' })
    const three = mp4(
      90,
      samples,
      { kind: 'soun', sizes: [20], offsets: [60] },
      { kind: 'soun', sizes: [10], offsets: [80] },
    )
    expect(await reasonFor(three, maybe)).toBe('streams video,audio,audio')
  })

  test('accepts a difference of exactly the tolerance', async () => {
    const lasting = (seconds: number) => ({ ...video, video: { seconds, slack: 0.5 } })
    expect(await verifyBytes(pictures, lasting(2.5))).toMatchObject(two)
    expect(await verifyBytes(pictures, lasting(1.5))).toMatchObject(two)
    expect(await reasonFor(pictures, lasting(2.6))).toBe('video lasts 2.00 s, its source 2.60 s')
    expect(await reasonFor(pictures, lasting(1.4))).toBe('video lasts 2.00 s, its source 1.40 s')
  })

  test('`verify` refuses an mp4 without a duration', async () => {
    expect(await reasonFor(mp4(60, { ...samples, ticks: 0 }), video)).toBe('no duration')
  })

  test('`verify` closes the file, whether it accepts or refuses it', async () => {
    for (const required of [video, { ...AUDIO_ONLY, container: 'm4a' } as const]) {
      const file = written(pictures)
      if (required === video) await verifyBytes(pictures, video)
      else expect(await rejectionOf(file, required)).toBe('streams video')
      const links = readdirSync('/proc/self/fd').map((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`)
        } catch {
          // The list also contains the descriptor with which `readdirSync` read /proc/self/fd. That
          // descriptor is closed by now.
          return ''
        }
      })
      expect(links.filter((link) => link.includes('/proof-'))).toEqual([])
    }
  })
})
