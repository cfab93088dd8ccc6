import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { catalogueOf } from '#contract/catalogue/catalogue.ts'
import { python } from '../../python.ts'
import { mapped } from '../ytdlp/dumps.ts'
import { aac, hls, picture, size, sound } from './rows.ts'

// yt-dlp itself selects from the same lists: H.264 up to 1080p in the language and the version that it ranks
// first. Where the page suggests something else, the table says why.

type List = {
  formats: { format_id: string; [field: string]: unknown }[]
  extractor?: string
  duration?: number
  suggested: string
  why?: string
}

const file = { ext: 'mp4', vcodec: 'avc1.640028', acodec: 'mp4a.40.2' }
const opus = { ...sound, ext: 'webm', acodec: 'opus' }
const rungs = [
  ['134', 640, 360],
  ['136', 1280, 720],
  ['137', 1920, 1080],
] as const
const pictures = rungs.map(([format_id, width, height]) => ({
  ...picture,
  format_id,
  ...size(width, height),
  tbr: height * 2,
}))
const vp9 = (format_id: string, width: number, height: number) => ({
  ...picture,
  format_id,
  ext: 'webm',
  vcodec: 'vp9',
  ...size(width, height),
  tbr: height,
})
const voice = (language: string, rank: number | null, more: { format_id: string; format_note?: string }) => ({
  ...aac,
  ...hls,
  language,
  language_preference: rank,
  tbr: 128,
  ...more,
})

