import { clipName, clipText, type Clip } from '#contract/clip.ts'
import { withFragmentField, type PreviewLink } from '../link.ts'
import { freshPreviewLink } from '../refresh-link.ts'

/** "sea_1080p.mp4" becomes "sea_1080p_1.00-1.10.mp4", and "The sea.mp4" becomes "The sea 1.00-1.10.mp4". */
export function clippedName(filename: string, clip: Clip): string {
  const [, stem = '', ext = ''] = /^(.*)\.([^.]*)$/.exec(filename) ?? []
  return stem && `${stem}${stem.includes(' ') ? ' ' : '_'}${clipName(clip)}.${ext}`
}

/** The preview of the same format as a clip, which is saved as soon as it is made. */
export async function clipLink(link: PreviewLink, clip: Clip, signal: AbortSignal): Promise<string> {
  const wanted = {
    ...link,
    clip: clipText(clip),
    filename: clippedName(link.filename, clip) || link.filename,
  }
  return withFragmentField(await freshPreviewLink(wanted, null, location.origin, signal), 'save=1')
}
