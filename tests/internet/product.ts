import fs from 'node:fs'
import { root } from './cache.ts'

export type Product = {
  address: string
  /** Says which program ended first, if one did. */
  ended: Promise<string>
  stop(): Promise<void>
}
export type Choice = {
  /** Folder of KV, R2 and Durable Objects. */
  state: string
  /** The merger's folder. */
  work: string
  port?: number
  /** Variables of the Worker: FILE_RETENTION_SECONDS ... */
  vars?: Record<string, string>
}

type Script = { startProduct: (options: object) => Promise<Product> }

/** Starts the built product as `npm start` does, unmodified; local storage and work in folders of its own. */
export async function startProduct({ state, work, port = 8787, vars = {} }: Choice): Promise<Product> {
  // Plain JavaScript without types, because it also runs before Node 24 is there.
  const { startProduct: start } = (await import(`${root}/scripts/lib/product.mjs`)) as Script
  return start({ python: pythonPath(), port, state, vars, extra: { WORK_DIR: work } })
}

/** The Python that has yt-dlp: as set-up said, else where set-up puts it. Nothing can be installed in here. */
function pythonPath(): string {
  const own = `${root}/.cache/yt-dlp/bin/python`
  return process.env['PYTHON'] ?? (fs.existsSync(own) ? own : '/usr/bin/python3')
}
