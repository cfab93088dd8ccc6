import { hasTrait, type Trait } from '../engine/extraction.ts'
import type { StreamKind } from '../engine/kinds.ts'
import { isSmooth } from '../lines.ts'
import { MAX_SUGGESTED_LINES, SIMILAR_PEAK } from '../limits.ts'
import { isImageFile } from '../media-types.ts'
import { SOUND_KBPS, soundWeight } from '../sound.ts'
import { amountOf, choiceOf, keyOf, type FormatRow } from './format-row.ts'
import { isH264, PHONE_FILES } from './usual-picture.ts'

/**
 * Duplicates come from mirrors, for example. Audio: the same key. Others: the same group, height, HDR,
 * container, language and choice; codecs can differ. A re-encoded format is no duplicate of another, and
 * neither is one of unknown quality.
 */
export function deduplicate(rows: FormatRow[]): FormatRow[] {
  const alike = Map.groupBy(rows, (row) => {
    const picture = `${row.height}:${row.hdr}${choiceOf(row)}`
    const audio = keyOf({ ...row, codec: row.codec ?? USUAL_CODEC[row.ext] ?? null })
    const quality = { video: picture, audio, both: picture }[row.group]
    // Sites list one track of a playlist once for each of their mirrors and qualities.
    const isTrack = row.group === 'audio' && row.make.by === 'plan'
    const id = amountOf(row) === null && !isTrack ? row.id : ''
    return [row.group, quality, row.ext, row.language ?? '', row.converted ?? '', id].join(':')
  })
  const kept = [...alike.values()].map(bestOf)
  // Audio of unknown bitrate is removed if the site also offers audio of known bitrate with the same
  // container, language and choice: the visitor could not tell which of the two is better.
  return kept.filter((row) => row.abr !== null || !kept.some((other) => isSameWithRate(row, other)))
}

const USUAL_CODEC: Record<string, string | undefined> = { m4a: 'mp4a', aac: 'mp4a' }

function isSameWithRate(row: FormatRow, other: FormatRow): boolean {
  const isAudio = row.group === 'audio' && other.group === 'audio' && other.abr !== null && !other.converted
  const isAlike = choiceOf(other) === choiceOf(row) && other.language === row.language
  return isAudio && isAlike && other.ext === row.ext
}

/**
 * A direct link needs no waiting, so it is preferred to a merge unless its bitrate is below this fraction of
 * the merge's.
 */
const SIMILAR_RATE = 0.85

function bestOf(all: FormatRow[]): FormatRow {
  const rows = smoothest(easiest(all))
  const [link, plan] = [bestMade(rows, 'link'), bestMade(rows, 'plan')]
  if (!link || !plan) return (link ?? plan)!
  return link.tbr === null || link.tbr >= (plan.tbr ?? 0) * SIMILAR_RATE ? link : plan
}

/** Of equal rows the last one is kept, because yt-dlp sorts from worst to best. */
function bestMade(all: FormatRow[], by: FormatRow['make']['by']): FormatRow | undefined {
  const rows = all.filter((row) => row.make.by === by)
  const exact = rows.filter(({ filesize, about }) => filesize !== null && !about)
  const left = exact.length > 0 ? exact : rows
  const most = Math.max(...left.map(rateOf))
  const playable = left.filter((row) => isPlayable(row) && rateOf(row) >= most * SIMILAR_PEAK)
  return highest(playable.length > 0 ? playable : left)
}

function easiest(rows: FormatRow[]): FormatRow[] {
  const h264 = rows.filter(({ ext, codec }) => isH264(ext, codec))
  const hevc = rows.filter(({ codec }) => codec === 'hvc1')
  return [h264, hevc].find((some) => some.length > 0) ?? rows
}

function smoothest(rows: FormatRow[]): FormatRow[] {
  const isEven = ({ fps }: FormatRow) => fps !== null && isSmooth(fps)
  return rows.some(isEven) ? rows.filter((row) => row.fps === null || isEven(row)) : rows
}

const isPlayable = ({ make }: FormatRow) => make.by === 'plan' && make.play !== undefined
/** The sound of a list often has no stated rate. */
const rateOf = ({ tbr, vbr }: FormatRow) => tbr ?? (vbr === null ? 0 : vbr + SOUND_KBPS)

function highest(rows: FormatRow[]): FormatRow | undefined {
  const most = Math.max(...rows.map(rateOf))
  return rows.findLast((row) => rateOf(row) === most)
}

const GROUPS: Record<StreamKind, number> = { both: 0, video: 1, audio: 2 }
const CONTAINERS = ['mp4', 'm4v', 'mov', 'webm', 'mkv']

