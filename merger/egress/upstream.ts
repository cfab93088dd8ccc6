import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { socksConnect, type Target } from './socks.ts'
import { waitFor } from './wait-for.ts'

export type Upstream = {
  url: URL
  /** True when the proxy receives the host name and resolves it. */
  resolvesNames: boolean
}

const READY_MS = 4_000

export class ProxyFault extends Error {}

/**
 * HTTP status 403, or reply code 2 of RFC 1928. Some proxies also send one of these when they refuse all
 * connections, whatever the target.
 */
export class ProxyRefusal extends Error {}

export async function throughProxy(proxy: URL, target: Target, signal: AbortSignal): Promise<net.Socket> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), READY_MS)
  const open = proxy.protocol === 'socks5h:' ? throughSocks : throughConnect
  try {
    return await open(proxy, target, AbortSignal.any([signal, late.signal]), () => clearTimeout(timer))
  } catch (error) {
    if (error instanceof TargetUnreachable || error instanceof ProxyRefusal) throw error
    // The visitor chooses the target. A target that does not respond must not count as a fault of the proxy.
    if (signal.aborted) throw new TargetUnreachable('the target was not reached in time', { cause: error })
    throw new ProxyFault('the upstream proxy cannot be used', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

class TargetUnreachable extends Error {}

type Open = (proxy: URL, target: Target, signal: AbortSignal, onReady: () => void) => Promise<net.Socket>

const hostOf = (proxy: URL) => proxy.hostname.replace(/^\[|\]$/g, '')
const loginOf = (proxy: URL) =>
  proxy.username
    ? { user: decodeURIComponent(proxy.username), password: decodeURIComponent(proxy.password) }
    : undefined

/**
 * RFC 9110, section 9.3.6. The login is not confirmed separately, so `onReady` is called as soon as the
 * connection to the proxy is open.
 */
const throughConnect: Open = async (proxy, target, signal, onReady) => {
  const authority = `${net.isIPv6(target.host) ? `[${target.host}]` : target.host}:${target.port}`
  const login = loginOf(proxy)
  const isSecure = proxy.protocol === 'https:'
  const host = hostOf(proxy)
  const request = (isSecure ? https : http).request({
    host,
    // Node would check the proxy's certificate against the Host header, which names the target. With this
    // option, Node checks the certificate against the host name of the proxy. If the host is an IP address,
    // the option is empty, because a TLS server name cannot be an IP address (RFC 6066, section 3).
    servername: net.isIP(host) ? '' : host,
    port: proxy.port || (isSecure ? 443 : 80),
    method: 'CONNECT',
    path: authority,
    agent: false,
    headers: {
      host: authority,
      ...(login && {
        'proxy-authorization': `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`,
      }),
    },
  })
  request.once('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', onReady))
  request.end()
  const [answer, socket, head] = await waitFor<[http.IncomingMessage, net.Socket, Buffer]>(
    request,
    'connect',
    signal,
  )
  const status = answer.statusCode ?? 0
  if (status !== 200) {
    socket.destroy()
    const sentence = `the upstream proxy answered ${status}`
    if (status === 403) throw new ProxyRefusal(sentence)
    throw status === 502 || status === 503 || status === 504
      ? new TargetUnreachable(sentence)
      : new Error(sentence)
  }
  if (head.length > 0) socket.unshift(head)
  return socket
}

const throughSocks: Open = async (proxy, target, signal, onReady) => {
  const socket = net.connect({ host: hostOf(proxy), port: Number(proxy.port || 1_080), noDelay: true })
  const end = () => socket.destroy()
  // Stryker disable next-line ObjectLiteral,BooleanLiteral: a signal fires only once
  signal.addEventListener('abort', end, { once: true })
  try {
    await waitFor(socket, 'connect', signal)
    socket.on('error', end)
    await socksConnect(socket, target, loginOf(proxy), onReady)
    return socket
  } catch (error) {
    socket.destroy()
    if (String(error).endsWith('answered 2')) throw new ProxyRefusal(String(error))
    // Reply codes 3 to 6 of RFC 1928 concern the target: network or host unreachable, connection refused, TTL
    // expired.
    throw /answered [3-6]$/.test(String(error)) ? new TargetUnreachable(String(error)) : error
  } finally {
    signal.removeEventListener('abort', end)
  }
}
