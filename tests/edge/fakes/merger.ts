import type http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MergeEvent, MergeOrder } from '#contract/engine/merge.ts'
import { json, listen, readBody, type Server } from './listen.ts'
import { extract, relay } from './merger-links.ts'
import { statOf } from './merger-stats.ts'

// A fake merger. It has the HTTP interface of a merger, but runs neither yt-dlp nor ffmpeg. The query of the
// source link controls it; for extractions, see merger-links.ts. For merges:
//   size=<bytes>   size of the file
//   ms=<ms>        time to finish
//   hold=<share>   the merge stops at this share (0.5 is half) until the test calls `release`
//   from=<bytes>   number of bytes at the start of the file that are reserved for the index; the edge pulls
//                  these bytes after all other bytes
//   busy=<n>       the first n orders are refused as `busy`
//   break=<code>   the merge fails half way with this code; with failures=<n>, only the first n attempts fail
//   cut=<n>        the first event stream is cut after n lines
//   vanish=<n>     the merger forgets the first n attempts after three event lines
//   mute=<n>       in the first n attempts the merger closes every connection after three event lines
//   stuck=<n>      the first n attempts stop half way, but still send event lines with a changing remaining
//                  time
//   short=<n>      in the first n attempts each part (the bytes in one response) is one byte too short
//   slow=<ms>      delay before each part is sent

type Merge = { order: MergeOrder; startedAt: number; stored: number; isMute?: boolean }
const merges = new Map<string, Merge>()
/** Source links whose merges are no longer held. */
const released = new Set<string>()
/** For each merge, the number of requests for parts that are in progress. */
const runningPulls = new Map<Merge, number>()

/** Returns the byte at this position. It is the same byte in every file. */
function byteAt(position: number): number {
  return (position * 31 + (position >> 13)) & 255
}

export async function startMerger(): Promise<Server> {
  return await listen(async (request, response, url) => {
    if (url.pathname === '/stat')
      return json(response, 200, { ...statOf(url.searchParams.get('of') ?? ''), running: merges.size })
    if (url.pathname === '/release') {
      released.add(url.searchParams.get('of') ?? '')
      return json(response, 200, {})
    }
    if (url.pathname.endsWith('/healthz')) return health(url, response)
    if (url.pathname === '/extract') return await extract(request, response)
    if (url.pathname === '/relay') return relay(request, response, url)
    if (url.pathname === '/merges') return await start(request, response)
    const [, id = '', action] = /^\/merges\/([^/]+)(?:\/(\w+(?:\/bytes)?))?$/.exec(url.pathname) ?? []
    const merge = merges.get(id)
    if (request.method === 'DELETE') {
      if (merge) statOf(merge.order.plan.source_url).deletes++
      merges.delete(id)
      return json(response, 200, {})
    }
    if (!merge) return json(response, 404, { error: 'gone', code: 'not_found' })
    if (merge.isMute) return void response.destroy()
    if (action === 'watch') return watchList(merge, response)
    if (action === 'watch/bytes') return watchBytes(url, response)
    if (action === 'events') return await events(id, merge, response)
    if (action === 'stored') return acknowledge(merge, url, response)
    return await bytes(merge, url, response)
  })
}

/**
 * Responds to the health check. The path `/slots/<extractions>/<merges>/healthz` sets how many extractions
 * and merges the merger can run at the same time. By default these numbers are so high that no test waits.
 */
function health({ pathname }: URL, response: http.ServerResponse): void {
  const [, extractSlots = 1_000, mergeSlots = 1_000] = /^\/slots\/(\d+)\/(\d+)\//.exec(pathname) ?? []
  const facts = { v: 1, boot: 'b', yt_dlp: '-', ffmpeg: '-', sandbox: {}, draining: false, calls: 0 }
  const slots = (count: string | number) => ({ busy: 0, slots: Number(count) })
  json(response, 200, { ...facts, merges: slots(mergeSlots), extractions: slots(extractSlots) })
}

