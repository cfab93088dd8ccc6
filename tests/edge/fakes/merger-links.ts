import type http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { extractionOf } from '../../extractions.ts'
import { readBody } from './listen.ts'
import { statOf } from './merger-stats.ts'

// The extractions and the relay of the fake merger. The query of the source link controls an extraction (a
// network exit is a proxy, or the direct connection):
//   wait=<ms>      time between the line `queued` and the result
//   idle           the second line says that the extraction only waits for the network
//   fail=<code>    the extraction fails with this code
//   die            the connection breaks after the line `queued`
//   route=<a,b>    network exits of the merger; it uses the requested one, or the first
//   refuse=<a,b>   network exits that the platform refuses; with refusals=<n>, only the first n extractions
//   broken=<a,b>   network exits whose proxy cannot be used
//   extractor, duration
//                  values of the fields `extractor` and `duration` in the result
//   ends=<ms>      time until the media links expire
//   leads=<url>    the link of a platform to which the source link only leads; t.co/<id> leads to
//                  media.test/direct/<id>, t.co/loop to itself
//   led=<url>      the link to which the source link redirects; `nowhere`: it does not

export async function extract(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { url, item, fresh, exit } = JSON.parse(await readBody(request)) as {
    url: string
    exit?: string
    item?: number
    fresh?: boolean
  }
  const query = new URL(url).searchParams
  statOf(url).extracts++
  if (fresh) statOf(url).freshExtracts++
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.write('{"state":"queued"}\n')
  if (query.has('idle')) response.write('{"state":"queued","idle":true}\n')
  await sleep(Number(query.get('wait') ?? 0))
  const { host, pathname } = new URL(url)
  const leads =
    host !== 't.co' ? query.get('leads') : pathname === '/loop' ? url : `https://media.test/direct${pathname}`
  if (leads) return void response.end(`${JSON.stringify({ state: 'led', link: leads })}\n`)
  if (query.has('die')) return void response.destroy()
  const used = exitUsed(query, exit, statOf(url).extracts)
  const faults = { ok: null, blocked: 'site_limit', fault: 'exit_down' }
  const isLive = new URL(url).hostname.startsWith('live.')
  const fail = isLive ? 'live' : (query.get('fail') ?? (used && faults[used.outcome!]))
  const line = fail
    ? { state: 'failed', code: fail, detail: 'requested by the test' }
    : { state: 'done', extraction: extractionOf(url, item) }
  response.end(`${JSON.stringify({ ...line, ...(used && { exit: used }) })}\n`)
}

function exitUsed(query: URLSearchParams, wanted: string | undefined, nth: number): ExitReport | undefined {
  const named = (field: string) => query.get(field)?.split(',') ?? []
  const route = named('route').map((exit) => ({ exit }))
  const exit = wanted ?? route[0]?.exit
  if (exit === undefined || route.length === 0) return undefined
  const isRefused = named('refuse').includes(exit) && nth <= Number(query.get('refusals') ?? Infinity)
  const outcome = named('broken').includes(exit) ? 'fault' : isRefused ? 'blocked' : 'ok'
  return { exit, outcome, route }
}

export function relay(request: http.IncomingMessage, response: http.ServerResponse, url: URL): void {
  const target = url.searchParams.get('url') ?? ''
  statOf(target).relays++
  if (target.includes('/forbidden-to-all')) return void response.writeHead(403).end()
  if (target.includes('/busy-relay'))
    return void response.writeHead(503, { 'content-type': 'application/json' }).end('{"code":"busy"}')
  if (target.includes('/token-ended')) return void response.writeHead(400).end()
  if (target.includes('/busy-source')) return void response.writeHead(503).end()
  const headers = JSON.parse(String(request.headers['x-relay-headers'] ?? '{}')) as Record<string, string>
  const mark = target.endsWith('.vtt') ? 'WEBVTT ' : '\0'
  const text = Buffer.from(
    mark +
      JSON.stringify({
        relayed: target,
        headers,
        range: request.headers.range ?? null,
        visitor: request.headers['x-relay-visitor'] ?? null,
      }),
  )
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': text.length })
  response.end(request.method === 'HEAD' ? undefined : text)
}
