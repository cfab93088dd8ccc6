import { hasTrait, type Trait } from '#contract/engine/extraction.ts'
import { MAX_SUGGESTED_LINES } from '#contract/limits.ts'
import { choiceOf, type FormatRow } from './format-row.ts'

/**
 * A direct link needs no waiting. So it is preferred to a merge, unless its bitrate is below this fraction of
 * the bitrate of the merged file.
 */
const SIMILAR_RATE = 0.85

/**
 * Returns the formats without duplicates: of several duplicates, only the best is kept. Duplicates come from
 * mirrors, for example.
 * - Two audio formats are duplicates if they have the same format key.
 * - Two other formats are duplicates if all of these are the same: group (video with audio, or video only),
 *   height, HDR, container, language, and the traits in the format key (`choiceOf`). Their codecs can differ.
 *   A format that the merger re-encodes is never a duplicate of a format that it does not re-encode.
 */
export function deduplicate(rows: FormatRow[]): FormatRow[] {
  const best = new Map<string, FormatRow>()
  for (const row of rows) {
    const quality = row.group === 'audio' ? row.key : `${row.height ?? '?'}:${row.hdr}${choiceOf(row)}`
    const identity = [row.group, quality, row.container, row.language ?? '', row.converted ?? ''].join(':')
    const known = best.get(identity)
    if (!known || isBetter(row, known)) best.set(identity, row)
  }
  const kept = [...best.values()]
  // Audio of unknown bitrate is removed if the site also offers audio of known bitrate with the same
  // container, language and traits: the visitor could not tell which of the two is better.
  return kept.filter((row) => row.abr !== null || !kept.some((other) => isSameWithRate(row, other)))
}

function isSameWithRate(row: FormatRow, other: FormatRow): boolean {
  const isAudio = row.group === 'audio' && other.group === 'audio' && other.abr !== null && !other.converted
  const isAlike = choiceOf(other) === choiceOf(row) && other.language === row.language
  return isAudio && isAlike && other.container === row.container
}

function isBetter(row: FormatRow, known: FormatRow): boolean {
  // In MP4, H.264 is preferred to every other codec, because most players support it. If a codec is unknown,
  // codecs are not compared.
  if (row.container === 'mp4' && row.codec && known.codec && row.codec !== known.codec)
    if (row.codec === 'avc1' || known.codec === 'avc1') return row.codec === 'avc1'
  if (row.make.by !== known.make.by) {
    const [direct, plan] = row.make.by === 'link' ? [row, known] : [known, row]
    const keepsDirect = direct.tbr === null || plan.tbr === null || direct.tbr >= plan.tbr * SIMILAR_RATE
    return keepsDirect === (row === direct)
  }
  const hasExactSize = ({ size }: FormatRow) => size.bytes !== null && !size.about
  if (hasExactSize(row) !== hasExactSize(known)) return hasExactSize(row)
  return (row.tbr ?? 0) >= (known.tbr ?? 0)
}

const GROUPS = ['both', 'video', 'audio']
const CONTAINERS = ['mp4', 'webm', 'mkv']

/** Traits that few visitors want. Formats with one of them come later in the list. */
const UNUSUAL: readonly Trait[] = ['surround', 'upscaled', 'incomplete']
const isUnusual = (row: FormatRow) => UNUSUAL.some((trait) => hasTrait(row, trait))
const isSong = (row: FormatRow) => hasTrait(row, 'post_sound')

/**
 * Sorts the formats for the list. The first of these rules by which two formats differ decides their order:
 * 1. video with audio, then video without audio, then audio;
 * 2. songs that a post names as its music come last;
 * 3. formats that the merger re-encodes come after formats that it does not re-encode;
 * 4. dubs come after original audio;
 * 5. formats with unusual traits come after ordinary ones;
 * 6. the tallest video comes first;
 * 7. the container that most players support comes first;
 * 8. the highest audio bitrate comes first.
 */
export function rank(rows: FormatRow[]): FormatRow[] {
  const place = (list: string[], value: string) => (list.includes(value) ? list.indexOf(value) : list.length)
  return rows.toSorted(
    (a, b) =>
      place(GROUPS, a.group) - place(GROUPS, b.group) ||
      Number(isSong(a)) - Number(isSong(b)) ||
      Number(a.converted ?? false) - Number(b.converted ?? false) ||
      Number(!a.original) - Number(!b.original) ||
      Number(isUnusual(a)) - Number(isUnusual(b)) ||
      (b.height ?? 0) - (a.height ?? 0) ||
      place(CONTAINERS, a.container) - place(CONTAINERS, b.container) ||
      (b.abr ?? 0) - (a.abr ?? 0),
  )
}

/**
 * Marks the format that the page suggests. `rows` must be in the order of `rank`. There are three groups of
 * formats: video with audio, video only, and audio. The candidates are the formats without unusual traits
 * (`UNUSUAL`). But if the group of the first row contains only formats with unusual traits, all formats are
 * candidates.
 *
 * The page suggests the candidate that comes first in the following order. In this order, "video" means a
 * video with its original audio:
 * 1. an MP4 video up to 1080p whose codec is H.264 or unknown;
 * 2. another MP4 video up to 1080p;
 * 3. another video up to 1080p;
 * 4. the lowest video above 1080p;
 * 5. an audio format;
 * 6. the first candidate.
 */
export function suggest(rows: FormatRow[]): FormatRow[] {
  const ordinary = rows.filter((row) => !isUnusual(row))
  const isAny = ordinary.some((row) => row.group === rows[0]?.group)
  const chosen = choice(isAny ? ordinary : rows)
  return rows.map((row) => (row === chosen ? { ...row, suggested: true } : row))
}

function choice(rows: FormatRow[]): FormatRow | undefined {
  const complete = rows.filter((row) => row.group === 'both' && row.original)
  const modest = complete.filter((row) => (row.height ?? 0) <= MAX_SUGGESTED_LINES)
  return (
    modest.find((row) => row.container === 'mp4' && (row.codec === 'avc1' || row.codec === null)) ??
    modest.find((row) => row.container === 'mp4') ??
    modest[0] ??
    complete.at(-1) ??
    rows.find((row) => row.group === 'audio') ??
    rows[0]
  )
}
