import { describe, expect, test } from 'vitest'
import { catalogueOf } from '#contract/catalogue/catalogue.ts'
import { made } from '../ytdlp/dumps.ts'
import { aac, hls, isMade, picture, rowsOf, served, size, sound } from './rows.ts'
import { labelOf } from '../../row-text.ts'

const made320 = 'Audio MP3 320 kbps | converted'

describe('an audio site', () => {
  test('offers what every player opens before a smaller WebM', () => {
    const formats = [
      { ...sound, ...hls, format_id: 'opus', ext: 'opus', acodec: 'opus', abr: 64 },
      { ...aac, ...hls, format_id: 'aac', abr: 160 },
      { ...sound, format_id: 'mp3', ext: 'mp3', acodec: 'mp3', abr: 128 },
    ]
    expect(served(formats)).toEqual([
      '* Audio M4A 160 kbps | aac',
      'Audio MP3 128 kbps | mp3',
      'Audio WEBM 64 kbps | Opus | opus',
      'Audio OPUS 64 kbps | opus',
    ])
  })

  test('has rates from sizes, names lossless files and converts from one', () => {
    const file = (format_id: string, acodec: string, filesize: number, ext = format_id) => ({
      ...sound,
      format_id,
      acodec,
      filesize,
      ext,
    })
    const formats = [
      { ...file('wav', 'pcm_s16le', 35_280_000) },
      { ...sound, format_id: 'stream', ext: 'mp3', acodec: 'mp3', abr: 128 },
      file('v0', 'mp3', 6_400_000, 'mp3'),
      file('best', 'mp3', 8_000_000, 'mp3'),
      file('alac', 'alac', 19_000_000, 'm4a'),
      file('flac', 'flac', 22_000_000),
    ]
    const rows = rowsOf(formats)
    expect(rows.filter((line) => !isMade(line))).toEqual([
      '* Audio MP3 320 kbps | best',
      'Audio MP3 256 kbps | v0',
      'Audio MP3 128 kbps | stream',
      'Audio FLAC 880 kbps | lossless | flac',
      'Audio M4A 760 kbps | lossless | alac',
      'Audio WAV 1411 kbps | lossless | wav',
    ])
    expect(rows.filter(isMade)[0]).toMatch(/^Audio MP3 320 kbps \| converted \| (flac|wav)$/)
  })

  test('converts from FLAC before the same sound in a larger WAV', () => {
    const lossless = (ext: string, filesize: number) => ({ ...sound, format_id: ext, ext, filesize })
    const rows = rowsOf([lossless('flac', 22_000_000), lossless('wav', 35_280_000)])
    expect(rows.find(isMade)).toMatch(/ flac$/)
  })

  test('states no rate that the codec cannot have', () => {
    const [row] = rowsOf([{ ...sound, format_id: 'a', ext: 'mp3', filesize: 24_000_000 }])
    expect(row).toBe('* Audio MP3 | a')
  })

  test('says that no conversion is better than a file whose size shows its rate', () => {
    const rows = rowsOf([{ ...sound, format_id: 'a', ext: 'mp3', filesize: 4_800_000 }])
    expect(rows[0]).toBe('* Audio MP3 192 kbps | a')
    expect(rows[1]).toBe(`${made320}, no better than the 192 kbps of its source | a`)
  })
})

