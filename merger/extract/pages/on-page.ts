import * as z from 'zod/mini'
import { Failure, type FailureCode } from '#contract/failure.ts'
import type { RequestOptions } from '../../fetch/http-get.ts'
import { readJson, readText, type PageText } from '../../fetch/page.ts'
import { textOrNull, type Info } from '../../ytdlp/facts.ts'
import { concernsOneItem, listWithoutFormats } from '../first-available.ts'
import { infoOfEpisode } from '../podcast-sites/episode.ts'
import type { Candidate } from '../../pages/candidates.ts'
import type { PageFacts } from '../../pages/read.ts'
import { reading } from '../../process/reading-pool.ts'
import { entriesOf } from './entries.ts'
import { withBelongings } from './belongings.ts'

/** `source`: the link that was extracted instead of the page. */
type Found = { info: Info; source?: string }
type Page = PageText & { facts: PageFacts }
type Asked = { link: string; item: number | undefined; request: RequestOptions }
type Extract = (link: string, item?: number) => Promise<Info>

const oEmbedSchema = z.object({ html: textOrNull })

/**
 * Throws the code of a wall (walls.ts), and the failure of an item of a known platform or of a file that the
 * page names. With `isLast`, no further page is read.
 */
export async function mediumOn(
  answer: PageText,
  asked: Asked,
  extract: Extract,
  isLast = false,
): Promise<Found | undefined> {
  const facts = await factsOf(answer, asked.link, asked.request)
  const page = { ...answer, facts }
  let failed: Failure | undefined
  for (const candidate of facts.candidates) {
    asked.request.signal.throwIfAborted()
    if (isLast && candidate.as === 'onward') continue
    try {
      const found = await mediumOf(candidate, page, asked, extract)
      if (found) return found
    } catch (error) {
      const failure = Failure.from(error)
      if (candidate.as === 'item') throw failure
      if (candidate.as === 'file' && isTrueOfPage(failure.code)) failed ??= failure
    }
  }
  if (failed) throw failed
  if (facts.wall) throw new Failure(facts.wall, { cause: 'the site shows another page first' })
  return undefined
}

const factsOf = ({ text, url }: PageText, link: string, { signal }: RequestOptions) =>
  reading.read('pageFacts', [text, url.href, link], signal)

/** A text in a script may look like a file and be none. */
const isTrueOfPage = (code: FailureCode) =>
  ['refused_address', 'too_big'].includes(code) ||
  (concernsOneItem(code) && !['removed', 'no_media'].includes(code))

async function mediumOf(
  { as, links }: Candidate,
  page: Page,
  asked: Asked,
  extract: Extract,
): Promise<Found | undefined> {
  const first = links[0]!
  switch (as) {
    case 'episode':
      return { info: await withBelongings(episodeInfo(first, page), page, asked.request) }
    case 'player':
      return { info: await withFactsOf(page, await extract(first), asked), source: first }
    case 'frame':
      return await inFrames(links, page, asked, extract)
    case 'oEmbed':
      return await inFrames(await oEmbedFrames(first, page, asked), page, asked, extract)
    case 'onward':
      return await onPage(first, asked, extract)
    case 'feed':
      return await inFeeds(links, asked, extract)
    case 'item':
      return links.length > 1
        ? { info: await oneOf(links, asked, extract) }
        : { info: await extract(first, asked.item), source: first }
    case 'file':
      return links.length > 1
        ? { info: await withBelongings(await oneOf(links, asked, extract), page, asked.request) }
        : { info: await withFactsOf(page, await extract(first, asked.item), asked) }
  }
}

const episodeInfo = (media: string, { facts }: Page): Info =>
  infoOfEpisode({ ...facts.episode, media }, 'generic')

async function oEmbedFrames(link: string, page: Page, { request }: Asked): Promise<string[]> {
  const { html } = await readJson(link, oEmbedSchema, request)
  const frames = await reading.read('pageFrames', [html ?? '', page.url.href], request.signal)
  return frames.slice(0, 1)
}

async function onPage(link: string, asked: Asked, extract: Extract): Promise<Found | undefined> {
  try {
    return { info: await extract(link, asked.item), source: link }
  } catch (error) {
    if (Failure.from(error).code !== 'unsupported') throw error
  }
  return await mediumOn(await readText(link, asked.request), { ...asked, link }, extract, true)
}

async function inFeeds(feeds: readonly string[], asked: Asked, extract: Extract): Promise<Found | undefined> {
  for (const feed of feeds) {
    const info = await extract(feed, asked.item).catch(() => undefined)
    asked.request.signal.throwIfAborted()
    if (info?.is_feed && info.has_media) return { info, source: feed }
  }
  return undefined
}

/** One level deep: a frame in a frame is not read. */
async function inFrames(
  frames: readonly string[],
  page: Page,
  asked: Asked,
  extract: Extract,
): Promise<Found | undefined> {
  for (const frame of frames) {
    try {
      return { info: await withFactsOf(page, await extract(frame), asked) }
    } catch (error) {
      asked.request.signal.throwIfAborted()
      if (Failure.from(error).code !== 'unsupported') continue
    }
    const inner = await readText(frame, asked.request).catch(() => undefined)
    const file = inner && firstFile(await factsOf(inner, frame, asked.request))
    const info = file && (await extract(file).catch(() => undefined))
    if (inner && info) {
      const found = await withBelongings(info, inner, asked.request)
      return { info: await withFactsOf(page, found, asked) }
    }
  }
  return undefined
}

const firstFile = ({ candidates }: PageFacts): string | undefined =>
  candidates.find(({ as }) => as === 'file')?.links[0]

async function oneOf(links: readonly string[], { link, item }: Asked, extract: Extract): Promise<Info> {
  const index = item ?? 1
  const chosen = links[index - 1]
  if (chosen === undefined) throw new Failure('no_media', { cause: 'the list has no such item' })
  const entries = entriesOf(links)
  try {
    return { ...(await extract(chosen)), item: { index, total: links.length }, entries }
  } catch (error) {
    const { code } = Failure.from(error)
    if (item !== undefined || !concernsOneItem(code)) throw error
    const title = new URL(link).hostname
    return listWithoutFormats(
      { index, total: links.length, title, is_feed: false, cover: null, entries },
      code,
    )
  }
}

/** A file has only its name as its title, a player often the name of the player. */
async function withFactsOf(page: Page, info: Info, { request }: Asked): Promise<Info> {
  const { title, description, picture } = page.facts
  return {
    ...(await withBelongings(info, page, request)),
    title: title || info.title,
    description: info.description ?? description,
    thumbnail: info.thumbnail ?? picture,
  }
}
