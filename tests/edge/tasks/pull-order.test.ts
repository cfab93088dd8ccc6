import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MergeEvent } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { PART_BYTES } from '#contract/limits.ts'
import type { AttachmentContext } from '../../../edge/tasks/attachment-context.ts'
import { MAX_PULLS, puller } from '../../../edge/tasks/puller.ts'
import type { Attempt, TaskEvent } from '../../../edge/tasks/task.ts'

const attempt: Attempt = { id: 2, merger: 'local:0', upload: 'u', movedAt: 0, lastState: '' }
const stateWith = (parts: number, more: Partial<MergeEvent> = {}): MergeEvent => ({
  from: 0,
  final: parts * PART_BYTES,
  progress: { percent: 1, stage: 'downloading', received: 0, total: null, speed: null, remaining: null },
  ...more,
})

/**
 * A call from the puller to the merger. The test ends the call with `answer`, which takes a function that
 * returns the merger's response.
 */
type Call = { path: string; method: string; signal: AbortSignal; answer: (by: () => Response) => void }
let calls: Call[]
let events: TaskEvent[]
/** The numbers of the parts that the bucket has stored, each with its ETag. */
let stored: Map<number, string>
/** Runs for each part before the bucket stores it. A test replaces this function to delay a part. */
let store: (number: number) => Promise<void>
let stop: AbortController

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  calls = []
  events = []
  stored = new Map()
  store = async () => undefined
  stop = new AbortController()
})
afterEach(() => {
  vi.useRealTimers()
})

function startPulls() {
  const context = {
    name: 'task',
    parts: {
      has: (number: number) => stored.has(number),
      put: (number: number, etag: string) => void stored.set(number, etag),
    },
    tell: (event: TaskEvent) => void events.push(event),
    limits: { attachmentMs: 1e6, storeMs: 40_000, stallMs: 60_000, awayMs: 5_000 },
  } as unknown as AttachmentContext
  const upload = {
    uploadPart: async (number: number, body: ReadableStream) => {
      await body.cancel()
      await store(number)
      return { partNumber: number, etag: `e${number}` }
    },
  } as unknown as R2MultipartUpload
  const client = (path: string, init: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      const signal = init.signal!
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      const answer = (by: () => Response) => {
        try {
          resolve(by())
        } catch (error) {
          reject(error)
        }
      }
      calls.push({ path, method: init.method ?? 'GET', signal, answer })
    })
  return puller(context, attempt, upload, client, stop.signal)
}

const queryOf = ({ path }: Call) => new URLSearchParams(path.split('?')[1])
const rangeOf = (call: Call) => ['start', 'end'].map((name) => Number(queryOf(call).get(name)) / PART_BYTES)
const storedIn = (call: Call) => Number(queryOf(call).get('stored')) / PART_BYTES
/**
 * Returns a function for `call.answer`. The function creates the merger's response. The content-length of
 * this response is the number of bytes that `call` requests.
 */
const bytesFor = (call: Call) => () => {
  const [start, end] = ['start', 'end'].map((name) => Number(queryOf(call).get(name)))
  return new Response('bytes', { headers: { 'content-length': String(end! - start!) } })
}
const settle = () => vi.advanceTimersByTimeAsync(0)
const answerAll = async () => {
  for (let at = 0; at < calls.length; at++) {
    const call = calls[at]!
    call.answer(call.path.includes('/stored') ? () => new Response() : bytesFor(call))
    await settle()
  }
}

test('pulls at most three parts at once, in order', async () => {
  const pulls = startPulls()
  pulls.offer(stateWith(5))
  await settle()
  expect(MAX_PULLS).toBe(3)
  expect(calls.map(rangeOf)).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ])
  calls[1]!.answer(bytesFor(calls[1]!))
  await settle()
  expect(calls.slice(3).map(rangeOf)).toEqual([[3, 4]])
  expect([...stored]).toEqual([[2, 'e2']])
  expect(events).toEqual([{ type: 'part-stored', at: expect.any(Number) }])
})

test('sends the watermark with each request for a part', async () => {
  const pulls = startPulls()
  pulls.offer(stateWith(5))
  await settle()
  calls[0]!.answer(bytesFor(calls[0]!))
  await settle()
  expect(calls.map(storedIn)).toEqual([0, 0, 0, 1])
})

