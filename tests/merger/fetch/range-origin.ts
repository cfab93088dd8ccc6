import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type net from 'node:net'
import { RangeReader, type RangeReaderOptions } from '../../../merger/fetch/range-reader.ts'
import { loopbackAgent } from '../raw-origin.ts'

/** The file that the test server sends. Its first byte keeps chance from making it a text. */
export const file = Buffer.concat([Buffer.of(0), randomBytes(6 * 1024 ** 2 - 1)])
/** The link of the file. */
export const LINK = { url: 'http://a.example/file', headers: {} }

/**
 * A request that the test server has received. `count` is its number, counted from 1 after each call of
 * `answerWith`.
 */
type Asked = {
  path: string | undefined
  start: number
  end: number
  range: string | undefined
  ifRange: string | undefined
  count: number
}

/**
 * How a response of the test server differs from the default response. The default response has status 206,
 * the ETag "1" and exactly the requested bytes of `file`.
 */
type Reply = {
  status?: number
  etag?: string | null
  start?: number
  end?: number
  headers?: http.OutgoingHttpHeaders
  /** The server sends this body instead of bytes of `file`. */
  body?: Buffer
  /** The server breaks the connection after this many bytes. */
  cut?: number
  /** The server stops sending after this many bytes and keeps the connection open. */
  silentAfter?: number
  /** The server sends this many bytes every 20 ms. */
  trickle?: number
  /** The response has no Content-Length, so its body is chunked. */
  isChunked?: boolean
  /** The response has no Content-Length and no chunks, so its body ends with the connection. */
  isUnframed?: boolean
}

/**
 * Starts a test server on loopback that imitates a media server and supports range requests. The test chooses
 * the responses with `answerWith`.
 */
export async function startRangeOrigin() {
  let reply: (asked: Asked) => Reply | Promise<Reply> = () => ({})
  const requests: Asked[] = []
  let unfinished = new Set<http.ServerResponse>()
  const server = http.createServer((request, response) => {
    const { range } = request.headers
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    const [, suffix] = /^bytes=-(\d+)$/.exec(range ?? '') ?? []
    const start = suffix ? file.length - Number(suffix) : Number(from ?? 0)
    const end = Math.min(Number(to ?? Infinity), file.length - 1)
    const ifRange = request.headers['if-range'] as string | undefined
    const asked = { path: request.url, start, end, range, ifRange, count: requests.length + 1 }
    requests.push(asked)
    const responses = unfinished.add(response)
    response.once('close', () => responses.delete(response))
    void Promise.resolve(reply(asked)).then((deviations) => send(response, asked, deviations))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dispatcher = loopbackAgent((server.address() as net.AddressInfo).port)
  return {
    dispatcher,
    requests,
    /** Returns the length of each requested range in bytes. */
    lengths: () => requests.map(({ start, end }) => end - start + 1),
    /** The number of open connections. */
    connections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    /**
     * Returns the number of unfinished responses since the last call of `answerWith`. A response is
     * unfinished until it ends or its connection closes.
     */
    unfinished: () => unfinished.size,
    answerWith(next: (asked: Asked) => Reply | Promise<Reply>) {
      reply = next
      requests.length = 0
      unfinished = new Set()
    },
    async close() {
      await dispatcher.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
type RangeOrigin = Awaited<ReturnType<typeof startRangeOrigin>>

/**
 * Opens the file of a test server. RangeReader requests one range after another, and its pauses before
 * retries are very short.
 */
export const openFile = (origin: RangeOrigin, options: Partial<RangeReaderOptions> = {}) =>
  RangeReader.open(LINK, {
    dispatcher: origin.dispatcher,
    signal: new AbortController().signal,
    lanes: 1,
    silenceMs: 10_000,
    pauseMs: 1,
    ...options,
  })

/** Opens the file of a test server and reads the requested bytes. */
export async function readFile(origin: RangeOrigin, options?: Partial<RangeReaderOptions>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of (await openFile(origin, options)).bytes()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * Returns the error with which a promise rejects, or a text when the promise resolves. `expect(…).rejects` is
 * not used: if the promise resolves with a file, it prints all bytes of the file, which takes a minute.
 */
export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  )

function send(response: http.ServerResponse, asked: Asked, reply: Reply): void {
  const { status = 206, etag = '"1"', cut, silentAfter, trickle, isChunked, isUnframed } = reply
  const [start, end] =
    status === 200 ? [0, file.length - 1] : [reply.start ?? asked.start, reply.end ?? asked.end]
  const asAnnounced = status === 200 || status === 206 ? file.subarray(start, end + 1) : Buffer.alloc(0)
  const bytes = reply.body ?? asAnnounced
  if (isUnframed) response.removeHeader('transfer-encoding')
  response.writeHead(status, {
    ...(etag !== null && { etag }),
    ...(!isChunked && !isUnframed && { 'content-length': bytes.length }),
    ...(status === 206 && { 'content-range': `bytes ${start}-${end}/${file.length}` }),
    ...reply.headers,
  })
  if (trickle !== undefined) {
    let sent = 0
    const timer = setInterval(() => {
      response.write(bytes.subarray(sent, (sent += trickle)))
      if (sent >= bytes.length) response.end()
    }, 20)
    response.on('close', () => clearInterval(timer))
  } else if (cut !== undefined)
    response.write(bytes.subarray(0, cut), () => setTimeout(() => response.destroy(), 20))
  else if (silentAfter !== undefined) response.write(bytes.subarray(0, silentAfter))
  else response.end(bytes)
}
