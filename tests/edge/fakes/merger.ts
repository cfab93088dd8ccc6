import type http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MergeEvent, MergeOrder } from '#contract/engine.ts'
import { extractionOf } from './extractions.ts'
import { json, listen, readBody, type Server } from './listen.ts'

// A merger's interface without its work. What it does is written in the query of the link it is given:
// size (bytes), ms (time to finish), from (late bytes), fail=<code> (extraction), break=<code> (merge), failures=<n> (only the first n attempts), cut=<n>
// (events are cut after n lines, once), busy=<n> (refusals), vanish=<n> (attempts that are forgotten half way),
// mute=<n> (attempts whose merger hangs up on everybody once it has told three lines),
// stuck=<n> (attempts that stop half way while their lines go on with a changing remaining time).

type Merge = { order: MergeOrder; startedAt: number; stored: number; isMute?: boolean }
type Stat = {
  extracts: number
  posts: number
  starts: number
  attaches: number
  pulls: number
  deletes: number
  relays: number
}

const stats = new Map<string, Stat>()
const merges = new Map<string, Merge>()

/** The bytes of a finished file: each tells its own place. */
export function byteAt(position: number): number {
  return (position * 31 + (position >> 13)) & 255
}

export async function startMerger(): Promise<Server> {
  return await listen(async (request, response, url) => {
    if (url.pathname === '/stat')
      return json(response, 200, { ...statOf(url.searchParams.get('of') ?? ''), running: merges.size })
    if (url.pathname === '/extract') return await extract(request, response)
    if (url.pathname === '/relay') return relay(request, response, url)
    if (url.pathname === '/merges') return await start(request, response)
    const [, id = '', what] = /^\/merges\/([^/]+)(?:\/(\w+))?$/.exec(url.pathname) ?? []
    const merge = merges.get(id)
    if (request.method === 'DELETE') {
      if (merge) statOf(merge.order.plan.source_url).deletes++
      merges.delete(id)
      return json(response, 200, {})
    }
    if (!merge) return json(response, 404, { error: 'gone', code: 'not_found' })
    if (merge.isMute) return void response.destroy()
    if (what === 'events') return await events(id, merge, response)
    if (what === 'stored') return acknowledge(merge, url, response)
    return bytes(merge, url, response)
  })
}

function statOf(link: string): Stat {
  const known = stats.get(link) ?? {
    extracts: 0,
    posts: 0,
    starts: 0,
    attaches: 0,
    pulls: 0,
    deletes: 0,
    relays: 0,
  }
  stats.set(link, known)
  return known
}

async function extract(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { url, item } = JSON.parse(await readBody(request)) as { url: string; item?: number }
  const query = new URL(url).searchParams
  statOf(url).extracts++
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.write('{"state":"queued"}\n')
  await sleep(Number(query.get('wait') ?? 0))
  const fail = new URL(url).hostname.startsWith('live.') ? 'live' : query.get('fail')
  const line = fail
    ? { state: 'failed', code: fail, detail: 'as asked' }
    : { state: 'done', extraction: extractionOf(url, item) }
  response.end(`${JSON.stringify(line)}\n`)
}

function relay(request: http.IncomingMessage, response: http.ServerResponse, url: URL): void {
  const target = url.searchParams.get('url') ?? ''
  statOf(target).relays++
  if (target.includes('/forbidden-to-all')) return void response.writeHead(403).end()
  const headers = JSON.parse(String(request.headers['x-relay-headers'] ?? '{}')) as Record<string, string>
  const text = Buffer.from(JSON.stringify({ relayed: target, headers, range: request.headers.range ?? null }))
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': text.length })
  response.end(request.method === 'HEAD' ? undefined : text)
}

async function start(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const order = JSON.parse(await readBody(request)) as MergeOrder
  const stat = statOf(order.plan.source_url)
  const { query } = wishes(order)
  stat.posts++
  if (stat.posts <= Number(query.get('busy') ?? 0))
    return json(response, 503, { error: 'full', code: 'busy' })
  const id = `${order.task}.${order.attempt}`
  if (!merges.has(id)) {
    stat.starts++
    merges.set(id, { order, startedAt: Date.now(), stored: 0 })
  }
  json(response, 200, {})
}

function wishes(order: MergeOrder) {
  const query = new URL(order.plan.source_url).searchParams
  return {
    query,
    size: Number(query.get('size') ?? 100_000),
    ms: Number(query.get('ms') ?? 0),
    from: Number(query.get('from') ?? 0),
  }
}

function stateOf(merge: Merge): MergeEvent {
  const { query, size, ms, from } = wishes(merge.order)
  const isStuck = merge.order.attempt <= Number(query.get('stuck') ?? 0)
  const share = ms === 0 ? 1 : Math.min(isStuck ? 0.5 : 1, (Date.now() - merge.startedAt) / ms)
  const done = share === 1
  const fails = query.has('break') && merge.order.attempt <= Number(query.get('failures') ?? Infinity)
  const { video, audio, container } = merge.order.plan
  const progress = {
    percent: Math.floor(share * 100),
    stage: 'downloading' as const,
    received: Math.floor(share * size),
    total: size,
    speed: 1_000_000,
    remaining: isStuck ? Date.now() : 1,
  }
  if (fails && share >= 0.5)
    return { from, final: from, failed: { code: query.get('break') as 'drm', detail: 'as asked' }, progress }
  return {
    from,
    final: done ? size : Math.max(from, Math.floor(share * size)),
    ...(done && {
      size,
      combined: size + 1,
      proof: {
        container,
        video_codec: video && 'h264',
        audio_codec: audio && 'aac',
        width: video && 1_920,
        height: video && 1_080,
        duration: 4,
      },
    }),
    progress,
  }
}

async function events(id: string, merge: Merge, response: http.ServerResponse): Promise<void> {
  const stat = statOf(merge.order.plan.source_url)
  stat.attaches++
  const { query } = wishes(merge.order)
  const cutAfter = stat.attaches === 1 ? Number(query.get('cut') ?? Infinity) : Infinity
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  for (let line = 1; !response.destroyed && merges.has(id); line++) {
    const state = stateOf(merge)
    response.write(`${JSON.stringify(state)}\n`)
    if (state.proof || state.failed) return void response.end()
    if (line >= cutAfter) return void response.destroy()
    if (line >= 3 && merge.order.attempt <= Number(query.get('vanish') ?? 0)) merges.delete(id)
    if (line >= 3 && merge.order.attempt <= Number(query.get('mute') ?? 0)) {
      merge.isMute = true
      break
    }
    await sleep(50)
  }
  response.destroy()
}

function acknowledge(merge: Merge, url: URL, response: http.ServerResponse): void {
  merge.stored = Math.max(merge.stored, Number(url.searchParams.get('stored')))
  json(response, 200, { ok: true })
}

function bytes(merge: Merge, url: URL, response: http.ServerResponse): void {
  statOf(merge.order.plan.source_url).pulls++
  const [start, end, stored] = ['start', 'end', 'stored'].map((name) =>
    Number(url.searchParams.get(name)),
  ) as [number, number, number]
  const state = stateOf(merge)
  merge.stored = Math.max(merge.stored, stored)
  const isReadable = state.size !== undefined ? end <= state.size : start >= state.from && end <= state.final
  if (!isReadable) return json(response, 409, { error: 'not final', code: 'bad_request' })
  const part = Buffer.allocUnsafe(end - start)
  for (let i = 0; i < part.length; i++) part[i] = byteAt(start + i)
  response.writeHead(200, { 'content-length': part.length })
  response.end(part)
}
