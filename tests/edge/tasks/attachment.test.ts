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
let place: { state: 'granted' | 'waiting' | 'full'; left: number; idle: boolean[]; waits: number[] }
/**
 * Returns the response of a merger to a merge order. A test may replace this function; by default the merger
 * accepts the order.
 */
let onOrder: (merger: string) => Response | Promise<Response>
let exit: string | undefined
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
  task = advance(undefined, { type: 'started', order: { plan, key: '', merger: 'a' }, at: Date.now() })!
  events = []
  file = undefined
  calls = []
  bodies = []
  place = { state: 'granted', left: 0, idle: [], waits: [] }
  exit = undefined
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
      take: async (waitMs: number) => {
        place.waits.push(waitMs)
        return place.state
      },
      leave: async () => {
        place.left++
      },
      setIdle: async (isIdle: boolean) => void place.idle.push(isIdle),
    },
    mergers: () => ['a', 'b'],
    exitAt: async () => exit,
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

test('stores the file with the properties from the merger', async () => {
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
  'sends an order refused with %s to the next merger',
  async (code) => {
    onOrder = (merger) => (merger === 'a' ? refuse(code)() : new Response())
    await run()
    expect(calls.slice(0, 2)).toEqual(['POST a /merges', 'POST b /merges'])
    expect(events[0]).toMatchObject({ type: 'accepted', merger: 'b' })
  },
)

test('counts no attempt while a merger is at capacity', async () => {
  for (const busy of ['a', 'b']) {
    events = []
    onOrder = (merger) => refuse(merger === busy ? 'busy' : 'merger_down')()
    await run()
    expect(events).toEqual([{ type: 'refused', at: expect.any(Number) }])
    expect(task).toMatchObject({ state: { status: 'queued' }, attemptsInRun: 0 })
  }
  expect(place.left).toBe(2)
})

test('loses the attempt and its place if every merger is down', async () => {
  onOrder = refuse('merger_down')
  await run()
  expect(events).toEqual([{ type: 'lost', code: 'merger_down', at: expect.any(Number) }])
  expect(place.left).toBe(1)
})

test('sends no order elsewhere if its refusal applies to all', async () => {
  onOrder = refuse('too_big')
  await run()
  expect(calls).toEqual(['POST a /merges'])
  expect(events).toEqual([{ type: 'lost', code: 'too_big', at: expect.any(Number) }])
  expect(place.left).toBe(1)
})

test('counts a merger as down after a break or two minutes', async () => {
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

test('calls no merger without a place', async () => {
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

test('waits in the queue only when the visitor knows that the task waits', async () => {
  place.state = 'waiting'
  await run()
  await run()
  expect(place.waits).toEqual([0, 20_000])
})

test('names the exit in the order', async () => {
  exit = 'home'
  await run()
  expect(bodies).toMatchObject([{ exit: 'home' }])
})

test('passes on the failure code of a merge', async () => {
  lines = [{ from: 0, final: PART_BYTES, failed: { code: 'drm', detail: 'x' }, progress }]
  await run()
  expect(events.at(-1)).toEqual({ type: 'lost', code: 'drm', at: expect.any(Number) })
  expect(calls).not.toContain('GET a /merges/task.1/bytes')
})

test('continues the attempt after a short event stream', async () => {
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

test('continues the attempt after a broken event stream', async () => {
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

test('ends with "internal" on an unreadable event line', async () => {
  lines = [{ from: 'x' }]
  await run()
  expect(events.at(-1)).toEqual({ type: 'lost', code: 'internal', at: expect.any(Number) })
})

test('does not complete a task by a size without a proof', async () => {
  lines = [{ from: 0, final: SIZE, size: SIZE, progress }]
  await run()
  expect(typesOf().at(-1)).toBe('detached')
  expect(file).toBe(undefined)
})

test('accepts no stored object of another size', async () => {
  onComplete = async () => ({ size: SIZE - 1, etag: 'o' })
  await run()
  expect(events.at(-1)).toMatchObject({ type: 'lost', code: 'internal' })
  expect(file).toBe(undefined)
})

test('accepts an unconfirmed object only in the expected size', async () => {
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

test('tells the queue whether the merge is idle', async () => {
  const waiting = { from: 0, final: 0, progress }
  lines = [{ ...waiting, idle: true }, waiting, ...lines]
  await run()
  expect(place.idle).toEqual([true, false, false])
})

test('is detached, not lost, when the alarm aborts it', async () => {
  const stop = new AbortController()
  onOrder = () => {
    stop.abort(new Error('the alarm ends'))
    return Promise.reject(stop.signal.reason as Error)
  }
  await run(stop.signal)
  expect(typesOf()).toEqual(['detached'])
})

test('stores the remaining parts after an abort by the alarm', async () => {
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

test('continues if the merger is back after four seconds', async () => {
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

test('loses the attempt after five seconds without the merger', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onEvents = refuse('merger_down')
  const running = run()
  await vi.advanceTimersByTimeAsync(4_500)
  expect(typesOf()).toEqual(['accepted', 'opened'])
  await vi.advanceTimersByTimeAsync(500)
  await running
  expect(events.at(-1)).toEqual({ type: 'lost', code: 'merger_down', at: expect.any(Number) })
})

test('loses the attempt of an unreachable part at the stall limit', async () => {
  onBytes = refuse('merger_down')
  await run()
  expect(typesOf()).toEqual(['accepted', 'opened', 'progressed', 'detached'])
  stallMs = 0
  await run()
  expect(events.at(-1)).toMatchObject({ type: 'lost', code: 'merger_down' })
})

test('loses the attempt that the merger has forgotten', async () => {
  onEvents = refuse('not_found')
  await run()
  expect(events.at(-1)).toMatchObject({ type: 'lost', code: 'merger_down' })
})

test('loses an attempt whose event lines show no progress', async () => {
  stallMs = 1_000
  onEvents = (signal) =>
    new Response(
      new ReadableStream({
        start(controller) {
          const line = new TextEncoder().encode(`${JSON.stringify({ from: 0, final: 0, progress })}\n`)
          controller.enqueue(line)
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

test('continues the multipart upload of the first call', async () => {
  lines = [{ from: 0, final: 0, progress }]
  await run()
  expect(typesOf()).toContain('opened')
  events = []
  await run()
  expect(typesOf()).not.toContain('opened')
})
