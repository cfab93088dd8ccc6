import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { Failure } from '#contract/failure.ts'
import type { Dial } from './dial.ts'
import { waitFor } from './wait-for.ts'

const CONNECT_MS = 5_000

/** A server that the operator runs for yt-dlp's plug-ins, such as a provider of PO tokens. */
export type Provider = {
  /**
   * The URL at which yt-dlp's plug-ins reach a server of the operator, such as a provider of PO tokens;
   * undefined when no such server is configured.
   */
  url: string | undefined
  dial: Dial
}

/**
 * Returns a URL and a dialler through which yt-dlp's plug-ins reach one server of the operator. An example is
 * a provider of PO tokens (proof-of-origin tokens for YouTube). The server may have a private address, which
 * `dial` would refuse. The returned dialler makes an exception for one host name: the name in the returned
 * URL. This name is random and new at each start of the merger, so links and redirects of strangers cannot
 * contain it.
 * @param address the URL of the server, from the setting `YTDLP_PROVIDER`; undefined = there is no server
 * @param dial connects to every other host
 */
export function providerAt(address: string | undefined, dial: Dial): Provider {
  if (!address) return { url: undefined, dial }
  const { hostname, port } = new URL(address)
  const name = `${randomBytes(16).toString('hex')}.invalid`
  const dialProvider = async () => {
    const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) }
    const socket = net.connect(target)
    try {
      await waitFor(socket, 'connect', AbortSignal.timeout(CONNECT_MS))
    } catch (cause) {
      throw new Failure('unreachable', { cause })
    }
    return socket.on('error', () => socket.destroy())
  }
  return {
    url: `http://${name}`,
    dial: (host, hostPort, exit) => (host === name ? dialProvider() : dial(host, hostPort, exit)),
  }
}
