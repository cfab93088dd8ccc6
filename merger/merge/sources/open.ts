import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitFor } from '#contract/availability.ts'
import type { Clip } from '#contract/clip.ts'
import type { Rendition } from '#contract/engine/extraction.ts'
import { Failure } from '#contract/failure.ts'
import { MAX_DURATION_SECONDS, MAX_FILE_BYTES, PAGE_SLACK_SECONDS } from '#contract/limits.ts'
import type { Attempt } from '../attempt.ts'
import { excerptOf, likelyBytes, type Excerpt } from '../clip/excerpt.ts'
import { OPENING, openingLength } from '../clip/opening.ts'
import { save } from './pump.ts'
import type { Feed } from '../../fetch/feed.ts'
import { behindFalseTag } from '#media/sound/false-tag.ts'
import { indexFirst } from './index-first.ts'
import { withoutStart } from './without-start.ts'
import { joiner, spliceOf } from './join.ts'
import { trackFor } from './open-list.ts'
import { PartRequests } from '../../fetch/part-requests.ts'
import { Parts } from './parts.ts'
import { LEAST_RATE } from '../../fetch/least-rate.ts'
import { linkOf } from '../../fetch/link.ts'
import type { MediaFacts } from '#media/media-facts.ts'
import { reading } from '../../process/reading-pool.ts'
import { RangeReader } from '../../fetch/range-reader.ts'
import { ownSeconds, type Expected } from '#media/expected-duration.ts'
import type { MediaTrack } from '#media/lists/timeline.ts'
import { windowOf } from '#media/lists/window.ts'
import type { Tools } from '../tools.ts'
import { dividedFiles } from './divided-files.ts'
import { byOwnClocks } from './own-clocks.ts'
import type { RunClock } from './run-clock.ts'

export type OpenedRendition = {
  rendition: Rendition
  feed: Feed
  facts: MediaFacts
  expected: Expected | null
  /** True when the timestamps cannot be compared with those of the other source. */
  hasDiscontinuity: boolean
  /** What its clock shows at the start of the item, by the word of its list; null or absent: not stated. */
  zero?: number | null
  /** Present if a clip is wanted. */
  excerpt?: Excerpt
  /** Seconds of advertisements. */
  leftOut?: number
}

const LANES = { video: 4, audio: 2, both: 4 }
/** Seconds. */
export const SOURCE_SLACK = 0.5

export type RenditionToOpen = {
  rendition: Rendition
  clock: RunClock
  refresh: () => Promise<Rendition>
  pageDuration: number | null
  folder: string
  /** Absent: the whole item. */
  clip?: Clip | undefined
  /** An excerpt could not be read, so the clip is cut from the whole file. */
  needsWhole?: boolean
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
    lanes: LANES[rendition.kind],
    readsHead: true,
    firstBytes: wanted.clip && OPENING,
    maxBytes: MAX_FILE_BYTES,
    readsParts: wanted.clip !== undefined,
    refresh: async () => {
      const fresh = await refresh()
      return { ...linkOf(fresh), dispatcher: dispatcherOf(fresh) }
    },
    onBytes: (count) => attempt.progress.receive(count),
    leastRate: {
      ...(tools.leastRate ?? LEAST_RATE),
      timeLeft: () => attempt.timeLeft(),
      onWait: () => attempt.pace.wait(),
    },
    ...tools.requests,
  })
  if (wanted.clip) return openExcerpt(wanted, wanted.clip, feed)
  const media = await withIndexFirst(feed, await factsOf(feed))
  const tag = behindFalseTag(feed.head)
  if (tag > 0) media.feed = withoutStart(media.feed, tag)
  const expected = expectedOf(rendition.kind, media.facts, media.feed, pageDuration)
  return { rendition, ...media, expected, hasDiscontinuity: false }
}

async function openExcerpt(
  { rendition, pageDuration, needsWhole = false }: RenditionToOpen,
  clip: Clip,
  feed: RangeReader,
): Promise<OpenedRendition> {
  if (feed.hasRanges) await feed.lengthenHead(openingLength(feed.head, (await factsOf(feed)).kind))
  const facts = await factsOf(feed)
  const found = needsWhole ? null : await excerptOf(feed, facts, clip)
  if (((found ? found.bytes : feed.size) ?? 0) > MAX_FILE_BYTES) throw new Failure('too_big')
  const excerpt = found ?? {
    bytes: feed.size,
    room: feed.size,
    earliest: 0,
    zero: facts.start,
    isSought: facts.kind !== 'other',
    isPart: false,
    save: (path: string) => save(feed, path),
  }
  const expected = expectedOf(rendition.kind, facts, feed, pageDuration)
  return { rendition, feed, facts, expected, hasDiscontinuity: false, excerpt }
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
  return feed ? { feed, facts: await factsOf(feed) } : { feed: source, facts }
}

