import { DurableObject, WorkerEntrypoint } from 'cloudflare:workers'
import { BucketIndex, type Stored } from './bucket-index.ts'
import { encoded, headOf, parse, r2Error, type BucketCall } from './bucket-calls.ts'

type BucketEnv = { BUCKET: DurableObjectNamespace<Bucket>; BLOBS: Fetcher; LIMIT_BYTES: number }

/** Answers the calls that workerd makes for an R2 binding (src/workerd/api/r2-rpc.c++). */
export default class extends WorkerEntrypoint<BucketEnv> {
  override async fetch(request: Request): Promise<Response> {
    return await this.env.BUCKET.getByName('files').fetch(request)
  }
}

const SWEEP_MS = 3_600_000

/** Objects as files of parts. A part is a file of its own, so that no byte is copied when an upload ends. */
export class Bucket extends DurableObject<BucketEnv> {
  readonly #index = new BucketIndex(this.ctx.storage)
  /** By blob, how many calls read or write it. A download that runs goes on after its object is deleted. */
  readonly #users = new Map<string, number>()
  #arriving = 0

  constructor(ctx: DurableObjectState, env: BucketEnv) {
    super(ctx, env)
    ctx.waitUntil(this.#empty())
  }

  override async fetch(request: Request): Promise<Response> {
    const { call, value, bytes } = await parse(request)
    switch (call.method) {
      case 'head':
        return this.#answer(this.#index.find(call.object))
      case 'get':
        return this.#read(call)
      case 'createMultipartUpload':
        await this.#scheduleSweep()
        return encoded({ uploadId: this.#index.open(call.object) })
      case 'uploadPart':
        return await this.#write(call, value, bytes)
      case 'completeMultipartUpload':
        return await this.#complete(call)
      case 'abortMultipartUpload':
        this.#index.abort(call.uploadId)
        return await this.#emptied()
      case 'delete':
        for (const key of 'object' in call ? [call.object] : call.objects) this.#index.remove(key)
        return await this.#emptied()
    }
  }

  /** What the product left behind, as the lifecycle rules of a real bucket remove it. */
  override async alarm(): Promise<void> {
    this.#index.removeLeftovers()
    await this.#empty()
    if (!this.#index.isEmpty) await this.#scheduleSweep()
  }

  #answer(object: Stored | undefined): Response {
    return object ? encoded(object.description) : r2Error('no_such_key')
  }

  #read({ object: key, range = {} }: Extract<BucketCall, { method: 'get' }>): Response {
    const object = this.#index.find(key)
    if (!object) return r2Error('no_such_key')
    const { size } = object.description
    const offset = range.suffix === undefined ? (range.offset ?? 0) : Math.max(0, size - range.suffix)
    const length = Math.min(range.length ?? Infinity, size - offset)
    if (offset > size || length < 0) return r2Error('invalid_range')
    const description = { ...object.description, range: { offset, length } }
    const head = headOf(description)
    const { readable, writable } = new FixedLengthStream(head.length + length)
    this.ctx.waitUntil(this.#send(head, object, { offset, length }, writable))
    return encoded(description, readable)
  }

  async #send(
    head: Uint8Array,
    { blobs }: Stored,
    { offset, length }: { offset: number; length: number },
    writable: WritableStream,
  ): Promise<void> {
    for (const { id } of blobs) this.#enter(id)
    try {
      const writer = writable.getWriter()
      await writer.write(head)
      writer.releaseLock()
      let start = 0
      for (const { id, size } of blobs) {
        const [from, to] = [Math.max(offset, start) - start, Math.min(offset + length, start + size) - start]
        start += size
        if (from >= to) continue
        const part = await this.env.BLOBS.fetch(blobUrl(id), {
          headers: { range: `bytes=${from}-${to - 1}` },
        })
        if (!part.ok || !part.body) throw new Error(`a part of the object is missing (${part.status})`)
        await part.body.pipeTo(writable, { preventClose: true })
      }
      await writable.close()
    } catch (error) {
      await writable.abort(error).catch(() => undefined)
    } finally {
      for (const { id } of blobs) this.#leave(id)
      await this.#empty()
    }
  }

  #enter(id: string): void {
    this.#users.set(id, (this.#users.get(id) ?? 0) + 1)
  }

  #leave(id: string): void {
    const left = (this.#users.get(id) ?? 1) - 1
    if (left > 0) this.#users.set(id, left)
    else this.#users.delete(id)
  }

  async #write(
    { uploadId, partNumber }: Extract<BucketCall, { method: 'uploadPart' }>,
    value: ReadableStream | null,
    bytes: number,
  ): Promise<Response> {
    if (!this.#index.isOpen(uploadId)) return r2Error('no_such_upload')
    if (this.#index.bytes + this.#arriving + bytes > this.env.LIMIT_BYTES) return r2Error('disk_full')
    const id = this.#index.reserve()
    this.#enter(id)
    this.#arriving += bytes
    try {
      const kept = await this.env.BLOBS.fetch(blobUrl(id), { method: 'PUT', body: value })
      if (!kept.ok) throw new Error(`the disk answered ${kept.status}`)
    } catch (error) {
      console.error(JSON.stringify({ event: 'disk_failed', cause: String(error) }))
      return r2Error('disk_full')
    } finally {
      this.#arriving -= bytes
      this.#leave(id)
    }
    const isKept = this.#index.put(uploadId, { number: partNumber, id, size: bytes })
    await this.#empty()
    return isKept ? encoded({ etag: id }) : r2Error('no_such_upload')
  }

  async #complete(call: Extract<BucketCall, { method: 'completeMultipartUpload' }>): Promise<Response> {
    const object = this.#index.complete(call.uploadId, call.parts)
    if (typeof object === 'string') return r2Error(object)
    await this.#empty()
    return encoded(object.description)
  }

  async #emptied(): Promise<Response> {
    await this.#empty()
    return new Response(null)
  }

  /** Blobs that nobody reads any more. After a crash, also those whose upload did not end. */
  async #empty(): Promise<void> {
    for (const id of this.#index.trash()) {
      if (this.#users.has(id)) continue
      const gone = await this.env.BLOBS.fetch(blobUrl(id), { method: 'DELETE' })
      if (gone.ok || gone.status === 404) this.#index.forget(id)
    }
  }

  async #scheduleSweep(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + SWEEP_MS)
  }
}

const blobUrl = (id: string) => `http://blobs/${id}`
