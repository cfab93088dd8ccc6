import { suggestedRenditions } from '#contract/catalogue/catalogue.ts'
import { hasTrait, type Extraction, type Rendition, type Trait } from '#contract/engine/extraction.ts'
import { tracksOf } from '#contract/engine/kinds.ts'
import { MAX_DURATION_SECONDS } from '#contract/limits.ts'
import { isPossibleRate } from '#contract/sound.ts'
import { Failure } from '#contract/failure.ts'
import { fileContainer } from '#contract/media-answer.ts'
import { AUDIO_FILES } from '#contract/media-types.ts'
import { isEncrypted, trackOf, type MediaFacts } from '#media/media-facts.ts'
import { isShorter } from '#media/shorter.ts'
import { firstBytes, type FileFacts, type FirstBytes, type ProbeOptions } from './first-bytes.ts'
import { segmentFacts } from './first-segment.ts'
import { isPicture } from '../renditions/format-kind.ts'
import { chaptersWithin } from '../renditions/renditions.ts'
import { readManifest } from './manifest-check.ts'
import { withTextsOf } from './own-texts.ts'
import { soundKnown, standIns } from './unsaid-sound.ts'

/** For the answers of the source. */
const PROBE_MS = 2_000
/** Behind them, for what our own machine does; on a busy one it takes seconds. */
const WORK_MS = 20_000
const MAX_PROBES = 8

/** kilobits per second. Below this, the duration or the size of the file must be wrong. */
const MIN_RATE = 4

export async function probe(
  extraction: Extraction,
  options: Omit<ProbeOptions, 'working'>,
): Promise<Extraction> {
  const media = extraction.renditions.filter((one) => !isPicture(one))
  const suggested = likelySuggested({ ...extraction, renditions: media }).filter(mayCheck)
  const silent = standIns([...suggested, ...extraction.renditions.filter(mayCheck)])
  const unknown = [
    ...extraction.renditions.filter((one) => needsProbe(one, extraction)).slice(-MAX_PROBES),
    ...silent,
  ]
  const likely = suggested
    .filter((one) => !unknown.includes(one))
    .filter(({ url }, place, all) => all.findIndex((one) => one.url === url) === place)
  if (unknown.length + likely.length === 0)
    return { ...extraction, renditions: soundKnown(extraction.renditions, () => undefined) }
  const found = new Map<Rendition, FirstBytes>()
  const ask = async (rendition: Rendition, read: (limited: ProbeOptions) => Promise<FirstBytes | null>) => {
    const [signal, working] = [PROBE_MS, WORK_MS].map((ms) =>
      AbortSignal.any([options.signal, AbortSignal.timeout(ms)]),
    )
    const answer = await read({ ...options, signal: signal!, working: working! })
    if (!answer) return
    found.set(rendition, answer)
    // All renditions of a DASH manifest have the same URL, so a reason is recorded for each of them.
    if (typeof answer === 'string')
      for (const one of extraction.renditions) if (one.url === rendition.url) found.set(one, answer)
  }
  await Promise.all([
    ...unknown.map((one) => ask(one, (limited) => probeOne(one, extraction, limited))),
    ...likely.map((one) => ask(one, (limited) => check(one, limited))),
  ])
  const isDenied = (one: Rendition) => found.get(one) === 'denied'
  const hasOther = (one: Rendition) =>
    extraction.renditions.some((other) => other.kind === one.kind && typeof found.get(other) !== 'string')
  const answers = [...found.values()]
  const files = answers.filter((answer) => typeof answer === 'object')
  const stated = extraction.duration
  const { isDurationHint = false } = options
  const heads = files.map(({ head }) => head).filter((head) => head?.duration)
  const [longest] = heads.toSorted((a, b) => b!.duration! - a!.duration!)
  const duration = lengthOf(stated, longest, isDurationHint)
  const renditions = extraction.renditions.flatMap((rendition) => {
    const answer = found.get(rendition)
    if (!answer || (isDenied(rendition) && !hasOther(rendition)))
      return rendition.container ? [rendition] : []
    if (typeof answer === 'string' || isForeign(answer, isPicture(rendition))) return []
    if (isEncrypted(answer.head)) return []
    const container = containerFor(rendition, answer)
    if (!container) return []
    const known = withFacts({ ...rendition, container }, answer, duration)
    const isShort =
      rendition.transport === 'http' &&
      (answer.head?.isCut || endsEarly(answer.head, isDurationHint ? null : stated))
    return [isShort ? { ...known, traits: [...known.traits, 'incomplete' satisfies Trait] } : known]
  })
  if (renditions.length === 0) {
    if (answers.includes('locked') || files.some(({ head }) => isEncrypted(head))) throw new Failure('drm')
    if (answers.includes('station')) throw new Failure('live')
    if (answers.includes('costly')) throw new Failure('too_big')
    const isGone = answers.length > 0 && answers.every((answer) => answer === 'gone')
    throw new Failure(answers.includes('refused') ? 'refused_address' : isGone ? 'removed' : 'no_media')
  }
  const headOf = ({ manifest }: Rendition) => {
    const answer = silent.map((one) => one.manifest === manifest && found.get(one)).find(Boolean)
    return typeof answer === 'object' ? answer.head : undefined
  }
  const own = files.find(({ chapters }) => chapters.length > 1)?.chapters ?? []
  const listed = extraction.chapters.length > 0 ? extraction.chapters : own
  const isListed = listed === own || isDurationHint
  const chapters = isListed ? chaptersWithin(listed, duration) : listed
  const subtitles = withTextsOf(found, extraction.subtitles)
  return { ...extraction, duration, chapters, subtitles, renditions: soundKnown(renditions, headOf) }
}

