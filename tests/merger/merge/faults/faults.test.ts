import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mergeId, type MergeOrder } from '#contract/engine/merge.ts'
import { media, mediaFolder, packets } from '../lib/media.ts'
import {
  events,
  order,
  post,
  ref,
  startEngine,
  fetchMerge,
  fetchFailure,
  fetchFile,
  type Engine,
} from '../lib/engine.ts'
import { rendition } from '../../../builders.ts'
import { processesUnder } from '../../rig.ts'
import { expectFaultFree } from '../lib/fault-free.ts'
import { faults, startOrigin, type Origin } from '../lib/origin.ts'

let origin: Origin
let engine: Engine
let extractions = 0
/** Duration in seconds that the imitated extraction reports. */
let seconds = 12

const FILES = ['big.mp4', 'video.mp4', 'cut-short.mp4', 'many-frames.mp4']
/** The names of all faults. */
const faultNames = Object.keys(faults)
const video = (fault: string, file = 'big.mp4') =>
  rendition({
    id: fault + file,
    kind: 'video',
    url: origin.url(`${fault}/${file}${extractions > 1 ? `?fresh=${extractions}` : ''}`),
    // The merger finds a rendition by its kind, height and id. So each combination of a fault and a file has
    // its own height and its own id.
    height: faultNames.indexOf(fault) + 100 * FILES.indexOf(file),
    fps: 30,
    vcodec: 'avc1.64001e',
    headers: { Referer: 'https://site.example/' },
    cookies: 'token=1',
  })
const audio = () =>
  rendition({
    id: 'audio',
    kind: 'audio',
    url: origin.url('plain/audio.m4a'),
    container: 'm4a',
    acodec: 'mp4a',
  })
/**
 * Returns an order to merge a video and an audio file. The origin sends the video with the given fault, and
 * the audio file without a fault.
 */
const withFault = (fault: string, file?: string): MergeOrder =>
  order({ video: ref(video(fault, file)), audio: ref(audio()), container: 'mp4' })

beforeAll(async () => {
  // Writes a truncated video. The Content-Length of its response is correct, so only the content shows that
  // the video is incomplete.
  writeFileSync(path.join(mediaFolder, 'cut-short.mp4'), (await bytesOf('video.mp4')).subarray(0, 700_000))
  origin = await startOrigin(9241)
  engine = await startEngine(
    9242,
    () => {
      extractions++
      const renditions = faultNames.flatMap((fault) => FILES.map((file) => video(fault, file)))
      return { renditions: [...renditions, audio()], duration: seconds }
    },
    { slots: 2, limits: { leaseMs: 1_500 }, requests: { silenceMs: 3_000, pauseMs: 20 } },
  )
})
afterEach(() => {
  extractions = 0
  seconds = 12
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

const bytesOf = async (name: string) => (await import('node:fs/promises')).readFile(media(name))
/**
 * Returns the ids of the engine's running child processes. They come from /proc, because the image of the
 * merger has no `ps`.
 */
const children = () =>
  processesUnder(process.pid).filter((id) => /^(ffmpeg|.*fragments\.py)/.test(commandOf(id)))

/** Returns the command line of a process; an empty string if the process has ended. */
function commandOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    // The process ended after `children` had read its id.
    return ''
  }
}

test('keeps every packet of sources without faults', async () => {
  const { file } = await fetchFile(engine, withFault('plain'))
  expect(packets(file, 'v')).toEqual(packets(media('big.mp4'), 'v'))
  expect(packets(file, 'a')).toEqual(packets(media('audio.m4a'), 'a'))
})

test.for([
  'drop',
  'ignores-if-range',
  'short-ranges-only',
  'expiring',
  'expiring-gone',
  'too-many-requests',
  'unavailable',
  'too-many-requests-until-date',
  'hiccup',
  'reset',
  'stall',
  'cookie',
  'moved',
  'moved-to-other-host',
  'no-ranges',
])('gives the complete file despite the fault "%s"', { timeout: 90_000 }, async (fault) => {
  const { file } = await fetchFile(engine, withFault(fault))
  await expectFaultFree(file, engine, withFault('plain'))
  expect(engine.leftovers()).toEqual([])
  expect(children()).toEqual([])
})

test('completes the file after a 416 in the next attempt', { timeout: 90_000 }, async () => {
  const mergeOrder = withFault('unsatisfiable-range')
  expect((await fetchFailure(engine, mergeOrder)).code).toBe('source_failed')
  const { file } = await fetchFile(engine, { ...mergeOrder, attempt: 2 })
  await expectFaultFree(file, engine, withFault('plain'))
  expect(engine.leftovers()).toEqual([])
  expect(children()).toEqual([])
})

test.for([
  ['cut', 'source_failed'],
  ['no-ranges-cut', 'source_failed'],
  ['changed', 'source_failed'],
  ['replaced', 'source_failed'],
  ['expired', 'site_blocks_us'],
  ['missing', 'source_failed'],
  ['legal-block', 'geo'],
  ['too-many-requests-for-an-hour', 'site_limit'],
  ['html', 'media_type'],
  ['html-as-media', 'media_type'],
  ['wrong-length', 'source_failed'],
  ['gzip', 'merge_failed'],
  ['five-terabytes', 'too_big'],
] as const)('the fault "%s" ends in %s and leaves nothing behind', async ([fault, code]) => {
  const failed = await fetchFailure(engine, withFault(fault))
  expect(failed.code).toBe(code)
  expect(engine.leftovers()).toEqual([])
  expect(children()).toEqual([])
  expect(engine.load().busy).toBe(0)
})

