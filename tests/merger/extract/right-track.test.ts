import { describe, expect, test } from 'vitest'
import { catalogueOf } from '#contract/catalogue/catalogue.ts'
import { made } from '../ytdlp/dumps.ts'
import { aac, hls, isMade, picture, rowsOf, served, size, sound } from './rows.ts'

const film = { ...picture, ...hls, format_id: 'v', ...size(1920, 1080), tbr: 4_000 }
const track = (format_id: string, language: string, format_note: string, more: object = {}) => ({
  ...aac,
  ...hls,
  format_id,
  language,
  format_note,
  ...more,
})
const main = track('main', 'de', 'Deutsch', { language_preference: 5 })
const soundsOf = (formats: object[], more?: object) =>
  served(formats, more).filter((line) => line.includes('Audio'))

describe('a track of another language', () => {
  test.each([
    ['eng', 'Originalton englisch', 'original sound: English'],
    ['eng-original', 'Full HD', 'original sound: English'],
    ['eng', 'ot', 'original sound: English'],
    ['en', 'Version originale [VO]', 'original sound: English'],
    ['en', 'English - dubbed-auto', 'dubbed: English'],
    ['it', 'Italiano (doppiaggio)', 'dubbed: Italian'],
    ['en', 'V.O. Inglés', 'original sound: English'],
    ['en', 'English', 'in English'],
    ['en', 'Sub', 'in English'],
    ['English', 'English', 'in English'],
    ['Brazilian Portuguese', 'audio', 'in Brazilian Portuguese'],
    ['Klingonese', 'audio', 'in Klingonese'],
  ])('%j with the note %j is called by what the site says', (language, note, words) => {
    expect(soundsOf([film, main, track('other', language, note)])[1]).toBe(`Audio M4A | ${words} | other`)
  })

  test('can be the original sound whose language nobody names', () => {
    expect(soundsOf([film, main, track('vo', 'qaa', 'Version originale')])).toEqual([
      'Audio M4A | main',
      'Audio M4A | original sound | vo',
    ])
  })

  test('of YouTube is a dub even without a word', () => {
    const youtube = (id: string, rank: number) => ({ ...track(id, id, ''), language_preference: rank })
    const rows = soundsOf([youtube('hi', -1), youtube('en', 10)], { extractor: 'youtube' })
    expect(rows).toEqual(['* Audio M4A | en', 'Audio M4A | dubbed: Hindi | hi'])
    const [, dub] = soundsOf([youtube('ja', 10), youtube('en', 5)], { extractor: 'youtube' })
    expect(dub).toBe('Audio M4A | dubbed: English | en')
  })
})

describe('tracks of one language', () => {
  test.each([
    ['Uppläst undertext', 'sv-x-tal', 'subtitles read aloud, in Swedish'],
    ['German (Audio subtitles)', 'de', 'subtitles read aloud'],
    ["Director's commentary", 'de', "Director's commentary"],
    ['Floor', 'de', 'Floor'],
    ['Home Radio', 'de', 'Home Radio'],
    ['Шум стадиона', 'de', 'Шум стадиона'],
  ])('%j stays beside the main one and never joins the picture', (note, language, name) => {
    const rows = rowsOf([film, main, track('other', language, note, { language_preference: 5 })])
    expect(rows[0]).toBe('* 1080p MP4 | v+main')
    expect(rows).toContain(`Audio M4A | ${name} | other`)
    expect(rows.filter(isMade).every((line) => line.endsWith('| main'))).toBe(true)
  })

  test('are offered with stereo first, whatever their order', () => {
    const around = track('around', 'de', 'Deutsch 5.1')
    expect(rowsOf([film, main, around])[0]).toBe('* 1080p MP4 | v+main')
    expect(soundsOf([film, main, around])[1]).toBe('Audio M4A | surround sound | around')
  })

  test('of several mirrors and qualities are one row', () => {
    const mirrors = ['a-low', 'b-low', 'a-high', 'b-high'].map((id) => track(id, 'de', 'Original'))
    expect(soundsOf([film, ...mirrors])).toEqual(['Audio M4A | b-high'])
  })
})

