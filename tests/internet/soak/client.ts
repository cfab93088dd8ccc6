import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MergeStatus, VideoInfo } from '#contract/api.ts'

// An HTTP client that calls the product as the product's pages do.

type Options = {
  method?: string
  headers?: Record<string, string>
  /** Aborts the call. */
  signal?: AbortSignal
  /** Maximum length of the response body in bytes. The rest of a longer body is not read. */
  maxBytes?: number
}
type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }

const CALL_MS = 120_000
const FILE_SECONDS = 90
/** Milliseconds between two requests for the state of a task. */
const STATUS_MS = 250

export type Client = ReturnType<typeof clientOf>

/**
 * Returns a client of the product. The product listens on 127.0.0.1.
 * @param host the brand's domain, for the Host header
 * @param address the visitor's IP address, for rate limits and fair queueing
 */
export function clientOf(port: number, host: string, address: string) {
  let calls = 0
  const call = (path: string, options: Options = {}, body?: unknown): Promise<Answer> => {
    calls++
    const { maxBytes = Infinity, ...rest } = options
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      host,
      'cf-connecting-ip': address,
      ...(text && { 'content-type': 'application/json' }),
      ...options.headers,
    }
    return new Promise((resolve, reject) => {
      const request = http.request(
        { port, path, agent: false, timeout: CALL_MS, ...rest, headers },
        (answer) => {
          const chunks: Buffer[] = []
          let bytes = 0
          const end = () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) })
          answer.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            bytes += chunk.length
            if (bytes < maxBytes) return
            end()
            request.destroy()
          })
          answer.on('error', reject)
          answer.on('end', end)
        },
      )
      request.on('timeout', () => request.destroy(new Error('no answer within two minutes')))
      request.on('error', reject)
      request.end(text)
    })
  }
  const json = ({ body }: Answer): unknown => JSON.parse(body.toString())
  /** Throws an Error with the status and the start of the body when the status is not one of `statuses`. */
  const expectStatus = (answer: Answer, ...statuses: number[]) => {
    if (!statuses.includes(answer.status))
      throw new Error(`${answer.status} ${answer.body.toString().slice(0, 120)}`)
    return answer
  }
  /** Extracts a link and returns its formats. */
  const extract = async (link: string, signal?: AbortSignal): Promise<VideoInfo> => {
    const options = { method: 'POST', ...(signal && { signal }) }
    return json(
      expectStatus(await call('/api/download-video', options, { tweet_url: link }), 200),
    ) as VideoInfo
  }
  /** Requests the `url` of a format, which starts its merge. Returns the task id. */
  const start = async (url: string): Promise<string> =>
    (json(expectStatus(await call(url), 200)) as { task_id: string }).task_id
  /** Extracts a link and starts the merge of its first format that needs a merge. Returns the task id. */
  const startFirst = async (link: string): Promise<string> => {
    const format = mergeOf(await extract(link))
    if (format === undefined) throw new Error('no format is a merge')
    return await start(format)
  }
  /** Waits until the task's file is ready. Throws when the task fails. */
  const finished = async (task: string): Promise<void> => {
    for (const until = performance.now() + FILE_SECONDS * 1_000; performance.now() < until;) {
      const status = json(expectStatus(await call(`/api/download/status/${task}`), 200)) as MergeStatus
      if (status.status === 'completed') return
      if (status.status === 'failed') throw new Error(`the task failed: ${status.code}`)
      await sleep(STATUS_MS)
    }
    throw new Error(`no file within ${FILE_SECONDS} seconds`)
  }
  /** Fetches the file of a task and returns its size in bytes. */
  const save = async (task: string): Promise<number> =>
    expectStatus(await call(`/api/download/file/${task}?download=1`), 200).body.length
  const remove = (task: string) => call(`/api/download/task/${task}`, { method: 'DELETE' })
  return {
    call,
    json,
    expectStatus,
    extract,
    start,
    startFirst,
    finished,
    save,
    remove,
    calls: () => calls,
  }
}

/**
 * Finds the first format that needs a merge. Returns the URL path that starts this merge; undefined when no
 * format needs one.
 */
export function mergeOf({ formats }: VideoInfo): string | undefined {
  return formats.find(({ url }) => url.includes('/start-merge'))?.url
}

/**
 * Finds the first format that needs no merge. Returns the URL path at which the edge proxies this format;
 * undefined when there is no such format.
 */
export function proxiedOf({ formats }: VideoInfo): string | undefined {
  const url = formats.find(
    (format) => format.url.startsWith('/api/proxied_download') || format.url.startsWith('https:'),
  )?.url
  if (url === undefined || url.startsWith('/')) return url
  const [link = '', grant = ''] = url.split('#')
  return `/api/proxied_download?url=${encodeURIComponent(link)}&g=${encodeURIComponent(grant.replace(/^g=/, ''))}`
}
