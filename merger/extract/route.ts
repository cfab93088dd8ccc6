import { extractRequestSchema, type ExitReport, type ExtractLine } from '#contract/engine/extraction.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure } from '#contract/failure.ts'
import { causeText } from '#contract/cause-text.ts'
import type { Call, Route } from '../http/route.ts'
import { body } from '../http/json-body.ts'
import type { Extractor } from './extractor.ts'
import { LedElsewhere } from './led-elsewhere.ts'

/** NDJSON. `queued` is sent at once, so that the headers reach the caller before the extraction ends. */
export function extractRoute(extractor: Extractor): Route {
  const handle: Route['handle'] = (call) => extract(call, extractor)
  return { method: 'POST', path: /^\/extract$/, isNewWork: true, handle }
}

async function extract({ request, response }: Call, extractor: Extractor): Promise<void> {
  const { v, url, item, fresh, exit } = await body(request, extractRequestSchema)
  if (v !== ENGINE_VERSION) throw new Failure('bad_request', { cause: `unknown engine version ${v}` })
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  const write = (line: ExtractLine) => response.write(`${JSON.stringify(line)}\n`)
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
  write({ state: 'queued' })
  let report: ExitReport | undefined
  const onExit = (used: ExitReport) => {
    report = used
  }
  let oddities: Record<string, number> = {}
  const onOddities = (counts: Record<string, number>) => {
    oddities = counts
  }
  const after = () => ({ ...(report && { exit: report }), oddities })
  try {
    const extraction = await extractor.extract(url, {
      item,
      fresh,
      exit,
      onExit,
      onOddities,
      onIdle: () => write({ state: 'queued', idle: true }),
      stopsAtPlatform: true,
      signal: closed.signal,
    })
    write({ state: 'done', extraction, ...after() })
  } catch (error) {
    if (error instanceof LedElsewhere) {
      write({ state: 'led', link: error.link, ...(report && { exit: report }) })
      return void response.end()
    }
    const failure = Failure.from(error)
    write({ state: 'failed', code: failure.code, detail: causeText(failure.cause), ...after() })
  }
  response.end()
}
