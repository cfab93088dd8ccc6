import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'

/** Orders of the edge are small; anything longer is not one. */
const MAX_ORDER_BYTES = 65_536

/** The JSON body of a request, parsed. Throws `bad_request` or `body_too_large`. */
export async function body<T>(request: IncomingMessage, schema: z.ZodMiniType<T>): Promise<T> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_ORDER_BYTES) throw new Failure('body_too_large')
    chunks.push(chunk)
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'), schema)
}

/** A JSON text that crossed a border. Throws `bad_request`. */
export function parseJson<T>(text: string, schema: z.ZodMiniType<T>): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Failure('bad_request', { cause })
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Failure('bad_request', { cause: z.prettifyError(parsed.error) })
  return parsed.data
}

/** Answers with JSON; for HEAD Node leaves the body out by itself. */
export function json(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  })
  response.end(text)
}
