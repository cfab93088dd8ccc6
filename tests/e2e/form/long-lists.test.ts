import fs from 'node:fs'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'
import { submitLink } from '../lib/visit.ts'
import { filesInZip } from '../../zip.ts'

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Items' }).getByRole('listitem')

const FORMAT = {
  url: '/api/proxied_download?n=1',
  label: 'JPG',
  ext: 'jpg',
  is_audio_only: false,
  has_audio: false,
  key: 'picture',
}

const postOf = (count: number) => ({
  title: 'A post of many pictures',
  platform: 'web',
  is_podcast: false,
  source_url: 'https://items.example/many',
  formats: [FORMAT],
  part: { index: 1, total: count },
  entries: Array.from({ length: count }, (_, at) => ({
    index: at + 1,
    kind: 'image',
    title: null,
    picture: { url: `/api/proxied_download?n=${at + 1}`, ext: 'jpg' },
  })),
})

/** Counts how many dates the page writes from now on: each row has one. */
async function countDates(page: Page): Promise<() => Promise<number>> {
  const count = await page.evaluateHandle(() => {
    const written = { dates: 0 }
    const { prototype } = Intl.DateTimeFormat
    const format = Object.getOwnPropertyDescriptor(prototype, 'format')!
    Object.defineProperty(prototype, 'format', {
      get(this: Intl.DateTimeFormat) {
        written.dates += 1
        return format.get!.call(this) as unknown
      },
    })
    return written
  })
  return async () => (await count.jsonValue()).dates
}

/** The most that the processes of pages have held in memory at once, in megabytes. */
async function peakMegabytes(page: Page): Promise<number> {
  const session = await page.context().browser()!.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]))
  await session.detach()
  return Math.max(...peaks) / 1_000
}

describeSealed('a long list is usable', () => {
  const harness = useProduct()

  test('goes on to its end, is picked from by number, and is turned round', async () => {
    const page = await harness.open('/', { viewport: { width: 390, height: 844 } })
    await submitLink(page, 'https://podcast.example/episodes-250.xml')
    await page.getByRole('heading', { name: 'Made-up Show' }).waitFor()
    expect(await page.getByRole('link', { name: /^Download/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Next 100' }).click()
    await page.getByText('The first 200 of 250 items').waitFor()
    await page.getByRole('button', { name: 'Next 50' }).click()
    await page.getByText('250 episodes').waitFor()
    await page.keyboard.press('End')
    await expect.poll(() => rows(page).count()).toBe(250)
    expect(await page.getByRole('button', { name: /^Next/ }).count()).toBe(0)
    const written = await countDates(page)
    await page.getByLabel('Pick by number').fill('1-11, 215')
    await page.getByLabel('Pick by number').press('Enter')
    await page.getByRole('button', { name: /^Save 12\b/ }).waitFor()
    expect(await rows(page).locator('input:checked').count()).toBe(12)
    expect(await written(), 'rows that are written anew').toBe(0)
    await page.getByRole('button', { name: 'Oldest first' }).click()
    await rows(page).first().getByText('Episode 1', { exact: true }).waitFor()
    await page.getByRole('searchbox').fill('episode 24')
    await expect.poll(() => rows(page).count()).toBe(11)
    await page.reload()
    await page.getByText('250 episodes').waitFor()
  })

  test('begins with the oldest before all are listed', async () => {
    const page = await harness.open()
    await submitLink(page, 'https://podcast.example/episodes-250.xml')
    await page.getByRole('button', { name: 'Oldest first' }).click()
    await rows(page).first().getByText('Episode 1', { exact: true }).waitFor()
    expect(await rows(page).count()).toBe(50)
    await page.getByRole('button', { name: 'Next 100' }).click()
    await page.getByText('The first 150 of 250 items').waitFor()
    await page.keyboard.press('End')
    await rows(page).nth(149).getByText('Episode 150', { exact: true }).waitFor()
  })

  test('the page holds little of what it saves', async () => {
    const count = process.env['LONG'] ? 200 : 30
    const page = await harness.open()
    const body = Buffer.alloc(10_000_000, 'x')
    await page.route('**/api/download-video', (route) => route.fulfill({ json: postOf(count) }))
    await page.route('**/api/proxied_download?**', (route) =>
      route.request().method() === 'HEAD'
        ? route.fulfill({ headers: { 'content-length': '10000000' } })
        : route.fulfill({ body }),
    )
    await submitLink(page, 'https://items.example/many')
    await page.getByRole('checkbox', { name: 'One ZIP' }).uncheck()
    await page.getByRole('button', { name: `Save all ${count}` }).click()
    await page.getByText(`Saved ${count} files.`).waitFor({ timeout: 10 * 60_000 })
    expect(await peakMegabytes(page)).toBeLessThan(300)
  })

  test('writes one ZIP to the disk', async () => {
    const page = await harness.open()
    // No headless browser shows the window for a place, so the file lies in the storage of the site.
    await page.evaluate(() => {
      const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) => {
        const folder = await navigator.storage.getDirectory()
        return await folder.getFileHandle(suggestedName, { create: true })
      }
      Object.assign(window, { showSaveFilePicker })
    })
    const bodyOf = (n: number) => Buffer.alloc(300_000, `picture ${n} `)
    const post = { ...postOf(3), formats: [{ ...FORMAT, filesize: 100_000_000 }] }
    await page.route('**/api/download-video', (route) => route.fulfill({ json: post }))
    await page.route('**/api/proxied_download?**', (route) =>
      route.request().method() === 'HEAD'
        ? route.fulfill({ headers: { 'content-length': '100000000' } })
        : route.fulfill({ body: bodyOf(Number(new URL(route.request().url()).searchParams.get('n'))) }),
    )
    await submitLink(page, 'https://items.example/many')
    await page.getByRole('button', { name: /^Save all 3, 300/ }).click()
    await page.getByText('Saved 3 items as one ZIP.').waitFor()
    const written = await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory()
      const files = await Array.fromAsync(folder.values() as AsyncIterable<FileSystemFileHandle>)
      const texts = files.map(async (handle) => {
        const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer())
        return [handle.name, Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')] as const
      })
      return await Promise.all(texts)
    })
    expect(written.map(([name]) => name)).toEqual([expect.stringMatching(/items.*\.zip$/)])
    const files = filesInZip(Buffer.from(written[0]![1], 'latin1'))
    expect([...files.keys()]).toEqual(['001.jpg', '002.jpg', '003.jpg'])
    for (const [at, body] of [...files.values()].entries())
      expect(Buffer.from(body).equals(bodyOf(at + 1))).toBe(true)
  })
})
