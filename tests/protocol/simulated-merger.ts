import { mergeOrderSchema, type MergeEvent } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { Backlog } from '../../merger/merge/backlog.ts'
import type { Fate, Schedule } from './schedule.ts'

const TICK_MS = 500
const HEARTBEAT_MS = 5_000

/** Stands for the bytes [start, end) of the file of the merge `id`. The simulation has no real bytes. */
export type Range = { id: string; start: number; end: number }
type Merge = { backlog: Backlog; size: number | null; failed: Failure | null; freed: number }

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const proof = { container: 'mp4', video_codec: 'h264', audio_codec: 'aac', width: 1, height: 1, duration: 1 }

/**
 * Simulates one call over a network. `fate` decides how long the call takes, and whether it is lost or
 * arrives twice. Without a `fate`, the call takes 20 ms and arrives.
 */
export async function deliver<T>(fate: Fate | undefined, work: () => T | Promise<T>): Promise<T> {
  const { ms, request, answer } = fate ?? { ms: 20, request: 'arrives', answer: 'arrives' }
  await sleep(ms / 2)
  if (request === 'lost') throw new Error('the request was lost')
  const value = await work()
  if (request === 'twice') await work()
  await sleep(ms / 2)
  if (answer === 'lost') throw new Error('the answer was lost')
  return value
}

/**
 * Simulates the merger with the merger's real class Backlog. The simulated file grows at the rate
 * `schedule.rate`.
 */
export class SimulatedMerger {
  readonly #schedule: Schedule
  readonly #merges = new Map<string, Merge>()
  #calls = 0
  #connections = 0

  constructor(schedule: Schedule) {
    this.#schedule = schedule
    for (const at of schedule.restarts) setTimeout(() => this.#merges.clear(), at)
  }

  /** Implements MergerClient. Throws a Failure when the merger refuses the call or does not respond. */
  readonly call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const fate = this.#schedule.merger[this.#calls++]
    const answer = deliver(fate, () => this.#answer(path, init)).catch((cause: unknown) => {
      throw Failure.from(cause, 'merger_down')
    })
    return await Promise.race([answer, aborted(init.signal)])
  }

  #answer(path: string, init: RequestInit): Response {
    const url = new URL(path, 'http://merger')
    if (url.pathname === '/merges') return this.#start(init.body as string)
    const [, id = '', action] = /^\/merges\/([^/]+)\/(\w+)$/.exec(url.pathname) ?? []
    const merge = this.#merges.get(id)
    if (!merge) throw new Failure('not_found')
    const number = (name: string) => Number(url.searchParams.get(name))
    if (action === 'events') return this.#events(id, merge, init.signal)
    merge.backlog.acknowledge(number('stored'))
    if (action === 'stored') return new Response()
    return bytes(merge, { id, start: number('start'), end: number('end') })
  }

  #start(body: string): Response {
    const { task, attempt } = mergeOrderSchema.parse(JSON.parse(body))
    const id = `${task}.${attempt}`
    if (!this.#merges.has(id)) {
      const backlog = new Backlog(this.#schedule.from)
      const merge: Merge = { backlog, size: null, failed: null, freed: this.#schedule.from }
      this.#merges.set(id, merge)
      void this.#grow(id, merge)
    }
    return new Response()
  }

  async #grow(id: string, merge: Merge): Promise<void> {
    const { size, rate } = this.#schedule
    while (this.#merges.get(id) === merge && merge.backlog.grown < size) {
      await sleep(TICK_MS)
      try {
        if (!merge.backlog.hasRoom(Date.now())) continue
      } catch (error) {
        merge.failed = error as Failure
        return
      }
      merge.backlog.grown = Math.min(size, merge.backlog.grown + Math.ceil((rate * TICK_MS) / 1_000))
    }
    merge.size = size
  }

  /**
   * Returns an event stream that sends the state of a merge after every change, and every 5 s without a
   * change. `#schedule.cuts` contains, for each event stream in order, the number of lines after which the
   * stream breaks.
   */
  #events(id: string, merge: Merge, signal: AbortSignal | null | undefined): Response {
    const cut = this.#schedule.cuts[this.#connections++] ?? Infinity
    const lines = new ReadableStream<Uint8Array>({
      start: async (stream) => {
        let [last, sentAt, count] = ['', -Infinity, 0]
        const isOpen = () => this.#merges.get(id) === merge && signal?.aborted !== true
        for (; isOpen(); await sleep(TICK_MS)) {
          const state = stateOf(merge)
          const line = `${JSON.stringify(state)}\n`
          if (line === last && Date.now() - sentAt < HEARTBEAT_MS) continue
          if (count++ >= cut) break
          stream.enqueue(new TextEncoder().encode(line))
          ;[last, sentAt] = [line, Date.now()]
          if (state.proof || state.failed) break
        }
        if (!signal?.aborted) stream.close()
        else stream.error(signal.reason)
      },
    })
    return new Response(lines)
  }
}

function stateOf({ backlog, size, failed }: Merge): MergeEvent {
  const { from, grown } = backlog
  const progress = {
    percent: 0,
    stage: 'downloading' as const,
    received: grown,
    total: null,
    speed: null,
    remaining: null,
  }
  if (failed) return { from, final: grown, failed: { code: failed.code, detail: '' }, progress }
  if (size !== null) return { from, final: size, size, combined: size, proof, progress }
  return { from, final: Math.max(from, grown), progress }
}

/**
 * Responds with the requested bytes, like the real merger. Throws `bad_request` if some of these bytes do not
 * exist yet, may still change, or have been freed (removed from the disk after the edge stored them).
 */
function bytes(merge: Merge, range: Range): Response {
  const { backlog, size } = merge
  merge.freed = backlog.stored
  const isFinal =
    size === null ? range.start >= backlog.from && range.end <= backlog.grown : range.end <= size
  const isFreed = range.start < merge.freed && range.end > backlog.from
  if (!isFinal || isFreed) throw new Failure('bad_request')
  const headers = new Headers({ 'content-length': String(range.end - range.start) })
  // The edge calls `body.pipeThrough` and passes the result to the bucket. The result of a real body is a
  // stream of bytes. The result here is `range`, the position of the bytes in the file. The simulated bucket
  // stores this position.
  return { headers, body: { pipeThrough: () => range } } as unknown as Response
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal?.reason as Error)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
  })
}
