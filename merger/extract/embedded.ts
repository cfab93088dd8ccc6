import * as z from 'zod/mini'
import { acceptAny, canonicalLink, platformOf } from '#contract/platforms/index.ts'
import { isPublicUrl } from '../egress/public-url.ts'
import { episodeOf, infoOfEpisode } from './podcast-sites/episode.ts'
import { dataOf, metaOf, tagsOf, type Page } from './podcast-sites/page.ts'
import { textOrNull, type Info } from '../ytdlp/facts.ts'

export type Embedded = { info: Info } | { links: string[] }

/** Class names of `<blockquote>` elements that scripts of X, TikTok and Instagram replace with a post. */
const EMBED_CLASSES = /\b(?:twitter-tweet|tiktok-embed|instagram-media)\b/
const MAX_POSTS = 20
const MAX_LINKS = 100

/** A schema.org/VideoObject. Its `embedUrl` is a player, which may be on another site. */
const playerSchema = z.object({ '@type': z.literal('VideoObject'), embedUrl: textOrNull })

/**
 * Called only if yt-dlp does not support the page. An episode's facts first, then links of known platforms,
 * then players.
 */
export function findEmbedded(page: Page, link: string): Embedded | undefined {
  const episode = episodeOf(page.text)
  const media = absolute(episode.media, page)
  if (media) return { info: infoOfEpisode({ ...episode, media }, 'generic') }
  const players = playersOf(page.text).flatMap((player) => absolute(player, page) ?? [])
  const items = [...framesOf(page.text), ...postsOf(page.text), ...players].flatMap(
    (found) => platformItem(absolute(found, page)) ?? [],
  )
  if (items.length > 0) return { links: [...new Set(items)].slice(0, MAX_LINKS) }
  const other = players.find((player) => player !== link && player !== page.url.href)
  return other === undefined ? undefined : { links: [other] }
}

export function entriesOf(links: readonly string[]): NonNullable<Info['entries']> {
  return links.map((link, at) => {
    const platform = platformOf(new URL(link))
    return {
      index: at + 1,
      kind: platform?.kind ?? null,
      title: platform?.displayName ?? null,
      duration: null,
      thumbnail: null,
      picture: null,
    }
  })
}

function absolute(found: string | null | undefined, page: Page): string | undefined {
  const link = found && URL.canParse(found, page.url.href) ? new URL(found, page.url).href : null
  return isPublicUrl(link) ? link : undefined
}

/** Some players get the link of the item in a query parameter of their URL. */
function platformItem(frame: string | undefined): string | undefined {
  if (frame === undefined) return undefined
  const inQuery = [...new URL(frame).searchParams].flatMap(([name, value]) =>
    /^(href|url)$/.test(name) ? value : [],
  )
  for (const link of [frame, ...inQuery]) {
    const accepted = isPublicUrl(link) && platformOf(new URL(link)) ? acceptAny(link) : undefined
    if (accepted?.ok) return canonicalLink(accepted.url).url
  }
  return undefined
}

const framesOf = (page: string) =>
  tagsOf(page, 'iframe').map((frame) => frame.get('src') ?? frame.get('data-src'))

function postsOf(page: string): (string | undefined)[] {
  const quotes = page.split(/<blockquote(?=[\s>])/i, MAX_POSTS).slice(1)
  return quotes.flatMap((quote) => {
    const whole = `<blockquote${quote.split(/<\/blockquote/i, 1)[0]}`
    const [post] = tagsOf(whole, 'blockquote')
    if (!post || !EMBED_CLASSES.test(post.get('class') ?? '')) return []
    return [post.get('cite'), post.get('data-instgrm-permalink'), tagsOf(whole, 'a').at(-1)?.get('href')]
  })
}

function playersOf(page: string): (string | null | undefined)[] {
  const meta = metaOf(page)
  const described = dataOf(page).flatMap((data) => z.safeParse(playerSchema, data).data?.embedUrl ?? [])
  return [
    meta.get('og:video:secure_url'),
    meta.get('og:video:url'),
    meta.get('og:video'),
    ...described,
    meta.get('twitter:player'),
  ]
}
