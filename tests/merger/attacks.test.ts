import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { extractLineSchema } from '#contract/engine/extraction.ts'
import { mergeEventSchema, type MergeEvent } from '#contract/engine/merge.ts'
import { describeSealed } from '../sealed.ts'
import { spawnMerger, type SpawnedMerger } from './merge/lib/product.ts'
import { processesUnder } from './rig.ts'

const PORT = 9_391
const ORIGIN = `http://127.0.0.1:${PORT}`
/**
 * Maximum memory of the merger and its children in bytes, as proportional set size (PSS). A container has 6
 * GiB.
 */
const MAX_BYTES = 1.5 * 1024 ** 3
const post = (call: string, body: object, signal?: AbortSignal) =>
  fetch(ORIGIN + call, { method: 'POST', body: JSON.stringify(body), ...(signal && { signal }) })

/** Extracts a link and returns the last line of the response. */
async function extract(url: string, signal?: AbortSignal) {
  const answer = await post('/extract', { v: 1, url }, signal)
  const lines = (await answer.text()).trim().split('\n')
  return extractLineSchema.parse(JSON.parse(lines.at(-1) ?? ''))
}

/**
 * Returns the plan of a merge that makes an MP4 file. The video and the audio both come from the only stream
 * ("rendition") of the link `url`.
 * @param container the file format of this stream, for example `mp4`
 */
const planOf = (url: string, container: string) => {
  const file = { id: '0', kind: 'both', height: null, container, codec: null, language: null }
  return { source_url: url, video: file, audio: file, container: 'mp4' }
}

let tasks = 0
/**
 * Makes an MP3 as an honest visitor: extracts a link, orders the merge, and returns the last event line of
 * the merge, which contains the outcome.
 */
async function merge(url: string): Promise<MergeEvent> {
  const found = await extract(url)
  if (found.state !== 'done') throw new Error(JSON.stringify(found))
  const { id, kind, height, container, language } = found.extraction.renditions[0]!
  const audio = { id, kind, height, container, language, codec: null }
  const task = `honest-${tasks++}`
  const plan = { source_url: url, video: null, audio, container: 'mp3', kbps: 128 }
  const started = await post('/merges', { v: 1, task, attempt: 1, plan })
  if (!started.ok) throw new Error(`the merge answered ${started.status}`)
  for (;;) {
    const answer = await fetch(`${ORIGIN}/merges/${task}.1/events`)
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    const { value = '' } = await reader.read()
    await reader.cancel()
    const event = mergeEventSchema.parse(JSON.parse(value.split('\n')[0] ?? ''))
    if (event.proof || event.failed) {
      await fetch(`${ORIGIN}/merges/${task}.1`, { method: 'DELETE' })
      return event
    }
    await sleep(100)
  }
}

