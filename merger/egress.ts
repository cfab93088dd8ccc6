import type { Dispatcher } from 'undici'
import type { Config } from './config.ts'

/** The only way out of this machine. */
export type Egress = {
  /** `http://127.0.0.1:<port>`, for programs that take a proxy. */
  proxy: string
  /** The same way for undici's `request` and `fetch`. */
  dispatcher: Dispatcher
  close(): Promise<void>
}

/** Starts the guard and proves that it holds; throws when it lets a private address through. */
export declare function startEgress(config: Config): Promise<Egress>
