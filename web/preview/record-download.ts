import { platformOf } from '#contract/platforms/index.ts'
import { measure } from '../privacy/analytics.ts'
import { remember } from '../recent/recent.ts'
import type { PreviewLink } from './link.ts'

// This module is a separate chunk. The preview loads the chunk when the visitor saves a file.

/** Statistics must not receive the link itself. */
const platformId = (link: PreviewLink | null): string =>
  (link?.sourceUrl && platformOf(new URL(link.sourceUrl))?.id) || 'web'

/**
 * Throws if the storage of the browser is blocked or full.
 * @param container the container of the file as the page shows it: "MP4"
 */
export function recordDownload(link: PreviewLink | null, container: string | null): void {
  measure({ name: 'video_download', platform: platformId(link) })
  if (!link?.sourceUrl) return
  const kind = [container, link.resolution].filter(Boolean).join(' ')
  // The stored URL has no fragment, because the grants in the fragment expire soon.
  const preview = location.pathname + location.search
  const { title, sourceUrl: source, item } = link
  remember(localStorage, { title, kind, source, ...(item && { item }), preview, at: Date.now() })
}