async function start(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const order = JSON.parse(await readBody(request)) as MergeOrder
  const stat = statOf(order.plan.source_url)
  const { query } = settingsOf(order)
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

/** Returns the settings of a fake merge. They are in the query of the merge's source link. */
function settingsOf(order: MergeOrder) {
  const query = new URL(order.plan.source_url).searchParams
  return {
    query,
    size: Number(query.get('size') ?? 100_000),
    ms: Number(query.get('ms') ?? 0),
    from: Number(query.get('from') ?? 0),
  }
}

function stateOf(merge: Merge): MergeEvent {
  const { query, size, ms, from } = settingsOf(merge.order)
  const isStuck = merge.order.attempt <= Number(query.get('stuck') ?? 0)
  const isHeld = query.has('hold') && !released.has(merge.order.plan.source_url)
  const most = isHeld ? Number(query.get('hold')) : isStuck ? 0.5 : 1
  const share = Math.min(most, ms === 0 ? 1 : (Date.now() - merge.startedAt) / ms)
  const done = share === 1
  const fails = query.has('break') && merge.order.attempt <= Number(query.get('failures') ?? Infinity)
  const { video, audio, container, clip } = merge.order.plan
  const progress = {
    percent: Math.floor(share * 100),
    stage: 'downloading' as const,
    received: Math.floor(share * size),
    total: size,
    speed: 1_000_000,
    remaining: isStuck ? Date.now() : 1,
  }
  if (fails && share >= 0.5)
    return {
      from,
      final: from,
      failed: { code: query.get('break') as 'drm', detail: 'requested by the test' },
      progress,
    }
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
        ...(clip && { begins_at: clip.start - 1 }),
      },
    }),
    progress,
  }
}

async function events(id: string, merge: Merge, response: http.ServerResponse): Promise<void> {
  const stat = statOf(merge.order.plan.source_url)
  stat.attaches++
  const { query } = settingsOf(merge.order)
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

/** Eleven fragments of a quarter of a second; the last one has 50 bytes, and each other one has 100. */
function watchList(merge: Merge, response: http.ServerResponse): void {
  const { query } = settingsOf(merge.order)
  if (!query.has('watch')) return json(response, 200, { init: 0, fragments: [], is_over: true })
  const fragments = Array.from({ length: 11 }, (_, at) => ({
    start: 20 + at * 100,
    end: 120 + at * 100 - (at === 10 ? 50 : 0),
    seconds: 0.25,
  }))
  if (query.get('watch') === 'gone') return json(response, 404, { error: 'gone', code: 'not_found' })
  const isOver = query.get('watch') === 'over'
  json(response, 200, { init: 20, fragments, is_over: isOver, is_whole: isOver && !query.has('beginning') })
}

function watchBytes(url: URL, response: http.ServerResponse): void {
  const [from, end] = ['start', 'end'].map((name) => Number(url.searchParams.get(name))) as [number, number]
  if (end > 1_070) return json(response, 404, { error: 'not written', code: 'not_found' })
  response.writeHead(200, { 'content-length': end - from })
  response.end(Buffer.from(Array.from({ length: end - from }, (_, at) => byteAt(from + at))))
}

function acknowledge(merge: Merge, url: URL, response: http.ServerResponse): void {
  noteWatermark(merge, Number(url.searchParams.get('stored')))
  json(response, 200, { ok: true })
}

function noteWatermark(merge: Merge, stored: number): void {
  merge.stored = Math.max(merge.stored, stored)
  const stat = statOf(merge.order.plan.source_url)
  stat.highestWatermark = Math.max(stat.highestWatermark, merge.stored)
}

async function bytes(merge: Merge, url: URL, response: http.ServerResponse): Promise<void> {
  const { query } = settingsOf(merge.order)
  const stat = statOf(merge.order.plan.source_url)
  stat.pulls++
  stat.lastPull = Number(url.searchParams.get('start'))
  const running = (runningPulls.get(merge) ?? 0) + 1
  runningPulls.set(merge, running)
  stat.maxPulls = Math.max(stat.maxPulls, running)
  if (query.has('slow')) await sleep(Number(query.get('slow')))
  runningPulls.set(merge, runningPulls.get(merge)! - 1)
  const [from, end, stored] = ['start', 'end', 'stored'].map((name) =>
    Number(url.searchParams.get(name)),
  ) as [number, number, number]
  const state = stateOf(merge)
  noteWatermark(merge, stored)
  const isReadable = state.size !== undefined ? end <= state.size : from >= state.from && end <= state.final
  if (!isReadable) return json(response, 409, { error: 'not final', code: 'bad_request' })
  const isShort = merge.order.attempt <= Number(query.get('short') ?? 0)
  const part = Buffer.allocUnsafe(end - from - (isShort ? 1 : 0))
  for (let i = 0; i < part.length; i++) part[i] = byteAt(from + i)
  response.writeHead(200, { 'content-length': part.length })
  response.end(part)
}
