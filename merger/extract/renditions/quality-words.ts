import type { FormatFacts, Info } from '../../ytdlp/facts.ts'
import { hasNoVideo } from './format-kind.ts'
import { pictureOf } from './picture.ts'

/** What sites call qualities, the worst first. */
const WORDS = [
  'ld lowest tiny mobile 极速',
  'low small smooth 流畅',
  'sd medium mid normal standard 标清 標清',
  'hd high hq 高清',
  'fhd full fullhd 超清',
  'uhd ultra best max source original 蓝光 原画',
].map((words) => new Set(words.split(' ')))

function placeOf({ format_note: note, format_id: id }: FormatFacts): number {
  const words = `${note ?? ''} ${id}`.toLowerCase().split(/[^\p{L}]+/u)
  return WORDS.findIndex((alike) => words.some((word) => alike.has(word)))
}

/**
 * Sorts the pictures whose qualities only the words of the site tell apart. yt-dlp sorts them by their ids:
 * "hd" before "sd".
 */
export function sortedByWords(formats: FormatFacts[], info: Info): FormatFacts[] {
  const isUnknown = (format: FormatFacts) => {
    const { width, height, lines } = pictureOf(format, info)
    return !hasNoVideo(format) && (width ?? height ?? lines ?? format.tbr ?? format.filesize) === null
  }
  const unknown = formats.filter(isUnknown)
  if (unknown.some((format) => placeOf(format) < 0)) return formats
  const sorted = unknown.toSorted((a, b) => placeOf(a) - placeOf(b))
  return formats.map((format) => (unknown.includes(format) ? sorted.shift()! : format))
}
