import { root } from './cache.ts'
import { python } from '../python.ts'

export type Product = {
  address: string
  /** The URL origin of the merger, for example `http://127.0.0.1:9000`. */
  merger: string
  /** Resolves with an error message when a program of the product ends. */
  ended: Promise<string>
  stop(): Promise<void>
}
export type Choice = {
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

type Script = { startProduct: (options: object) => Promise<Product> }

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
  // The imported script is plain JavaScript, because `npm start` also loads it with Node versions before 24,
  // which cannot run TypeScript.
  const { startProduct: start } = (await import(`${root}/scripts/lib/product.mjs`)) as Script
  return start({ python, port, state, vars, extra: { WORK_DIR: work, ...settings } })
}
