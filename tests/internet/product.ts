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

type Scripts = {
  setup: () => Promise<{ python: string }>
  startProduct: (options: object) => Promise<Product>
}

/** The scripts are plain JavaScript, because they also run before Node 24 is there; what they export is said here. */
const script = async (name: string) => (await import(`${root}/scripts/${name}.mjs`)) as Scripts

/** Starts the built product as `npm start` does, unmodified; local storage and work in folders of its own. */
export async function startProduct({ state, work, port = 8787, vars = {} }: Choice): Promise<Product> {
  const { startProduct: start } = await script('product')
  // `npm test` and `npm run demo` have set up already, and say which Python has yt-dlp.
  const python = process.env['PYTHON'] ?? (await (await script('setup')).setup()).python
  return start({ python, port, state, vars, extra: { WORK_DIR: work } })
}
