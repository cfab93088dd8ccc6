import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MergeStatus, VideoInfo } from '#contract/api.ts'

// One visitor of the soak. The visitor sends the HTTP calls that the pages send, and records the result of
// each action.

export type Outcome = { kind: string; ms: number; bytes: number; error?: string }
type Options = { method?: string; headers?: Record<string, string> }
type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }

const FILE_SECONDS = 90

export function visitor(port: number, host: string) {
  let calls = 0
  const call = (path: string, options: Options = {}, body?: unknown): Promise<Answer> => {
    calls++
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = { host, ...(text && { 'content-type': 'application/json' }), ...options.headers }
    return new Promise((resolve, reject) => {
      const request = http.request(
        { port, path, agent: false, timeout: 120_000, ...options, headers },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
          )
        },
      )
      request.on('timeout', () => request.destroy(new Error('no answer within two minutes')))
      request.on('error', reject)
      request.end(text)
    })
  }
  const json = ({ body }: Answer): unknown => JSON.parse(body.toString())
  const expect = (answer: Answer, ...statuses: number[]) => {
    if (!statuses.includes(answer.status))
      throw new Error(`${answer.status} ${answer.body.toString().slice(0, 120)}`)
    return answer
  }
  const extract = async (link: string): Promise<VideoInfo> =>
    json(expect(await call('/api/download-video', { method: 'POST' }, { tweet_url: link }), 200)) as VideoInfo

  /** Starts the first merge that a link offers. Returns the task id. */
  const start = async (link: string): Promise<string> => {
    const format = (await extract(link)).formats.find(({ url }) => url.includes('/start-merge'))
    if (!format) throw new Error('no format is a merge')
    return (json(expect(await call(format.url), 200)) as { task_id: string }).task_id
  }
  const finished = async (task: string): Promise<void> => {
    for (let seconds = 0; seconds < FILE_SECONDS; seconds += 0.5) {
      const status = json(expect(await call(`/api/download/status/${task}`), 200)) as MergeStatus
      if (status.status === 'completed') return
      if (status.status === 'failed') throw new Error(`the task failed: ${status.code}`)
      await sleep(500)
    }
    throw new Error(`no file within ${FILE_SECONDS} seconds`)
  }
  const save = async (task: string): Promise<number> =>
    expect(await call(`/api/download/file/${task}?download=1`), 200).body.length
  const remove = (task: string) => call(`/api/download/task/${task}`, { method: 'DELETE' })
  const proxied = async (link: string) => {
    const { formats } = await extract(link)
    const format = formats.find(
      ({ url }) => url.startsWith('/api/proxied_download') || url.startsWith('https:'),
    )
    if (!format) throw new Error('no format is passed on')
    if (format.url.startsWith('/')) return format.url
    const [url = '', grant = ''] = format.url.split('#')
    return `/api/proxied_download?url=${encodeURIComponent(url)}&g=${encodeURIComponent(grant.replace(/^g=/, ''))}`
  }

  const actions: Record<string, (nth: number) => Promise<number>> = {
    page: async () => expect(await call('/'), 200).body.length,
    extract: async () => (await extract('https://www.youtube.com/watch?v=sealedvid00'), 0),
    'seek in media': async () => {
      const url = await proxied('https://www.tiktok.com/@_/video/7000000000000000001')
      const answer = await call(url, { headers: { range: 'bytes=1000-200999' } })
      return expect(answer, 200, 206).body.length
    },
    'merge and save': async (nth) => {
      const task = await start(
        `https://www.youtube.com/watch?v=soakvid${String(nth % 10_000).padStart(4, '0')}`,
      )
      await finished(task)
      return await save(task)
    },
    'share and open': async () => {
      const url = (await extract('https://cdn.example/combined-720.mp4')).formats[0]!.url
      const share = { url, title: 'Soak', is_audio: false }
      const answer = expect(await call('/api/shorten-preview', { method: 'POST' }, share), 200)
      const { pathname } = new URL((json(answer) as { short_url: string }).short_url)
      expect(await call(pathname), 302)
      return 0
    },
    cancel: async (nth) => {
      const task = await start(
        `https://www.youtube.com/watch?v=soakcan${String(nth % 10_000).padStart(4, '0')}`,
      )
      await sleep(300)
      return expect(await remove(task), 200).body.length
    },
    'faulty source': async (nth) => {
      const task = await start(`https://cdn.example/faulty/drop/soak-${nth}/moov-at-end.mp4`)
      await finished(task)
      return await save(task)
    },
    'hostile link': async () => {
      const links = [
        'http://169.254.169.254/latest',
        'http://private.test/video.mp4',
        'https://rebind.test/x.mp4',
      ]
      for (const link of links)
        expect(await call('/api/download-video', { method: 'POST' }, { tweet_url: link }), 400, 502)
      return 0
    },
    'expired file': async () => {
      expect(await call(`/api/download/file/${'x'.repeat(40)}`), 404)
      return 0
    },
  }
  return {
    kinds: Object.keys(actions),
    calls: () => calls,
    /** Runs one action. Never rejects: an unexpected response becomes the `error` of the outcome. */
    async run(kind: string, nth: number): Promise<Outcome> {
      const started = performance.now()
      const ms = () => performance.now() - started
      try {
        const bytes = (await actions[kind]?.(nth)) ?? 0
        return { kind, ms: ms(), bytes }
      } catch (error) {
        return { kind, ms: ms(), bytes: 0, error: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}
