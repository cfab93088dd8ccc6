import { isUtf8 } from 'node:buffer'
import { request, type Dispatcher } from 'undici'
import { Failure } from '#contract/failure.ts'
import { discard, sourceFailure } from '../egress/egress.ts'
import { readWhole } from '../http/read-body.ts'
import { headersFor, lowerCaseNames, type Link } from './link.ts'

const MAX_REDIRECTS = 5
/** The User-Agent that `get` sends when its caller passes no User-Agent header. */
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
/** A request fails when no byte arrives for this many milliseconds. */
const SILENCE_MS = 20_000

export type HttpResponse = {
  status: number
  headers: Record<string, string | undefined>
  body: Dispatcher.ResponseData['body']
  /** URL after all redirects. */
  url: string
}

export type RequestOptions = {
  dispatcher: Dispatcher
  signal: AbortSignal
  /** Milliseconds without a byte after which the request fails with `timeout`. */
  silenceMs?: number
  /**
   * Parses the URL of each redirect. Throws a Failure for a URL that must not be fetched. By default, every
   * http and https URL is allowed. This function need not check the IP address: `dispatcher` does that.
   */
  parseRedirect?: (url: string) => URL
}

/**
 * Sends a GET request and follows at most five redirects. After a redirect, only the headers that
 * `headersFor` allows for the new URL are sent. Throws the errors of the dispatcher and these Failures:
 * - `refused_address`: a redirect leads to a scheme other than http(s)
 * - `unreachable`: a redirect is invalid, or there are too many redirects
 */
export async function get(
  url: string,
  headers: Record<string, string>,
  options: RequestOptions,
): Promise<HttpResponse> {
  const { dispatcher, signal, silenceMs = SILENCE_MS, parseRedirect = httpUrl } = options
  let link: Link = { url: httpUrl(url).href, headers: lowerCaseNames(headers) }
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await request(link.url, {
      dispatcher,
      signal,
      headers: { 'user-agent': USER_AGENT, accept: '*/*', ...link.headers, 'accept-encoding': 'identity' },
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    })
    // Without a listener, an error of a body that nobody reads would end this process. Code that reads the
    // body still gets the error.
    answer.body.on('error', () => undefined)
    const location = decoded([answer.headers.location].flat()[0])
    if (answer.statusCode < 300 || answer.statusCode >= 400 || location === undefined)
      return {
        status: answer.statusCode,
        headers: firstValues(answer.headers),
        body: answer.body,
        url: link.url,
      }
    discard(answer.body)
    if (!URL.canParse(location, link.url)) throw new Failure('unreachable', { cause: 'an invalid redirect' })
    const next = parseRedirect(new URL(location, link.url).href).href
    link = { url: next, headers: headersFor(link, next) }
  }
  throw new Failure('unreachable', { cause: 'too many redirects' })
}

/**
 * Fetches a small file (a playlist or a cover) and returns its bytes. Throws the reason of the signal when
 * the signal is aborted, and these Failures:
 * - `too_big`: the file has more than `limit` bytes
 * - `source_failed`: the response has any status except 200
 * - the Failures of `get` and `sourceFailure`: the request fails
 */
export async function getWhole(
  url: string,
  headers: Record<string, string>,
  limit: number,
  options: RequestOptions,
): Promise<Buffer> {
  try {
    const answer = await get(url, headers, options)
    if (answer.status === 200) return await readWhole(answer.body as AsyncIterable<Buffer>, limit)
    answer.body.destroy()
    throw new Failure('source_failed', { cause: `status ${answer.status}` })
  } catch (error) {
    options.signal.throwIfAborted()
    throw error instanceof Failure ? error : sourceFailure(error)
  }
}

/**
 * Returns a header value with the correct encoding. undici decodes all headers as Latin-1. If the bytes of
 * the value are valid UTF-8, this function decodes them as UTF-8, as browsers do for Location.
 */
function decoded(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : value
}

/** Parses a URL and removes its fragment. Throws `refused_address` for a scheme other than http and https. */
function httpUrl(text: string): URL {
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Failure('refused_address')
  url.hash = ''
  return url
}

/** Returns headers with one value each. If the response repeats a header, only its first value is kept. */
function firstValues(headers: Record<string, string | string[] | undefined>): HttpResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]))
}
