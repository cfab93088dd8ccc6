import { hasTrait, type Trait } from '#contract/engine/extraction.ts'
import { choiceOf, type FormatRow } from './format-row.ts'

/**
 * A direct link needs no waiting. It is preferred to a merge if its bitrate is at least this fraction of the
 * merge's bitrate.
 */
const SIMILAR_RATE = 0.85

/**
 * Keeps one row for each combination of group, height, container and language. Mirrors and rows with worse
 * codecs are removed.
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
  // Audio of unknown bitrate is removed if the same kind of audio exists with a known bitrate, because two
  // such rows would give the visitor no real choice.
  return kept.filter((row) => row.abr !== null || !kept.some((other) => isSameWithRate(row, other)))
}

function isSameWithRate(row: FormatRow, other: FormatRow): boolean {
  const isAudio = row.group === 'audio' && other.group === 'audio' && other.abr !== null && !other.converted
  const isAlike = choiceOf(other) === choiceOf(row) && other.language === row.language
  return isAudio && isAlike && other.container === row.container
}

function isBetter(row: FormatRow, known: FormatRow): boolean {
  // In MP4, H.264 is preferred to every other codec. If one of the codecs is unknown, the codecs are not
  // compared.
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

/** Traits that few visitors want, so rows with them come later. */
const UNUSUAL: readonly Trait[] = ['surround', 'upscaled', 'incomplete']
const isUnusual = (row: FormatRow) => UNUSUAL.some((trait) => hasTrait(row, trait))
const isSong = (row: FormatRow) => hasTrait(row, 'post_sound')

/**
 * Sorts rows for the list: by group; songs of posts come after all else; then conversions come after copies,
 * dubs after originals, unusual rows after ordinary ones. Among the rest, the tallest video comes first, then
 * the container that most players support, then the highest audio bitrate.
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
 * Maximum height in lines of the suggested row. A taller video downloads slowly, and few screens show the
 * difference.
 */
const MAX_SUGGESTED_LINES = 1_080

/**
 * Marks the suggested row: the tallest H.264 MP4 with audio up to 1080p, else the nearest alternative.
 * Unusual rows are suggested only if there are no other rows. The rows must be sorted by `rank`.
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