/** Returns the proportional set size (PSS) of processes in bytes. A process that has ended counts as 0. */
const memoryOf = (pids: number[]) =>
  pids
    .map((pid) => {
      try {
        return Number(/^Pss: +(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024
      } catch {
        return 0
      }
    })
    .reduce((sum, one) => sum + one, 0)

describeSealed('a merger serves honest visitors during attacks', () => {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'attacks-'))
  let merger: SpawnedMerger
  let residents: number[]
  beforeAll(async () => {
    merger = await spawnMerger(PORT, work)
    // Waits for the end of the yt-dlp self-test. After the self-test, only the merger and its fork server are
    // running.
    await vi.waitUntil(() => processesUnder(merger.child.pid!).length === 1, { timeout: 60_000 })
    residents = [merger.child.pid!, ...processesUnder(merger.child.pid!)]
  })
  afterAll(async () => {
    merger.child.kill('SIGKILL')
    fs.rmSync(work, { recursive: true, force: true })
  })

  // Two clients send the attacking links at the same time. Each client has at most one merge at a time, so
  // two of the merger's four merge slots stay free for honest visitors. In production, the edge shares out
  // the slots fairly among the visitors (edge/places/fair-places.ts).
  const ATTACKS = [
    ['a site answers with status 099', 'http://attack.example/status-099'],
    ['a site answers with status 000', 'http://attack.example/status-000'],
    ['a manifest is endlessly long', 'http://attack.example/infinite.mpd'],
    ['a playlist repeats an unfinished key', 'http://attack.example/keys.m3u8'],
    ['a manifest repeats its first tag', 'http://attack.example/manifests.mpd'],
    ['a page has a million attributes', 'http://attack.example/attributes'],
    ['a page arrives byte by byte', 'http://attack.example/trickle'],
    ['a page never ends', 'https://endless.example/'],
    ['a site never answers', 'https://silent.example/'],
    ['a file has two million empty boxes', 'http://attack.example/boxes.mp4'],
  ] as const
  test.each(ATTACKS)('an honest visitor gets an MP3 while %s', async (_, link) => {
    await serveDuringAttack([link], 2)
  })

  test.runIf(process.env['LONG'])(
    'serves honest visitors for half an hour of paired attacks',
    async () => {
      const rest = await serveDuringAttack(
        ATTACKS.map(([, link]) => link),
        1_800,
      )
      // `rest` is the memory of the merger and its fork server over time, without that of other child
      // processes. A memory leak would make the last third of the values larger than the middle third.
      const third = Math.floor(rest.length / 3)
      const plateau = Math.max(...rest.slice(third, 2 * third))
      expect(Math.max(...rest.slice(2 * third))).toBeLessThan(1.1 * plateau)
    },
    2_400_000,
  )

  /**
   * For the given number of seconds, imitates an honest visitor who orders one MP3 after another, while two
   * clients send the attacking links in turn. Returns the memory of the merger and its fork server over time,
   * in bytes.
   */
  async function serveDuringAttack(links: readonly string[], seconds: number): Promise<number[]> {
    const rest: number[] = []
    const stop = new AbortController()
    const attacks = Array.from({ length: 2 }, async (_, n) => {
      for (let round = 0; !stop.signal.aborted; round++) {
        // Each request has a different query, so that the merger never returns a remembered extraction.
        const url = `${links[(2 * round + n) % links.length]}?${n}-${round}`
        // The merger may refuse the link, so errors of `extract` and `post` are ignored.
        await extract(url, stop.signal).catch(() => undefined)
        await post(
          '/merges',
          { v: 1, task: `attack-${n}`, attempt: 1, plan: planOf(url, 'mp4') },
          stop.signal,
        )
          .then((answer) => answer.body?.cancel())
          .catch(() => undefined)
        await sleep(200, undefined, { signal: stop.signal }).catch(() => undefined)
        await fetch(`${ORIGIN}/merges/attack-${n}.1`, { method: 'DELETE' })
      }
    })
    const seen = { memory: 0, slowestHealthMs: 0, honest: 0 }
    const watch = async () => {
      while (!stop.signal.aborted) {
        const asked = performance.now()
        const health = await fetch(`${ORIGIN}/healthz`)
        expect(health.status).toBe(200)
        await health.body?.cancel()
        seen.slowestHealthMs = Math.max(seen.slowestHealthMs, Math.round(performance.now() - asked))
        seen.memory = Math.max(seen.memory, memoryOf([...residents, ...processesUnder(merger.child.pid!)]))
        rest.push(memoryOf(residents))
        await sleep(100)
      }
    }
    const watching = watch()
    try {
      const until = performance.now() + seconds * 1_000
      do {
        const done = await merge(`https://cdn.example/audio.m4a?${tasks}`)
        expect(done).toMatchObject({ proof: { container: 'mp3' } })
        seen.honest++
      } while (performance.now() < until)
    } finally {
      stop.abort()
      await Promise.all([...attacks, watching])
    }
    console.log(JSON.stringify({ links, ...seen, memory: `${Math.round(seen.memory / 1e6)} MB` }))
    expect(seen.memory).toBeLessThan(MAX_BYTES)
    await expect
      .poll(() => [merger.child.pid!, ...processesUnder(merger.child.pid!)], { timeout: 60_000 })
      .toEqual(residents)
    await expect.poll(() => merger.folders(), { timeout: 20_000 }).toEqual([])
    return rest
  }
})
