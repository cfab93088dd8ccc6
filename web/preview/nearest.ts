import type { Format } from '#contract/api.ts'
import { paths } from '#contract/paths.ts'
import { proxied, separateGrant, type PreviewLink } from './link.ts'
import { linesOf } from '../content/display.ts'
import { freshInfo } from './refresh-link.ts'

export type Nearest = { src: string; isPlaylist: boolean; label: string }

/** A browser plays a whole family or none of it, so a usual member stands for it. */
const MEMBERS: Record<string, string> = {
  avc1: 'avc1.640028',
  hvc1: 'hvc1.1.6.L120.90',
  av01: 'av01.0.08M.08',
  vp9: 'vp09.00.40.08',
}

/** Returns the formats that need no merge and that the browser plays, the one of the nearest height first. */
export function nearestOf(
  formats: readonly Format[],
  link: Pick<PreviewLink, 'resolution'>,
  plays: (type: string) => boolean,
): Format[] {
  const isPlayable = ({ key, ext }: Format) => {
    const codec = MEMBERS[key.split(/[:-]/)[3] ?? '']
    return plays(`video/${ext}${codec ? `; codecs="${codec}"` : ''}`)
  }
  const wanted = linesOf(link) ?? 0
  const distance = (format: Format) => Math.abs((linesOf(format) ?? 0) - wanted)
  return formats
    .filter((one) => !one.is_audio_only && one.has_audio && isPlayable(one))
    .filter((one) => one.play_url || !one.url.startsWith(paths.startMerge))
    .toSorted((a, b) => distance(a) - distance(b))
}

/** Finds what can be watched instead of a format that the browser does not play. */
export async function findNearest(link: PreviewLink, signal: AbortSignal): Promise<Nearest[]> {
  const media = document.createElement('video')
  const { formats } = await freshInfo(link, signal)
  const nearest = nearestOf(formats, link, (type) => media.canPlayType(type) !== '')
  return nearest.map(({ play_url, url, label }) => ({
    src: proxied(separateGrant(play_url ?? url), link.filename, location.origin),
    isPlaylist: play_url !== undefined,
    label,
  }))
}