test('the merger sends no cookies after a redirect to another host', async () => {
  origin.pathsWithCookies.length = 0
  await fetchFile(engine, withFault('moved-to-other-host'))
  expect(origin.pathsWithCookies).toContain('/moved-to-other-host/big.mp4')
  expect(origin.pathsWithCookies.filter((one) => one.startsWith('/without-cookie/'))).toEqual([])
})

test('extracts once for links that expire in parallel', async () => {
  const before = engine.extractCalls.length
  await fetchFile(engine, withFault('expiring'))
  const calls = engine.extractCalls.slice(before).map(({ options }) => options.fresh ?? false)
  expect(calls).toEqual([false, true])
})

test('refuses a video of over four hours before any request', async () => {
  const before = origin.requests.length
  seconds = 4 * 3_600 + 1
  const failed = await fetchFailure(engine, withFault('plain'))
  expect(failed.code).toBe('too_big')
  expect(origin.requests.length).toBe(before)
})

test('extracts no third time after refused fresh links', async () => {
  const before = engine.extractCalls.length
  await fetchFailure(engine, withFault('expired'))
  const calls = engine.extractCalls.slice(before).map(({ options }) => options.fresh ?? false)
  expect(calls).toEqual([false, true])
})

test('fails for good on a truncated source', async () => {
  const failed = await fetchFailure(engine, withFault('plain', 'cut-short.mp4'))
  expect(failed.code).toBe('unreadable')
})

test('refuses a new merge as busy only without a free slot', async () => {
  const [one, two, three] = [withFault('slow'), withFault('slow'), withFault('slow')] as const
  expect((await post(engine, one)).status).toBe(200)
  expect((await post(engine, two)).status).toBe(200)
  const busy = await post(engine, three)
  expect([busy.status, await busy.json()]).toEqual([503, expect.objectContaining({ code: 'busy' })])
  await fetch(`${engine.origin}/merges/${mergeId(one.task, 1)}`, { method: 'DELETE' })
  expect((await post(engine, three)).status).toBe(200)
  for (const each of [two, three])
    await fetch(`${engine.origin}/merges/${mergeId(each.task, 1)}`, { method: 'DELETE' })
  expect(engine.load().busy).toBe(0)
  expect(engine.leftovers()).toEqual([])
  expect(children()).toEqual([])
})

test('ends an attempt that nobody reads for its lease', async () => {
  const mergeOrder = withFault('hang')
  await post(engine, mergeOrder)
  await expect.poll(() => engine.leftovers()).toHaveLength(1)
  await expect.poll(() => engine.leftovers()).toEqual([])
  expect((await fetch(`${engine.origin}/merges/${mergeId(mergeOrder.task, 1)}/events`)).status).toBe(404)
  expect(children()).toEqual([])
})

test('keeps an attempt with a reader beyond its lease', async () => {
  const mergeOrder = withFault('hang')
  await post(engine, mergeOrder)
  const lines: unknown[] = []
  const reading = (async () => {
    for await (const line of events(engine, mergeId(mergeOrder.task, 1))) lines.push(line)
  })()
  const outcome = reading.then(
    () => 'clean',
    () => 'broken',
  )
  await sleep(2_500)
  expect(engine.leftovers()).toHaveLength(1)
  await fetch(`${engine.origin}/merges/${mergeId(mergeOrder.task, 1)}`, { method: 'DELETE' })
  expect(await outcome).toBe('broken')
  expect(lines.length).toBeGreaterThan(0)
})

test('responds with 410 to an order for an older attempt', async () => {
  const first = withFault('hang')
  await post(engine, first)
  const second = { ...first, attempt: 2, plan: withFault('plain').plan }
  expect((await post(engine, second)).status).toBe(200)
  expect((await post(engine, first)).status).toBe(410)
  const { file } = await fetchFile(engine, second)
  await expectFaultFree(file, engine, withFault('plain'))
  expect(engine.leftovers()).toEqual([])
})

test('completes the file after a kill of ffmpeg', { timeout: 600_000 }, async () => {
  for (let round = 0; round < (process.env['LONG'] ? 200 : 3); round++) {
    const mergeOrder = withFault('slow')
    const taking = fetchMerge(engine, mergeOrder)
    await sleep(100 + Math.random() * 900)
    for (const pid of children()) process.kill(pid, 'SIGKILL')
    const { last, bytes } = await taking
    // Failure and success are both correct: if the kill comes after the last part of the file, the merge
    // still succeeds.
    if (last.failed) expect(last.failed.code).toBe('merge_failed')
    else expect(bytes.length).toBe(last.size)
    const next = { ...mergeOrder, attempt: 2 }
    const { file } = await fetchFile(engine, next)
    await expectFaultFree(file, engine, withFault('plain'))
    expect(engine.leftovers()).toEqual([])
    rmSync(file)
  }
})

test('reserves enough for a large index in the next attempt', async () => {
  const { plan } = withFault('plain', 'many-frames.mp4')
  expect((await fetchFailure(engine, order(plan))).code).toBe('merge_failed')
  const { file } = await fetchFile(engine, order(plan, { attempt: 2 }))
  expect(packets(file, 'v')).toEqual(packets(media('many-frames.mp4'), 'v'))
})
