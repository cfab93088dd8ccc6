import type * as z from 'zod/mini'

/** The lines of an NDJSON body, each parsed. A body that is cut simply ends; what a half line said is dropped. */
export async function* lines<T>(
  body: ReadableStream<Uint8Array>,
  schema: z.ZodMiniType<T>,
): AsyncGenerator<T> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const whole = (rest + text).split('\n')
    rest = whole.pop() ?? ''
    for (const line of whole) if (line.trim() !== '') yield schema.parse(JSON.parse(line))
  }
}
