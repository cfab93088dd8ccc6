import { clipText, type Clip } from '#contract/clip.ts'
import { clippedName } from './clip-name.ts'
import { withFragmentField, type PreviewLink } from '../link.ts'
import { freshPreviewLink } from '../refresh-link.ts'

/** The preview of the same format as a clip, which is saved as soon as it is made. */
export async function clipLink(link: PreviewLink, clip: Clip, signal: AbortSignal): Promise<string> {
  const wanted = {
    ...link,
    clip: clipText(clip),
    filename: clippedName(link.filename, clip) || link.filename,
  }
  return withFragmentField(await freshPreviewLink(wanted, null, location.origin, signal), 'save=1')
}
