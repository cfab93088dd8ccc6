import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { healthSchema, type Health } from '#contract/engine/health.ts'
import { config } from '../../../merger/config.ts'
import { startEgress } from '../../../merger/egress/egress.ts'
import { SELF_TEST_HOST } from '../../../merger/egress/self-test-host.ts'
import { ageInDays, selfTest } from '../../../merger/extract/self-test.ts'
import type { Answer } from '../../../merger/ytdlp/facts.ts'
import { extract, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'
import { describeFullStack } from '../../stack.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** Starts a merger. It is closed at the end of the test. */
async function started(env: Record<string, string> = {}): Promise<Merger> {
  const merger = await startMerger(env)
  endings.push(() => merger.close())
  return merger
}

/** Returns the JSON of a merger's `/healthz` after its self-test has ended. */
async function healthAfterTest(merger: Merger): Promise<Health> {
  const health = async () => healthSchema.parse(await (await fetch(`${merger.origin}/healthz`)).json())
  await expect.poll(async () => (await health()).self_test, { timeout: 60_000 }).not.toBe('running')
  return health()
}

/** Creates a folder of Python packages with the given names. Importing them fails. */
function brokenPackages(...names: string[]): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'broken-'))
  endings.push(async () => fs.rmSync(folder, { recursive: true }))
  for (const name of names) {
    fs.mkdirSync(path.join(folder, name))
    fs.writeFileSync(path.join(folder, name, '__init__.py'), 'raise ImportError("broken")\n')
  }
  return folder
}

describeSealed('a merger starts without yt_dlp_ejs and curl_cffi', () => {
  test('extracts a video without solver and impersonation', async () => {
    const merger = await started({ YT_DLP_PATH: brokenPackages('yt_dlp_ejs', 'curl_cffi') })
    expect(await healthAfterTest(merger)).toMatchObject({
      self_test: 'failed',
      js: null,
      ejs: null,
      curl_cffi: null,
    })
    const { renditions } = await extract(merger, 'https://www.youtube.com/watch?v=abcdefghijk')
    expect(renditions.map(({ height }) => height)).toContain(1080)
  })
})

describeFullStack('the self-test of yt-dlp with its pinned packages', () => {
  test('solves a challenge like a browser in the sandbox', async () => {
    const health = await healthAfterTest(await started())
    expect(health).toMatchObject({ self_test: 'passed', js: process.version.slice(1) })
    expect(health.ejs).toMatch(/^\d+\.\d+\.\d+$/)
    expect(health.curl_cffi).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('reports a working solver without impersonation', async () => {
    const health = await healthAfterTest(await started({ YT_DLP_PATH: brokenPackages('curl_cffi') }))
    expect(health).toMatchObject({ self_test: 'failed', js: process.version.slice(1), curl_cffi: null })
    expect(health.ejs).not.toBeNull()
  })
})

/**
 * Runs the self-test with the function `ask` instead of the Python program, and returns the result. `proxy`
 * is the URL of the egress guard, the proxy on loopback through which yt-dlp connects.
 */
async function resultWith(ask: (proxy: string) => Promise<Partial<Answer>>) {
  const egress = await startEgress(config({ ...process.env }))
  endings.push(() => egress.close())
  return selfTest({ ask: async () => ({ id: 1, ...(await ask(egress.proxy)) }) }, egress)
}

const working = { self_test: { js: '24.0.0', ejs: '0.8.0', curl_cffi: '0.17.0', problems: [] } }

/**
 * Connects to SELF_TEST_HOST through the egress guard (yt-dlp's proxy), whose URL is `proxy`. Sends the text
 * `first`, or a TLS handshake of OpenSSL if `first` is absent.
 */
function visit(proxy: string, first?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(proxy, { method: 'CONNECT', path: `${SELF_TEST_HOST}:443`, agent: false })
    request.on('connect', (_, socket) => {
      socket.on('error', () => socket.destroy())
      socket.on('close', () => resolve())
      if (first) socket.write(first)
      else tls.connect({ socket, servername: SELF_TEST_HOST }).on('error', () => socket.destroy())
    })
    request.on('error', reject)
    request.end()
  })
}

test('does not count a non-browser handshake as impersonation', async () => {
  const { parts, problems } = await resultWith(async (proxy) => {
    await visit(proxy)
    return working
  })
  expect(parts).toEqual({ self_test: 'failed', js: '24.0.0', ejs: '0.8.0', curl_cffi: null })
  expect(problems).toEqual(['the impersonated handshake is not a browser’s'])
})

test.each([
  ['no handshake arrives', async () => working, /no impersonated handshake arrived/],
  [
    'something else than a handshake arrives',
    async (proxy: string) => (await visit(proxy, 'GET / HTTP/1.1\r\n\r\n'), working),
    /not a TLS handshake/,
  ],
  [
    'the program reports an error',
    async () => ({ error: { class: 'Timeout', message: 'the deadline is over' } }),
    /the self-test did not run: the deadline is over/,
  ],
  ['the program dies', async () => Promise.reject(new Error('it ended')), /the program failed/],
])('the self-test fails and reports the reason when %s', async (_, ask, reason) => {
  const { parts, problems } = await resultWith(ask)
  expect(parts).toMatchObject({ self_test: 'failed', curl_cffi: null })
  expect(problems.join()).toMatch(reason)
})

test('refuses SELF_TEST_HOST outside a self-test', async () => {
  const egress = await startEgress(config({ ...process.env }))
  endings.push(() => egress.close())
  const status = await new Promise((resolve) => {
    const request = http.request(egress.proxy, {
      method: 'CONNECT',
      path: `${SELF_TEST_HOST}:443`,
      agent: false,
    })
    request.on('connect', (answer, socket) => (socket.destroy(), resolve(answer.statusCode)))
    request.end()
  })
  expect(status).toBe(502)
})

test.each([
  ['2026.10.26', 27],
  ['2026.10.26.232900', 27],
  ['2026.11.23', 0],
  ['unknown', null],
])('on 22 November 2026 the yt-dlp version %s is %s days old', (version, days) => {
  expect(ageInDays(version, Date.UTC(2026, 10, 22, 12))).toBe(days)
})
