import { execFile } from 'node:child_process'
import type { RenditionRef, MergeEvent } from '../../../contract/engine/merge.ts'
import type { WatchList } from '../../../contract/engine/watch.ts'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { KEYS } from '../proxy/edge.ts'
import { type SourceKind, type Stored, MERGER, now, PART_BYTES, WORLD } from './places.ts'
import { writeTicket } from '../../../edge/grants/ticket.ts'

type Inputs = { video: RenditionRef; audio: RenditionRef }

const runFile = promisify(execFile)
const LANES = 3

const taskOf = (kind: SourceKind, size: number): string => `bench-${kind}-${size}-${process.pid}`

/** Requests the first parts last: the merger writes the index of the mp4 file into them at the end. */
export async function ours(
  kind: SourceKind,
  size: number,
  inputs: Inputs,
  { isUnwatched = false, hasReader = false } = {},
): Promise<Stored> {
  const task = taskOf(kind, size)
  const link = `http://bench.example/${kind}/${size}${isUnwatched ? '/unwatched' : ''}`
  const plan = { source_url: link, container: 'mp4', ...inputs }
  const order = JSON.stringify({ v: 1, task, attempt: 1, plan })
  await (await request(`${MERGER}/merges`, { method: 'POST', body: order })).body.dump()
  const merge = `${MERGER}/merges/${task}.1`
  const reader = hasReader && readCopy(`${merge}/watch`)
  const stored: Set<number> = new Set()
  const transfers: Set<Promise<void>> = new Set()
  /** Parts before it change when the merger writes the index. */
  let firstStablePart = 0
  let next: number | null = null
  let event: MergeEvent | null = null
  const watermark = () => {
    let part = firstStablePart
    while (stored.has(part)) part++
    return part * PART_BYTES
  }
  const transfer = async (part: number, end: number): Promise<void> => {
    const pulled = await request(`${merge}/bytes?start=${part * PART_BYTES}&end=${end}&stored=${watermark()}`)
    if (pulled.statusCode !== 200) throw new Error(`part ${part}: ${pulled.statusCode}`)
    await (await request(`${WORLD}/put`, { method: 'PUT', body: pulled.body })).body.dump()
    stored.add(part)
    await (await request(`${merge}/stored?stored=${watermark()}`, { method: 'POST' })).body.dump()
  }
  const startTransfer = async (part: number, end: number): Promise<void> => {
    while (transfers.size >= LANES) await Promise.race(transfers)
    const one = transfer(part, end).finally(() => transfers.delete(one))
    transfers.add(one)
  }
  const events = await request(`${merge}/events`, { bodyTimeout: 0 })
  let rest = ''
  for await (const text of events.body.setEncoding('utf8')) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      event = JSON.parse(line) as MergeEvent
      if (event.from) firstStablePart = Math.ceil(event.from / PART_BYTES)
      if (event.from) next ??= firstStablePart
      while (next !== null && (next + 1) * PART_BYTES <= event.final)
        await startTransfer(next, ++next * PART_BYTES)
    }
  }
  if (!event?.proof || !event.size) throw new Error(`The merge failed: ${JSON.stringify(event)}`)
  const bytes = event.size
  const count = Math.ceil(bytes / PART_BYTES)
  const endOf = (part: number) => Math.min(bytes, (part + 1) * PART_BYTES)
  for (let part = next ?? firstStablePart; part < count; part++) await startTransfer(part, endOf(part))
  await Promise.all(transfers)
  for (let part = 0; part < Math.min(firstStablePart, count); part++) await startTransfer(part, endOf(part))
  await Promise.all(transfers)
  const done = now()
  if ((await reader) === 0) throw new Error('There was no copy to watch.')
  await (await request(merge, { method: 'DELETE' })).body.dump()
  return { done, bytes }
}

async function readCopy(watch: string): Promise<number> {
  for (let end = 0; ; await sleep(250)) {
    const { fragments, is_over } = (await (await request(watch)).body.json()) as WatchList
    const last = fragments.at(-1)?.end ?? 0
    if (last > end)
      await (await request(`${watch}/bytes?start=${end}&end=${last}`)).body.dump({ limit: Infinity })
    end = last
    if (is_over) return end
  }
}

export async function throughEdge(
  kind: SourceKind,
  size: number,
  inputs: Inputs,
  edge: string,
): Promise<Stored> {
  const plan = {
    source_url: `http://bench.example/${kind}/${size}`,
    container: 'mp4' as const,
    ...inputs,
  }
  const ticket = await writeTicket({ GRANT_KEYS: KEYS }, { plan, key: '', merger: 'local:0' })
  type Status = { task_id: string; status: string; actual_sizes: { final_file: number } }
  const call = async (address: string): Promise<Status> =>
    (await (await request(edge + address)).body.json()) as Status
  const { task_id: id } = await call(`/api/download/start-merge?task_id=${encodeURIComponent(ticket)}`)
  for (;;) {
    const answer = await call(`/api/download/status/${id}`)
    if (answer.status === 'completed') return { done: now(), bytes: answer.actual_sizes.final_file }
    if (answer.status !== 'queued' && answer.status !== 'processing') throw new Error(JSON.stringify(answer))
    await sleep(50)
  }
}

export async function usual(kind: SourceKind, size: number, folder: string, python: string): Promise<Stored> {
  const file = (name: string) => path.join(folder, name)
  const names = [`video-${size}.mp4`, `audio-${size}.m4a`]
  const options = ['-m', 'yt_dlp', '-q', '--ignore-config', '--no-part']
  for (const name of names)
    await runFile(python, [...options, '-o', file(name), '--', `${WORLD}/${kind}/${name}`])
  const inputs = names.flatMap((name) => ['-i', file(name)])
  const output = ['-c', 'copy', '-movflags', '+faststart', file('out.mp4')]
  await runFile('ffmpeg', ['-v', 'error', '-y', ...inputs, ...output])
  const { size: bytes } = fs.statSync(file('out.mp4'))
  const starts = Array.from({ length: Math.ceil(bytes / PART_BYTES) }, (_, part) => part * PART_BYTES)
  const lane = async () => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
      const end = Math.min(start + PART_BYTES, bytes) - 1
      const body = fs.createReadStream(file('out.mp4'), { start, end })
      await (await request(`${WORLD}/put`, { method: 'PUT', body })).body.dump()
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { done: now(), bytes }
}
