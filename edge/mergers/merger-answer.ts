import { causeText } from '#contract/cause-text.ts'
import { extractLineSchema, type ExtractLine, type ExtractRequest } from '#contract/engine/extraction.ts'
import { Failure } from '#contract/failure.ts'
import { EXTRACTION_DEADLINE_MS } from '#contract/limits.ts'
import { hostOf } from '#contract/link.ts'
import { countOddities } from '../count.ts'
import { log } from '../log.ts'
import { isTimeout, withTimeout } from '../retry.ts'
import { mergerFor } from './client.ts'
import { lines } from './ndjson.ts'

const FIRST_LINE_MS = 3_000

type FinalLine = Exclude<ExtractLine, { state: 'queued' }>

/** Throws if the merger is busy or silent; after its first line, every failure is a line. */
export async function answerOf(
  env: Env,
  merger: string,
  request: ExtractRequest,
  onIdle: () => void = () => undefined,
): Promise<FinalLine> {
  const call = new AbortController()
  try {
    const { first, rest } = await withTimeout(FIRST_LINE_MS, () => open(env, merger, request, call.signal))
    const line = await withTimeout(EXTRACTION_DEADLINE_MS, () => finalLine(first, rest, onIdle)).catch(
      (error: unknown) => cutAnswer(merger, request, error),
    )
    countOddities(env, request.url, line)
    return line
  } catch (error) {
    throw Failure.from(error, 'merger_down')
  } finally {
    // If the response is not complete, the abort ends the call. The merger then stops the extraction, because
    // nobody waits for the result.
    call.abort()
  }
}

async function open(env: Env, merger: string, request: ExtractRequest, signal: AbortSignal) {
  const answer = await mergerFor(env, merger)('/extract', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  })
  const rest = lines(answer.body!, extractLineSchema)
  const first = await rest.next()
  if (first.done) throw new Failure('merger_down', { cause: 'the answer has no line' })
  return { first: first.value, rest }
}

async function finalLine(
  first: ExtractLine,
  rest: AsyncGenerator<ExtractLine>,
  onIdle: () => void,
): Promise<FinalLine> {
  if (first.state !== 'queued') return first
  for await (const line of rest) {
    if (line.state !== 'queued') return line
    if (line.idle) onIdle()
  }
  throw new Error('the answer was cut')
}

function cutAnswer(merger: string, { url }: ExtractRequest, error: unknown): FinalLine {
  const detail = causeText(error)
  if (isTimeout(error)) return { state: 'failed', code: 'timeout', detail }
  log('merger_died', { merger, host: hostOf(new URL(url)), cause: detail })
  return { state: 'failed', code: 'broken', detail }
}
