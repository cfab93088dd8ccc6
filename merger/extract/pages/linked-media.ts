import { tagsOf } from '../podcast-sites/page.ts'
import { mediaExtension } from './media-name.ts'

/** The links that a visitor of the page would click to get a media file. */
export function linkedMedia(html: string): string[] {
  return tagsOf(html, 'a').flatMap((anchor) => {
    const link = anchor.get('href') ?? ''
    const isNamed = mediaExtension(link) ?? mediaExtension(anchor.get('download') ?? '')
    return link && isNamed ? link : []
  })
}
