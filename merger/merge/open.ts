import type { MergePlan, Rendition, RenditionRef } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import type { Config } from '../config.ts'
import type { Egress } from '../egress.ts'
import type { Extractor } from '../extract/extractor.ts'
import type { WorkDir } from '../workdir.ts'
import type { Attempt } from './attempt.ts'
import type { Feed } from './feed.ts'
import { choose, findRendition } from './plan.ts'
import { sniff, type Facts } from './sniff.ts'
import { Source } from './source.ts'
import type { Expected } from './verify.ts'

/** What an attempt works with. */
export type Tools = { config: Config; egress: Egress; extractor: Extractor; workDir: WorkDir }

/** A rendition whose first bytes are here. */
export type Opened = { rendition: Rendition; feed: Feed; facts: Facts; expected: Expected | null }

const VIDEO_LANES = 4
const AUDIO_LANES = 2
/** A source says its length exactly; a page rounds it to seconds. */
const SOURCE_SLACK = 0.5
const PAGE_SLACK = 1

/** Extracts again, once for all sources that ask at the same time. */
export function refresher(
  attempt: Attempt,
  plan: MergePlan,
  tools: Tools,
): (ref: RenditionRef) => Promise<Rendition> {
  let running: ReturnType<Extractor['extract']> | null = null
  return async (ref) => {
    running ??= tools.extractor
      .extract(plan.source_url, { item: plan.item, fresh: true, signal: attempt.signal })
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
  const options = { item: plan.item, signal: attempt.signal }
  const extraction = await extractor.extract(plan.source_url, options)
  try {
    return { extraction, chosen: choose(plan, extraction) }
  } catch (cause) {
    if (!(cause instanceof Failure) || cause.code !== 'format_gone') throw cause
    const fresh = await extractor.extract(plan.source_url, { ...options, fresh: true })
    return { extraction: fresh, chosen: choose(plan, fresh) }
  }
}

/** Opens a rendition and tells what it is from its first bytes. */
export async function openRendition(
  rendition: Rendition,
  refresh: () => Promise<Rendition>,
  pageDuration: number | null,
  attempt: Attempt,
  { egress }: Tools,
): Promise<Opened> {
  const feed = await Source.open(rendition, {
    dispatcher: egress.dispatcher,
    signal: attempt.signal,
    lanes: rendition.kind === 'audio' ? AUDIO_LANES : VIDEO_LANES,
    refresh,
    onBytes: (count) => attempt.progress.receive(count),
  })
  const facts = sniff(feed.head)
  if (facts.kind === 'text') throw new Failure('media_type', undefined, { cause: 'text instead of media' })
  return { rendition, feed, facts, expected: expectedOf(facts, feed, pageDuration) }
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
