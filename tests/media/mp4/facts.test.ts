import { describe, expect, test } from 'vitest'
import { MAX_TRACKS } from '#media/media-facts.ts'
import { mp4Facts } from '#media/mp4/facts.ts'
import { box, fullBox, movieHeader, track, u16, u32, u64 } from '../lib/boxes.ts'

const none: Buffer = Buffer.alloc(0)
const ftyp = box('ftyp', Buffer.from('isom'))
/** Builds a `moov` box of five seconds with the given boxes after its header. */
const movie = (...content: Buffer[]) => box('moov', movieHeader(600, 3_000), ...content)
const facts = (...top: Buffer[]) => mp4Facts(Buffer.concat(top), null)

describe('mp4Facts reads the index of a file without fragments', () => {
  test('reads durations from the movie and media headers', () => {
    const audio = track({ id: 2, kind: 'soun', timescale: 44_100, ticks: 88_200 })
    const whole = [ftyp, movie(track(), audio), box('mdat')]
    expect(facts(...whole)).toEqual({
      kind: 'mp4',
      duration: 5,
      start: 0,
      tracks: [
        { kind: 'video', codec: 'h264', width: 320, height: 180, duration: 2, fps: null },
        { kind: 'audio', codec: 'aac', width: null, height: null, duration: 2, fps: null },
      ],
      isAll: true,
      isIndexLast: false,
      isDamaged: false,
      stated: Buffer.concat(whole).length,
      isCut: false,
      soundBytes: null,
    })
  })

  test('reads the 64-bit durations of version 1', () => {
    const long = box('moov', movieHeader(600, 3_000, 1), track({ version: 1, ticks: 4_000 }))
    expect(facts(long)).toMatchObject({ duration: 5, tracks: [{ duration: 4 }] })
  })

  test('a movie without a header has no duration', () => {
    expect(facts(box('moov', track()))).toMatchObject({ duration: null, tracks: [{ duration: 2 }] })
  })

  test('`isIndexLast` is true only for an index after the media', () => {
    expect(facts(ftyp, box('mdat'), movie(track()))).toMatchObject({ isIndexLast: true, tracks: [{}] })
    expect(facts(ftyp, movie(track({ isDescribed: false })), box('mdat')).isIndexLast).toBe(false)
  })

  test('reads at most 1,000 boxes before the media', () => {
    const free = (count: number) => Buffer.concat(Array.from({ length: count }, () => box('free')))
    expect(facts(free(999), movie(track()))).toMatchObject({ isDamaged: false, duration: 5 })
    expect(facts(free(1_000), movie(track()))).toMatchObject({ kind: 'mp4', isDamaged: true, tracks: [] })
  })

  test('`isAll` is true only for a complete, readable moov box', () => {
    const two = movie(track(), track({ id: 2, kind: 'soun' }))
    const last = track({ id: 2, kind: 'soun' }).length
    expect(facts(two)).toMatchObject({ isAll: true, tracks: [{}, {}] })
    const cut = mp4Facts(two.subarray(0, two.length - last), null)
    expect(cut).toMatchObject({ isAll: false, tracks: [{ kind: 'video' }] })
    expect(cut.tracks).toHaveLength(1)
    const partly = facts(movie(track(), track({ isDescribed: false }), track({ kind: 'soun' })))
    expect(partly.isAll).toBe(false)
    expect(partly.tracks.map(({ kind }) => kind)).toEqual(['video', 'audio'])
    expect(facts(movie(track({ isDescribed: false }), track())).isAll).toBe(false)
  })

  test(`mp4Facts reads at most ${MAX_TRACKS} tracks`, () => {
    const many = (count: number) => movie(...Array.from({ length: count }, (_, n) => track({ id: n + 1 })))
    expect(facts(many(MAX_TRACKS))).toMatchObject({ isAll: true })
    const more = facts(many(MAX_TRACKS + 1))
    expect(more.tracks).toHaveLength(MAX_TRACKS)
    expect(more.isAll).toBe(false)
  })

  test('takes no duration from a box of another type than sidx', () => {
    const index = segmentIndex(0, 1_000, [[100, 7_000]])
    index.write('free', 4)
    expect(facts(index, box('mdat')).duration).toBe(null)
  })
})

describe('mp4Facts reads the frame rate of a video track', () => {
  const rated = (kind: 'vide' | 'soun', stts: Buffer) =>
    facts(movie(track({ kind, timescale: 30_000, tables: stts }))).tracks[0]?.fps
  const stts = (...values: number[]) => fullBox('stts', 0, u32(...values))

  test('divides the timescale by the first duration in stts', () => {
    expect(rated('vide', stts(1, 60, 1_001))).toBeCloseTo(29.97, 2)
  })
  test('has a frame rate only for video with a valid stts table', () => {
    expect(rated('vide', stts(0, 60, 1_000))).toBe(null)
    expect(rated('vide', stts(1, 60, 0))).toBe(null)
    expect(rated('soun', stts(1, 60, 1_000))).toBe(null)
    expect(rated('vide', none)).toBe(null)
  })
  test('ignores only an stts table that is cut off', () => {
    const whole = movie(track({ timescale: 30_000, tables: stts(1, 60, 1_000) }))
    expect(mp4Facts(whole, null).tracks[0]?.fps).toBe(30)
    expect(mp4Facts(whole.subarray(0, whole.length - 1), null).tracks[0]?.fps).toBe(null)
  })
})

