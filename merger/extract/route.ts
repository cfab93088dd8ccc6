import { ENGINE_VERSION, extractRequestSchema, type ExtractLine } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { causeText } from '#contract/cause-text.ts'
import type { Call, Route } from '../http/route.ts'
import { body } from '../http/json-body.ts'
import type { Extractor } from './extractor.ts'

/** POST /extract: NDJSON, `queued` at once and then the result, so that no caller waits for headers. */
export function extractRoute(extractor: Extractor): Route {
  return { method: 'POST', path: /^\/extract$/, handle: (call) => extract(call, extractor) }
}

async function extract({ request, response }: Call, extractor: Extractor): Promise<void> {
  const { v, url, item } = await body(request, extractRequestSchema)
  if (v !== ENGINE_VERSION) throw new Failure('bad_request', { cause: `unknown engine version ${v}` })
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const say = (line: ExtractLine) => response.write(`${JSON.stringify(line)}\n`)
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
  say({ state: 'queued' })
  try {
    say({ state: 'done', extraction: await extractor.extract(url, { item, signal: gone.signal }) })
  } catch (error) {
    const failure = Failure.from(error)
    say({
      state: 'failed',
      code: failure.code,
      detail: causeText(failure.cause),
    })
  }
  response.end()
}
