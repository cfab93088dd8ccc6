import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { KEYS } from '../proxy/edge.mjs'
import { MERGER, now, PART, WORLD } from './places.mjs'

const inBackground = promisify(execFile)

/** What the edge does: pulls parts while the file grows, three at a time, the front last. */
export async function ours(way, size, plan) {
  const id = `bench-${way}-${size}-${process.pid}`
  const source = `http://bench.example/${way}/${size}`
  const answer = await request(`${MERGER}/merges`, {
    method: 'POST',
    body: JSON.stringify({
      v: 1,
      task: id,
      attempt: 1,
      plan: { source_url: source, container: 'mp4', ...plan },
    }),
  })
  await answer.body.dump()
  const [stored, flying] = [new Set(), new Set()]
  let [front, next, last] = [0, null, null]
  const mark = () => {
    let part = front
    while (stored.has(part)) part++
    return part * PART
  }
  const move = async (part, end) => {
    const pulled = await request(
      `${MERGER}/merges/${id}.1/bytes?start=${part * PART}&end=${end}&stored=${mark()}`,
    )
    if (pulled.statusCode !== 200) throw new Error(`part ${part}: ${pulled.statusCode}`)
    const put = await request(`${WORLD}/put`, { method: 'PUT', body: pulled.body })
    await put.body.dump()
    stored.add(part)
    // The edge does so whenever no pull carries the watermark.
    const told = await request(`${MERGER}/merges/${id}.1/stored?stored=${mark()}`, { method: 'POST' })
    await told.body.dump()
  }
  const lane = async (part, end) => {
    while (flying.size >= 3) await Promise.race(flying)
    const moving = move(part, end).finally(() => flying.delete(moving))
    flying.add(moving)
  }
  const events = await request(`${MERGER}/merges/${id}.1/events`, { bodyTimeout: 0 })
  let rest = ''
  for await (const text of events.body.setEncoding('utf8')) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()
    for (const line of lines) {
      last = JSON.parse(line)
      if (last.from) front = Math.ceil(last.from / PART)
      if (last.from) next ??= front
      while (next !== null && (next + 1) * PART <= last.final) await lane(next, ++next * PART)
    }
  }
  if (!last.proof) throw new Error(JSON.stringify(last))
  const count = Math.ceil(last.size / PART)
  for (next ??= front; next < count; next++) await lane(next, Math.min(last.size, (next + 1) * PART))
  await Promise.all(flying)
  for (let part = 0; part < Math.min(front, count); part++)
    await lane(part, Math.min(last.size, (part + 1) * PART))
  await Promise.all(flying)
  const done = now()
  await (await request(`${MERGER}/merges/${id}.1`, { method: 'DELETE' })).body.dump()
  return { done, bytes: last.size }
}

/** The whole path: a ticket at the edge, parts through a Durable Object into the local R2, until the page would show it. */
export async function throughEdge(way, size, plan, edge) {
  const { writeTicket } = await import('../../../edge/grants/ticket.ts')
  const source_url = `http://bench.example/${way}/${size}`
  const ticket = await writeTicket(
    { GRANT_KEYS: KEYS },
    { plan: { source_url, container: 'mp4', ...plan }, key: '', merger: 'local:0' },
  )
  const ask = async (path) => (await request(edge + path)).body.json()
  const { task_id: id } = await ask(`/api/download/start-merge?task_id=${encodeURIComponent(ticket)}`)
  for (;;) {
    const answer = await ask(`/api/download/status/${id}`)
    if (answer.status === 'completed') return { done: now(), bytes: answer.actual_sizes.final_file }
    if (answer.status !== 'queued' && answer.status !== 'processing') throw new Error(JSON.stringify(answer))
    await sleep(50)
  }
}

/** Fetch both one after the other, put them together with the index moved to the front, store. */
export async function usual(way, size, work) {
  const file = (name) => path.join(work, name)
  const python = process.env.PYTHON ?? '/usr/bin/python3'
  for (const name of [`video-${size}.mp4`, `audio-${size}.m4a`])
    await inBackground(python, [
      '-m',
      'yt_dlp',
      '-q',
      '--ignore-config',
      '--no-part',
      '-o',
      file(name),
      '--',
      `${WORLD}/${way}/${name}`,
    ])
  const inputs = [`video-${size}.mp4`, `audio-${size}.m4a`].flatMap((name) => ['-i', file(name)])
  await inBackground('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...inputs,
    '-c',
    'copy',
    '-movflags',
    '+faststart',
    file('out.mp4'),
  ])
  const { size: bytes } = fs.statSync(file('out.mp4'))
  const starts = Array.from({ length: Math.ceil(bytes / PART) }, (_, part) => part * PART)
  const lane = async () => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
      const body = fs.createReadStream(file('out.mp4'), { start, end: Math.min(start + PART, bytes) - 1 })
      await (await request(`${WORLD}/put`, { method: 'PUT', body })).body.dump()
    }
  }
  await Promise.all([lane(), lane(), lane()])
  return { done: now(), bytes }
}
