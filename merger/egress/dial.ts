import { Resolver } from 'node:dns/promises'
import net from 'node:net'
import { Failure } from '#contract/failure.ts'
import { isPublicName } from '#contract/link.ts'
import { isPublic } from './public-address.ts'
import { log } from '../log.ts'
import { OpenedLog } from './opened-log.ts'
import { ProxyFault, ProxyRefusal, throughProxy, type Upstream } from './upstream.ts'
import { waitFor } from './wait-for.ts'

const PORTS = new Set([80, 443])
const DIAL_MS = 10_000
const EACH_ADDRESS_MS = 4_000
const ADDRESSES_TRIED = 3
/**
 * While a proxy has connected to a target within this time, its refusals are no fault: the cause may be the
 * target, which a visitor chose.
 */
const WORKED_MS = 15 * 60_000
const MAX_CONNECTIONS = 1_024

/** Throws `refused_address`, `unreachable`, `busy`, and `forbidden` for an unknown exit. */
export type Dial = (host: string, port: number, exit?: string) => Promise<net.Socket>

type Proxies = {
  upstreamOf(exit: string | undefined): Upstream | undefined
  onFault(exit: string | undefined): void
}
export const NO_PROXIES: Proxies = { upstreamOf: () => undefined, onFault: () => undefined }

type Network = {
  resolve(name: string): Promise<string[]>
  connect(address: string, port: number): net.Socket
  isTranslated?(address: string): boolean
  isOwn?(host: string): boolean
}

/**
 * Resolves a name once, refuses it unless all its addresses are public, and connects to one of these. Never
 * resolves again, so DNS rebinding has no effect. A proxy that resolves names itself gets the checked name;
 * the operator must keep such a proxy from private addresses.
 */
export function dialler(
  proxies: Proxies = NO_PROXIES,
  maxConnections = MAX_CONNECTIONS,
  network: Network = systemNetwork(),
): Dial {
  const isAllowed = (address: string) => isPublic(address) && !network.isTranslated?.(address)
  const opened = new OpenedLog()
  const workedAt = new Map<string, number>()
  const isFaulty = (error: unknown, upstream: Upstream | undefined) =>
    error instanceof ProxyFault ||
    (error instanceof ProxyRefusal && Date.now() > (workedAt.get(upstream?.url.host ?? '') ?? 0) + WORKED_MS)
  let open = 0
  return async (host, port, exit) => {
    let release = () => {}
    let upstream: Upstream | undefined
    try {
      if (open >= maxConnections) throw new Failure('busy')
      open += 1
      release = () => (open -= 1)
      if (!PORTS.has(port) || network.isOwn?.(host)) throw new Failure('refused_address')
      const addresses = await addressesOf(host, network)
      if (!addresses.every(isAllowed)) throw new Failure('refused_address')
      upstream = proxies.upstreamOf(exit)
      const targets = upstream?.resolvesNames ? [nameOf(host)] : addresses.slice(0, ADDRESSES_TRIED)
      const socket = await dialFirst(targets, port, upstream, network)
      // Without a listener for `error`, an error of the socket would end the process. The code that uses the
      // socket learns about the error from the `close` event that follows.
      socket.on('error', () => socket.destroy())
      socket.once('close', release)
      if (upstream) workedAt.set(upstream.url.host, Date.now())
      opened.count(host, exit)
      return socket
    } catch (error) {
      release()
      if (error instanceof Error && isFaulty(error.cause, upstream)) proxies.onFault(exit)
      const code = error instanceof Failure ? error.code : 'unreachable'
      log('egress', { allowed: false, host, port, code, ...(exit && { exit }) })
      throw Failure.from(error, 'unreachable')
    }
  }
}

/** IPv4 first, because many containers have no IPv6. */
export function systemNetwork(): Network {
  // getaddrinfo is not used: it appends the machine's search domains to names, and a slow DNS server would
  // block Node's thread pool.
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

/** Throws `refused_address` for names of internal networks. */
async function addressesOf(host: string, network: Network): Promise<string[]> {
  const literal = nameOf(host)
  if (net.isIP(literal)) return [literal]
  const name = host.toLowerCase().replace(/\.$/, '')
  if (!isPublicName(name)) throw new Failure('refused_address')
  return network.resolve(name)
}

const nameOf = (host: string) => host.replace(/^\[|\]$/g, '')

async function dialFirst(
  addresses: string[],
  port: number,
  upstream: Upstream | undefined,
  network: Network,
): Promise<net.Socket> {
  const deadline = AbortSignal.timeout(DIAL_MS)
  let last: unknown
  for (const address of addresses) {
    try {
      // A connection through a proxy takes longer than a direct one, so `EACH_ADDRESS_MS` limits only direct
      // connections. The limit `DIAL_MS` covers all addresses together.
      if (upstream) return await throughProxy(upstream.url, { host: address, port }, deadline)
      const signal = AbortSignal.any([deadline, AbortSignal.timeout(EACH_ADDRESS_MS)])
      return await direct(address, port, signal, network)
    } catch (error) {
      if (error instanceof Failure) throw error
      last = error
      if (error instanceof ProxyFault || error instanceof ProxyRefusal || deadline.aborted) break
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
  // A NAT rule can connect the socket to a different address. The address that the kernel reports for the
  // connected socket must be public, too.
  if (isPublic(socket.remoteAddress ?? '')) return socket
  socket.destroy()
  throw new Failure('refused_address')
}
