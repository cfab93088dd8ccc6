import fs from 'node:fs'
import { expect, test } from 'vitest'
import type { Download, Page } from 'playwright'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'
import { decodeErrors, probe } from '../lib/inspect-file.ts'
import { downloadOf, openPreview, ready, submitLink } from '../lib/visit.ts'

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'
const FEED = 'https://feeds.example/simple.xml'

async function savedClip(preview: Page, press: () => Promise<unknown>) {
  const download = await downloadOf(preview, press)
  const path = await download.path()
  return { name: download.suggestedFilename(), ...(await probe(path, fs.readFileSync(path))), path }
}

describeSealed('a visitor saves a part of an item', () => {
  const harness = useProduct()

  test('saves a clip with the keyboard alone', async () => {
    const preview = await openPreview(harness, `${LINK}&t=3`, /^1080p MP4/)
    await ready(preview)
    await preview.getByRole('button', { name: 'Choose a part' }).focus()
    await preview.keyboard.press('Enter')
    const [start, end] = [
      preview.getByLabel('Start', { exact: true }),
      preview.getByLabel('End', { exact: true }),
    ]
    await start.waitFor()
    expect(await start.inputValue()).toBe('0:03')
    await preview.getByLabel('Start on the timeline').focus()
    await preview.keyboard.press('ArrowRight')
    expect(await start.inputValue()).toBe('0:04')
    await start.fill('0:03.5')
    await end.fill('0:02')
    await preview.getByText('Please choose an end after the start.').waitFor()
    await end.fill('0:06')
    await preview.getByText('0:02.5 long').waitFor()
    const saved = await savedClip(preview, () => end.press('Enter'))
    expect(saved.name).toMatch(/_1080p_\d+_0\.03\.5-0\.06\.mp4$/)
    expect(saved).toMatchObject({ kinds: ['video', 'audio'], height: 1_080 })
    // The key frame before stands at 2 s.
    expect(Math.abs(saved.duration - 2.5)).toBeLessThan(0.1)
    expect(await decodeErrors(saved.path)).toBe('')
    await preview.getByText(/from 0:03\.5, 0:03/).waitFor()
    await expect.poll(() => preview.getByRole('heading', { name: 'Clip and chapters' }).count()).toBe(0)
  }, 120_000)

  test('saves all chapters as numbered files in one act', async () => {
    const page = await harness.open('/')
    await submitLink(page, FEED)
    await page.getByRole('button', { name: '2 chapters' }).click()
    const found: Download[] = []
    page.on('download', (one) => found.push(one))
    await page.getByRole('button', { name: /^Save all 2 chapters as / }).click()
    await page.getByText('2 files saved.').waitFor()
    await expect.poll(() => found.length).toBe(2)
    const files = await Promise.all(
      found.map(async (one) => {
        const path = await one.path()
        const { duration } = await probe(path, fs.readFileSync(path))
        expect(await decodeErrors(path)).toBe('')
        return [one.suggestedFilename(), Math.round(duration)]
      }),
    )
    expect(files.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      [expect.stringMatching(/^1 Hello - .*\.mp3$/), 5],
      [expect.stringMatching(/^2 Goodbye - .*\.mp3$/), expect.any(Number)],
    ])
  }, 120_000)

  test('plays a chapter and saves it', async () => {
    const preview = await openPreview(harness, FEED, /MP3/)
    await ready(preview)
    await preview.setViewportSize({ width: 390, height: 844 })
    await preview.getByRole('button', { name: 'Choose a part' }).click()
    await preview.getByRole('button', { name: 'Play from 0:05 Goodbye' }).click()
    await expect
      .poll(() => preview.locator('audio').evaluate((one: HTMLAudioElement) => one.currentTime))
      .toBe(5)
    const chapter = preview.getByRole('button', { name: 'Save this chapter: Hello' })
    const saved = await savedClip(preview, () => chapter.click())
    expect(saved.name).toMatch(/_0\.00-0\.05\.mp3$/)
    expect(saved.kinds).toEqual(['audio'])
    expect(Math.abs(saved.duration - 5)).toBeLessThan(0.1)
  }, 120_000)
})
