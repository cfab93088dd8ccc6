import { deliver, type Range } from './simulated-merger.ts'
import type { Fate } from './schedule.ts'

/**
 * Simulates the multipart uploads of R2. A part that is stored again gets a new ETag. As in R2, `complete`
 * accepts only the newest ETag of each part.
 */
export class SimulatedBucket {
  readonly #fates: Fate[]
  #calls = 0
  #etags = 0
  /** The content of each finished object: ranges of the merged file, in order. */
  readonly objects = new Map<string, Range[]>()

  constructor(fates: Fate[]) {
    this.#fates = fates
  }

  readonly files = {
    createMultipartUpload: (key: string) => this.#call(() => this.#upload(key)),
    resumeMultipartUpload: (key: string) => this.#uploads.get(key) ?? this.#upload(key),
    head: (key: string) => this.#call(() => objectOf(this.objects.get(key))),
  } as unknown as Pick<R2Bucket, 'createMultipartUpload' | 'resumeMultipartUpload' | 'head'>

  readonly #uploads = new Map<string, unknown>()

  #call<T>(work: () => T | Promise<T>): Promise<T> {
    return deliver(this.#fates[this.#calls++], work)
  }

  #upload(key: string) {
    const parts = new Map<number, { etag: string; range: Range }>()
    const upload = {
      key,
      uploadId: key,
      uploadPart: (number: number, range: unknown) =>
        this.#call(() => {
          const etag = `e${++this.#etags}`
          parts.set(number, { etag, range: range as Range })
          return { partNumber: number, etag }
        }),
      complete: (given: { partNumber: number; etag: string }[]) =>
        this.#call(() => {
          if (!this.#uploads.has(key)) throw new Error('unknown upload (10024)')
          const chosen = given.map(({ partNumber, etag }) => {
            const part = parts.get(partNumber)
            if (part?.etag !== etag) throw new Error('the part has another ETag (10025)')
            return part.range
          })
          this.#uploads.delete(key)
          this.objects.set(key, chosen)
          return objectOf(chosen)!
        }),
    }
    this.#uploads.set(key, upload)
    return upload
  }
}

const objectOf = (ranges: Range[] | undefined) =>
  ranges ? { etag: 'o', size: ranges.reduce((sum, { start, end }) => sum + end - start, 0) } : null
