import { describe, expect, test } from 'vitest'
import type { Rendition } from '#contract/engine.ts'
import { labelOf } from '../../../edge/formats/format-row.ts'
import { formatsOf } from '../../../edge/formats/formats.ts'
import { dump, made, mapped } from '../ytdlp/dumps.ts'

// Each format list is the answer of yt-dlp's own extractor for a site of the sealed internet (record.ts).

const rowsOf = (name: string) => formatsOf(mapped(dump(name)))
const idsOf = ({ renditions }: { renditions: Rendition[] }) => renditions.map(({ id }) => id)
const lineOf = (row: ReturnType<typeof formatsOf>[number]) =>
  [labelOf(row), row.note].filter(Boolean).join(' | ')
const sourcesOf = (rows: ReturnType<typeof formatsOf>) =>
  rows.map(({ make }) => (make.by === 'plan' ? make.plan.audio?.id : make.rendition.id))

describe('a TikTok post with a silent HEVC file and a song', () => {
  const rows = rowsOf('tiktok-hevc')

  test('the silent HEVC file of a TikTok post is not offered', () => {
    expect(idsOf(mapped(dump('tiktok-hevc'))).filter((id) => id.includes('bytevc1'))).toEqual([])
    expect(rows[0]).toMatchObject({ group: 'both', height: 720, codec: 'avc1', suggested: true })
  })

  test('the audio and MP3 rows of a TikTok post have the sound of its video', () => {
    const own = rows.filter((row) => row.group === 'audio' && !row.traits.includes('post_sound'))
    expect(own).toHaveLength(5)
    expect(new Set(sourcesOf(own))).toEqual(new Set(['h264_720p_1500000-1']))
  })

  test('the song that a TikTok post uses is the last row and says what it is', () => {
    expect(lineOf(rows.at(-1)!)).toBe('Audio MP3 | the song that this post uses')
    expect(sourcesOf(rows.slice(0, -1))).not.toContain('audio')
  })

  test('a watermarked file with sound is preferred to a silent one', () => {
    const extraction = made(
      [
        { format_id: 'bytevc1_1080p', vcodec: 'h265', acodec: 'none' },
        { format_id: 'download', preference: -2 },
      ],
      { extractor: 'TikTok' },
    )
    expect(idsOf(extraction)).toEqual(['download'])
  })

  test('a silent TikTok video without any other file is never merged with the song', () => {
    const extraction = made(
      [
        { format_id: 'bytevc1_1080p', vcodec: 'h265', acodec: 'none', height: 1080 },
        { format_id: 'audio', ext: 'mp3', vcodec: 'none', acodec: 'mp3' },
      ],
      { extractor: 'TikTok' },
    )
    expect(formatsOf(extraction).filter((row) => row.group === 'both')).toEqual([])
  })
})

test('every row of a TikTok photo post says that it is the song that the post uses', () => {
  const rows = rowsOf('tiktok-photos')
  expect(rows).toHaveLength(5)
  expect(rows.every((row) => row.note?.startsWith('the song that this post uses'))).toBe(true)
})

