import fs from 'node:fs'
import type { Download, Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { root } from '../../internet/cache.ts'
import type { Harness, OpenOptions } from './harness.ts'

// Functions that do on a page what a visitor does. They find controls by their accessible names.

/** The form field for the link. */
export const linkField = (page: Page): Locator => page.getByLabel('Link to a video, song or episode')

/** Types a link into the form and submits the form. */
export async function submitLink(page: Page, link: string): Promise<void> {
  await linkField(page).fill(link)
  await page.getByRole('button', { name: 'Get formats' }).click()
}

/** The summary element that opens and closes the list of all formats. */
const fold = (page: Page): Locator => page.locator('summary').filter({ hasText: /^(More|Other qualities)/ })

/**
 * Opens the list of all formats and returns the accessible name of each row, for example "1080p MP4, 4.8 MB,
 * 3.21 Mbps, suggested, opens preview in a new tab".
 */
export async function openFormats(page: Page): Promise<string[]> {
  const rows = page.getByRole('link', { name: /opens preview/ })
  const item = page.getByRole('list', { name: 'Items' }).getByRole('button', { name: /^Show item/ })
  await fold(page).or(item).first().waitFor()
  // A show opens with its list, and an episode when it is chosen.
  if (!(await fold(page).isVisible())) await item.first().click()
  await fold(page).waitFor()
  if (!(await rows.first().isVisible())) await fold(page).click()
  await rows.first().waitFor()
  return rows.evaluateAll((links) => links.map((link) => link.textContent.replaceAll(/\s+/g, ' ').trim()))
}

// Each of the two functions below presses a control and waits for an event at the same time. If the press
// fails, `waitForEvent` can also reject, but later. `Promise.all` handles this second rejection too. An
// unhandled rejection would make the whole run of the suite fail.

/** Presses a control that opens a new tab, and returns the tab. */
export async function newTab(page: Page, press: () => Promise<unknown>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), press()])
  return tab
}

/** Presses a control that saves a file, and returns the download when it has started. */
export async function downloadOf(page: Page, press: () => Promise<unknown>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download
}

/** Chooses a format in the list of all formats. The preview opens in a new tab and is returned. */
export async function choose(page: Page, name: RegExp): Promise<Page> {
  await openFormats(page)
  const row = page.locator('details li').getByRole('link', { name }).first()
  const preview = await newTab(page, () => row.click())
  await preview.waitForLoadState()
  return preview
}

/** The big button of the result. */
export const bestPick = (page: Page): Locator =>
  page
    .getByRole('region')
    .filter({ has: page.locator('#result') })
    .getByRole('link', { name: /^Download / })

/** Opens a page, pastes a link into its form and opens the preview of one of the formats. */
export async function openPreview(
  harness: Harness,
  link: string,
  row: RegExp,
  { path = '/', ...options }: OpenOptions & { path?: string } = {},
): Promise<Page> {
  const page = await harness.open(path, options)
  await submitLink(page, link)
  await openFormats(page)
  return choose(page, row)
}

/** Waits for the first alert with text, below the form or in the preview. Returns the text. */
export async function waitForAlert(page: Page): Promise<string> {
  const alert = page.getByRole('alert').filter({ hasText: /\S/ })
  await alert.first().waitFor()
  return (await alert.first().innerText()).trim()
}

const downloadLink = (preview: Page): Locator => preview.getByRole('link', { name: /^Download/ })

/**
 * Waits until the preview offers the file for saving. If an alert appears, throws its text.
 * @returns the percentages that the progress bar showed, oldest first
 */
export async function ready(preview: Page, seconds = 60): Promise<number[]> {
  const seen: number[] = []
  const bar = preview.getByRole('progressbar')
  const link = downloadLink(preview)
  for (const started = Date.now(); !(await link.isVisible()); await preview.waitForTimeout(100)) {
    if (await preview.getByRole('alert').filter({ hasText: /\S/ }).isVisible())
      throw new Error(await waitForAlert(preview))
    if (Date.now() - started > seconds * 1_000)
      throw new Error(`not ready after ${seconds} s: ${await preview.locator('main').innerText()}`)
    if (await bar.isVisible())
      seen.push(
        Number(await bar.getAttribute('aria-valuenow', { timeout: 500 }).catch(() => seen.at(-1) ?? 0)),
      )
  }
  return seen
}

