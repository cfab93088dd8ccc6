import http from 'node:http'
import http2 from 'node:http2'
import zlib from 'node:zlib'

// An HTTPS server in front of a local Worker. It adds TLS, HTTP/2 and Brotli, which Cloudflare adds in
// production.

const TEXT = /^(text\/|application\/(javascript|json|manifest)|image\/svg)/
/** The API answers so late for a link whose extraction it remembers. */
const POST_MS = 300
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']
const [FILE_QUALITY, PAGE_QUALITY] = [11, 4]
/** By URL, because the highest quality is slow. */
const compressed: Map<string, Buffer> = new Map()

function brotli(key: string, data: Buffer, quality: number): Buffer {
  const known = compressed.get(key)
  if (known) return known
  const small = zlib.brotliCompressSync(data, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } })
  if (quality === FILE_QUALITY) compressed.set(key, small)
  return small
}

export async function startFront({
  port,
  host,
  target,
  key,
  cert,
  answers,
}: {
  port: number
  host: string
  target: string
  key: Buffer
  cert: Buffer
  /** null: the answer 204. */
  answers: Record<string, object | string | null>
}): Promise<void> {
  const server = http2.createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
    const known = Object.entries(answers).find(([start]) => request.url.startsWith(start))
    if (known) {
      const [, answer] = known
      const isHtml = typeof answer === 'string'
      return setTimeout(
        () => {
          if (answer === null) return void response.writeHead(204).end()
          response.writeHead(200, { 'content-type': isHtml ? 'text/html' : 'application/json' })
          response.end(isHtml ? answer : JSON.stringify(answer))
        },
        request.method === 'POST' ? POST_MS : 0,
      )
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !name.startsWith(':')),
    )
    const forwarded = http.request(
      target + request.url,
      { method: request.method, headers: { ...headers, host, 'accept-encoding': 'identity' } },
      (answer) => {
        const kept = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.includes(name))
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => {
          const body = Buffer.concat(chunks)
          const isText = TEXT.test(answer.headers['content-type'] ?? '') && body.length > 0
          // Cloudflare compresses built files once at a high quality and keeps them in its cache. It
          // compresses pages at a low quality while it sends them.
          const quality = request.url.startsWith('/assets/') ? FILE_QUALITY : PAGE_QUALITY
          response.writeHead(answer.statusCode ?? 502, {
            ...Object.fromEntries(kept),
            ...(isText && { 'content-encoding': 'br' }),
          })
          response.end(isText ? brotli(request.url, body, quality) : body)
        })
      },
    )
    forwarded.on('error', (error) => {
      response.writeHead(502)
      response.end(String(error))
    })
    request.pipe(forwarded)
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)))
}
