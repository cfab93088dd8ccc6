import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Extraction, Rendition } from '#contract/engine/extraction.ts'
import {
  bytesPath,
  mergeEventSchema,
  mergeId,
  type MergeEvent,
  type MergeOrder,
  type MergePlan,
  type RenditionRef,
} from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { PART_BYTES } from '#contract/limits.ts'
import { nothingKnown } from '../../../builders.ts'
import { python } from '../../../python.ts'
import { agentOf } from '../../../../merger/egress/agent.ts'
import { noExits } from '#contract/exits.ts'
import { OwnHosts } from '../../../../merger/egress/own-hosts.ts'
import { Exits } from '../../../../merger/egress/exits.ts'
import { config } from '../../../../merger/config.ts'
import type { ExtractOptions } from '../../../../merger/fetch/link-extractor.ts'
import { mergeRoutes, type MergeDependencies } from '../../../../merger/merge/routes.ts'

/** Returns the fields that identify a rendition in a plan. */
export function ref(of: Rendition): RenditionRef {
  const { id, kind, height, container, language } = of
  return { id, kind, height, container, language, codec: kind === 'audio' ? of.acodec : of.vcodec }
}

type FakeExtraction = Partial<Extraction> & { renditions: Rendition[] }
type ExtractCall = { url: string; options: ExtractOptions }

/**
 * Starts the merge engine on the given port. `extract` replaces the real extraction. The engine connects
 * without the egress guard, because the origins of the tests listen on loopback.
 */
export async function startEngine(
  port: number,
  extract: (call: ExtractCall) => FakeExtraction,
  settings: { slots?: number } & Pick<
    MergeDependencies,
    'limits' | 'backlog' | 'leastRate' | 'requests' | 'workDeadline'
  > = {},
) {
  const workDir = mkdtempSync(path.join(tmpdir(), 'merge-test-'))
  const dispatcher = agentOf()
  const extractCalls: ExtractCall[] = []
  const extractor = {
    async extract(url: string, options: ExtractOptions = {}): Promise<Extraction> {
      extractCalls.push({ url, options })
      return {
        ...nothingKnown,
        boot: 'b',
        source_url: url,
        extractor: 'test',
        title: 'A test',
        ...extract({ url, options }),
      }
    },
    close: async () => undefined,
  } as unknown as MergeDependencies['extractor']
  const merges = mergeRoutes({
    config: config({ WORK_DIR: workDir, PYTHON: python, MERGE_SLOTS: String(settings.slots ?? 4) }),
    egress: {
      proxy: '',
      dispatcher,
      through: () => ({ proxy: '', dispatcher }),
      exits: new Exits(noExits()),
      ownHosts: new OwnHosts(),
      provider: undefined,
      nextHello: () => Promise.reject(new Error('no self-test runs here')),
      close: () => dispatcher.close(),
    },
    extractor,
    ...settings,
  })
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://merger')
    for (const route of merges.routes) {
      const match = request.method === route.method ? route.path.exec(url.pathname) : null
      if (!match) continue
      return void route.handle({ request, response, url, match }).catch((error: unknown) => {
        const failure = Failure.from(error)
        if (response.headersSent) return void response.destroy()
        response
          .writeHead(failure.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(failure))
      })
    }
    response.writeHead(404).end()
  })
  // The timeout is longer than the time for which tests block the event loop while ffmpeg runs. With Node's
  // default timeout, the server would close connections that the tests reuse.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The arguments of every extraction that the engine has requested. */
    extractCalls,
    load: merges.load,
    /** Names of the attempt folders that still exist. */
    leftovers: () => readdirSync(path.join(workDir, 'merges', String(process.pid))),
    workDir,
    close: async () => {
      await merges.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await dispatcher.destroy()
      rmSync(workDir, { recursive: true, force: true })
    },
  }
}
export type Engine = Awaited<ReturnType<typeof startEngine>>

let tasks = 0
/** Returns an order for the given plan. Each returned order is for a new task. */
export function order(plan: Omit<MergePlan, 'source_url'>, more: Partial<MergeOrder> = {}): MergeOrder {
  return {
    v: 1,
    task: `task-${++tasks}`,
    attempt: 1,
    plan: { source_url: 'https://site.example/watch', ...plan },
    ...more,
  }
}

/** Sends an order to the engine. */
export const post = (engine: { origin: string }, body: unknown) =>
  fetch(`${engine.origin}/merges`, { method: 'POST', body: JSON.stringify(body) })

