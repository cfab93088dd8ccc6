import fs from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { root } from '../../internet/cache.ts'
import { watchLog } from '../../internet/log.ts'
import { startProduct, type Product } from '../../internet/product.ts'
import { attacker, ATTACKS, VICTIM } from '../../internet/soak/attacks.ts'
import { clientOf } from '../../internet/soak/client.ts'
import { watchHealth } from '../../internet/soak/health.ts'
import { heapOfIsolates, WORKER } from '../../internet/soak/isolates.ts'
import { pidsOfPrograms, useOfPrograms } from '../../internet/soak/processes.ts'
import { leftoverProcesses, productPids } from '../lib/leftover-processes.ts'
import { OWN_PORT } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

// Tests the whole product under attack: two visitors submit links of hostile sites while an honest visitor
// uses the product.

/**
 * The product itself waits up to 30 seconds for a site. What a machine that others use needs for ten
 * extractions without attacks comes on top.
 */
let extractMs = 10_000
/** The memory limit of a Worker's isolate at Cloudflare, in MB. */
const ISOLATE_MB = 128
/**
 * The maximum memory in MB that the test allows:
 * - MERGER_MB is for the merger and its child processes together. It is enough for two extractions from
 *   unknown hosts at the same time. Each extraction takes up to 640 MB (merger/ytdlp/memory.py). A merger
 *   container has 6 GiB in production.
 * - WORKERD_MB is for workerd. In this test, workerd also simulates KV, R2 and Durable Objects.
 */
const [MERGER_MB, WORKERD_MB] = [2_048, 1_536]
const SAMPLE_MS = 500

const folder = `${root}/.cache/e2e/hostile-${process.pid}`
let product: Product
/** The processes of the product that other suites share. */
let others: ReadonlySet<number>
let residents: Record<string, number[]>
let since: ReturnType<typeof watchLog>

/**
 * Returns the ids of the processes that run until the test stops the edge and the merger. These are workerd
 * (it runs the edge), the merger and the merger's fork server. The fork server is the yt-dlp process that
 * forks a child for each extraction. While such children run, the list `yt-dlp` also contains their ids.
 */
const lasting = () => {
  const { merger = [], 'yt-dlp': ytdlp = [], workerd = [] } = pidsOfPrograms(others)
  return { merger, 'yt-dlp': ytdlp, workerd }
}

/** Returns the heap of the Worker's isolate in MB; 0 while workerd does not report it. */
const heapOfWorker = async () => (await heapOfIsolates(residents['workerd']![0]!, WORKER))[WORKER] ?? 0

/** Samples the memory use until `signal` is aborted, and returns the maximum of each program in MB. */
async function watchMemory(signal: AbortSignal) {
  const most = { merger: 0, workerd: 0, isolate: 0 }
  while (!signal.aborted) {
    const uses = useOfPrograms(others)
    const mergers = ['merger', 'yt-dlp', 'ffmpeg'].reduce(
      (sum, name) => sum + (uses[name]?.megabytes ?? 0),
      0,
    )
    const heap = await heapOfWorker()
    most.merger = Math.max(most.merger, mergers)
    most.workerd = Math.max(most.workerd, uses['workerd']?.megabytes ?? 0)
    most.isolate = Math.max(most.isolate, heap)
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
  }
  return most
}

let nth = 0
/** Extracts, merges and saves an item that was not requested before. Returns the size of the file. */
async function honestVisit(): Promise<number> {
  const client = clientOf(OWN_PORT, '127.0.0.1', '203.0.113.1')
  const link = `https://www.youtube.com/watch?v=honest${String(nth++).padStart(5, '0')}`
  await client.extract(link, AbortSignal.timeout(extractMs))
  const task = await client.startFirst(link)
  await client.finished(task)
  const bytes = await client.save(task)
  await client.remove(task)
  return bytes
}

describeSealed('honest visitors are served during attacks by hostile sites', () => {
  beforeAll(async () => {
    others = productPids()
    fs.mkdirSync(folder, { recursive: true })
    product = await startProduct({
      state: `${folder}/state`,
      work: `${folder}/work`,
      port: OWN_PORT,
      vars: { RATE_FACTOR: '100000' },
    })
    // When the merger starts, it runs a self-test in a child of the fork server. The child and the fork
    // server are both yt-dlp processes. The test waits until only the fork server is left.
    await vi.waitUntil(() => lasting()['yt-dlp'].length === 1, { timeout: 60_000 })
    residents = lasting()
    // This visit starts the Worker's isolate. The test then waits until workerd reports the heap of the
    // isolate.
    await honestVisit()
    await vi.waitUntil(async () => (await heapOfWorker()) > 0, { timeout: 60_000 })
    const began = performance.now()
    await clientOf(OWN_PORT, '127.0.0.1', '203.0.113.1').extract(
      'https://www.youtube.com/watch?v=calmvisitor',
    )
    extractMs += 10 * Math.ceil(performance.now() - began)
    since = watchLog()
  })
  afterEach(() => {
    const { intrusions, requests } = since()
    expect(intrusions).toEqual([])
    expect(requests.filter(({ host, headers }) => host === VICTIM && 'cookie' in headers)).toEqual([])
  })
  afterAll(async () => {
    await product?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
    expect(leftoverProcesses(others)).toEqual([])
  })

  test.each(ATTACKS)('an honest visitor is served although %s', async (_, link) => {
    const stop = new AbortController()
    const attackers = [1, 2].map((n) => attacker(OWN_PORT, `198.51.100.${n}`, [link], stop.signal))
    const health = watchHealth(product.merger, stop.signal)
    const memory = watchMemory(stop.signal)
    try {
      expect(await honestVisit()).toBeGreaterThan(100_000)
    } finally {
      stop.abort()
    }
    expect((await Promise.all(attackers)).flat(), 'links that showed a local file').toEqual([])
    expect(await health).toMatchObject({ missed: 0 })
    const most = await memory
    expect(most.merger).toBeLessThan(MERGER_MB)
    expect(most.workerd).toBeLessThan(WORKERD_MB)
    expect(most.isolate).toBeGreaterThan(0)
    expect(most.isolate).toBeLessThan(ISOLATE_MB)
    const { merger, workerd } = lasting()
    expect({ merger, workerd }).toEqual({ merger: residents['merger'], workerd: residents['workerd'] })
  })

  test('leaves the same processes and no ffmpeg', async () => {
    await expect.poll(lasting).toEqual(residents)
    await expect.poll(() => pidsOfPrograms()['ffmpeg']).toBeUndefined()
  })
})
