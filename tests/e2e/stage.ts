import fs from 'node:fs'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { root } from '../internet/cache.ts'
import { watchLog } from '../internet/log.ts'
import { startProduct, type Product } from '../internet/product.ts'
import { leftovers } from './leftovers.ts'

export type Stage = {
  /** Address of the product. */
  readonly address: string
  /** A new page at a path of the product; its console is watched until the test ends. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>
  /** Console errors that this test provokes on purpose. */
  expectNoise(pattern: RegExp): void
  /** What was asked of the sealed internet since the test began. */
  log(): ReturnType<ReturnType<typeof watchLog>>
}

/**
 * The product and a browser for one file of tests. After each test: no console error on any page, and nobody dialled
 * an address inside. After the last: no process left.
 * @param vars variables of the Worker
 */
export function setStage(vars: Record<string, string> = {}): Stage {
  const folder = `${root}/.cache/e2e/${process.pid}-${Math.random().toString(36).slice(2)}`
  let product: Product | undefined
  let browser: Browser | undefined
  let contexts: BrowserContext[] = []
  let noise: string[] = []
  let expected: RegExp[] = []
  let since = () => watchLog()()

  beforeAll(async () => {
    product = await startProduct({ state: `${folder}/state`, work: `${folder}/work`, port: 9500, vars })
    browser = await startBrowser()
    since = watchLog()
  })
  afterEach(async () => {
    for (const context of contexts) await context.close()
    const heard = noise.filter((line) => !expected.some((pattern) => pattern.test(line)))
    const { intrusions } = since()
    contexts = []
    noise = []
    expected = []
    since = watchLog()
    expect(heard, 'the console of every page').toEqual([])
    expect(intrusions, 'connections to addresses inside').toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
    expect(leftovers()).toEqual([])
  })

  const listen = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') noise.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => noise.push(String(error)))
  }
  return {
    get address() {
      return product?.address ?? ''
    },
    async open(path = '/', options = {}) {
      const context = await browser!.newContext({ viewport: { width: 1_280, height: 800 }, ...options })
      context.setDefaultTimeout(20_000)
      contexts.push(context)
      context.on('page', listen)
      const page = await context.newPage()
      await page.goto(`${product?.address}${path}`)
      return page
    },
    expectNoise: (pattern) => void expected.push(pattern),
    log: () => since(),
  }
}

/** Debian's Chromium, which trusts the sealed internet's authority through the certificate store of its home. */
async function startBrowser(): Promise<Browser> {
  const { CHROMIUM, CHROMIUM_HOME = '', ...env } = process.env
  return chromium.launch({
    executablePath: CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'],
    env: { ...env, HOME: CHROMIUM_HOME },
  })
}
