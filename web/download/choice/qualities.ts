import type { Format } from '#contract/api.ts'
import { linesOf } from '../../content/display.ts'
import { isMadeMp3 } from './requested-format.ts'
import { isPicture } from '../format-name.ts'

const isFilm = (one: Format): boolean => !one.is_audio_only && !isPicture(one)

const byBitrate = (a: Format, b: Format): number => (b.abr ?? 0) - (a.abr ?? 0)

/** Orders the formats of one height: first the codec that plays everywhere, in the container that does. */
const reach = (one: Format): number =>
  (one.suggested ? 4 : 0) + (one.ext === 'mp4' ? 2 : 0) + (one.note === undefined ? 1 : 0)

const widestReach = (formats: readonly Format[]): Format =>
  formats.reduce((best, one) => (reach(one) > reach(best) ? one : best))

/**
 * The qualities of the kind of `best`. Videos: one for each height, the highest first. Sounds: one for each
 * container of the originals, and the MP3s. `best` itself is always one of them.
 */
export function qualitiesOf(formats: readonly Format[], best: Format): Format[] {
  if (isPicture(best)) return formats.filter(isPicture)
  const oneOf = (same: readonly Format[]) => (same.includes(best) ? best : widestReach(same))
  if (best.is_audio_only) {
    const sounds = formats.filter((one) => one.is_audio_only && !one.converted)
    const originals = [...Map.groupBy(sounds, ({ ext }) => ext).values()].map(oneOf)
    const made = formats
      .filter((one) => one === best || (isMadeMp3(one) && !one.above_source))
      .filter((one) => one.converted)
      .toSorted(byBitrate)
    return best.converted ? [...made, ...originals] : [...originals, ...made]
  }
  const films = formats.filter(isFilm)
  const audible = films.filter((one) => one.has_audio)
  const heights = Map.groupBy(audible.length > 0 ? audible : films, (one) => linesOf(one))
  return [...heights].toSorted(([a], [b]) => (b ?? 0) - (a ?? 0)).map(([, same]) => oneOf(same))
}

/** What plays everywhere first, then sound, other codecs, and what has no sound last. */
const KINDS = ['picture', 'gif', 'common', 'sound', 'mp3', 'made', 'other', 'silent'] as const
type GroupKind = (typeof KINDS)[number]
/** The name of a container, and a note of a format. The kind gives the other words. */
type GroupName = { kind: GroupKind; name: string; note: string | null }
export type FormatGroup = GroupName & { formats: Format[] }

function groupName(one: Format): GroupName {
  const name = one.ext.toUpperCase()
  const note = one.note ?? null
  if (isMadeMp3(one)) return { kind: 'mp3', name, note: null }
  if (one.is_audio_only) return { kind: one.converted ? 'made' : 'sound', name: '', note }
  if (one.ext === 'gif') return { kind: 'gif', name, note: null }
  if (isPicture(one)) return { kind: 'picture', name: '', note: null }
  if (!one.has_audio) return { kind: 'silent', name, note }
  return { kind: one.ext === 'mp4' && note === null ? 'common' : 'other', name, note }
}

export function groupsOf(formats: readonly Format[]): FormatGroup[] {
  const groups = Map.groupBy(formats, (one) => JSON.stringify(groupName(one)))
  return [...groups.values()]
    .map((same) => {
      const name = groupName(same[0]!)
      return { ...name, formats: name.kind === 'mp3' ? same.toSorted(byBitrate) : same }
    })
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
}
