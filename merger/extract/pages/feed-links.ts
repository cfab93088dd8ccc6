import { findLink } from '#contract/platforms/index.ts'
import { tagsOf } from '../podcast-sites/page.ts'

const MAX_FEEDS = 3
const TYPE = /^(?:(?:application|text)\/(?:(?:rss|atom|rdf|feed)\+)?(?:xml|json))\b/i
const NAMED =
  /(?:[/.]|^)(?:rss2?|atom|feed|podcast)\/?(?:\?[^#]*)?$|\.(?:xml|rss|atom)(?:\?[^#]*)?$|[?&](?:format|feed)=(?:rss2?|atom|podcast)\b|^(?:https?:)?\/\/(?:feeds?|rss)\d?\.[^/?#]+\/[^?#]/i
const SCHEME = /^(?:feed|itpc|pcast|podcast|overcast|pktc|antennapod-subscribe|gpodder):/i

/** The feeds that a page names, the likeliest first. Blogs also name a feed of the comments on the page. */
export function feedLinks(html: string): string[] {
  const named = tagsOf(html, 'link').filter((tag) => {
    const relation = tag.get('rel') ?? ''
    const isXml = tag.has('type') ? TYPE.test(tag.get('type')!) : NAMED.test(tag.get('href') ?? '')
    return /\bfeed\b/i.test(relation) || (/\balternate\b/i.test(relation) && isXml)
  })
  const feeds = named.flatMap((tag) => {
    const words = `${tag.get('title') ?? ''} ${tag.get('href') ?? ''}`
    const link = tag.get('href') ?? ''
    return link && !/comment|oembed|wp-json/i.test(words)
      ? { link, isShow: /podcast|episode|audio/i.test(words) }
      : []
  })
  const ordered = feeds.toSorted((one, other) => Number(other.isShow) - Number(one.isShow))
  return ordered.map(({ link }) => link).slice(0, MAX_FEEDS)
}

/** The links of "Subscribe" and "RSS" buttons. */
export function subscribeLinks(html: string): string[] {
  const links = tagsOf(html, 'a').map((anchor) => anchor.get('href')?.trim() ?? '')
  const buttons = links.filter((link) => SCHEME.test(link)).flatMap((link) => findLink(link) ?? [])
  const plain = links.filter((link) => NAMED.test(link) && !/comment/i.test(link) && !SCHEME.test(link))
  return [...new Set([...buttons, ...plain])].slice(0, MAX_FEEDS)
}
