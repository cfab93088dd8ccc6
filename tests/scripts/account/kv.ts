import { randomUUID } from 'node:crypto'
import { type Answer, type Call, formOf, jsonOf, notFound, textOf } from './answer.ts'

type Kept = { value: string; metadata?: unknown }

export class Namespaces {
  readonly #known = new Map<string, { title: string; keys: Map<string, Kept> }>()

  get count(): number {
    return this.#known.size
  }

  /** The keys of a namespace that exists from now on. */
  add(id: string, title = id): Map<string, Kept> {
    const keys = new Map<string, Kept>()
    this.#known.set(id, { title, keys })
    return keys
  }

  async answer(call: Call): Promise<Answer> {
    const { method, path, query } = call
    const [, id = '', rest = ''] = /^\/storage\/kv\/namespaces(?:\/([^/]+))?(\/.*)?$/.exec(path) ?? []
    if (!id && method === 'POST') return this.#create(await jsonOf<{ title: string }>(call))
    if (!id) return { result: [...this.#known].map(([one, { title }]) => ({ id: one, title })) }
    if (rest === '' && method === 'DELETE') {
      this.#known.delete(id)
      return { result: null }
    }
    const keys = this.#known.get(id)?.keys
    if (!keys) return notFound(10_013, 'namespace not found')
    if (rest === '/keys') {
      const known = [...keys].filter(([name]) => name.startsWith(query.get('prefix') ?? ''))
      return { result: known.map(([name, { metadata }]) => ({ name, ...(metadata ? { metadata } : {}) })) }
    }
    const key = decodeURIComponent(rest.replace('/values/', ''))
    if (method === 'PUT') keys.set(key, await kept(call))
    if (method === 'DELETE') keys.delete(key)
    if (method !== 'GET') return { result: null }
    const value = keys.get(key)?.value
    return value === undefined ? notFound(10_009, 'get: key not found') : { raw: value }
  }

  #create({ title }: { title: string }): Answer {
    if ([...this.#known.values()].some((one) => one.title === title))
      return {
        status: 400,
        code: 10_014,
        message: 'a namespace with this account ID and title already exists',
      }
    const id = randomUUID().replaceAll('-', '')
    this.add(id, title)
    return { result: { id, title, supports_url_encoding: true } }
  }
}

/** The body of a PUT is a value, or a form with a value and its metadata. */
async function kept(call: Call): Promise<Kept> {
  if (!call.type.startsWith('multipart/form-data')) return { value: String(await call.body()) }
  const form = await formOf(call)
  return {
    value: await textOf(form.get('value')),
    metadata: JSON.parse(await textOf(form.get('metadata'))) as unknown,
  }
}
