import fs from 'node:fs'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'
import { answerApi, previewPath } from '../lib/fake-api.ts'
import { media } from '../lib/media.ts'
import { downloadAddress, openPreview, plays, ready, waitForAlert } from '../lib/visit.ts'
import { fileShown, openHeld, position, pressPlay, shown } from '../lib/watching.ts'

const FFMPEG = /^(\/\S+\/)?ffmpeg\0/

/** Kills the ffmpeg that makes a file, but not the one that copies its beginning. */
function killMerge(): void {
  const pids = fs.readdirSync('/proc').filter((pid) => {
    const file = `/proc/${pid}/cmdline`
    const line = /^\d+$/.test(pid) && fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
    return FFMPEG.test(line) && line.includes('/file.mp4')
  })
  expect(pids.length).toBeGreaterThan(0)
  for (const pid of pids) process.kill(Number(pid), 'SIGKILL')
}

describeSealed('watching ends as a visitor expects', () => {
  const harness = useProduct()
  const watch = async () => {
    const held = await openHeld(harness)
    await pressPlay(held.preview)
    return held
  }

  test('goes on with the next attempt after a killed merge', async () => {
    const { preview, release } = await watch()
    const first = await shown(preview).getAttribute('src')
    killMerge()
    // As the player of Safari does when a list is gone.
    await shown(preview).evaluate((video) => video.dispatchEvent(new Event('error')))
    await preview.waitForRequest(/\/watch\/\S+attempt=2/)
    const before = await position(preview)
    await release()
    await expect.poll(() => shown(preview).getAttribute('src')).not.toBe(first)
    await expect.poll(() => position(preview)).toBeGreaterThan(before + 0.5)
    await ready(preview)
    await fileShown(preview)
    expect(await position(preview)).toBeGreaterThan(before)
  })

  test('stops at once when the visitor cancels', async () => {
    const { preview } = await watch()
    await preview.getByRole('button', { name: 'Cancel' }).click()
    await preview.getByText('The file was not made').waitFor()
    expect(await preview.locator('video').count()).toBe(0)
  })

  test('says why a merge failed', async () => {
    const { preview } = await watch()
    const message = 'The source stopped sending.'
    await preview.route('**/api/download/status/**', (route) =>
      route.fulfill({ json: { task_id: 't', status: 'failed', progress: 10, message } }),
    )
    expect(await waitForAlert(preview)).toContain(message)
    expect(await preview.locator('video').count()).toBe(0)
  })

  test('says that a file that plays was deleted elsewhere', async () => {
    harness.expectConsoleError(/status of 404/)
    const preview = await openPreview(harness, 'https://www.youtube.com/watch?v=sealedvid00', /^1080p MP4/)
    await ready(preview)
    await fileShown(preview)
    await plays(preview)
    const task = new URL(await downloadAddress(preview)).pathname.replace('/file/', '/task/')
    const remove = async (path: string) => (await fetch(path, { method: 'DELETE' })).status
    expect(await preview.evaluate(remove, task)).toBe(200)
    // The browser has the whole short film in its memory under the address before.
    await shown(preview).evaluate((video: HTMLVideoElement) => void (video.src += '&more'))
    await preview.getByText('File Deleted').waitFor()
    expect(await preview.locator('video').count()).toBe(0)
  })

  test('says that the browser cannot play the sound', async () => {
    const film = await media('combined-720.mp4')
    const preview = await harness.open(previewPath, {
      prepare: (context) => answerApi(context, 'surround', film),
    })
    await preview.getByText('cannot play the sound of your format').waitFor()
    await preview.locator('video').waitFor()
  })

  test('goes on after a while without a network', async () => {
    harness.expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
    const { preview, release } = await watch()
    await Promise.all([preview.waitForEvent('requestfailed'), preview.context().setOffline(true)])
    await preview.context().setOffline(false)
    const before = await position(preview)
    await release()
    await expect.poll(() => position(preview)).toBeGreaterThan(before + 1)
    await ready(preview)
    await fileShown(preview)
  })

  test('can be watched again after a reload and Back', async () => {
    const { preview } = await watch()
    await preview.reload()
    await pressPlay(preview)
    await preview.goto(harness.originOf())
    await preview.goBack()
    await pressPlay(preview)
    await preview.getByRole('button', { name: 'Cancel' }).click()
  })
})
