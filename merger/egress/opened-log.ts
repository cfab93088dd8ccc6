import { log } from '../log.ts'

const INTERVAL_MS = 60_000
/** Hosts that one line names. The connections to all others are one number. */
const MAX_HOSTS = 50
const OTHERS = '(others)'

/**
 * Logs the connections that were opened: one line a minute with their number for each host and exit. A merge
 * of a source with many segments opens hundreds, and a line for each would cost more than all other lines.
 */
export class OpenedLog {
  readonly #counts = new Map<string, number>()

  /** Counts one connection. `exit`: undefined for the default exit. */
  count(host: string, exit: string | undefined): void {
    const name = exit === undefined ? host : `${host} via ${exit}`
    // The process may end without this line.
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
