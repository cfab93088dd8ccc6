import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { KEYS } from '../proxy/edge.mjs'
import { MERGER, now, PART_BYTES, WORLD } from './places.mjs'

/** @typedef {import('./places.mjs').SourceKind} SourceKind */
/** @typedef {import('./places.mjs').Stored} Stored */
/** @typedef {import('../../../contract/engine/merge.ts').RenditionRef} RenditionRef */
/** @typedef {import('../../../contract/engine/merge.ts').MergeEvent} MergeEvent */
/** @typedef {{ video: RenditionRef, audio: RenditionRef }} Inputs */

const runFile = promisify(execFile)
/** Maximum number of parts that the edge requests from the merger at the same time. */
const LANES = 3

/**
 * Runs a merge in our merger without the edge. Instead of the edge, this function stores the file. Like the
 * edge, it requests the parts of the file while the file grows, three parts at a time. It requests the first
 * parts last, because the merger writes the index of the mp4 file into them at the end.
 * @param {SourceKind} kind
 * @param {number} size approximate size of the video in MB
 * @param {Inputs} inputs
 * @returns {Promise<Stored>}
 */
export async function ours(kind, size, inputs) {
  const task = `bench-${kind}-${size}-${process.pid}`
  const plan = { source_url: `http://bench.example/${kind}/${size}`, container: 'mp4', ...inputs }
  const order = JSON.stringify({ v: 1, task, attempt: 1, plan })
  await (await request(`${MERGER}/merges`, { method: 'POST', body: order })).body.dump()
  const merge = `${MERGER}/merges/${task}.1`
  /** @type {Set<number>} */
  const stored = new Set()
  /** @type {Set<Promise<void>>} */
  const transfers = new Set()
  /**
   * Number, counted from 0, of the first part that never changes after it is complete. Only the parts before
   * it can change: at the end of the merge, the merger writes the index of the mp4 file into them.
   */
  let firstStablePart = 0
  /** @type {number | null} */
  let next = null
  /** @type {MergeEvent | null} */
  let event = null
  const watermark = () => {
    let part = firstStablePart
    while (stored.has(part)) part++
    return part * PART_BYTES
  }
  /** @type {(part: number, end: number) => Promise<void>} */
  const transfer = async (part, end) => {
    const pulled = await request(`${merge}/bytes?start=${part * PART_BYTES}&end=${end}&stored=${watermark()}`)
    if (pulled.statusCode !== 200) throw new Error(`part ${part}: ${pulled.statusCode}`)
    await (await request(`${WORLD}/put`, { method: 'PUT', body: pulled.body })).body.dump()
    stored.add(part)
    // Unlike the edge, this script reports the stored parts to the merger in a separate request after every
    // part. The edge adds the report to its next request for a part. If the edge cannot request a part now,
    // the edge sends a separate report.
    await (await request(`${merge}/stored?stored=${watermark()}`, { method: 'POST' })).body.dump()
  }
  /** @type {(part: number, end: number) => Promise<void>} */
  const startTransfer = async (part, end) => {
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
      event = /** @type {MergeEvent} */ (JSON.parse(line))
      if (event.from) firstStablePart = Math.ceil(event.from / PART_BYTES)
      if (event.from) next ??= firstStablePart
      while (next !== null && (next + 1) * PART_BYTES <= event.final)
        await startTransfer(next, ++next * PART_BYTES)
    }
  }
  if (!event?.proof || !event.size) throw new Error(`The merge failed: ${JSON.stringify(event)}`)
  const bytes = event.size
  const count = Math.ceil(bytes / PART_BYTES)
  const endOf = (/** @type {number} */ part) => Math.min(bytes, (part + 1) * PART_BYTES)
  for (let part = next ?? firstStablePart; part < count; part++) await startTransfer(part, endOf(part))
  await Promise.all(transfers)
  for (let part = 0; part < Math.min(firstStablePart, count); part++) await startTransfer(part, endOf(part))
  await Promise.all(transfers)
  const done = now()
  await (await request(merge, { method: 'DELETE' })).body.dump()
  return { done, bytes }
}

/**
 * Runs a merge through the edge: sends a ticket (a sealed merge plan) to the edge and waits until the status
 * of the task is `completed`. A Durable Object stores the parts in the local R2.
 * @param {SourceKind} kind
 * @param {number} size approximate size of the video in MB
 * @param {Inputs} inputs
 * @param {string} edge the origin of the edge
 * @returns {Promise<Stored>}
 */
export async function throughEdge(kind, size, inputs, edge) {
  const { writeTicket } = await import('../../../edge/grants/ticket.ts')
  const plan = {
    source_url: `http://bench.example/${kind}/${size}`,
    container: /** @type {const} */ ('mp4'),
    ...inputs,
  }
  const ticket = await writeTicket({ GRANT_KEYS: KEYS }, { plan, key: '', merger: 'local:0' })
  /** @typedef {{ task_id: string, status: string, actual_sizes: { final_file: number } }} Status */
  /** @type {(address: string) => Promise<Status>} */
  const call = async (address) => /** @type {Status} */ (await (await request(edge + address)).body.json())
  const { task_id: id } = await call(`/api/download/start-merge?task_id=${encodeURIComponent(ticket)}`)
  for (;;) {
    const answer = await call(`/api/download/status/${id}`)
    if (answer.status === 'completed') return { done: now(), bytes: answer.actual_sizes.final_file }
    if (answer.status !== 'queued' && answer.status !== 'processing') throw new Error(JSON.stringify(answer))
    await sleep(50)
  }
}

/**
 * Runs a merge in the usual way, for comparison. Downloads the two inputs one after the other, and merges
 * them into an mp4 file with its index at the start. Then stores the file in parts.
 * @param {SourceKind} kind
 * @param {number} size approximate size of the video in MB
 * @param {string} folder folder for temporary files
 * @param {string} python path of the Python that has yt-dlp
 * @returns {Promise<Stored>}
 */
export async function usual(kind, size, folder, python) {
  /** @param {string} name */
  const file = (name) => path.join(folder, name)
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
