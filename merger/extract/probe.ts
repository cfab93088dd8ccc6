import { hasTrait, type Extraction, type Rendition } from '#contract/engine/extraction.ts'
import { Failure } from '#contract/failure.ts'
import { AUDIO_FILES } from '../media/container.ts'
import { trackOf } from '../media/media-facts.ts'
import { firstBytes, type FileFacts, type FirstBytes, type ProbeOptions } from './first-bytes.ts'
import { segmentFacts } from './first-segment.ts'
import { isPicture } from './format-kind.ts'

const PROBE_MS = 2_000
const MAX_PROBES = 8

/**
 * Minimum bitrate in kilobits per second. A computed bitrate below it means that the site named a wrong
 * duration or the file has a wrong size.
 */
const MIN_RATE = 4

/**
 * Completes an extraction with facts from the first bytes of its media. Direct files get size, tracks,
 * duration, bitrate and container; HLS playlists get their tracks when they name neither codecs nor a frame
 * size. Renditions that are web pages, are gone or point to private networks are dropped. Renditions that do
 * not respond stay unchanged. Throws `removed`, `no_media` or `refused_address` when no rendition is left.
 */
export async function probe(extraction: Extraction, options: ProbeOptions): Promise<Extraction> {
  const unknown = extraction.renditions.filter((one) => needsProbe(one, extraction)).slice(-MAX_PROBES)
  if (unknown.length === 0) return extraction
  const found = new Map<Rendition, FirstBytes>()
  const all = unknown.map(async (rendition) => {
    const ending = AbortSignal.any([options.signal, AbortSignal.timeout(PROBE_MS)])
    const answer = await probeOne(rendition, extraction, { ...options, signal: ending })
    if (answer) found.set(rendition, answer)
  })
  await Promise.all(all)
  const answers = [...found.values()]
  const files = answers.filter((answer) => typeof answer === 'object')
  const duration = extraction.duration ?? files.find(({ head }) => head?.duration)?.head?.duration ?? null
  const renditions = extraction.renditions.flatMap((rendition) => {
    const answer = found.get(rendition)
    if (!answer) return rendition.container ? [rendition] : []
    if (typeof answer === 'string' || isPage(answer.type, isPicture(rendition))) return []
    const container = rendition.container || answer.container
    return container ? [withFacts({ ...rendition, container }, answer, duration)] : []
  })
  if (renditions.length === 0) {
    const isGone = answers.length > 0 && answers.every((answer) => answer === 'gone')
    throw new Failure(answers.includes('refused') ? 'refused_address' : isGone ? 'removed' : 'no_media')
  }
  return { ...extraction, duration, renditions }
}

/** True for a file whose size or tracks are unknown, and for an HLS playlist whose tracks are unknown. */
const needsProbe = (one: Rendition, extraction: Extraction) =>
  // The site refuses requests before `available_at`, and refused requests make it block our address sooner.
  (one.available_at ?? 0) <= Date.now() &&
  (one.transport === 'http'
    ? one.filesize === null || hasTrait(one, 'untested') || !needsOnlySize(one, extraction)
    : one.transport === 'hls' && hasUnknownTracks(one) && one.height === null)

async function probeOne(
  one: Rendition,
  extraction: Extraction,
  options: ProbeOptions,
): Promise<FirstBytes | null> {
  if (one.transport === 'http') return firstBytes(one, needsOnlySize(one, extraction), options)
  const head = await segmentFacts(one, options)
  return head ? { size: null, type: null, head, container: undefined } : null
}

/** True when the tracks are known, the duration or the bitrate is known, and only the size is missing. */
const needsOnlySize = (one: Rendition, { duration }: Extraction) =>
  isPicture(one) || (!hasUnknownTracks(one) && (duration !== null || one.tbr !== null))
const hasUnknownTracks = (one: Rendition) => one.vcodec === null && one.acodec === null && !isPicture(one)
const isPage = (type: string | null, isImage: boolean) =>
  type !== null &&
  /^(text\/|image\/|application\/(json|xhtml))/.test(type) &&
  !(isImage && type.startsWith('image/'))

/** Adds the facts of a rendition's file to it. Facts that the site has named have priority over these. */
function withFacts(rendition: Rendition, found: FileFacts, duration: number | null): Rendition {
  const filesize = found.size || rendition.filesize
  const known = { ...rendition, filesize, filesize_approx: filesize ? null : rendition.filesize_approx }
  const bytes = found.head?.soundBytes ?? filesize
  const rate = bytes && duration ? (bytes * 8) / duration / 1_000 : 0
  if (known.tbr === null && rate >= MIN_RATE) known.tbr = rate
  if (!hasUnknownTracks(rendition)) return known
  const [video, audio] = [trackOf(found.head, 'video'), trackOf(found.head, 'audio')]
  const isAll = found.head?.isAll ?? false
  const kind =
    rendition.kind !== 'both'
      ? rendition.kind
      : AUDIO_FILES.has(known.container) || found.type?.startsWith('audio/') || (isAll && audio && !video)
        ? 'audio'
        : isAll && video && !audio
          ? 'video'
          : 'both'
  const picture = kind === 'audio' ? undefined : video
  return {
    ...known,
    kind,
    container: kind === 'audio' && known.container === 'mp4' ? 'm4a' : known.container,
    vcodec: picture?.codec ?? null,
    acodec: kind === 'video' ? null : (audio?.codec ?? null),
    width: known.width ?? picture?.width ?? null,
    height: known.height ?? picture?.height ?? null,
    abr: kind === 'audio' ? (known.abr ?? known.tbr) : known.abr,
    vbr: kind === 'video' ? (known.vbr ?? known.tbr) : known.vbr,
  }
}
