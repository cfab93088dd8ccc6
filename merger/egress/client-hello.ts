/** RFC 8446, section 4.1.2 */
export type ClientHello = {
  ciphers: number[]
  extensions: number[]
  alpn: string[]
}

const HANDSHAKE = 22
const CLIENT_HELLO = 1
const ALPN = 16
/** Browsers send about 2 kB. */
const MAX_BYTES = 16_384

/** Returns undefined while bytes are missing. Throws a RangeError when the bytes are not a ClientHello. */
export function readClientHello(bytes: Buffer): ClientHello | undefined {
  const message = handshakeMessage(bytes)
  if (!message) return undefined
  const reader = new Reader(message)
  reader.skip(2 + 32) // skips the protocol version (2 bytes) and the random (32 bytes)
  reader.vector(1) // skips the session id
  const ciphers = reader.vector(2).numbers()
  reader.vector(1) // skips the compression methods
  const hello: ClientHello = { ciphers, extensions: [], alpn: [] }
  const extensions = reader.vector(2)
  while (extensions.left > 0) {
    const type = extensions.number(2)
    const body = extensions.vector(2)
    hello.extensions.push(type)
    if (type !== ALPN) continue
    const names = body.vector(2)
    while (names.left > 0) hello.alpn.push(names.vector(1).text())
  }
  return hello
}

/**
 * Chrome sends reserved values (GREASE, RFC 8701) as its first cipher and as an extension, and offers HTTP/2
 * first. OpenSSL, in Node and Python, never sends them.
 */
export function isChromeLike({ ciphers, extensions, alpn }: ClientHello): boolean {
  const hasGrease = isGrease(ciphers[0] ?? 0) && extensions.some(isGrease)
  return hasGrease && alpn[0] === 'h2' && alpn[1] === 'http/1.1'
}

const isGrease = (value: number) => (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff)

function handshakeMessage(bytes: Buffer): Buffer | undefined {
  const fragments: Buffer[] = []
  for (let at = 0; bytes.length >= at + 5;) {
    if (bytes[at] !== HANDSHAKE) throw new RangeError('not a TLS handshake')
    const end = at + 5 + bytes.readUInt16BE(at + 3)
    if (end > MAX_BYTES) throw new RangeError('the ClientHello is too long')
    if (bytes.length < end) return undefined
    fragments.push(bytes.subarray(at + 5, end))
    const joined = Buffer.concat(fragments)
    if (joined.length >= 4) {
      if (joined[0] !== CLIENT_HELLO) throw new RangeError('not a ClientHello')
      const length = joined.readUIntBE(1, 3)
      if (length > MAX_BYTES) throw new RangeError('the ClientHello is too long')
      if (joined.length >= 4 + length) return joined.subarray(4, 4 + length)
    }
    at = end
  }
  return undefined
}

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  skip(count: number): void {
    this.#take(count)
  }

  number(size: 1 | 2): number {
    return this.#take(size).readUIntBE(0, size)
  }

  vector(size: 1 | 2): Reader {
    return new Reader(this.#take(this.number(size)))
  }

  numbers(): number[] {
    const found: number[] = []
    while (this.left > 0) found.push(this.number(2))
    return found
  }

  text(): string {
    return this.#take(this.left).toString('latin1')
  }

  #take(count: number): Buffer {
    if (count > this.left) throw new RangeError('the ClientHello is cut off')
    this.#at += count
    return this.#bytes.subarray(this.#at - count, this.#at)
  }
}
