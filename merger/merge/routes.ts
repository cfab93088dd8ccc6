import { open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { mergeOrderSchema } from '#contract/engine/merge.ts'
import { NO_COPY } from '#contract/engine/watch.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure } from '#contract/failure.ts'
import { log } from '../log.ts'
import type { Call, Route } from '../http/route.ts'
import { body, json } from '../http/json-body.ts'
import { WorkDir } from '../process/workdir.ts'
import type { Attempt } from './attempt.ts'
import { Attempts, type AttemptLimits } from './attempts.ts'
import { RetryHints } from './retry-hints.ts'
import type { Tools } from './tools.ts'

export type MergeDependencies = Omit<Tools, 'workDir' | 'retryHints'> & { limits?: AttemptLimits | undefined }

const ID = '([\\w-]{1,128}\\.\\d{1,4})'
const LINE_MS = 250
/** A write to a dead connection fails, which shows the merger that the client has disconnected. */
const HEARTBEAT_MS = 5_000

export function mergeRoutes({ limits, ...given }: MergeDependencies) {
  const workDir = new WorkDir(given.config.WORK_DIR)
  const attempts = new Attempts({ ...given, workDir, retryHints: new RetryHints() }, limits)
  const find = (call: Call) => attempts.find(call.match[1] ?? '')
  const routes: Route[] = [
    {
      method: 'POST',
      path: /^\/merges$/,
      handle: async ({ request, response }) => {
        const order = await body(request, mergeOrderSchema)
        const { kbps } = order.plan
        if (order.v !== ENGINE_VERSION || (kbps !== undefined && (kbps < 32 || kbps > 320)))
          throw new Failure('bad_request')
        attempts.start(order)
        json(response, 200, { ok: true })
      },
    },
    {
      method: 'GET',
      path: new RegExp(`^/merges/${ID}/events$`),
      handle: async (call) => sendEvents(find(call), call.response),
    },
    {
      method: 'GET',
      path: new RegExp(`^/merges/${ID}/bytes$`),
      handle: async (call) => sendBytes(find(call), call),
    },
    {
      method: 'GET',
      path: new RegExp(`^/merges/${ID}/watch$`),
      handle: async (call) => sendWatchList(find(call), call.response),
    },
    {
      method: 'GET',
      path: new RegExp(`^/merges/${ID}/watch/bytes$`),
      handle: async (call) => sendWatchBytes(find(call), call),
    },
    {
      method: 'POST',
      path: new RegExp(`^/merges/${ID}/stored$`),
      handle: async (call) => {
        const [stored] = numbers(call.url, 'stored')
        markStored(find(call), stored)
        json(call.response, 200, { ok: true })
      },
    },
    {
      method: 'DELETE',
      path: new RegExp(`^/merges/${ID}$`),
      handle: async ({ response, match }) => {
        await attempts.remove(match[1] ?? '')
        json(response, 200, { ok: true })
      },
    },
  ]
  return {
    routes,
    close: () => attempts.close(),
    refuseNew: () => attempts.slots.close(),
    held: () => attempts.held,
    load: () => ({ busy: attempts.slots.busy, slots: attempts.slots.size }),
  }
}

async function sendEvents(attempt: Attempt, response: ServerResponse): Promise<void> {
  const leave = attempt.attach()
  const left = new AbortController()
  response.once('close', () => {
    leave()
    left.abort()
  })
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
  response.flushHeaders()
  let last = ''
  let sentAt = -Infinity
  while (!left.signal.aborted && !attempt.signal.aborted) {
    const isFinal = attempt.isSettled
    const line = JSON.stringify(attempt.state())
    if (line !== last || performance.now() - sentAt > HEARTBEAT_MS) {
      response.write(`${line}\n`)
      last = line
      sentAt = performance.now()
    }
    if (isFinal) return void response.end()
    const pause = sleep(LINE_MS, undefined, { signal: AbortSignal.any([left.signal, attempt.signal]) })
    await Promise.race([pause.catch(() => undefined), attempt.settled])
  }
  // The broken connection tells the client that it has not received the outcome.
  response.destroy()
}

async function sendBytes(attempt: Attempt, { url, response }: Call): Promise<void> {
  const [start, end, stored] = numbers(url, 'start', 'end', 'stored')
  if (start >= end) throw new Failure('bad_request')
  const { file, size } = attempt
  if (!file) return refuse(response, 409)
  markStored(attempt, stored)
  if (size === null && (start < file.from || end > file.grown)) return refuse(response, 409)
  if (size !== null && end > size) return refuse(response, 416)
  if (start < file.freed && end > file.from) return refuse(response, 416)
  const leave = attempt.attach()
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': end - start,
    'cache-control': 'no-store',
  })
  try {
    await pipeline(file.read(start, end), response)
  } catch (cause) {
    // The client sees the broken connection and requests the bytes again.
    response.destroy(cause instanceof Error ? cause : undefined)
  } finally {
    leave()
  }
}

/** A first fragment comes within this time, unless the source is slow. */
const FIRST_FRAGMENT_MS = 4_000
const DECISION_MS = 25

async function sendWatchList(attempt: Attempt, response: ServerResponse): Promise<void> {
  const until = performance.now() + FIRST_FRAGMENT_MS
  while (attempt.watch === undefined && !attempt.isSettled && performance.now() < until)
    await sleep(DECISION_MS)
  const list = await attempt.watch?.list(until - performance.now())
  // Another attempt may follow, which has another copy.
  if (attempt.isSettled && attempt.size === null) throw new Failure('not_found')
  json(response, 200, list ?? { ...NO_COPY, is_over: attempt.watch === null })
}

async function sendWatchBytes({ watch, watchers }: Attempt, { url, response }: Call): Promise<void> {
  const [start, end] = numbers(url, 'start', 'end')
  if (!watch?.has(start, end)) throw new Failure('not_found')
  const leave = watchers.take()
  if (!leave) throw new Failure('busy', { cause: 'watchers' })
  response.once('close', leave)
  const file = await open(watch.path).catch((cause: unknown) => {
    throw new Failure('not_found', { cause })
  })
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': end - start,
    'cache-control': 'no-store',
  })
  await pipeline(file.createReadStream({ start, end: end - 1 }), response).catch((cause: unknown) => {
    response.destroy(cause instanceof Error ? cause : undefined)
  })
}

function markStored(attempt: Attempt, stored: number): void {
  attempt.touch()
  attempt.file?.markStored(stored).catch((cause: unknown) => log('punch', { cause: String(cause) }))
}

function numbers<Names extends string[]>(url: URL, ...names: Names): { [Name in keyof Names]: number } {
  const texts = names.map((name) => url.searchParams.get(name) ?? '')
  if (!texts.every((text) => /^\d{1,15}$/.test(text))) throw new Failure('bad_request')
  return texts.map(Number) as { [Name in keyof Names]: number }
}

function refuse(response: ServerResponse, status: 409 | 416): void {
  json(response, status, { error: status === 409 ? 'not final yet' : 'not available', code: 'bad_request' })
}