describe('mp4Facts reads the codec of mp4a sound', () => {
  const descriptor = (tag: number, ...content: number[]) => [tag, content.length, ...content]
  const soundOf = (objectType: number, ...config: number[]) => {
    const decoder = descriptor(4, objectType, ...Array<number>(12).fill(0), ...descriptor(5, ...config))
    const esds = fullBox('esds', 0, Buffer.from(descriptor(3, 0, 1, 0, ...decoder)))
    const entry = box('mp4a', Buffer.alloc(28), esds)
    return facts(movie(track({ kind: 'soun', entry }))).tracks[0]?.codec
  }

  test.each([
    ['AAC LC', 0x40, [0x12, 0x10], 'aac'],
    ['HE-AAC', 0x40, [0x2b, 0x92], 'aac'],
    ['MP3 as MPEG-4 sound', 0x40, [0xf8, 0x40], 'mp3'],
    ['ALS', 0x40, [0xf8, 0x80], 'mp4als'],
    ['MP3', 0x6b, [], 'mp3'],
  ])('%s', (_, objectType, config, codec) => {
    expect(soundOf(objectType, ...config)).toBe(codec)
  })
})

describe('mp4Facts reads the duration of a track from its edit list', () => {
  /** One entry of an edit list: its duration in movie ticks and its media time in track ticks. */
  type Edit = [duration: number, mediaTime: number]
  const short = (...edits: Edit[]) =>
    fullBox('elst', 0, u32(edits.length), ...edits.map(([ticks, time]) => u32(ticks, time, 0x10000)))
  const long = (...edits: Edit[]) =>
    fullBox(
      'elst',
      1,
      u32(edits.length),
      ...edits.map(([ticks, time]) => Buffer.concat([u64(ticks, time), u32(0x10000)])),
    )
  const durationWith = (list: Buffer, header = movieHeader(600, 3_000)) =>
    facts(box('moov', header, track({ inTrack: box('edts', list) }))).tracks[0]?.duration

  test.each([
    ['one edit of version 0', short([900, 0]), 1.5],
    ['two edits of version 0', short([300, 0], [600, 1_000]), 1.5],
    ['one edit of version 1', long([900, 0]), 1.5],
    ['two edits of version 1', long([300, 0], [600, 1_000]), 1.5],
    ['an empty edit of version 0', short([6_000, -1], [600, 0]), 1],
    ['an empty edit of version 1', long([6_000, -1], [600, 0]), 1],
  ])('%s', (_, list, seconds) => expect(durationWith(list)).toBe(seconds))

  test.each([
    ['only empty edits', short([6_000, -1])],
    ['an edit of duration zero', short([0, 0])],
    ['no edits', short()],
  ])('keeps the track duration despite an edit list with %s', (_, list) => expect(durationWith(list)).toBe(2))

  test('ignores an edit list without a movie timescale', () => {
    expect(durationWith(short([900, 0]), movieHeader(0, 3_000))).toBe(2)
    expect(durationWith(short([900, 0]), none)).toBe(2)
  })

  test('mp4Facts ignores an incomplete last entry of an edit list', () => {
    expect(durationWith(fullBox('elst', 0, u32(2), u32(900, 0, 0x10000), u32(600, 0)))).toBe(1.5)
  })
})

/**
 * Builds a `sidx` box.
 * @param parts bytes and ticks of each part of the file
 */
function segmentIndex(
  version: number,
  timescale: number,
  parts: [bytes: number, ticks: number][],
  extra = none,
) {
  const positions = version === 0 ? u32(0, 0) : u64(0, 0)
  const entries = parts.map(([bytes, ticks]) => u32(bytes, ticks, 0))
  return fullBox('sidx', version, u32(1, timescale), positions, u16(0, parts.length), ...entries, extra)
}

