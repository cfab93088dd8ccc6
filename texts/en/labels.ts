import type { ClaimsOf } from '../claims.ts'

/** The rows of formats, what a file is at the moment, and what stands above a result. */
export const texts = {
  rows: {
    audio: 'Audio {format}',
    audioRate: 'Audio {format} {kbps} kbps',
    gif: 'Animated GIF',
    image: 'Image {format}',
    video: '{height}p {format}',
    videoUnknown: '{format} (quality unknown)',
  },
  /** Each is one fact about a format; `several` joins them. */
  notes: {
    several: '{before}, {next}',
    converted: 'converted',
    convertedAbove: 'converted, no better than its source',
    convertedBelow: 'converted, no better than the {kbps} kbps of its source',
    preview: 'preview only',
    incomplete: 'incomplete',
    post_sound: 'the song that this post uses',
    surround: 'surround sound',
    upscaled: 'enlarged by the site',
    spherical: '360°',
    premium: 'higher bitrate',
    lossless: 'lossless',
    named: 'named “{name}” by the site',
    description: 'audio description',
    descriptionIn: 'audio description: {language}',
    original: 'original sound',
    originalIn: 'original sound: {language}',
    dubbed: 'dubbed: {language}',
    inLanguage: 'in {language}',
    secondSound: 'with {language} as second sound',
    readAloud: 'subtitles read aloud',
    hardSubtitles: 'subtitles in the picture',
    hardSubtitlesIn: '{language} subtitles in the picture',
    signLanguage: 'sign language in the picture',
    clearSpeech: 'clear speech',
  },
  /** In brackets after the language of subtitles. */
  subtitles: {
    und: 'language not stated',
    forced: 'foreign parts only',
    sdh: 'SDH',
  },
  notices: {
    preview: 'The site gives only a preview of this item, not the whole of it.',
    section: 'This link is a clip ({start} to {end}). The formats below are the whole video.',
    newest: 'The newest episode of this feed.',
    /** `{n}` is the number of heights in `{heights}`, for example "2160p and 1440p". */
    tooLarge: {
      one: '{heights} is missing here: its file would be above our limit of {limit}.',
      other: '{heights} are missing here: their files would be above our limit of {limit}.',
    },
  },
  /** The name of a list whose first item cannot be offered. */
  failedList: { one: 'A list of {n} item', other: 'A list of {n} items' },
  /** What is done with a file. */
  progress: {
    waiting: 'Waiting for a free machine',
    starting: 'Starting',
    again: 'Trying again',
    done: 'Your file is ready',
    extracting: 'Reading the source',
    finishing: 'Finishing',
    siteWaits: 'The site makes us wait a moment',
    siteWaitsFor: 'The site makes us wait {seconds} s',
    downloadingBoth: 'Downloading video and audio',
    downloadingVideo: 'Downloading video',
    downloadingAudio: 'Downloading audio',
    merging: 'Merging video and audio',
    convertingVideo: 'Converting video',
    convertingAudio: 'Converting audio',
  },
} as const

export const claims: ClaimsOf<typeof texts> = {
  'notices.preview': [],
  'notices.section': [],
  'notices.newest': [],
  'notices.tooLarge.one': ['items-up-4'],
  'notices.tooLarge.other': ['items-up-4'],
}
