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
import { root } from '../../internet/cache.ts'
import { watchLog } from '../../internet/log.ts'
import { startProduct, type Product } from '../../internet/product.ts'
import { leftoverProcesses } from './leftover-processes.ts'

/** Test files run one after the other, so one port is enough for all of them. */
export const PRODUCT_PORT = 9_500

type HarnessOptions = {
  /**
   * Brands to store before the product starts, each on the host of its `domain`. Without any, the neutral
   * brand answers.
   */
  brands?: readonly Brand[]
  /** Variables of the Worker. */
  vars?: Record<string, string>
  /** The port that pages are opened on: that of a proxy which the test puts in front of the product. */
  pagePort?: number
  /** Keeps left pages in the back/forward cache, as visitors' browsers do. Playwright turns that off. */
  keepsLeftPages?: boolean
}

export type OpenOptions = BrowserContextOptions & {
  /** The domain of the brand to open. Default: the first brand. */
  brand?: string
  /** Prepares the context before its first page opens. */
  prepare?: (context: BrowserContext) => unknown
  waitUntil?: 'load' | 'networkidle'
}

export type Harness = {
  /** The product's own address, without a brand. */
  readonly address: string
  /** The origin of a brand's pages. Default: the first brand, or the neutral one. */
  originOf(domain?: string): string
  /** Opens a path in a new browser context. Its console is watched until the test ends. */
  open(path?: string, options?: OpenOptions): Promise<Page>
  /** Allows console errors that the current test causes on purpose. */
  expectConsoleError(pattern: RegExp): void
  /** Console errors of the current test so far. */
  consoleErrors(): readonly string[]
  /** Requests and connections that the sealed internet has seen since the current test began. */
  log(): ReturnType<ReturnType<typeof watchLog>>
}

/**
 * Starts the built product and a browser for the tests of one suite.
 *
 * After each test it fails on unexpected console errors and on connections to addresses of a private network.
 * After the last test it fails on processes of the product that still run.
 */
export function useProduct({
  brands = [],
  vars = {},
  pagePort,
  keepsLeftPages,
}: HarnessOptions = {}): Harness {
  const folder = `${root}/.cache/e2e/${process.pid}-${Math.random().toString(36).slice(2)}`
  const originOf = (domain = brands[0]?.domain ?? '127.0.0.1') =>
    `http://${domain}:${pagePort ?? PRODUCT_PORT}`
  let product: Product | undefined
  let browser: Browser | undefined
  let contexts: BrowserContext[] = []
  let errors: string[] = []
  let expected: RegExp[] = []
  let since = () => watchLog()()

  beforeAll(async () => {
    fs.mkdirSync(folder, { recursive: true })
    for (const brand of brands) await storeBrand(brand, folder)
    product = await startProduct({
      state: `${folder}/state`,
      work: `${folder}/work`,
      port: PRODUCT_PORT,
      vars,
    })
    browser = await startBrowser(
      brands.map(({ domain }) => domain),
      brands.map(({ domain }) => originOf(domain)),
      keepsLeftPages,
    )
    since = watchLog()
  })
  afterEach(async () => {
    for (const context of contexts) await context.close()
    const unexpected = errors.filter((line) => !expected.some((pattern) => pattern.test(line)))
    const { intrusions } = since()
    contexts = []
    errors = []
    expected = []
    since = watchLog()
    expect(unexpected, 'console errors').toEqual([])
    expect(intrusions, 'connections to addresses of a private network').toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
    expect(leftoverProcesses()).toEqual([])
  })

  const watchConsole = (page: Page) => {
    // A new tab starts blank, where init scripts fail because it has no storage.
    const note = (text: string) => page.url() !== 'about:blank' && errors.push(text)
    page.on('console', (message) => {
      if (message.type() === 'error') note(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => note(String(error)))
  }
  return {
    get address() {
      return product?.address ?? ''
    },
    originOf,
    async open(path = '/', { brand, prepare, waitUntil = 'load', ...options } = {}) {
      const context = await browser!.newContext({ viewport: { width: 1_280, height: 800 }, ...options })
      context.setDefaultTimeout(20_000)
      contexts.push(context)
      context.on('page', watchConsole)
      await prepare?.(context)
      const page = await context.newPage()
      await page.goto(originOf(brand) + path, { waitUntil })
      return page
    },
    expectConsoleError: (pattern) => void expected.push(pattern),
    consoleErrors: () => errors,
    log: () => since(),
  }
}

/** Stores a brand with the operators' command. */
async function storeBrand(brand: Brand, folder: string): Promise<void> {
  const file = `${folder}/brand.json`
  fs.writeFileSync(file, JSON.stringify(brand))
  const put = ['scripts/brand.mjs', 'put', brand.domain, file, '--state', `${folder}/state`]
  await promisify(execFile)(process.execPath, put, { cwd: root })
}

/**
 * Starts Debian's Chromium with the home folder whose certificate store trusts the sealed internet's
 * authority.
 * @param domains names that lead to the product
 * @param origins origins that count as secure without TLS
 */
async function startBrowser(domains: string[], origins: string[], keepsLeftPages = false): Promise<Browser> {
  const { CHROMIUM, CHROMIUM_HOME = '', ...env } = process.env
  return chromium.launch({
    executablePath: CHROMIUM || '/usr/bin/chromium',
    ignoreDefaultArgs: keepsLeftPages ? ['--disable-back-forward-cache'] : [],
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--autoplay-policy=no-user-gesture-required',
      `--host-resolver-rules=${domains.map((domain) => `MAP ${domain} 127.0.0.1`).join()}`,
      `--unsafely-treat-insecure-origin-as-secure=${origins.join()}`,
    ],
    env: { ...env, HOME: CHROMIUM_HOME },
  })
}
