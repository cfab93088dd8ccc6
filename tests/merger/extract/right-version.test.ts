import { describe, expect, test } from 'vitest'
import { aac, hls, picture, rowsOf, served, size, sound } from './rows.ts'

describe('the original is a property of a language', () => {
  const german = { language: 'deu', language_preference: 5 }
  const described = { language: 'deu', language_preference: -10 }
  const formats = [
    { ...sound, ...hls, ...described, format_id: 'ad-ton', format_note: 'Audiodeskription' },
    { ...sound, ...hls, ...german, format_id: 'tv-ton', format_note: 'TV Ton' },
    { ...sound, ...hls, format_id: 'o-ton', language: 'eng', language_preference: -1 },
    { ...picture, acodec: 'mp4a.40.2', ...described, format_id: 'ad', format_note: 'ad', ...size(960, 540) },
    {
      ...picture,
      ...hls,
      ...described,
      format_id: 'hls',
      format_note: 'ad',
      fps: 50,
      ...size(1920, 1080),
      tbr: 6_100,
    },
    {
      ...picture,
      acodec: 'mp4a.40.2',
      language: 'deu',
      language_preference: 10,
      format_id: 'main',
      ...size(1280, 720),
    },
  ]

  test('suggests the best picture in the language of the best rank', () => {
    expect(served(formats)).toEqual([
      '* 1080p MP4 | 50 fps | hls+tv-ton',
      '720p MP4 | main',
      '1080p MP4 | 50 fps, in English | hls+o-ton',
      '1080p MP4 | 50 fps, with English as second sound | hls+tv-ton',
      '1080p MP4 | 50 fps, audio description: German | hls+ad-ton',
      '540p MP4 | audio description: German | ad',
      'Audio M4A | tv-ton',
      'Audio M4A | in English | o-ton',
      'Audio M4A | audio description: German | ad-ton',
    ])
  })

  test('calls both lists of one language original', () => {
    const [best] = served([
      { ...aac, format_id: 'dash', language: 'fr', language_preference: -1, abr: 96 },
      { ...aac, ...hls, format_id: 'hls', language: 'fr', language_preference: 5, abr: 128 },
      { ...aac, format_id: 'qad', language: 'qad', language_preference: -10, abr: 96 },
    ])
    expect(best).toBe('* Audio M4A 128 kbps | hls')
  })

  test('goes by the language of the item, else by yt-dlp’s best track', () => {
    const tracks = ['en', 'de'].map((language) => ({
      ...aac,
      ...hls,
      format_id: language,
      language,
      tbr: 128,
    }))
    const video = { ...picture, ...hls, format_id: 'v', ...size(1280, 720), tbr: 2_000 }
    expect(rowsOf([...tracks, video], { language: 'en' })[0]).toBe('* 720p MP4 | v+en')
    expect(rowsOf([...tracks, video])[0]).toBe('* 720p MP4 | v+de')
  })

  test('goes by the word “original” only without ranks', () => {
    const track = (format_id: string, format_note: string, rank?: number) => ({
      ...aac,
      ...hls,
      format_id,
      format_note,
      language: format_id,
      language_preference: rank ?? null,
    })
    const named = [track('fr', 'French (Original)'), track('de', 'German')]
    expect(served(named)[0]).toContain('| fr')
    const ranked = [track('fr', 'French (Original)', 11_011), track('de', 'German', 11_101)]
    expect(served(ranked)[0]).toContain('| de')
  })

  test('takes the track that a broadcast marks as original', () => {
    const tracks = [
      { ...aac, ...hls, format_id: 'ov', language: 'qaa' },
      { ...aac, ...hls, format_id: 'de', language: 'deu' },
    ]
    expect(served(tracks)).toEqual(['* Audio M4A | ov', 'Audio M4A | in German | de'])
  })

  test('offers a file in another language of one height only', () => {
    const file = (language: string, rank: number, height: number) => ({
      ...hls,
      format_id: `${language}-${height}`,
      vcodec: 'avc1.64001f',
      acodec: 'mp4a.40.2',
      language,
      language_preference: rank,
      height,
    })
    const rows = served([file('hi', -1, 360), file('hi', -1, 720), file('en', 10, 360), file('en', 10, 720)])
    expect(rows.filter((line) => line.includes('Hindi'))).toEqual(['720p MP4 | in Hindi | hi-720'])
  })

  test.each([
    ['qad', null, 'French'],
    ['fr', 'audiodescription', 'French'],
    ['de', 'Audiodeskription', 'German'],
    ['de-audio-description', null, 'German'],
    ['en', 'English AD', 'English'],
    ['en-desc', 'English descriptive', 'English'],
    ['sv-x-synt', null, 'Swedish'],
    ['ja', '解説放送', 'Japanese'],
    ['pl', 'Audiodeskrypcja', 'Polish'],
    ['fr', 'Vidéodescription', 'French'],
  ])('knows an audio description by %j and %j', (language, format_note, name) => {
    const rows = served([
      { ...aac, format_id: 'ad', language, format_note, abr: 128 },
      { ...aac, format_id: 'fr', language: 'fr', language_preference: 10, abr: 64 },
    ])
    expect(rows).toEqual(['* Audio M4A 64 kbps | fr', `Audio M4A 128 kbps | audio description: ${name} | ad`])
  })

  test.each([
    [['de', 'de-DE'], 1],
    [['deu', 'de-AT'], 1],
    [['de', 'de-DE', 'de-AT'], 3],
    [['pt-BR', 'pt-PT'], 2],
  ])('takes a region for another language only beside other regions: %j', (languages, count) => {
    const tracks = languages.map((language) => ({ ...aac, format_id: language, language, abr: 64 }))
    expect(served(tracks)).toHaveLength(count)
  })

  test('knows the language of the item in another region', () => {
    const tracks = ['en-GB', 'fr'].map((language) => ({ ...aac, format_id: language, language, abr: 64 }))
    expect(served(tracks, { language: 'en-US' })[0]).toBe('* Audio M4A 64 kbps | en-GB')
  })

  test('does not call a dub with a low rank an audio description', () => {
    const rows = served([
      { ...aac, format_id: 'es', language: 'es', language_preference: -10, abr: 64 },
      { ...aac, format_id: 'en', language: 'en', language_preference: 10, abr: 64 },
    ])
    expect(rows).toEqual(['* Audio M4A 64 kbps | en', 'Audio M4A 64 kbps | in Spanish | es'])
  })
})

