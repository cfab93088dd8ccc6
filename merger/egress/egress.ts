import fs from 'node:fs'
import http from 'node:http'
import tls from 'node:tls'
import { buildConnector, type Dispatcher } from 'undici'
import { Failure } from '#contract/failure.ts'
import { agentOf } from './agent.ts'
import type { Config } from '../config.ts'
import { dialler, type Dial } from './dial.ts'
import { DENIED, startGuard } from './guard.ts'

/** The only way out of this machine. */
export type Egress = {
  /** `http://127.0.0.1:<port>`, for programs that take a proxy. */
  proxy: string
  /** The same way for undici's `request` and `fetch`; its errors are Failures by `sourceFailure`. */
  dispatcher: Dispatcher
  close(): Promise<void>
}

/** Spellings of inner addresses that the guard must refuse before the merger may start. */
const INNER = [
  '127.0.0.1:80',
  '169.254.169.254:80',
  '[::1]:443',
  '[::ffff:10.0.0.1]:443',
  '10.0.0.1:443',
  '0x7f000001:80',
]

/** Starts the guard and proves that it holds; throws when it lets a private address through. */
export async function startEgress(config: Config): Promise<Egress> {
  const dial = dialler(config.EGRESS_PROXY)
  const guard = await startGuard(dial)
  for (const authority of INNER) {
    if (await refuses(guard.port, authority)) continue
    await guard.close()
    throw new Error(`The merger cannot start: its egress guard does not refuse ${authority}.`)
  }
  const dispatcher = agentOf({
    connect: connectorOf(dial, config.SSL_CERT_FILE),
    headersTimeout: 20_000,
    bodyTimeout: 30_000,
    keepAliveTimeout: 10_000,
  })
  const close = async () => {
    await dispatcher.destroy()
    await guard.close()
  }
  return { proxy: `http://127.0.0.1:${guard.port}`, dispatcher, close }
}

/** What an error of `dispatcher` means: the guard's own Failure, `timeout`, else `unreachable`. */
export function sourceFailure(error: unknown): Failure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Failure) return cause
    if (/timeout/i.test(cause.name)) return new Failure('timeout', { cause: error })
  }
  return new Failure('unreachable', { cause: error })
}

/** Leaves a body unread. A short rest is read all the same, so that its connection can serve again. */
export function leave(body: Dispatcher.ResponseData['body']): void {
  body.dump({ limit: 16_384 }).catch((error: unknown) => {
    // Whoever leaves does not care how it ends; the connection goes with it.
    body.destroy(error instanceof Error ? error : undefined)
  })
}

/** Connections of our own requests are dialled by the guard's rule too, without the way through its port. */
function connectorOf(dial: Dial, caFile?: string): buildConnector.connector {
  // Like OpenSSL's own reading of SSL_CERT_FILE, the file stands beside what Node trusts by default.
  const ca = caFile ? [...tls.getCACertificates('default'), fs.readFileSync(caFile, 'utf8')] : undefined
  const secure = buildConnector({ timeout: 10_000, ...(ca && { ca }) })
  const connect = async (...[options, callback]: Parameters<buildConnector.connector>) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    try {
      const socket = await dial(options.hostname, port)
      if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback)
      else callback(null, socket)
    } catch (error) {
      callback(error as Error, null)
    }
  }
  return (options, callback) => void connect(options, callback)
}

function refuses(port: number, authority: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.request({
      host: '127.0.0.1',
      port,
      method: 'CONNECT',
      path: authority,
      agent: false,
    })
    request.on('connect', (answer, socket) => {
      socket.destroy()
      resolve(answer.statusCode === 403 && answer.headers[DENIED] === 'denied')
    })
    request.on('error', () => resolve(false))
    request.end()
  })
}
