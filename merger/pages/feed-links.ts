import { findLink } from '#contract/platforms/index.ts'
import type { Markup } from '../html/markup.ts'

const MAX_FEEDS = 3
/** Longer links are no feeds, and a page may have thousands of them. */
const MAX_LINK = 2_048
const TYPE = /^(?:(?:application|text)\/(?:(?:rss|atom|rdf|feed)\+)?(?:xml|json))\b/i
const PATH = /(?:[/.]|^)(?:rss2?|atom|feed|podcast)\/?$|\.(?:xml|rss|atom)$/i
const QUERY = /[?&](?:format|feed)=(?:rss2?|atom|podcast)\b/i
const HOST = /^(?:https?:)?\/\/(?:feeds?|rss)\d?\.[^/?#]+\/[^?#]/i
const SCHEME = /^(?:feed|itpc|pcast|podcast|overcast|pktc|antennapod-subscribe|gpodder):/i

/** The feeds that a page names, the likeliest first. Blogs also name a feed of the comments on the page. */
export function feedLinks(page: Markup): string[] {
  const named = page.all('link').filter((tag) => {
    const relation = tag.get('rel') ?? ''
    const type = tag.get('type')
    const isFeed = type === undefined ? isNamedFeed(tag.get('href') ?? '') : TYPE.test(type)
    return /\bfeed\b/i.test(relation) || (/\balternate\b/i.test(relation) && isFeed)
  })
  const feeds = named.flatMap((tag) => {
    const link = tag.get('href') ?? ''
    const words = `${tag.get('title') ?? ''} ${link}`
    if (!link || /comment|oembed|wp-json/i.test(words)) return []
    return { link, isShow: /podcast|episode|audio/i.test(words) }
  })
  const ordered = feeds.toSorted((one, other) => Number(other.isShow) - Number(one.isShow))
  return ordered.map(({ link }) => link).slice(0, MAX_FEEDS)
}

/** The links of "Subscribe" and "RSS" buttons. */
export function subscribeLinks(page: Markup): string[] {
  const links = page
    .all('a')
    .map((anchor) => anchor.get('href')?.trim() ?? '')
    .filter((link) => link.length <= MAX_LINK)
  const buttons = links.filter((link) => SCHEME.test(link)).flatMap((link) => findLink(link) ?? [])
  const plain = links.filter((link) => !SCHEME.test(link) && !/comment/i.test(link) && isNamedFeed(link))
  return [...new Set([...buttons, ...plain])].slice(0, MAX_FEEDS)
}

function isNamedFeed(link: string): boolean {
  if (link.length > MAX_LINK) return false
  const [path = ''] = link.split(/[?#]/, 1)
  return PATH.test(path) || QUERY.test(link) || HOST.test(link)
}
