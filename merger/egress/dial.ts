import { Resolver } from 'node:dns/promises'
import http from 'node:http'
import net from 'node:net'
import { Failure } from '#contract/failure.ts'
import { isPublicName } from '#contract/link.ts'
import { isPublic } from './public-address.ts'
import { log } from '../log.ts'

const PORTS = new Set([80, 443])
const DIAL_MS = 10_000
const EACH_ADDRESS_MS = 4_000
const ADDRESSES_TRIED = 3
/** Connections open at once; beyond it a dial answers `busy`. */
const MAX_CONNECTIONS = 1_024

/** Opens a connection to a host and port that are checked first. Throws `refused_address`, `unreachable`, `busy`. */
export type Dial = (host: string, port: number) => Promise<net.Socket>

/**
 * The one place that opens connections to the world: it resolves the name once, refuses it when any answer is not
 * public, and dials the very address it checked, so that a second answer of the name server changes nothing.
 * With an upstream proxy the checked address is what the proxy is asked for.
 */
export function dialler(upstream?: string): Dial {
  // Not getaddrinfo: it would search the machine's own domains, and a slow name server would hold threads of the pool.
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  let open = 0
  return async (host, port) => {
    try {
      if (open >= MAX_CONNECTIONS) throw new Failure('busy')
      if (!PORTS.has(port)) throw new Failure('refused_address')
      const addresses = await resolve(resolver, host)
      if (!addresses.every(isPublic)) throw new Failure('refused_address')
      const socket = await dialFirst(addresses.slice(0, ADDRESSES_TRIED), port, upstream)
      open += 1
      socket.once('close', () => (open -= 1))
      log('egress', { allowed: true, host, port })
      return socket
    } catch (error) {
      const code = error instanceof Failure ? error.code : 'unreachable'
      log('egress', { allowed: false, host, port, code })
      throw Failure.from(error, 'unreachable')
    }
  }
}

/** IPv4 first: many containers have no IPv6 at all. */
async function resolve(resolver: Resolver, host: string): Promise<string[]> {
  const literal = host.replace(/^\[|\]$/g, '')
  if (net.isIP(literal)) return [literal]
  const name = host.toLowerCase().replace(/\.$/, '')
  if (!isPublicName(name)) throw new Failure('refused_address')
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  throw new Failure('unreachable', { cause: four.status === 'rejected' ? four.reason : undefined })
}

async function dialFirst(addresses: string[], port: number, upstream?: string): Promise<net.Socket> {
  const deadline = AbortSignal.timeout(DIAL_MS)
  let last: unknown
  for (const address of addresses) {
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(EACH_ADDRESS_MS)])
    try {
      return upstream
        ? await throughProxy(upstream, address, port, signal)
        : await straight(address, port, signal)
    } catch (error) {
      if (error instanceof Failure) throw error
      last = error
    }
  }
  throw new Failure('unreachable', { cause: last })
}

async function straight(address: string, port: number, signal: AbortSignal): Promise<net.Socket> {
  const socket = net.connect({ host: address, port, noDelay: true })
  await settled(socket, 'connect', signal)
  // The kernel says whom we reached; anything else than a public peer ends here.
  if (isPublic(socket.remoteAddress ?? '')) return socket
  socket.destroy()
  throw new Failure('refused_address')
}

async function throughProxy(
  proxy: string,
  address: string,
  port: number,
  signal: AbortSignal,
): Promise<net.Socket> {
  const url = new URL(proxy)
  const authority = `${net.isIPv6(address) ? `[${address}]` : address}:${port}`
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const request = http.request({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port || 80,
    method: 'CONNECT',
    path: authority,
    agent: false,
    headers: {
      host: authority,
      ...(url.username && { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` }),
    },
  })
  request.end()
  const [answer, socket, head] = await settled<[http.IncomingMessage, net.Socket, Buffer]>(
    request,
    'connect',
    signal,
  )
  if (answer.statusCode !== 200) {
    socket.destroy()
    throw new Error(`the upstream proxy answered ${answer.statusCode}`)
  }
  if (head.length > 0) socket.unshift(head)
  return socket
}

/** Waits for an event of a socket or request and destroys it when it fails or the time is over. */
function settled<T extends unknown[]>(
  source: net.Socket | http.ClientRequest,
  event: string,
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      source.destroy()
      reject(error instanceof Error ? error : new Error('the time to dial is over', { cause: error }))
    }
    const onAbort = () => fail(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    source.on('error', fail)
    source.once(event, (...found: unknown[]) => {
      signal.removeEventListener('abort', onAbort)
      source.off('error', fail)
      resolve(found as T)
    })
  })
}
