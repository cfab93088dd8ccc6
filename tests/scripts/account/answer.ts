export type Call = {
  method: string
  path: string
  query: URLSearchParams
  body: () => Promise<Buffer>
  type: string
}
/** undefined: not found */
export type Answer =
  | { result: unknown }
  | { raw: string | object }
  | { status: number; code: number; message: string }
  | undefined

export const notFound = (code: number, message: string) => ({ status: 404, code, message })

export const jsonOf = async <T>({ body }: Call) => JSON.parse(String(await body()) || '{}') as T

export const formOf = async ({ type, body }: Call) =>
  await new Response(new Uint8Array(await body()), { headers: { 'content-type': type } }).formData()

export const textOf = async (field: FormDataEntryValue | null) =>
  field instanceof Blob ? await field.text() : (field ?? '')
