import { causeText } from '#contract/cause-text.ts'
import type { Health } from '#contract/engine/health.ts'
import { isChromeLike } from '../egress/client-hello.ts'
import type { Egress } from '../egress/egress.ts'
import { SELF_TEST_HOST } from '../egress/self-test-host.ts'
import type { SelfTest } from '../ytdlp/facts.ts'
import type { ForkServer } from '../ytdlp/fork-server.ts'

/** Seconds. The self-test takes about one second on an idle machine. */
const SECONDS = 60
const DAY_MS = 86_400_000

export type TestedParts = Pick<Health, 'self_test' | 'js' | 'ejs' | 'curl_cffi'>

export const RUNNING: TestedParts = { self_test: 'running', js: null, ejs: null, curl_cffi: null }

/** Never throws: every failure becomes one of `problems`. */
export async function selfTest(
  server: Pick<ForkServer, 'ask'>,
  egress: Egress,
): Promise<{ parts: TestedParts; problems: string[] }> {
  const ended = new AbortController()
  const hello = egress.nextHello(AbortSignal.any([ended.signal, AbortSignal.timeout(SECONDS * 1_000)])).then(
    (found) => (isChromeLike(found) ? undefined : 'the impersonated handshake is not a browser’s'),
    (error: unknown) => `no impersonated handshake arrived: ${causeText(error)}`,
  )
  let found: SelfTest
  try {
    const answer = await server.ask({ self_test: SELF_TEST_HOST, seconds: SECONDS })
    found = answer.self_test ?? nothing(answer.error?.message ?? 'the program gave no result')
  } catch (error) {
    found = nothing(`the program failed: ${causeText(error)}`)
  }
  ended.abort(new Error('the test has ended'))
  const handshakeProblem = found.curl_cffi === null ? undefined : await hello
  const problems = [...found.problems, ...(handshakeProblem ? [handshakeProblem] : [])]
  const { js, ejs } = found
  const curl = handshakeProblem ? null : found.curl_cffi
  return {
    parts: { self_test: problems.length > 0 ? 'failed' : 'passed', js, ejs, curl_cffi: curl },
    problems,
  }
}

const nothing = (problem: string): SelfTest => ({
  js: null,
  ejs: null,
  curl_cffi: null,
  problems: [`the self-test did not run: ${problem}`],
})

/** days; null unless the version is like `2026.10.26` or `2026.10.26.123456`. */
export function ageInDays(version: string, now: number): number | null {
  const date = /^(\d{4})\.(\d{1,2})\.(\d{1,2})(\.\d+)?$/.exec(version)
  if (!date) return null
  const released = Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3]))
  return Math.max(0, Math.floor((now - released) / DAY_MS))
}
