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

/**
 * Number of bytes to read from the start of a file. In most files these bytes are enough to find the tracks:
 * they contain the header of the file or the beginning of an MP4's index (moov).
 */
const HEAD_BYTES = 65_536

/** Facts from the headers and first bytes of a file. */
export type FileFacts = {
  /** Size of the whole file in bytes; null = unknown. */
  size: number | null
  /** Content-Type in lower case. */
  type: string | null
  head: MediaFacts | undefined
  /**
   * Container format: found from the first bytes, else from Content-Type, else from the file name in
   * Content-Disposition.
   */
  container: string | undefined
}
/**
 * The reason why a file cannot be used:
 * - `refused`: the host of the file has a private address
 * - `gone`: the source answered 404 or 410
 * - `page`: the response is HTML or text instead of media
 * - `empty`: the response body has no bytes
 * - `denied`: the source answered 401, 403 or 416, which can depend on the client
 */
export type Unusable = 'refused' | 'gone' | 'page' | 'empty' | 'denied'
export type FirstBytes = FileFacts | Unusable

export type ProbeOptions = {
  dispatcher: Dispatcher
  signal: AbortSignal
  /** Path of ffprobe, which reads the formats that the merger does not parse itself. */
  ffprobe: string
  /** Path of Python, which starts ffprobe in the sandbox. */
  python: string
}

/**
 * Returns the facts of a rendition's file, or the reason why the file cannot be used. Returns null when the
 * response does not show whether the file can be used, or when the request fails. The later download then
 * reports the error.
 *
 * The facts come from the first bytes of the file. The first bytes are read with GET, because some sources
 * refuse HEAD. If the duration and the tracks are stored later in the file, a second request reads the bytes
 * there (`factsOffset`).
 * @param sizeOnly when true, requests only one byte to learn the size of the file, and parses nothing
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

/**
 * Returns the facts about a file (`MediaFacts`). First, the merger's own parsers read the first bytes. If
 * these bytes contain neither a track nor a duration, the result of `factsOffset` decides:
 * - If the result is undefined, ffprobe reads the first bytes.
 * - If the result is an offset, the parsers read the bytes from this offset. If these bytes cannot be read,
 *   or contain neither a track nor a duration, returns undefined.
 */
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

/**
 * Parses bytes from the start of a file, or from the offset that `factsOffset` returns. Returns undefined
 * when they contain neither a track nor a duration.
 * @param rest number of bytes from the start of `bytes` to the end of the file, including `bytes`; null =
 *   unknown
 */
function knownFacts(bytes: Buffer, rest: number | null): MediaFacts | undefined {
  const facts = mediaFacts(bytes, rest)
  return facts.tracks.length > 0 || facts.duration !== null ? facts : undefined
}
