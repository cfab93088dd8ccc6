import net from 'node:net'

// Sends raw HTTP requests over a TCP connection, because HTTP clients refuse to send malformed requests.

/** An HTTP response: its status, its header block, its body, and the whole raw text. */
export type Answer = { status: number; head: string; body: string; text: string }

/**
 * Sends raw bytes and reads the response until the connection closes. `later` runs after `bytes` are written,
 * and may send more bytes.
 */
export function send(
  address: string,
  bytes: string | Buffer,
  later?: (socket: net.Socket) => void,
): Promise<Answer> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(bytes)
      later?.(socket)
    })
    socket.setTimeout(30_000, () =>
      socket.destroy(new Error('the server did not close the connection within 30 s')),
    )
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      // If a caller passes the function `later`, `bytes` is only the first part of a request. The server may
      // respond and then wait for the rest of the request, so the client closes the connection as soon as the
      // response is complete.
      if (later && isComplete(Buffer.concat(chunks).toString('latin1'))) socket.destroy()
    })
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : reject(error),
    )
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString()
      const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
      resolve({ status: Number(/^HTTP\/1\.\d (\d+)/.exec(text)?.[1] ?? 0), head, body, text })
    })
  })
}

const isComplete = (text: string) => {
  const [head = '', body] = text.split(/\r\n\r\n(.*)/s)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  return (
    body !== undefined && (length === undefined ? body.includes('0\r\n\r\n') : body.length >= Number(length))
  )
}
/** Returns the header block of a request with `Connection: close`. */
export const requestHead = (...lines: string[]) => `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`
