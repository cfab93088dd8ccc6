import type { Link } from './link.ts'

const MAX_COOKIES = 20
const MAX_LENGTH = 4_096

/**
 * The cookies of one chain of redirects. Some sites set a cookie, redirect to the same page and look whether
 * it comes back. A cookie is sent only to the origin that has set it.
 */
export class ChainCookies {
  readonly #values = new Map<string, Map<string, string>>()

  keep(url: string, lines: readonly string[]): void {
    const { origin } = new URL(url)
    const values = this.#values.get(origin) ?? new Map<string, string>()
    for (const line of lines) {
      const pair = line.split(';', 1)[0]!.trim()
      const [name = ''] = pair.split('=', 1)
      if (name && pair.includes('=') && pair.length <= MAX_LENGTH && values.size < MAX_COOKIES)
        values.set(name, pair)
    }
    this.#values.set(origin, values)
  }

  /** The headers of a request for the link. */
  added({ url, headers }: Link): Record<string, string> {
    const own = [...(this.#values.get(new URL(url).origin)?.values() ?? [])]
    return own.length > 0 ? { ...headers, cookie: [headers['cookie'] ?? [], own].flat().join('; ') } : headers
  }
}
