import { clipName, type Clip } from '#contract/clip.ts'

/** "sea_1080p.mp4" becomes "sea_1080p_1.00-1.10.mp4", and "The sea.mp4" becomes "The sea 1.00-1.10.mp4". */
export function clippedName(filename: string, clip: Clip): string {
  const [, stem = '', ext = ''] = /^(.*)\.([^.]*)$/.exec(filename) ?? []
  return stem && `${stem}${stem.includes(' ') ? ' ' : '_'}${clipName(clip)}.${ext}`
}
