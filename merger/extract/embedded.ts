import * as z from 'zod/mini'
import { acceptAny, canonicalLink, platformOf } from '#contract/platforms/index.ts'
import type { RequestOptions } from '../fetch/request.ts'
import { isTarget } from '../egress/target.ts'
import { episodeIn, infoOf } from './podcast-sites/episode.ts'
import { dataOf, metaOf, readPage, tagsOf, type Page } from './podcast-sites/page.ts'
import { text, type Info } from '../ytdlp/facts.ts'

/** What a page shows: the facts of its own sound, or the link of what is to be extracted in its place. */
export type Embedded = { info: Info } | { link: string }

/** Elements that hold a post of another site until that site's script draws it. */
const POSTS = /\b(?:twitter-tweet|tiktok-embed|instagram-media)\b/
const MOST_POSTS = 20

/** schema.org/VideoObject whose player is at another site. */
const playerSchema = z.object({ '@type': z.literal('VideoObject'), embedUrl: text })

/**
 * What a page embeds that yt-dlp does not find in it: an episode described as one (JSON-LD), an item of a platform we
 * know, else the player that the page names for link previews. Throws what the page's answer means.
 */
export async function embeddedIn(link: string, way: RequestOptions): Promise<Embedded | undefined> {
  const page = await readPage(link, way)
  const episode = episodeIn(page.text)
  const media = absolute(episode.media, page)
  if (media) return { info: infoOf({ ...episode, media }, 'generic') }
  const players = playersOf(page.text).flatMap((player) => absolute(player, page) ?? [])
  const item = [...framesOf(page.text), ...postsOf(page.text), ...players]
    .flatMap((found) => itemBehind(absolute(found, page)) ?? [])
    .at(0)
  const other = players.find((player) => player !== link && player !== page.url.href)
  const next = item ?? other
  return next === undefined ? undefined : { link: next }
}

function absolute(found: string | null | undefined, page: Page): string | undefined {
  const link = found && URL.canParse(found, page.url.href) ? new URL(found, page.url).href : null
  return isTarget(link) ? link : undefined
}

/** The canonical link of a platform's item that a frame shows; some frames carry it in a parameter. */
function itemBehind(frame: string | undefined): string | undefined {
  if (frame === undefined) return undefined
  const carried = [...new URL(frame).searchParams].flatMap(([name, value]) =>
    /^(href|url)$/.test(name) ? value : [],
  )
  for (const link of [frame, ...carried]) {
    const accepted = isTarget(link) && platformOf(new URL(link)) ? acceptAny(link) : undefined
    if (accepted?.ok) return canonicalLink(accepted.url).url
  }
  return undefined
}

const framesOf = (page: string) =>
  tagsOf(page, 'iframe').map((frame) => frame.get('src') ?? frame.get('data-src'))

/** The links of embedded posts; the last link of a post's text is its own. */
function postsOf(page: string): (string | undefined)[] {
  const parts = page.split(/<blockquote(?=[\s>])/i, MOST_POSTS).slice(1)
  return parts.flatMap((part) => {
    const whole = `<blockquote${part.split(/<\/blockquote/i, 1)[0]}`
    const [post] = tagsOf(whole, 'blockquote')
    if (!post || !POSTS.test(post.get('class') ?? '')) return []
    return [post.get('cite'), post.get('data-instgrm-permalink'), tagsOf(whole, 'a').at(-1)?.get('href')]
  })
}

/** The players a page names: Open Graph, Twitter's cards, JSON-LD. */
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
