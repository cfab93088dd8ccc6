import * as z from 'zod/mini'
import { acceptAny, canonicalLink, platformOf } from '#contract/platforms/index.ts'
import type { RequestOptions } from '../fetch/http-get.ts'
import { isPublicUrl } from '../egress/public-url.ts'
import { episodeOf, infoOfEpisode } from './podcast-sites/episode.ts'
import { dataOf, metaOf, readPage, tagsOf, type Page } from './podcast-sites/page.ts'
import { textOrNull, type Info } from '../ytdlp/facts.ts'

/** The medium that a page embeds: its facts, or a link that must be extracted in turn. */
export type Embedded = { info: Info } | { link: string }

/** Class names of the quotes that the scripts of X, TikTok and Instagram replace with a post. */
const EMBED_CLASSES = /\b(?:twitter-tweet|tiktok-embed|instagram-media)\b/
const MAX_POSTS = 20

/** A schema.org/VideoObject whose player may be on another site. */
const playerSchema = z.object({ '@type': z.literal('VideoObject'), embedUrl: textOrNull })

/**
 * Finds embedded media that yt-dlp misses. Looks, in this order, for a podcast episode (JSON-LD), for an item
 * of a known platform, and for the player that the page names for link previews. Throws the same Failures as
 * `readPage`.
 */
export async function findEmbedded(link: string, options: RequestOptions): Promise<Embedded | undefined> {
  const page = await readPage(link, options)
  const episode = episodeOf(page.text)
  const media = absolute(episode.media, page)
  if (media) return { info: infoOfEpisode({ ...episode, media }, 'generic') }
  const players = playersOf(page.text).flatMap((player) => absolute(player, page) ?? [])
  const item = [...framesOf(page.text), ...postsOf(page.text), ...players]
    .flatMap((found) => platformItem(absolute(found, page)) ?? [])
    .at(0)
  const other = players.find((player) => player !== link && player !== page.url.href)
  const next = item ?? other
  return next === undefined ? undefined : { link: next }
}

function absolute(found: string | null | undefined, page: Page): string | undefined {
  const link = found && URL.canParse(found, page.url.href) ? new URL(found, page.url).href : null
  return isPublicUrl(link) ? link : undefined
}

/**
 * Returns the canonical link of a platform's item that a frame or player shows; undefined when it shows none.
 * Some frame URLs name the item in a query parameter.
 */
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

/**
 * Returns the links of embedded posts. The last link in the text of a quote is the link of the post itself.
 */
function postsOf(page: string): (string | undefined)[] {
  const quotes = page.split(/<blockquote(?=[\s>])/i, MAX_POSTS).slice(1)
  return quotes.flatMap((quote) => {
    const whole = `<blockquote${quote.split(/<\/blockquote/i, 1)[0]}`
    const [post] = tagsOf(whole, 'blockquote')
    if (!post || !EMBED_CLASSES.test(post.get('class') ?? '')) return []
    return [post.get('cite'), post.get('data-instgrm-permalink'), tagsOf(whole, 'a').at(-1)?.get('href')]
  })
}

/** Returns the players that a page names in Open Graph, Twitter cards and JSON-LD. */
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
