import { Failure } from '#contract/failure.ts'
import type { Config } from '../config.ts'
import type { Egress } from '../egress/egress.ts'
import type { Answer } from '../ytdlp/facts.ts'
import { ForkServer } from '../ytdlp/fork-server.ts'

/** The fork server, and its replacement after it has died. */
export class LiveServer {
  readonly #config: Config
  readonly #egress: Egress
  #server: ForkServer
  #closed = false

  constructor(config: Config, egress: Egress) {
    this.#config = config
    this.#egress = egress
    this.#server = new ForkServer(config, egress.proxy, egress.provider)
  }

  get version(): Promise<string> {
    return this.#server.version
  }

  get closed(): boolean {
    return this.#closed
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#server.close()
  }

  /** When the fork server dies meanwhile, the request goes once more to its replacement. */
  async ask(...request: Parameters<ForkServer['ask']>): Promise<Answer> {
    try {
      return await this.#alive().ask(...request)
    } catch (error) {
      if (this.#server.alive || this.#closed || !(error instanceof Failure) || error.code !== 'merger_down')
        throw error
      return await this.#alive().ask(...request)
    }
  }

  #alive(): ForkServer {
    const { proxy, provider } = this.#egress
    if (!this.#server.alive && !this.#closed) this.#server = new ForkServer(this.#config, proxy, provider)
    return this.#server
  }
}
