import { setTimeout as sleep } from 'node:timers/promises'
import { waitFor } from '#contract/availability.ts'
import type { Rendition } from '#contract/engine/extraction.ts'
import type { MergePlan, RenditionRef } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { MAX_DURATION_SECONDS, MAX_FILE_BYTES } from '#contract/limits.ts'
import type { Attempt } from '../attempt.ts'
import type { Feed } from '../../fetch/feed.ts'
import { indexFirst } from './index-first.ts'
import { Fragments } from './fragments.ts'
import { LEAST_RATE } from '../../fetch/least-rate.ts'
import { headersOf, linkOf } from '../../fetch/link.ts'
import { choose, findRendition } from '../find-rendition.ts'
import { extractPlanned } from '../planned-item.ts'
import { hasDiscontinuity, listedLength, MAX_PLAYLIST_BYTES } from '../../media/hls.ts'
import { getWhole } from '../../fetch/http-get.ts'
import type { MediaFacts } from '../../media/media-facts.ts'
import { mediaFacts } from '../../media/media-head.ts'
import { RangeReader } from '../../fetch/range-reader.ts'
import { refuseText } from '../../fetch/response-checks.ts'
import type { Expected } from '../../media/expected-duration.ts'
import type { Tools } from '../tools.ts'

export type OpenedRendition = {
  rendition: Rendition
  feed: Feed
  facts: MediaFacts
  expected: Expected | null
  /** True when the timestamps of the source jump (HLS discontinuity). */
  hasDiscontinuity: boolean
}

const VIDEO_LANES = 4
const AUDIO_LANES = 2
/** Seconds. `PAGE_SLACK` applies to the rounded duration on the site's page. */
export const SOURCE_SLACK = 0.5
const PAGE_SLACK = 1

/**
 * The renditions of the plan share this extraction. If the new media link of a rendition fails too, the
 * function extracts the source link once more.
 */
export function refresher(
  attempt: Attempt,
  plan: MergePlan,
  tools: Tools,
): (ref: RenditionRef) => Promise<Rendition> {
  let newest: ReturnType<Tools['extractor']['extract']> | undefined
  const served = new Set<RenditionRef>()
  return async (ref) => {
    if (!newest || served.has(ref)) {
      served.clear()
      newest = extractPlanned(tools.extractor, plan, { fresh: true, signal: attempt.working })
    }
    served.add(ref)
    const rendition = findRendition(ref, (await newest).renditions)
    if (!rendition) throw new Failure('format_gone')
    return rendition
  }
}

export async function resolve(attempt: Attempt, plan: MergePlan, { extractor }: Tools) {
  const { working: signal } = attempt
  // An earlier attempt may have failed because its media links had expired.
  const isAgain = attempt.order.attempt > 1
  const extraction = await extractPlanned(extractor, plan, { signal, fresh: isAgain })
  try {
    return { extraction, chosen: choose(plan, extraction) }
  } catch (cause) {
    if (isAgain || !(cause instanceof Failure) || cause.code !== 'format_gone') throw cause
    const fresh = await extractPlanned(extractor, plan, { signal, fresh: true })
    return { extraction: fresh, chosen: choose(plan, fresh) }
  }
}

export type RenditionToOpen = {
  rendition: Rendition
  refresh: () => Promise<Rendition>
  pageDuration: number | null
  folder: string
}

export async function openRendition(
  wanted: RenditionToOpen,
  attempt: Attempt,
  tools: Tools,
): Promise<OpenedRendition> {
  const { rendition, pageDuration } = wanted
  const refresh = async () => waitUntilAvailable(await wanted.refresh(), attempt)
  const dispatcherOf = ({ exit }: Rendition) => tools.egress.through(exit).dispatcher
  await waitUntilAvailable(rendition, attempt)
  if (rendition.transport !== 'http') return openPlaylist({ ...wanted, refresh }, attempt, tools)
  const feed = await RangeReader.open(linkOf(rendition), {
    dispatcher: dispatcherOf(rendition),
    signal: attempt.working,
    lanes: rendition.kind === 'audio' ? AUDIO_LANES : VIDEO_LANES,
    readsHead: true,
    check: refuseText,
    maxBytes: MAX_FILE_BYTES,
    refresh: async () => {
      const fresh = await refresh()
      return { ...linkOf(fresh), dispatcher: dispatcherOf(fresh) }
    },
    onBytes: (count) => attempt.progress.receive(count),
    leastRate: tools.leastRate ?? LEAST_RATE,
    ...tools.requests,
  })
  const media = await withIndexFirst(feed, factsOf(feed))
  const expected = expectedOf(media.facts, media.feed, pageDuration)
  return { rendition, ...media, expected, hasDiscontinuity: false }
}

