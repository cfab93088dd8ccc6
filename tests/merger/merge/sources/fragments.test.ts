import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { Fragments, type FragmentOptions } from '../../../../merger/merge/sources/fragments.ts'
import { rendition } from '../../../builders.ts'
import { python } from '../../../python.ts'
import { processesUnder } from '../../rig.ts'

const FRAGMENTS = 40
/** Size of a fragment. A fragment is larger than the pipe of stdout and the buffer of the reader together. */
const FRAGMENT_BYTES = 300_000

/** Bytes of a fragment. Each byte is the number of the fragment, so a test can check the order. */
const fragment = (index: number) => Buffer.alloc(FRAGMENT_BYTES, index)
const playlist = [
  '#EXTM3U',
  '#EXT-X-TARGETDURATION:2',
  ...Array.from({ length: FRAGMENTS }, (_, index) => `#EXTINF:2,\n${index}.ts`),
  '#EXT-X-ENDLIST',
].join('\n')

/** Paths of the fragments that have been requested. */
const requests: string[] = []
/** The origin does not respond to requests for this fragment and later ones. */
let silentFrom = Infinity
const server = http.createServer((request, response) => {
  if (request.url === '/list.m3u8') return void response.end(playlist)
  requests.push(request.url ?? '')
  const index = Number.parseInt((request.url ?? '').slice(1), 10)
  if (index < silentFrom) response.end(fragment(index))
})
let folder: string
beforeEach(async () => {
  requests.length = 0
  silentFrom = Infinity
  folder = mkdtempSync(path.join(tmpdir(), 'fragments-test-'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(folder, { recursive: true, force: true })
  }
})
let stop: AbortController
beforeEach(() => {
  stop = new AbortController()
})
afterEach(() => stop.abort())

function open(options: Partial<FragmentOptions> = {}): Promise<Fragments> {
  const { port } = server.address() as AddressInfo
  const list = rendition({ id: 'list', transport: 'hls', url: `http://127.0.0.1:${port}/list.m3u8` })
  return Fragments.open(list, {
    python,
    proxy: '',
    folder,
    signal: stop.signal,
    onBytes: () => undefined,
    leastRate: { bytesPerSecond: 0, windowMs: 60_000 },
    ...options,
  })
}

test('requests four fragments ahead of a paused reader', async () => {
  const feed = await open()
  // If nothing limited the requests, all fragments would arrive within these two seconds.
  await sleep(2_000)
  expect(requests.length).toBeLessThanOrEqual(4)
  let length = 0
  for await (const chunk of feed.bytes()) {
    for (const at of [0, chunk.length - 1]) expect(chunk[at]).toBe(Math.floor((length + at) / FRAGMENT_BYTES))
    length += chunk.length
    const isRead = Math.floor(length / FRAGMENT_BYTES)
    expect(requests.length - isRead).toBeLessThanOrEqual(4 + 1)
  }
  expect([length, requests.length]).toEqual([FRAGMENTS * FRAGMENT_BYTES, FRAGMENTS])
})

test('ends its child and closes its pipe on an abort', async () => {
  const pipes = () => process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length
  const before = pipes()
  await open()
  expect(pipes()).toBeGreaterThan(before)
  expect(processesUnder(process.pid)).not.toEqual([])
  stop.abort(new Failure('cancelled'))
  await expect.poll(() => processesUnder(process.pid)).toEqual([])
  await expect.poll(pipes).toBe(before)
})

test('fails with source_failed after 50 silent seconds', async () => {
  silentFrom = 2
  const feed = await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const bytes = feed.bytes()
    let length = 0
    while (length < 2 * FRAGMENT_BYTES) length += (await bytes.next()).value?.length ?? Infinity
    expect(length).toBe(2 * FRAGMENT_BYTES)
    const next = expect(bytes.next()).rejects.toMatchObject({ code: 'source_failed', cause: 'silence' })
    await vi.advanceTimersByTimeAsync(50_000)
    await next
  } finally {
    vi.useRealTimers()
  }
}, 20_000)

/**
 * Writes a shell script that a test runs instead of Python, and returns the path of the script. The script
 * can read its input from file descriptor 3.
 */
function programOf(script: string): string {
  const program = path.join(folder, 'program')
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return program
}
const read = async (feed: Fragments) => Buffer.concat(await Array.fromAsync(feed.bytes()))

test('`bytes` yields the bytes of `head` again', async () => {
  const counted: number[] = []
  const zeros = programOf('head -c 300000 /dev/zero')
  const feed = await open({ python: zeros, onBytes: (count) => counted.push(count) })
  expect(feed.head.length).toBeGreaterThanOrEqual(64 * 1024)
  expect(feed.head.length).toBeLessThan(300_000)
  expect((await read(feed)).length).toBe(300_000)
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(300_000)
})

test('runs its program in the folder without plug-ins', async () => {
  const names = 'YTDLP_NO_PLUGINS PYTHONDONTWRITEBYTECODE MALLOC_ARENA_MAX PYTHONPATH'.split(' ')
  const script = `pwd; for name in ${names.join(' ')}; do eval "echo $name=\\$$name"; done; cat <&3`
  const inner = path.join(folder, 'new', 'one')
  const text = (
    await read(await open({ python: programOf(script), folder: inner, proxy: 'http://p' }))
  ).toString()
  const [place, ...rest] = text.split('\n')
  expect(place).toBe(inner)
  expect(rest.slice(0, 4)).toEqual([
    'YTDLP_NO_PLUGINS=1',
    'PYTHONDONTWRITEBYTECODE=1',
    'MALLOC_ARENA_MAX=2',
    'PYTHONPATH=',
  ])
  expect(JSON.parse(rest[4] ?? '')).toMatchObject({ rendition: { id: 'list' }, guard: 'http://p' })
})

test('fails with the end of stderr as the cause', async () => {
  await expect(open({ python: programOf('echo refused >&2; exit 3') })).rejects.toMatchObject({
    code: 'source_failed',
    cause: '3: refused',
  })
})

test('yields the received bytes before a failure', async () => {
  const feed = await open({ python: programOf('printf abc; echo gone >&2; exit 2') })
  const bytes = feed.bytes()
  expect((await bytes.next()).value?.toString()).toBe('abc')
  await expect(bytes.next()).rejects.toMatchObject({ code: 'source_failed', cause: '2: gone' })
})

test('names the signal that killed its program', async () => {
  await expect(open({ python: programOf('kill -9 $$') })).rejects.toMatchObject({ cause: 'SIGKILL: ' })
})

test('kills the program of a reader that stops early', async () => {
  const feed = await open({ python: programOf('head -c 100000 /dev/zero; sleep 60') })
  for await (const chunk of feed.bytes()) {
    expect(chunk.length).toBeGreaterThan(0)
    break
  }
  await expect.poll(() => processesUnder(process.pid)).toEqual([])
})

test('fails with too_slow below the minimum rate', async () => {
  const leastRate = { bytesPerSecond: 1024 ** 3, windowMs: 300 }
  const slow = programOf('head -c 70000 /dev/zero; sleep 5; echo end')
  await expect(open({ python: slow, leastRate }).then(read)).rejects.toMatchObject({ code: 'too_slow' })
})

test('fails with too_big at one byte above `maxBytes`', async () => {
  const zeros = { python: programOf('head -c 300000 /dev/zero') }
  const feed = await open({ ...zeros, maxBytes: 300_000 })
  expect([(await read(feed)).length, feed.size, feed.isExact]).toEqual([300_000, null, false])
  await expect(open({ ...zeros, maxBytes: 299_999 }).then(read)).rejects.toMatchObject({ code: 'too_big' })
})
