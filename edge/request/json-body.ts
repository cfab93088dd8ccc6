import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'
import { boundedText } from './bounded-body.ts'

const MAX_BODY_BYTES = 8_192
const BODY_DEADLINE_MS = 10_000

export async function body<S extends z.ZodMiniType>(c: Context, schema: S): Promise<z.infer<S>> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new Failure('media_type', { message: 'This call takes JSON.' })
  const text = await boundedText(c.req.raw, {
    maxBytes: MAX_BODY_BYTES,
    tooLong: 'body_too_large',
    deadlineMs: BODY_DEADLINE_MS,
    fatal: true,
  }).catch((error: unknown) => {
    throw error instanceof TypeError ? new Failure('bad_request', { cause: error }) : error
  })
  const parsed = schema.safeParse(fromJson(text))
  if (!parsed.success) throw new Failure('bad_request', { cause: parsed.error })
  return parsed.data
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Failure('bad_request', { cause })
  }
}
