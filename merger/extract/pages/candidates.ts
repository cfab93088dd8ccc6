import { acceptAny, canonicalLink, platformOf } from '#contract/platforms/index.ts'
import { isPublicUrl } from '../../egress/public-url.ts'
import type { Info } from '../../ytdlp/facts.ts'
import { episodeOf, infoOfEpisode, isEpisodeFile } from '../podcast-sites/episode.ts'
import { metaOf, tagsOf, titleOf, type Page } from '../podcast-sites/page.ts'
import { describedMedia } from './described-media.ts'
import { feedLinks, subscribeLinks } from './feed-links.ts'
import { linkedMedia, statedMedia } from './linked-media.ts'
import { onwardLinks, otherForms } from './onward.ts'
import { plainTexts } from './plain-text.ts'
import { mediaExtension } from './media-name.ts'
import { brightcovePlayers, namedItems } from './named-items.ts'
import { scriptMedia } from './script-media.ts'

/**
 * `links` lead to items of known platforms, `files` to media files and playlists, `onward` to the page that a
 * browser shows instead.
 */
export type Candidate =
  | { info: Info }
  | { links: string[] }
  | { player: string }
  | { files: string[] }
  | { frames: string[] }
  | { oEmbed: string }
  | { onward: string }
  | { feeds: string[] }

/** Class names of `<blockquote>` elements that scripts of X, TikTok and Instagram replace with a post. */
const EMBED_CLASSES = /\b(?:twitter-tweet|tiktok-embed|instagram-media)\b/
/** Frames that never contain the item of a page. */
const OTHER_FRAMES =
  /(?:doubleclick|googlesyndication|googletagmanager|google\.com\/(?:maps|recaptcha)|recaptcha|hcaptcha|disqus|challenges\.cloudflare|facebook\.com\/plugins\/(?:like|page|comments)|addthis|stripe\.com)/i
const LIKE_PLAYER = /embed|player|video|audio|media|stream|watch|listen/i
const MAX_POSTS = 20
const MAX_LINKS = 100
const MAX_FRAMES = 3

/** What a page that yt-dlp does not support may contain, the most likely first. Each costs requests. */
export function* candidatesOf(page: Page, link: string): Generator<Candidate> {
  const absolute = (found: string | null | undefined) => absoluteLink(found, page)
  const all = (found: readonly (string | null | undefined)[]) =>
    [...new Set(found.flatMap((one) => absolute(one) ?? []))].slice(0, MAX_LINKS)
  const isOther = (found: string) => found !== link && found !== page.url.href
  const episode = episodeOf(page.text)
  const media = absolute(episode.media)
  const title = episode.title ?? titleOf(page.text)
  if (media)
    yield isOtherMedia(media)
      ? { files: [media] }
      : { info: infoOfEpisode({ ...episode, title, media }, 'generic') }
  const texts = plainTexts(page.text)
  const { files: ofObjects, players } = describedMedia(page.text)
  const named = namedItems(texts).filter((one) => URL.canParse(one) && platformItem(one) !== undefined)
  const described = all([
    ...playersOf(page.text),
    ...players,
    ...named.slice(0, MAX_POSTS),
    ...brightcovePlayers(page.text),
  ])
  const shown = all(framesOf(page.text))
  const onward = all(onwardLinks(page.text)).filter((one) => isOther(one) && !isHome(one))
  const posts = [...all(postsOf(page.text)), ...all(texts.flatMap(framesOf))]
  const items = [...shown, ...posts, ...described, ...onward].flatMap((one) => platformItem(one) ?? [])
  if (items.length > 0) return yield { links: [...new Set(items)].slice(0, MAX_LINKS) }
  const player = described.find(isOther)
  if (player !== undefined) yield { player }
  for (const files of [all(ofObjects), all(statedMedia(page.text)), all(scriptMedia(texts))])
    if (files.length > 0) yield { files }
  const frames = shown.filter((one) => isOther(one) && !OTHER_FRAMES.test(one))
  if (frames.length > 0) yield { frames: frames.toSorted(byLikeness).slice(0, MAX_FRAMES) }
  const oEmbed = absolute(oEmbedOf(page.text))
  if (oEmbed) yield { oEmbed }
  const anchors = all(linkedMedia(page.text))
  if (anchors.length === 1) yield { files: anchors }
  if (onward.length > 0) yield { onward: onward[0]! }
  const feeds = all(feedLinks(page.text)).filter(isOther)
  if (feeds.length > 0) yield { feeds }
  if (anchors.length > 1) yield { files: anchors }
  const subscribe = all(subscribeLinks(page.text)).filter((one) => isOther(one) && !feeds.includes(one))
  if (subscribe.length > 0) yield { feeds: subscribe }
  for (const form of all(otherForms(page.text)))
    if (isOtherPage(form, [link, page.url.href])) yield { onward: form }
}

