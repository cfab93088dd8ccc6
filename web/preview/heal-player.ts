import { Failure } from '#contract/failure.ts'
import { canDownload } from '../api.ts'
import { proxied, type Media, type PreviewLink } from './link.ts'

/** Null if the media link that the player used is alive, or nobody can say. */
export async function deathOf(
  { filename }: PreviewLink,
  media: Media,
  signal: AbortSignal,
): Promise<{ formatKey: string | null } | null> {
  try {
    await canDownload(proxied(media, filename, location.origin), signal)
    return null
  } catch (cause) {
    return cause instanceof Failure && cause.code === 'stale' ? { formatKey: cause.formatKey ?? null } : null
  }
}
