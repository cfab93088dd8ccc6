import { describe, expect, test } from 'vitest'
import type { Rendition } from '#contract/engine/extraction.ts'
import type { FormatRow } from '#contract/catalogue/format-row.ts'
import { catalogueOf } from '#contract/catalogue/catalogue.ts'
import { dump, made, mapped } from '../ytdlp/dumps.ts'
import { labelOf, noteOf } from '../../row-text.ts'

// The dumps are results of yt-dlp for the sites of the sealed internet (tests/internet), which imitate the
// platforms. The script tests/merger/ytdlp/record.ts saves the dumps.

const rowsOf = (name: string) => catalogueOf(mapped(dump(name))).rows
const idsOf = ({ renditions }: { renditions: Rendition[] }) => renditions.map(({ id }) => id)
const lineOf = (row: FormatRow) => [labelOf(row), noteOf(row)].filter(Boolean).join(' | ')
const sourcesOf = (rows: FormatRow[]) =>
  rows.map(({ make }) => (make.by === 'plan' ? make.plan.audio?.id : make.rendition.id))

describe('a TikTok post can have a silent HEVC file and a song', () => {
  const rows = rowsOf('tiktok-hevc')

  test('the silent HEVC file of a TikTok post is not offered', () => {
    expect(idsOf(mapped(dump('tiktok-hevc'))).filter((id) => id.includes('bytevc1'))).toEqual([])
    expect(rows[0]).toMatchObject({ group: 'both', height: 720, codec: 'avc1', suggested: true })
  })

  test('takes TikTok sound from the video, not from the song', () => {
    const own = rows.filter((row) => row.group === 'audio' && !row.traits.includes('post_sound'))
    expect(own).toHaveLength(8)
    expect(new Set(sourcesOf(own))).toEqual(new Set(['h264_720p_1500000-1']))
  })

  test('offers the song of a TikTok post last, with a note', () => {
    expect(lineOf(rows.at(-1)!)).toBe('Audio MP3 | the song that this post uses')
    expect(sourcesOf(rows.slice(0, -1))).not.toContain('audio')
  })

  test('prefers a watermarked file with sound to a silent one', () => {
    const extraction = made(
      [
        { format_id: 'bytevc1_1080p', vcodec: 'h265', acodec: 'none' },
        { format_id: 'download', preference: -2 },
      ],
      { extractor: 'TikTok' },
    )
    expect(idsOf(extraction)).toEqual(['download'])
  })

  test('does not merge a silent TikTok video with the song', () => {
    const extraction = made(
      [
        { format_id: 'bytevc1_1080p', vcodec: 'h265', acodec: 'none', height: 1080 },
        { format_id: 'audio', ext: 'mp3', vcodec: 'none', acodec: 'mp3' },
      ],
      { extractor: 'TikTok' },
    )
    expect(catalogueOf(extraction).rows.filter((row) => row.group === 'both')).toEqual([])
  })
})

test('notes the song on all formats of a TikTok photo post', () => {
  const rows = rowsOf('tiktok-photos')
  expect(rows).toHaveLength(9)
  expect(rows.every((row) => noteOf(row)?.startsWith('the song that this post uses'))).toBe(true)
})

