import { expect, test } from 'vitest'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { config } from '../../../merger/config.ts'
import { Exits, type ExitUse } from '../../../merger/egress/exits.ts'
import { throughExit } from '../../../merger/extract/through-exit.ts'

const VIDEO = 'https://www.youtube.com/watch?v=aaaaaaaaaaa'
const EXITS = JSON.stringify({
  exits: { home: { via: 'http://home.example' }, rented: { via: 'http://rented.example' } },
  routes: [{ try: ['home', 'rented', 'direct'] }],
})

/** Runs `run` for a link, and returns the reports and the code of the failure. */
async function outcomesOf(
  run: (exitUse: ExitUse) => Promise<unknown>,
  { link = VIDEO, exit }: { link?: string; exit?: string } = {},
) {
  const reports: ExitReport[] = []
  const options = {
    signal: AbortSignal.timeout(60_000),
    exit,
    onExit: (report: ExitReport) => void reports.push(report),
  }
  const code = await throughExit(Exits.of(config({ EXITS })), link, options, run).then(
    () => null,
    (error: unknown) => Failure.from(error).code,
  )
  return { code, reports: reports.map((report) => `${report.exit} ${report.outcome}`) }
}

const failing = (code: FailureCode) => () => Promise.reject(new Failure(code))
const broken =
  (...exits: string[]) =>
  (exitUse: ExitUse) => {
    if (!exits.includes(exitUse.exit)) return Promise.resolve()
    exitUse.faults += 1
    return Promise.reject(new Failure('source_failed'))
  }

test('reports one outcome, with the route', async () => {
  const reports: ExitReport[] = []
  const options = {
    signal: AbortSignal.timeout(60_000),
    onExit: (report: ExitReport) => void reports.push(report),
  }
  await throughExit(Exits.of(config({})), 'https://vimeo.com/1', options, async () => 'facts')
  expect(reports).toEqual([{ exit: 'direct', outcome: 'ok', route: [{ exit: 'direct' }] }])
})

test('asks a platform that refuses only once', async () => {
  expect(await outcomesOf(failing('site_limit'))).toEqual({ code: 'site_limit', reports: ['home blocked'] })
})

test('goes on after a proxy fault', async () => {
  expect(await outcomesOf(broken('home'))).toEqual({ code: null, reports: ['home fault', 'rented ok'] })
})

test('fails with exit_down when all proxies of the route fail', async () => {
  const { code, reports } = await outcomesOf(broken('home', 'rented', 'direct'))
  expect([code, reports.length]).toEqual(['exit_down', 3])
})

test('uses only the exit that it is told', async () => {
  const { code, reports } = await outcomesOf(broken('rented'), { exit: 'rented' })
  expect([code, reports]).toEqual(['exit_down', ['rented fault']])
})

test('does not blame X for a refusal behind a t.co link', async () => {
  const refused = (link: string) => outcomesOf(failing('site_limit'), { link })
  expect((await refused('https://t.co/abc')).reports).toEqual(['home null'])
  expect((await refused('https://x.com/i/status/100')).reports).toEqual(['home blocked'])
})

test.each(['private', 'embed_only', 'post_live', 'split'] as const)(
  'counts %s as an answer of the platform',
  async (code) => {
    expect(await outcomesOf(failing(code))).toEqual({ code, reports: ['home ok'] })
  },
)
