import type { Rendition } from '../engine/extraction.ts'
import type { MergePlan } from '../engine/merge.ts'
import { SOUND_KBPS } from '../sound.ts'
import {
  audioCodec,
  audioRate,
  isLosslessSound,
  KEY_RATES,
  soundRank,
  withKey,
  type FormatRow,
} from './format-row.ts'
import { bytesOf, estimate, type Item } from './known-facts.ts'
import { soundPlan } from './row-plan.ts'
import { audioFields, coverBytes, copiedFields } from './sound-row.ts'

type Form = {
  ext: 'm4a' | 'opus' | 'flac' | 'wav'
  codec: string
  /** More kilobits per second than this nobody hears; null: its file loses nothing. */
  most: number | null
}

const FORMS: Form[] = [
  { ext: 'm4a', codec: 'mp4a', most: 256 },
  { ext: 'opus', codec: 'opus', most: 160 },
  { ext: 'flac', codec: 'flac', most: null },
  { ext: 'wav', codec: 'pcm', most: null },
]

type Sources = {
  /** What is offered already. */
  rows: FormatRow[]
  /** What the site has of the main sound. */
  sounds: Rendition[]
  /** What a conversion is made of. */
  source: Rendition
}

/** The sound in the files that the site has not: a copy where it has the codec, else a conversion. */
export function formRows(item: Item, { rows, sounds, source }: Sources): FormatRow[] {
  const own = rows.filter(({ id }) => sounds.some((sound) => sound.id === id))
  const ranked = sounds.toSorted((a, b) => soundRank(b) - soundRank(a))
  return FORMS.filter(({ ext }) => !own.some((row) => row.ext === ext)).map((form) => {
    const same = ranked.find((sound) => audioCodec(sound) === form.codec)
    return same ? copied(item, same, form) : converted(item, source, form)
  })
}

function planFor(item: Item, source: Rendition, { ext }: Form): MergePlan {
  return { ...soundPlan(source, item), container: ext }
}

function copied(item: Item, source: Rendition, form: Form): FormatRow {
  return withKey({
    ...copiedFields(item, source),
    ext: form.ext,
    make: { by: 'plan', plan: planFor(item, source, form) },
  })
}

function converted(item: Item, source: Rendition, form: Form): FormatRow {
  const rate = audioRate(source)
  const isKept = isLosslessSound(source)
  const kbps = kbpsOf(form, isKept ? Infinity : (rate ?? SOUND_KBPS))
  const hasMore = kbps === null || (rate !== null && kbps > rate)
  const isAbove = hasMore && !isKept
  return withKey({
    ...audioFields(source),
    isLossless: isKept && kbps === null,
    make: { by: 'plan', plan: { ...planFor(item, source, form), ...(kbps !== null && { kbps }) } },
    ext: form.ext,
    codec: form.codec,
    ...sizeOf(item, source, form, kbps),
    tbr: kbps,
    abr: kbps,
    converted: true,
    ...(isAbove && { above_source: true, ...(rate !== null && { sourceKbps: Math.round(rate) }) }),
  })
}

/** The highest usual rate that the source has too; null for a form without loss. */
function kbpsOf({ most }: Form, source: number): number | null {
  if (most === null) return null
  return KEY_RATES.findLast((rate) => rate <= Math.min(source, most)) ?? KEY_RATES[0]!
}

/** Kilobits per second of a compact disc. */
const PCM_KBPS = 1_411
/** Of the same sound in PCM, as a rule. */
const FLAC_SHARE = 0.6

function sizeOf(item: Item, source: Rendition, { ext }: Form, kbps: number | null) {
  if (item.seconds === null) return estimate(null)
  if (kbps !== null) return estimate(bytesOf(kbps, item.seconds) + coverBytes(item))
  if (ext === 'wav') return estimate(bytesOf(PCM_KBPS, item.seconds))
  const { filesize } = copiedFields(item, source)
  return estimate(isLosslessSound(source) ? filesize : bytesOf(PCM_KBPS * FLAC_SHARE, item.seconds))
}
