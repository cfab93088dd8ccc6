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
 * Lets the programs that use the guard as their HTTP proxy (guard.ts) reach one server on a private address,
 * such as a provider of PO tokens. The programs connect to a random host name, which stands for this server
 * and is new at each start of the merger. Strangers do not know this name, so their links and redirects
 * cannot contain it.
 * @param address the URL of the provider, from the setting `YTDLP_PROVIDER`
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
