import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { promisify } from 'node:util'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Brand } from '#contract/brand.ts'
import { root } from '../internet/cache.ts'
import { startProduct, type Product } from '../internet/product.ts'

// One brand on its own host in the real Worker, and a browser for it.

export type BrandStage = {
  /** A page of the brand; `before` may prepare its context. */
  open(
    path: string,
    options?: BrowserContextOptions,
    before?: (context: BrowserContext) => Promise<void>,
  ): Promise<Page>
  /** Console errors that this test provokes on purpose. */
  expectNoise(pattern: RegExp): void
}

/**
 * The product with one brand; without one it shows the neutral look.
 * @param vars variables of the Worker
 */
export function setBrandStage(port: number, brand?: Brand, vars: Record<string, string> = {}): BrandStage {
  const host = brand?.domain ?? '127.0.0.1'
  const origin = `http://${host}:${port}`
  const folder = `${root}/.cache/e2e/brand-${process.pid}-${port}`
  let product: Product | undefined
  let browser: Browser | undefined
  let contexts: BrowserContext[] = []
  let noise: string[] = []
  let expected: RegExp[] = []

  beforeAll(async () => {
    fs.mkdirSync(folder, { recursive: true })
    if (brand) {
      fs.writeFileSync(`${folder}/brand.json`, JSON.stringify(brand))
      const put = ['scripts/brand.mjs', 'put', host, `${folder}/brand.json`, '--state', `${folder}/state`]
      await promisify(execFile)(process.execPath, put, { cwd: root })
    }
    product = await startProduct({ state: `${folder}/state`, work: `${folder}/work`, port, vars })
    const { CHROMIUM_HOME = '', ...env } = process.env
    browser = await chromium.launch({
      // Its certificate store trusts the sealed internet's authority.
      env: { ...env, HOME: CHROMIUM_HOME },
      executablePath: process.env['CHROMIUM'] || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        `--host-resolver-rules=MAP ${host} 127.0.0.1`,
        `--unsafely-treat-insecure-origin-as-secure=${origin}`,
      ],
    })
  })
  afterEach(async () => {
    for (const context of contexts) await context.close()
    const heard = noise.filter((line) => !expected.some((pattern) => pattern.test(line)))
    contexts = []
    noise = []
    expected = []
    expect(heard, 'the console of every page').toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  return {
    async open(path, options = {}, before) {
      const context = await browser!.newContext({ viewport: { width: 1_280, height: 800 }, ...options })
      context.setDefaultTimeout(20_000)
      contexts.push(context)
      context.on('page', (page) => {
        page.on('console', (message) => {
          if (message.type() === 'error') noise.push(`${message.text()} (${message.location().url})`)
        })
        page.on('pageerror', (error) => noise.push(String(error)))
      })
      await before?.(context)
      const page = await context.newPage()
      await page.goto(origin + path)
      return page
    },
    expectNoise: (pattern) => void expected.push(pattern),
  }
}
