import { base64url, EncryptJWT, errors, jwtDecrypt } from 'jose'
import { keyringOf } from '../settings.ts'

const text = new TextEncoder()

/** It is the audience of the JWT, so the text is refused for any other purpose. */
type Use = 'media' | 'image' | 'merge'

/** The result expires at `expiresAt` (epoch milliseconds). It is a JWE (RFC 7516). */
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

/** `stale`: we sealed the text but it has expired; its claims can still be read. */
type Opened = { state: 'open' | 'stale'; claims: Record<string, unknown> } | { state: 'refused' }

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
 * The last character of a section can contain unused bits. Without this check, a text in which somebody
 * changed only these bits would still be accepted.
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

/** Each purpose has its own key, so a MAC for one purpose is invalid for all others. */
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

export function macKey(raw: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', new Uint8Array(raw), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
}

export async function mac(key: CryptoKey, message: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(message)))
}

/** Returns the HMACs of a text for one purpose: first with the current key, then with each previous key. */
export async function keyedHashes(env: Env, purpose: string, message: string): Promise<Uint8Array[]> {
  const { current, keys } = keyringOf(env)
  const ordered = [current, ...[...keys.keys()].filter((kid) => kid !== current)]
  return await Promise.all(ordered.map(async (kid) => mac(await subkey(keys.get(kid)!, purpose), message)))
}

export async function hashOf(message: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', text.encode(message))))
}

export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % Math.max(1, b.length))
  return difference === 0
}

export function nonce(bytes = 16): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(bytes)))
}

export { base64url }
