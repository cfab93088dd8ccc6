import { describe, expect, test } from 'vitest'
import { infoSchema } from '../../../../merger/ytdlp/facts.ts'
import { versionOf } from '../../../../merger/extract/renditions/version.ts'
import { aac, picture, size, sound } from '../rows.ts'

/** The versions of formats, as notes and ids of real sites name them. */
function versionsOf(formats: object[]): (string | null)[] {
  const given = formats.map((format, at) => ({
    format_id: `${at}`,
    url: `https://a.example/${at}`,
    ...format,
  }))
  const info = infoSchema.parse({ title: 'Made up', extractor: 'made', formats: given })
  return info.formats!.map((format) => versionOf(format, info.formats!, info))
}
/** The parts of a text between semicolons. */
const words = (text: string) => text.trim().split(/;\s+/)
const nameOf = (format: object) => versionsOf([format])[0]
const ofPicture = (format_note: string) => nameOf({ ...picture, format_note })
const ofSound = (format_note: string, more: object = {}) => nameOf({ ...aac, format_note, ...more })

describe('a picture is named by its note', () => {
  test.each(
    words(`
    hardsub; Hard-Sub; Sub; Subs; with subtitles; Subtitled; sous-titré; Soustitrage; Untertitelt;
    VOSTFR; VOSTA; OGsub-x; sottotitolato
  `),
  )('%j has subtitles in it', (note) => {
    expect(ofPicture(note)).toBe('subtitles in the picture')
  })

  test.each([
    ['Italian (Subtitles) [OGsub-ITA]', 'Italian '],
    ['Deutsch hardsub', 'Deutsch '],
    ['Português Hard-Sub', 'Português '],
    ['xx Français subbed sub', 'Français '],
    ['ru-RU hardsub', 'Russian (Russia) '],
    ['pt-BR hard-sub', 'Brazilian Portuguese '],
    ['deu hardsub', 'German '],
    ['nope hardsub', ''],
    ['SDH Subtitles', ''],
  ])('%j names the language of the subtitles', (note, language) => {
    expect(ofPicture(note)).toBe(`${language}subtitles in the picture`)
  })

  test.each(
    words(`
    Signed; Sign Language; SignLanguage; Sign language interpretation; mit Gebärdensprache;
    Gebaerdensprache; Langue des signes; LSF; main, DGS; BSL; ASL
  `),
  )('%j has sign language in it', (note) => {
    expect(ofPicture(note)).toBe('sign language in the picture')
  })

  test.each(
    words(`
    Uncut; Uncensored; Censored; Extended; Director's Cut; Directors Cut; Theatrical; Simulcast;
    Broadcast Dub; English, Uncut; Camera stream; Screen share; Screen share stream;
    Screen share with camera; Slide; Slides; slide video; speaker video; presenter/delivery;
    presentation/source; Main camera; Portrait; portrait mode; Cam 2; Camera4; camera 12; Angle 3;
    angle2; Onboard HAM; Multicam; multi-cam; 3D; 3D SBS; SBS; Left eye; right-eye; Side-by-side;
    side by side; over-under; Over under; Anaglyph; DV; OBJECT; SCREEN
  `),
  )('%j is a version', (note) => {
    expect(ofPicture(note)).toBe(note)
  })

  test.each(['Klare Sprache', 'Clearspeech', 'clear-speech'])('%j is clear speech', (note) => {
    expect(ofPicture(note)).toBe('clear speech')
  })

  test.each(
    words(`
    DASH video; 720p; Main; Full HD; Submarine; Subscribers; Chosubs; Unsigned; Signal; Basle;
    Haircut; Uncutting; Camera quality; Webcamera; Backslides here; Slideshow; camera streams;
    Portraits; In portrait; Webcam 2; Rectangle 3; Multicamera; XSBS; 3DTV; DVD; HDV; Screen;
    My object; presenter of
  `),
  )('%j is none', (note) => {
    expect(ofPicture(note)).toBeNull()
  })

  test('is cut off after 60 characters', () => {
    expect(ofPicture(`Uncut ${'x'.repeat(80)}`)).toBe(`Uncut ${'x'.repeat(54)}`)
  })

  test('is read without spaces around it', () => {
    expect(ofPicture(' Uncut ')).toBe('Uncut')
  })
})