describe('a version is part of the identity of a format', () => {
  const note = (format_note: string, language_preference: number) => ({ format_note, language_preference })
  const french = note('French (Original) [OV]', 11_011)
  const italian = note('Italian (Subtitles) [OGsub-ITA]', 11_001)
  const video = { ...picture, ...hls, ...size(1280, 720) }

  test('suggests the version that yt-dlp ranks first, at a lower rate too', () => {
    const rows = served([
      { ...aac, ...hls, ...french, format_id: 'sound', language: 'fr', tbr: 128 },
      { ...video, ...italian, format_id: 'ita', tbr: 1_962 },
      { ...video, ...french, format_id: 'fra', tbr: 1_955 },
    ])
    expect(rows).toEqual([
      '* 720p MP4 | fra+sound',
      '720p MP4 | Italian subtitles in the picture | ita+sound',
      'Audio M4A 128 kbps | sound',
    ])
  })

  test('gives each version its own sound', () => {
    const german = note('German [DE]', 10_001)
    const rows = served([
      { ...aac, ...hls, ...german, format_id: 'ton', language: 'de', tbr: 128 },
      { ...aac, ...hls, ...french, format_id: 'son', language: 'fr', tbr: 128 },
      { ...video, ...german, format_id: 'deu', tbr: 1_990 },
      { ...video, ...french, format_id: 'fra', tbr: 1_955 },
    ])
    expect(rows.slice(0, 2)).toEqual(['* 720p MP4 | fra+son', '720p MP4 | German [DE] | deu+ton'])
  })

  test('says nothing of the picture beside its sound', () => {
    const german = note('German [DE]', 11_101)
    const subtitled = note('French with subtitles [OmU]', 11_011)
    const rows = served([
      { ...aac, ...hls, ...subtitled, format_id: 'son', language: 'fr', tbr: 128 },
      { ...aac, ...hls, ...german, format_id: 'ton', language: 'de', tbr: 128 },
      { ...video, ...subtitled, format_id: 'fra', tbr: 1_955 },
      { ...video, ...german, format_id: 'deu', tbr: 1_990 },
    ])
    expect(rows).toEqual([
      '* 720p MP4 | deu+ton',
      '720p MP4 | subtitles in the picture, in French | fra+son',
      'Audio M4A 128 kbps | ton',
      'Audio M4A 128 kbps | in French | son',
    ])
  })

  test('pairs a picture of another language with the sound of that language', () => {
    const rows = served([
      { ...aac, format_id: 'ja-a', language: 'ja', abr: 128 },
      { ...aac, format_id: 'en-a', language: 'en', language_preference: 10, abr: 128 },
      { ...picture, format_id: 'ja-v', language: 'ja', ...size(1920, 1080), tbr: 4_000 },
      { ...picture, format_id: 'en-v', language: 'en', ...size(1280, 720), tbr: 2_000 },
    ])
    expect(rows.slice(0, 2)).toEqual(['* 720p MP4 | en-v+en-a', '1080p MP4 | in Japanese | ja-v+ja-a'])
  })

  test('takes the language that all pictures name for the original', () => {
    const rows = served([
      { ...aac, ...hls, format_id: 'hi-a', language: 'hi' },
      { ...aac, ...hls, format_id: 'en-a', language: 'en' },
      { ...picture, ...hls, format_id: 'v', language: 'hi', ...size(1920, 1080) },
    ])
    expect(rows.slice(0, 2)).toEqual(['* 1080p MP4 | v+hi-a', '1080p MP4 | in English | v+en-a'])
  })

  test('pairs the original sound with pictures that all name another language', () => {
    const [best] = served([
      { ...aac, ...hls, format_id: 'hi-a', language: 'hi' },
      { ...aac, ...hls, format_id: 'en-a', language: 'en', language_preference: 10 },
      { ...picture, ...hls, format_id: 'v', language: 'hi', ...size(1920, 1080) },
    ])
    expect(best).toBe('* 1080p MP4 | v+en-a')
  })

  test('pairs each language of a version with its own picture', () => {
    const cut = (language: string, rank: number, tbr: number) => [
      {
        ...aac,
        ...hls,
        format_id: `${language}-a`,
        language,
        language_preference: rank,
        format_note: 'Uncut',
      },
      { ...picture, ...hls, format_id: `${language}-v`, language, format_note: 'Uncut', height: 1080, tbr },
    ]
    expect(served([...cut('en', -1, 6_500), ...cut('ja', 10, 6_400)]).slice(0, 2)).toEqual([
      '* 1080p MP4 | Uncut | ja-v+ja-a',
      '1080p MP4 | Uncut, in English | en-v+en-a',
    ])
  })

  test('never mixes the picture of one version with the sound of another', () => {
    const [best, other] = served([
      { ...aac, ...hls, ...french, format_id: 'son', language: 'fr', tbr: 128 },
      { ...aac, ...hls, ...note('German', 11_101), format_id: 'ton', language: 'de', tbr: 128 },
      { ...video, ...french, format_id: 'fra', tbr: 1_955 },
      { ...video, ...note('German', 11_101), format_id: 'deu', tbr: 1_955 },
    ])
    expect(best).toBe('* 720p MP4 | deu+ton')
    expect(other).toBe('720p MP4 | French (Original) [OV] | fra+son')
  })

  test('takes the view that the site puts first, though another is larger', () => {
    const rows = served([
      { format_id: 'share', format_note: 'Screen share stream', preference: -1, ...size(1920, 1080) },
      { format_id: 'view', format_note: 'Camera stream', preference: 0, ...size(1280, 720) },
      { format_id: 'both', format_note: 'Screen share with camera', preference: 1, ...size(1280, 720) },
    ])
    expect(rows).toHaveLength(3)
    expect(rows.find((line) => line.startsWith('*'))).toBe('* 720p MP4 | Screen share with camera | both')
  })

  const feeds = (notes: (string | null)[], heights = [360, 720]) =>
    notes.flatMap((format_note, at) =>
      heights.map((height) => ({
        ...video,
        acodec: 'mp4a.40.2',
        format_id: `${at}-${height}`,
        format_note,
        ...size((height * 16) / 9, height),
      })),
    )

  test.each([
    ['feeds of two stations', feeds(['Away TV', 'Home TV']), 'Away TV'],
    ['a smaller feed', [...feeds(['National TV'], [360]), ...feeds(['Home TV'])], 'National TV'],
    ['a camera in a car', feeds(['Onboard HAM', null]), 'Onboard HAM'],
    ['two pictures side by side', feeds(['3D SBS', null]), '3D SBS'],
    ['an unknown name of the same sizes', feeds(['Шум стадиона', 'Основной']), 'Шум стадиона'],
    ['a name beside sign language', feeds(['Uncensored', 'Main']), 'Uncensored'],
  ])('keeps apart: %s', (_, formats, name) => {
    const rows = rowsOf(formats)
    expect(rows[0]).toMatch(/^\* 720p MP4 \| \d-720$/)
    expect(rows.filter((line) => line.includes(name))).toHaveLength(1)
  })

  test.each([
    ['the same pictures in another form', feeds(['HLS', 'DASH'])],
    ['names of qualities', [...feeds(['Good'], [360]), ...feeds(['Better'], [720])]],
    ['one name', feeds(['Main', 'Main'])],
  ])('sees no versions in %s', (_, formats) => {
    expect(
      served(formats)
        .filter((line) => line.includes('p MP4 | '))
        .map((line) => line.split(' | ').length),
    ).toEqual([2, 2])
  })

  test.each([
    ['audio-jaJP-hardsub-ptBR-8100', 'Brazilian Portuguese '],
    ['audio-jaJP-hardsub-esLA-8100', 'Latin American Spanish '],
    ['audio-jaJP-hardsub-arME-8100', 'Arabic '],
    ['hls-hardsub-en-US', 'American English '],
    ['trailer-hardsub', ''],
  ])('reads subtitles in the picture from the id %s', (format_id, language) => {
    const film = { ...video, acodec: 'mp4a.40.2', ...size(1920, 1080) }
    const rows = served([
      { ...film, format_id: 'plain', tbr: 7_900 },
      { ...film, format_id, tbr: 8_100 },
    ])
    expect(rows.slice(0, 2)).toEqual([
      '* 1080p MP4 | plain',
      `1080p MP4 | ${language}subtitles in the picture | ${format_id}`,
    ])
  })

  test('takes no Dolby Vision for the camera of a lecture', () => {
    const rows = rowsOf([
      { ...video, acodec: 'mp4a.40.2', format_id: 'dv', format_note: 'DV', vcodec: 'dvh1.05.06' },
    ])
    expect(rows[0]).toBe('* 720p MP4 | HDR, HEVC | dv')
  })

  test.each(['portrait-1080', 'http-sign-language'])(
    'keeps the version with the id %j apart',
    (format_id) => {
      const rows = served([
        { format_id: 'main', height: 1_080 },
        { format_id, height: 1_080 },
      ])
      expect(rows[0]).toBe('* 1080p MP4 | main')
      expect(rows).toHaveLength(2)
    },
  )

  test.each([
    ['ru-RU hardsub', 'subtitles in the picture'],
    ['OmU with subtitles', '| subtitles in the picture'],
    ['Portuguese hardsub', 'Portuguese subtitles in the picture'],
    ['German Sign Language', 'sign language in the picture'],
    ['English, Uncut', 'English, Uncut'],
  ])('names the version %j', (format_note, name) => {
    const rows = served([
      { ...video, acodec: 'mp4a.40.2', format_id: 'other', format_note },
      { ...video, acodec: 'mp4a.40.2', format_id: 'main', ...size(640, 360) },
    ])
    expect(rows[0]).toBe('* 360p MP4 | main')
    expect(rows[1]).toContain(name)
  })
})

test('takes no technical note of the same pictures for a version', () => {
  const film = (format_id: string, language: string, rank: number, format_note: string) => [
    { ...sound, ...hls, format_id: `${format_id}-ton`, language, language_preference: rank },
    ...[size(640, 360), size(1280, 720)].map((sizes) => ({
      ...picture,
      ...hls,
      format_id: `${format_id}-${sizes.height}`,
      format_note,
      language,
      language_preference: rank,
      ...sizes,
    })),
  ]
  const rows = served([...film('ot', 'eng', 5, 'auto, ot'), ...film('de', 'deu', 10, 'auto, main')])
  expect(rows).toEqual([
    '* 720p MP4 | de-720+de-ton',
    '360p MP4 | de-360+de-ton',
    '720p MP4 | in English | ot-720+ot-ton',
    'Audio M4A | de-ton',
    'Audio M4A | in English | ot-ton',
  ])
})
