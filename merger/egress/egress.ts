import fs from 'node:fs'
import tls from 'node:tls'
import { buildConnector, type Dispatcher } from 'undici'
import { Failure } from '#contract/failure.ts'
import { agentOf } from './agent.ts'
import type { Config } from '../config.ts'
import { dialler, systemNetwork, type Dial } from './dial.ts'
import { Exits } from './exits.ts'
import type { ClientHello } from './client-hello.ts'
import { OwnHosts } from './own-hosts.ts'
import { nat64Addresses } from './nat64.ts'
import { startGuard, type ConnectHandler } from './guard.ts'
import { checkGuard } from './guard-check.ts'
import { providerAt } from './provider.ts'
import { nextHello } from './self-test-host.ts'

export type ExitAccess = {
  /** `http://<exit>:x@127.0.0.1:<port>` */
  proxy: string
  /** `sourceFailure` turns its errors into Failures. */
  dispatcher: Dispatcher
}

export type Egress = ExitAccess & {
  /** Throws `forbidden` for an unknown exit. */
  through(exit: string | undefined): ExitAccess
  exits: Exits
  ownHosts: OwnHosts
  provider: string | undefined
  nextHello(signal: AbortSignal): Promise<ClientHello>
  close(): Promise<void>
}

/** Throws when the guard accepts a private address. */
export async function startEgress(config: Config): Promise<Egress> {
  const ownHosts = new OwnHosts()
  const network = {
    ...systemNetwork(),
    isTranslated: await nat64Addresses(),
    isOwn: (host: string) => ownHosts.has(host),
  }
  const exits = Exits.of(config)
  const dial = dialler(exits, undefined, network)
  const reserved = new Map<string, ConnectHandler>()
  const provider = providerAt(config.YTDLP_PROVIDER, dial)
  const guard = await startGuard(provider.dial, undefined, reserved)
  await checkGuard(guard.port).catch(async (error: unknown) => {
    await guard.close()
    throw error
  })
  const accessThrough = (exit?: string): ExitAccess => ({
    proxy: `http://${exit ? `${exit}:x@` : ''}127.0.0.1:${guard.port}`,
    dispatcher: agentOf({
      connect: connectorOf((host, port) => dial(host, port, exit), config.SSL_CERT_FILE),
      headersTimeout: 20_000,
      bodyTimeout: 30_000,
      keepAliveTimeout: 10_000,
    }),
  })
  const standard = accessThrough()
  // The key is exit and session, such as `home-3`. `upstreamOf` throws for an unknown exit, so the map cannot
  // grow without limit.
  const accesses = new Map<string, ExitAccess>()
  const through = (exit: string | undefined): ExitAccess => {
    if (exit === undefined) return standard
    exits.upstreamOf(exit)
    const access = accesses.get(exit) ?? accessThrough(exit)
    accesses.set(exit, access)
    return access
  }
  const close = async () => {
    await Promise.all([standard, ...accesses.values()].map(({ dispatcher }) => dispatcher.destroy()))
    await guard.close()
  }
  return {
    ...standard,
    through,
    exits,
    ownHosts,
    provider: provider.url,
    nextHello: (signal) => nextHello(reserved, signal),
    close,
  }
}

/** The Failure that the dialler threw, `timeout` for a time limit, `unreachable` for any other error. */
export function sourceFailure(error: unknown): Failure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Failure) return cause
    if (/timeout/i.test(cause.name)) return new Failure('timeout', { cause: error })
  }
  return new Failure('unreachable', { cause: error })
}

/**
 * Discards the unread rest of a response body. undici can reuse the connection only after the end of the
 * body. Therefore, if the whole body has at most 16 KiB, the rest is read. If the body is longer, the
 * connection is closed.
 */
export function discard(body: Dispatcher.ResponseData['body']): void {
  void body.dump({ limit: 16_384 })
}

/** `dial` checks addresses as the guard does, so our own requests need not pass through the guard's port. */
function connectorOf(dial: Dial, caFile?: string): buildConnector.connector {
  // The certificates of SSL_CERT_FILE are added to Node's default ones.
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
