import { withoutSlashes } from '#contract/without-slashes.ts'
import { acceptAny, canonicalLink, platformOf } from '#contract/platforms/index.ts'
import { isPublicUrl } from '../egress/public-url.ts'
import type { Page } from './page.ts'
import type { Markup } from '../html/markup.ts'
import { episodeOf, isEpisodeFile } from './episode.ts'
import { absoluteLink } from './absolute-link.ts'
import { describedMedia } from './described-media.ts'
import { feedLinks, subscribeLinks } from './feed-links.ts'
import { framesOf, likeliestFrames } from './frames.ts'
import { hiddenMarkup, writtenMarkup } from './inner-markup.ts'
import { linkedMedia, statedMedia } from './linked-media.ts'
import { mediaExtension } from './media-name.ts'
import { brightcovePlayers, namedItems, namedPlayers } from './named-items.ts'
import { onwardLinks, otherForm } from './onward.ts'
import { plainTexts } from './plain-text.ts'
import { postsOf } from './posts.ts'
import { scriptMedia } from './script-media.ts'

/**
 * What stands behind a link: an item of a known platform, a player, a media file or playlist, the file of an
 * episode that the page describes, a frame, an answer of oEmbed, the page that a browser shows, or a feed.
 */
type As = 'item' | 'player' | 'file' | 'episode' | 'frame' | 'oEmbed' | 'onward' | 'feed'
export type Candidate = { as: As; links: readonly string[] }

type Finder = { as: As; find: (seen: Seen) => readonly string[] }

const MAX_POSTS = 20
const MAX_LINKS = 100

/** What a page that yt-dlp does not support may contain, the most likely first. Each costs requests. */
const FINDERS: readonly Finder[] = [
  { as: 'file', find: ({ episodeFile }) => episodeFile.filter(isOtherMedia) },
  { as: 'episode', find: ({ episodeFile }) => episodeFile.filter((link) => !isOtherMedia(link)) },
  { as: 'item', find: (seen) => seen.items },
  { as: 'player', find: (seen) => seen.described.filter(seen.isOther).slice(0, 1) },
  { as: 'file', find: (seen) => seen.absolute(seen.objects.files) },
  { as: 'file', find: (seen) => seen.absolute(statedMedia(seen.markup)) },
  { as: 'file', find: (seen) => seen.absolute(scriptMedia(seen.texts)) },
  {
    as: 'frame',
    find: (seen) => likeliestFrames([...seen.frames, ...seen.hiddenFrames].filter(seen.isOther)),
  },
  { as: 'oEmbed', find: (seen) => seen.absolute([oEmbedOf(seen.markup)]) },
  { as: 'file', find: ({ anchors }) => (anchors.length === 1 ? anchors : []) },
  { as: 'onward', find: (seen) => seen.onward.slice(0, 1) },
  { as: 'feed', find: (seen) => seen.feeds },
  { as: 'file', find: ({ anchors }) => (anchors.length > 1 ? anchors : []) },
  { as: 'feed', find: (seen) => seen.subscribe.filter((link) => !seen.feeds.includes(link)) },
  { as: 'onward', find: (seen) => seen.otherForm('amphtml') },
  { as: 'onward', find: (seen) => seen.otherForm('canonical') },
]

export function* candidatesOf(page: Page, link: string): Generator<Candidate> {
  const seen = new Seen(page, link)
  for (const { as, find } of FINDERS) {
    const links = find(seen)
    if (links.length > 0) yield { as, links }
    // Its other links are not the item of a page that shows one of a platform.
    if (as === 'item' && links.length > 0) return
  }
}

/** A page, and what several finders look for in it. All links are absolute. */
class Seen {
  readonly markup: Markup
  readonly texts: readonly string[]
  readonly objects: { files: string[]; players: string[] }
  readonly described: readonly string[]
  readonly frames: readonly string[]
  /** Of texts that a script writes into the page, as after a consent. */
  readonly hiddenFrames: readonly string[]
  readonly onward: readonly string[]
  readonly #page: Page
  readonly #link: string
  #anchors: readonly string[] | undefined
  #feeds: readonly string[] | undefined

  constructor(page: Page, link: string) {
    this.#page = page
    this.#link = link
    this.markup = page.markup
    this.texts = plainTexts(page.markup.text)
    this.objects = describedMedia(page.markup)
    const named = namedItems(this.texts).filter((one) => URL.canParse(one) && platformItem(one) !== undefined)
    this.described = this.absolute([
      ...playersOf(page.markup),
      ...this.objects.players,
      ...named.slice(0, MAX_POSTS),
      ...namedPlayers(page.markup).slice(0, MAX_POSTS),
      ...brightcovePlayers(page.markup),
    ])
    this.frames = this.absolute(framesOf(page.markup))
    this.hiddenFrames = this.absolute(hiddenMarkup(page.markup, this.texts.slice(1)).flatMap(framesOf))
    this.onward = this.absolute(onwardLinks(page.markup)).filter((one) => this.isOther(one) && !isHome(one))
  }

  get episodeFile(): readonly string[] {
    return this.absolute([episodeOf(this.markup).media])
  }

  get items(): readonly string[] {
    const written = this.absolute([...postsOf(this.markup), ...writtenMarkup(this.markup).flatMap(framesOf)])
    const all = [...this.frames, ...this.hiddenFrames, ...written, ...this.described, ...this.onward]
    return [...new Set(all.flatMap((one) => platformItem(one) ?? []))].slice(0, MAX_LINKS)
  }

  get anchors(): readonly string[] {
    this.#anchors ??= this.absolute(linkedMedia(this.markup))
    return this.#anchors
  }

  get feeds(): readonly string[] {
    this.#feeds ??= this.absolute(feedLinks(this.markup)).filter(this.isOther)
    return this.#feeds
  }

  get subscribe(): readonly string[] {
    return this.absolute(subscribeLinks(this.markup)).filter(this.isOther)
  }

  otherForm(relation: 'amphtml' | 'canonical'): readonly string[] {
    const known = [this.#link, this.#page.url.href]
    return this.absolute([otherForm(this.markup, relation)]).filter((form) => isOtherPage(form, known))
  }

  readonly isOther = (found: string): boolean => found !== this.#link && found !== this.#page.url.href

  absolute(found: readonly (string | null | undefined)[]): readonly string[] {
    const links = found.flatMap((one) => absoluteLink(one, this.#page) ?? [])
    return [...new Set(links)].slice(0, MAX_LINKS)
  }
}

/** Neither a file that is likely an episode nor one whose name does not tell. */
const isOtherMedia = (link: string) => mediaExtension(link) !== undefined && !isEpisodeFile(link)

/** Most pages name themselves as the one that counts, without "www." or a query. */
function isOtherPage(form: string, known: readonly string[]): boolean {
  const pathOf = (link: string) => withoutSlashes(new URL(link).pathname).toLowerCase()
  const isOther = !isHome(form) && known.every((link) => pathOf(link) !== pathOf(form))
  return isOther || platformItem(form) !== undefined
}

/** A page that leads to the front page of a site has no item any more. */
const isHome = (link: string) => new URL(link).pathname === '/' && new URL(link).search === ''

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

const oEmbedOf = (page: Markup) =>
  page
    .all('link')
    .find((tag) => /^(?:application|text)\/json\+oembed$/i.test(tag.get('type') ?? ''))
    ?.get('href')

const PLAYERS = ['og:video:secure_url', 'og:video:url', 'og:video', 'twitter:player']

const playersOf = ({ meta }: Markup) => PLAYERS.map((name) => meta.get(name))
