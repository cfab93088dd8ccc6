import { isUtf8 } from 'node:buffer'
import { request, type Dispatcher } from 'undici'
import { Failure } from '#contract/failure.ts'
import { MAX_REDIRECTS } from '#contract/limits.ts'
import { discard, sourceFailure } from '../egress/egress.ts'
import { readWhole } from '../http/read-body.ts'
import { ChainCookies } from './chain-cookies.ts'
import { headersFor, lowerCaseNames, type Link } from './link.ts'

const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
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
  silenceMs?: number
  /** This function need not check the IP address: `dispatcher` does that. */
  parseRedirect?: (url: string) => URL
}

export async function get(
  url: string,
  headers: Record<string, string>,
  options: RequestOptions,
): Promise<HttpResponse> {
  const { dispatcher, signal, silenceMs = SILENCE_MS, parseRedirect = httpUrl } = options
  let link: Link = { url: httpUrl(url).href, headers: lowerCaseNames(headers) }
  const cookies = new ChainCookies()
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await request(link.url, {
      dispatcher,
      signal,
      headers: {
        'user-agent': USER_AGENT,
        accept: '*/*',
        ...cookies.added(link),
        'accept-encoding': 'identity',
      },
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
    cookies.keep(link.url, [answer.headers['set-cookie'] ?? []].flat())
    if (!URL.canParse(location, link.url)) throw new Failure('unreachable', { cause: 'an invalid redirect' })
    const next = parseRedirect(new URL(location, link.url).href).href
    link = { url: next, headers: headersFor(link, next) }
  }
  throw new Failure('unreachable', { cause: 'too many redirects' })
}

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

/** undici decodes all headers as Latin-1. Browsers decode Location as UTF-8. */
function decoded(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : value
}

function httpUrl(text: string): URL {
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Failure('refused_address')
  url.hash = ''
  return url
}

function firstValues(headers: Record<string, string | string[] | undefined>): HttpResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]))
}
