import type { Format } from '#contract/api.ts'
import { pictureRow } from '#contract/codecs/codecs.ts'
import { paths } from '#contract/paths.ts'
import { proxied, separateGrant, type PreviewLink } from './link.ts'
import { linesOf } from '../content/display.ts'
import { freshInfo } from './refresh-link.ts'

export type Nearest = { src: string; isPlaylist: boolean; label: string }

/** Returns the formats that need no merge and that the browser plays, the one of the nearest height first. */
export function nearestOf(
  formats: readonly Format[],
  link: Pick<PreviewLink, 'resolution'>,
  plays: (type: string) => boolean,
): Format[] {
  const isPlayable = ({ key, ext }: Format) => {
    const codec = pictureRow(key.split(/[:-]/)[3] ?? null)?.member
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