/** Plays the file in the preview. Checks that the playback time advances and that the player can seek. */
export async function plays(preview: Page): Promise<{ duration: number; width: number }> {
  const player = preview.locator('video, audio').first()
  await player.waitFor({ state: 'attached' })
  const facts = await player.evaluate(async (element) => {
    const media = element as HTMLMediaElement
    media.muted = true
    const waitUntil = async (isDone: () => boolean, step: string) => {
      for (const started = Date.now(); !isDone(); await new Promise((resolve) => setTimeout(resolve, 50)))
        if (media.error || Date.now() - started > 20_000)
          throw new Error(
            `${step}: ${media.error?.message ?? 'timeout'} at ${media.currentTime} of ${media.duration}`,
          )
    }
    await waitUntil(() => media.readyState >= 1, 'load')
    await media.play()
    await waitUntil(() => media.currentTime > 0.5, 'play')
    const goal = media.duration / 2
    media.currentTime = goal
    await waitUntil(() => !media.seeking && media.currentTime >= goal, 'seek')
    await waitUntil(() => media.currentTime > goal + 0.3 || media.ended, 'play on')
    media.pause()
    return { duration: media.duration, width: media instanceof HTMLVideoElement ? media.videoWidth : 0 }
  })
  expect(facts.duration).toBeGreaterThan(1)
  return facts
}

/** A downloaded file: its suggested name, its path on disk, and its bytes. */
type Saved = { name: string; path: string; bytes: Buffer }

/** Presses Download and waits until the whole file is saved. */
export async function save(preview: Page): Promise<Saved> {
  const download = await downloadOf(preview, () => downloadLink(preview).click())
  const path = await download.path()
  return { name: download.suggestedFilename(), path, bytes: fs.readFileSync(path) }
}

/**
 * Presses a link that opens a preview in a new tab, and waits until this tab has saved the file by itself.
 */
export async function savedInNewTab(page: Page, press: () => Promise<void>): Promise<Omit<Saved, 'bytes'>> {
  const preview = await newTab(page, press)
  const download = await preview.waitForEvent('download')
  return { name: download.suggestedFilename(), path: await download.path() }
}

/** Presses a big button of the result and waits until the page has saved the file by itself. */
export async function savedInPlace(page: Page, press: () => Promise<void>): Promise<Omit<Saved, 'bytes'>> {
  const download = await downloadOf(page, press)
  return { name: download.suggestedFilename(), path: await download.path() }
}

type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/**
 * Starts to record layout shifts. Shifts shortly after an input of the visitor do not count. Returns a
 * function that fails if the recorded shifts add up to more than 0.02.
 */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<void>> {
  const recorded = await page.evaluateHandle(() => {
    const seen: { value: number; moved: string[] }[] = []
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent
          return `${name}: ${previousRect.top} to ${currentRect.top}`
        })
        if (!hadRecentInput) seen.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
    return seen
  })
  return async () => {
    const seen = await recorded.jsonValue()
    const sum = seen.reduce((total, { value }) => total + value, 0)
    expect(sum, JSON.stringify(seen, null, 1)).toBeLessThanOrEqual(0.02)
  }
}

/** Delays the response of each extraction by `ms` milliseconds. */
export async function delayExtraction(page: Page, ms: number): Promise<void> {
  await page.route('**/api/download-video', async (route) => {
    const answer = await route.fetch()
    await page.waitForTimeout(ms)
    await route.fulfill({ response: answer })
  })
}

/** Returns the URL of the Download button. */
export async function downloadAddress(preview: Page): Promise<string> {
  const href = await downloadLink(preview).getAttribute('href')
  return new URL(href ?? '', preview.url()).href
}

/** Returns a set that collects the origins to which a page sends requests. */
export function watchOrigins(page: Page): Set<string> {
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  return origins
}

/**
 * Waits until React has hydrated the page and has run its effects, which attach the page's listeners for keys
 * and pastes. The property `__reactContainer$…` alone does not prove this: React sets it before hydration.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const container: object = document.getElementById('root')!
    const key = Object.keys(container).find((name) => name.startsWith('__reactContainer$'))
    type Fiber = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
    return (
      key !== undefined &&
      !(container as Record<string, Fiber>)[key]!.stateNode.current.memoizedState.isDehydrated
    )
  })
  // React schedules the effects of a commit as a task, which runs before this timer.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
}

/** Returns the number of pixels by which the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/**
 * With LONG, saves screenshots in the width of a phone and of a computer to `.cache/screens`. The screenshots
 * are for people; no test compares them.
 */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env['LONG'] === undefined) return
  const before = page.viewportSize()
  for (const width of [390, 1_280]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
    await page.screenshot({ path: `${root}/.cache/screens/${name}-${width}.png`, fullPage: true })
  }
  if (before) await page.setViewportSize(before)
}
