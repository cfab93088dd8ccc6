import type { FormatFacts, Info } from '../../ytdlp/facts.ts'
import { hasNoVideo } from './format-kind.ts'

/** yt-dlp's extractors give an audio description this rank, and also a language that nobody asked for. */
const DESCRIBED_RANK = -10
/** French broadcasters use the codes for local use `qad` and `qtz`, Swedish ones a private subtag. */
const DESCRIBED_LANGUAGE = /^(?:qad|qtz)$|-desc$|audio-?des[ck]ri|-x-synt/i
const DESCRIBED_NOTE =
  /\b(?:descriptive|described video|visually ?interpreted|vid[ée]o-?description|descrizione audio|audiodescribed)\b|\baudio[ -]?des(?:k|c)ri(?:pt|pc|pd|ç|z|b)|\baudiodeskry|\w+AudioDescribed\b|\bsyntolk|\bsynstolk|\bkuvailutulk|\baudiopopis|解説|화면해설|口述影像|(?:^|, )ad(?:$|,)|\[ad\]/i
const NOTE_ENDING = / AD$/
const DESCRIBED_ID = /\b(?:audio[-_]?descri|visually-?interpreted|descriptive)/i

export const isDescription = (language: string): boolean => DESCRIBED_LANGUAGE.test(language)

const saysDescribed = ({ format_id, language, format_note: note }: FormatFacts) =>
  isDescription(language ?? '') ||
  DESCRIBED_NOTE.test(note ?? '') ||
  NOTE_ENDING.test(note ?? '') ||
  DESCRIBED_ID.test(format_id)

/** Whether a narrator describes the picture. A picture alone has no narrator, whatever its rank. */
export function isDescribed(format: FormatFacts, info: Info): boolean {
  if (isSilent(format)) return false
  const { language, language_preference: rank } = format
  if (saysDescribed(format)) return true
  const isLow = rank !== null && rank <= DESCRIBED_RANK && language !== null
  return isLow && (info.formats ?? []).some((other) => other.language === language && isAbove(other))
}

/** The picture that a site lists beside a narrator's sound. It is the plain picture once more. */
export const isOfDescribed = (format: FormatFacts): boolean => isSilent(format) && saysDescribed(format)

const isSilent = (format: FormatFacts) => format.acodec === 'none' && !hasNoVideo(format)
const isAbove = ({ acodec, language_preference: rank }: FormatFacts) =>
  acodec !== 'none' && rank !== null && rank > DESCRIBED_RANK
