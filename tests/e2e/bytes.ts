import net from 'node:net'

// HTTP by hand, past what any client would send.

/** An answer as its bytes say it. */
export type Answer = { status: number; head: string; body: string; text: string }

/** Sends bytes as they are and reads until the other side is done; `later` goes on writing meanwhile. */
export function send(
  address: string,
  bytes: string | Buffer,
  later?: (socket: net.Socket) => void,
): Promise<Answer> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(bytes)
      later?.(socket)
    })
    socket.setTimeout(30_000, () => socket.destroy(new Error('nobody ends this connection')))
    socket.on('data', (piece) => {
      pieces.push(piece)
      // Whoever has answered a request that is not over yet may keep the connection.
      if (later && isWhole(Buffer.concat(pieces).toString('latin1'))) socket.destroy()
    })
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : reject(error),
    )
    socket.on('close', () => {
      const text = Buffer.concat(pieces).toString()
      const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
      resolve({ status: Number(/^HTTP\/1\.\d (\d+)/.exec(text)?.[1] ?? 0), head, body, text })
    })
  })
}

const isWhole = (text: string) => {
  const [head = '', body] = text.split(/\r\n\r\n(.*)/s)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  return (
    body !== undefined && (length === undefined ? body.includes('0\r\n\r\n') : body.length >= Number(length))
  )
}
/** A request without a body: its lines, and that the connection ends with it. */
export const lines = (...all: string[]) => `${all.join('\r\n')}\r\nConnection: close\r\n\r\n`
