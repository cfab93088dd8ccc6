import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { healthSchema } from '#contract/engine/health.ts'
import { processesUnder } from './rig.ts'
import { describeSealed } from '../sealed.ts'

const PROGRAM = path.join(import.meta.dirname, '../../merger/server.ts')

let folder: string
let child: ChildProcess
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'merger-test-'))
})
afterEach(() => {
  child.kill('SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true })
})

function launch(env: Record<string, string> = {}, ipc = false, options: string[] = []): ChildProcess {
  child = spawn(process.execPath, [...options, PROGRAM], {
    env: { ...process.env, PORT: '0', WORK_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  })
  return child
}

/** Reads the log until the line with the event `listening`, and returns the address of the merger. */
async function listening(): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const { event, port } = JSON.parse(line) as { event: string; port: number }
    if (event === 'listening') {
      child.stdout!.resume()
      return `http://127.0.0.1:${port}`
    }
  }
  throw new Error('the merger did not start')
}

/** Waits until the merger ends, and returns its exit code and stderr. */
async function ended(): Promise<{ code: number | null; stderr: string }> {
  let stderr = ''
  child.stderr!.on('data', (text: Buffer) => (stderr += text))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, stderr }
}

/**
 * Returns whether a process is running. A zombie, which has ended but was not reaped by its parent, does not
 * count.
 */
const isAlive = (id: number) => {
  try {
    return !/\) Z /.test(fs.readFileSync(`/proc/${id}/stat`, 'utf8'))
  } catch {
    return false
  }
}
const alive = (ids: number[]) => ids.filter(isAlive)
const gone = (ids: number[]) => expect.poll(() => alive(ids)).toEqual([])

test('exits with 0 and no child process on SIGTERM', async () => {
  launch({ BUILD: 'tag-of-the-image' })
  const origin = await listening()
  const health = healthSchema.parse(await (await fetch(`${origin}/healthz`)).json())
  expect(health).toMatchObject({ v: 1, merges: { busy: 0, slots: 4 }, extractions: { busy: 0 } })
  expect(health.build).toBe('tag-of-the-image')
  expect(health.yt_dlp).toMatch(/^20\d\d\./)
  expect(health.ffmpeg).toMatch(/^\d/)
  expect(Object.keys(health.sandbox ?? {})).toContain('network')
  const head = await fetch(`${origin}/healthz`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const below = processesUnder(child.pid!)
  expect(below.length).toBeGreaterThan(0)
  child.kill('SIGTERM')
  expect((await ended()).code).toBe(0)
  await gone(below)
})

test('reads a URL of 40 kB and keeps an idle connection open', async () => {
  launch()
  const origin = await listening()
  const answer = await fetch(`${origin}/relay?url=${'x'.repeat(40_000)}`)
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: expect.any(String) as string }])
  expect(answer.headers.get('keep-alive')).toBe('timeout=75')
})

test('refuses unknown routes and invalid bodies with a code', async () => {
  launch()
  const origin = await listening()
  const code = async (address: string, init?: RequestInit) => {
    const answer = await fetch(`${origin}${address}`, init)
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }
  expect(await code('/')).toEqual([404, 'not_found'])
  expect(await code('/healthz', { method: 'DELETE' })).toEqual([404, 'not_found'])
  expect(await code('/extract')).toEqual([404, 'not_found'])
  expect(await code('/extract', { method: 'POST', body: '{' })).toEqual([400, 'bad_request'])
  expect(await code('/extract', { method: 'POST', body: '{"v":1}' })).toEqual([400, 'bad_request'])
  expect(await code('/extract', { method: 'POST', body: '{"v":99,"url":"https://a.example/"}' })).toEqual([
    400,
    'bad_request',
  ])
  expect(
    await code('/extract', { method: 'POST', body: JSON.stringify({ v: 1, url: 'x'.repeat(70_000) }) }),
  ).toEqual([413, 'body_too_large'])
})

test.each([
  ['another origin', { origin: 'https://page.example' }],
  ['a page without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['a page that has rebound its name to this machine', { 'sec-fetch-site': 'same-origin' }],
])('a merger on a developer’s machine refuses requests from %s', async (_, headers) => {
  launch()
  const origin = await listening()
  const call = (address: string, init: RequestInit) => fetch(origin + address, { ...init, headers })
  const extract = { method: 'POST', body: JSON.stringify({ v: 1, url: 'https://cdn.example/audio.m4a' }) }
  for (const answer of [
    await call('/extract', extract),
    await call('/relay?url=https%3A%2F%2Fcdn.example%2Faudio.m4a', {}),
  ]) {
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'forbidden' })
  }
})

test('accepts a request from the address bar of a browser', async () => {
  launch()
  const origin = await listening()
  const answer = await fetch(`${origin}/healthz`, { headers: { 'sec-fetch-site': 'none' } })
  expect(answer.status).toBe(200)
})

