import type { Dispatcher } from 'undici'
import { Failure } from '#contract/failure.ts'
import { publicUrl } from '../egress/public-url.ts'
import { parseRange } from './byte-range.ts'
import { lowerCaseNames } from './link.ts'
import { RangeReader } from './range-reader.ts'
import { Refusal } from './response-checks.ts'

const PASSED = ['content-type', 'etag', 'last-modified']

export type RelayResponse = {
  status: number
  headers: Record<string, string | number>
  size: number | null
  bytes: AsyncIterable<Uint8Array>
  close(): void
}

type RelayOptions = {
  dispatcher: Dispatcher
  headers: Record<string, string>
  range: string | undefined
  signal: AbortSignal
  silenceMs?: number
  pauseMs?: number
}

/**
 * After an error, the first request is not repeated: the visitor gets the status of the server at once. There
 * is one exception: if the server refuses a long range with 403, a shorter range is requested once.
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

function refused({ status, headers }: Refusal, hasRange: boolean): RelayResponse {
  const range = headers['content-range']
  return {
    // undici returns statuses from 200 to 999. Statuses above 599 are invalid (RFC 9110, section 15).
    status: status >= 400 && status <= 599 ? status : 502,
    headers: { 'content-length': 0, ...(status === 416 && hasRange && range && { 'content-range': range }) },
    size: null,
    bytes: nothing(),
    close: () => undefined,
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