test('reports the watermark by itself when no part is left', async () => {
  const pulls = startPulls()
  pulls.offer(stateWith(2))
  await settle()
  await answerAll()
  const last = calls.at(-1)!
  expect([last.method, storedIn(last)]).toEqual(['POST', 2])
  expect(last.path).toContain('/stored?')
  await pulls.settled()
  expect(pulls.error()).toBe(undefined)
})

test('reports the watermark again at the next event', async () => {
  const pulls = startPulls()
  pulls.offer(stateWith(1))
  await settle()
  calls[0]!.answer(bytesFor(calls[0]!))
  await settle()
  expect(calls).toHaveLength(2)
  calls[1]!.answer(() => {
    throw new Failure('merger_down')
  })
  await settle()
  expect(calls).toHaveLength(2)
  pulls.offer(stateWith(1))
  await settle()
  expect(calls).toHaveLength(3)
  calls[2]!.answer(() => new Response())
  await settle()
  pulls.offer(stateWith(1))
  await settle()
  expect(calls).toHaveLength(3)
  expect(pulls.error()).toBe(undefined)
})

test('aborts a report of the watermark after five seconds', async () => {
  const pulls = startPulls()
  pulls.offer(stateWith(1))
  await settle()
  calls[0]!.answer(bytesFor(calls[0]!))
  await settle()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(calls[1]!.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(calls[1]!.signal.aborted).toBe(true)
  await pulls.settled()
})

test('requests a part again that is not stored in time', async () => {
  let isSlow = true
  store = () => (isSlow ? new Promise(() => undefined) : Promise.resolve())
  const pulls = startPulls()
  pulls.offer(stateWith(1))
  await settle()
  const [first] = calls
  first!.answer(bytesFor(first!))
  await vi.advanceTimersByTimeAsync(39_999)
  expect(first!.signal.aborted).toBe(false)
  isSlow = false
  await vi.advanceTimersByTimeAsync(1)
  expect(first!.signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(200)
  expect(calls.map(rangeOf)).toEqual([
    [0, 1],
    [0, 1],
  ])
  calls[1]!.answer(bytesFor(calls[1]!))
  await settle()
  expect([...stored.keys()]).toEqual([1])
})

test('repeats a request that the merger does not answer', async () => {
  const pulls = startPulls()
  pulls.offer(stateWith(1))
  await vi.advanceTimersByTimeAsync(40_000)
  expect(calls[0]!.signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(200)
  expect(calls).toHaveLength(2)
})

test.each([
  ['has freed the bytes', 'bad_request', 'merge_failed'],
  ['is down', 'merger_down', 'merger_down'],
  ['lacks the attempt', 'not_found', 'not_found'],
] as const)('fails without a retry if the merger %s', async (_, code, expected) => {
  const pulls = startPulls()
  pulls.offer(stateWith(4))
  await settle()
  calls[0]!.answer(() => {
    throw new Failure(code)
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(pulls.error()).toMatchObject({ code: expected })
  // After the first failure no further part is requested, and error() keeps returning this failure.
  expect(calls).toHaveLength(3)
  calls[1]!.answer(() => {
    throw new Failure('internal')
  })
  calls[2]!.answer(bytesFor(calls[2]!))
  await pulls.settled()
  expect(pulls.error()).toMatchObject({ code: expected })
  expect(calls).toHaveLength(3)
})

test('never stores a part of another length', async () => {
  for (const length of [PART_BYTES - 1, PART_BYTES + 1]) {
    calls = []
    const pulls = startPulls()
    pulls.offer(stateWith(1))
    await settle()
    calls[0]!.answer(() => new Response('x', { headers: { 'content-length': String(length) } }))
    await pulls.settled()
    expect(pulls.error()).toMatchObject({ code: 'merge_failed' })
    expect(stored.size).toBe(0)
  }
})

test('starts no request after an abort', async () => {
  const pulls = startPulls()
  pulls.offer(stateWith(4))
  await settle()
  stop.abort(new Error('the attachment ends'))
  await pulls.settled()
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
  pulls.offer(stateWith(4))
  await settle()
  expect(calls).toHaveLength(3)
})

test('waits for all requests before it settles', async () => {
  const pulls = startPulls()
  pulls.offer(stateWith(1))
  await settle()
  let isSettled = false
  void pulls.settled().then(() => (isSettled = true))
  await settle()
  expect(isSettled).toBe(false)
  calls[0]!.answer(bytesFor(calls[0]!))
  await settle()
  expect(isSettled).toBe(false)
  calls[1]!.answer(() => new Response())
  await settle()
  expect(isSettled).toBe(true)
})
