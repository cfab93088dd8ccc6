import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'

const LIGHT = 'rgb(244, 245, 239)'
const DARK = 'rgb(8, 18, 13)'
const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const choice = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const barColor = (page: Page, scheme: string) =>
  page.locator(`meta[name=theme-color][media*=${scheme}]`).getAttribute('content')

describeSealed('a visitor chooses the theme in the footer', () => {
  const harness = useProduct()

  test('by keyboard, and later pages open in it without their scripts', async () => {
    const page = await harness.open('/', { colorScheme: 'light', waitUntil: 'networkidle' })
    expect(await choice(page, 'System').isChecked()).toBe(true)
    expect(await paper(page)).toBe(LIGHT)
    await choice(page, 'System').focus()
    await page.keyboard.press('ArrowLeft')
    expect(await choice(page, 'Dark').isChecked()).toBe(true)
    expect([await paper(page), await barColor(page, 'light')]).toEqual([DARK, '#08120d'])

    await page.route('**/assets/*.js', (route) => route.abort())
    harness.expectConsoleError(/net::ERR_FAILED/)
    await page.goto(`${new URL(page.url()).origin}/es/help-center`)
    expect([await paper(page), await choice(page, 'Oscuro').isChecked()]).toEqual([DARK, true])
    await page.unroute('**/assets/*.js')
    await page.reload({ waitUntil: 'networkidle' })
    expect(await choice(page, 'Oscuro').isChecked()).toBe(true)
  })

  test('also in the pages that are already open', async () => {
    const page = await harness.open('/', { colorScheme: 'dark', waitUntil: 'networkidle' })
    const other = await page.context().newPage()
    await other.goto(page.url())
    await choice(other, 'Light').check({ force: true })
    await expect.poll(() => paper(page)).toBe(LIGHT)
    expect(await choice(page, 'Light').isChecked()).toBe(true)
    await choice(other, 'System').check({ force: true })
    await expect.poll(() => paper(page)).toBe(DARK)
  })

  test('not without JavaScript, where the system decides', async () => {
    const page = await harness.open('/', { colorScheme: 'dark', javaScriptEnabled: false })
    expect(await page.getByRole('group', { name: 'Theme' }).count()).toBe(0)
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(DARK)
  })
})
