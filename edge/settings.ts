import * as z from 'zod/mini'

const keyringSchema = z.object({
  current: z.string().check(z.regex(/^[\w.-]{1,32}$/)),
  keys: z.record(z.string(), z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
})

/** The secrets that seal grants and tickets: raw keys of 32 bytes by their id. */
export type Keyring = { current: string; keys: ReadonlyMap<string, Uint8Array<ArrayBuffer>> }

let read: { secret: string; keyring: Keyring } | undefined

/** The keyring of this deployment. Throws a sentence for the operator when it is missing or too short. */
export function keyringOf(env: Env): Keyring {
  const secret = env.GRANT_KEYS ?? ''
  if (read?.secret === secret) return read.keyring
  const parsed = keyringSchema.safeParse(parseJson(secret))
  if (!parsed.success)
    throw new Error(
      'GRANT_KEYS is missing or malformed: it must read {"current":"<kid>","keys":{"<kid>":"<32 bytes in base64url>"}}',
    )
  const { current, keys } = parsed.data
  if (!Object.hasOwn(keys, current)) throw new Error('GRANT_KEYS names a current key that it does not hold')
  const raw = new Map(Object.entries(keys).map(([kid, text]) => [kid, fromBase64Url(text)]))
  read = { secret, keyring: { current, keys: raw } }
  return read.keyring
}

/** Refuses to serve with settings that would be dangerous or useless; called before anything else of a request. */
export function assertSettings(env: Env): void {
  keyringOf(env)
  if (env.ENVIRONMENT === 'production' && env.MERGER_ORIGIN !== '')
    throw new Error('MERGER_ORIGIN is for development: in production the edge starts its own containers')
  if (env.MEDIA_WAY !== 'edge' && env.MEDIA_WAY !== 'relay')
    throw new Error('MEDIA_WAY must be edge or relay')
  if (!(retentionSeconds(env) >= 1))
    throw new Error('FILE_RETENTION_SECONDS must be a number of seconds, at least 1')
}

/** How long a finished file lives, in seconds. */
export function retentionSeconds(env: Env): number {
  return Number(env.FILE_RETENTION_SECONDS)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not JSON: the schema says so in its own words
  }
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
