import { request, type Dispatcher } from 'undici'
import { Failure } from '#contract/failure.ts'
import { sourceFailure } from '../egress/egress.ts'

const MAX_HOPS = 5
/** Renditions name a User-Agent only where the site wants one of its own. */
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
/** A source that sends nothing for this long is treated as gone. */
const SILENCE_MS = 20_000

export type Answer = {
  status: number
  headers: Record<string, string | undefined>
  body: Dispatcher.ResponseData['body']
  /** Where the last redirect led. */
  url: string
}

export type RequestOptions = { dispatcher: Dispatcher; signal: AbortSignal }

/** GET through the guard, over at most five redirects; cookies stay with the host they are for. */
export async function get(
  link: string,
  headers: Record<string, string>,
  options: RequestOptions,
): Promise<Answer> {
  let url = new URL(link)
  let sent = headers
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Failure('refused_address')
    url.hash = ''
    const answer = await request(url, {
      dispatcher: options.dispatcher,
      signal: options.signal,
      headers: { 'user-agent': BROWSER, accept: '*/*', ...sent, 'accept-encoding': 'identity' },
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
    })
    // An aborted or broken body reports itself to whoever reads it; one that nobody reads must not end the process.
    answer.body.on('error', () => undefined)
    const location = answer.headers.location
    if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== 'string')
      return { status: answer.statusCode, headers: flat(answer.headers), body: answer.body, url: url.href }
    await answer.body.dump()
    const next = new URL(location, url)
    if (next.host !== url.host) sent = without(sent, 'cookie', 'authorization')
    url = next
  }
  throw new Failure('unreachable', { cause: 'too many redirects' })
}

/** A whole small document (a playlist, a cover). Throws a Failure when it is longer than `limit` or not there. */
export async function getWhole(
  link: string,
  headers: Record<string, string>,
  limit: number,
  options: RequestOptions,
): Promise<Buffer> {
  try {
    const answer = await get(link, headers, options)
    const chunks: Buffer[] = []
    let length = 0
    if (answer.status !== 200) {
      answer.body.destroy()
      throw new Failure('source_failed', { cause: `status ${answer.status}` })
    }
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) throw new Failure('too_big')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    options.signal.throwIfAborted()
    throw error instanceof Failure ? error : sourceFailure(error)
  }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
}

function without(headers: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())))
}
