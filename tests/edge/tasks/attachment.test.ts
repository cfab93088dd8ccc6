import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MergePlan } from '#contract/engine/merge.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { PART_BYTES } from '#contract/limits.ts'
import { attach } from '../../../edge/tasks/attachment.ts'
import type { AttachmentContext, StoredFile } from '../../../edge/tasks/attachment-context.ts'
import { advance } from '../../../edge/tasks/task-machine.ts'
import type { Task, TaskEvent } from '../../../edge/tasks/task.ts'

const plan: MergePlan = { source_url: 'https://media.test/v', video: null, audio: null, container: 'mp4' }
const proof = { container: 'mp4', video_codec: 'h264', audio_codec: 'aac', width: 1, height: 1, duration: 1 }
const progress = {
  percent: 1,
  stage: 'downloading',
  received: 0,
  total: null,
  speed: null,
  remaining: null,
}
const SIZE = 10

let task: Task
let events: TaskEvent[]
let file: StoredFile | undefined
/**
 * The calls that `attach` makes to the mergers, oldest first. Each entry contains method, merger and path,
 * for example "POST a /merges".
 */
let calls: string[]
let bodies: unknown[]
let place: { state: 'granted' | 'waiting' | 'full'; left: number }
/**
 * Returns the response of a merger to a merge order. A test may replace this function; by default the merger
 * accepts the order.
 */
let onOrder: (merger: string) => Response | Promise<Response>
/** The lines of the event stream that the merger sends. */
let lines: unknown[]
/** Returns a merger's response to a request for events. By default, it contains the events in `lines`. */
let onEvents: (signal: AbortSignal | null | undefined) => Response | Promise<Response>
/** Returns a merger's response to a request for a part of `length` bytes. */
let onBytes: (length: number) => Response
/** The time in milliseconds after which an attempt without progress counts as failed. */
let stallMs: number
let head: { size: number; etag: string } | null
let onComplete: () => Promise<unknown>
/** Called when the bucket receives a part. */
let onPart: (number: number) => void
/** The parts that the bucket has stored, with their ETags, by part number. */
let parts: Map<number, string>

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  task = advance(undefined, { type: 'started', plan, key: '', merger: 'a', at: Date.now() })!
  events = []
  file = undefined
  calls = []
  bodies = []
  place = { state: 'granted', left: 0 }
  onOrder = () => new Response()
  lines = [{ from: 0, final: SIZE, size: SIZE, combined: 12, proof, progress }]
  onEvents = () => new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  onBytes = (length) => new Response('bytes', { headers: { 'content-length': String(length) } })
  stallMs = 60_000
  head = null
  onComplete = async () => ({ size: SIZE, etag: 'o' })
  onPart = () => undefined
  parts = new Map()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function run(signal = new AbortController().signal): Promise<void> {
  const upload = {
    key: 'task/1.1',
    uploadId: 'u',
    uploadPart: async (number: number, body: ReadableStream) => {
      await body.cancel()
      onPart(number)
      return { partNumber: number, etag: `e${number}` }
    },
    complete: () => onComplete(),
  }
  const context = {
    name: 'task',
    task: () => task,
    tell: (event: TaskEvent) => {
      events.push(event)
      task = advance(task, event)
    },
    stored: (given: StoredFile) => {
      file = given
    },
    parts: {
      has: (number: number) => parts.has(number),
      put: (number: number, etag: string) => void parts.set(number, etag),
      all: () => [...parts].map(([partNumber, etag]) => ({ partNumber, etag })),
    },
    place: {
      take: async () => place.state,
      leave: async () => {
        place.left++
      },
    },
    mergers: () => ['a', 'b'],
    clientOf: (merger: string) => async (path: string, init: RequestInit) => {
      const [name] = path.split('?')
      calls.push(`${init.method ?? 'GET'} ${merger} ${name}`)
      if (path === '/merges') {
        bodies.push(JSON.parse(init.body as string))
        return await onOrder(merger)
      }
      if (path.endsWith('/events')) return await onEvents(init.signal)
      const { searchParams } = new URL(path, 'http://merger')
      return onBytes(Number(searchParams.get('end')) - Number(searchParams.get('start')))
    },
    files: {
      createMultipartUpload: async () => upload,
      resumeMultipartUpload: () => upload,
      head: async () => head,
    },
    limits: { attachmentMs: 1e6, storeMs: 40_000, stallMs, awayMs: 5_000 },
  } as unknown as AttachmentContext
  await attach(context, signal)
}
const refuse = (code: FailureCode) => () => {
  throw new Failure(code)
}
const typesOf = () => events.map(({ type }) => type)

