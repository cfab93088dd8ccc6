import { expect, test } from 'vitest'
import type { Page } from 'playwright'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'
import { decodeErrors } from '../lib/inspect-file.ts'
import { downloadOf, submitLink, waitForAlert } from '../lib/visit.ts'

const LINK = 'https://www.youtube.com/watch?v=sealedvid00'

/** Presses a link and waits for the file that the browser saves. */
async function savedBy(page: Page, name: RegExp | string) {
  const download = await downloadOf(page, () => page.getByRole('link', { name }).first().click())
  return { name: download.suggestedFilename(), path: await download.path() }
}

describeSealed('a visitor without JavaScript can save files', () => {
  const harness = useProduct()
  const open = (path = '/') => harness.open(path, { javaScriptEnabled: false })

  test('saves a format that needs no merge', async () => {
    const page = await open()
    await submitLink(page, LINK)
    const saved = await savedBy(page, /^Audio only M4A/)
    expect(saved.name).toMatch(/\.m4a$/)
    expect(await decodeErrors(saved.path)).toBe('')
  })

  test('reloads until a merged file is ready (C114)', async () => {
    const page = await open('/youtube-downloader')
    await submitLink(page, LINK)
    const button = page.getByRole('link', { name: /^Download 1080p MP4/ })
    const made = new URL((await button.getAttribute('href'))!, page.url()).searchParams
    await button.click()
    await page.getByRole('heading', { name: /^Your file is/ }).waitFor()
    const start = `/api/download/start-merge?task_id=${made.get('task_id')}`
    const of = new URLSearchParams({ url: start, title: 'Coast', filename: made.get('filename')! }).toString()
    await page.goto(`${harness.address}/preview?${of}`)
    expect(await page.getByRole('progressbar').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Make this file' }).click()
    await page.getByRole('heading', { name: 'Your file is ready' }).waitFor()
    const saved = await savedBy(page, 'Download')
    expect(saved.name).toMatch(/1080p.*\.mp4$/)
    expect(await decodeErrors(saved.path)).toBe('')
  })

  test('saves an item of a list', async () => {
    const page = await open()
    await submitLink(page, 'https://podcast.example/feed.xml')
    await page.getByRole('button', { name: /^Show item 3,/ }).click()
    await page.getByRole('heading', { name: 'The third one' }).waitFor()
    const saved = await savedBy(page, /^Download MP3/)
    expect(saved.name).toMatch(/third_one.*\.mp3$/)
    expect(await decodeErrors(saved.path)).toBe('')
  })

  test('shows the next item of a post', async () => {
    const page = await open()
    await submitLink(page, 'https://x.com/maker/status/1004')
    await page.getByRole('button', { name: /^Show item 2,/ }).click()
    await page.locator('button[value="2"][aria-current=true]').waitFor()
    const other = page.getByRole('group', { name: 'Quality' }).getByRole('link').last()
    expect(await other.getAttribute('href')).toMatch(/^\/(?:make|api)\b/)
    await page.getByText('Link to the filled form').click()
    expect(await page.getByRole('button', { name: 'Copy' }).isDisabled()).toBe(true)
  })

  test('says that an item number is too high', async () => {
    const page = await open()
    await submitLink(page, 'https://podcast.example/feed.xml')
    const third = page.getByRole('button', { name: /^Show item 3,/ })
    await third.waitFor()
    const address = new URL(page.url())
    address.searchParams.set('item', '100000')
    // The edge starts an extraction only for a navigation from a page of the site. So the test adds a link to
    // the page.
    await page.locator('main').evaluate((main, href) => {
      const link = document.createElement('a')
      link.href = href
      link.textContent = 'forged'
      main.prepend(link)
    }, address.href)
    await page.getByRole('link', { name: 'forged' }).click()
    expect(await waitForAlert(page)).toMatch(/^We could not read this request/)
  })
})