/** Yields the event lines of an attempt. Throws when a line does not match the schema of the contract. */
export async function* events(
  engine: { origin: string },
  id: string,
  signal?: AbortSignal,
): AsyncGenerator<MergeEvent> {
  const answer = await fetch(`${engine.origin}/merges/${id}/events`, { signal })
  if (!answer.ok || !answer.body) throw new Error(`events ${answer.status}`)
  let rest = ''
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield mergeEventSchema.parse(JSON.parse(line))
  }
}

type Fetched = { bytes: Buffer; lines: MergeEvent[]; last: MergeEvent }

/**
 * Orders a merge, fetches its file in parts as the edge does, and returns after the last event line.
 * - A part is fetched as soon as the engine reports that none of its bytes will change any more.
 * - The first parts of the file contain space for the index of the media. ffmpeg writes the index at the end
 *   of the merge, so these parts are fetched last.
 *
 * Each request for a part tells the engine up to which offset the file is already stored.
 */
export async function fetchMerge(
  engine: { origin: string },
  mergeOrder: MergeOrder,
  partBytes = PART_BYTES,
): Promise<Fetched> {
  const answer = await post(engine, mergeOrder)
  if (!answer.ok) throw new Error(`order ${answer.status} ${await answer.text()}`)
  const id = mergeId(mergeOrder.task, mergeOrder.attempt)
  const parts = new Map<number, Buffer>()
  const lines: MergeEvent[] = []
  let next: number | null = null
  const pull = async (part: number, end: number, reserved: number) => {
    let stored = reserved
    while (parts.has(stored / partBytes)) stored += partBytes
    const got = await fetch(engine.origin + bytesPath(id, part * partBytes, end, stored))
    const bytes = Buffer.from(await got.arrayBuffer())
    if (got.status !== 200 || bytes.length !== end - part * partBytes)
      throw new Error(`part ${part}: ${got.status}, ${bytes.length} bytes`)
    parts.set(part, bytes)
  }
  let last: MergeEvent | undefined
  for await (const line of events(engine, id)) {
    lines.push(line)
    last = line
    const reserved = Math.ceil(line.from / partBytes)
    if (line.from > 0) next ??= reserved
    while (next !== null && (next + 1) * partBytes <= line.final)
      await pull(next, ++next * partBytes, reserved * partBytes)
  }
  if (!last) throw new Error('no line')
  const { size } = last
  if (size !== undefined && last.proof) {
    const reserved = Math.ceil(last.from / partBytes)
    const count = Math.ceil(size / partBytes)
    for (let part = Math.min(next ?? 0, reserved); part < count; part++)
      if (!parts.has(part) && part >= reserved)
        await pull(part, Math.min(size, (part + 1) * partBytes), reserved * partBytes)
    for (let part = 0; part < count; part++)
      if (!parts.has(part)) await pull(part, Math.min(size, (part + 1) * partBytes), reserved * partBytes)
  }
  const bytes = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part))
  return { bytes, lines, last }
}

/**
 * Orders a merge, fetches its file as the edge does, deletes the attempt at the engine and saves the file.
 * Throws an Error if the last event line has no `proof`, which means that the merge has failed.
 */
export async function fetchFile(
  engine: Pick<Engine, 'origin' | 'workDir'>,
  mergeOrder: MergeOrder,
): Promise<Fetched & { file: string }> {
  const fetched = await fetchMerge(engine, mergeOrder)
  if (!fetched.last.proof) throw new Error(`not proven: ${JSON.stringify(fetched.last)}`)
  await fetch(`${engine.origin}/merges/${mergeId(mergeOrder.task, mergeOrder.attempt)}`, { method: 'DELETE' })
  const file = path.join(engine.workDir, `${mergeOrder.task}.${mergeOrder.plan.container}`)
  writeFileSync(file, fetched.bytes)
  return { ...fetched, file }
}

/** Orders a merge that is expected to fail, deletes the attempt, and returns the failure. */
export async function fetchFailure(
  engine: Engine,
  mergeOrder: MergeOrder,
): Promise<NonNullable<MergeEvent['failed']>> {
  const { last } = await fetchMerge(engine, mergeOrder)
  await fetch(`${engine.origin}/merges/${mergeId(mergeOrder.task, mergeOrder.attempt)}`, { method: 'DELETE' })
  if (!last.failed) throw new Error(`did not fail: ${JSON.stringify(last)}`)
  return last.failed
}
