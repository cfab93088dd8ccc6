import { Failure } from '#contract/failure.ts'

/** Bounds of what a playlist can make a reader expand. */
export const playlistLimits = { line: 16 * 1024, url: 8 * 1024, variables: 64, attributes: 64 }

export type Attributes = Map<string, string>

const tooBig = (what: string) => new Failure('too_big', { cause: `manifest: ${what}` })
const malformed = (what: string) => new Failure('source_failed', { cause: `manifest: ${what}` })

const ATTRIBUTE = /\s*([\w-]{1,64})=("[^"]*"|[^,]*)(?:,|$)/gy

/** RFC 8216, section 4.2. The values of quoted strings come without their quotes. */
export function attributesOf(text: string): Attributes {
  const found: Attributes = new Map()
  for (const [, name, value] of text.matchAll(ATTRIBUTE)) {
    if (found.size === playlistLimits.attributes) throw tooBig('attributes')
    if (!found.has(name!)) found.set(name!, value!.trim().replace(/^"(.*)"$/, '$1'))
  }
  return found
}

const REFERENCE = /\{\$([\w-]{1,64})\}/g
const MAX_EXPANDED = 16 * 1024 ** 2

/** RFC 8216bis, section 4.3: `EXT-X-DEFINE`. */
export class Variables {
  readonly #values = new Map<string, string>()
  readonly #query: URLSearchParams
  readonly #parent: ReadonlyMap<string, string>
  #expanded = 0

  /** @param parent values of the list of variants, which `IMPORT` names */
  constructor(address: string, parent: ReadonlyMap<string, string> = new Map()) {
    this.#query = new URL(address).searchParams
    this.#parent = parent
  }

  get values(): ReadonlyMap<string, string> {
    return this.#values
  }

  define(attributes: Attributes): void {
    const [name, imported, parameter] = ['NAME', 'IMPORT', 'QUERYPARAM'].map((key) => attributes.get(key))
    const key = name ?? imported ?? parameter
    const value =
      name !== undefined
        ? this.expand(attributes.get('VALUE') ?? '')
        : imported !== undefined
          ? this.#parent.get(imported)
          : this.#query.get(parameter ?? '')
    if (key === undefined || typeof value !== 'string') throw malformed(`the variable ${key}`)
    if (this.#values.size === playlistLimits.variables || value.length > playlistLimits.url)
      throw tooBig('variables')
    this.#values.set(key, value)
  }

  expand(text: string): string {
    if (this.#values.size === 0 || !text.includes('{$')) return text
    const length = Array.from(text.matchAll(REFERENCE), ([, name]) => this.#value(name!).length).reduce(
      (sum, one) => sum + one,
      text.length,
    )
    this.#expanded += length
    if (length > playlistLimits.line || this.#expanded > MAX_EXPANDED) throw tooBig('variables')
    return text.replace(REFERENCE, (_, name: string) => this.#value(name))
  }

  #value(name: string): string {
    const value = this.#values.get(name)
    if (value === undefined) throw malformed(`the variable ${name}`)
    return value
  }
}
