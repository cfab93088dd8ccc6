import fs from 'node:fs'
import { root } from './cache.ts'

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
  return start({ python: pythonPath(), port, state, vars, extra: { WORK_DIR: work } })
}

/**
 * Returns the path of the Python that has yt-dlp: PYTHON if it is set, else the one that set-up installs.
 * Packages cannot be installed inside the sealed internet.
 */
function pythonPath(): string {
  const own = `${root}/.cache/yt-dlp/bin/python`
  return process.env['PYTHON'] ?? (fs.existsSync(own) ? own : '/usr/bin/python3')
}