describe('a picture is named by its id', () => {
  test.each([
    ['portrait-1080', 'portrait'],
    ['portrait_720p', 'portrait'],
    ['slides', 'slides'],
    ['presenter/source1080', 'presenter/source'],
    ['http-sign-language', 'sign language in the picture'],
    ['http-signlanguage', 'sign language in the picture'],
    ['hls-hardsubs', 'subtitles in the picture'],
    ['hard-sub-de', 'German subtitles in the picture'],
    ['hardsub_enUS-1', 'American English subtitles in the picture'],
    ['hardsub-xx-YY', 'subtitles in the picture'],
    ['hardsubbed', null],
    ['xhardsub', null],
    ['designlanguages', null],
  ])('%j is %j', (format_id, name) => {
    expect(nameOf({ ...picture, format_id })).toBe(name)
  })
})

describe('a sound is named by its note', () => {
  test.each(
    words(`
    Commentary; Commentaire; Floor; Ambient; Ambience; Natural Sound; International sound;
    Music only; Instrumental; Karaoke; Home Radio; Stadium; Park; Ballpark; Crowd; Arena;
    Audiokommentar; Audiocomentario; Comentarios; Stadionton; Шум стадиона; 音のみ; 現場音; Clean feed;
    Slides
  `),
  )('%j is a version', (note) => {
    expect(ofSound(note)).toBe(note)
  })

  test.each(['Audio subtitles', 'spoken subtitle', 'AudioSubtitles', 'Uppläst', 'Opplest', 'Oplæst'])(
    '%j reads the subtitles aloud',
    (note) => {
      expect(ofSound(note)).toBe('subtitles read aloud')
    },
  )

  test.each([
    ['sv-x-tal', '', 'subtitles read aloud'],
    ['nl', 'Gesproken ondertiteling', 'subtitles read aloud'],
    ['de-x-clearspeech', '', 'clear speech'],
    ['sv-x-tala', '', null],
    ['en', 'Parkour', null],
    ['en', 'Recommentary', null],
    ['en', 'Sub', null],
    ['en', 'Uncanny', null],
  ])('in %j with the note %j', (language, note, name) => {
    expect(ofSound(note, { language })).toBe(name)
  })

  test('is none if it is the default', () => {
    expect(ofSound('Commentary', { is_default: true })).toBeNull()
    expect(ofPicture('Commentary')).toBeNull()
  })

  test('has subtitles only beside a picture with the same note', () => {
    const film = { ...picture, format_note: 'Italian subtitles' }
    const italian = { ...aac, format_note: 'Italian subtitles' }
    expect(versionsOf([film, italian])[1]).toBe('Italian subtitles in the picture')
    expect(versionsOf([{ ...film, format_note: 'Film' }, italian, { ...italian }])[1]).toBeNull()
  })
})