test('the sound of the playlist of the picture goes before better sound of others', () => {
  const other = { ...hls, manifest_url: 'https://a.example/other.m3u8' }
  const better = { ...track('better', 'de', 'Deutsch'), ...other, abr: 320 }
  expect(served([film, { ...main, abr: 96 }, better])[0]).toBe('* 1080p MP4 | v+main')
})

describe('formats of unknown quality', () => {
  const unknown = (format_id: string, more: object) => ({ ...hls, format_id, ...more })

  test.each([
    ['what the site calls them', 'hls-1', { format_note: '超清', tbr: 900 }, 'named “超清” by the site'],
    ['their own name', 'sd', { tbr: 900 }, 'named “sd” by the site'],
    ['their rate', 'hls-1', { tbr: 900 }, '900 kbps'],
    ['the rest of what is known', 'hls-1', {}, 'named “hls-1” by the site'],
  ])('are told apart by %s', (_, format_id, facts, words) => {
    const rows = served([unknown(format_id, facts), unknown('other', { tbr: 2_000 })])
    expect(rows).toContain(`MP4 (quality unknown) | ${words} | ${format_id}`)
  })
})

test('shows one sound once, whether its codec is stated or not', () => {
  const listed = { ...aac, ...hls, format_id: 'list', abr: 64 }
  expect(soundsOf([listed, { ...sound, format_id: 'file', ext: 'm4a', abr: 64 }])).toEqual([
    '* Audio M4A 64 kbps | file',
  ])
})

describe('a low rank', () => {
  test('does not drop sign language or an audio description', () => {
    const signed = { ...film, acodec: 'mp4a', format_id: 'signed', format_note: 'German Sign Language' }
    const described = track('ad', 'de', 'English descriptive')
    const rows = served([
      { ...signed, preference: -2 },
      { ...described, preference: -2 },
      { ...film, preference: -1 },
      { ...main, preference: -1 },
    ])
    expect(rows).toContain('1080p MP4 | sign language in the picture | signed')
    expect(rows).toContain('Audio M4A | audio description: German | ad')
    expect(rows[0]).toBe('* 1080p MP4 | v+main')
  })
})

test('knows surround sound by the id', () => {
  const listed = (format_id: string) => ({ ...sound, ...hls, ext: 'mp4', format_id })
  const rows = served([
    listed('stereo-2ch'),
    listed('cmaf-AC3-448-6ch-Svenska'),
    { ...picture, ...hls, format_id: 'v', height: 720 },
  ])
  expect(rows[0]).toBe('* 720p MP4 | v+stereo-2ch')
  expect(rows).toContain('Audio M4A | surround sound | cmaf-AC3-448-6ch-Svenska')
})

test('reads “audio description” in the place of a language', () => {
  const listed = (language: string) => ({ ...sound, ...hls, ext: 'mp4', format_id: language, language })
  const rows = served([listed('Audiodescrizione'), listed('Italiano'), { format_id: 'v', height: 720 }])
  expect(rows).toContain('Audio M4A | audio description: Italian | Audiodescrizione')
})

test.each(['dash-audioDescription-a', 'hls-descriptive-English'])(
  'knows an audio description by the id %s',
  (format_id) => {
    const twin = { ...main, format_id }
    expect(soundsOf([twin, film, main])[1]).toBe(`Audio M4A | audio description: German | ${format_id}`)
  },
)

test('knows the picture of an audio description by its name', () => {
  const described = { ...film, format_id: 'hls-VisuallyInterpreted-2', format_note: 'VisuallyInterpreted' }
  expect(rowsOf([main, film, described])[0]).toBe('* 1080p MP4 | v+main')
})

