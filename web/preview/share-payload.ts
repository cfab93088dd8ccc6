import { paths } from '#contract/paths.ts'
import { sharedFields } from '#contract/preview-fields.ts'
import { isOwnProxy, proxied, withFragmentField, type Media, type PreviewLink } from './link.ts'

const mergeLink = (ticket: string): string => `${paths.startMerge}?task_id=${encodeURIComponent(ticket)}`

/**
 * Returns a media link with its grant. If the link leads to our proxy, the query contains the grant.
 * Otherwise the fragment contains it.
 */
function mediaLink(media: Media, origin: string): string {
  const { url, grant } = media
  if (isOwnProxy(new URL(url), origin)) return proxied(media, '', origin)
  return grant ? withFragmentField(url, `g=${grant}`) : url
}

/**
 * Returns the link for a QR code: the short link with the fragment `#task=<id>`. The link leads to the
 * visitor's finished file. The caller must create the short link without a thumbnail: the short link
 * redirects to the preview URL, and a thumbnail would add a fragment to this URL. The browser would then
 * replace `#task=<id>` with that fragment (RFC 9110, section 10.2.2).
 */
export const qrLinkOf = (shortLink: string, taskId: string): string =>
  `${shortLink}#task=${encodeURIComponent(taskId)}`

export function sharePayload(link: PreviewLink, origin: string) {
  const { target, poster } = link
  if (!target || target.kind === 'refused') return null
  const url = target.kind === 'ticket' ? mergeLink(target.ticket) : mediaLink(target.media, origin)
  const known = sharedFields.filter((name) => link[name] !== null && link[name] !== '')
  return {
    url,
    ...Object.fromEntries(known.map((name) => [name, link[name]])),
    ...(poster && { thumbnail_url: `${poster.url}#g=${poster.grant}` }),
  }
}
