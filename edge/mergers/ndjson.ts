import type * as z from 'zod/mini'

/**
 * The parsed lines of an NDJSON body. A body that is cut ends without an error, and its incomplete line is
 * dropped.
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
