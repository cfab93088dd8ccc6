import { isHostOf } from '#contract/link.ts'

const MOST = 1_000

/**
 * The hosts of the edge, as it names them in its calls. A redirect to one would make this product fetch
 * itself.
 */
export class OwnHosts {
  readonly #names = new Set<string>()

  learn(header: string | string[] | undefined): void {
    for (const name of String(header ?? '').split(' ')) {
      if (this.#names.size >= MOST) return
      if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)) this.#names.add(name)
    }
  }

  has(host: string): boolean {
    return isHostOf(host.toLowerCase().replace(/\.$/, ''), [...this.#names])
  }
}
