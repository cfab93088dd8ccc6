import type net from 'node:net'
import { readClientHello, type ClientHello } from './client-hello.ts'
import type { ConnectHandler } from './guard.ts'

/** No real host name ends with `.invalid` (RFC 6761, section 6.4). */
export const SELF_TEST_HOST = 'self-test.invalid'

export async function nextHello(
  reserved: Map<string, ConnectHandler>,
  signal: AbortSignal,
): Promise<ClientHello> {
  const { promise, resolve, reject } = Promise.withResolvers<ClientHello>()
  const onAbort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', onAbort, { once: true })
  reserved.set(SELF_TEST_HOST, (client, head) => readHello(client, head, resolve, reject))
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', onAbort)
    reserved.delete(SELF_TEST_HOST)
  }
}

function readHello(
  client: net.Socket,
  head: Buffer,
  resolve: (hello: ClientHello) => void,
  reject: (error: Error) => void,
): void {
  let bytes = head
  const read = () => {
    try {
      const hello = readClientHello(bytes)
      if (!hello) return
      resolve(hello)
    } catch (error) {
      reject(error as RangeError)
    }
    client.destroy()
  }
  client.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    read()
  })
  client.on('close', () => reject(new Error('the connection ended before the handshake')))
  read()
}
