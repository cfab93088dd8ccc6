import * as z from 'zod/mini'

const text = z.string()
const amount = z.coerce.number()

/** The calls that the product makes. */
const callSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('head'), object: text }),
  z.object({
    method: z.literal('get'),
    object: text,
    range: z.optional(
      z.object({ offset: z.optional(amount), length: z.optional(amount), suffix: z.optional(amount) }),
    ),
  }),
  z.object({ method: z.literal('createMultipartUpload'), object: text }),
  z.object({ method: z.literal('uploadPart'), object: text, uploadId: text, partNumber: amount }),
  z.object({
    method: z.literal('completeMultipartUpload'),
    object: text,
    uploadId: text,
    parts: z.array(z.object({ part: amount, etag: text })),
  }),
  z.object({ method: z.literal('abortMultipartUpload'), object: text, uploadId: text }),
])
const deleteSchema = z.union([
  z.object({ method: z.literal('delete'), object: text }),
  z.object({ method: z.literal('delete'), objects: z.array(text) }),
])

export type BucketCall = z.infer<typeof callSchema> | z.infer<typeof deleteSchema>

const CALL_HEADER = 'cf-r2-request'
const SIZE_HEADER = 'cf-r2-metadata-size'

/** A reading call is in a header. A writing call begins the body, and the value follows it. */
export async function parse(
  request: Request,
): Promise<{ call: BucketCall; value: ReadableStream | null; bytes: number }> {
  const header = request.headers.get(CALL_HEADER)
  if (header !== null) return { call: callOf(header), value: null, bytes: 0 }
  const size = Number(request.headers.get(SIZE_HEADER))
  const reader = request.body!.getReader({ mode: 'byob' })
  const { value: head } = await reader.readAtLeast(size, new Uint8Array(size))
  reader.releaseLock()
  const bytes = Number(request.headers.get('content-length') ?? size) - size
  // A body that was read from cannot be a body again, but what is left of it can flow into another stream.
  const value = bytes === 0 ? null : request.body!.pipeThrough(new FixedLengthStream(bytes))
  return { call: callOf(new TextDecoder().decode(head)), value, bytes }
}

function callOf(json: string): BucketCall {
  const given: unknown = JSON.parse(json)
  return z.union([callSchema, deleteSchema]).parse(given)
}

export type Description = { name: string; version: string; size: number; etag: string; uploaded: number }

/** `body` begins with the head that this function returns. */
export function encoded(description: object, body?: ReadableStream): Response {
  const head = headOf(description)
  const headers = { [SIZE_HEADER]: String(head.length), 'content-type': 'application/json' }
  return new Response(body ?? head, { headers })
}

export function headOf(description: object): Uint8Array {
  const fields = 'name' in description ? { httpFields: {}, customFields: [], checksums: {} } : {}
  return new TextEncoder().encode(JSON.stringify({ ...description, ...fields }))
}

/** https://developers.cloudflare.com/r2/api/error-codes/ */
const ERRORS = {
  no_such_key: [404, 10_007, 'The specified key does not exist.'],
  no_such_upload: [400, 10_024, 'The specified multipart upload does not exist.'],
  invalid_part: [400, 10_025, 'One or more of the specified parts could not be found.'],
  invalid_range: [416, 10_039, 'The requested range is not satisfiable'],
  disk_full: [507, 10_001, 'The disk of this machine is full.'],
} as const

export type BucketError = keyof typeof ERRORS

export function r2Error(error: BucketError): Response {
  const [status, v4code, message] = ERRORS[error]
  return new Response(null, {
    status,
    headers: { 'cf-r2-error': JSON.stringify({ message, version: 1, v4code }) },
  })
}
