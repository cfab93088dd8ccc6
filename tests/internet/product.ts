import { python } from '../python.ts'
import { startProduct as start } from '../../scripts/lib/product.ts'

export type Product = {
  address: string
  /** The URL origin of the merger, for example `http://127.0.0.1:9000`. */
  merger: string
  /** Resolves with an error message when a program of the product ends. */
  ended: Promise<string>
  stop(): Promise<void>
}
type Choice = {
  /** Path of the folder for KV, R2 and Durable Objects. */
  state: string
  /** Path of the merger's work folder. */
  work: string
  port?: number
  /** Variables of the Worker, such as FILE_RETENTION_SECONDS. */
  vars?: Record<string, string>
  /** Environment variables of the merger, such as EXITS. */
  settings?: Record<string, string>
}

/**
 * Starts the built product as `npm start` does, but with the given folders for storage and for the merger's
 * work files.
 */
export async function startProduct({
  state,
  work,
  port = 8787,
  vars = {},
  settings = {},
}: Choice): Promise<Product> {
  return start({ python, port, state, vars, extra: { WORK_DIR: work, ...settings } })
}
