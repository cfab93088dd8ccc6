import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'
import { openPreview, ready, save, watchLayoutShifts } from '../lib/visit.ts'
import { fileShown, openHeld, position, pressPlay, shown } from '../lib/watching.ts'

type Sample = { wall: number; at: number; isFile: boolean; volume: number }
type Observed = typeof globalThis & { samples: Sample[] }

/** Notes the position of the visible player in each frame, in seconds. */
const sample = (preview: Page) =>
  preview.evaluate(() => {
    const samples: Sample[] = ((globalThis as Observed).samples = [])
    const note = () => {
      const media = document.querySelector<HTMLVideoElement>('video:not([inert])')
      if (media)
        samples.push({
          wall: performance.now() / 1_000,
          at: media.currentTime,
          isFile: media.currentSrc.includes('/file/'),
          volume: media.volume,
        })
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })

/** The lower of the frames and the bytes of sound that the player has decoded. */
const decodedOf = (preview: Page) =>
  shown(preview).evaluate((media: HTMLVideoElement) =>
    Math.min(
      media.getVideoPlaybackQuality().totalVideoFrames,
      (media as HTMLVideoElement & { webkitAudioDecodedByteCount: number }).webkitAudioDecodedByteCount,
    ),
  )

describeSealed('a pair plays while its file is made', () => {
  const harness = useProduct()

  test('plays picture and sound of a pair before the file (C90)', async () => {
    const { preview, release } = await openHeld(harness)
    const calls: string[] = []
    preview.on('request', (request) => calls.push(request.url()))
    await preview.locator('video[src^="blob:"]').waitFor()
    await pressPlay(preview)
    expect(await decodedOf(preview)).toBeGreaterThan(0)
    // The player begins with the list that the page has read.
    const [first] = calls.filter((url) => /\/watch\/[^?]+\?attempt/.test(url))
    expect(first).toContain('/media?')
    expect(await preview.title()).toMatch(/^Processing \|/)
    expect(await preview.getByRole('progressbar').isVisible()).toBe(true)
    await release()
    await ready(preview)
    expect((await save(preview)).name).toMatch(/\.mp4$/)
  })

  test('plays a stream of separate sound before its file (C43)', async () => {
    const stream = (id: string) => `https://streams.example/held/${id}/hls/master.m3u8`
    const { preview, release } = await openHeld(harness, stream)
    const calls: string[] = []
    preview.on('request', (request) => calls.push(request.url()))
    await pressPlay(preview)
    expect(await decodedOf(preview)).toBeGreaterThan(0)
    await release()
    await ready(preview)
    await fileShown(preview)
    // The merge fetches the source, and nothing fetches it again.
    expect(calls.filter((url) => url.includes(paths.proxiedDownload))).toEqual([])
  })

  test('the file goes on without a jump', async () => {
    const { preview, release } = await openHeld(harness)
    await pressPlay(preview)
    const stable = await watchLayoutShifts(preview)
    await sample(preview)
    await shown(preview).focus()
    // The file takes over near the end of what is loaded.
    await preview.route('**/media?**', (route) => route.fulfill({ status: 204 }))
    await release()
    await ready(preview)
    await fileShown(preview)
    const taken = await position(preview)
    await expect.poll(() => position(preview)).toBeGreaterThan(taken + 0.5)
    const samples = await preview.evaluate(() => (globalThis as Observed).samples)
    expect(samples.at(-1)!.isFile).toBe(true)
    for (const [index, { wall, at }] of samples.slice(1).entries()) {
      const before = samples[index]!
      expect(at - before.at).toBeGreaterThan(-0.25)
      // A slow machine may show a picture for longer, but no machine may leave one out.
      expect(at - before.at).toBeLessThan(wall - before.wall + 0.25)
    }
    expect(new Set(samples.map(({ volume }) => volume))).toEqual(new Set([0.25]))
    expect(await preview.evaluate(() => document.activeElement?.localName)).toBe('video')
    await stable()
  })

  test('a pause lets the file take over at the same picture', async () => {
    const { preview, release } = await openHeld(harness)
    await pressPlay(preview)
    await shown(preview).evaluate((media: HTMLMediaElement) => media.pause())
    const paused = await position(preview)
    let asked = 0
    await preview.route('**/media?**', (route) => {
      asked += 1
      return route.fulfill({ status: 204 })
    })
    await release()
    await ready(preview)
    await fileShown(preview)
    // Nobody asks for the rest of a copy that is gone.
    expect(asked).toBeLessThanOrEqual(1)
    expect(await position(preview)).toBeCloseTo(paused, 1)
    expect(await shown(preview).evaluate((media: HTMLMediaElement) => media.paused)).toBe(true)
  })

  test('a seek lets the file take over', async () => {
    const { preview, release } = await openHeld(harness)
    await pressPlay(preview)
    await release()
    await ready(preview)
    await shown(preview).evaluate((media: HTMLMediaElement) => {
      media.currentTime = 4
    })
    await fileShown(preview)
    await expect.poll(() => position(preview)).toBeGreaterThan(4)
  })

  test('plays the nearest format instead of one in HEVC', async () => {
    const link = 'https://www.youtube.com/watch?v=hevcvideo00'
    const preview = await openPreview(harness, link, /^1080p MP4/)
    await preview.getByText('so you are watching 360p MP4').waitFor()
    await pressPlay(preview)
    await ready(preview)
    const { name } = await save(preview)
    expect(name).toMatch(/1080p/)
    expect(await shown(preview).evaluate((video: HTMLVideoElement) => video.videoHeight)).toBe(360)
  })

  test('shows the progress if nothing can be watched', async () => {
    const { preview } = await openHeld(harness)
    await preview.route('**/api/download/watch/**', (route) => route.fulfill({ status: 204 }))
    const [refused] = await Promise.all([
      preview.waitForEvent('requestfinished', (request) => request.url().includes('/watch/')),
      preview.reload(),
    ])
    expect((await refused.response())?.status()).toBe(204)
    await preview.getByRole('progressbar').waitFor()
    expect(await preview.locator('video').count()).toBe(0)
    await preview.getByRole('button', { name: 'Cancel' }).click()
  })
})