test('a merger ends when its parent process closes the IPC channel', async () => {
  launch({}, true)
  await listening()
  const below = processesUnder(child.pid!)
  child.disconnect()
  expect((await ended()).code).toBe(0)
  await gone(below)
})

test.each([
  [{ PYTHON: '/nowhere/python' }, /yt-dlp cannot run with \/nowhere\/python/],
  [{ YT_DLP_PATH: '/nowhere', PYTHON: '/bin/false' }, /yt-dlp cannot run with \/bin\/false/],
  [{ FFMPEG: '/nowhere/ffmpeg' }, /\/nowhere\/ffmpeg does not run/],
  [{ PORT: 'eighty' }, /cannot start with this environment\. PORT/],
])('prints why it does not start with the environment %o', async (env, sentence) => {
  launch(env)
  const { code, stderr } = await ended()
  expect(code).toBe(1)
  expect(stderr).toMatch(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

/** Returns the Node option that runs a script before the code of the merger. */
const before = (script: string) => ['--import', `data:text/javascript,${encodeURIComponent(script)}`]

test('does not start on SANDBOX=require without a sandbox', async () => {
  // This script replaces Python. It exits with code 1 when it has to run the self-test of the sandbox. It
  // runs all other programs with the real Python.
  const python = path.join(folder, 'python')
  const real = process.env['PYTHON'] ?? '/usr/bin/python3'
  const script = `#!/bin/sh\ncase "$*" in *sandbox_check*) exit 1;; esac\nexec ${real} "$@"\n`
  fs.writeFileSync(python, script, { mode: 0o755 })
  launch({ SANDBOX: 'require', PYTHON: python })
  const { code, stderr } = await ended()
  expect(code).toBe(1)
  expect(stderr).toMatch(/its sandbox lacks privileges, network, processes, limits/)
  launch({ SANDBOX: 'report', PYTHON: python })
  const health = healthSchema.parse(await (await fetch(`${await listening()}/healthz`)).json())
  expect(health.sandbox).toMatchObject({ network: false })
})

test('is killed for a blocked event loop', async () => {
  launch({}, false, before("process.on('SIGUSR2', () => { for (;;); })"))
  await listening()
  child.kill('SIGUSR2')
  const below = processesUnder(child.pid!)
  child.kill('SIGUSR2')
  const [, signal] = (await once(child, 'exit')) as [null, string]
  expect(signal).toBe('SIGKILL')
  await gone(below)
})

test('a merger still serves requests after an uncaught exception', async () => {
  const script = "process.on('SIGUSR2', () => { throw new Error('a handler failed') })"
  launch({}, false, before(script))
  const origin = await listening()
  child.kill('SIGUSR2')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect((await ended()).code).toBe(0)
})

describeSealed('a merger shuts down in an orderly way', () => {
  test('finishes only its running work after SIGTERM', async () => {
    launch()
    const origin = await listening()
    const extract = (signal?: AbortSignal) =>
      fetch(`${origin}/extract`, {
        method: 'POST',
        body: JSON.stringify({ v: 1, url: 'https://silent.example/' }),
        ...(signal && { signal }),
      })
    const leaving = new AbortController()
    const running = await extract(leaving.signal)
    expect(running.status).toBe(200)
    const isDraining = async () =>
      healthSchema.parse(await (await fetch(`${origin}/healthz`)).json()).draining
    expect(await isDraining()).toBe(false)
    child.kill('SIGTERM')
    await expect.poll(isDraining).toBe(true)
    for (const refused of [
      await extract(),
      await fetch(`${origin}/relay?url=https://cdn.example/audio.m4a`),
    ]) {
      expect(refused.status).toBe(503)
      expect(await refused.json()).toMatchObject({ code: 'busy' })
    }
    const order = { v: 1, task: 't', attempt: 1, plan: { source_url: 'https://cdn.example/audio.m4a' } }
    const plan = { ...order.plan, video: null, audio: null, container: 'mp3' }
    const refusal = await fetch(`${origin}/merges`, {
      method: 'POST',
      body: JSON.stringify({ ...order, plan }),
    })
    expect([refusal.status, await refusal.json()]).toMatchObject([503, { code: 'busy' }])
    expect(child.exitCode).toBeNull()
    leaving.abort()
    expect((await ended()).code).toBe(0)
  })
})

describeSealed('a merger that is killed leaves no process behind', () => {
  test('leaves no child process after a kill in an extraction', async () => {
    launch()
    const origin = await listening()
    const asked = fetch(`${origin}/extract`, {
      method: 'POST',
      body: JSON.stringify({ v: 1, url: 'https://silent.example/' }),
    })
    await asked
    await expect.poll(() => processesUnder(child.pid!).length).toBe(2)
    const below = processesUnder(child.pid!)
    child.kill('SIGKILL')
    await gone(below)
  })
})
