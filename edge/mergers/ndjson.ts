import type * as z from 'zod/mini'

/**
 * Yields the parsed lines of an NDJSON body. If the body breaks off, drops the incomplete line and ends
 * without an error.
 */
export async function* lines<T>(
  body: ReadableStream<Uint8Array>,
  schema: z.ZodMiniType<T>,
): AsyncGenerator<T> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const complete = (rest + text).split('\n')
    rest = complete.pop() ?? ''
    for (const line of complete) if (line.trim() !== '') yield schema.parse(JSON.parse(line))
  }
}