async function openPlaylist(
  wanted: RenditionToOpen,
  attempt: Attempt,
  { config, egress, leastRate = LEAST_RATE, requests }: Tools,
): Promise<OpenedRendition> {
  const signal = attempt.working
  const optionsFor = ({ exit }: Rendition) => {
    return { dispatcher: egress.through(exit).dispatcher, signal, ...requests }
  }
  const read = async (rendition: Rendition) => {
    return { rendition, track: await trackFor(rendition, optionsFor(rendition)) }
  }
  const { rendition, track: whole } = await read(wanted.rendition).catch(async (error: unknown) => {
    // The link of a playlist can have expired.
    if (!(error instanceof Failure) || error.code !== 'source_failed') throw error
    return read(await wanted.refresh())
  })
  const { track: wished, startsAt } = wanted.clip
    ? windowOf(whole, wanted.clip)
    : { track: whole, startsAt: 0 }
  const parts = new PartRequests(linkOf(rendition), optionsFor(rendition))
  // The proof has refused the first attempt if the list is wrong.
  const isFirst = attempt.order.attempt === 1
  const divided = await dividedFiles(wished, parts, signal, isFirst)
  const marked = isFirst ? divided : await byOwnClocks(divided, parts, signal)
  const tools = {
    ffmpeg: config.FFMPEG,
    ffprobe: config.FFPROBE,
    python: config.PYTHON,
    folder: wanted.folder,
    signal,
  }
  await mkdir(wanted.folder, { recursive: true })
  const { track, splice, hasOwnClock, leftOut } = await wanted.clock.spliceOf(
    rendition.kind,
    marked,
    ({ runs }, isAlone) => spliceOf(runs, parts, isAlone, tools),
  )
  const feed = await Parts.open(track.runs, parts, splice && joiner(splice, tools), {
    signal,
    onBytes: (count) => attempt.progress.receive(count),
    leastRate: { ...leastRate, onWait: () => attempt.pace.wait() },
  })
  const { pageDuration } = wanted
  const byPage = pageDuration === null ? null : { seconds: pageDuration, slack: PAGE_SLACK_SECONDS }
  const excerptFor = (clip: Clip): Excerpt => ({
    bytes: null,
    room: likelyBytes(rendition, clip),
    earliest: startsAt,
    zero: null,
    isSought: false,
    isPart: false,
    save: (path) => save(feed, path),
  })
  return {
    rendition,
    feed,
    facts: await factsOf(feed, true),
    expected: plausibleDuration(track.expected) ?? byPage,
    hasDiscontinuity: hasOwnClock,
    zero: splice ? null : zeroOf(track),
    leftOut,
    ...(wanted.clip && { excerpt: excerptFor(wanted.clip) }),
  }
}

function zeroOf({ runs: [run, ...others] }: MediaTrack): number | null {
  if (!run || others.length > 0 || run.start === null || run.zero === null) return null
  return run.zero - run.start
}

/**
 * If a header is damaged, its properties count as unknown; ffmpeg then decides. A list says how long it is;
 * the header of its parts may be that of a longer film.
 */
async function factsOf(feed: Feed, isListed = false): Promise<MediaFacts> {
  const facts = await reading.read('mediaFacts', [feed.head, feed.size])
  if (facts.kind === 'text') throw new Failure('media_type', { cause: 'text instead of media' })
  return {
    ...facts,
    // Only MP4 and Matroska files state an exact duration. In other formats the duration is an estimate.
    duration: facts.kind === 'other' || isListed ? null : plausibleSeconds(facts.duration),
    start: finite(facts.start),
    tracks: facts.tracks.map((track) => ({
      ...track,
      duration: isListed ? null : plausibleSeconds(track.duration),
      fps: finite(track.fps),
    })),
  }
}

const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null)

function plausibleSeconds(seconds: number | null): number | null {
  if (seconds === null || Number.isNaN(seconds) || seconds <= 0) return null
  if (seconds > MAX_DURATION_SECONDS + PAGE_SLACK_SECONDS) throw new Failure('too_big')
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
function expectedOf(kind: Rendition['kind'], facts: MediaFacts, feed: Feed, page: number | null) {
  const seconds = facts.duration && (ownSeconds(kind, facts) ?? facts.duration)
  if (seconds) return { seconds, slack: SOURCE_SLACK }
  if (feed.isExact || page === null) return null
  return { seconds: page, slack: PAGE_SLACK_SECONDS }
}
