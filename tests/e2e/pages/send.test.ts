import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'
import { linkField } from '../lib/visit.ts'

const LINK = 'https://cdn.example/combined-720.mp4?a=1&b=2'

describeSealed('a link arrives without being pasted', () => {
  const harness = useProduct()

  test('behind the address, and waits for a press', async () => {
    const page = await harness.open(`/${LINK}`, { waitUntil: 'networkidle' })
    await expect.poll(() => linkField(page).inputValue()).toBe(LINK)
    expect(await page.locator('#result').count()).toBe(0)
    expect(harness.log().requests.filter(({ host }) => host === 'cdn.example')).toEqual([])
  })

  test('by the bookmark, from the page of another site', async () => {
    const page = await harness.open('/send-a-link', { waitUntil: 'networkidle' })
    const bookmark = page.getByRole('link', { name: /^Save with / })
    const code = await bookmark.evaluate((link: HTMLAnchorElement) => link.href)
    await bookmark.click()
    expect(page.context().pages()).toHaveLength(1)
    const other = await page.context().newPage()
    const address = 'https://elsewhere.example/watch?v=1&list=2'
    await other.route(address, (route) => route.fulfill({ contentType: 'text/html', body: 'A film' }))
    await other.goto(address)
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      other.evaluate(decodeURIComponent(code.replace('javascript:', ''))),
    ])
    await expect.poll(() => linkField(opened).inputValue()).toBe(address)
    expect(await opened.locator('#result').count()).toBe(0)
  })

  test('at the shortcut of the icon, the field has the focus', async () => {
    const page = await harness.open('/#link', { waitUntil: 'networkidle' })
    expect(await linkField(page).evaluate((field) => field === document.activeElement)).toBe(true)
  })
})
