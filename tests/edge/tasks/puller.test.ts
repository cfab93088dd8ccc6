import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { MergeEvent } from '#contract/engine/merge.ts'
import type { AttachmentContext } from '../../../edge/tasks/attachment-context.ts'
import { puller } from '../../../edge/tasks/puller.ts'

const BYTES = 300_000
const progress = {
  percent: 100,
  stage: 'finishing',
  received: BYTES,
  total: BYTES,
  speed: null,
  remaining: null,
} as const
const end: MergeEvent = { from: 0, final: BYTES, size: BYTES, progress }

/**
 * Pulls a file that has just one part. The merger announces BYTES bytes, but sends `sent` bytes in a stream
 * of unknown length. Returns the size of the stored object, or the error of the pull.
 */
async function pullOnly(sent: number): Promise<number | Error> {
  const etags = new Map<number, string>()
  const context = {
    name: 'task',
    tell: () => undefined,
    parts: {
      has: (number: number) => etags.has(number),
      put: (number: number, etag: string) => etags.set(number, etag),
    },
    limits: { storeMs: 10_000 },
  } as unknown as AttachmentContext
  const merger = async () => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(new Uint8Array(sent))
        stream.close()
      },
    })
    return new Response(body, { headers: { 'content-length': String(BYTES) } })
  }
  const upload = await env.FILES.createMultipartUpload(crypto.randomUUID())
  const attempt = { id: 1 } as unknown as Parameters<typeof puller>[1]
  const pulls = puller(context, attempt, upload, merger, new AbortController().signal)
  pulls.offer(end)
  await pulls.settled()
  const error = pulls.error()
  if (error) {
    await upload.abort()
    return error
  }
  const parts = [...etags].map(([partNumber, etag]) => ({ partNumber, etag }))
  const { key, size } = await upload.complete(parts)
  await env.FILES.delete(key)
  return size
}

test('stores a part whose stream has no known length', async () => {
  expect(await pullOnly(BYTES)).toBe(BYTES)
})

test.for([
  ['fewer', BYTES - 1],
  ['more', BYTES + 1],
] as const)('refuses a part of %s bytes than expected', { timeout: 60_000 }, async ([, sent]) => {
  expect(await pullOnly(sent)).toBeInstanceOf(Error)
})
