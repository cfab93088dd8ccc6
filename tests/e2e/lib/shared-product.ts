import fs from 'node:fs'
import type { TestProject } from 'vitest/node'
import { root } from '../../internet/cache.ts'
import { startProduct } from '../../internet/product.ts'
import { GRANT_KEYS } from './grants.ts'
import { leftoverProcesses } from './leftover-processes.ts'

const SHARED_PORT = 9_500
export const SHARED_VARS = { GRANT_KEYS }

/** Starts the product that all suites without settings of their own share. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide('product', `http://127.0.0.1:${SHARED_PORT}`)
  if (process.env['SEALED_INTERNET'] !== '1') return
  fs.mkdirSync(`${root}/.cache/e2e`, { recursive: true })
  const folder = fs.mkdtempSync(`${root}/.cache/e2e/shared-`)
  const product = await startProduct({
    state: `${folder}/state`,
    work: `${folder}/work`,
    port: SHARED_PORT,
    vars: SHARED_VARS,
  })
  return async () => {
    await product.stop()
    fs.rmSync(folder, { recursive: true, force: true })
    const left = leftoverProcesses()
    if (left.length > 0) throw new Error(`processes of the product still run: ${left.join('; ')}`)
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    product: string
  }
}
