import { ENGINE_VERSION, extractRequestSchema, type ExtractLine } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { causeText } from '#contract/cause-text.ts'
import type { Call, Route } from '../http/route.ts'
import { body } from '../http/json-body.ts'
import type { Extractor } from './extractor.ts'

/**
 * POST /extract responds with NDJSON. The first line, `queued`, is sent at once, so that the caller gets the
 * headers. The second line is the result.
 */
export function extractRoute(extractor: Extractor): Route {
  return { method: 'POST', path: /^\/extract$/, isNewWork: true, handle: (call) => extract(call, extractor) }
}

async function extract({ request, response }: Call, extractor: Extractor): Promise<void> {
  const { v, url, item } = await body(request, extractRequestSchema)
  if (v !== ENGINE_VERSION) throw new Failure('bad_request', { cause: `unknown engine version ${v}` })
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  const write = (line: ExtractLine) => response.write(`${JSON.stringify(line)}\n`)
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
  write({ state: 'queued' })
  try {
    write({ state: 'done', extraction: await extractor.extract(url, { item, signal: closed.signal }) })
  } catch (error) {
    const failure = Failure.from(error)
    write({
      state: 'failed',
      code: failure.code,
      detail: causeText(failure.cause),
    })
  }
  response.end()
}
