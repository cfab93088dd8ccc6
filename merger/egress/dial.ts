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
/** Most connections open at once. Above it every dial throws `busy`. */
const MAX_CONNECTIONS = 1_024

/** Checks a host and port, then connects. Throws `refused_address`, `unreachable` or `busy`. */
export type Dial = (host: string, port: number) => Promise<net.Socket>

/** The network functions of a dialler; tests replace them. */
type Network = {
  resolve(name: string): Promise<string[]>
  connect(address: string, port: number): net.Socket
  /** Whether a gateway of this network translates the address into another one (NAT64). */
  isTranslated?(address: string): boolean
}

/**
 * Returns the only function that opens connections to the internet. It resolves the name once, refuses it
 * unless every address is public, and connects to an address it has checked, so that a second DNS answer (DNS
 * rebinding) has no effect.
 * @param upstream URL of an HTTP proxy (`http://[user:password@]host:port`), which gets the checked address, not the name
 */
export function dialler(
  upstream?: string,
  maxConnections = MAX_CONNECTIONS,
  network: Network = systemNetwork(),
): Dial {
  const isAllowed = (address: string) => isPublic(address) && !network.isTranslated?.(address)
  let open = 0
  return async (host, port) => {
    let release = () => {}
    try {
      if (open >= maxConnections) throw new Failure('busy')
      open += 1
      release = () => (open -= 1)
      if (!PORTS.has(port)) throw new Failure('refused_address')
      const addresses = await addressesOf(host, network)
      if (!addresses.every(isAllowed)) throw new Failure('refused_address')
      const socket = await dialFirst(addresses.slice(0, ADDRESSES_TRIED), port, upstream, network)
      // A socket error without a listener would end the process. `close` follows each error and reaches the
      // user.
      socket.on('error', () => socket.destroy())
      socket.once('close', release)
      log('egress', { allowed: true, host, port })
      return socket
    } catch (error) {
      release()
      const code = error instanceof Failure ? error.code : 'unreachable'
      log('egress', { allowed: false, host, port, code })
      throw Failure.from(error, 'unreachable')
    }
  }
}

/** DNS and TCP of this machine. IPv4 addresses come first, because many containers have no IPv6. */
export function systemNetwork(): Network {
  // Not getaddrinfo: it appends the machine's search domains, and a slow DNS server would block the thread
  // pool.
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  return {
    async resolve(name) {
      const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      if (found.length > 0) return found
      throw new Failure('unreachable', { cause: four.status === 'rejected' ? four.reason : undefined })
    },
    connect: (address, port) => net.connect({ host: address, port, noDelay: true }),
  }
}

/**
 * The addresses of a host: the literal itself, or the answers of DNS. Throws `refused_address` for internal
 * names.
 */
async function addressesOf(host: string, network: Network): Promise<string[]> {
  const literal = host.replace(/^\[|\]$/g, '')
  if (net.isIP(literal)) return [literal]
  const name = host.toLowerCase().replace(/\.$/, '')
  if (!isPublicName(name)) throw new Failure('refused_address')
  return network.resolve(name)
}

/** Connects to the first address that answers. */
async function dialFirst(
  addresses: string[],
  port: number,
  upstream: string | undefined,
  network: Network,
): Promise<net.Socket> {
  const deadline = AbortSignal.timeout(DIAL_MS)
  let last: unknown
  for (const address of addresses) {
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(EACH_ADDRESS_MS)])
    try {
      return upstream
        ? await throughProxy(upstream, address, port, signal)
        : await direct(address, port, signal, network)
    } catch (error) {
      if (error instanceof Failure) throw error
      last = error
    }
  }
  throw new Failure('unreachable', { cause: last })
}

async function direct(
  address: string,
  port: number,
  signal: AbortSignal,
  network: Network,
): Promise<net.Socket> {
  const socket = network.connect(address, port)
  await waitFor(socket, 'connect', signal)
  // The kernel's own view of the peer, after any NAT: it must be public too.
  if (isPublic(socket.remoteAddress ?? '')) return socket
  socket.destroy()
  throw new Failure('refused_address')
}

/** Connects through an upstream HTTP proxy with CONNECT (RFC 9110, section 9.3.6). */
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
  const [answer, socket, head] = await waitFor<[http.IncomingMessage, net.Socket, Buffer]>(
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

/** Waits for an event. Destroys the socket or request when it fails or the signal aborts first. */
function waitFor<T extends unknown[]>(
  source: net.Socket | http.ClientRequest,
  event: 'connect',
  signal: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      source.destroy()
      reject(error instanceof Error ? error : new Error('the connection timed out', { cause: error }))
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
