import { request, type Dispatcher } from 'undici'
import type { Rendition } from '#contract/engine.ts'
import { leave, sourceFailure } from '../egress.ts'
import { isTarget, targetOf } from '../target.ts'
import { containerOfBytes, containerOfName, containerOfType } from './container.ts'
import { headFacts, readingOn, type HeadFacts } from './head.ts'

const MAX_HOPS = 5
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

/** An answer with a body to read, and where it came from after all redirects. */
type Answer = { url: URL; status: number; header: (name: string) => string | null; body: Body }
type Body = Dispatcher.ResponseData['body']
/** Asks for `HEAD_BYTES` or fewer from an offset on. */
type Ask = (url: URL, from: number, count: number) => Promise<Answer | 'refused' | 'gone' | null>

/** `isSizeEnough`: nothing else is to be learnt. */
type Way = { dispatcher: Dispatcher; signal: AbortSignal; isSizeEnough: boolean }

/**
 * What a source's file says of itself at its beginning (some sources refuse HEAD), and further on where that is what it is like.
 * Null when the source cannot be asked: the visitor's own download then says why.
 */
export async function firstBytes(rendition: Rendition, way: Way): Promise<Found | null> {
  const { isSizeEnough } = way
  const ask = asker(rendition, way)
  try {
    const answer = await ask(targetOf(rendition.url), 0, isSizeEnough ? 1 : HEAD_BYTES)
    if (answer === null || typeof answer === 'string') return answer
    const { url, status, header, body } = answer
    const length =
      status === 206 ? /\/(\d+)$/.exec(header('content-range') ?? '')?.[1] : header('content-length')
    const size = length ? Number(length) : null
    const type = header('content-type')?.toLowerCase() ?? null
    const first = isSizeEnough ? undefined : await beginning(body)
    leave(body)
    if (first && isNoFile(first)) return 'page'
    const container =
      (first && containerOfBytes(first)) ??
      containerOfType(type) ??
      containerOfName(header('content-disposition'))
    const head =
      first &&
      (headFacts(first, size) ?? (await factsFurtherOn(first, size, (from) => ask(url, from, HEAD_BYTES))))
    return { size, type, head, container }
  } catch (error) {
    return sourceFailure(error).code === 'refused_address' ? 'refused' : null
  }
}

/** What a file says of itself further on; undefined where that cannot be had, which costs the file nothing else. */
async function factsFurtherOn(
  first: Buffer,
  size: number | null,
  ask: (from: number) => ReturnType<Ask>,
): Promise<HeadFacts | undefined> {
  const from = readingOn(first)
  if (from === undefined || size === null || from >= size) return undefined
  const answer = await ask(from).catch(() => null)
  if (answer === null || typeof answer === 'string') return undefined
  // A source without ranges would send the file again from its start.
  const bytes = answer.status === 206 ? await beginning(answer.body).catch(() => undefined) : undefined
  leave(answer.body)
  return bytes && headFacts(bytes, size - from)
}

/** Asks where a rendition is, and where that leads to, but never an address inside. */
function asker(rendition: Rendition, { dispatcher, signal }: Way): Ask {
  const home = targetOf(rendition.url).hostname
  return async (asked, from, count) => {
    let url = asked
    for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
      const headers = {
        ...rendition.headers,
        ...(rendition.cookies && url.hostname === home && { cookie: rendition.cookies }),
        range: `bytes=${from}-${from + count - 1}`,
      }
      const answer = await request(url, { dispatcher, headers, signal })
      const { statusCode: status, body } = answer
      const header = (name: string) => [answer.headers[name]].flat()[0] ?? null
      if (status === 200 || status === 206) return { url, status, header, body }
      leave(body)
      if (status === 404 || status === 410) return 'gone'
      const location = header('location')
      if (status < 300 || status >= 400 || !location) return null
      const next = URL.canParse(location, url.href) ? new URL(location, url).href : null
      if (!isTarget(next)) return 'refused'
      url = targetOf(next)
    }
    return null
  }
}

/** Nothing, or a page or a message under the type of a file. */
const isNoFile = (first: Buffer) =>
  first.length === 0 ||
  /^\s*(<(!doctype|html|head|body|\?xml|error)|\{\s*")/i.test(first.toString('latin1', 0, 64))

/** The first bytes of a body that may be longer than asked for. */
async function beginning(body: Body): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) break
  }
  return Buffer.concat(chunks)
}
