/** The kinds of calls that a task makes to the R2 bucket. */
type Call = 'create' | 'part' | 'complete' | 'abort' | 'head' | 'delete'
/**
 * Decides what happens to one call to the bucket. `work` makes the real call. `nth` is the number of the call
 * among the calls of its kind, counted from 1.
 */
export type Fault = (call: Call, nth: number, work: () => Promise<unknown>) => Promise<unknown>

type FailingBucket = {
  files: R2Bucket
  /** Ids of the uploads that have been created, but neither completed nor aborted yet. */
  open: Set<string>
  calls: Record<Call, number>
}

/**
 * Wraps a real bucket. For every call to the bucket, `fault` decides what happens. In the result, `calls`
 * counts the calls of each kind, and `open` contains the ids of the uploads that are open in the real bucket.
 */
export function failingBucket(real: R2Bucket, fault: Fault): FailingBucket {
  const open = new Set<string>()
  const calls = { create: 0, part: 0, complete: 0, abort: 0, head: 0, delete: 0 }
  const run = <T>(call: Call, work: () => Promise<T>) => fault(call, ++calls[call], work) as Promise<T>

  const wrapped = (upload: R2MultipartUpload): R2MultipartUpload => ({
    key: upload.key,
    uploadId: upload.uploadId,
    uploadPart: async (number, value) => {
      const body = value as ReadableStream
      // If the injected fault refuses the call, the real bucket never reads the body of the part. The body
      // must then be cancelled here, because this closes the connection to the merger.
      return await run('part', () => upload.uploadPart(number, body)).catch(async (error: unknown) => {
        if (!body.locked) await body.cancel().catch(() => undefined)
        throw error
      })
    },
    complete: (parts) =>
      run('complete', async () => {
        const object = await upload.complete(parts)
        open.delete(upload.uploadId)
        return object
      }),
    abort: () =>
      run('abort', async () => {
        await upload.abort()
        open.delete(upload.uploadId)
      }),
  })
  const files = {
    createMultipartUpload: (key: string) =>
      run('create', async () => {
        const upload = await real.createMultipartUpload(key)
        open.add(upload.uploadId)
        return wrapped(upload)
      }),
    resumeMultipartUpload: (key: string, id: string) => wrapped(real.resumeMultipartUpload(key, id)),
    head: (key: string) => run('head', () => real.head(key)),
    delete: (key: string) => run('delete', () => real.delete(key)),
  }
  return { files: files as unknown as R2Bucket, open, calls }
}

/** Returns a fault: the first `times` calls of one kind fail and do not reach the bucket. */
export const failing =
  (kind: Call, times = Infinity): Fault =>
  async (call, nth, work) => {
    if (call === kind && nth <= times) throw new Error('The bucket is not available (10043)')
    return await work()
  }

/** Returns a fault: the first `times` calls of one kind reach the bucket, but their responses are lost. */
export const losing =
  (kind: Call, times = Infinity): Fault =>
  async (call, nth, work) => {
    const answer = await work()
    if (call === kind && nth <= times) throw new Error('The answer of the bucket was lost')
    return answer
  }

/** Returns a fault: the first `times` calls of one kind reach the bucket `ms` milliseconds late. */
export const slow =
  (kind: Call, ms: number, times = Infinity): Fault =>
  async (call, nth, work) => {
    if (call === kind && nth <= times) await new Promise((resolve) => setTimeout(resolve, ms))
    return await work()
  }

/** A fault that changes nothing: every call reaches the bucket, and every response reaches the task. */
export const faultless: Fault = (_, __, work) => work()
