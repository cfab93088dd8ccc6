/** What a task asks of its bucket. */
export type Call = 'create' | 'part' | 'complete' | 'abort' | 'head' | 'delete'
/** How the bucket treats its calls: `work` does the real thing, `nth` counts the calls of one kind from 1. */
export type Fault = (call: Call, nth: number, work: () => Promise<unknown>) => Promise<unknown>

export type FailingBucket = {
  files: R2Bucket
  /** Uploads that were begun and neither completed nor aborted. */
  open: Set<string>
  calls: Record<Call, number>
}

/** A real bucket that fails as `fault` says; what it really did is counted, whatever it answered. */
export function failingBucket(real: R2Bucket, fault: Fault): FailingBucket {
  const open = new Set<string>()
  const calls = { create: 0, part: 0, complete: 0, abort: 0, head: 0, delete: 0 }
  const ask = <T>(call: Call, work: () => Promise<T>) => fault(call, ++calls[call], work) as Promise<T>

  const wrapped = (upload: R2MultipartUpload): R2MultipartUpload => ({
    key: upload.key,
    uploadId: upload.uploadId,
    uploadPart: async (number, value) => {
      const body = value as ReadableStream
      // A bucket that refuses takes no byte, and the connection it came from has to be given back.
      return await ask('part', () => upload.uploadPart(number, body)).catch(async (error: unknown) => {
        if (!body.locked) await body.cancel().catch(() => undefined)
        throw error
      })
    },
    complete: (parts) =>
      ask('complete', async () => {
        const object = await upload.complete(parts)
        open.delete(upload.uploadId)
        return object
      }),
    abort: () =>
      ask('abort', async () => {
        await upload.abort()
        open.delete(upload.uploadId)
      }),
  })
  const files = {
    createMultipartUpload: (key: string) =>
      ask('create', async () => {
        const upload = await real.createMultipartUpload(key)
        open.add(upload.uploadId)
        return wrapped(upload)
      }),
    resumeMultipartUpload: (key: string, id: string) => wrapped(real.resumeMultipartUpload(key, id)),
    head: (key: string) => ask('head', () => real.head(key)),
    delete: (key: string) => ask('delete', () => real.delete(key)),
  }
  return { files: files as unknown as R2Bucket, open, calls }
}

/** Calls of one kind fail before anything is done: the first `times` of them. */
export const failing =
  (what: Call, times = Infinity): Fault =>
  async (call, nth, work) => {
    if (call === what && nth <= times) throw new Error('The bucket is not available (10043)')
    return await work()
  }

/** Calls of one kind do their work, and the answer is lost. */
export const losing =
  (what: Call, times = Infinity): Fault =>
  async (call, nth, work) => {
    const answer = await work()
    if (call === what && nth <= times) throw new Error('The answer of the bucket was lost')
    return answer
  }

/** Calls of one kind take this long before they begin. */
export const slow =
  (what: Call, ms: number, times = Infinity): Fault =>
  async (call, nth, work) => {
    if (call === what && nth <= times) await new Promise((resolve) => setTimeout(resolve, ms))
    return await work()
  }

export const sound: Fault = (_, __, work) => work()
