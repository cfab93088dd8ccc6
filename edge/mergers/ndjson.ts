import type * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'

/** Drops a line that the end of the body cuts. Throws `merger_down` if the body cannot be read to its end. */
export async function* lines<T>(
  body: ReadableStream<Uint8Array>,
  schema: z.ZodMiniType<T>,
): AsyncGenerator<T> {
  let rest = ''
  for await (const text of textOf(body)) {
    const complete = (rest + text).split('\n')
    rest = complete.pop() ?? ''
    for (const line of complete) if (line.trim() !== '') yield schema.parse(JSON.parse(line))
  }
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  try {
    yield* body.pipeThrough(new TextDecoderStream())
  } catch (cause) {
    throw new Failure('merger_down', { cause })
  }
}
