import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Failure } from '#contract/failure.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { codingOf } from '#contract/media-answer.ts'
import type { HttpResponse } from './http-get.ts'

/** No media begins like gzip. */
export const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f

/** Nobody asked for the coding, so often only the header names it. */
export async function* decoded(body: Readable, coding: string): AsyncGenerator<Buffer> {
  if (coding !== 'gzip') throw new Failure('source_failed', { cause: `content-encoding ${coding}` })
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return
  const whole = joined(first.value, chunks)
  if (isGzip(first.value)) yield* bounded(pipeline(whole, createGunzip(), () => undefined))
  else yield* whole
}

export function bodyOf({ headers, body }: HttpResponse): AsyncIterable<Buffer> {
  const coding = codingOf(headers['content-encoding'])
  return coding ? decoded(body, coding) : (body as AsyncIterable<Buffer>)
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

async function* bounded(plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of plain) {
    length += chunk.length
    if (length > MAX_FILE_BYTES) throw new Failure('too_big')
    yield chunk
  }
}
