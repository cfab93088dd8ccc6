import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'
import { MAX_BODY_BYTES } from '#contract/limits.ts'

/** The JSON body of a visitor's request, parsed by its schema. Throws `bad_request`, `body_too_large` or `media_type`. */
export async function body<S extends z.ZodMiniType>(c: Context, schema: S): Promise<z.infer<S>> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new Failure('media_type', { message: 'This call takes JSON.' })
  const parsed = schema.safeParse(fromJson(await limitedText(c.req.raw)))
  if (!parsed.success) throw new Failure('bad_request', { cause: parsed.error })
  return parsed.data
}

/** How long a visitor may take to send a body, in milliseconds. */
const BODY_DEADLINE_MS = 10_000

/** Reads at most MAX_BODY_BYTES, whatever Content-Length says. */
async function limitedText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw new Failure('body_too_large')
  if (!request.body) return ''
  const reader = request.body.getReader()
  const { promise: late, reject: giveUp } = Promise.withResolvers<never>()
  const deadline = setTimeout(() => giveUp(new Failure('bad_request')), BODY_DEADLINE_MS)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  let text = ''
  let size = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late])
      if (done) return text + decoder.decode()
      size += value.byteLength
      if (size > MAX_BODY_BYTES) throw new Failure('body_too_large')
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    if (error instanceof TypeError) throw new Failure('bad_request', { cause: error })
    throw error
  } finally {
    clearTimeout(deadline)
    void reader.cancel().catch(() => undefined)
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Failure('bad_request', { cause })
  }
}
