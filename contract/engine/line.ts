import * as z from 'zod/mini'
import { text } from './fields.ts'

// A merger behind a line that lets nobody in opens a WebSocket to the edge. The calls of the edge arrive as
// frames: one byte for the kind, four bytes for the call (big endian), and the rest.

export const lineName = z.string().check(z.regex(/^[\w-]{1,32}$/))

/** Bytes of a response that the edge has not consumed yet. */
export const LINE_WINDOW = 1_048_576
export const LINE_CHUNK = 65_536

/** Both sides give up a line on which nothing was heard for this time. */
export const LINE_SILENCE_MS = 20_000
export const LINE_PING_MS = 5_000
export const [LINE_PING, LINE_PONG] = ['ping', 'pong']

/** `call`, `cancel` and `credit` go to the merger, the others to the edge. */
const KINDS = ['call', 'cancel', 'credit', 'head', 'body', 'end', 'fail'] as const
type LineKind = (typeof KINDS)[number]

export const lineCallSchema = z.object({
  method: text,
  path: text,
  headers: z.array(z.tuple([text, text])),
  body: z.optional(text),
})
export type LineCall = z.infer<typeof lineCallSchema>

export const lineHeadSchema = z.object({ status: z.number(), headers: z.array(z.tuple([text, text])) })

const HEAD_BYTES = 5

export function frameOf(
  kind: LineKind,
  id: number,
  content: Uint8Array | object = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  const bytes = content instanceof Uint8Array ? content : new TextEncoder().encode(JSON.stringify(content))
  const frame = new Uint8Array(HEAD_BYTES + bytes.length)
  const view = new DataView(frame.buffer)
  view.setUint8(0, KINDS.indexOf(kind))
  view.setUint32(1, id)
  frame.set(bytes, HEAD_BYTES)
  return frame
}

/** undefined for bytes that are no frame. */
export function readFrame(
  bytes: ArrayBuffer,
): { kind: LineKind; id: number; content: Uint8Array<ArrayBuffer> } | undefined {
  if (bytes.byteLength < HEAD_BYTES) return undefined
  const view = new DataView(bytes)
  const kind = KINDS[view.getUint8(0)]
  return kind && { kind, id: view.getUint32(1), content: new Uint8Array(bytes, HEAD_BYTES) }
}

export const contentOf = (content: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(content))

/** What the operator gives to a merger, so that it finds the edge and proves who it is. */
const joinKeySchema = z.object({ edge: z.url({ protocol: /^https?$/ }), name: lineName, key: text })
export type JoinKey = z.infer<typeof joinKeySchema>

export const printJoinKey = (key: JoinKey): string =>
  btoa(JSON.stringify(key)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

export function parseJoinKey(given: string): JoinKey | undefined {
  try {
    return joinKeySchema.parse(JSON.parse(atob(given.trim().replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    return undefined // Whatever is wrong with it, the operator copies it again.
  }
}

/** HMAC-SHA-256 with the edge's own key gives the key of one merger, which so learns no other key. */
export const lineKeyText = (name: string): string => `merger ${name}`