/** Most pages name themselves as the one that counts, without "www." or a query. */
function isOtherPage(form: string, known: readonly string[]): boolean {
  const pathOf = (link: string) => new URL(link).pathname.replace(/\/+$/, '').toLowerCase()
  const isOther = !isHome(form) && known.every((link) => pathOf(link) !== pathOf(form))
  return isOther || platformItem(form) !== undefined
}

/** A page that leads to the front page of a site has no item any more. */
const isHome = (link: string) => new URL(link).pathname === '/' && new URL(link).search === ''

/** Neither a file that is likely an episode nor one whose name does not tell. */
const isOtherMedia = (link: string) => mediaExtension(link) !== undefined && !isEpisodeFile(link)

export function entriesOf(links: readonly string[]): NonNullable<Info['entries']> {
  return links.map((link, at) => {
    const platform = platformOf(new URL(link))
    return {
      index: at + 1,
      kind: platform?.kind ?? null,
      title: platform?.displayName ?? nameOf(link),
      duration: null,
      thumbnail: null,
      date: null,
      picture: null,
    }
  })
}

function nameOf(link: string): string | null {
  const last = new URL(link).pathname.replace(/\/$/, '').split('/').at(-1)!
  const name = last.replace(/(?<=.)\.\w{2,5}$/, '')
  try {
    return decodeURIComponent(name) || null
  } catch {
    return name // The escapes in the name are malformed.
  }
}

export function absoluteLink(found: string | null | undefined, page: Page): string | undefined {
  const link = found && URL.canParse(found, page.base.href) ? new URL(found, page.base).href : null
  return isPublicUrl(link) ? link : undefined
}

const byLikeness = (one: string, other: string) =>
  Number(LIKE_PLAYER.test(other)) - Number(LIKE_PLAYER.test(one))

/** Some players get the link of the item in a query parameter of their URL. */
function platformItem(frame: string): string | undefined {
  const inQuery = [...new URL(frame).searchParams].flatMap(([name, value]) =>
    /^(href|url)$/.test(name) ? value : [],
  )
  for (const link of [frame, ...inQuery]) {
    const accepted = isPublicUrl(link) && platformOf(new URL(link)) ? acceptAny(link) : undefined
    if (accepted?.ok) return canonicalLink(accepted.url).url
  }
  return undefined
}

export function framesOf(html: string): (string | undefined)[] {
  const frames = ['iframe', 'frame', 'amp-iframe'].flatMap((name) => tagsOf(html, name))
  const links = frames.map(frameSource)
  const objects = tagsOf(html, 'object').map((object) => object.get('data'))
  return [...links, ...objects, ...tagsOf(html, 'embed').map((embed) => embed.get('src'))]
}

/** Until a visitor sees it or consents, a frame is empty and another attribute has its link: "data-src". */
const frameSource = (frame: Map<string, string>) =>
  [frame.get('src'), ...[...frame].flatMap(([name, value]) => (/[-_]src$/.test(name) ? value : []))].find(
    (link) => link && !/^\s*(?:about|data|javascript):/i.test(link),
  )

const oEmbedOf = (html: string) =>
  tagsOf(html, 'link')
    .find((tag) => /^(?:application|text)\/json\+oembed$/i.test(tag.get('type') ?? ''))
    ?.get('href')

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
  return [
    meta.get('og:video:secure_url'),
    meta.get('og:video:url'),
    meta.get('og:video'),
    meta.get('twitter:player'),
  ]
}
