import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'
import { hydrated, linkField, submitLink } from '../lib/visit.ts'

const FIVE = `Look at these:
https://www.youtube.com/watch?v=ordinary000
https://vimeo.com/76979871
https://soundcloud.com/maker/song
https://www.youtube.com/watch?v=privatevid0
https://direct.example/dl/get
https://youtu.be/ordinary000?si=abc
ftp://old.example/film`

const FILM = 'https://cdn.example/combined-360.mp4'

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Your links' }).getByRole('listitem')
const row = (page: Page, text: RegExp): Locator => rows(page).filter({ hasText: text })

function countDownloads(page: Page): string[] {
  const names: string[] = []
  page.on('download', (download) => names.push(download.suggestedFilename()))
  return names
}

describeSealed('several links are saved together', () => {
  const harness = useProduct()

  const paste = async (text: string): Promise<Page> => {
    const page = await harness.open('/', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.evaluate((one) => navigator.clipboard.writeText(one), text)
    await hydrated(page)
    await page.getByRole('button', { name: 'Paste' }).click()
    return page
  }

  test('five links of a message, of which one fails and one stands twice', async () => {
    harness.expectConsoleError(/status of 403/)
    const page = await paste(FIVE)
    const names = countDownloads(page)
    await page.getByRole('heading', { name: 'Your links' }).waitFor()
    expect(await rows(page).count()).toBe(5)
    await page
      .getByText('1 link was there already. No link that we can read: ftp://old.example/film')
      .waitFor()
    await page.getByRole('button', { name: /^Save all 5/ }).click()
    await page.getByText(/^Saved 4 files\. Item 4 could not be loaded\.$/).waitFor()
    expect(names).toHaveLength(4)
    expect(await row(page, /Saved/).count()).toBe(4)
    await row(page, /private/).waitFor()
    await row(page, /This item is private/)
      .getByRole('button', { name: /^Leave out/ })
      .click()
    expect(await rows(page).count()).toBe(4)
  })

  test.each([
    ['a list of addresses', 'text/uri-list', `# two films\r\n${FILM}\r\nhttps://direct.example/dl/get\r\n`],
    ['a selected text', 'text/plain', `One is ${FILM}, the other: https://direct.example/dl/get.`],
  ])('%s is dropped beside the field', async (_, type, text) => {
    const page = await harness.open()
    await hydrated(page)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/download-video', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.evaluate(
      ([kind, data]) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.setData(kind, data)
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      },
      [type, text] as const,
    )
    await rows(page).nth(1).waitFor()
    expect(await rows(page).count()).toBe(2)
    expect(await page.getByText(/No links? that we can read/).count()).toBe(0)
    const saveAll = page.getByRole('button', { name: /^Save all 2/ })
    const before = await saveAll.boundingBox()
    held.resolve()
    await expect.poll(() => row(page, /MP4|MP3/).count()).toBe(2)
    expect((await saveAll.boundingBox())?.y).toBe(before?.y)
  })

  test('a link that is pasted later joins the others', async () => {
    const page = await paste(FIVE.split('\n').slice(0, 3).join('\n'))
    await rows(page).nth(1).waitFor()
    await submitLink(page, 'https://soundcloud.com/maker/song')
    await rows(page).nth(2).waitFor()
    expect(await linkField(page).inputValue()).toBe('')
    await submitLink(page, 'no link at all')
    await page.getByText('No link that we can read: no link at all').waitFor()
    expect(await rows(page).count()).toBe(3)
    await row(page, /soundcloud/)
      .getByRole('button', { name: /^Open/ })
      .click()
    await page.getByRole('link', { name: /^Download/ }).waitFor()
    await page.goBack()
    await expect.poll(() => rows(page).count()).toBe(3)
  })

  test('a row differs from the others', async () => {
    const page = await paste(FIVE.split('\n').slice(0, 3).join('\n'))
    const names = countDownloads(page)
    const choice = row(page, /vimeo/).getByRole('combobox')
    await choice.waitFor()
    await page.getByLabel('Quality of all').selectOption('MP3')
    const offered = await choice.locator('option').allInnerTexts()
    await choice.selectOption({ label: offered.find((text) => text.includes('MP4'))! })
    await page.getByRole('button', { name: /^Save all 2/ }).click()
    await page.getByText(/^Saved 2 files/).waitFor()
    expect(names.map((name) => name.slice(-4)).toSorted()).toEqual(['.mp3', '.mp4'])
  })
})
