import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { socksConnect, type Target } from './socks.ts'
import { waitFor } from './wait-for.ts'

/** A proxy of the operator. An exit with a proxy opens all its connections through it. */
export type Upstream = {
  /** An http, https or socks5h URL. Its user name and password may select a session of the proxy. */
  url: URL
  /**
   * True when the proxy receives the host name and resolves it. False when the proxy receives an address that
   * this merger has resolved and checked.
   */
  names: boolean
}

/**
 * Thrown when the proxy itself cannot be used: it cannot be reached, or it refuses the connection or the
 * login.
 */
export class ProxyFault extends Error {}

/**
 * Connects to a target through a proxy. Throws a ProxyFault when the proxy cannot be used, and another Error
 * when the proxy cannot reach the target.
 */
export async function throughProxy(proxy: URL, target: Target, signal: AbortSignal): Promise<net.Socket> {
  try {
    return await (proxy.protocol === 'socks5h:' ? throughSocks : throughConnect)(proxy, target, signal)
  } catch (error) {
    if (error instanceof TargetUnreachable) throw error
    throw new ProxyFault('the upstream proxy cannot be used', { cause: error })
  }
}

/** Thrown when the proxy works but reports that it cannot reach the target. */
class TargetUnreachable extends Error {}

const hostOf = (proxy: URL) => proxy.hostname.replace(/^\[|\]$/g, '')
const loginOf = (proxy: URL) =>
  proxy.username
    ? { user: decodeURIComponent(proxy.username), password: decodeURIComponent(proxy.password) }
    : undefined

/** Connects by HTTP CONNECT (RFC 9110, section 9.3.6). The connection to an https proxy uses TLS. */
async function throughConnect(proxy: URL, target: Target, signal: AbortSignal): Promise<net.Socket> {
  const authority = `${net.isIPv6(target.host) ? `[${target.host}]` : target.host}:${target.port}`
  const login = loginOf(proxy)
  const isSecure = proxy.protocol === 'https:'
  const host = hostOf(proxy)
  const request = (isSecure ? https : http).request({
    host,
    // Node would check the proxy's certificate against the Host header, which names the target. This option
    // names the proxy instead. It is empty for an IP address, because TLS has no such server name (RFC 6066,
    // section 3).
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
    throw status === 502 || status === 503 || status === 504
      ? new TargetUnreachable(sentence)
      : new Error(sentence)
  }
  if (head.length > 0) socket.unshift(head)
  return socket
}

async function throughSocks(proxy: URL, target: Target, signal: AbortSignal): Promise<net.Socket> {
  const socket = net.connect({ host: hostOf(proxy), port: Number(proxy.port || 1_080), noDelay: true })
  const end = () => socket.destroy()
  signal.addEventListener('abort', end, { once: true })
  try {
    await waitFor(socket, 'connect', signal)
    socket.on('error', end)
    await socksConnect(socket, target, loginOf(proxy))
    return socket
  } catch (error) {
    socket.destroy()
    // Reply codes 3 to 6 of RFC 1928 concern the target: network or host unreachable, connection refused, TTL
    // expired.
    throw /answered [3-6]$/.test(String(error)) ? new TargetUnreachable(String(error)) : error
  } finally {
    signal.removeEventListener('abort', end)
  }
}
