import { request, type Dispatcher } from 'undici'
import type { Extraction, Rendition } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { leave, sourceFailure } from '../egress.ts'
import { isTarget, targetOf } from '../target.ts'
import { AUDIO_FILES, containerOfBytes, containerOfName, containerOfType } from './container.ts'
import { isPicture } from './formats.ts'
import { headFacts, type HeadFacts } from './head.ts'

const PROBE_MS = 2_000
const MOST_PROBES = 8
const MAX_HOPS = 5
/** Enough for what an MP4 or WebM file says of its streams at its beginning. */
const HEAD_BYTES = 65_536

/** Two parties cannot both be right about a size and a duration that make less than this; the rate is not told then. */
const LOWEST_RATE = 4

type File = {
  size: number | null
  type: string | null
  head: HeadFacts | undefined
  /** By its first bytes, else its type, else the name it is given for saving. */
  container: string | undefined
}
/** `gone`: it is not there any more. `page`: something else is in its place. */
type Found = File | 'refused' | 'gone' | 'page'

/**
 * What a site does not tell of its direct files, learnt from their first bytes (some sites refuse HEAD): size, type,
 * streams, duration, and the container where no name tells it. What turns out to be a page, to be gone or to lead inside
 * is dropped; a file that cannot be asked stays as it was. Throws `removed`, `no_media` or `refused_address` when
 * nothing is left.
 */
export async function probed(
  extraction: Extraction,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Extraction> {
  const unknown = extraction.renditions
    .filter(
      (rendition) => rendition.transport === 'http' && (rendition.filesize === null || isDark(rendition)),
    )
    .slice(-MOST_PROBES)
  if (unknown.length === 0) return extraction
  const found = new Map<Rendition, Found>()
  const all = unknown.map(async (rendition) => {
    const answer = await firstBytes(
      rendition,
      dispatcher,
      AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]),
    )
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

/** Nothing is known of its streams. */
const isDark = (one: Rendition) => one.vcodec === null && one.acodec === null && !isPicture(one)
const isPage = (type: string | null, isPicture: boolean) =>
  type !== null &&
  /^(text\/|image\/|application\/(json|xhtml))/.test(type) &&
  !(isPicture && type.startsWith('image/'))

function withFound(rendition: Rendition, found: File, duration: number | null): Rendition {
  const filesize = found.size || rendition.filesize
  const known = { ...rendition, filesize, filesize_approx: filesize ? null : rendition.filesize_approx }
  const rate = filesize && duration ? (filesize * 8) / duration / 1_000 : 0
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

/** Null when the source cannot be asked: the visitor's own download then says why. */
async function firstBytes(
  rendition: Rendition,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Found | null> {
  try {
    const first = targetOf(rendition.url)
    let url = first
    for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
      const isHome = url.hostname === first.hostname
      const headers = {
        ...rendition.headers,
        ...(rendition.cookies && isHome && { cookie: rendition.cookies }),
        range: `bytes=0-${isDark(rendition) ? HEAD_BYTES - 1 : 0}`,
      }
      const answer = await request(url, { dispatcher, headers, signal })
      const header = (name: string) => [answer.headers[name]].flat()[0] ?? null
      const location = header('location')
      if (answer.statusCode === 200 || answer.statusCode === 206) {
        const size =
          answer.statusCode === 206
            ? /\/(\d+)$/.exec(header('content-range') ?? '')?.[1]
            : header('content-length')
        const type = header('content-type')?.toLowerCase() ?? null
        const first = isDark(rendition) ? await beginning(answer.body) : undefined
        leave(answer.body)
        if (first && isNoFile(first)) return 'page'
        const container =
          (first && containerOfBytes(first)) ??
          containerOfType(type) ??
          containerOfName(header('content-disposition'))
        return { size: size ? Number(size) : null, type, head: first && headFacts(first), container }
      }
      leave(answer.body)
      if (answer.statusCode === 404 || answer.statusCode === 410) return 'gone'
      if (answer.statusCode < 300 || answer.statusCode >= 400 || !location) return null
      const next = URL.canParse(location, url.href) ? new URL(location, url).href : null
      if (!isTarget(next)) return 'refused'
      url = targetOf(next)
    }
    return null
  } catch (error) {
    return sourceFailure(error).code === 'refused_address' ? 'refused' : null
  }
}

/** Nothing, or a page or a message under the type of a file. */
const isNoFile = (first: Buffer) =>
  first.length === 0 ||
  /^\s*(<(!doctype|html|head|body|\?xml|error)|\{\s*")/i.test(first.toString('latin1', 0, 64))

/** The first bytes of a body that may be longer than asked for. */
async function beginning(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) break
  }
  return Buffer.concat(chunks)
}
