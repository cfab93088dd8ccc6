import * as z from 'zod/mini'
import { streamKind } from '#contract/engine/kinds.ts'
import { mergePlanSchema, type MergePlan, type RenditionRef } from '#contract/engine/merge.ts'
import type { SubtitleChoice } from '#contract/subtitles/choice.ts'
import { base64url, equalInConstantTime, keyedHashes, nonce, seal, unseal } from './seal.ts'

const TICKET_SECONDS = 3_600

const nullable = <S extends z.ZodMiniType>(schema: S) => z.nullable(schema)
// A ticket contains the plan and its renditions as tuples without field names. This keeps the ticket short,
// because it is part of a URL.
const packedRef = z.tuple([
  z.string(),
  streamKind,
  nullable(z.number()),
  z.string(),
  nullable(z.string()),
  nullable(z.string()),
])
const packedChoice = z.tuple([z.string(), z.boolean()])
const packedPlan = z.tuple([
  z.string(),
  nullable(packedRef),
  nullable(packedRef),
  z.string(),
  nullable(z.number()),
  nullable(z.number()),
  // Tickets of older releases do not contain these tuples.
  z.optional(nullable(z.tuple([z.string(), nullable(z.number())]))),
  z.optional(nullable(z.tuple([z.number(), z.number()]))),
  z.optional(nullable(packedChoice)),
  z.optional(nullable(z.boolean())),
  z.optional(z.array(packedChoice)),
  z.optional(nullable(packedRef)),
])
const claimsSchema = z.object({
  /** Each response to POST /api/download-video contains new nonces, so two visitors never share a task. */
  n: z.string().check(z.regex(/^[\w-]{22}$/)),
  p: packedPlan,
  f: z.string(),
  m: z.string(),
  l: z.optional(z.string()),
})

function pack(ref: RenditionRef | null): z.infer<typeof packedRef> | null {
  return ref && [ref.id, ref.kind, ref.height, ref.container, ref.codec, ref.language]
}

function unpack(packed: z.infer<typeof packedRef> | null): RenditionRef | null {
  if (!packed) return null
  const [id, kind, height, container, codec, language] = packed
  return { id, kind, height, container, codec, language }
}

const packChoice = ({ language, automatic }: SubtitleChoice) =>
  [language, automatic] satisfies z.infer<typeof packedChoice>
const unpackChoice = ([language, automatic]: z.infer<typeof packedChoice>): SubtitleChoice => ({
  language,
  automatic,
})

function planOf(packed: z.infer<typeof packedPlan>): MergePlan {
  const [source_url, video, audio, container, item, kbps, chosen, clip, ...rest] = packed
  const [subtitles, square, more, second] = rest
  return mergePlanSchema.parse({
    source_url,
    video: unpack(video),
    audio: unpack(audio),
    container,
    ...(item !== null && { item }),
    ...(kbps !== null && { kbps }),
    ...(chosen && { chosen: { title: chosen[0], duration: chosen[1] } }),
    ...(clip && { clip: { start: clip[0], end: clip[1] } }),
    ...(subtitles && { subtitles: unpackChoice(subtitles) }),
    ...(more && more.length > 0 && { more_subtitles: more.map(unpackChoice) }),
    ...(second && { second_audio: unpack(second) }),
    ...(square && { square }),
  })
}

type Ticket = {
  nonce: string
  plan: MergePlan
  key: string
  merger: string
  /** Absent if the source link led to no other link, or to a link with the same item key (`itemKey`). */
  ledTo?: string
}
export type Order = Omit<Ticket, 'nonce'>

/** Returns the links of an item that the edge checks against the block list. */
export function linksOf({ plan, ledTo }: Pick<Order, 'plan' | 'ledTo'>): string[] {
  return ledTo === undefined ? [plan.source_url] : [plan.source_url, ledTo]
}

export function writeTicket(env: Env, order: Order): Promise<string> {
  const { plan } = order
  const { source_url, video, audio, container, item, kbps, chosen, clip, subtitles, square } = plan
  const claims: z.infer<typeof claimsSchema> = {
    n: nonce(),
    p: [
      source_url,
      pack(video),
      pack(audio),
      container,
      item ?? null,
      kbps ?? null,
      chosen ? [chosen.title, chosen.duration] : null,
      clip ? [clip.start, clip.end] : null,
      subtitles ? packChoice(subtitles) : null,
      square ?? null,
      plan.more_subtitles?.map(packChoice) ?? [],
      pack(plan.second_audio ?? null),
    ],
    f: order.key,
    m: order.merger,
    ...(order.ledTo !== undefined && { l: order.ledTo }),
  }
  return seal(env, 'merge', claims, Date.now() + TICKET_SECONDS * 1_000)
}

export async function openTicket(env: Env, sealed: string) {
  const opened = await unseal(env, 'merge', sealed)
  if (opened.state === 'refused') return { state: 'refused' } as const
  const { n, p, f, m, l } = claimsSchema.parse(opened.claims)
  return {
    state: opened.state,
    ticket: {
      nonce: n,
      plan: planOf(p),
      key: f,
      merger: m,
      ...(l !== undefined && { ledTo: l }),
    } satisfies Ticket,
  } as const
}

const NONCE_LENGTH = 22

/** With the MAC the edge refuses an invalid id before it reads any storage. */
export async function taskIdOf(env: Env, taskNonce: string): Promise<string> {
  const [hash] = await keyedHashes(env, 'task id', taskNonce)
  return taskNonce + shortMac(hash!)
}

export async function nonceOf(env: Env, taskId: string): Promise<string | null> {
  if (!/^[\w-]{30}$/.test(taskId)) return null
  const taskNonce = taskId.slice(0, NONCE_LENGTH)
  const hashes = await keyedHashes(env, 'task id', taskNonce)
  return hashes.some((hash) => equalInConstantTime(shortMac(hash), taskId.slice(NONCE_LENGTH)))
    ? taskNonce
    : null
}

/** A random guess is then correct once in 2^48 tries. */
const shortMac = (hash: Uint8Array) => base64url.encode(hash.subarray(0, 6))
