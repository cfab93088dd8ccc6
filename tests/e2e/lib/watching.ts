import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** The player that the visitor sees. Another one may be waiting to take over. */
export const shown = (preview: Page): Locator =>
  preview.locator('video:not([inert]), div:not([inert]) > audio')

export const position = (preview: Page): Promise<number> =>
  shown(preview).evaluate((media: HTMLMediaElement) => media.currentTime)

export async function pressPlay(preview: Page): Promise<void> {
  await shown(preview).evaluate((media: HTMLMediaElement) => {
    media.muted = true
    media.volume = 0.25
    return media.play()
  })
  await expect.poll(() => position(preview)).toBeGreaterThan(0.5)
}

export const fileShown = (preview: Page): Promise<void> =>
  preview.locator('video[src^="/api/download/file/"]:not([inert])').waitFor()
