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
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import type { Brand } from '#contract/brand.ts'
import { root } from '../../internet/cache.ts'
import { watchLog } from '../../internet/log.ts'
import { startProduct, type Product } from '../../internet/product.ts'
import { leftoverProcesses, productPids } from './leftover-processes.ts'
import { SHARED_VARS } from './shared-product.ts'

/** Port of a product that one file starts for itself. Test files run one after the other. */
export const OWN_PORT = 9_501

/** A suite without `brands`, `blocked` and `vars` uses the product that all such suites share. */
type HarnessOptions = {
  /**
   * The brands of the product. The product shows each brand on the host in the brand's `domain`. Without
   * brands, the product shows the neutral brand.
   */
  brands?: readonly Brand[]
  /** Links that the operator has blocked. */
  blocked?: readonly string[]
  /** Environment variables of the Worker, in addition to those of the shared product. */
  vars?: Record<string, string>
  /**
   * Port in the URLs of the pages. Default: the product's own port. A test that puts a proxy in front of the
   * product passes the port of the proxy.
   */
  pagePort?: number
  /**
   * Gives the http pages of the brands all features of secure contexts, such as service workers and the
   * clipboard. Starts the complete Chromium, because the headless shell cannot do this.
   */
  trustsHttpPages?: boolean
  /**
   * Switches the back/forward cache on, as in ordinary browsers. By default Playwright switches this cache
   * off. Needs `trustsHttpPages`, because only the complete Chromium has this cache.
   */
  hasBackForwardCache?: boolean
}

export type OpenOptions = BrowserContextOptions & {
  /** The domain of the brand whose page is opened. Default: the first brand. */
  brand?: string
  /** Prepares the browser context before its first page opens. */
  prepare?: (context: BrowserContext) => unknown
  waitUntil?: 'load' | 'networkidle'
}

export type Harness = {
  /** The origin of the product: its IP address and port. */
  readonly address: string
  /**
   * Returns the origin of a brand's pages. Without `domain`, the brand is the first brand of the suite, or
   * the neutral brand if the suite has no brands.
   */
  originOf(domain?: string): string
  /**
   * Opens a path in a new browser context. The harness records console errors of the page until the test
   * ends.
   */
  open(path?: string, options?: OpenOptions): Promise<Page>
  /** Returns a blank page in a new browser context. */
  newPage(options?: Pick<OpenOptions, 'prepare'> & BrowserContextOptions): Promise<Page>
  /** Allows console errors that the current test causes on purpose. */
  expectConsoleError(pattern: RegExp): void
  /** Returns the console errors of the current test so far. */
  consoleErrors(): readonly string[]
  /**
   * Returns the events that the sealed internet (the simulated internet in tests/internet) logged during the
   * current test: DNS queries, HTTP requests, and connections that the product must never open.
   */
  log(): ReturnType<ReturnType<typeof watchLog>>
}

/** All test files run in one process, one after the other. Playwright ends the browser with that process. */
let sharedBrowser: Browser | undefined
const openShared = async (): Promise<Browser> =>
  sharedBrowser?.isConnected() ? sharedBrowser : (sharedBrowser = await startBrowser([], []))

/**
 * Gives the tests of one suite the built product and a browser. A test fails if one of its pages logs an
 * unexpected console error, or if anything connects to a private address. The suite fails if processes of
 * its own product still run after its last test.
 */
