import fs from 'node:fs'
import { expect } from 'vitest'
import type { Locator, Page } from 'playwright'
import { root } from '../internet/cache.ts'

// What a visitor does, by the names a visitor sees.

/** Pastes a link and asks for its formats. */
export async function paste(page: Page, link: string): Promise<void> {
  await page.getByLabel('Link to a video, song or episode').fill(link)
  await page.getByRole('button', { name: 'Get formats' }).click()
}

/** The names of the formats shown: "1080p MP4, 4.8 MB, 3.21 Mbps, suggested, opens preview in a new tab". */
export async function formats(page: Page): Promise<string[]> {
  const rows = page.getByRole('link', { name: /opens preview/ })
  await rows.first().waitFor({ timeout: 35_000 })
  return rows.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''))
}

/** Opens a format's preview, in its new tab. */
export async function choose(page: Page, name: RegExp): Promise<Page> {
  // The result is scrolled to half a second after it came: a press in that very moment would miss its row.
  await page.waitForFunction(() => document.activeElement?.closest('section[aria-labelledby=result]'))
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name }).first().click()
  const preview = await opened
  await preview.waitForLoadState()
  return preview
}

/** The message below the form. */
export async function message(page: Page): Promise<string> {
  const alert = page.getByRole('alert').filter({ hasText: /\S/ })
  await alert.first().waitFor({ timeout: 35_000 })
  return (await alert.first().innerText()).trim()
}

const downloadLink = (preview: Page): Locator => preview.getByRole('link', { name: /^Download/ })

/** Waits until the file can be saved; collects the percentages that were shown meanwhile. */
export async function ready(preview: Page, seconds = 60): Promise<number[]> {
  const seen: number[] = []
  const bar = preview.getByRole('progressbar')
  const link = downloadLink(preview)
  for (const begun = Date.now(); !(await link.isVisible()); await preview.waitForTimeout(100)) {
    if (await preview.getByRole('alert').filter({ hasText: /\S/ }).isVisible())
      throw new Error(await message(preview))
    if (Date.now() - begun > seconds * 1_000)
      throw new Error(`not ready after ${seconds} s: ${await preview.locator('main').innerText()}`)
    if (await bar.isVisible())
      seen.push(
        Number(await bar.getAttribute('aria-valuenow', { timeout: 500 }).catch(() => seen.at(-1) ?? 0)),
      )
  }
  return seen
}

/** Plays the file in the page: time runs, and a jump is followed. */
export async function plays(preview: Page): Promise<{ duration: number; width: number }> {
  const player = preview.locator('video, audio').first()
  await player.waitFor({ state: 'attached' })
  const facts = await player.evaluate(async (element) => {
    const media = element as HTMLMediaElement
    media.muted = true
    const until = async (done: () => boolean, what: string) => {
      for (const begun = Date.now(); !done(); await new Promise((resolve) => setTimeout(resolve, 50)))
        if (media.error || Date.now() - begun > 20_000)
          throw new Error(
            `${what}: ${media.error?.message ?? 'nothing happened'} at ${media.currentTime} of ${media.duration}`,
          )
    }
    await until(() => media.readyState >= 1, 'load')
    await media.play()
    await until(() => media.currentTime > 0.5, 'play')
    const goal = media.duration / 2
    media.currentTime = goal
    await until(() => !media.seeking && media.currentTime >= goal, 'seek')
    await until(() => media.currentTime > goal + 0.3 || media.ended, 'play on')
    media.pause()
    return { duration: media.duration, width: media instanceof HTMLVideoElement ? media.videoWidth : 0 }
  })
  expect(facts.duration).toBeGreaterThan(1)
  return facts
}

/** A file as the visitor has it: its name, where it lies, its bytes. */
export type Saved = { name: string; path: string; bytes: Buffer }

/** Presses Download and waits for the whole file. */
export async function save(preview: Page): Promise<Saved> {
  const started = preview.waitForEvent('download')
  await downloadLink(preview).click()
  const download = await started
  const path = await download.path()
  return { name: download.suggestedFilename(), path, bytes: fs.readFileSync(path) }
}

/** The address behind the Download button. */
export async function downloadAddress(preview: Page): Promise<string> {
  const href = await downloadLink(preview).getAttribute('href')
  return new URL(href ?? '', preview.url()).href
}

/** Pictures of a page as a telephone and a computer show it, for people to look at: `.cache/screens`. */
export async function shoot(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const width of [390, 1_280]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
    await page.screenshot({ path: `${root}/.cache/screens/${name}-${width}.png`, fullPage: true })
  }
  if (before) await page.setViewportSize(before)
}
