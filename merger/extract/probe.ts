import type { Extraction, Rendition } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { AUDIO_FILES } from '../media/container.ts'
import { firstBytes, type File, type Found, type Way } from './first-bytes.ts'
import { segmentFacts } from './first-segment.ts'
import { isPicture } from './renditions.ts'

const PROBE_MS = 2_000
const MOST_PROBES = 8

/** Two parties cannot both be right about a size and a duration that make less than this; the rate is not told then. */
const LOWEST_RATE = 4

/**
 * What a site does not tell of its direct files, learnt from their first bytes (some sites refuse HEAD): size, type,
 * streams, duration, and the container where no name tells it; of playlists that name neither codecs nor size, the streams.
 * What turns out to be a page, to be gone or to lead inside is dropped; what cannot be asked stays as it was. Throws
 * `removed`, `no_media` or `refused_address` when nothing is left.
 */
export async function probed(extraction: Extraction, way: Way): Promise<Extraction> {
  const unknown = extraction.renditions.filter((one) => isUntold(one, extraction)).slice(-MOST_PROBES)
  if (unknown.length === 0) return extraction
  const found = new Map<Rendition, Found>()
  const all = unknown.map(async (rendition) => {
    const ending = AbortSignal.any([way.signal, AbortSignal.timeout(PROBE_MS)])
    const answer = await told(rendition, extraction, { ...way, signal: ending })
    if (answer) found.set(rendition, answer)
  })
  await Promise.all(all)
  const answers = [...found.values()]
  const seen = answers.filter((answer) => typeof answer === 'object')
  const duration = extraction.duration ?? seen.find(({ head }) => head?.duration)?.head?.duration ?? null
  const renditions = extraction.renditions.flatMap((rendition) => {
    const answer = found.get(rendition)
    if (!answer) return rendition.container ? [rendition] : []
    if (typeof answer === 'string' || isPage(answer.type, isPicture(rendition))) return []
    const container = rendition.container || answer.container
    return container ? [withFound({ ...rendition, container }, answer, duration)] : []
  })
  if (renditions.length === 0) {
    const isGone = answers.length > 0 && answers.every((answer) => answer === 'gone')
    throw new Failure(answers.includes('refused') ? 'refused_address' : isGone ? 'removed' : 'no_media')
  }
  return { ...extraction, duration, renditions }
}

/** Something is to be learnt of it: of a file its size or what is in it, of a playlist only the latter. */
const isUntold = (one: Rendition, extraction: Extraction) =>
  one.transport === 'http'
    ? one.filesize === null || !isSizeEnough(one, extraction)
    : one.transport === 'hls' && isDark(one) && one.height === null

async function told(one: Rendition, extraction: Extraction, way: Way): Promise<Found | null> {
  if (one.transport === 'http') return firstBytes(one, isSizeEnough(one, extraction), way)
  const head = await segmentFacts(one, way)
  return head ? { size: null, type: null, head, container: undefined } : null
}

/** Its streams are known, and how long they last or how much of them makes a second. */
const isSizeEnough = (one: Rendition, { duration }: Extraction) =>
  isPicture(one) || (!isDark(one) && (duration !== null || one.tbr !== null))
/** Nothing is known of its streams. */
const isDark = (one: Rendition) => one.vcodec === null && one.acodec === null && !isPicture(one)
const isPage = (type: string | null, isPicture: boolean) =>
  type !== null &&
  /^(text\/|image\/|application\/(json|xhtml))/.test(type) &&
  !(isPicture && type.startsWith('image/'))

function withFound(rendition: Rendition, found: File, duration: number | null): Rendition {
  const filesize = found.size || rendition.filesize
  const known = { ...rendition, filesize, filesize_approx: filesize ? null : rendition.filesize_approx }
  const bytes = found.head?.soundBytes ?? filesize
  const rate = bytes && duration ? (bytes * 8) / duration / 1_000 : 0
  if (known.tbr === null && rate >= LOWEST_RATE) known.tbr = rate
  if (!isDark(rendition)) return known
  const [video, audio] = (['video', 'audio'] as const).map((kind) =>
    found.head?.tracks.find((track) => track.kind === kind),
  )
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
