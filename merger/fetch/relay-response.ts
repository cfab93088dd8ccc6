import type { Dispatcher } from 'undici'
import { Failure } from '#contract/failure.ts'
import { publicUrl } from '../egress/public-url.ts'
import { parseRange } from './byte-range.ts'
import { lowerCaseNames } from './link.ts'
import { RangeReader } from './range-reader.ts'
import { Refusal } from './response-checks.ts'

/** Headers of the media server's response that the visitor gets unchanged. */
const PASSED = ['content-type', 'etag', 'last-modified']

export type RelayResponse = {
  status: number
  /** Headers of the response to the visitor. */
  headers: Record<string, string | number>
  /** Size of the whole file in bytes; null when the media server does not announce it. */
  size: number | null
  /**
   * Yields the requested bytes. Throws when the media server ends its response before all of them have
   * arrived.
   */
  bytes: AsyncIterable<Uint8Array>
  /** Discards the unread bytes. */
  close(): void
}

type RelayOptions = {
  dispatcher: Dispatcher
  headers: Record<string, string>
  /** The value of the visitor's Range header. */
  range: string | undefined
  signal: AbortSignal
  /** When no byte arrives for this many milliseconds, the relay requests the missing bytes again. */
  silenceMs?: number
  /** The pauses before retries are multiples of this many milliseconds (see `Retries`). */
  pauseMs?: number
}

/**
 * Opens a file of a media server for a visitor. After an error, the first request is not repeated: the
 * visitor gets the status of the server at once. There is one exception: if the server refuses a long range
 * with 403, a shorter range is requested once. Throws a Failure when the server cannot be reached or sends no
 * usable response.
 */
export async function openRelay(target: URL, options: RelayOptions): Promise<RelayResponse> {
  const range = parseRange(options.range)
  const { headers, ...rest } = options
  try {
    const link = { url: target.href, headers: lowerCaseNames(headers) }
    const file = await RangeReader.open(link, {
      ...rest,
      range,
      lanes: 1,
      openingTries: 1,
      parseRedirect: publicUrl,
    })
    return relayed(file, range !== undefined)
  } catch (error) {
    if (error instanceof Failure && error.cause instanceof Refusal)
      return refused(error.cause, range !== undefined)
    throw error
  }
}

function relayed(file: RangeReader, hasRange: boolean): RelayResponse {
  const { start, end, size, hasRanges } = file
  const isPart = hasRanges && hasRange
  return {
    status: isPart ? 206 : 200,
    headers: {
      ...Object.fromEntries(
        PASSED.flatMap((name) => (file.headers[name] ? [[name, file.headers[name]]] : [])),
      ),
      ...(hasRanges && { 'accept-ranges': 'bytes' }),
      ...(size !== null && { 'content-length': end - start }),
      ...(isPart && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
    },
    size,
    bytes: file.bytes(),
    close: () => file.close(),
  }
}

/**
 * Returns the relay's response when the media server has refused a request: the status of the server, without
 * a body.
 */
function refused({ status, headers }: Refusal, hasRange: boolean): RelayResponse {
  const range = headers['content-range']
  return {
    // undici returns statuses from 200 to 999. Statuses above 599 are invalid (RFC 9110, section 15), so the
    // relay replaces them with 502.
    status: status <= 599 ? status : 502,
    headers: { 'content-length': 0, ...(status === 416 && hasRange && range && { 'content-range': range }) },
    size: null,
    bytes: nothing(),
    close: () => undefined,
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
