import type { Markup } from '../html/markup.ts'
import { mediaExtension } from './media-name.ts'

/** The links that a visitor of the page would click to get a media file. */
export function linkedMedia(page: Markup): string[] {
  return page.all('a').flatMap((anchor) => {
    const link = anchor.get('href') ?? ''
    const isNamed = mediaExtension(link) ?? mediaExtension(anchor.get('download') ?? '')
    return link && isNamed ? link : []
  })
}

/** The files that the head of a page names: Open Graph, Twitter cards and links. */
export function statedMedia(page: Markup): string[] {
  const named = ['twitter:player:stream', 'og:audio:secure_url', 'og:audio:url', 'og:audio']
  const links = page.all('link').flatMap((tag) => {
    const relation = tag.get('rel')?.toLowerCase() ?? ''
    const isFile =
      /^(?:video_src|audio_src|enclosure)$/.test(relation) ||
      (/\balternate\b/.test(relation) && /^(?:audio|video)\//i.test(tag.get('type') ?? '')) ||
      (relation === 'preload' && /^(?:audio|video|fetch)$/i.test(tag.get('as') ?? ''))
    const link = tag.get('href') ?? ''
    return isFile && (mediaExtension(link) || relation !== 'preload') ? link : []
  })
  return [...named.flatMap((name) => page.meta.get(name) ?? []), ...links].slice(0, 1)
}
