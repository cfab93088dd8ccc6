import * as z from 'zod/mini'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { platformOf } from '#contract/platforms/index.ts'
import type { RequestOptions } from '../../fetch/http-get.ts'
import { textOrNull, type Info } from '../../ytdlp/facts.ts'
import { concernsOneItem, listWithoutFormats } from '../first-available.ts'
import { metaOf, readJson, readPage, titleOf, type Page } from '../podcast-sites/page.ts'
import { absoluteLink, candidatesOf, entriesOf, framesOf, type Candidate } from './candidates.ts'
import { wallOf } from './walls.ts'

/** `source`: the link that was extracted instead of the page. */
type Found = { info: Info; source?: string }
type Asked = { link: string; item: number | undefined; request: RequestOptions }
type Extract = (link: string, item?: number) => Promise<Info>

const oEmbedSchema = z.object({ html: textOrNull })

/**
 * Throws the code of a wall (walls.ts), and the failure of an item of a known platform or of a file that the
 * page names. With `isLast`, no further page is read.
 */
export async function mediumOn(
  page: Page,
  asked: Asked,
  extract: Extract,
  isLast = false,
): Promise<Found | undefined> {
  let failed: Failure | undefined
  for (const candidate of candidatesOf(page, asked.link)) {
    asked.request.signal.throwIfAborted()
    if (isLast && 'onward' in candidate) continue
    try {
      const found = await mediumOf(candidate, page, asked, extract)
      if (found) return found
    } catch (error) {
      const failure = Failure.from(error)
      if ('links' in candidate && platformOf(new URL(candidate.links[0]!))) throw failure
      if ('files' in candidate && isTrueOfPage(failure.code)) failed ??= failure
    }
  }
  if (failed) throw failed
  const wall = wallOf(page, asked.link)
  if (wall) throw new Failure(wall, { cause: 'the site shows another page first' })
  return undefined
}

/** A text in a script may look like a file and be none. */
const isTrueOfPage = (code: FailureCode) =>
  ['refused_address', 'too_big'].includes(code) ||
  (concernsOneItem(code) && !['removed', 'no_media'].includes(code))

async function mediumOf(
  candidate: Candidate,
  page: Page,
  asked: Asked,
  extract: Extract,
): Promise<Found | undefined> {
  if ('info' in candidate) return candidate
  if ('player' in candidate)
    return { info: withFactsOf(page, await extract(candidate.player)), source: candidate.player }
  if ('frames' in candidate) return await inFrames(candidate.frames, page, asked, extract)
  if ('oEmbed' in candidate) {
    const { html } = await readJson(candidate.oEmbed, oEmbedSchema, asked.request)
    const frames = framesOf(html ?? '').flatMap((frame) => absoluteLink(frame, page) ?? [])
    return await inFrames(frames.slice(0, 1), page, asked, extract)
  }
  if ('onward' in candidate) return await onPage(candidate.onward, asked, extract)
  if ('feeds' in candidate) return await inFeeds(candidate.feeds, asked, extract)
  const links = 'links' in candidate ? candidate.links : candidate.files
  const [only, ...others] = links
  if (others.length > 0) return { info: await oneOf(links, asked, extract) }
  const info = await extract(only!, asked.item)
  return 'links' in candidate ? { info, source: only! } : { info: withFactsOf(page, info) }
}

async function onPage(link: string, asked: Asked, extract: Extract): Promise<Found | undefined> {
  try {
    return { info: await extract(link, asked.item), source: link }
  } catch (error) {
    if (Failure.from(error).code !== 'unsupported') throw error
  }
  return await mediumOn(await readPage(link, asked.request), { ...asked, link }, extract, true)
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
  { request }: Asked,
  extract: Extract,
): Promise<Found | undefined> {
  for (const frame of frames) {
    try {
      return { info: withFactsOf(page, await extract(frame)) }
    } catch (error) {
      request.signal.throwIfAborted()
      if (Failure.from(error).code !== 'unsupported') continue
    }
    const inner = await readPage(frame, request).catch(() => undefined)
    const files = inner
      ? [...candidatesOf(inner, frame)].flatMap((one) => ('files' in one ? one.files : []))
      : []
    for (const file of files.slice(0, 1)) {
      const info = await extract(file).catch(() => undefined)
      if (info) return { info: withFactsOf(page, info) }
    }
  }
  return undefined
}

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
function withFactsOf(page: Page, info: Info): Info {
  const meta = metaOf(page.text)
  const image = absoluteLink(meta.get('og:image'), page)
  return {
    ...info,
    title: meta.get('og:title') ?? (titleOf(page.text) || info.title),
    description: info.description ?? meta.get('og:description') ?? null,
    thumbnail: info.thumbnail ?? image ?? null,
  }
}
