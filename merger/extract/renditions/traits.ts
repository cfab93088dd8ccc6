import { soundRow } from '#contract/codecs/codecs.ts'
import type { Trait } from '#contract/engine/extraction.ts'
import type { FormatFacts, Info } from '../../ytdlp/facts.ts'
import { isDescribed } from './described.ts'
import { hasNoVideo } from './format-kind.ts'
import { isNamedOriginal } from './language.ts'

type Rule = (format: FormatFacts, info: Info, note: string) => boolean

const SURROUND = /\b[57]\.1\b|\bsurround\b|\batmos\b|(?:^|[-_ ])(?:[68]ch|e?-?ac-?3)(?=$|[-_ ])/i

export const isTikTok = (info: Info) => /^(tiktok|douyin)/i.test(info.extractor)
export const isYouTube = (info: Info) => /^youtube/i.test(info.extractor)

function hasMoreThanStereo(format: FormatFacts): boolean {
  if (format.audio_channels !== null) return format.audio_channels > 2
  const isNamed = hasNoVideo(format) && SURROUND.test(`${format.format_id} ${format.format_note ?? ''}`)
  return isNamed || soundRow(format.acodec)?.isSurround === true
}

const rules: Record<Trait, Rule> = {
  // yt-dlp's extractor/tiktok.py offers one format without video: the song (`music`) that a post uses.
  post_sound: (format, info) => isTikTok(info) && hasNoVideo(format),
  surround: hasMoreThanStereo,
  audio_description: (format, info) => isDescribed(format, info),
  // YouTube has no other tracks beside the original.
  dub: (format, info) => hasSound(format) && (says(DUBBED, format) || isOtherTrack(format, info)),
  original_sound: (format) => hasSound(format) && isNamedOriginal(format),
  // For an upscaled format, yt-dlp's extractor/youtube/_video.py appends "-sr" (super resolution) to the id
  // and writes "AI-upscaled" into the note.
  upscaled: ({ format_id }, info, note) =>
    /\bai-upscaled\b/i.test(note) || (isYouTube(info) && /^\d+-sr\b/.test(format_id)),
  // For a 360° video of YouTube, the note contains the name of the projection. yt-dlp shortens
  // EQUIRECTANGULAR to "equi".
  spherical: (_, __, note) => /\b(mesh|equi|equirectangular)\b/i.test(note),
  premium: (_, __, note) => /\bpremium\b/i.test(note),
  preview: ({ format_id }, _, note) => /(^|[\s_-])preview/i.test(`${format_id} ${note}`),
  incomplete: (_, __, note) => /\(incomplete\)|\blast \d+ hours?\b/i.test(note),
  untested: ({ untested }) => untested,
}

/** What sites write about a dubbed track, in their languages. */
const DUBBED = /\bdub(?:bed|bing)?\b|\bdoubl(?:é|age)|\bdoppia[gt]|\bdoblad|\bdublad|\bsynchron(?:fass|is)/i

/** yt-dlp gives the original track of a video with several tracks the rank 10, and the default one 5. */
const isOtherTrack = ({ language, language_preference: rank }: FormatFacts, info: Info) =>
  isYouTube(info) && language !== null && rank !== null && (rank < 5 || rank < bestRank(info))

const bestRank = ({ formats }: Info) =>
  (formats ?? []).reduce((best, { language_preference: rank }) => Math.max(best, rank ?? 0), 0)

const says = (pattern: RegExp, { language, format_note: note }: FormatFacts) =>
  pattern.test(`${language ?? ''} ${note ?? ''}`)
const hasSound = (format: FormatFacts) => format.acodec !== 'none' || hasNoVideo(format)

export function traitsOf(format: FormatFacts, info: Info): Trait[] {
  const note = format.format_note ?? ''
  return (Object.keys(rules) as Trait[]).filter((trait) => rules[trait](format, info, note))
}
