import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  bytesPath,
  mergeEventSchema,
  mergeId,
  type Extraction,
  type MergeEvent,
  type MergeOrder,
  type MergePlan,
  type Rendition,
  type RenditionRef,
} from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import { PART_BYTES } from '#contract/limits.ts'
import { agentOf } from '../../../merger/egress/agent.ts'
import { config } from '../../../merger/config.ts'
import type { ExtractOptions } from '../../../merger/fetch/link-extractor.ts'
import type { BacklogLimits } from '../../../merger/merge/backlog.ts'
import { mergeRoutes, type MergeDependencies } from '../../../merger/merge/routes.ts'

export function ref(of: Rendition): RenditionRef {
  const { id, kind, height, container, language } = of
  return { id, kind, height, container, language, codec: kind === 'audio' ? of.acodec : of.vcodec }
}

type Answer = Partial<Extraction> & { renditions: Rendition[] }
export type Told = { url: string; options: ExtractOptions }

/** The merge engine behind a port of its own, with extractions we make up and the bare network instead of the guard. */
export async function startEngine(
  port: number,
  extract: (told: Told) => Answer,
  settings: { slots?: number; lease?: number; backlog?: BacklogLimits } = {},
) {
  const workDir = mkdtempSync(path.join(tmpdir(), 'merge-test-'))
  const dispatcher = agentOf()
  const told: Told[] = []
  const extractor = {
    async extract(url: string, options: ExtractOptions = {}): Promise<Extraction> {
      told.push({ url, options })
      const none = {
        uploader: null,
        description: null,
        thumbnail: null,
        duration: null,
        series: null,
        date: null,
      }
      const rest = { season_number: null, episode_number: null, part: null, expires_at: null }
      return {
        boot: 'b',
        source_url: url,
        extractor: 'test',
        title: 'A test',
        ...none,
        ...rest,
        ...extract({ url, options }),
      }
    },
    close: async () => undefined,
  } as unknown as MergeDependencies['extractor']
  const merges = mergeRoutes({
    config: config({ WORK_DIR: workDir, MERGE_SLOTS: String(settings.slots ?? 4) }),
    egress: { proxy: '', dispatcher, close: () => dispatcher.close() },
    extractor,
    lease: settings.lease,
    backlog: settings.backlog,
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
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    load: merges.load,
    /** Folders of attempts that are still there. */
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
export function order(plan: Omit<MergePlan, 'source_url'>, more: Partial<MergeOrder> = {}): MergeOrder {
  return {
    v: 1,
    task: `task-${++tasks}`,
    attempt: 1,
    plan: { source_url: 'https://site.example/watch', ...plan },
    ...more,
  }
}

export const post = (engine: { origin: string }, body: unknown) =>
  fetch(`${engine.origin}/merges`, { method: 'POST', body: JSON.stringify(body) })

/** The lines of an attempt's events, each checked against the contract. */
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

export type Fetched = { bytes: Buffer; lines: MergeEvent[]; last: MergeEvent }

/**
 * Takes a merge like the edge does: parts of one size as soon as they are final, those of the front last, and with each pull
 * the word of how far all is stored. Stops at the line that ends it.
 */
export async function take(
  engine: { origin: string },
  it: MergeOrder,
  partBytes = PART_BYTES,
): Promise<Fetched> {
  const answer = await post(engine, it)
  if (!answer.ok) throw new Error(`order ${answer.status} ${await answer.text()}`)
  const id = mergeId(it.task, it.attempt)
  const parts = new Map<number, Buffer>()
  const lines: MergeEvent[] = []
  let next: number | null = null
  const pull = async (part: number, end: number, front: number) => {
    let stored = front
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
    const front = Math.ceil(line.from / partBytes)
    if (line.from > 0) next ??= front
    while (next !== null && (next + 1) * partBytes <= line.final)
      await pull(next, ++next * partBytes, front * partBytes)
  }
  if (!last) throw new Error('no line')
  const { size } = last
  if (size !== undefined && last.proof) {
    const front = Math.ceil(last.from / partBytes)
    const count = Math.ceil(size / partBytes)
    for (let part = Math.min(next ?? 0, front); part < count; part++)
      if (!parts.has(part) && part >= front)
        await pull(part, Math.min(size, (part + 1) * partBytes), front * partBytes)
    for (let part = 0; part < count; part++)
      if (!parts.has(part)) await pull(part, Math.min(size, (part + 1) * partBytes), front * partBytes)
  }
  const bytes = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part))
  return { bytes, lines, last }
}

/** Takes a merge, ends it, and gives the path of the file that came out. */
export async function takeFile(
  engine: Pick<Engine, 'origin' | 'workDir'>,
  it: MergeOrder,
): Promise<Fetched & { file: string }> {
  const fetched = await take(engine, it)
  if (!fetched.last.proof) throw new Error(`not proven: ${JSON.stringify(fetched.last)}`)
  await fetch(`${engine.origin}/merges/${mergeId(it.task, it.attempt)}`, { method: 'DELETE' })
  const file = path.join(engine.workDir, `${it.task}.${it.plan.container}`)
  writeFileSync(file, fetched.bytes)
  return { ...fetched, file }
}

/** Takes a merge that must fail, and says how. */
export async function takeFailure(
  engine: Engine,
  it: MergeOrder,
): Promise<NonNullable<MergeEvent['failed']>> {
  const { last } = await take(engine, it)
  await fetch(`${engine.origin}/merges/${mergeId(it.task, it.attempt)}`, { method: 'DELETE' })
  if (!last.failed) throw new Error(`did not fail: ${JSON.stringify(last)}`)
  return last.failed
}
