import { extractRequestSchema, type ExtractLine } from '#contract/engine/extraction.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure } from '#contract/failure.ts'
import { causeText } from '#contract/cause-text.ts'
import type { Call, Route } from '../http/route.ts'
import { body } from '../http/json-body.ts'
import type { Exits } from '../egress/exits.ts'
import { adoptExits, exitStatesFor } from './by-exits.ts'
import type { Extractor } from './extractor.ts'

/** NDJSON. `queued` is sent at once, so that the headers reach the caller before the extraction ends. */
export function extractRoute(extractor: Extractor, exits: Exits): Route {
  const handle: Route['handle'] = (call) => extract(call, extractor, exits)
  return { method: 'POST', path: /^\/extract$/, isNewWork: true, handle }
}

async function extract({ request, response }: Call, extractor: Extractor, exits: Exits): Promise<void> {
  const { v, url, item, visitor, exits: known = [] } = await body(request, extractRequestSchema)
  if (v !== ENGINE_VERSION) throw new Failure('bad_request', { cause: `unknown engine version ${v}` })
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  const write = (line: ExtractLine) => response.write(`${JSON.stringify(line)}\n`)
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
  write({ state: 'queued' })
  const after = () => ({ exits: URL.canParse(url) ? exitStatesFor(exits, url) : undefined })
  try {
    if (URL.canParse(url)) adoptExits(exits, url, known)
    const extraction = await extractor.extract(url, { item, visitor, signal: closed.signal })
    write({ state: 'done', extraction, ...after() })
  } catch (error) {
    const failure = Failure.from(error)
    write({
      state: 'failed',
      code: failure.code,
      detail: causeText(failure.cause),
      ...after(),
    })
  }
  response.end()
}