describe('the quality is what the site or a viewer calls it', () => {
  test('names films in wide format by their width', () => {
    const wide = [
      [256, 110],
      [640, 274],
      [1280, 546],
      [1920, 820],
    ] as const
    const formats = wide.map(([width, height]) => ({
      ...picture,
      format_id: `${width}`,
      ...size(width, height),
    }))
    expect(served([{ ...aac, format_id: 'a', abr: 128 }, ...formats]).slice(0, 4)).toEqual([
      '* 1080p MP4 | 1920+a',
      '720p MP4 | 1280+a',
      '360p MP4 | 640+a',
      '144p MP4 | 256+a',
    ])
  })

  test.each([
    ['the note', [{ format_note: '720p' }, { format_note: '1080p60 HDR' }]],
    ['the id', [{ format_id: 'h264_720p' }, { format_id: 'h264_1080p' }]],
    ['an interlaced quality', [{ format_note: '720i' }, { format_note: '1080i50' }]],
    ['the width', [{ width: 1280 }, { width: 1920 }]],
    ['the resolution', [{ resolution: '1280x720' }, { resolution: '1920x1080' }]],
  ])('reads a height from %s', (_, facts) => {
    const rows = served(facts.map((one, at) => ({ format_id: `${at}`, ...one })))
    expect(rows[0]).toMatch(/^\* 1080p MP4/)
    expect(rows[1]).toMatch(/^720p MP4/)
  })

  test('knows the names that ok.ru gives to heights', () => {
    const files = ['mobile', 'sd', 'full'].map((format_id) => ({ format_id }))
    const list = { ...hls, vcodec: 'avc1', acodec: 'mp4a', format_id: 'hls', ...size(1920, 1080), tbr: 4_000 }
    const rows = served([...files, list], { extractor: 'Odnoklassniki' })
    expect(rows.map((line) => line.split(' | ')[0])).toEqual([
      '* 1080p MP4',
      '480p MP4',
      '144p MP4',
      'Audio M4A',
    ])
  })

  test('keeps formats of unknown quality apart, the best first', () => {
    expect(served(['low', 'sd', 'full'].map((format_id) => ({ format_id })))).toEqual([
      '* MP4 (quality unknown) | named “full” by the site | full',
      'MP4 (quality unknown) | named “sd” by the site | sd',
      'MP4 (quality unknown) | named “low” by the site | low',
    ])
  })

  test('rounds a frame rate that the site has cut', () => {
    expect(served([{ format_id: 'v', height: 1080, fps: 59 }])).toEqual(['* 1080p MP4 | 60 fps | v'])
  })

  test.each([
    ['vp09.02.51.10.01.09.16.09.00', true],
    ['vp09.02.51.10.01.01.01.01.00', false],
    ['vp9.2', true],
    ['av01.0.12M.10.0.110.09.16.09.0', true],
    ['av01.0.12M.10', true],
    ['av01.0.12M.08', false],
    ['dvh1.05.06', true],
    ['avc1.640028', false],
  ])('reads the dynamic range from %j', (vcodec, isHdr) => {
    const [row] = served([{ format_id: 'v', vcodec, height: 2160, dynamic_range: 'SDR' }])
    expect(row!.includes('HDR')).toBe(isHdr)
  })
})

describe('a file opens wherever it can', () => {
  test('makes an MP4 of tracks that the site serves in MP4', () => {
    const vp9 = { ...picture, format_id: 'v', vcodec: 'vp09.00.40.08', ...size(1080, 1920), tbr: 695 }
    expect(served([{ ...aac, format_id: 'a', abr: 67 }, vp9])[0]).toBe('* 1080p MP4 | VP9 | v+a')
    const opus = { ...aac, format_id: 'a', acodec: 'opus', abr: 96 }
    expect(served([opus, { ...picture, format_id: 'v', ...size(1280, 720) }])[0]).toBe('* 720p MP4 | v+a')
  })

  test('prefers AAC to Opus beside H.264', () => {
    const opus = { ...sound, format_id: 'opus', ext: 'webm', acodec: 'opus', abr: 160 }
    const rows = served([
      { ...aac, format_id: 'aac', abr: 128 },
      opus,
      { ...picture, format_id: 'v', height: 720 },
    ])
    expect(rows[0]).toBe('* 720p MP4 | v+aac')
  })

  test('understands codec names in words and by object type', () => {
    const [row] = served([
      { ...aac, format_id: 'a', acodec: 'AAC LC', abr: 128 },
      { ...picture, format_id: 'v', vcodec: 'H264 High', height: 720 },
    ])
    expect(row).toBe('* 720p MP4 | v+a')
    expect(served([{ ...aac, format_id: 'a', acodec: 'mp4a.40.34', ext: 'mp3', abr: 128 }])).toEqual([
      '* Audio MP3 128 kbps | a',
    ])
  })

  test.each([
    ['m3u8_native', 'm3u8'],
    ['http_dash_segments', 'mpd'],
  ])('takes tracks of %s with the extension of the manifest', (protocol, ext) => {
    const list = { protocol, manifest_url: 'https://a.example/list', ext }
    const rows = served([
      { ...sound, ...list, format_id: 'a' },
      { ...picture, ...list, format_id: 'v', height: 720 },
    ])
    expect(rows).toEqual(['* 720p MP4 | v+a', 'Audio M4A | a'])
  })

  test('takes the words of a site for an unknown codec as unknown', () => {
    const rows = served([{ format_id: 'v', vcodec: 'unknown', acodec: 'unknown', height: 720 }])
    expect(rows).toEqual(['* 720p MP4 | v'])
  })

  test('prefers a list that plays before it is saved to the same picture by DASH', () => {
    const formats = [
      { ...aac, ...hls, format_id: 'hls-a', tbr: 128 },
      { ...picture, ...hls, format_id: 'hls-v', ...size(1920, 1080), tbr: 4_139 },
      {
        ...picture,
        format_id: 'dash-v',
        ...size(1920, 1080),
        tbr: 5_739,
        protocol: 'http_dash_segments',
        manifest_url: 'https://a.example/m.mpd',
      },
    ]
    expect(served(formats)[0]).toBe('* 1080p MP4 | hls-v+hls-a')
    const rateless = formats.map((one) => (one.format_id === 'hls-a' ? { ...one, tbr: null } : one))
    expect(served([...rateless, { ...aac, format_id: 'dash-a', tbr: 64 }])[0]).toBe(
      '* 1080p MP4 | hls-v+hls-a',
    )
  })
})

