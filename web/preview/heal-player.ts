import { Failure } from '#contract/failure.ts'
import { canDownload } from '../api.ts'
import { proxied, readPreview, type Media, type PreviewLink } from './link.ts'
import { freshPreviewLink } from './refresh-link.ts'

/** `address` is that of the page for `link`. */
type Healed = { link: PreviewLink; address: URL }

/**
 * Looks the item up again if the media link that the player used has died. Returns null if the link is alive,
 * so that the player failed for another reason.
 */
export async function healedLink(
  link: PreviewLink,
  media: Media,
  signal: AbortSignal,
): Promise<Healed | null> {
  const { origin } = location
  try {
    await canDownload(proxied(media, link.filename, origin), signal)
    return null
  } catch (cause) {
    if (!(cause instanceof Failure && cause.code === 'stale') || !link.source_url) return null
    const address = new URL(await freshPreviewLink(link, cause.formatKey ?? null, origin, signal), origin)
    return { link: readPreview(address.search, address.hash, origin), address }
  }
}
