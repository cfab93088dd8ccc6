import { codecFamily } from '#contract/codecs.ts'
import type { Trait } from '#contract/engine.ts'
import type { FormatFacts, Info } from '../ytdlp/facts.ts'
import { hasNoPicture } from './format-kind.ts'

type Rule = (format: FormatFacts, info: Info, note: string) => boolean

/** Sound with more than two channels, by its codec, where the site does not give their number. */
const SURROUND_CODECS = new Set(['ac-3', 'ec-3'])

export const isTikTok = (info: Info) => /^(tiktok|douyin)/i.test(info.extractor)
export const isYouTube = (info: Info) => /^youtube/i.test(info.extractor)

const rules: Record<Trait, Rule> = {
  // extractor/tiktok.py adds the post's `music` under this id.
  post_sound: (format, info) => isTikTok(info) && hasNoPicture(format),
  surround: ({ audio_channels, acodec }) =>
    audio_channels === null ? SURROUND_CODECS.has(codecFamily(acodec) ?? '') : audio_channels > 2,
  // YouTube's tracks are called "English descriptive" and have the language "en-desc".
  audio_description: ({ language }, _, note) =>
    (language ?? '').endsWith('-desc') || /\bdescriptive\b|\baudio description\b/i.test(note),
  // extractor/youtube/_video.py adds "sr" (super resolution) to the id, and this note.
  upscaled: ({ format_id }, info, note) =>
    /\bai-upscaled\b/i.test(note) || (isYouTube(info) && /^\d+-sr\b/.test(format_id)),
  // YouTube's projections of 360° videos; yt-dlp shortens EQUIRECTANGULAR to "equi".
  spherical: (_, __, note) => /\b(mesh|equi|equirectangular)\b/i.test(note),
  premium: (_, __, note) => /\bpremium\b/i.test(note),
  preview: ({ format_id }, _, note) => /(^|[\s_-])preview/i.test(`${format_id} ${note}`),
  incomplete: (_, __, note) => /\(incomplete\)|\blast \d+ hours?\b/i.test(note),
  untested: ({ untested }) => untested,
}

/** The traits of a format, by the fields in which yt-dlp's extractors say them. */
export function traitsOf(format: FormatFacts, info: Info): Trait[] {
  const note = format.format_note ?? ''
  return (Object.keys(rules) as Trait[]).filter((trait) => rules[trait](format, info, note))
}
