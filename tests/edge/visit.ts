import { env, exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { ErrorAnswer, Format, MergeStatus, VideoInfo } from '#contract/api.ts'

export const HOST = 'pocketreel.example'
let visitors = 0

/** A visitor with an address of their own, so that no test uses up another's allowance. */
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

/** The answer to a pasted link. */
export async function paste(link: string, by?: Visit): Promise<VideoInfo> {
  const answer = await post('/api/download-video', { tweet_url: link }, by)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return await answer.json()
}

export async function errorOf(answer: Response): Promise<ErrorAnswer & { status: number }> {
  return { status: answer.status, ...(await answer.json<ErrorAnswer>()) }
}

/** What the stand-in merger counted for a link. */
export async function merger(link: string) {
  const answer = await fetch(`${env.MERGER_ORIGIN}/stat?of=${encodeURIComponent(link)}`)
  return await answer.json<
    Record<'extracts' | 'posts' | 'starts' | 'attaches' | 'pulls' | 'deletes' | 'relays' | 'running', number>
  >()
}

/** How often the media stand-in was asked for `host/path`. */
export async function hits(of: string): Promise<number> {
  return Number(
    await (await fetch(`${(env as unknown as { MEDIA_ORIGIN: string }).MEDIA_ORIGIN}/hits?of=${of}`)).text(),
  )
}

/** The merge row of a link that the stand-in merger makes as its query says. */
export async function mergeRow(query: string, by?: Visit): Promise<{ link: string; format: Format }> {
  const link = `https://media.test/pairs/${crypto.randomUUID()}?${query}`
  const info = await paste(link, by)
  const format = info.formats.find((one) => one.key === 'both:1080:mp4:avc1:')!
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

/** Polls until the task has this status; every status on the way is returned. */
export async function until(id: string, status: string, seconds = 20): Promise<MergeStatus[]> {
  const seen: MergeStatus[] = []
  for (const end = Date.now() + seconds * 1_000; ;) {
    const now = await statusOf(id)
    seen.push(now)
    if (now.status === status) return seen
    if (now.status === 'failed' || Date.now() > end)
      expect.fail(`wanted ${status}, is ${JSON.stringify(now)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
