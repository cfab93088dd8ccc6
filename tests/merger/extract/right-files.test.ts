import { describe, expect, test } from 'vitest'
import type { Rendition } from '#contract/engine/extraction.ts'
import { labelOf } from '../../../edge/formats/format-row.ts'
import { formatsOf } from '../../../edge/formats/formats.ts'
import { dump, made, mapped } from '../ytdlp/dumps.ts'

// Each format list was produced by yt-dlp's own extractor for a site of the sealed internet (record.ts).

const rowsOf = (name: string) => formatsOf(mapped(dump(name)))
const idsOf = ({ renditions }: { renditions: Rendition[] }) => renditions.map(({ id }) => id)
const lineOf = (row: ReturnType<typeof formatsOf>[number]) =>
  [labelOf(row), row.note].filter(Boolean).join(' | ')
const sourcesOf = (rows: ReturnType<typeof formatsOf>) =>
  rows.map(({ make }) => (make.by === 'plan' ? make.plan.audio?.id : make.rendition.id))

describe('a TikTok post with a silent HEVC file and a song: its offered formats', () => {
  const rows = rowsOf('tiktok-hevc')

  test('the silent HEVC file of a TikTok post is not offered', () => {
    expect(idsOf(mapped(dump('tiktok-hevc'))).filter((id) => id.includes('bytevc1'))).toEqual([])
    expect(rows[0]).toMatchObject({ group: 'both', height: 720, codec: 'avc1', suggested: true })
  })

  test('the audio and MP3 formats of a TikTok post contain the sound of its video, not the song', () => {
    const own = rows.filter((row) => row.group === 'audio' && !row.traits.includes('post_sound'))
    expect(own).toHaveLength(5)
    expect(new Set(sourcesOf(own))).toEqual(new Set(['h264_720p_1500000-1']))
  })

  test('the song of a TikTok post is the last format, and its note says that it is the song', () => {
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

test('every format of a TikTok photo post has a note that it is the song of the post', () => {
  const rows = rowsOf('tiktok-photos')
  expect(rows).toHaveLength(5)
  expect(rows.every((row) => row.note?.startsWith('the song that this post uses'))).toBe(true)
})

describe('a YouTube video with unusual streams: its offered formats', () => {
  const extraction = mapped(dump('youtube-unusual'))
  const rows = rowsOf('youtube-unusual')
  const lines = rows.map(lineOf)

  test('an audio track with compressed dynamics is dropped when the same track exists without compression', () => {
    expect(idsOf(extraction).filter((id) => id.includes('drc'))).toEqual([])
  })

  test('surround audio is offered as a format, and it is neither merged, nor suggested, nor converted', () => {
    const surround = extraction.renditions.find(({ acodec }) => acodec === 'ec-3')!
    expect(lines).toContain('Audio M4A 384 kbps | surround sound, E-AC-3')
    const others = rows.filter((row) => row.codec !== 'ec-3')
    expect(sourcesOf(others)).not.toContain(surround.id)
    expect(rows.find((row) => row.suggested)).toMatchObject({ group: 'both', codec: 'avc1', height: 1080 })
  })

  test('immersive audio (IAMF), which neither ffmpeg nor browsers play, is dropped', () => {
    expect(idsOf(extraction)).not.toContain('773')
  })

  test('MP3 formats are made from the stereo audio with the highest bitrate in the original language', () => {
    const source = rows.find((row) => row.converted)!
    expect(source.make).toMatchObject({ plan: { audio: { id: '140-2', language: 'en' } } })
  })

  test('an upscaled video is dropped when a genuine video has the same height, and has a note that it is upscaled when none has', () => {
    expect(idsOf(extraction)).toContain('271-sr')
    expect(idsOf(extraction)).not.toContain('136-sr')
    const enlarged = rows.filter((row) => row.height === 1440)
    expect(enlarged.map((row) => [row.note, row.suggested])).toEqual([
      ['enlarged by the site', undefined],
      ['enlarged by the site', undefined],
    ])
    // The tallest genuine video comes first.
    expect(rows[0]!.height).toBe(1080)
  })

  test('the note of an audio description says so, and the note of a dub names its language', () => {
    expect(lines).toContain('1080p MP4 | audio description: English')
    expect(lines).toContain('1080p MP4 | dubbed: German')
  })

  test('damaged files of YouTube and format 17 are dropped', () => {
    expect(idsOf(extraction).filter((id) => /^(135|17)/.test(id))).toEqual([])
  })

  test('every format of a video with unusual streams has a different format key', () => {
    expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
  })
})

test('the notes of formats name 360° videos and Premium bitrates', () => {
  const notes = rowsOf('youtube-wide').map((row) => [row.height, row.note])
  expect(notes).toContainEqual([1080, '360°'])
  expect(notes).toContainEqual([720, '360°, higher bitrate, VP9'])
})

test('an incomplete recording of a past stream is dropped when the whole recording exists, and has a note that it is incomplete when it does not', () => {
  const part = { format_note: '1080p (incomplete)', height: 1080 }
  expect(idsOf(made([part, { height: 720 }]))).toEqual(['1'])
  const [row] = formatsOf(made([part, { format_note: 'Last 2 hours', height: 720 }]))
  expect(row?.note).toContain('incomplete')
})

test('a damaged file is offered when the video has no other file', () => {
  expect(idsOf(made([{ preference: -10 }]))).toEqual(['0'])
})

test('a YouTube live stream that has just ended fails with post_live', () => {
  expect(() => mapped(dump('youtube-post-live'))).toThrow(expect.objectContaining({ code: 'post_live' }))
})

test('a YouTube video with only storyboard pictures fails with site_blocks_us', () => {
  expect(() => mapped(dump('youtube-storyboards'))).toThrow(
    expect.objectContaining({ code: 'site_blocks_us' }),
  )
})

test('a SoundCloud track with only a preview is marked as a preview, without the duration of the whole track', () => {
  const extraction = mapped(dump('soundcloud-preview'))
  expect(extraction).toMatchObject({ is_preview: true, duration: null })
  expect(rowsOf('soundcloud-preview').every((row) => row.note?.startsWith('preview only'))).toBe(true)
})

test('a preview is dropped when the whole track exists', () => {
  const audio = { vcodec: 'none', acodec: 'mp3', ext: 'mp3' }
  const extraction = made([{ ...audio, format_id: 'http_mp3_preview' }, audio])
  expect(idsOf(extraction)).toEqual(['1'])
  expect(extraction.is_preview).toBe(false)
})

test('the extraction of a Bilibili video with several episodes contains the number of the episode', () => {
  expect(mapped(dump('bilibili-episodes')).part).toEqual({ index: 1, total: 3 })
})

test("Bilibili's peer-to-peer hosts are replaced by mirrors that are web servers", () => {
  const hosts = mapped(dump('bilibili')).renditions.map(({ url }) => new URL(url).host)
  expect(new Set(hosts)).toEqual(new Set(['upos-sz-mirror.bilivideo.com']))
})
