import { env, exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { ErrorAnswer, Format, MergeStatus, VideoInfo } from '#contract/api.ts'

export const HOST = 'pocketreel.example'
/** Ends only what hangs: on a busy machine a merge of the suite takes about a minute. Tests have 180 s. */
export const PATIENCE_MS = 170_000
let visitors = 0

/**
 * Returns a visitor with an IP address of its own, so that no test uses up the rate limit of another test.
 */
export function visitor(host = HOST, address = `203.0.${Math.floor(++visitors / 250)}.${visitors % 250}`) {
  const visit = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('cf-connecting-ip')) headers.set('cf-connecting-ip', address)
    return exports.default.fetch(
      new Request(`https://${host}${path}`, { redirect: 'manual', ...init, headers }),
    )
  }
  return visit
}
export type Visit = ReturnType<typeof visitor>
export const visit: Visit = (path, init) => visitor()(path, init)

export function post(path: string, body: unknown, by: Visit = visitor()): Promise<Response> {
  return by(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/**
 * Requests the formats of a link, like a visitor who pastes the link. Fails the test unless the status is
 * 200.
 */
export async function paste(link: string, by?: Visit): Promise<VideoInfo> {
  const answer = await post('/api/download-video', { tweet_url: link }, by)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return await answer.json()
}

export async function errorOf(answer: Response): Promise<ErrorAnswer & { status: number }> {
  return { status: answer.status, ...(await answer.json<ErrorAnswer>()) }
}

type MergerCount =
  | 'extracts'
  | 'freshExtracts'
  | 'posts'
  | 'starts'
  | 'attaches'
  | 'pulls'
  | 'lastPull'
  | 'maxPulls'
  | 'highestWatermark'
  | 'deletes'
  | 'relays'
  | 'running'

/** Returns the counters of the fake merger for a link. */
export async function merger(link: string) {
  const answer = await fetch(`${env.MERGER_ORIGIN}/stat?of=${encodeURIComponent(link)}`)
  return await answer.json<Record<MergerCount, number>>()
}

/** Lets a merge of the fake merger go on that `hold` has stopped. */
export async function release(link: string): Promise<void> {
  await fetch(`${env.MERGER_ORIGIN}/release?of=${encodeURIComponent(link)}`)
}

/** Returns the number of requests to the fake media server for `/<host>/<path>`. */
export async function hits(of: string): Promise<number> {
  return Number(
    await (await fetch(`${(env as unknown as { MEDIA_ORIGIN: string }).MEDIA_ORIGIN}/hits?of=${of}`)).text(),
  )
}

/**
 * Pastes a new link and returns its 1080p format, which needs a merge. The query of the link controls the
 * fake merger.
 */
export async function mergeRow(query: string, by?: Visit): Promise<{ link: string; format: Format }> {
  const link = `https://media.test/pairs/${crypto.randomUUID()}?${query}`
  const info = await paste(link, by)
  const format = info.formats.find((row) => row.key === 'both:1080:mp4:avc1:')!
  expect(format.url).toMatch(/^\/api\/download\/start-merge\?task_id=/)
  return { link, format }
}

export async function startTask(format: Format, by: Visit = visitor()): Promise<string> {
  const answer = await by(format.url)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json<{ task_id: string }>()).task_id
}

export async function statusOf(id: string, by: Visit = visitor()): Promise<MergeStatus> {
  const answer = await by(`/api/download/status/${id}`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return await answer.json()
}

/** Polls until the task has this status. Returns all status responses. */
export async function until(id: string, status: string): Promise<MergeStatus[]> {
  const seen: MergeStatus[] = []
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const now = await statusOf(id)
    seen.push(now)
    if (now.status === status) return seen
    if (now.status === 'failed' || Date.now() > end)
      expect.fail(`expected ${status}, got ${JSON.stringify(now)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
