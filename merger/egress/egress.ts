import fs from 'node:fs'
import http from 'node:http'
import tls from 'node:tls'
import { buildConnector, type Dispatcher } from 'undici'
import { Failure } from '#contract/failure.ts'
import { agentOf } from './agent.ts'
import type { Config } from '../config.ts'
import { dialler, systemNetwork, type Dial } from './dial.ts'
import { Exits } from './exits.ts'
import type { ClientHello } from './client-hello.ts'
import { nat64Addresses } from './nat64.ts'
import { DENIED, startGuard, type Reserved } from './guard.ts'
import { providerAt } from './provider.ts'
import { nextHello } from './self-test-host.ts'

/** One way to the internet: through the default exit, or through the exit of an extraction. */
export type WayOut = {
  /** URL of the guard, `http://[exit:x@]127.0.0.1:<port>`, for programs that take a proxy. */
  proxy: string
  /** The same checks for undici's `request` and `fetch`. `sourceFailure` turns its errors into Failures. */
  dispatcher: Dispatcher
}

/** The only access to the internet. */
export type Egress = WayOut & {
  /** The way through an exit and session (`Passage.id`, `Rendition.exit`); without one, the default exit. */
  through(exit: string | undefined): WayOut
  exits: Exits
  /** The URL by which plug-ins of yt-dlp reach the operator's provider; undefined without one. */
  provider: string | undefined
  /** The TLS handshake of the next program that connects to `SELF_TEST_HOST` over the guard. */
  nextHello(signal: AbortSignal): Promise<ClientHello>
  close(): Promise<void>
}

/** Spellings of private addresses that the guard must refuse before the merger may start. */
const PRIVATE = [
  '127.0.0.1:80',
  '169.254.169.254:80',
  '[::1]:443',
  '[::ffff:10.0.0.1]:443',
  '10.0.0.1:443',
  '0x7f000001:80',
]

/** Starts the guard and tests it. Throws when the guard accepts a private address. */
export async function startEgress(config: Config): Promise<Egress> {
  const network = { ...systemNetwork(), isTranslated: await nat64Addresses() }
  const exits = Exits.of(config)
  const dial = dialler(exits, undefined, network)
  const reserved = new Map<string, Reserved>()
  const provider = providerAt(config.YTDLP_PROVIDER, dial)
  const guard = await startGuard(provider.dial, undefined, reserved)
  for (const authority of PRIVATE) {
    if (await refuses(guard.port, authority)) continue
    await guard.close()
    throw new Error(`The merger cannot start: its egress guard does not refuse ${authority}.`)
  }
  const wayThrough = (exit?: string): WayOut => ({
    proxy: `http://${exit ? `${exit}:x@` : ''}127.0.0.1:${guard.port}`,
    dispatcher: agentOf({
      connect: connectorOf((host, port) => dial(host, port, exit), config.SSL_CERT_FILE),
      headersTimeout: 20_000,
      bodyTimeout: 30_000,
      keepAliveTimeout: 10_000,
    }),
  })
  const standard = wayThrough()
  // At most one for each exit and session of the settings.
  const ways = new Map<string, WayOut>()
  const through = (exit: string | undefined): WayOut => {
    if (exit === undefined) return standard
    exits.upstreamOf(exit)
    const way = ways.get(exit) ?? wayThrough(exit)
    ways.set(exit, way)
    return way
  }
  const close = async () => {
    await Promise.all([standard, ...ways.values()].map(({ dispatcher }) => dispatcher.destroy()))
    await guard.close()
  }
  return {
    ...standard,
    through,
    exits,
    provider: provider.url,
    nextHello: (signal) => nextHello(reserved, signal),
    close,
  }
}

/** Translates an error of `dispatcher`: the dialler's own Failure, `timeout`, or else `unreachable`. */
export function sourceFailure(error: unknown): Failure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Failure) return cause
    if (/timeout/i.test(cause.name)) return new Failure('timeout', { cause: error })
  }
  return new Failure('unreachable', { cause: error })
}

/** Discards the rest of a body. Reads up to 16 KiB of it, so that the connection can be reused. */
export function discard(body: Dispatcher.ResponseData['body']): void {
  body.dump({ limit: 16_384 }).catch((error: unknown) => {
    // Nobody reads this body any more, so its error does not matter. Destroying it closes the connection.
    body.destroy(error instanceof Error ? error : undefined)
  })
}

/** Our own requests use the same checked dialler directly, bypassing the proxy port. */
function connectorOf(dial: Dial, caFile?: string): buildConnector.connector {
  // The certificates of SSL_CERT_FILE add to Node's default ones.
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

/** Whether the guard on a port refuses CONNECT to an authority (`host:port`) with its own 403. */
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
