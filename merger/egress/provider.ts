import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { Failure } from '#contract/failure.ts'
import type { Dial } from './dial.ts'
import { waitFor } from './wait-for.ts'

const CONNECT_MS = 5_000

type Provider = {
  url: string | undefined
  dial: Dial
}

/**
 * The server may have a private address, which `dial` would refuse. The returned dialler makes an exception
 * for the host name of the returned URL only. This name is random and new at each start, so links and
 * redirects of strangers cannot contain it.
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
