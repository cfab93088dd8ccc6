import { metaOf, tagsOf } from '../podcast-sites/page.ts'
import { mediaExtension } from './media-name.ts'

/** The links that a visitor of the page would click to get a media file. */
export function linkedMedia(html: string): string[] {
  return tagsOf(html, 'a').flatMap((anchor) => {
    const link = anchor.get('href') ?? ''
    const isNamed = mediaExtension(link) ?? mediaExtension(anchor.get('download') ?? '')
    return link && isNamed ? link : []
  })
}

/** The files that the head of a page names: Open Graph, Twitter cards and links. */
export function statedMedia(html: string): string[] {
  const meta = metaOf(html)
  const named = ['twitter:player:stream', 'og:audio:secure_url', 'og:audio:url', 'og:audio']
  const links = tagsOf(html, 'link').flatMap((tag) => {
    const relation = tag.get('rel')?.toLowerCase() ?? ''
    const isFile =
      /^(?:video_src|audio_src|enclosure)$/.test(relation) ||
      (/\balternate\b/.test(relation) && /^(?:audio|video)\//i.test(tag.get('type') ?? '')) ||
      (relation === 'preload' && /^(?:audio|video|fetch)$/i.test(tag.get('as') ?? ''))
    const link = tag.get('href') ?? ''
    return isFile && (mediaExtension(link) || relation !== 'preload') ? link : []
  })
  return [...named.flatMap((name) => meta.get(name) ?? []), ...links].slice(0, 1)
}