/**
 * The head of a file knows its length better than its page, and a feed is wrong more often. A head without a
 * length of its own, such as that of an MP3, and a list are only better than a page that is far from them.
 */
function lengthOf(stated: number | null, head: MediaFacts | undefined, isHint: boolean): number | null {
  const measured = head?.duration ?? null
  if (measured === null) return isHint && (stated ?? 0) > MAX_DURATION_SECONDS ? null : stated
  const isSure = head?.kind !== 'other' || head.isClocked
  if (isSure || isHint || stated === null) return measured
  const isFar =
    isShorter(measured, stated, MOST_MISSING_SOUND) || isShorter(stated, measured, MOST_MISSING_SOUND)
  return isFar ? measured : stated
}

/** Two, because the page shows the next best when the source refuses the suggested one. */
function likelySuggested(extraction: Extraction): Rendition[] {
  const first = suggestedRenditions(extraction)
  if (first.length !== 1) return first
  const others = extraction.renditions.filter((one) => !first.includes(one))
  return [...first, ...suggestedRenditions({ ...extraction, renditions: others }).slice(0, 1)]
}

const needsProbe = (one: Rendition, extraction: Extraction) =>
  // Before `available_at` the site refuses requests. With each refused request, the site is more likely to
  // block the merger's IP address.
  (one.available_at ?? 0) <= Date.now() &&
  (one.transport === 'http'
    ? one.filesize === null || hasTrait(one, 'untested') || !needsOnlySize(one, extraction)
    : one.transport === 'hls' && hasUnknownTracks(one) && one.height === null)

/**
 * Returns whether the merger may request a rendition only to find out whether its source refuses it. This is
 * false in two cases:
 * - The link works only for the merger that extracted it (`bound`). Sites with such links count requests, and
 *   refuse IP addresses that send many.
 * - `available_at` is in the future. Until then, the site refuses every request.
 */
const mayCheck = (one: Rendition) => !one.bound && (one.available_at ?? 0) <= Date.now()

const check = (one: Rendition, options: ProbeOptions): Promise<FirstBytes | null> =>
  one.transport === 'http' ? firstBytes(one, true, options) : readManifest(one, options)

async function probeOne(
  one: Rendition,
  extraction: Extraction,
  options: ProbeOptions,
): Promise<FirstBytes | null> {
  if (one.transport === 'http') return firstBytes(one, needsOnlySize(one, extraction), options)
  const head = await segmentFacts(one, options)
  if (typeof head === 'string') return head
  return head
    ? { size: null, type: '', head, container: undefined, isSure: false, chapters: [], texts: [] }
    : null
}

/** The head of a sound also shows whether the file is as long as its page says. */
const needsOnlySize = (one: Rendition, { duration }: Extraction) =>
  isPicture(one) ||
  (!hasUnknownTracks(one) && (one.tbr !== null || (duration !== null && one.vcodec !== null)))
const hasUnknownTracks = (one: Rendition) => one.vcodec === null && one.acodec === null && !isPicture(one)
/** Bytes of media were in the answer, or the type must fit. */
const isForeign = ({ type, isSure }: FileFacts, isImage: boolean) =>
  isImage ? /^(text\/|application\/(json|xhtml))/.test(type) : !isSure && type.startsWith('image/')

function containerFor({ container: named }: Rendition, { container, isSure }: FileFacts): string | undefined {
  if (!named || !container) return named || container
  return isSure ? fileContainer(named, container) : named
}

/** The sound of a podcast may have other advertisements than the page counts, or an estimated duration. */
const MOST_MISSING_SOUND = 0.5

/** Whether a file ends before the page says. Other formats of a video state no exact duration. */
function endsEarly(head: MediaFacts | undefined, page: number | null): boolean {
  if (!head?.duration || page === null) return false
  const isVideo = trackOf(head, 'video') !== undefined
  if (isVideo && head.kind === 'other' && !head.isClocked) return false
  return isShorter(head.duration, page, isVideo ? undefined : MOST_MISSING_SOUND)
}

/** The size of the file replaces the size that the site states. */
function withFacts(rendition: Rendition, found: FileFacts, duration: number | null): Rendition {
  const filesize = found.size || rendition.filesize
  const known = { ...rendition, filesize, filesize_approx: filesize ? null : rendition.filesize_approx }
  const bytes = found.head?.soundBytes ?? filesize
  const rate = bytes && duration ? (bytes * 8) / duration / 1_000 : 0
  const [video, audio] = [trackOf(found.head, 'video'), trackOf(found.head, 'audio')]
  const isPossible = video || isPossibleRate({ container: '', codec: audio?.codec ?? null }, rate)
  if (known.tbr === null && rate >= MIN_RATE && isPossible) known.tbr = rate
  if (!hasUnknownTracks(rendition)) return known
  const isAll = found.head?.isAll ?? false
  const kind =
    rendition.kind !== 'both'
      ? rendition.kind
      : AUDIO_FILES.has(known.container) || found.type.startsWith('audio/') || (isAll && audio && !video)
        ? 'audio'
        : isAll && !audio
          ? 'video'
          : 'both'
  const has = tracksOf[kind]
  const picture = has.picture ? video : undefined
  return {
    ...known,
    kind,
    container: has.sound && !has.picture && known.container === 'mp4' ? 'm4a' : known.container,
    vcodec: picture?.codec ?? null,
    acodec: (has.sound && audio?.codec) || null,
    width: known.width ?? picture?.width ?? null,
    height: known.height ?? picture?.height ?? null,
    abr: known.abr ?? (has.picture ? null : known.tbr),
    vbr: known.vbr ?? (has.sound ? null : known.tbr),
  }
}
