import { root } from './cache.ts'
import { python } from '../python.ts'

export type Product = {
  address: string
  /** Resolves with a message when a program of the product ends. The message names the program. */
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

/** Starts the built product as `npm start` does, with the given folders for storage and work. */
export async function startProduct({ state, work, port = 8787, vars = {} }: Choice): Promise<Product> {
  // The script is JavaScript without types, because versions of Node before 24 run it too.
  const { startProduct: start } = (await import(`${root}/scripts/lib/product.mjs`)) as Script
  return start({ python, port, state, vars, extra: { WORK_DIR: work } })
}