describe('mp4Facts reads the duration in a segment index', () => {
  const parts: [number, number][] = [
    [1_000, 4_000],
    [3_000, 2_000],
  ]

  test.each([0, 1])('adds up all parts of a sidx box of version %i', (version) => {
    const index = segmentIndex(version, 1_000, parts)
    expect(mp4Facts(index, null).duration).toBe(6)
    expect(mp4Facts(index, index.length + 4_000).duration).toBe(6)
  })

  test('uses a segment index only from 98 % of the file on', () => {
    const own = segmentIndex(0, 1_000, [[0, 0]]).length
    const index = segmentIndex(0, 1_000, [[9_800 - own, 6_000]])
    expect(mp4Facts(index, 10_000).duration).toBe(6)
    expect(mp4Facts(index, 10_001).duration).toBe(null)
  })

  test('ignores the flag bit in the size of a sidx entry', () => {
    const index = segmentIndex(0, 1_000, [[0x80000000 + 100, 6_000]])
    expect(mp4Facts(index, 1_000_000).duration).toBe(null)
  })

  test('reads no duration from a truncated segment index', () => {
    const index = segmentIndex(0, 1_000, parts)
    expect(mp4Facts(index.subarray(0, index.length - 1), null).duration).toBe(null)
  })

  test('ignores bytes behind the last sidx entry', () => {
    const [first] = parts
    const more = segmentIndex(0, 1_000, [first!], u32(9, 9_000, 0))
    expect(mp4Facts(more, null).duration).toBe(4)
    const fewer = segmentIndex(0, 1_000, parts)
    fewer.writeUInt16BE(9, fewer.length - 26)
    expect(
      mp4Facts(Buffer.concat([fewer, box('free', u32(5_000, 5_000, 5_000, 5_000))]), null).duration,
    ).toBe(6)
  })

  test('reads no duration from a zero or empty segment index', () => {
    expect(facts(segmentIndex(0, 0, parts)).duration).toBe(null)
    expect(facts(segmentIndex(0, 1_000, [[100, 0]])).duration).toBe(null)
    expect(facts(segmentIndex(0, 1_000, [])).duration).toBe(null)
  })

  test('reads the first of several segment indexes', () => {
    expect(facts(segmentIndex(0, 1_000, parts), segmentIndex(0, 1_000, [[1, 1_000]])).duration).toBe(6)
  })
})

describe('mp4Facts reads start and duration of a fragmented movie', () => {
  const extended = (...content: Buffer[]) => box('mvex', ...content, fullBox('trex', 0, u32(1, 1, 0, 0, 0)))
  const fragmented = (...content: Buffer[]) =>
    box('moov', movieHeader(600, 3_000), track({ id: 7, ticks: 0 }), extended(...content))
  const fragment = (...traf: Buffer[]) => box('moof', fullBox('mfhd', 0, u32(1)), box('traf', ...traf))
  const tfhd = (id: number) => fullBox('tfhd', 0, u32(id))

  test('prefers the duration of mehd to the movie header', () => {
    expect(facts(fragmented())).toMatchObject({ duration: null, start: null, isAll: true })
    expect(facts(fragmented(fullBox('mehd', 0, u32(1_800)))).duration).toBe(3)
    expect(facts(fragmented(fullBox('mehd', 1, u64(1_800)))).duration).toBe(3)
  })

  test('ignores only an mehd box that is cut off', () => {
    const last = box('moov', movieHeader(600, 0), box('mvex', fullBox('mehd', 0, u32(1_800))))
    expect(mp4Facts(last, null).duration).toBe(3)
    expect(mp4Facts(last.subarray(0, last.length - 1), null).duration).toBe(null)
  })

  test.each([
    [0, u32(1_500)],
    [1, u64(1_500)],
  ])('starts at the decode time of the first fragment (tfdt %i)', (version, ticks) => {
    const time = fullBox('tfdt', version, ticks)
    expect(facts(fragmented(), fragment(tfhd(7), time)).start).toBe(1.5)
    const second = fragment(tfhd(7), fullBox('tfdt', 0, u32(9_000)))
    expect(facts(fragmented(), fragment(tfhd(7), time), second).start).toBe(1.5)
  })

  test('converts a decode time by the timescale of its track', () => {
    const tracks = [
      track({ id: 1, timescale: 500 }),
      track({ id: 2, version: 1, timescale: 3_000, kind: 'soun' }),
    ]
    const movies = box('moov', movieHeader(600, 0), ...tracks, extended())
    const at = (id: number) => facts(movies, fragment(tfhd(id), fullBox('tfdt', 0, u32(1_500)))).start
    expect([at(1), at(2), at(3)]).toEqual([3, 0.5, null])
  })

  test('has no start time without track id, time or header', () => {
    const time = fullBox('tfdt', 0, u32(1_500))
    expect(facts(fragmented(), fragment(time)).start).toBe(null)
    expect(facts(fragmented(), fragment(tfhd(7))).start).toBe(null)
    const nameless = box('moov', movieHeader(600, 0), track({ id: 7, hasHeader: false }), extended())
    expect(facts(nameless, fragment(tfhd(7), time)).start).toBe(null)
  })

  test('ignores only a decode time that is cut off', () => {
    const whole = Buffer.concat([fragmented(), fragment(tfhd(7), fullBox('tfdt', 0, u32(1_500)))])
    expect(mp4Facts(whole, null).start).toBe(1.5)
    expect(mp4Facts(whole.subarray(0, whole.length - 1), null).start).toBe(null)
  })
})
