import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mergeId, type MergeOrder } from '#contract/engine.ts'
import { media, mediaFolder, packets } from './media.ts'
import { events, order, post, ref, startEngine, take, takeFailure, takeFile, type Engine } from './engine.ts'
import { rendition } from '../../builders.ts'
import { expectFaultFree } from './fault-free.ts'
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

test('a run without faults has every packet of its sources', async () => {
  const { file } = await takeFile(engine, withFault('plain'))
  expect(packets(file, 'v')).toEqual(packets(media('big.mp4'), 'v'))
  expect(packets(file, 'a')).toEqual(packets(media('audio.m4a'), 'a'))
})

// In front of each stands its row in the list of faults (section 4 of the notes on security), if it has one.
test.for([
  ['4', 'drop'],
  ['4', 'deaf-to-conditions'],
  ['5', 'short-ranges-only'],
  ['5', 'expiring'],
  ['5', 'expiring-gone'],
  ['8', 'limited'],
  ['8', 'resting'],
  ['8', 'limited-by-date'],
  ['9', 'hiccup'],
  ['9', 'reset'],
  ['10', 'stall'],
  ['-', 'cookie'],
  ['-', 'moved'],
  ['-', 'moved-away'],
  ['-', 'no-ranges'],
] as const)(
  'row %s: a source that misbehaves (%s) still gives the whole file',
  { timeout: 90_000 },
  async ([, way]) => {
    const { file } = await takeFile(engine, withFault(way))
    await expectFaultFree(file, engine, withFault('plain'))
    expect(engine.leftovers()).toEqual([])
    expect(children()).toEqual([])
  },
)

test.for([['7', 'outgrown']] as const)(
  'row %s: a source that ends an attempt (%s) is whole in the next one',
  { timeout: 90_000 },
  async ([, way]) => {
    const it = withFault(way)
    expect((await takeFailure(engine, it)).code).toBe('source_failed')
    const { file } = await takeFile(engine, { ...it, attempt: 2 })
    await expectFaultFree(file, engine, withFault('plain'))
    expect(engine.leftovers()).toEqual([])
    expect(children()).toEqual([])
  },
)

test.for([
  ['4', 'cut', 'source_failed'],
  ['4', 'no-ranges-cut', 'source_failed'],
  ['4', 'changed', 'source_failed'],
  ['5', 'expired', 'source_failed'],
  ['6', 'missing', 'source_failed'],
  ['6', 'withheld', 'geo'],
  ['8', 'limited-for-long', 'site_limit'],
  ['11', 'html', 'media_type'],
  ['11', 'html-as-media', 'media_type'],
  ['11', 'wrong-length', 'source_failed'],
  ['11', 'packed', 'source_failed'],
  ['12', 'endless', 'too_big'],
] as const)(
  'row %s: a source that cannot be had (%s) fails as %s and leaves nothing behind',
  async ([, way, code]) => {
    const failed = await takeFailure(engine, withFault(way))
    expect(failed.code).toBe(code)
    expect(engine.leftovers()).toEqual([])
    expect(children()).toEqual([])
    expect(engine.load().busy).toBe(0)
  },
)

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

test('row 11: a source that is not whole is never proven', async () => {
  const failed = await takeFailure(engine, withFault('plain', 'cut-short.mp4'))
  expect(failed.code).toBe('merge_failed')
})

test('row 31: a full house says busy, and has room again when one has ended', async () => {
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

test('row 25: a new attempt ends the one before it, whose late callers are turned away', async () => {
  const first = withFault('hang')
  await post(engine, first)
  const second = { ...first, attempt: 2, plan: withFault('plain').plan }
  expect((await post(engine, second)).status).toBe(200)
  expect((await post(engine, first)).status).toBe(410)
  const { file } = await takeFile(engine, second)
  await expectFaultFree(file, engine, withFault('plain'))
  expect(engine.leftovers()).toEqual([])
})

test(
  'row 3: ffmpeg killed at any moment: the attempt fails or is whole, and the next one is',
  { timeout: 600_000 },
  async () => {
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
      await expectFaultFree(file, engine, withFault('plain'))
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
