import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Rendition } from '#contract/engine/extraction.ts'
import type { MergePlan } from '#contract/engine/merge.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure } from '#contract/failure.ts'
import { config } from '../../../../merger/config.ts'
import { Attempt } from '../../../../merger/merge/attempt.ts'
import {
  openRendition,
  type OpenedRendition,
  type RenditionToOpen,
} from '../../../../merger/merge/sources/open.ts'
import { RunClock } from '../../../../merger/merge/sources/run-clock.ts'
import type { Tools } from '../../../../merger/merge/tools.ts'
import { rendition } from '../../../builders.ts'
import { box, movieHeader, track } from '../../../media/lib/boxes.ts'
import { loopbackAgent } from '../../raw-origin.ts'
import { ref } from '../lib/engine.ts'

/** The file type box at the start of an mp4. */
export const ftyp = box('ftyp', Buffer.from('isom'))
/** Builds an mp4 with its index first. `seconds` is the duration in its movie header. */
export const mp4 = (seconds: number, media = Buffer.alloc(1_000, 7)) =>
  Buffer.concat([ftyp, box('moov', movieHeader(1_000, seconds * 1_000), track()), box('mdat', media)])

/** A rendition whose link leads to the path /v.mp4 of the origin. */
export const video = rendition({ id: 'v', kind: 'video', url: 'http://cdn.test/v.mp4', height: 360 })

/** Returns the plan of an mp4. The first rendition is its video; the second, if given, is its audio. */
export const planOf = (...wanted: Rendition[]): MergePlan => ({
  source_url: 'https://site.example/v',
  video: ref(wanted[0]!),
  audio: wanted[1] ? ref(wanted[1]) : null,
  container: 'mp4',
})
/** Creates an attempt with the given number. Its plan contains only the rendition `video`. */
export const attemptOf = (number = 1) =>
  new Attempt({ v: ENGINE_VERSION, task: 'AbCdEfGhIjKlMnOpQrSt_-', attempt: number, plan: planOf(video) })

/** Reads all bytes of a rendition that `openRendition` has opened. */
export async function read({ feed }: OpenedRendition): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of feed.bytes()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * A response of the origin. If `status` is undefined, the origin sends 206 with the requested range, or 200
 * with the whole body if the request has no range.
 */
export type Answer = {
  status?: number
  headers?: http.OutgoingHttpHeaders
  body?: Buffer | string
  /** The response has no Content-Length; its body ends when the connection is closed. */
  isUntilClose?: boolean
}

/**
 * Gives each test of a file a new attempt, an empty folder and an origin on loopback. The origin receives
 * the requests for all hosts.
 */
export function useOpenRig() {
  const rig = {
    /** The responses of the origin by path. A function gets the number of earlier requests for this path. */
    answers: new Map<string, Answer | ((count: number) => Answer)>(),
    requests: [] as http.IncomingMessage[],
    /** Number of requests that run now, and the highest number so far. */
    running: { now: 0, most: 0 },
    /** Milliseconds before the origin responds. */
    delayMs: 0,
    /** The network exits (proxies or the direct connection) through which links were opened, in order. */
    exits: [] as unknown[],
    folder: '',
    attempt: attemptOf(),
    toolsWith,
    open,
  }
  let dispatcher: ReturnType<typeof loopbackAgent>

  const server = http.createServer((request, response) => {
    const { answers, requests, running, delayMs } = rig
    const chosen = answers.get(request.url ?? '') ?? { status: 404 }
    const count = requests.filter(({ url }) => url === request.url).length
    requests.push(request)
    running.most = Math.max(running.most, ++running.now)
    response.once('close', () => running.now--)
    setTimeout(
      () => respond(request, response, typeof chosen === 'function' ? chosen(count) : chosen),
      delayMs,
    )
  })
  beforeEach(async () => {
    rig.answers.clear()
    rig.requests.length = rig.exits.length = 0
    rig.running = { now: 0, most: 0 }
    rig.delayMs = 0
    rig.folder = mkdtempSync(path.join(tmpdir(), 'open-test-'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    dispatcher = loopbackAgent((server.address() as AddressInfo).port)
    rig.attempt = attemptOf()
  })
  afterEach(async () => {
    rig.attempt.end(new Failure('cancelled'))
    await dispatcher.destroy()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    rmSync(rig.folder, { recursive: true, force: true })
  })

  /**
   * Returns the services and settings of a merge. All connections lead to the origin of the test. `more`
   * replaces or adds services and settings.
   */
  function toolsWith(more: Partial<Tools> = {}): Tools {
    const through = (exit: unknown) => {
      rig.exits.push(exit)
      return { proxy: '', dispatcher }
    }
    const requestLimits = { silenceMs: 1_000, pauseMs: 1 }
    return { config: config({}), egress: { through }, requests: requestLimits, ...more } as unknown as Tools
  }

  /** Calls `openRendition` for `video`, or for the rendition in `wanted`. */
  function open(wanted: Partial<RenditionToOpen>, tools = toolsWith()): Promise<OpenedRendition> {
    const refresh = () => Promise.reject(new Error('no refresh'))
    return openRendition(
      {
        rendition: video,
        refresh,
        clock: new RunClock(null, null),
        pageDuration: null,
        folder: rig.folder,
        ...wanted,
      },
      rig.attempt,
      tools,
    )
  }

  return rig
}

function respond(request: http.IncomingMessage, response: http.ServerResponse, answer: Answer): void {
  const { status, headers, body = '', isUntilClose } = answer
  const bytes = Buffer.from(body)
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  if (status !== undefined || !range) {
    const length = isUntilClose ? { connection: 'close' } : { 'content-length': bytes.length }
    if (isUntilClose) response.useChunkedEncodingByDefault = false
    response.writeHead(status ?? 200, { ...length, ...headers })
    return void response.end(bytes)
  }
  const [start, end] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)]
  const part = bytes.subarray(start, end + 1)
  const contentRange = `bytes ${start}-${end}/${bytes.length}`
  response.writeHead(206, { 'content-range': contentRange, 'content-length': part.length, ...headers })
  response.end(part)
}
