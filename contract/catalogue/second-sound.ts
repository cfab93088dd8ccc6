import type { Rendition } from '../engine/extraction.ts'
import { refOf } from '../engine/merge.ts'
import { isAtHome } from './containers.ts'
import { audioRate, audioTrack, videoTrack, withKey, type FormatRow } from './format-row.ts'
import { estimate, soundSize, sum, type Item } from './known-facts.ts'

type Tracks = { video: Rendition; audio: Rendition; second: Rendition }

/** The same film with the sound of another language behind its own. MP4 where players take both. */
export function withSecondSound(row: FormatRow, item: Item, { video, audio, second }: Tracks): FormatRow[] {
  if (row.make.by !== 'plan' || second.language === null) return []
  const isUsual = [audio, second].every((sound) => isAtHome(videoTrack(video), audioTrack(sound)))
  const container = isUsual ? 'mp4' : 'mkv'
  const { key: _, ...rest } = row
  return [
    withKey({
      ...rest,
      make: { by: 'plan', plan: { ...row.make.plan, second_audio: refOf(second), container } },
      ext: container,
      ...estimate(sum(row.filesize, soundSize(second, item.seconds).filesize)),
      tbr: sum(row.tbr, audioRate(second)),
      second: second.language,
    }),
  ]
}