/** Throws `site_limit` when the wait would be too long. */
async function waitUntilAvailable(rendition: Rendition, { progress, working }: Attempt): Promise<Rendition> {
  const wait = waitFor(rendition.available_at, Date.now())
  if (wait === 0) return rendition
  progress.waitUntil(performance.now() + wait)
  await sleep(wait, undefined, { signal: working })
  progress.stopWaiting()
  return rendition
}

async function withIndexFirst(
  source: RangeReader,
  facts: MediaFacts,
): Promise<{ feed: Feed; facts: MediaFacts }> {
  const feed = facts.isIndexLast ? await indexFirst(source) : null
  return feed ? { feed, facts: factsOf(feed) } : { feed: source, facts }
}

async function openPlaylist(
  wanted: RenditionToOpen,
  attempt: Attempt,
  { config, egress, leastRate = LEAST_RATE }: Tools,
): Promise<OpenedRendition> {
  const signal = attempt.working
  const read = async (rendition: Rendition) => {
    const options = { dispatcher: egress.through(rendition.exit).dispatcher, signal }
    const playlist = await getWhole(rendition.url, headersOf(rendition), MAX_PLAYLIST_BYTES, options)
    return { rendition, playlist }
  }
  const { rendition, playlist } = await read(wanted.rendition).catch(async (error: unknown) => {
    // The link of a playlist can have expired.
    if (!(error instanceof Failure) || error.code !== 'source_failed') throw error
    return read(await wanted.refresh())
  })
  const text = playlist.toString('utf8')
  const playlistDuration = plausibleDuration(listedLength(text))
  const feed = await Fragments.open(rendition, {
    python: config.PYTHON,
    library: config.YT_DLP_PATH,
    proxy: egress.through(rendition.exit).proxy,
    folder: wanted.folder,
    signal,
    onBytes: (count) => attempt.progress.receive(count),
    leastRate,
  })
  const { pageDuration } = wanted
  const byPage = pageDuration === null ? null : { seconds: pageDuration, slack: PAGE_SLACK }
  const expected = playlistDuration ?? byPage
  return { rendition, feed, facts: factsOf(feed), expected, hasDiscontinuity: hasDiscontinuity(text) }
}

/** If a header is damaged, its properties count as unknown; ffmpeg then decides. */
function factsOf(feed: Feed): MediaFacts {
  const facts = mediaFacts(feed.head, feed.size)
  if (facts.kind === 'text') throw new Failure('media_type', { cause: 'text instead of media' })
  return {
    ...facts,
    // Only MP4 and Matroska files state an exact duration. In other formats the duration is an estimate.
    duration: facts.kind === 'other' ? null : plausibleSeconds(facts.duration),
    start: finite(facts.start),
    tracks: facts.tracks.map((track) => ({
      ...track,
      duration: track.kind === 'audio' ? plausibleSeconds(track.duration) : null,
      fps: finite(track.fps),
    })),
  }
}

const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null)

function plausibleSeconds(seconds: number | null): number | null {
  if (seconds === null || Number.isNaN(seconds) || seconds <= 0) return null
  if (seconds > MAX_DURATION_SECONDS + PAGE_SLACK) throw new Failure('too_big')
  return seconds
}

function plausibleDuration(expected: Expected | null): Expected | null {
  const seconds = plausibleSeconds(expected?.seconds ?? null)
  return expected && seconds !== null ? { ...expected, seconds } : null
}

/**
 * If `feed.isExact` is true, the feed already fails when bytes of the source are missing. The duration on the
 * site's page is ignored, because it can be wrong by minutes (podcast sites insert advertisements into the
 * audio).
 */
function expectedOf(facts: MediaFacts, feed: Feed, pageDuration: number | null): Expected | null {
  if (facts.duration) return { seconds: facts.duration, slack: SOURCE_SLACK }
  if (feed.isExact || pageDuration === null) return null
  return { seconds: pageDuration, slack: PAGE_SLACK }
}