const UNUSUAL: readonly Trait[] = ['surround', 'upscaled', 'incomplete']
const isUnusual = (row: FormatRow) => UNUSUAL.some((trait) => hasTrait(row, trait))
const isSong = (row: FormatRow) => hasTrait(row, 'post_sound')
const isDescribed = (row: FormatRow) => hasTrait(row, 'audio_description')

type Compare = (a: FormatRow, b: FormatRow) => number

const compareSound: Compare = (a, b) =>
  Number(a.isLossless) - Number(b.isLossless) ||
  (a.isLossless ? place(LOSSLESS, a.ext) - place(LOSSLESS, b.ext) : 0) ||
  weightOf(b) - weightOf(a) ||
  Number(a.ext === 'aac') - Number(b.ext === 'aac')
const comparePicture: Compare = (a, b) =>
  (b.height ?? 0) - (a.height ?? 0) ||
  Number(a.hdr) - Number(b.hdr) ||
  place(CONTAINERS, a.ext) - place(CONTAINERS, b.ext) ||
  (b.abr ?? 0) - (a.abr ?? 0)
const compareQuality: Record<StreamKind, Compare> = {
  video: comparePicture,
  audio: compareSound,
  both: comparePicture,
}

const weightOf = ({ ext, codec, abr }: FormatRow) => soundWeight({ container: ext, codec }, abr)

/** Conversions of sound, the most wanted first. */
const MADE = ['mp3', 'm4a', 'opus', 'flac', 'wav']

/** More devices open the first. */
const LOSSLESS = ['flac', 'm4a', 'wav']

const place = (list: string[], value: string) => (list.includes(value) ? list.indexOf(value) : list.length)

/** `version`: the main one, which goes before others. */
export function rank(rows: FormatRow[], version: string | null = null): FormatRow[] {
  const isOther = (row: FormatRow) => row.version !== null && row.version !== version
  // yt-dlp sorts from worst to best, so the last of equal formats comes first.
  return rows
    .toReversed()
    .toSorted(
      (a, b) =>
        GROUPS[a.group] - GROUPS[b.group] ||
        Number(isSong(a)) - Number(isSong(b)) ||
        Number(isDescribed(a)) - Number(isDescribed(b)) ||
        Number(a.converted ?? false) - Number(b.converted ?? false) ||
        (a.converted ? place(MADE, a.ext) - place(MADE, b.ext) : 0) ||
        Number(a.second !== undefined) - Number(b.second !== undefined) ||
        Number(!a.original) - Number(!b.original) ||
        Number(isOther(a)) - Number(isOther(b)) ||
        Number(isUnusual(a)) - Number(isUnusual(b)) ||
        compareQuality[a.group](a, b),
    )
}

/**
 * `rows` must be in the order of `rank`; only formats of `version` are candidates. Formats with unusual
 * traits are candidates only if the first group has no others.
 */
export function suggest(rows: FormatRow[], version: string | null): FormatRow[] {
  const main = rows.filter((row) => row.version === version && !isDescribed(row))
  const ordinary = main.filter((row) => !isUnusual(row))
  const isAny = ordinary.some((row) => row.group === rows[0]?.group)
  const chosen = choice(isAny ? ordinary : rows)
  return rows.map((row) => (row === chosen ? { ...row, suggested: true } : row))
}

/** What phones open, best first. */
const EASY: ((row: FormatRow) => boolean)[] = [
  ({ ext, codec }) => isH264(ext, codec),
  ({ ext, codec }) => PHONE_FILES.has(ext) && codec === 'hvc1',
  ({ ext, codec }) => PHONE_FILES.has(ext) && codec === null,
]

function choice(rows: FormatRow[]): FormatRow | undefined {
  const pictures = picturesOf(rows)
  const modest = pictures.filter((row) => (row.height ?? 0) <= MAX_SUGGESTED_LINES)
  const taller = pictures.filter((row) => !modest.includes(row)).toReversed()
  for (const isEasy of EASY) {
    const found = modest.find(isEasy) ?? smallest(taller.filter(isEasy))
    if (found) return found
  }
  return (
    modest.find(({ ext }) => ext === 'mp4') ??
    modest[0] ??
    smallest(taller) ??
    rows.find((row) => row.group === 'audio') ??
    rows[0]
  )
}

/** Only where nothing has the original sound, the others are candidates too. */
function picturesOf(rows: FormatRow[]): FormatRow[] {
  const both = rows.filter(({ group }) => group === 'both')
  const own = both.filter(({ original }) => original)
  if (own.length > 0 || rows.some(({ group, original }) => group === 'audio' && original)) return own
  return both.length > 0 ? both : rows.filter(({ group, ext }) => group === 'video' && !isImageFile(ext))
}

const smallest = (rows: FormatRow[]) => rows.findLast((row) => row.height === rows[0]?.height)
