import { log } from '../log.ts'

const INTERVAL_MS = 60_000
const MAX_HOSTS = 50
const OTHERS = '(others)'

/**
 * A merge of many segments opens hundreds of connections, so one line for each would outnumber all other log
 * lines.
 */
export class OpenedLog {
  readonly #counts = new Map<string, number>()

  count(host: string, exit: string | undefined): void {
    const name = exit === undefined ? host : `${host} via ${exit}`
    // `unref` lets the process end before the timer fires. The last log line is then lost.
    if (this.#counts.size === 0) setTimeout(() => this.#write(), INTERVAL_MS).unref()
    const key = this.#counts.has(name) || this.#counts.size < MAX_HOSTS ? name : OTHERS
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  #write(): void {
    const hosts = Object.fromEntries(this.#counts)
    log('egress', {
      allowed: true,
      connections: [...this.#counts.values()].reduce((a, b) => a + b, 0),
      hosts,
    })
    this.#counts.clear()
  }
}
