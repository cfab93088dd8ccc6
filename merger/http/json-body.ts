import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'
import { readWhole } from './read-body.ts'

const MAX_BODY_BYTES = 65_536

/** Throws `bad_request` or `body_too_large`. */
export async function body<T>(request: IncomingMessage, schema: z.ZodMiniType<T>): Promise<T> {
  const bytes = await readWhole(request as AsyncIterable<Buffer>, MAX_BODY_BYTES, 'body_too_large')
  return parseJson(bytes.toString('utf8'), schema)
}

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

export function json(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  })
  response.end(text)
}
