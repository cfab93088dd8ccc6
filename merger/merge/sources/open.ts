import type { MergePlan, Rendition, RenditionRef } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import type { Attempt } from '../attempt.ts'
import type { Feed } from '../../fetch/feed.ts'
import { indexFirst } from './index-first.ts'
import { Fragments } from './fragments.ts'
import { headersOf } from '../../fetch/link.ts'
import { choose, findRendition } from '../plan.ts'
import { hasJumps, listedLength } from '../../media/hls.ts'
import { getWhole } from '../../fetch/request.ts'
import { sniff, type Facts } from '../../media/sniff.ts'
import { Source } from '../../fetch/http-source.ts'
import type { Expected } from '../../media/expected-duration.ts'
import type { Tools } from '../tools.ts'

/** A rendition whose first bytes are here. */
export type OpenedRendition = {
  rendition: Rendition
  feed: Feed
  facts: Facts
  expected: Expected | null
  /** True when the source's clock starts anew in its middle. */
  hasJumps: boolean
}

const VIDEO_LANES = 4
const AUDIO_LANES = 2
/** A list of four hours in segments of a second, with long links, is smaller. */
const MAX_LIST_BYTES = 16 * 1024 ** 2
/** Seconds: a source says its length exactly, a page rounds it to seconds. */
export const SOURCE_SLACK = 0.5
const PAGE_SLACK = 1

/** Extracts again, once for all sources that ask at the same time. */
export function refresher(
  attempt: Attempt,
  plan: MergePlan,
  tools: Tools,
): (ref: RenditionRef) => Promise<Rendition> {
  let running: ReturnType<Tools['extractor']['extract']> | null = null
  return async (ref) => {
    running ??= tools.extractor
      .extract(plan.source_url, { item: plan.item, fresh: true, signal: attempt.working })
      .finally(() => {
        running = null
      })
    const rendition = findRendition(ref, (await running).renditions)
    if (!rendition) throw new Failure('format_gone')
    return rendition
  }
}

/** The extraction of a plan's link and what the plan chose of it; a remembered one that lacks it is made again. */
export async function resolve(attempt: Attempt, plan: MergePlan, { extractor }: Tools) {
  const options = { item: plan.item, signal: attempt.working }
  // After a failure the remembered links are not to be trusted.
  const isAgain = attempt.order.attempt > 1
  const extraction = await extractor.extract(plan.source_url, { ...options, fresh: isAgain })
  try {
    return { extraction, chosen: choose(plan, extraction) }
  } catch (cause) {
    if (isAgain || !(cause instanceof Failure) || cause.code !== 'format_gone') throw cause
    const fresh = await extractor.extract(plan.source_url, { ...options, fresh: true })
    return { extraction: fresh, chosen: choose(plan, fresh) }
  }
}

/** A rendition to be opened. */
export type RenditionToOpen = {
  rendition: Rendition
  /** The same with a link that works again. */
  refresh: () => Promise<Rendition>
  /** Seconds the page says. */
  pageDuration: number | null
  /** For what must lie on disk meanwhile. */
  folder: string
}

/** Opens a rendition and tells what it is from its first bytes. */
export async function openRendition(wanted: RenditionToOpen, attempt: Attempt, tools: Tools): Promise<OpenedRendition> {
  const { rendition, refresh, pageDuration } = wanted
  if (rendition.transport !== 'http') return openList(wanted, attempt, tools)
  const feed = await Source.open(rendition, {
    dispatcher: tools.egress.dispatcher,
    signal: attempt.working,
    lanes: rendition.kind === 'audio' ? AUDIO_LANES : VIDEO_LANES,
    refresh,
    onBytes: (count) => attempt.progress.receive(count),
  })
  const media = await inReadingOrder(feed, sniffMedia(feed))
  const expected = expectedOf(media.facts, media.feed, pageDuration)
  return { rendition, ...media, expected, hasJumps: false }
}

/** A file whose index stands last is read with its index first, where the origin lets us; else it must go to disk. */
async function inReadingOrder(source: Source, facts: Facts): Promise<{ feed: Feed; facts: Facts }> {
  const feed = facts.isIndexLast ? await indexFirst(source) : null
  return feed ? { feed, facts: sniffMedia(feed) } : { feed: source, facts }
}

/** The list says how long the whole is; its fragments are fetched by yt-dlp. */
async function openList(wanted: RenditionToOpen, attempt: Attempt, { config, egress }: Tools): Promise<OpenedRendition> {
  const signal = attempt.working
  const read = async (rendition: Rendition) => {
    const options = { dispatcher: egress.dispatcher, signal }
    const list = await getWhole(rendition.url, headersOf(rendition), MAX_LIST_BYTES, options)
    return { rendition, list }
  }
  const { rendition, list } = await read(wanted.rendition).catch(async (error: unknown) => {
    // Lists end like media links do.
    if (!(error instanceof Failure) || error.code !== 'source_failed') throw error
    return read(await wanted.refresh())
  })
  const text = list.toString('utf8')
  const listed = listedLength(text)
  const feed = await Fragments.open(rendition, {
    python: config.PYTHON,
    library: config.YT_DLP_PATH,
    proxy: egress.proxy,
    folder: wanted.folder,
    signal,
    onBytes: (count) => attempt.progress.receive(count),
  })
  const { pageDuration } = wanted
  const page = pageDuration === null ? null : { seconds: pageDuration, slack: PAGE_SLACK }
  return { rendition, feed, facts: sniffMedia(feed), expected: listed ?? page, hasJumps: hasJumps(text) }
}

function sniffMedia(feed: Feed): Facts {
  const facts = sniff(feed.head, feed.size)
  if (facts.kind === 'text') throw new Failure('media_type', { cause: 'text instead of media' })
  return facts
}

/**
 * How long the result must be. What a page says is only asked where the bytes cannot prove themselves: pages of podcasts are
 * minutes off, because advertisements were put in later.
 */
function expectedOf(facts: Facts, feed: Feed, pageDuration: number | null): Expected | null {
  if (facts.duration) return { seconds: facts.duration, slack: SOURCE_SLACK }
  if (feed.isExact || pageDuration === null) return null
  return { seconds: pageDuration, slack: PAGE_SLACK }
}
