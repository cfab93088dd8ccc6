import type { Dispatcher } from 'undici'
import { constants, gunzipSync } from 'node:zlib'
import type { Extraction, Rendition } from '#contract/engine/extraction.ts'
import { codingOf, contentLength, isMedia, mayMindRange, plainType } from '#contract/media-answer.ts'
import { containerOfBytes, SIGNATURE_BYTES } from '#contract/media-signature.ts'
import { Failure } from '#contract/failure.ts'
import { discard, sourceFailure } from '../../egress/egress.ts'
import { contentRange } from '../../fetch/byte-range.ts'
import { headersOf } from '../../fetch/link.ts'
import { isGzip } from '../../fetch/decoded.ts'
import { get, type HttpResponse } from '../../fetch/http-get.ts'
import { readStart } from '../../http/read-body.ts'
import { containerOfName, containerOfType } from '#media/container.ts'
import { hasTellingEnd } from '#media/file-end.ts'
import type { MediaFacts } from '#media/media-facts.ts'
import { probeHead } from '../../process/ffprobe.ts'
import { reading } from '../../process/reading-pool.ts'
import type { FileText } from '#media/subtitles/in-file/text-place.ts'
import { audioStart } from '#media/sound/mp3-frame.ts'
import { hasTimedTail } from '#media/tail-seconds.ts'
import { isPicture } from '../renditions/format-kind.ts'

/**
 * Enough for the beginning of an MP4's index (moov) in most files, and for the longest page of an Ogg file.
 */
const HEAD_BYTES = 65_536

/** Headers of SHOUTcast and Icecast. A radio station looks like a file that never ends. */
const STATION = ['icy-name', 'icy-br', 'icy-metaint', 'ice-audio-info']

export type FileFacts = {
  size: number | null
  type: string
  head: MediaFacts | undefined
  container: string | undefined
  /** The bytes show the container, so it is right whatever the site says. */
  isSure: boolean
  chapters: Extraction['chapters']
  texts: FileText[]
}
/** `denied` (401, 403, 416) can depend on the client; `costly`: more work than any real file. */
export type Unusable =
  | 'refused'
  | 'gone'
  | 'page'
  | 'encoded'
  | 'empty'
  | 'locked'
  | 'denied'
  | 'station'
  | 'costly'
export type FirstBytes = FileFacts | Unusable

export type ProbeOptions = {
  dispatcher: Dispatcher
  /** For requests. */
  signal: AbortSignal
  /** For the work on what has come. */
  working: AbortSignal
  ffprobe: string
  python: string
  /** The duration that the page or feed states is less reliable than that of the file. */
  isDurationHint?: boolean
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
  const ask = async (from: number, count: number) => {
    const headers = { ...headersOf(rendition), range: `bytes=${from}-${from + count - 1}` }
    return await get(rendition.url, headers, options)
  }
  const count = sizeOnly ? SIGNATURE_BYTES : HEAD_BYTES
  try {
    const part = await ask(0, count)
    // 416 also means an empty file.
    const isRefused = mayMindRange(part.status)
    if (isRefused) discard(part.body)
    const answer = isRefused ? await get(rendition.url, headersOf(rendition), options) : part
    const { status, headers, body } = answer
    if (status !== 200 && status !== 206) {
      discard(body)
      return unusable(part.status)
    }
    const coding = codingOf(headers['content-encoding'])
    const size = coding ? null : sizeOf(answer)
    if (size === null && STATION.some((name) => name in headers)) {
      discard(body)
      return 'station'
    }
    const type = plainType(headers['content-type'])
    const read = size === 0 ? Buffer.alloc(0) : await readStart(body, count)
    discard(body)
    if (read.length === 0) return 'empty'
    const first = coding ? plainStart(read, coding) : read
    if (!first) return 'encoded'
    if (!isPicture(rendition) && (!isMedia(type, first) || isPlain(first))) return 'page'
    const found = containerOfBytes(first, rendition.container)
    const container =
      found ??
      containerOfType(type) ??
      containerOfName(headers['content-disposition'] ?? null) ??
      containerOfBytes(first.subarray(await reading.read('behindJunk', [first], options.working)))
    const isSure = found !== undefined
    if (sizeOnly) return { size, type, head: undefined, container, isSure, chapters: [], texts: [] }
    const { head, index: known, at } = await factsOf(first, size, ask, options)
    const index = await wholeIndex(known, at, ask, options)
    const chapters = await chaptersOf(index, ask, options)
    const texts = await reading.read('fileTexts', [index], options.working)
    return { size, type, head, container, isSure, chapters, texts }
  } catch (error) {
    if (error instanceof Failure && error.code === 'too_big') return 'costly'
    return sourceFailure(error).code === 'refused_address' ? 'refused' : null
  }
}

