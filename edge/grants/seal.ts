import { base64url, EncryptJWT, errors, jwtDecrypt } from 'jose'
import { keyringOf } from '../settings.ts'

const text = new TextEncoder()

/**
 * The purpose of a sealed text. It is the audience of the JWT, so the text is refused for any other purpose.
 */
export type Use = 'media' | 'image' | 'merge'

/**
 * Encrypts claims for one purpose (`use`). The result expires at `expiresAt` (epoch milliseconds). It is a
 * JWE (RFC 7516) with the algorithms `dir` and `A256GCM`.
 */
export async function seal(
  env: Env,
  use: Use,
  claims: Record<string, unknown>,
  expiresAt: number,
): Promise<string> {
  const { current, keys } = keyringOf(env)
  return await new EncryptJWT(claims)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: current })
    .setAudience(use)
    .setExpirationTime(Math.floor(expiresAt / 1_000))
    .encrypt(keys.get(current)!)
}

/**
 * The result of `unseal`. `stale`: we sealed the text but it has expired; its claims can still be read.
 * `refused`: we did not seal the text, or we sealed it for another purpose.
 */
export type Opened = { state: 'open' | 'stale'; claims: Record<string, unknown> } | { state: 'refused' }

/**
 * Decrypts a text that was sealed for one purpose (`use`), with the current key or an older key of the
 * keyring.
 */
export async function unseal(env: Env, use: Use, sealed: string): Promise<Opened> {
  const { keys } = keyringOf(env)
  if (!isCanonical(sealed)) return { state: 'refused' }
  try {
    const { payload } = await jwtDecrypt(sealed, ({ kid }) => keys.get(kid ?? '') ?? refuse(), {
      audience: use,
      requiredClaims: ['exp'],
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return { state: 'open', claims: payload }
  } catch (error) {
    // `jwtDecrypt` checks authenticity and audience before the expiry, so the claims of an expired JWT are
    // authentic.
    if (error instanceof errors.JWTExpired) return { state: 'stale', claims: error.payload }
    if (error instanceof errors.JOSEError) return { state: 'refused' }
    throw error
  }
}

/**
 * Returns whether each section of a sealed text is canonical base64url. The last character of a section can
 * contain unused bits. Without this check, a text in which somebody changed only these bits would still be
 * accepted.
 */
function isCanonical(sealed: string): boolean {
  return sealed.split('.').every((section) => {
    const isBase64 = /^[\w-]*$/.test(section) && section.length % 4 !== 1
    return isBase64 && base64url.encode(base64url.decode(section)) === section
  })
}

function refuse(): never {
  throw new errors.JWEInvalid('unknown key id')
}

const subkeys = new WeakMap<Uint8Array, Map<string, Promise<CryptoKey>>>()

/**
 * Derives a key for one purpose from a key of the keyring. Each purpose has its own key, so a MAC for one
 * purpose is invalid for all others.
 */
function subkey(master: Uint8Array<ArrayBuffer>, purpose: string): Promise<CryptoKey> {
  const known = subkeys.get(master) ?? new Map<string, Promise<CryptoKey>>()
  subkeys.set(master, known)
  let key = known.get(purpose)
  if (!key) {
    key = crypto.subtle
      .importKey('raw', master, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
      .then((hmac) => crypto.subtle.sign('HMAC', hmac, text.encode(`subkey ${purpose}`)))
      .then((raw) => macKey(new Uint8Array(raw)))
    known.set(purpose, key)
  }
  return key
}

/** Imports raw bytes as a key for HMAC-SHA256. */
export function macKey(raw: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', new Uint8Array(raw), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
}

/** Returns the HMAC-SHA256 of a text as 32 bytes. */
export async function mac(key: CryptoKey, message: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(message)))
}

/** Returns the HMACs of a text for one purpose: first with the current key, then with each previous key. */
export async function keyedHashes(env: Env, purpose: string, message: string): Promise<Uint8Array[]> {
  const { current, keys } = keyringOf(env)
  const ordered = [current, ...[...keys.keys()].filter((kid) => kid !== current)]
  return await Promise.all(ordered.map(async (kid) => mac(await subkey(keys.get(kid)!, purpose), message)))
}

/** Returns the SHA-256 of a text in base64url. */
export async function hashOf(message: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', text.encode(message))))
}

/**
 * Compares two texts in constant time, so that the duration does not reveal the position of the first
 * difference.
 */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % Math.max(1, b.length))
  return difference === 0
}

/** Returns random bytes in base64url; 16 bytes give 22 characters. */
export function nonce(bytes = 16): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(bytes)))
}

export { base64url }
