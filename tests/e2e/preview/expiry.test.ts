import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failures } from '#contract/failures.ts'
import { spawnMerger, type SpawnedMerger } from '../../merger/merge/lib/product.ts'
import { downloadAddress, openPreview, plays, ready, save, screenshot, waitForAlert } from '../lib/visit.ts'
import { openHeld, position, pressPlay, shown } from '../lib/watching.ts'
import { decodeErrors } from '../lib/inspect-file.ts'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

/**
 * The retention time of a file in this test. Within this time even a slow machine can make and play the file.
 */
const RETENTION_SECONDS = 15

const MERGER_PORT = 9_503
/** The film has twelve. */
const SEEN_SECONDS = 10.5

describeSealed('what is gone can be made again', () => {
  const harness = useProduct({
    vars: {
      FILE_RETENTION_SECONDS: String(RETENTION_SECONDS),
      MERGER_ORIGIN: `http://127.0.0.1:${MERGER_PORT}`,
    },
  })
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'expiry-'))
  let merger: SpawnedMerger
  const startMerger = async () => void (merger = await spawnMerger(MERGER_PORT, work))
  beforeAll(startMerger)
  afterAll(async () => {
    await merger.end('SIGKILL')
    fs.rmSync(work, { recursive: true, force: true })
  })

  test('can be watched again after its merger was killed', async () => {
    harness.expectConsoleError(/status of 50[23]/)
    const { preview, release } = await openHeld(harness)
    await pressPlay(preview)
    await merger.end('SIGKILL')
    expect(await waitForAlert(preview)).toContain(failures.merger_down.text)
    expect(await preview.locator('video').count()).toBe(0)
    await startMerger()
    await preview.getByRole('button', { name: 'Try again' }).click()
    await pressPlay(preview)
    await release()
    await ready(preview)
  })

  test('offers to make a file again that expires while it plays', async () => {
    harness.expectConsoleError(/status of (404|410)/)
    const preview = await openPreview(harness, 'https://www.youtube.com/watch?v=sealedvid00', /^1080p MP4/)
    await ready(preview)
    const address = await downloadAddress(preview)
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
    await shown(preview).evaluate(async (media: HTMLMediaElement, at) => {
      media.muted = true
      media.playbackRate = 0.0625
      media.currentTime = at
      await media.play()
    }, SEEN_SECONDS)
    await preview.getByText('File Expired').waitFor({ timeout: (RETENTION_SECONDS + 10) * 1_000 })
    const gone = await fetch(address)
    expect(gone.status).toBe(404)
    expect(await gone.json()).toMatchObject({ code: 'file_gone' })
    await preview.getByText('This file has expired and is no longer available for download.').waitFor()
    await screenshot(preview, 'expired')
    expect(await preview.locator('video').count()).toBe(0)
    await preview.getByRole('button', { name: 'Make it again' }).click()
    await ready(preview)
    await expect.poll(() => position(preview)).toBeGreaterThanOrEqual(SEEN_SECONDS)
    const saved = await save(preview)
    expect(await decodeErrors(saved.path)).toBe('')
    // The browser still has cached bytes of the expired file. The player must not mix them with bytes of the
    // new file.
    await plays(preview)
  })
})

describeSealed('an expired media link is extracted again', () => {
  const harness = useProduct()

  test('says that a link expired after two extractions', async () => {
    harness.expectConsoleError(/status of 403/)
    const mediaUrl = (grant: number) =>
      `/api/proxied_download?url=https%3A%2F%2Fcdn.example%2Fv.mp4&g=${grant}`
    const source_url = 'https://video.example/watch/1'
    let extractions = 0
    const query = new URLSearchParams({ url: mediaUrl(0), filename: 'a.mp4', resolution: '720p', source_url })
    const page = await harness.open(`/preview?${query}`, {
      prepare: async (context) => {
        await context.route('**/api/proxied_download?**', (route) => route.fulfill({ status: 403 }))
        await context.route('**/api/download-video', (route) => {
          const format = {
            url: mediaUrl(++extractions),
            label: '720p MP4',
            ext: 'mp4',
            resolution: '720p',
            is_audio_only: false,
            has_audio: true,
            key: 'a',
          }
          return route.fulfill({
            json: { title: 't', platform: 'web', is_podcast: false, formats: [format], source_url },
          })
        })
      },
    })
    await page
      .getByRole('alert')
      .filter({ hasText: 'This link has expired. Please start again from the homepage.' })
      .waitFor()
    expect(extractions).toBe(2)
    expect(await page.getByText('You can still download it').count()).toBe(0)
  })
})