describe('a YouTube video with unusual streams', () => {
  const extraction = mapped(dump('youtube-unusual'))
  const rows = rowsOf('youtube-unusual')
  const lines = rows.map(lineOf)

  test('a sound with compressed dynamics is dropped where its full twin exists', () => {
    expect(idsOf(extraction).filter((id) => id.includes('drc'))).toEqual([])
  })

  test('surround sound has a row of its own and is neither merged, nor suggested, nor converted', () => {
    const surround = extraction.renditions.find(({ acodec }) => acodec === 'ec-3')!
    expect(lines).toContain('Audio M4A 384 kbps | surround sound, E-AC-3')
    const others = rows.filter((row) => row.codec !== 'ec-3')
    expect(sourcesOf(others)).not.toContain(surround.id)
    expect(rows.find((row) => row.suggested)).toMatchObject({ group: 'both', codec: 'avc1', height: 1080 })
  })

  test('immersive sound (IAMF), which ffmpeg and browsers do not play, is dropped', () => {
    expect(idsOf(extraction)).not.toContain('773')
  })

  test('MP3 files are made of the stereo sound with the highest bitrate in the original language', () => {
    const source = rows.find((row) => row.converted)!
    expect(source.make).toMatchObject({ plan: { audio: { id: '140-2', language: 'en' } } })
  })

  test('an enlarged picture is dropped where a genuine one has its height, and named where it has none', () => {
    expect(idsOf(extraction)).toContain('271-sr')
    expect(idsOf(extraction)).not.toContain('136-sr')
    const enlarged = rows.filter((row) => row.height === 1440)
    expect(enlarged.map((row) => [row.note, row.suggested])).toEqual([
      ['enlarged by the site', undefined],
      ['enlarged by the site', undefined],
    ])
    // The tallest genuine picture comes first.
    expect(rows[0]!.height).toBe(1080)
  })

  test('audio description is named, and a dub keeps its name', () => {
    expect(lines).toContain('1080p MP4 | audio description: English')
    expect(lines).toContain('1080p MP4 | dubbed: German')
  })

  test('damaged files and the format 17 are dropped', () => {
    expect(idsOf(extraction).filter((id) => /^(135|17)/.test(id))).toEqual([])
  })

  test('every row of unusual streams has a different key', () => {
    expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
  })
})

test('360° pictures and Premium bitrates are named', () => {
  const notes = rowsOf('youtube-wide').map((row) => [row.height, row.note])
  expect(notes).toContainEqual([1080, '360°'])
  expect(notes).toContainEqual([720, '360°, higher bitrate, VP9'])
})

test('a part of a past stream is dropped where the whole exists, and named where it does not', () => {
  const part = { format_note: '1080p (incomplete)', height: 1080 }
  expect(idsOf(made([part, { height: 720 }]))).toEqual(['1'])
  const [row] = formatsOf(made([part, { format_note: 'Last 2 hours', height: 720 }]))
  expect(row?.note).toContain('incomplete')
})

test('a damaged file is offered where it is the only one', () => {
  expect(idsOf(made([{ preference: -10 }]))).toEqual(['0'])
})

test('a YouTube stream that has just ended fails with post_live', () => {
  expect(() => mapped(dump('youtube-post-live'))).toThrow(expect.objectContaining({ code: 'post_live' }))
})

test('a YouTube video with nothing but preview pictures fails with site_blocks_us', () => {
  expect(() => mapped(dump('youtube-storyboards'))).toThrow(
    expect.objectContaining({ code: 'site_blocks_us' }),
  )
})

test('a SoundCloud track with only a preview says so, without the duration of the whole track', () => {
  const extraction = mapped(dump('soundcloud-preview'))
  expect(extraction).toMatchObject({ is_preview: true, duration: null })
  expect(rowsOf('soundcloud-preview').every((row) => row.note?.startsWith('preview only'))).toBe(true)
})

test('a preview beside the whole track is dropped', () => {
  const audio = { vcodec: 'none', acodec: 'mp3', ext: 'mp3' }
  const extraction = made([{ ...audio, format_id: 'http_mp3_preview' }, audio])
  expect(idsOf(extraction)).toEqual(['1'])
  expect(extraction.is_preview).toBe(false)
})

test('a Bilibili video with several episodes says which one it is', () => {
  expect(mapped(dump('bilibili-episodes')).part).toEqual({ index: 1, total: 3 })
})

test("Bilibili's peers of viewers are replaced by mirrors that are web servers", () => {
  const hosts = mapped(dump('bilibili')).renditions.map(({ url }) => new URL(url).host)
  expect(new Set(hosts)).toEqual(new Set(['upos-sz-mirror.bilivideo.com']))
})
