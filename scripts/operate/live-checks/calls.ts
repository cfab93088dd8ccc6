import { directLink } from '../../../web/preview/write-link.ts'
import { StepFailed } from '../../lib/step.ts'
import { paste } from '../visit.ts'

const CALL_MS = 100_000

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

export function assert(holds: unknown, saw: string): asserts holds {
  if (!holds) throw new StepFailed(saw)
}

export function call(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(CALL_MS) })
}

export async function formatsOf(origin: string, link: string) {
  const info = await paste(origin, link)
  assert(typeof info !== 'string', `the extraction answers ${JSON.stringify(info)}`)
  return info.formats
}

export async function firstDirect(origin: string, link: string): Promise<string> {
  const [format] = await formatsOf(origin, link)
  const direct = format && directLink(format, 'live-checks', origin)
  assert(direct, 'the link has no format that needs no merge')
  return new URL(direct, origin).href
}

export async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now()
  const result = await work()
  return [result, performance.now() - start]
}

export async function statusWithin(most: number, expected: number, url: string, init?: RequestInit) {
  const [{ status }, ms] = await timed(() => call(url, init))
  assert(status === expected && ms < most, `${status} after ${seconds(ms)}`)
  return seconds(ms)
}
