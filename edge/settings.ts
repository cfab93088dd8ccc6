import * as z from 'zod/mini'
import { platformById } from '#contract/platforms/index.ts'
import type { Usage } from './budget/usage.ts'
import { assertMergerSettings } from './mergers/locations.ts'

const keyringSchema = z.object({
  current: z.string().check(z.regex(/^[\w.-]{1,32}$/)),
  keys: z.record(z.string(), z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
})

/** The edge encrypts with the key whose id is `current`, and can decrypt with every key. */
type Keyring = { current: string; keys: ReadonlyMap<string, Uint8Array<ArrayBuffer>> }

let parsedKeyring: { secret: string; keyring: Keyring } | undefined

export function keyringOf(env: Env): Keyring {
  const secret = env.GRANT_KEYS ?? ''
  if (parsedKeyring?.secret === secret) return parsedKeyring.keyring
  const parsed = keyringSchema.safeParse(parseJson(secret))
  if (!parsed.success)
    throw new Error(
      'GRANT_KEYS is missing or malformed: it must read {"current":"<kid>","keys":{"<kid>":"<32 bytes in base64url>"}}',
    )
  const { current, keys } = parsed.data
  if (!Object.hasOwn(keys, current)) throw new Error('GRANT_KEYS names a current key that it does not hold')
  const raw = new Map(Object.entries(keys).map(([kid, text]) => [kid, fromBase64Url(text)]))
  parsedKeyring = { secret, keyring: { current, keys: raw } }
  return parsedKeyring.keyring
}

const controlsSchema = z.record(z.string(), z.url({ protocol: /^https$/ }))
type Controls = Readonly<Record<string, string>>
let parsedControls: { text: string; controls: Controls } | undefined

/** By platform id, the link of an item that is known to work. */
export function controlsOf({ CONTROLS: text = '' }: Partial<Pick<Env, 'CONTROLS'>>): Controls {
  if (parsedControls?.text === text) return parsedControls.controls
  const parsed = controlsSchema.safeParse(parseJson(text || '{}'))
  const unknown = Object.keys(parsed.data ?? {}).find((id) => !platformById(id))
  if (!parsed.success || unknown !== undefined)
    throw new Error(`CONTROLS must read {"<platform id>":"<https link>"}${unknown ? `, not ${unknown}` : ''}`)
  parsedControls = { text, controls: parsed.data }
  return parsed.data
}

const AMOUNTS = [
  'VISITOR_GIB',
  'BUDGET_TASKS',
  'BUDGET_GIB',
  'BUDGET_CONTAINER_HOURS',
  'BUDGET_EGRESS_GIB',
] as const
/** A rule of the bucket deletes leftovers after a day. */
const MAX_RETENTION_SECONDS = 86_400
const MEDIA_WAYS = ['edge', 'relay', 'unguarded']

export function assertSettings(env: Env): void {
  keyringOf(env)
  assertMergerSettings(env)
  controlsOf(env)
  if (!MEDIA_WAYS.includes(env.MEDIA_WAY)) throw new Error(`MEDIA_WAY must be one of ${MEDIA_WAYS.join(' ')}`)
  if (env.MEDIA_WAY === 'edge' && env.ENVIRONMENT !== 'production')
    throw new Error('MEDIA_WAY = edge is safe only at Cloudflare. On other machines set it to relay')
  if (!(retentionSeconds(env) >= 1 && retentionSeconds(env) <= MAX_RETENTION_SECONDS))
    throw new Error(`FILE_RETENTION_SECONDS must be a number of seconds from 1 to ${MAX_RETENTION_SECONDS}`)
  for (const name of AMOUNTS)
    if (!(Number(env[name]) > 0)) throw new Error(`${name} must be a number above 0`)
}

const GIB = 1024 ** 3

export function visitorBytes(env: Pick<Env, 'VISITOR_GIB'>): number {
  return Number(env.VISITOR_GIB) * GIB
}

export function visitorMerges(env: Pick<Env, 'BUDGET_TASKS'>): number {
  return Math.max(50, Math.floor(Number(env.BUDGET_TASKS) / 100))
}

export function budgetOf(
  env: Pick<Env, 'BUDGET_TASKS' | 'BUDGET_GIB' | 'BUDGET_CONTAINER_HOURS' | 'BUDGET_EGRESS_GIB'>,
): Usage {
  return {
    tasks: Number(env.BUDGET_TASKS),
    bytes: Number(env.BUDGET_GIB) * GIB,
    seconds: Number(env.BUDGET_CONTAINER_HOURS) * 3_600,
    relayed: Number(env.BUDGET_EGRESS_GIB) * GIB,
  }
}

export function retentionSeconds(env: Env): number {
  return Number(env.FILE_RETENTION_SECONDS)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // If the text is not JSON, the schema gets `undefined` and refuses it.
  }
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