test('never takes the picture of an audio description for a version', () => {
  const french = { format_note: 'français [VF]', language_preference: 110 }
  const described = { format_note: 'français (audiodescription) [VFAUD]', language_preference: 100 }
  const rows = served([
    { ...film, ...described, format_id: 'ad-v', tbr: 4_100 },
    { ...film, ...french },
    track('ad', 'fr', described.format_note, described),
    track('son', 'fr', french.format_note, french),
  ])
  expect(rows).toEqual([
    '* 1080p MP4 | v+son',
    '1080p MP4 | audio description: French | v+ad',
    'Audio M4A | son',
    'Audio M4A | audio description: French | ad',
  ])
})

test.each(['DV', 'OBJECT', 'SCREEN'])('keeps the view %j of a lecture apart', (format_note) => {
  const view = { ...hls, acodec: 'mp4a', vcodec: 'avc1', format_id: 'view', format_note, ...size(1920, 1080) }
  const rows = served([{ format_id: 'podcast', format_note: 'PODCAST', ...size(1280, 720) }, view])
  expect(rows.slice(0, 2)).toEqual(['* 720p MP4 | podcast', `1080p MP4 | ${format_note} | view`])
})

describe('the sound of a film without a track of its own', () => {
  const both = (format_id: string, width: number, height: number, more: object = {}) => ({
    ...hls,
    format_id,
    vcodec: 'avc1.640028',
    acodec: 'mp4a.40.2',
    ...size(width, height),
    tbr: height * 4,
    ...more,
  })
  const sourceOf = (formats: object[], more?: object) =>
    new Set(
      catalogueOf(made(formats, { duration: 200, ...more }))
        .rows.filter(({ group }) => group === 'audio')
        .map(({ make }) => (make.by === 'plan' ? make.plan.audio?.id : make.rendition.id)),
    )

  test('comes from the file that most visitors would choose', () => {
    const tall = both('2160', 3840, 2160)
    const hevc = both('hevc', 1920, 1080, { vcodec: 'hvc1.1.6.L120' })
    expect(sourceOf([both('720', 1280, 720), both('1080', 1920, 1080), hevc, tall])).toEqual(
      new Set(['1080']),
    )
  })

  test('never comes from a file above the limit', () => {
    const formats = [both('720', 1280, 720), both('1080', 1920, 1080, { tbr: 8_000 })]
    expect(sourceOf(formats, { duration: 9_000 })).toEqual(new Set(['720']))
    expect(sourceOf(formats.slice(1), { duration: 9_000 })).toEqual(new Set())
  })

  test('is the original before a dubbed track', () => {
    const dub = track('dub', 'en', 'English - dubbed-auto', { language_preference: -10 })
    const rows = rowsOf([
      { ...film, ...size(1280, 720) },
      dub,
      both('18', 640, 360, { language: 'pt', language_preference: 10 }),
    ])
    expect(rows.filter(isMade).every((line) => line.endsWith('| 18'))).toBe(true)
    expect(rows).toContain('Audio M4A | dubbed: English | dub')
  })
})

describe('what opens most easily', () => {
  test('takes a file of unknown codec before HEVC', () => {
    const file = { ...size(720, 1280) }
    const rows = served([
      { ...file, format_id: 'plain' },
      { ...file, format_id: 'hevc', vcodec: 'hevc' },
    ])
    expect(rows).toEqual(['* 720p MP4 | plain'])
  })

  test('takes H.264 before a MOV that can be a studio master', () => {
    const mov = { format_id: 'mov', ext: 'mov', format_note: 'Original', ...size(1920, 1080) }
    const h264 = { ...hls, format_id: 'h264', vcodec: 'avc1', acodec: 'mp4a', ...size(1280, 720) }
    expect(served([h264, mov]).find((line) => line.startsWith('*'))).toBe('* 720p MP4 | h264')
    expect(served([mov])[0]).toBe('* 1080p MOV | mov')
  })

  test('takes M4A before the same sound in AAC', () => {
    const aacFile = { ...sound, format_id: 'file', ext: 'aac', acodec: 'aac', abr: 256 }
    expect(served([{ ...aac, ...hls, format_id: 'm4a', abr: 256 }, aacFile])[0]).toBe(
      '* Audio M4A 256 kbps | m4a',
    )
  })
})