test('attach() sends a merge order to the first merger and stores the file with the properties that the merger reports', async () => {
  await run()
  expect(bodies).toEqual([{ v: ENGINE_VERSION, task: 'task', attempt: 1, plan }])
  expect(calls).toEqual([
    'POST a /merges',
    'GET a /merges/task.1/events',
    'GET a /merges/task.1/bytes',
    'POST a /merges/task.1/stored',
  ])
  expect(typesOf()).toEqual(['accepted', 'opened', 'progressed', 'part-stored'])
  expect(file).toEqual({ size: SIZE, etag: 'o', proof, combined: 12 })
  expect(place.left).toBe(0)
})

test.each(['busy', 'merger_down'] as const)(
  'if a merger refuses a merge order with %s, the order is sent to the next merger',
  async (code) => {
    onOrder = (merger) => (merger === 'a' ? refuse(code)() : new Response())
    await run()
    expect(calls.slice(0, 2)).toEqual(['POST a /merges', 'POST b /merges'])
    expect(events[0]).toMatchObject({ type: 'accepted', merger: 'b' })
  },
)

test('if no merger accepts a merge order and at least one merger is at capacity, the order does not count as an attempt', async () => {
  for (const busy of ['a', 'b']) {
    events = []
    onOrder = (merger) => refuse(merger === busy ? 'busy' : 'merger_down')()
    await run()
    expect(events).toEqual([{ type: 'refused', at: expect.any(Number) }])
    expect(task).toMatchObject({ status: 'queued', attemptsInRun: 0 })
  }
  expect(place.left).toBe(2)
})

test('if every merger is down, the task gets the event "lost" (merger_down) and gives back its place (the right to run)', async () => {
  onOrder = refuse('merger_down')
  await run()
  expect(events).toEqual([{ type: 'lost', code: 'merger_down', at: expect.any(Number) }])
  expect(place.left).toBe(1)
})

test('if a merger refuses a merge order for a reason that applies to every merger, the order is not sent to the next merger', async () => {
  onOrder = refuse('too_big')
  await run()
  expect(calls).toEqual(['POST a /merges'])
  expect(events).toEqual([{ type: 'lost', code: 'too_big', at: expect.any(Number) }])
  expect(place.left).toBe(1)
})

test('a merger counts as down if its connection breaks, or if it does not respond within two minutes', async () => {
  onOrder = () => Promise.reject(new TypeError('connection refused'))
  await run()
  expect(events).toEqual([{ type: 'lost', code: 'merger_down', at: expect.any(Number) }])
  expect(calls).toHaveLength(2)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onOrder = (merger) => (merger === 'a' ? new Promise(() => undefined) : new Response())
  events = []
  const running = run()
  await vi.advanceTimersByTimeAsync(119_999)
  expect(events).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await running
  expect(events[0]).toMatchObject({ type: 'accepted', merger: 'b' })
})

test('a task without a place (the right to run) calls no merger; if the queue for places is full, it fails with "busy"', async () => {
  place.state = 'waiting'
  await run()
  expect(events).toEqual([{ type: 'refused', at: expect.any(Number) }])
  place.state = 'full'
  events = []
  await run()
  expect(events).toEqual([{ type: 'refused', code: 'busy', at: expect.any(Number) }])
  expect(calls).toEqual([])
  expect(place.left).toBe(0)
})

test('if a merge fails, the task receives the event "lost" with the failure code of the merge', async () => {
  lines = [{ from: 0, final: PART_BYTES, failed: { code: 'drm', detail: 'x' }, progress }]
  await run()
  expect(events.at(-1)).toEqual({ type: 'lost', code: 'drm', at: expect.any(Number) })
  expect(calls).not.toContain('GET a /merges/task.1/bytes')
})

test('if the event stream of a merger ends early, the next call of attach() continues the same attempt', async () => {
  const whole = lines
  lines = [{ from: 0, final: 0, progress }]
  await run()
  expect(typesOf()).toEqual(['accepted', 'opened', 'progressed', 'detached'])
  lines = whole
  calls = []
  await run()
  expect(calls[0]).toBe('GET a /merges/task.1/events')
  expect(file).toMatchObject({ size: SIZE })
})

test('if the event stream of a merger breaks with an error, the next call of attach() continues the same attempt', async () => {
  const intact = onEvents
  onEvents = () => {
    const line = new TextEncoder().encode(`${JSON.stringify({ from: 0, final: 0, progress })}\n`)
    let isSent = false
    const body = new ReadableStream({
      pull(controller) {
        if (isSent) controller.error(new Error('Network connection lost.'))
        else controller.enqueue(line)
        isSent = true
      },
    })
    return new Response(body)
  }
  await run()
  expect(typesOf()).toEqual(['accepted', 'opened', 'progressed', 'detached'])
  onEvents = intact
  calls = []
  await run()
  expect(calls[0]).toBe('GET a /merges/task.1/events')
  expect(file).toMatchObject({ size: SIZE })
})

test('an event line that the edge cannot read ends the attempt with the code "internal"', async () => {
  lines = [{ from: 'x' }]
  await run()
  expect(events.at(-1)).toEqual({ type: 'lost', code: 'internal', at: expect.any(Number) })
})

