import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { Failure } from '#contract/failure.ts'
import type { Dial } from './dial.ts'
import { waitFor } from './wait-for.ts'

const CONNECT_MS = 5_000

/** The name of an operator's provider at the guard, and the guard's dialler. */
export type Provider = {
  /** The URL that plug-ins use; undefined without a provider. */
  url: string | undefined
  dial: Dial
}

/**
 * Admits one program on a private address, such as a provider of PO tokens, to the clients of the guard. Its
 * name is drawn at each start and cannot be guessed, so no link and no redirect of a stranger leads to it.
 * @param address the setting YTDLP_PROVIDER
 * @param dial connects to everything else
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
