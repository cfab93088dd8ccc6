import { root } from './cache.ts'
import { python } from '../python.ts'

export type Product = {
  address: string
  /** The origin of the merger. */
  merger: string
  /** Resolves when a program of the product ends, with a message that names the program. */
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
}

type Script = { startProduct: (options: object) => Promise<Product> }

/** Starts the built product as `npm start` does, with these folders for storage and work files. */
export async function startProduct({ state, work, port = 8787, vars = {} }: Choice): Promise<Product> {
  // The script is plain JavaScript, because Node versions before 24, which cannot run TypeScript, run it too.
  const { startProduct: start } = (await import(`${root}/scripts/lib/product.mjs`)) as Script
  return start({ python, port, state, vars, extra: { WORK_DIR: work } })
}