describe('unusual streams of a YouTube video are dropped or get a note', () => {
  const extraction = mapped(dump('youtube-unusual'))
  const rows = rowsOf('youtube-unusual')
  const lines = rows.map(lineOf)

  test('drops compressed dynamics beside the uncompressed track', () => {
    expect(idsOf(extraction).filter((id) => id.includes('drc'))).toEqual([])
  })

  test('offers surround audio only unchanged', () => {
    const surround = extraction.renditions.find(({ acodec }) => acodec === 'ec-3')!
    expect(lines).toContain('Audio M4A 384 kbps | surround sound, E-AC-3')
    const others = rows.filter((row) => row.codec !== 'ec-3')
    expect(sourcesOf(others)).not.toContain(surround.id)
    expect(rows.find((row) => row.suggested)).toMatchObject({ group: 'both', codec: 'avc1', height: 1080 })
  })

  test('drops immersive audio (IAMF)', () => {
    expect(idsOf(extraction)).not.toContain('773')
  })

  test('makes MP3s from the best original stereo audio', () => {
    const source = rows.find((row) => row.converted)!
    expect(source.make).toMatchObject({ plan: { audio: { id: '140-2', language: 'en' } } })
  })

  test('offers an upscaled video only without a genuine one', () => {
    expect(idsOf(extraction)).toContain('271-sr')
    expect(idsOf(extraction)).not.toContain('136-sr')
    const enlarged = rows.filter((row) => row.height === 1440)
    expect(enlarged.map((row) => [noteOf(row), row.suggested])).toEqual([
      ['enlarged by the site', undefined],
      ['enlarged by the site', undefined],
    ])
    // The first format is the tallest genuine video, although the upscaled video is taller.
    expect(rows[0]!.height).toBe(1080)
  })

  test('notes an audio description or a dub of YouTube (C100)', () => {
    expect(lines).toContain('1080p MP4 | audio description: English')
    expect(lines).toContain('1080p MP4 | dubbed: German')
  })

  test('drops damaged YouTube files and format 17', () => {
    expect(idsOf(extraction).filter((id) => /^(135|17)/.test(id))).toEqual([])
  })

  test('gives unusual streams different format keys', () => {
    expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
  })
})

test('notes a 360° video and the Premium bitrate', () => {
  const notes = rowsOf('youtube-wide').map((row) => [row.height, noteOf(row)])
  expect(notes).toContainEqual([1080, '360°'])
  expect(notes).toContainEqual([720, '360°, higher bitrate, VP9'])
})

test('offers an incomplete recording only without a whole one', () => {
  const part = { format_note: '1080p (incomplete)', height: 1080 }
  expect(idsOf(made([part, { height: 720 }]))).toEqual(['1'])
  const [row] = catalogueOf(made([part, { format_note: 'Last 2 hours', height: 720 }])).rows
  expect(noteOf(row!)).toContain('incomplete')
})

test('a damaged file is offered when the video has no other file', () => {
  expect(idsOf(made([{ preference: -10 }]))).toEqual(['0'])
})

test('fails with post_live right after a YouTube live stream', () => {
  expect(() => mapped(dump('youtube-post-live'))).toThrow(expect.objectContaining({ code: 'post_live' }))
})

test('fails with site_blocks_us for storyboards alone', () => {
  expect(() => mapped(dump('youtube-storyboards'))).toThrow(
    expect.objectContaining({ code: 'site_blocks_us' }),
  )
})

test('marks a SoundCloud preview and drops the duration and sizes of the whole (C79)', () => {
  const extraction = mapped(dump('soundcloud-preview'))
  expect(extraction).toMatchObject({ is_preview: true, duration: null })
  expect(extraction.renditions.filter((one) => one.filesize_approx !== null)).toEqual([])
  const rows = rowsOf('soundcloud-preview')
  expect(rows).not.toEqual([])
  expect(rows.every((row) => noteOf(row)?.startsWith('preview only'))).toBe(true)
})

test('drops a preview beside the whole track', () => {
  const audio = { vcodec: 'none', acodec: 'mp3', ext: 'mp3' }
  const extraction = made([{ ...audio, format_id: 'http_mp3_preview' }, audio])
  expect(idsOf(extraction)).toEqual(['1'])
  expect(extraction.is_preview).toBe(false)
})

test('has the index and number of Bilibili episodes', () => {
  expect(mapped(dump('bilibili-episodes')).part).toEqual({ index: 1, total: 3 })
})

test('replaces peer-to-peer hosts of Bilibili by mirrors', () => {
  const hosts = mapped(dump('bilibili')).renditions.map(({ url }) => new URL(url).host)
  expect(new Set(hosts)).toEqual(new Set(['upos-sz-mirror.bilivideo.com']))
})