describe('a picture is a version beside the best one', () => {
  const pair = (format_note: string | null, heights: number[], more: object = {}) =>
    heights.map((height) => ({ ...picture, format_note, ...size(height * 2, height), ...more }))
  const first = (...formats: object[][]) => versionsOf(formats.flat())[0]

  test('by another name and all the same sizes', () => {
    expect(first(pair('Tribune', [360, 720]), pair('Main', [720, 360]))).toBe('Tribune')
    expect(first(pair(`Tribune ${'x'.repeat(80)}`, [360, 720]), pair('Main', [360, 720]))).toHaveLength(60)
  })

  test.each([
    ['one size', pair('Tribune', [720]), pair('Main', [720])],
    ['other sizes', pair('Tribune', [360, 720]), pair('Main', [360, 1080])],
    ['no note', pair(null, [360, 720]), pair('Main', [360, 720])],
    ['no other note', pair('Tribune', [360, 720]), pair(null, [360, 720])],
    ['the same note', pair('Main', [360, 720]), pair('Main', [360, 720])],
    ['a named one alone', pair('Tribune', [360, 720]), pair('Uncut', [360, 720])],
  ])('not with %s', (_, other, main) => {
    expect(first(other, main)).toBeNull()
  })

  test('goes by the sizes in its own language', () => {
    const english = { language: 'en' }
    const other = [...pair('Tribune', [360], english), ...pair('Tribune', [720], { language: 'fr' })]
    expect(first(other, pair('Main', [360, 720], english))).toBeNull()
  })

  test.each(['Home TV', 'Away Radio', 'National AM', 'International FM', 'World Feed', 'Clean feed'])(
    'by the station %j',
    (note) => {
      expect(first(pair(note, [360]), pair('Main', [720]))).toBe(note)
    },
  )

  test.each(['Rehome tv', 'Home tvs'])('not by %j, which is no station', (note) => {
    expect(first(pair(note, [360]), pair('Main', [720]))).toBeNull()
  })

  test('passes over named and described ones', () => {
    const described = pair('audiodescription', [360, 720], { acodec: 'mp4a.40.2' })
    const all = [pair('Tribune', [360, 720]), pair('Main', [360, 720]), pair('Uncut', [360, 720]), described]
    expect(versionsOf(all.flat()).slice(0, 4)).toEqual(['Tribune', 'Tribune', null, null])
  })

  test('knows a sound by the words of a feed alone', () => {
    const main = pair('Main', [360, 720])
    expect(first([{ ...sound, format_note: 'Away Feed' }], main)).toBe('Away Feed')
    expect(
      first(
        [
          { ...sound, format_note: 'Tribune' },
          { ...sound, format_note: 'Tribune' },
        ],
        main,
      ),
    ).toBeNull()
  })

  test.each(
    words(`
    HLS; DASH; http; https; smooth; ism; mp4; webm; h264; H.265; hevc; avc; avc1; av1; vp9; aac;
    ec3; ec-3; stereo; Dolby; Atmos; cdn; source; Premium; hdr; sdr; untested; default; auto;
    phone; mobile; web; low; medium; high; mirror; backup; 720p60; 4K; x 1080P
  `),
  )('not with the technical note %j', (note) => {
    expect(first(pair(note, [360, 720]), pair('Main', [360, 720]))).toBeNull()
    expect(first(pair('Tribune', [360, 720]), pair(note, [360, 720]))).toBeNull()
  })

  test.each(['Yellow', 'Lower tier', 'Website', 'Cobweb', 'h26x', 'Pk', 'Top', 'Day 1pm', 'h.263'])(
    'with the note %j, which is not technical',
    (note) => {
      expect(first(pair(note, [360, 720]), pair('Main', [360, 720]))).toBe(note)
    },
  )
})

describe('a picture of a lower rank in the same language', () => {
  const ranked = (language_preference: number | null, more: object = {}) => ({
    ...picture,
    language: 'fr',
    language_preference,
    ...more,
  })
  const best = ranked(10, { format_note: 'VF' })

  test.each([
    ['by its note', ranked(5, { format_note: 'VO' }), 'VO'],
    ['by its id', ranked(5, { format_id: 'vo' }), 'vo'],
    ['not without a rank', ranked(null, { format_id: 'vo' }), null],
    ['not with the rank 0', ranked(0, { format_id: 'vo' }), null],
    ['not with the same rank', ranked(10, { format_id: 'vo' }), null],
    ['not in another language', ranked(5, { format_id: 'vo', language: 'de' }), null],
  ])('is a version %s', (_, other, name) => {
    expect(versionsOf([other, best])[0]).toBe(name)
  })

  test('goes with its sound', () => {
    const track = (rank: number, format_note: string) => ({ ...aac, language_preference: rank, format_note })
    const versions = versionsOf([
      ranked(5, { format_note: 'VO' }),
      track(5, 'VO'),
      track(5, 'VF'),
      track(10, 'VO'),
      best,
    ])
    expect(versions.slice(0, 4)).toEqual(['VO', 'VO', null, null])
  })
})
