import { platformOf } from '#contract/platforms/index.ts'
import { measure } from '../privacy/analytics.ts'
import { remember } from '../recent/recent.ts'
import type { PreviewLink } from './link.ts'

// This module is a separate chunk. The preview loads the chunk when the visitor saves a file.

/** Statistics must not receive the link itself. */
const platformId = (link: PreviewLink | null): string =>
  (link?.source_url && platformOf(new URL(link.source_url))?.id) || 'web'

/**
 * Throws if the storage of the browser is blocked or full.
 * @param container the container of the file as the page shows it: "MP4"
 * @param preview the path of the file's preview, without its fragment: the grants in it expire soon
 */
export function recordDownload(link: PreviewLink | null, container: string | null, preview: string): void {
  measure({ name: 'video_download', platform: platformId(link) })
  if (!link?.source_url) return
  const kind = [container, link.resolution].filter(Boolean).join(' ')
  const { title, source_url: source, item } = link
  remember(localStorage, { title, kind, source, ...(item && { item }), preview, at: Date.now() })
}
