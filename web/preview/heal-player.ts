import { Failure } from '#contract/failure.ts'
import { canDownload } from '../api.ts'
import { proxied, type Media, type PreviewLink } from './link.ts'
import { freshLink, type FreshLink } from './refresh-link.ts'

/**
 * Looks the item up again if the media link that the player used has died. Returns null if the link is alive,
 * so that the player failed for another reason.
 */
export async function healedLink(
  link: PreviewLink,
  media: Media,
  signal: AbortSignal,
): Promise<FreshLink | null> {
  try {
    await canDownload(proxied(media, link.filename, location.origin), signal)
    return null
  } catch (cause) {
    if (!(cause instanceof Failure && cause.code === 'stale') || !link.source_url) return null
    return await freshLink(link, cause.formatKey ?? null, signal)
  }
}