describe('a row of a known length has a size', () => {
  const sizesOf = (formats: object[], duration: number | null) =>
    catalogueOf(made(formats, { duration })).rows.map((row) => [
      labelOf(row),
      row.filesize,
      row.about ?? false,
    ])

  test('estimates every row', () => {
    const rows = sizesOf(
      [
        { ...aac, ...hls, format_id: 'a' },
        { ...picture, ...hls, format_id: 'v', ...size(1280, 720), tbr: 2_000 },
        { ...picture, acodec: 'mp4a.40.2', format_id: 'b', ...size(640, 360) },
      ],
      100,
    )
    expect(rows.find(([label]) => label === '720p MP4')).toEqual(['720p MP4', 26_600_000, true])
    expect(rows.every(([, bytes, about]) => Number(bytes) > 0 && about === true)).toBe(true)
  })

  test('offers no file above the limit and no silent twin of it', () => {
    const long = 9_000
    const catalogue = catalogueOf(
      made(
        [
          { ...aac, ...hls, format_id: 'a' },
          { ...picture, format_id: 'low', ...size(640, 360), tbr: 700 },
          { ...picture, format_id: 'high', ...size(1920, 1080), tbr: 6_100 },
        ],
        { duration: long },
      ),
    )
    expect(catalogue.rows.filter((row) => row.height === 1_080)).toEqual([])
    expect(catalogue.tooLarge).toEqual([1_080])
    expect(catalogue.rows.find((row) => row.suggested)?.height).toBe(360)
  })
})

test('drops a compressed track beside any plain sound of its language', () => {
  const webm = { ...sound, ext: 'webm', acodec: 'opus' }
  const formats = [
    { ...webm, format_id: '249-drc', abr: 50 },
    { ...webm, format_id: '251', abr: 130 },
  ]
  expect(served(formats, { extractor: 'youtube' })).toEqual([
    '* Audio WEBM 130 kbps | Opus | 251',
    'Audio OPUS 130 kbps | 251',
  ])
})

test.each(['rtmp', 'mms', 'ism'])('says that a stream by %s cannot be saved', (protocol) => {
  const formats = [{ protocol, url: `${protocol}://a.example/live` }]
  expect(() => made(formats)).toThrow(expect.objectContaining({ code: 'stream_only' }))
})

test('offers no strip of preview pictures', () => {
  const rows = served([
    { ...picture, format_id: 'strip', format_note: 'Timeline', ...size(320, 180) },
    { ...aac, format_id: 'a', abr: 128 },
    { format_id: 'v', height: 720 },
  ])
  expect(rows).toEqual(['* 720p MP4 | v', 'Audio M4A 128 kbps | a'])
})

test('cuts a long title before an emoji, not inside it', () => {
  const title = `${'a'.repeat(498)}👩‍👩‍👧`
  expect(made([{}], { title }).title).toBe('a'.repeat(498))
})

test('offers neither pictures nor MP3s of sound that nothing decodes', () => {
  const both = { ext: 'mp4', vcodec: 'avc1.64002a', height: 720 }
  expect(rowsOf([{ ...both, format_id: 'v', acodec: 'mhm1.0x0C' }])).toEqual(['* 720p MP4 | v'])
  for (const vcodec of ['lvc1', 'bytevc2']) {
    const unplayed = { ...both, format_id: vcodec, vcodec, height: 1080, acodec: 'mp4a.40.2' }
    expect(served([unplayed, { ...both, format_id: 'v', acodec: 'mp4a.40.2' }])[0]).toBe('* 720p MP4 | v')
  }
})
