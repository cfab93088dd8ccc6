import { Failure } from '#contract/failure.ts'
import type { Key } from '#media/lists/timeline.ts'
import { concat } from '../request/bounded-body.ts'

const BLOCK = 16

/** AES-128 in CBC mode (RFC 8216, section 4.3.2.4). */
export class Keys {
  readonly #fetch: (url: string) => Promise<Uint8Array>
  readonly #known = new Map<string, Promise<CryptoKey>>()

  constructor(fetch: (url: string) => Promise<Uint8Array>) {
    this.#fetch = fetch
  }

  async decrypted(bytes: Uint8Array, { url, iv, sequence }: Key): Promise<Uint8Array> {
    if (bytes.length === 0 || bytes.length % BLOCK > 0)
      throw new Failure('source_failed', { cause: 'a cut cipher' })
    const known = this.#known.get(url) ?? this.#import(url)
    this.#known.set(url, known)
    const vector = iv === null ? counted(sequence) : hexadecimal(iv)
    return await clear(bytes, await known, vector)
  }

  async #import(url: string): Promise<CryptoKey> {
    const key = await this.#fetch(url)
    if (key.length !== BLOCK) throw new Failure('drm', { cause: `a key of ${key.length} bytes` })
    return await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['encrypt', 'decrypt'])
  }
}

/**
 * Some packagers write no padding, which the Web Cryptography API demands: a block of it is put behind the
 * last one.
 */
async function clear(bytes: Uint8Array, key: CryptoKey, iv: Uint8Array): Promise<Uint8Array> {
  const last = bytes.slice(-BLOCK)
  const padding = await crypto.subtle.encrypt({ name: 'AES-CBC', iv: last }, key, new Uint8Array(0))
  const padded = concat([bytes, new Uint8Array(padding)])
  return withoutPadding(new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, padded)))
}

function withoutPadding(bytes: Uint8Array): Uint8Array {
  const count = bytes.at(-1) ?? 0
  const isPadding = count > 0 && count <= BLOCK && bytes.subarray(-count).every((one) => one === count)
  return isPadding ? bytes.subarray(0, -count) : bytes
}

function counted(sequence: number): Uint8Array {
  const vector = new Uint8Array(BLOCK)
  new DataView(vector.buffer).setBigUint64(8, BigInt(sequence))
  return vector
}

const hexadecimal = (digits: string) =>
  Uint8Array.from(digits.match(/../g) ?? [], (two) => Number.parseInt(two, 16))
