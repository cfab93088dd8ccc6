import { chromium, type BrowserContext, type Page } from 'playwright'
import { watchLog } from '../../../tests/internet/log.ts'
import { openFormats, submitLink } from '../../../tests/e2e/lib/visit.ts'
import { startProduct } from '../../lib/product.ts'
import { atEnd, temporaryFolder } from '../../lib/stop.ts'
import { table } from '../../lib/table.ts'
import { makeWatched } from './media.ts'
import { observe, stages, type Seen, type Stages } from './observe.ts'

const PORT = 9_430
const MB = 1_000_000
const STALL_SECONDS = 30
const FILE_TIMEOUT_MS = 120_000

const SOURCES: Record<string, { link: string; row: RegExp }> = {
  pair: { link: 'https://streams.example/paced/watch-dash/manifest.mpd', row: /1080p MP4/ },
  hls: { link: 'https://streams.example/paced/watch-hls/master.m3u8', row: /1080p MP4/ },
  webm: { link: 'https://www.youtube.com/watch?v=watchwebm00', row: /1080p WEBM/i },
  bound: { link: 'https://www.youtube.com/watch?v=watchpair00', row: /1080p MP4/ },
  large: { link: 'https://www.youtube.com/watch?v=watchlarge0', row: /1080p MP4/ },
}
/** Bytes per second of a visitor; each answer comes 60 ms later. */
const NETWORKS: Record<string, number | null> = {
  '4 Mbit/s': 500_000,
  '20 MB/s': 20 * MB,
  unthrottled: null,
}
const DELAY_MS = 60

/** To the first frame and to the frame of a seek, with the copy to watch and with the finished file. */
export default async function bench(names: string[]): Promise<void> {
  const chosen = <T>(all: Record<string, T>) => {
    const some = Object.entries(all).filter(([name]) => names.includes(name))
    return some.length > 0 ? some : Object.entries(all)
  }
  await makeWatched()
  const folder = temporaryFolder('bench-watch')
  const product = await startProduct({
    python: process.env['PYTHON'] ?? '',
    port: PORT,
    state: `${folder}/state`,
    extra: { WORK_DIR: `${folder}/work` },
  })
  atEnd(product.stop)
  const { CHROMIUM = '', CHROMIUM_HOME = '', ...env } = process.env
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'],
    env: { ...env, HOME: CHROMIUM_HOME },
  })
  atEnd(() => browser.close())
  const print = table({ source: 6, network: 11 })
  for (const [network, rate] of chosen(NETWORKS)) {
    const context = await browser.newContext()
    await context.addInitScript(observe)
    for (const [source, { link, row }] of chosen(SOURCES)) {
      const visit = async (isWhole: boolean, goal: Goal) =>
        await visitOnce(context, { address: product.address, link, row, rate, isWhole, goal })
      // Fills the caches of the browser and of the product.
      await visit(false, 'frame')
      const since = watchLog()
      const pressed = Date.now()
      const play = await visit(false, 'stalls')
      // Answers to the cancelled merge of the first visit may end only now.
      const sent = since().sent.filter(
        ({ begun, path: one }) => begun >= pressed && !one.startsWith('/youtubei'),
      )
      const seek = await visit(false, 'seek')
      const whole = await visit(true, 'seek')
      print({
        source,
        network,
        ...Object.fromEntries(
          Object.entries(play.stages).map(([name, ms]) => [name, (ms / 1_000).toFixed(2)]),
        ),
        'frame s': (play.frame / 1_000).toFixed(2),
        'file s': (whole.frame / 1_000).toFixed(2),
        ratio: (whole.frame / play.frame).toFixed(1),
        'seek s': (seek.sought! / 1_000).toFixed(2),
        'file seek s': (whole.sought! / 1_000).toFixed(2),
        'stalled s': (play.stalled / 1_000).toFixed(2),
        'bytes / file': (sent.reduce((sum, { bytes }) => sum + bytes, 0) / play.size).toFixed(2),
      })
    }
    await context.close()
  }
}

/** `stalls` plays for half a minute and then waits for the file. */
type Goal = 'frame' | 'seek' | 'stalls'
type Visit = {
  address: string
  link: string
  row: RegExp
  rate: number | null
  isWhole: boolean
  goal: Goal
}

/** Times are in milliseconds since the press, and `size` is that of the file in bytes. */
async function visitOnce(
  context: BrowserContext,
  visit: Visit,
): Promise<Seen & { size: number; stages: Stages }> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await page.goto(visit.address)
  await submitLink(page, visit.link)
  await openFormats(page)
  if (visit.isWhole) await session.send('Network.setBlockedURLs', { urls: ['*/api/download/watch/*'] })
  if (visit.rate !== null)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: DELAY_MS,
      downloadThroughput: visit.rate,
      uploadThroughput: visit.rate,
    })
  const row = page.locator('details li').getByRole('link', { name: visit.row }).first()
  await row.evaluate((link: HTMLAnchorElement, goal) => {
    sessionStorage.setItem('goal', goal)
    link.target = '_self'
    link.click()
  }, visit.goal)
  await page.waitForURL(/\/preview\?/)
  const seen = await seenOn(page, visit.goal)
  const calls = await page.evaluate(stages)
  const size = visit.goal === 'stalls' ? await sizeOf(page) : 0
  const cancel = page.getByRole('button', { name: 'Cancel' })
  // A file that is finished in this moment has nothing to cancel.
  if (await cancel.isVisible()) {
    const cancelled = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await Promise.all([cancelled, cancel.click({ timeout: 2_000 })]).catch(() => undefined)
  }
  await page.close()
  return { ...seen, size, stages: calls }
}

async function seenOn(page: Page, goal: Goal): Promise<Seen> {
  const isDone = (state: string) => {
    const { frame, sought } = globalThis.seen
    return state === 'seek' ? sought !== null : frame > 0
  }
  await page.waitForFunction(isDone, goal, { timeout: FILE_TIMEOUT_MS, polling: 50 })
  if (goal === 'stalls') await page.waitForTimeout(STALL_SECONDS * 1_000)
  return await page.evaluate(() => globalThis.seen)
}

async function sizeOf(page: Page): Promise<number> {
  const link = page.getByRole('link', { name: /^Download/ })
  await link.waitFor({ timeout: FILE_TIMEOUT_MS })
  const href = await link.getAttribute('href')
  const answer = await fetch(new URL(href!, page.url()), { method: 'HEAD' })
  return Number(answer.headers.get('content-length'))
}