test('an event line with the file size but without a proof (the verified file properties) does not complete the task', async () => {
  lines = [{ from: 0, final: SIZE, size: SIZE, progress }]
  await run()
  expect(typesOf().at(-1)).toBe('detached')
  expect(file).toBe(undefined)
})

test('a task does not accept a stored object as its file if the merger reported a different size', async () => {
  onComplete = async () => ({ size: SIZE - 1, etag: 'o' })
  await run()
  expect(events.at(-1)).toMatchObject({ type: 'lost', code: 'internal' })
  expect(file).toBe(undefined)
})

test("if the bucket's response to complete() is lost, the stored object becomes the file only if it has the expected size", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onComplete = () => Promise.reject(new Error('the answer was lost'))
  head = { size: SIZE, etag: 'h' }
  let running = run()
  await vi.advanceTimersByTimeAsync(5_000)
  await running
  expect(file).toMatchObject({ size: SIZE, etag: 'h' })
  file = undefined
  head = { size: SIZE + 1, etag: 'h' }
  running = run()
  await vi.advanceTimersByTimeAsync(5_000)
  await running
  expect(file).toBe(undefined)
  expect(events.at(-1)).toMatchObject({ type: 'lost', code: 'internal' })
})

test('if the alarm aborts attach(), the task gets the event "detached" and not the event "lost"', async () => {
  const stop = new AbortController()
  onOrder = () => {
    stop.abort(new Error('the alarm ends'))
    return Promise.reject(stop.signal.reason as Error)
  }
  await run(stop.signal)
  expect(typesOf()).toEqual(['detached'])
})

test('if the alarm aborts attach(), the next call of attach() stores the remaining parts and completes the upload', async () => {
  const stop = new AbortController()
  const size = 5 * PART_BYTES
  lines = [{ from: 0, final: size, size, proof, progress }]
  let completed = 0
  onComplete = async () => {
    completed++
    return { size, etag: 'o' }
  }
  onPart = () => stop.abort(new Error('the alarm ends'))
  await run(stop.signal)
  expect(parts.size).toBeLessThan(5)
  expect([completed, typesOf().at(-1)]).toEqual([0, 'detached'])
  await run()
  expect([completed, parts.size]).toEqual([1, 5])
  expect(file).toMatchObject({ size })
})

test('if the merger can be reached again after four seconds, attach() continues the attempt', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const up = Date.now() + 4_000
  const intact = onEvents
  onEvents = (signal) => (Date.now() < up ? refuse('merger_down')() : intact(signal))
  const running = run()
  await vi.advanceTimersByTimeAsync(10_000)
  await running
  expect(typesOf()).toEqual(['accepted', 'opened', 'progressed', 'part-stored'])
  expect(file).toMatchObject({ size: SIZE })
})

test('if the merger cannot be reached for five seconds, the task gets the event "lost" with the code "merger_down"', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onEvents = refuse('merger_down')
  const running = run()
  await vi.advanceTimersByTimeAsync(4_500)
  expect(typesOf()).toEqual(['accepted', 'opened'])
  await vi.advanceTimersByTimeAsync(500)
  await running
  expect(events.at(-1)).toEqual({ type: 'lost', code: 'merger_down', at: expect.any(Number) })
})

test('if a request for a part does not reach the merger, the task gets the event "lost" only after the stall limit', async () => {
  onBytes = refuse('merger_down')
  await run()
  expect(typesOf()).toEqual(['accepted', 'opened', 'progressed', 'detached'])
  stallMs = 0
  await run()
  expect(events.at(-1)).toMatchObject({ type: 'lost', code: 'merger_down' })
})

test('if the merger no longer knows the attempt (not_found), the task gets the event "lost" with the code "merger_down"', async () => {
  onEvents = refuse('not_found')
  await run()
  expect(events.at(-1)).toMatchObject({ type: 'lost', code: 'merger_down' })
})

test('if the merger only sends event lines without progress, the task gets the event "lost" with the code "internal"', async () => {
  stallMs = 50
  onEvents = (signal) =>
    new Response(
      new ReadableStream({
        start(controller) {
          const line = new TextEncoder().encode(`${JSON.stringify({ from: 0, final: 0, progress })}\n`)
          const timer = setInterval(() => controller.enqueue(line), 5)
          signal?.addEventListener('abort', () => {
            clearInterval(timer)
            controller.error(signal.reason)
          })
        },
      }),
    )
  await run()
  expect(typesOf().slice(0, 3)).toEqual(['accepted', 'opened', 'progressed'])
  expect(events.at(-1)).toMatchObject({ type: 'lost', code: 'internal' })
})

test('the second call of attach() for an attempt continues the multipart upload of the first call', async () => {
  lines = [{ from: 0, final: 0, progress }]
  await run()
  expect(typesOf()).toContain('opened')
  events = []
  await run()
  expect(typesOf()).not.toContain('opened')
})
