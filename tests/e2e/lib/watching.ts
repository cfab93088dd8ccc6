import type { Locator, Page } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import type { Harness } from './harness.ts'
import { openPreview } from './visit.ts'

let held = 0

/** The source of this link sends only its first seconds until `release` or the end of the test. */
export async function holdSource(
  linkOf = (id: string) => `https://www.youtube.com/watch?v=${id}`,
  kind: 'video' | 'image' = 'video',
) {
  held += 1
  const id = `held${kind}${held.toString().padStart(2, '0')}`
  const ask = async (state: 'on' | 'off') => void (await fetch(`http://hold.test/${state}/${id}`))
  const release = () => ask('off')
  onTestFinished(release)
  await ask('on')
  return { link: linkOf(id), release }
}

/** Opens the preview of a format. Its source sends only its first seconds until `release` or the end. */
export async function openHeld(harness: Harness, linkOf?: (id: string) => string, row = /^1080p MP4/) {
  const { link, release } = await holdSource(linkOf, 'image')
  const preview = await openPreview(harness, link, row)
  return { preview, release }
}

/** The player that the visitor sees. Another one may be waiting to take over. */
export const shown = (preview: Page): Locator =>
  preview.locator('video:not([inert]), div:not([inert]) > audio')

export const position = (preview: Page): Promise<number> =>
  shown(preview).evaluate((media: HTMLMediaElement) => media.currentTime)

export async function pressPlay(preview: Page): Promise<void> {
  // The player of a playlist sets the source of its element a moment after the element is shown.
  await expect.poll(() => shown(preview).evaluate((media: HTMLMediaElement) => media.readyState)).not.toBe(0)
  await shown(preview).evaluate((media: HTMLMediaElement) => {
    media.muted = true
    media.volume = 0.25
    return media.play()
  })
  await expect.poll(() => position(preview)).toBeGreaterThan(0.5)
}

export const fileShown = (preview: Page): Promise<void> =>
  preview.locator('video[src^="/api/download/file/"]:not([inert])').waitFor()
