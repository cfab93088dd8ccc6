import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { RELAY_HEADERS, RELAY_VISITOR } from '#contract/engine/relay.ts'
import { Failure } from '#contract/failure.ts'
import type { Egress, ExitAccess } from '../egress/egress.ts'
import { openRelay, type RelayResponse } from './relay-response.ts'
import type { Call, Route } from '../http/route.ts'
import { publicUrl } from '../egress/public-url.ts'
import { parseJson } from '../http/json-body.ts'
import { RelayShares } from './relay-shares.ts'

const headersSchema = z.record(
  z.string().check(z.regex(/^[\w-]{1,64}$/)),
  z.string().check(z.maxLength(8_192), z.regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/)),
)
/** They concern only the connection, or the relay sets them itself. */
const NOT_PASSED =
  /^(host|range|if-range|connection|content-.*|transfer-encoding|accept-encoding|te|upgrade|proxy-.*)$/i

/** Undefined for the default exit, and when none is known for the link. */
type ExitOf = (link: URL) => string | undefined

/** Many sites bind media URLs to the IP address of the extraction, so the exit must be the same. */
export function relayRoute(egress: Egress, exitOf: ExitOf): Route {
  const shares = new RelayShares()
  const handle = async (call: Call) => {
    const target = publicUrl(call.url.searchParams.get('url') ?? '')
    const end = shares.take([call.request.headers[RELAY_VISITOR]].flat()[0], target.hostname)
    try {
      await relay(call, target, egress.through(exitOf(target)))
    } finally {
      end()
    }
  }
  return { method: 'GET', path: /^\/relay$/, isNewWork: true, handle }
}

async function relay({ request, response }: Call, target: URL, { dispatcher }: ExitAccess): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const opened = await openRelay(target, {
    dispatcher,
    headers: wantedHeaders(request.headers),
    range: request.method === 'HEAD' ? 'bytes=0-0' : request.headers.range,
    signal: gone.signal,
  })
  if (request.method === 'HEAD') return answerHead(opened, response)
  response.writeHead(opened.status, opened.headers)
  // When the media server breaks off, `pipeline` destroys the connection to the edge. Otherwise the visitor's
  // browser would take a short file for a complete one.
  await pipeline(opened.bytes, response)
}

/** Some media servers refuse a HEAD request and others respond to it with a wrong length. */
function answerHead(opened: RelayResponse, response: ServerResponse): void {
  const { 'content-range': _, 'content-length': length, ...headers } = opened.headers
  const size = opened.size ?? length
  opened.close()
  response.writeHead(opened.status === 206 ? 200 : opened.status, {
    ...headers,
    ...(size !== undefined && { 'content-length': size }),
  })
  response.end()
}

function wantedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const text = headers[RELAY_HEADERS]
  const parsed = text === undefined ? {} : parseJson(String(text), headersSchema)
  const passed = Object.entries(parsed).filter(([name]) => !NOT_PASSED.test(name))
  if (passed.length > 32) throw new Failure('bad_request')
  return Object.fromEntries(passed)
}