/**
 * Programs, logs and notes, whose names can end like those of media (`.ts`). Fewer characters may be bytes
 * that some servers leave before a sound.
 */
const isPlain = (first: Buffer): boolean =>
  first.length > SIGNATURE_BYTES && !/[^\t\n\f\r -~\u00a0-\ufffc]/.test(first.toString('utf8').slice(0, -1))

const sizeOf = ({ status, headers }: HttpResponse): number | null =>
  status === 206
    ? (contentRange(headers['content-range'])?.total ?? null)
    : contentLength(headers['content-length'], headers['transfer-encoding'])

/** Undefined if the fetch could not decode the body either. */
function plainStart(bytes: Buffer, coding: string): Buffer | undefined {
  if (coding !== 'gzip') return undefined
  if (!isGzip(bytes)) return bytes
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * HEAD_BYTES })
  } catch {
    return undefined
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

type Ask = (from: number, count: number) => ReturnType<typeof get>

/** `index`: the bytes that describe the file, which may be its last; `at`: where they begin. */
type Described = { head: MediaFacts | undefined; index: Buffer; at: number }

async function factsOf(
  first: Buffer,
  size: number | null,
  ask: Ask,
  options: ProbeOptions,
): Promise<Described> {
  const own = await reading.read('mediaFacts', [first, size], options.working)
  const from = isKnown(own) ? undefined : await reading.read('factsOffset', [first], options.working)
  if (from === undefined) {
    const [facts, tail] = await Promise.all([
      isKnown(own) ? own : probeHead(first, size, { ...options, signal: options.working }),
      size !== null && hasTellingEnd(first) ? tailOf(first, size, ask) : undefined,
    ])
    const known = { ...(facts ?? own), isCut: own.isCut }
    const head = tail && size !== null ? await withEnd(known, first, tail, size) : known
    return { head, index: first, at: 0 }
  }
  if (own.isCut || size === null || from >= size) return { head: own, index: first, at: 0 }
  const bytes = await bytesFrom(from, ask)
  if (!bytes) return { head: undefined, index: first, at: 0 }
  const head = await reading.read('mediaFacts', [bytes, size - from], options.working)
  return audioStart(first) > 0 ? { head, index: first, at: 0 } : { head, index: bytes, at: from }
}

/** Behind the tables of its picture, an index names its other tracks and the chapters. */
async function wholeIndex(known: Buffer, at: number, ask: Ask, { working }: ProbeOptions): Promise<Buffer> {
  const rest = await reading.read('restOfIndex', [known], working)
  const bytes = rest > 0 ? await bytesFrom(at + known.length, ask, rest) : undefined
  return bytes ? Buffer.concat([known, bytes]) : known
}

/** The titles of a track of chapters stand among the media, usually together. */
async function chaptersOf(
  index: Buffer,
  ask: Ask,
  { working }: ProbeOptions,
): Promise<Extraction['chapters']> {
  const listed = await reading.read('fileChapters', [index], working)
  const titles = listed.length > 0 ? null : await reading.read('chapterTitles', [index], working)
  if (!titles) return listed
  const text = titles.end - titles.start <= HEAD_BYTES ? await bytesFrom(titles.start, ask) : undefined
  return await reading.read('trackChapters', [index, text ?? Buffer.alloc(0), titles.start], working)
}

const isKnown = ({ tracks, duration }: MediaFacts): boolean => tracks.length > 0 || duration !== null

const tailOf = (first: Buffer, size: number, ask: Ask): Promise<Buffer | undefined> | Buffer =>
  first.length < size ? bytesFrom(Math.max(0, size - HEAD_BYTES), ask) : first

async function withEnd(facts: MediaFacts, first: Buffer, tail: Buffer, size: number): Promise<MediaFacts> {
  const known = { ...facts, isCut: facts.isCut || (await reading.read('endsShort', [first, tail, size])) }
  if (facts.duration !== null || !hasTimedTail(first)) return known
  const duration = await reading.read('tailSeconds', [first, tail, size])
  return { ...known, duration, isClocked: duration !== null }
}

async function bytesFrom(from: number, ask: Ask, count = HEAD_BYTES): Promise<Buffer | undefined> {
  const answer = await ask(from, count).catch(() => null)
  if (!answer) return undefined
  // A source that does not support range requests sends the file from its first byte, and not from the offset
  // `from`.
  const isThere = answer.status === 206 && contentRange(answer.headers['content-range'])?.start === from
  const bytes = isThere ? await readStart(answer.body, count).catch(() => undefined) : undefined
  discard(answer.body)
  return bytes
}
