import type net from 'node:net'
import ipaddr from 'ipaddr.js'

export type Target = { host: string; port: number }

const VERSION = 5
const NO_LOGIN = 0
const PASSWORD = 2
const ADDRESS_BYTES: Record<number, number> = { 1: 4, 4: 16 }
const NAME = 3

/**
 * RFC 1928; the login follows RFC 1929. `socket` is already connected to the proxy. Throws when the proxy
 * refuses.
 */
export async function socksConnect(
  socket: net.Socket,
  target: Target,
  login: { user: string; password: string } | undefined,
  onLogin: () => void,
): Promise<void> {
  const reader = new ByteReader(socket)
  try {
    socket.write(Buffer.from([VERSION, 1, login ? PASSWORD : NO_LOGIN]))
    const [version, method] = await reader.take(2)
    if (version !== VERSION || method !== (login ? PASSWORD : NO_LOGIN))
      throw new Error('the SOCKS proxy accepts no login of this kind')
    if (login) {
      socket.write(Buffer.concat([Buffer.from([1]), sized(login.user), sized(login.password)]))
      if ((await reader.take(2))[1] !== 0) throw new Error('the SOCKS proxy refused the login')
    }
    onLogin()
    const port = Buffer.from([target.port >> 8, target.port & 0xff])
    socket.write(Buffer.concat([Buffer.from([VERSION, 1, 0]), addressOf(target.host), port]))
    const answer = await reader.take(4)
    if (answer[1] !== 0) throw new Error(`the SOCKS proxy answered ${answer[1]}`)
    const kind = answer[3] ?? 0
    const length = kind === NAME ? ((await reader.take(1))[0] ?? 0) : ADDRESS_BYTES[kind]
    if (length === undefined) throw new Error('the SOCKS proxy answered with an unknown kind of address')
    await reader.take(length + 2)
  } finally {
    reader.release()
  }
}

function addressOf(host: string): Buffer {
  if (!ipaddr.isValid(host)) return Buffer.concat([Buffer.from([NAME]), sized(host)])
  const bytes = ipaddr.parse(host).toByteArray()
  return Buffer.from([bytes.length === 4 ? 1 : 4, ...bytes])
}

function sized(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > 255) throw new Error('a field for the SOCKS proxy is too long')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

/** Bytes that follow stay in the socket for its next reader. */
class ByteReader {
  readonly #socket: net.Socket
  #wake = () => {}
  readonly #onChange = () => this.#wake()

  constructor(socket: net.Socket) {
    this.#socket = socket
    // One listener serves all waits of `take` and stays until `release`. A new listener for each wait would
    // block the process: while some bytes are buffered, Node emits `readable` as soon as a listener is added.
    // Every wait would then end at once, and the loop in `take` would never pause.
    socket.on('readable', this.#onChange).on('close', this.#onChange)
  }

  async take(count: number): Promise<Buffer> {
    for (;;) {
      const bytes = this.#socket.read(count) as Buffer | null
      // At the end of the stream, `read` returns fewer bytes than requested.
      if (bytes && bytes.length < count) throw new Error('the SOCKS proxy sent too little')
      if (bytes) return bytes
      if (this.#socket.destroyed) throw new Error('the SOCKS proxy closed the connection')
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  release(): void {
    this.#socket.off('readable', this.#onChange).off('close', this.#onChange)
  }
}
