import type { Dispatcher } from 'undici'
import type { Rendition } from '#contract/engine/extraction.ts'
import { discard, sourceFailure } from '../../egress/egress.ts'
import { contentLength, contentRange } from '../../fetch/byte-range.ts'
import { headersOf } from '../../fetch/link.ts'
import { get } from '../../fetch/http-get.ts'
import { readStart } from '../../http/read-body.ts'
import { containerOfBytes, containerOfName, containerOfType } from '../../media/container.ts'
import type { MediaFacts } from '../../media/media-facts.ts'
import { factsOffset, mediaFacts } from '../../media/media-head.ts'
import { isText } from '../../media/text.ts'
import { probeHead } from '../../media/ffprobe.ts'

/** Enough for the header of a file or the beginning of an MP4's index (moov) in most files. */
const HEAD_BYTES = 65_536

export type FileFacts = {
  size: number | null
  type: string | null
  head: MediaFacts | undefined
  container: string | undefined
}
/** `denied` (401, 403, 416) can depend on the client. */
export type Unusable = 'refused' | 'gone' | 'page' | 'empty' | 'denied'
export type FirstBytes = FileFacts | Unusable

export type ProbeOptions = {
  dispatcher: Dispatcher
  signal: AbortSignal
  ffprobe: string
  python: string
}

/**
 * null when the response does not show whether the file can be used; the later download then reports the
 * error. Read with GET, because some sources refuse HEAD.
 */
export async function firstBytes(
  rendition: Rendition,
  sizeOnly: boolean,
  options: ProbeOptions,
): Promise<FirstBytes | null> {
  const ask = (from: number, count: number) => {
    const headers = { ...headersOf(rendition), range: `bytes=${from}-${from + count - 1}` }
    return get(rendition.url, headers, options)
  }
  try {
    const { status, headers, body } = await ask(0, sizeOnly ? 1 : HEAD_BYTES)
    if (status !== 200 && status !== 206) {
      discard(body)
      return unusable(status)
    }
    const size =
      status === 206
        ? (contentRange(headers['content-range'])?.total ?? null)
        : contentLength(headers['content-length'])
    const type = headers['content-type']?.toLowerCase() ?? null
    const first = sizeOnly ? undefined : await readStart(body, HEAD_BYTES)
    discard(body)
    if (size === 0 || first?.length === 0) return 'empty'
    if (first && isText(first)) return 'page'
    const container =
      (first && containerOfBytes(first)) ??
      containerOfType(type) ??
      containerOfName(headers['content-disposition'] ?? null)
    const head = first && (await factsOf(first, size, (from) => ask(from, HEAD_BYTES), options))
    return { size, type, head, container }
  } catch (error) {
    return sourceFailure(error).code === 'refused_address' ? 'refused' : null
  }
}

/**
 * Returns the reason why a file cannot be used when its source answers with this status. Returns null when
 * the status does not show whether the file can be used. Sources answer with 416 for an empty file, because
 * it has no first byte (RFC 9110, section 15.5.17).
 */
export function unusable(status: number): Unusable | null {
  if (status === 404 || status === 410) return 'gone'
  return status === 401 || status === 403 || status === 416 ? 'denied' : null
}

async function factsOf(
  first: Buffer,
  size: number | null,
  ask: (from: number) => ReturnType<typeof get>,
  options: ProbeOptions,
): Promise<MediaFacts | undefined> {
  const known = knownFacts(first, size)
  if (known) return known
  const from = factsOffset(first)
  if (from === undefined) return await probeHead(first, size, options)
  if (size === null || from >= size) return undefined
  const answer = await ask(from).catch(() => null)
  if (!answer) return undefined
  // A source that does not support range requests sends the file from its first byte, and not from the offset
  // `from`.
  const isThere = answer.status === 206 && contentRange(answer.headers['content-range'])?.start === from
  const bytes = isThere ? await readStart(answer.body, HEAD_BYTES).catch(() => undefined) : undefined
  discard(answer.body)
  return bytes && knownFacts(bytes, size - from)
}

/** `rest`: bytes from the start of `bytes` to the end of the file; null = unknown. */
function knownFacts(bytes: Buffer, rest: number | null): MediaFacts | undefined {
  const facts = mediaFacts(bytes, rest)
  return facts.tracks.length > 0 || facts.duration !== null ? facts : undefined
}
