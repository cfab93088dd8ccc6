import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINE_VERSION, mergeOrderSchema } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import type { Config } from '../config.ts'
import type { Egress } from '../egress/egress.ts'
import type { LinkExtractor } from '../fetch/link-extractor.ts'
import { log } from '../log.ts'
import type { Call, Route } from '../http/route.ts'
import { body, json } from '../http/json-body.ts'
import { WorkDir } from '../process/workdir.ts'
import type { Attempt } from './attempt.ts'
import { Attempts } from './attempts.ts'
import type { BacklogLimits } from './backlog.ts'
import { RetryHints } from './retry-hints.ts'

export type MergeDependencies = {
  config: Config
  egress: Egress
  extractor: LinkExtractor
  /** Milliseconds an attempt lives with nobody attached; the lease of the contract when absent. */
  lease?: number | undefined
  /** How far a merge may run ahead of its storage; the product's own limits when absent. */
  backlog?: BacklogLimits | undefined
}

const ID = '([\\w-]{1,128}\\.\\d{1,4})'
/** Lines come at most this often ... */
const LINE_MS = 250
/** ... and at least this often, so that a connection that died unseen is found out. */
const HEARTBEAT_MS = 5_000

/** The calls of the merge engine, their end, and how busy it is. */
export function mergeRoutes({ config, egress, extractor, lease, backlog }: MergeDependencies) {
  const workDir = new WorkDir(config.WORK_DIR)
  const tools = { config, egress, extractor, workDir, retryHints: new RetryHints(), backlog }
  const attempts = new Attempts(tools, lease)
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
      handle: async (call) => tellEvents(find(call), call.response),
    },
    {
      method: 'GET',
      path: new RegExp(`^/merges/${ID}/bytes$`),
      handle: async (call) => sendBytes(find(call), call),
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
    load: () => ({ busy: attempts.slots.busy, slots: attempts.slots.size }),
  }
}

/** The whole state as lines: at once, on change, and for the last time when the attempt has its outcome. */
async function tellEvents(attempt: Attempt, response: ServerResponse): Promise<void> {
  const leave = attempt.attach()
  const left = new AbortController()
  response.once('close', () => {
    leave()
    left.abort()
  })
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
  response.flushHeaders()
  let last = ''
  let toldAt = -Infinity
  while (!left.signal.aborted && !attempt.signal.aborted) {
    const isFinal = attempt.isSettled
    const line = JSON.stringify(attempt.state())
    if (line !== last || performance.now() - toldAt > HEARTBEAT_MS) {
      response.write(`${line}\n`)
      last = line
      toldAt = performance.now()
    }
    if (isFinal) return void response.end()
    const pause = sleep(LINE_MS, undefined, { signal: AbortSignal.any([left.signal, attempt.signal]) })
    await Promise.race([pause.catch(() => undefined), attempt.settled])
  }
  // Ended from elsewhere: a clean end would look like the last line.
  response.destroy()
}

/** Bytes [start, end) with their exact length; what is not final, not there or given back is refused. */
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
    // The reader left, or the attempt was removed under it; the connection is broken either way, and it asks again.
    response.destroy(cause instanceof Error ? cause : undefined)
  } finally {
    leave()
  }
}

/** Raises the attempt's watermark; disk space that cannot be given back is logged and changes nothing else. */
function markStored(attempt: Attempt, stored: number): void {
  attempt.touch()
  attempt.file?.markStored(stored).catch((cause: unknown) => log('punch', { cause: String(cause) }))
}

/** Whole numbers of the query from 0 on, by name. Throws `bad_request`. */
function numbers<Names extends string[]>(url: URL, ...names: Names): { [Name in keyof Names]: number } {
  const texts = names.map((name) => url.searchParams.get(name) ?? '')
  if (!texts.every((text) => /^\d{1,15}$/.test(text))) throw new Failure('bad_request')
  return texts.map(Number) as { [Name in keyof Names]: number }
}

function refuse(response: ServerResponse, status: 409 | 416): void {
  json(response, status, { error: status === 409 ? 'not final yet' : 'not there', code: 'bad_request' })
}
