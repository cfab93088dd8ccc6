import type { Dispatcher } from 'undici'
import type { Rendition } from '#contract/engine.ts'
import { discard, sourceFailure } from '../egress/egress.ts'
import { headersOf } from '../fetch/link.ts'
import { get } from '../fetch/request.ts'
import { readStart } from '../http/read-body.ts'
import { containerOfBytes, containerOfName, containerOfType } from '../media/container.ts'
import type { HeadFacts } from '../media/head-facts.ts'
import { headFacts, readingOn } from '../media/media-head.ts'
import { look } from '../media/ffprobe.ts'

/** Enough for what a file says of its streams at its beginning, or an MP4 at the beginning of its index. */
const HEAD_BYTES = 65_536

export type File = {
  size: number | null
  type: string | null
  head: HeadFacts | undefined
  /** By its first bytes, else its type, else the name it is given for saving. */
  container: string | undefined
}
/** `gone`: it is not there any more. `page`: something else is in its place. */
export type Found = File | 'refused' | 'gone' | 'page'

export type Way = {
  dispatcher: Dispatcher
  signal: AbortSignal
  /** The program that knows the formats which we don't read ourselves. */
  ffprobe: string
}

/**
 * What a source's file says of itself at its beginning (some sources refuse HEAD), and further on where that is what it is like.
 * Null when the source cannot be asked: the visitor's own download then says why.
 * @param isSizeEnough nothing else is to be learnt
 */
export async function firstBytes(
  rendition: Rendition,
  isSizeEnough: boolean,
  way: Way,
): Promise<Found | null> {
  const ask = (from: number, count: number) => {
    const headers = { ...headersOf(rendition), range: `bytes=${from}-${from + count - 1}` }
    return get(rendition.url, headers, way)
  }
  try {
    const { status, headers, body } = await ask(0, isSizeEnough ? 1 : HEAD_BYTES)
    if (status !== 200 && status !== 206) {
      discard(body)
      return status === 404 || status === 410 ? 'gone' : null
    }
    const length =
      status === 206 ? /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] : headers['content-length']
    const size = length ? Number(length) : null
    const type = headers['content-type']?.toLowerCase() ?? null
    const first = isSizeEnough ? undefined : await readStart(body, HEAD_BYTES)
    discard(body)
    if (first && isNoFile(first)) return 'page'
    const container =
      (first && containerOfBytes(first)) ??
      containerOfType(type) ??
      containerOfName(headers['content-disposition'] ?? null)
    const head = first && (await factsOf(first, size, (from) => ask(from, HEAD_BYTES), way))
    return { size, type, head, container }
  } catch (error) {
    return sourceFailure(error).code === 'refused_address' ? 'refused' : null
  }
}

/** By what we read ourselves, in the first bytes or further on; else by what ffprobe makes of them. */
async function factsOf(
  first: Buffer,
  size: number | null,
  ask: (from: number) => ReturnType<typeof get>,
  way: Way,
): Promise<HeadFacts | undefined> {
  const known = headFacts(first, size)
  if (known) return known
  const from = readingOn(first)
  if (from === undefined) return await look(first, size, way)
  if (size === null || from >= size) return undefined
  const answer = await ask(from).catch(() => null)
  if (!answer) return undefined
  // A source without ranges would send the file again from its start.
  const bytes =
    answer.status === 206 ? await readStart(answer.body, HEAD_BYTES).catch(() => undefined) : undefined
  discard(answer.body)
  return bytes && headFacts(bytes, size - from)
}

/** Nothing, or a page or a message under the type of a file. */
const isNoFile = (first: Buffer) =>
  first.length === 0 ||
  /^\s*(<(!doctype|html|head|body|\?xml|error)|\{\s*")/i.test(first.toString('latin1', 0, 64))
