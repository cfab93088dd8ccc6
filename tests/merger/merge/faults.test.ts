import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mergeId, type MergeOrder } from '#contract/engine.ts'
import { media, mediaFolder, packets } from './media.ts'
import {
  events,
  order,
  post,
  ref,
  rendition,
  startEngine,
  take,
  takeFailure,
  takeFile,
  type Engine,
} from './engine.ts'
import { faults, startOrigin, type Origin } from './origin.ts'

let origin: Origin
let engine: Engine
let extractions = 0

const FILES = ['big.mp4', 'video.mp4', 'cut-short.mp4', 'many-frames.mp4']
/** Every fault stands before the same picture; the height makes each of them a format of its own. */
const ways = Object.keys(faults)
const picture = (way: string, file = 'big.mp4') =>
  rendition({
    id: way + file,
    kind: 'video',
    url: origin.url(`${way}/${file}${extractions > 1 ? `?fresh=${extractions}` : ''}`),
    height: ways.indexOf(way) + 100 * FILES.indexOf(file),
    fps: 30,
    vcodec: 'avc1.64001e',
    headers: { Referer: 'https://site.example/' },
    cookies: 'token=1',
  })
const sound = () =>
  rendition({
    id: 'sound',
    kind: 'audio',
    url: origin.url('plain/audio.m4a'),
    container: 'm4a',
    acodec: 'mp4a',
  })
const withFault = (way: string, file?: string): MergeOrder =>
  order({ video: ref(picture(way, file)), audio: ref(sound()), container: 'mp4' })

beforeAll(async () => {
  // A picture whose media are cut off, so that every byte that was announced arrives and yet the file is not whole.
  writeFileSync(path.join(mediaFolder, 'cut-short.mp4'), (await bytesOf('video.mp4')).subarray(0, 700_000))
  origin = await startOrigin(9241)
  engine = await startEngine(
    9242,
    () => {
      extractions++
      const renditions = ways.flatMap((way) => FILES.map((file) => picture(way, file)))
      return { renditions: [...renditions, sound()], duration: 12 }
    },
    { slots: 2, lease: 1_500 },
  )
})
afterEach(() => {
  extractions = 0
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

const bytesOf = async (name: string) => (await import('node:fs/promises')).readFile(media(name))
/** Programs of the engine that still run. */
const children = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
    .toString()
    .split('\n')
    .filter((line) => /^\s*\d+ (ffmpeg|.*fragments\.py)/.test(line))
    .map((line) => Number.parseInt(line, 10))

test.for([
  'drop',
  'hiccup',
  'limited',
  'short-ranges-only',
  'cookie',
  'moved',
  'moved-away',
  'no-ranges',
  'expiring',
])('a source that misbehaves (%s) still gives the whole file', async (way) => {
  const { file } = await takeFile(engine, withFault(way))
  expect(packets(file, 'v')).toEqual(packets(media('big.mp4'), 'v'))
  expect(engine.leftovers()).toEqual([])
})

test('a source that falls silent is asked again', { timeout: 90_000 }, async () => {
  const { file } = await takeFile(engine, withFault('stall'))
  expect(packets(file, 'v')).toEqual(packets(media('big.mp4'), 'v'))
})

test.for([
  ['html', 'media_type'],
  ['html-as-media', 'media_type'],
  ['missing', 'source_failed'],
  ['expired', 'source_failed'],
  ['cut', 'source_failed'],
  ['no-ranges-cut', 'source_failed'],
  ['wrong-length', 'source_failed'],
  ['changed', 'source_failed'],
  ['endless', 'too_big'],
  ['limited-for-long', 'site_limit'],
] as const)('a source that cannot be had (%s) fails as %s and leaves nothing behind', async ([way, code]) => {
  const failed = await takeFailure(engine, withFault(way))
  expect(failed.code).toBe(code)
  expect(engine.leftovers()).toEqual([])
  expect(children()).toEqual([])
  expect(engine.load().busy).toBe(0)
})

test('an expired link is replaced by a fresh one at most three times', async () => {
  const before = engine.told.length
  await takeFailure(engine, withFault('expired'))
  expect(engine.told.length - before).toBe(4)
  expect(engine.told.slice(before).map(({ options }) => options.fresh ?? false)).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('a source that is not whole is never proven', async () => {
  const failed = await takeFailure(engine, withFault('plain', 'cut-short.mp4'))
  expect(failed.code).toBe('merge_failed')
})

test('a full house says busy, and has room again when one has ended', async () => {
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

test('an attempt nobody looks at dies within its lease', async () => {
  const it = withFault('hang')
  await post(engine, it)
  await expect.poll(() => engine.leftovers()).toHaveLength(1)
  await expect.poll(() => engine.leftovers(), { timeout: 5_000 }).toEqual([])
  expect((await fetch(`${engine.origin}/merges/${mergeId(it.task, 1)}/events`)).status).toBe(404)
  expect(children()).toEqual([])
})

test('whoever stays attached keeps it alive, and its end breaks the connection instead of ending it cleanly', async () => {
  const it = withFault('hang')
  await post(engine, it)
  const lines: unknown[] = []
  const reading = (async () => {
    for await (const line of events(engine, mergeId(it.task, 1))) lines.push(line)
  })()
  const outcome = reading.then(
    () => 'clean',
    () => 'broken',
  )
  await sleep(2_500)
  expect(engine.leftovers()).toHaveLength(1)
  await fetch(`${engine.origin}/merges/${mergeId(it.task, 1)}`, { method: 'DELETE' })
  expect(await outcome).toBe('broken')
  expect(lines.length).toBeGreaterThan(0)
})

test('a new attempt ends the one before it, whose late callers are turned away', async () => {
  const first = withFault('hang')
  await post(engine, first)
  const second = { ...first, attempt: 2, plan: withFault('plain').plan }
  const { last } = await take(engine, second)
  expect(last.proof).toBeDefined()
  expect((await post(engine, first)).status).toBe(410)
  await fetch(`${engine.origin}/merges/${mergeId(first.task, 2)}`, { method: 'DELETE' })
  expect(engine.leftovers()).toEqual([])
})

test(
  'ffmpeg killed at any moment: the attempt fails or is whole, and the next one is',
  { timeout: 600_000 },
  async () => {
    const whole = packets(media('big.mp4'), 'v').join()
    for (let round = 0; round < (process.env['LONG'] ? 200 : 3); round++) {
      const it = withFault('slow')
      const taking = take(engine, it)
      await sleep(100 + Math.random() * 900)
      for (const pid of children()) process.kill(pid, 'SIGKILL')
      const { last, bytes } = await taking
      if (last.failed) expect(last.failed.code).toBe('merge_failed')
      else expect(bytes.length).toBe(last.size)
      const next = { ...it, attempt: 2 }
      const { file } = await takeFile(engine, next)
      expect(packets(file, 'v').join()).toBe(whole)
      expect(engine.leftovers()).toEqual([])
      rmSync(file)
    }
  },
)

test('more frames than a source announces do not fit: the attempt fails, and a later one makes room', async () => {
  const { plan } = withFault('plain', 'many-frames.mp4')
  expect((await takeFailure(engine, order(plan))).code).toBe('merge_failed')
  const { file } = await takeFile(engine, order(plan, { attempt: 2 }))
  expect(packets(file, 'v')).toEqual(packets(media('many-frames.mp4'), 'v'))
})