export function useProduct({
  brands = [],
  blocked = [],
  vars = {},
  pagePort,
  trustsHttpPages,
  hasBackForwardCache,
}: HarnessOptions = {}): Harness {
  const folder = `${root}/.cache/e2e/${process.pid}-${Math.random().toString(36).slice(2)}`
  const isShared = brands.length === 0 && blocked.length === 0 && Object.keys(vars).length === 0
  const hasOwnBrowser = brands.length > 0 || trustsHttpPages !== undefined
  const address = () => (isShared ? inject('product') : `http://127.0.0.1:${OWN_PORT}`)
  const originOf = (domain = brands[0]?.domain ?? '127.0.0.1') =>
    `http://${domain}:${pagePort ?? new URL(address()).port}`
  let product: Product | undefined
  let browser: Browser | undefined
  let others: ReadonlySet<number>
  let contexts: BrowserContext[] = []
  let errors: string[] = []
  let expected: RegExp[] = []
  let since = () => watchLog()()

  const startOwn = async () => {
    others = productPids()
    fs.mkdirSync(folder, { recursive: true })
    for (const brand of brands) await storeBrand(brand, folder)
    if (blocked.length > 0)
      await operate(['scripts/operate/block.ts', 'add', 'link', ...blocked, '--state', `${folder}/state`])
    product = await startProduct({
      state: `${folder}/state`,
      work: `${folder}/work`,
      port: OWN_PORT,
      vars: { ...SHARED_VARS, ...vars },
    })
  }
  const stopOwn = async () => {
    await product?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
    expect(leftoverProcesses(others)).toEqual([])
  }
  beforeAll(async () => {
    if (!isShared) await startOwn()
    const domains = brands.map(({ domain }) => domain)
    const choice = { trustsHttpPages, hasBackForwardCache }
    browser = await (hasOwnBrowser ? startBrowser(domains, domains.map(originOf), choice) : openShared())
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
    expect(unexpected, `console errors: ${unexpected.join('; ')}`).toEqual([])
    expect(intrusions, 'connections to addresses of a private network').toEqual([])
  })
  afterAll(async () => {
    if (hasOwnBrowser) await browser?.close()
    if (!isShared) await stopOwn()
  })

  const watchConsole = (page: Page) => {
    // A new tab shows a blank page without storage, so init scripts fail there. Such errors are ignored.
    const note = (text: string) => page.url() !== 'about:blank' && errors.push(text)
    page.on('console', (message) => {
      if (message.type() === 'error') note(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => note(String(error)))
  }
  const newPage: Harness['newPage'] = async ({ prepare, ...options } = {}) => {
    const context = await browser!.newContext({ viewport: { width: 1_280, height: 800 }, ...options })
    context.setDefaultTimeout(60_000)
    contexts.push(context)
    context.on('page', watchConsole)
    await prepare?.(context)
    return context.newPage()
  }
  return {
    get address() {
      return address()
    },
    originOf,
    newPage,
    async open(path = '/', { brand, waitUntil = 'load', ...options } = {}) {
      const page = await newPage(options)
      await page.goto(originOf(brand) + path, { waitUntil })
      return page
    },
    expectConsoleError: (pattern) => void expected.push(pattern),
    consoleErrors: () => errors,
    log: () => since(),
  }
}

/** Stores a brand with the operator's brand command. */
async function storeBrand(brand: Brand, folder: string): Promise<void> {
  const file = `${folder}/brand.json`
  fs.writeFileSync(file, JSON.stringify(brand))
  await operate(['scripts/operate/brand.ts', 'put', brand.domain, file, '--state', `${folder}/state`])
}

/**
 * Runs one of the Node scripts with which the operator manages the product, such as scripts/operate/brand.ts.
 */
async function operate(command: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, command, { cwd: root })
}

/**
 * Starts Chromium's headless shell, or the complete Chromium if `trustsHttpPages` is true. The browser's
 * home folder has a certificate store that trusts the certificate authority of the sealed internet, the
 * simulated internet of the tests.
 * @param domains host names that resolve to the product
 * @param origins http origins that the browser trusts like https. For a response from any other http origin,
 *   Chromium ignores the header Cross-Origin-Opener-Policy and logs an error.
 */
async function startBrowser(
  domains: string[],
  origins: string[],
  {
    trustsHttpPages = false,
    hasBackForwardCache = false,
  }: Pick<HarnessOptions, 'trustsHttpPages' | 'hasBackForwardCache'> = {},
): Promise<Browser> {
  const { CHROMIUM, WINDOWED_CHROMIUM, CHROMIUM_HOME = '', ...env } = process.env
  return chromium.launch({
    executablePath: trustsHttpPages
      ? WINDOWED_CHROMIUM || '/usr/bin/chromium'
      : CHROMIUM || '/usr/bin/chromium-headless-shell',
    ignoreDefaultArgs: hasBackForwardCache ? ['--disable-back-forward-cache'] : [],
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--autoplay-policy=no-user-gesture-required',
      `--host-resolver-rules=${domains.map((domain) => `MAP ${domain} 127.0.0.1`).join()}`,
      ...(origins.length > 0 ? [`--unsafely-treat-insecure-origin-as-secure=${origins.join()}`] : []),
    ],
    env: { ...env, HOME: CHROMIUM_HOME },
  })
}
