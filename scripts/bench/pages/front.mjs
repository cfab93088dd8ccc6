import http from 'node:http'
import http2 from 'node:http2'
import zlib from 'node:zlib'

// What stands before a Worker in production: TLS, HTTP/2 and brotli. Without it a page is measured that nobody gets.

const TEXT = /^(text\/|application\/(javascript|json|manifest)|image\/svg)/
const HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']
const packed = new Map()

function brotli(key, data, quality) {
  const known = packed.get(key)
  if (known) return known
  const small = zlib.brotliCompressSync(data, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } })
  if (quality > 5) packed.set(key, small)
  return small
}

/**
 * Serves a local Worker as the public would meet it.
 * @param {{ port: number, host: string, target: string, key: Buffer, cert: Buffer, answers: Record<string, object | string> }} options host: the brand's; target: the Worker's address;
 *   answers: what is answered in its place, by the beginning of the path; a text is a page
 * @returns {Promise<() => void>} ends it
 */
export async function startFront({ port, host, target, key, cert, answers }) {
  const server = http2.createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
    const known = Object.keys(answers).find((path) => request.url.startsWith(path))
    if (known) {
      const answer = answers[known]
      const isPage = typeof answer === 'string'
      response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'application/json' })
      return response.end(isPage ? answer : JSON.stringify(answer))
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !name.startsWith(':')),
    )
    const asked = http.request(
      target + request.url,
      { method: request.method, headers: { ...headers, host, 'accept-encoding': 'identity' } },
      (answer) => {
        const kept = Object.entries(answer.headers).filter(([name]) => !HOP.includes(name))
        const parts = []
        answer.on('data', (part) => parts.push(part))
        answer.on('end', () => {
          const body = Buffer.concat(parts)
          const isText = TEXT.test(answer.headers['content-type'] ?? '') && body.length > 0
          // Built files are packed once and well, as a cache does; pages on the fly.
          const isBuilt = request.url.startsWith('/assets/')
          const sent = isText ? brotli(request.url, body, isBuilt ? 11 : 4) : body
          response.writeHead(answer.statusCode, {
            ...Object.fromEntries(kept),
            ...(isText && { 'content-encoding': 'br' }),
          })
          response.end(sent)
        })
      },
    )
    asked.on('error', (error) => {
      response.writeHead(502)
      response.end(String(error))
    })
    request.pipe(asked)
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  return () => server.close()
}
