import * as z from 'zod/mini'
import { mergePlanSchema, type MergePlan, type RenditionRef } from '#contract/engine.ts'
import { TICKET_SECONDS } from '#contract/limits.ts'
import { base64url, keyedHashes, nonce, same, seal, unseal } from './seal.ts'

// A ticket stands in links, so its plan is written short: a list in the order of these fields.
const nullable = <S extends z.ZodMiniType>(schema: S) => z.nullable(schema)
const shortRef = z.tuple([
  z.string(),
  z.enum(['video', 'audio', 'both']),
  nullable(z.number()),
  z.string(),
  nullable(z.string()),
  nullable(z.string()),
])
const shortPlan = z.tuple([
  z.string(),
  nullable(shortRef),
  nullable(shortRef),
  z.string(),
  nullable(z.number()),
  nullable(z.number()),
])
const claimsSchema = z.object({
  /** Names the task: made for one answer, so that nobody else's button reaches this visitor's file. */
  n: z.string().check(z.regex(/^[\w-]{22}$/)),
  p: shortPlan,
  f: z.string(),
  m: z.string(),
})

function shorten(ref: RenditionRef | null): z.infer<typeof shortRef> | null {
  return ref && [ref.id, ref.kind, ref.height, ref.container, ref.codec, ref.language]
}

function lengthen(short: z.infer<typeof shortRef> | null): RenditionRef | null {
  if (!short) return null
  const [id, kind, height, container, codec, language] = short
  return { id, kind, height, container, codec, language }
}

function planOf([source_url, video, audio, container, item, kbps]: z.infer<typeof shortPlan>): MergePlan {
  return mergePlanSchema.parse({
    source_url,
    video: lengthen(video),
    audio: lengthen(audio),
    container,
    ...(item !== null && { item }),
    ...(kbps !== null && { kbps }),
  })
}

/** A sealed plan: what to make, which format it is, and the merger that extracted it. */
export type Ticket = { nonce: string; plan: MergePlan; key: string; merger: string }
/** What a new ticket says; its nonce is made here. */
export type Order = Omit<Ticket, 'nonce'>

/** A fresh ticket for a plan. */
export function writeTicket(env: Env, order: Order): Promise<string> {
  const { source_url, video, audio, container, item, kbps } = order.plan
  const claims: z.infer<typeof claimsSchema> = {
    n: nonce(),
    p: [source_url, shorten(video), shorten(audio), container, item ?? null, kbps ?? null],
    f: order.key,
    m: order.merger,
  }
  return seal(env, 'merge', claims, Date.now() + TICKET_SECONDS * 1_000)
}

/** Opens a ticket; a stale one still says what it was for. */
export async function openTicket(env: Env, sealed: string) {
  const opened = await unseal(env, 'merge', sealed)
  if (opened.state === 'refused') return { state: 'refused' } as const
  const { n, p, f, m } = claimsSchema.parse(opened.claims)
  return {
    state: opened.state,
    ticket: { nonce: n, plan: planOf(p), key: f, merger: m } satisfies Ticket,
  } as const
}

const NONCE_LENGTH = 22

/** The id a visitor sees: the nonce and a MAC, so that a guess is refused before any storage is asked. */
export async function taskIdOf(env: Env, taskNonce: string): Promise<string> {
  const [hash] = await keyedHashes(env, 'task id', taskNonce)
  return taskNonce + shortMac(hash!)
}

/** The nonce inside a task id, or null when we did not make this id. */
export async function nonceOf(env: Env, taskId: string): Promise<string | null> {
  if (!/^[\w-]{30}$/.test(taskId)) return null
  const taskNonce = taskId.slice(0, NONCE_LENGTH)
  const hashes = await keyedHashes(env, 'task id', taskNonce)
  return hashes.some((hash) => same(shortMac(hash), taskId.slice(NONCE_LENGTH))) ? taskNonce : null
}

/** 48 bits: a guess succeeds once in 280 million million. */
const shortMac = (hash: Uint8Array) => base64url.encode(hash.subarray(0, 6))
