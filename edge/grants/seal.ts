import { base64url, EncryptJWT, errors, jwtDecrypt } from 'jose'
import { keyringOf } from '../settings.ts'

const text = new TextEncoder()

/** What a sealed text may be used for; one made for another use is refused. */
export type Use = 'media' | 'image' | 'merge'

/** Encrypts claims for one use until `expiresAt` (epoch milliseconds): JWE, dir + A256GCM. */
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

/** What became of a sealed text: `stale` ones are ours but over, and their claims still say what they were for. */
export type Opened = { state: 'open' | 'stale'; claims: Record<string, unknown> } | { state: 'refused' }

/** Opens a sealed text of the current or a previous key. */
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
    // Authenticity and audience are checked before the time, so an expired one is truly ours.
    if (error instanceof errors.JWTExpired) return { state: 'stale', claims: error.payload }
    if (error instanceof errors.JOSEError) return { state: 'refused' }
    throw error
  }
}

/** Whether each part is written as we write it: the last sign may hold unused bits, and no changed text may open. */
function isCanonical(sealed: string): boolean {
  return sealed.split('.').every((part) => {
    const isBase64 = /^[\w-]*$/.test(part) && part.length % 4 !== 1
    return isBase64 && base64url.encode(base64url.decode(part)) === part
  })
}

function refuse(): never {
  throw new errors.JWEInvalid('unknown key id')
}

const subkeys = new WeakMap<Uint8Array, Map<string, Promise<CryptoKey>>>()

/** A key of its own for each purpose, so that no MAC can stand in for another. */
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

/** An HMAC-SHA256 key of raw bytes. */
export function macKey(raw: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', new Uint8Array(raw), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
}

/** HMAC-SHA256 of a text. */
export async function mac(key: CryptoKey, message: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(message)))
}

/** HMACs of a text for one purpose: by the current key first, then by the previous ones. */
export async function keyedHashes(env: Env, purpose: string, message: string): Promise<Uint8Array[]> {
  const { current, keys } = keyringOf(env)
  const ordered = [current, ...[...keys.keys()].filter((kid) => kid !== current)]
  return await Promise.all(ordered.map(async (kid) => mac(await subkey(keys.get(kid)!, purpose), message)))
}

/** SHA-256 of a text in base64url. */
export async function hashOf(message: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', text.encode(message))))
}

/** Compares two texts in a time that does not depend on where they differ. */
export function same(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % Math.max(1, b.length))
  return difference === 0
}

/** Random bytes in base64url: 16 bytes are 22 characters. */
export function nonce(bytes = 16): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(bytes)))
}

export { base64url }