const lists: Record<string, List> = {
  'a video site': {
    formats: [
      { ...opus, format_id: '251', abr: 130 },
      { ...aac, format_id: '140', abr: 129 },
      ...pictures,
      vp9('248', 1920, 1080),
      vp9('313', 3840, 2160),
    ],
    suggested: '137+140',
  },
  'dubs made by machine': {
    formats: [
      { ...aac, format_id: 'de', abr: 129, language: 'de', language_preference: -1 },
      { ...aac, format_id: 'en', abr: 129, language: 'en-US', language_preference: 10 },
      ...pictures,
    ],
    suggested: '137+en',
  },
  'a film in wide format': {
    formats: [
      { ...aac, format_id: 'a', abr: 128 },
      { ...picture, format_id: '720', ...size(1280, 546), tbr: 900 },
      { ...picture, format_id: '1080', ...size(1920, 820), tbr: 1_600 },
    ],
    suggested: '1080+a',
  },
  'HDR beside plain pictures': {
    formats: [
      { ...aac, format_id: 'a', abr: 128 },
      ...pictures,
      { ...vp9('337', 3840, 2160), vcodec: 'vp9.2', dynamic_range: 'HDR10' },
    ],
    suggested: '137+a',
  },
  'an upright film': {
    formats: [
      { ...aac, format_id: 'a', abr: 128 },
      { ...picture, format_id: '720', ...size(720, 1280), tbr: 900 },
      { ...picture, format_id: '1080', ...size(1080, 1920), tbr: 1_600 },
    ],
    suggested: '1080+a',
  },
  'a playlist with a default sound': {
    formats: [
      voice('de', null, { format_id: 'de' }),
      voice('en', 5, { format_id: 'en' }),
      { ...picture, ...hls, format_id: 'v', ...size(1920, 1080), tbr: 5_000 },
    ],
    suggested: 'v+en',
  },
  'versions of a broadcaster of two countries': {
    formats: [
      voice('de', 11_101, { format_id: 'ton', format_note: 'German' }),
      voice('fr', 11_011, { format_id: 'son', format_note: 'French (Original)' }),
      {
        ...picture,
        ...hls,
        format_id: 'deu',
        format_note: 'German',
        language_preference: 11_101,
        ...size(1280, 720),
        tbr: 1_900,
      },
      {
        ...picture,
        ...hls,
        format_id: 'fra',
        format_note: 'French (Original)',
        language_preference: 11_011,
        ...size(1280, 720),
        tbr: 2_000,
      },
    ],
    suggested: 'deu+ton',
  },
  'a broadcaster with files and a list': {
    formats: [
      voice('deu', 5, { format_id: 'ton' }),
      voice('deu', -10, { format_id: 'ad', format_note: 'Audiodeskription' }),
      { ...file, format_id: 'file', language: 'deu', language_preference: 10, ...size(1280, 720) },
      { ...picture, ...hls, format_id: 'list', fps: 50, ...size(1920, 1080), tbr: 6_100 },
    ],
    suggested: 'list+ton',
    why: 'The file and the list have the same language, and the list has the better picture.',
  },
  'sign language beside the plain film': {
    formats: [
      { ...file, format_id: 'http-sign-language', language: 'deu', language_preference: 10, height: 1_080 },
      { ...file, format_id: 'main', preference: 1, language: 'deu', language_preference: 10, height: 1_080 },
    ],
    suggested: 'main',
  },
  'a meeting with several views': {
    formats: [
      { ...file, format_id: 'share', format_note: 'Screen share stream', preference: -1, height: 1_080 },
      { ...file, format_id: 'both', format_note: 'Screen share with camera', preference: 1, height: 720 },
    ],
    suggested: 'both',
  },
  'an upright cut of a clip': {
    formats: [
      { ...file, format_id: 'portrait-1080', height: 1_080, quality: -2, tbr: 9_000 },
      { ...file, format_id: '1080', height: 1_080, tbr: 6_000 },
    ],
    suggested: '1080',
  },
  'subtitles in the picture': {
    formats: [
      { ...file, ...hls, format_id: 'plain', ...size(1920, 1080), tbr: 7_900 },
      { ...file, ...hls, format_id: 'pt', format_note: 'pt-BR hardsub', ...size(1920, 1080), tbr: 8_000 },
    ],
    suggested: 'plain',
    why: 'yt-dlp ranks only the rate; nobody can remove the subtitles.',
  },
  'heights that only the notes name': {
    formats: ['1080p', '360p', '720p'].map((format_note) => ({
      ...file,
      format_id: format_note,
      format_note,
    })),
    suggested: '1080p',
    why: 'yt-dlp does not read heights from notes.',
  },
  'sound in three codecs': {
    formats: [
      { ...sound, ...hls, format_id: 'opus', ext: 'opus', acodec: 'opus', abr: 64 },
      { ...aac, ...hls, format_id: 'aac', abr: 160 },
      { ...sound, format_id: 'mp3', ext: 'mp3', acodec: 'mp3', abr: 128 },
    ],
    suggested: 'aac',
    why: 'yt-dlp ranks Opus above a much higher rate of AAC.',
  },
  'an album with lossless files': {
    formats: [
      { ...sound, format_id: 'mp3', ext: 'mp3', acodec: 'mp3', filesize: 9_300_000 },
      { ...sound, format_id: 'flac', ext: 'flac', acodec: 'flac', filesize: 26_000_000 },
    ],
    suggested: 'mp3',
    why: 'Every player opens MP3, and the lossless file is a row of its own.',
  },
  'a file of unknown codec beside VP9': {
    formats: [
      { format_id: 'hd', ext: 'mp4', quality: -2 },
      { ...aac, format_id: 'a', abr: 64 },
      { ...vp9('v', 1280, 720), ext: 'mp4' },
    ],
    suggested: 'hd',
    why: 'Such a file nearly always has H.264, which opens on a phone; VP9 does not.',
  },
  'a site with sound in three qualities and two codecs of each picture': {
    formats: [
      ...[67, 133, 311].map((abr) => ({ ...aac, format_id: `a${abr}`, abr })),
      ...pictures,
      { ...picture, format_id: 'hevc', vcodec: 'hev1.1.6.L150', ...size(1920, 1080), tbr: 900 },
    ],
    suggested: '137+a311',
  },
  'a site whose sound is an ordinary list of its own': {
    formats: [
      { ...aac, ...hls, format_id: 'a64', tbr: 64 },
      { ...aac, ...hls, format_id: 'a192', tbr: 192 },
      { ...picture, ...hls, format_id: 'v', ...size(1280, 720), tbr: 2_300 },
    ],
    suggested: 'v+a192',
  },
  'files and lists of the same pictures': {
    formats: [
      { ...file, ...hls, format_id: 'hls-720', ...size(1280, 720), tbr: 2_100 },
      { ...file, ...hls, format_id: 'hls-1080', ...size(1920, 1080), tbr: 4_300 },
      { ...file, format_id: 'http-720', ...size(1280, 720), tbr: 2_100 },
    ],
    suggested: 'hls-1080',
  },
  'files of unknown codec beside lists': {
    formats: [
      { ...aac, ...hls, format_id: 'a', tbr: 128 },
      { ...picture, ...hls, format_id: 'hls', ...size(1280, 720), tbr: 900 },
      { format_id: 'http', ext: 'mp4', ...size(1280, 720), tbr: 2_176 },
    ],
    suggested: 'http',
    why: 'A file needs no merge, and X names no codec for its H.264.',
  },
  'a single sound': {
    formats: [{ ...sound, format_id: 'only', ext: 'mp3' }],
    suggested: 'only',
  },
  'a single file': {
    formats: [{ ...file, format_id: 'only', ...size(1280, 720), filesize: 15_000_000 }],
    suggested: 'only',
  },
  'VP9 in the files of a site of MP4': {
    formats: [
      { ...aac, format_id: 'a', abr: 67 },
      { ...vp9('v', 1080, 1920), ext: 'mp4' },
    ],
    suggested: 'v+a',
  },
  'an audio description by its code': {
    formats: [
      { ...aac, format_id: 'qad', language: 'qad', language_preference: -10, tbr: 96 },
      { ...aac, format_id: 'fr', language: 'fr', language_preference: 5, tbr: 96 },
      { ...picture, format_id: 'v', ...size(1280, 720), tbr: 2_000 },
    ],
    suggested: 'v+fr',
  },
  'tracks of equal rank': {
    formats: [
      voice('de', null, { format_id: 'de' }),
      voice('en', null, { format_id: 'en' }),
      { ...picture, ...hls, format_id: 'v', ...size(1280, 720), tbr: 2_000 },
    ],
    suggested: 'v+en',
  },
  'qualities named in words': {
    formats: [
      { ...file, format_id: 'flv', ext: 'flv', format_note: '超清', quality: 1 },
      { ...file, ...hls, format_id: 'list', format_note: '超清', quality: 0 },
    ],
    suggested: 'list',
    why: 'An MP4 is made from the list; nothing opens FLV.',
  },
  'heights that a site names by words': {
    extractor: 'Odnoklassniki',
    formats: [
      ...['mobile', 'hd', 'full'].map((format_id) => ({ format_id, ext: 'mp4' })),
      { ...file, ...hls, format_id: 'list', ...size(1920, 1080), tbr: 4_200 },
    ],
    suggested: 'full',
    why: 'A file needs no merge, and nearly always has H.264.',
  },
  'an upright film of an unusual height': {
    formats: [
      { ...aac, format_id: 'a', abr: 128 },
      { ...picture, format_id: '1080', ...size(608, 1080), tbr: 3_300 },
      { ...picture, format_id: '2160', ...size(1080, 2160), tbr: 10_800 },
    ],
    suggested: '2160+a',
    why: 'The shorter side decides, and yt-dlp limits the longer one.',
  },
  'a recording above the limit': {
    duration: 12_600,
    formats: [
      { ...file, ...hls, format_id: '480', ...size(852, 480), tbr: 1_400 },
      { ...file, ...hls, format_id: '1080', ...size(1920, 1080), tbr: 6_500 },
    ],
    suggested: '480',
    why: 'A file of 10 GB cannot be made.',
  },
  'a film above the limit': {
    duration: 9_000,
    formats: [
      { ...aac, ...hls, format_id: 'a' },
      { ...picture, ...hls, format_id: 'v', ...size(1920, 1080), tbr: 6_100 },
    ],
    suggested: 'a',
    why: 'A film of 7 GB cannot be made, but its sound can.',
  },
  'mirrors of one sound': {
    formats: [
      ...['low', 'high'].flatMap((quality, rank) =>
        ['one', 'two'].map((mirror) => ({
          ...aac,
          ...hls,
          format_id: `${mirror}-${quality}`,
          quality: rank,
        })),
      ),
      { ...picture, ...hls, format_id: 'v', ...size(1920, 1080), tbr: 2_900 },
    ],
    suggested: 'v+two-high',
  },
  'a dub that is all that is left beside a small file': {
    extractor: 'youtube',
    formats: [
      { ...aac, format_id: 'dub', language: 'en', language_preference: -10, abr: 129 },
      { ...picture, format_id: '136', ...size(1280, 720), tbr: 1_100 },
      { ...file, format_id: '18', language: 'pt', language_preference: 10, ...size(640, 360), tbr: 400 },
    ],
    suggested: '18',
  },
}

const infos = Object.entries(lists).map(([title, { formats, extractor = 'made', duration = 200 }]) => ({
  id: 'x',
  title,
  extractor,
  extractor_key: 'Made',
  duration,
  webpage_url: 'https://a.example/x',
  formats: formats.map((one) => ({ url: `https://a.example/${one.format_id}`, ...one })),
}))
const program = path.join(import.meta.dirname, 'second_opinion.py')
const opinions = JSON.parse(execFileSync(python, [program], { input: JSON.stringify(infos) }).toString()) as {
  info: unknown
  chosen: string[]
}[]

test.each(Object.entries(lists).map(([name, list], at) => [name, { ...list, ...opinions[at]! }] as const))(
  'suggests from %s what yt-dlp selects, or says why not',
  (_, { info, chosen, suggested, why }) => {
    const make = catalogueOf(mapped(info)).rows.find((row) => row.suggested)!.make
    const ids = make.by === 'plan' ? [make.plan.video?.id, make.plan.audio?.id] : [make.rendition.id]
    expect(ids.filter(Boolean).join('+')).toBe(suggested)
    expect(chosen.join('+') === suggested).toBe(why === undefined)
  },
)
