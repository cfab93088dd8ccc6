import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'
import { decodeErrors } from '../lib/inspect-file.ts'
import { bestPick, delayExtraction, linkField, savedInPlace, watchLayoutShifts } from '../lib/visit.ts'

/**
 * The throttling presets of Chrome's developer tools: throughput in bytes per second, latency in
 * milliseconds. 3G takes half of the time of this file, so only LONG tries it.
 */
const NETWORKS = {
  ...(process.env['LONG'] && {
    'slow 3G': { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 },
  }),
  'slow 4G': { downloadThroughput: 200_000, uploadThroughput: 94_000, latency: 150 },
}
const ITEMS: [name: string, link: string][] = [
  ['a file that the site serves', 'https://cdn.example/combined-720.mp4'],
  ['a file that a merger makes', 'https://www.youtube.com/watch?v=sealedvid00'],
]

describeSealed('a copied link becomes a saved file on a slow network', () => {
  const harness = useProduct()

  /** Opens /robots.txt, puts a link into the clipboard, and then throttles the network for the next page. */
  async function openSlow(conditions: (typeof NETWORKS)['slow 4G'], link: string): Promise<Page> {
    const page = await harness.open('/robots.txt', {
      viewport: { width: 390, height: 844 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.evaluate((text) => navigator.clipboard.writeText(text), link)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...conditions })
    return page
  }

  for (const [network, conditions] of Object.entries(NETWORKS)) {
    test.each(ITEMS)(`on ${network}, two presses save %s without a shift`, async (_, link) => {
      const page = await openSlow(conditions, link)
      await delayExtraction(page, 2_500)
      await page.goto(harness.address, { waitUntil: 'commit' })
      await page.getByRole('button', { name: 'Paste' }).waitFor()
      const checkShifts = await watchLayoutShifts(page)
      await page.getByRole('button', { name: 'Paste' }).click()
      await bestPick(page).waitFor()
      // The page scrolls to the result half a second after the result appears. The test waits until the
      // scrolling is over, so that layout shifts during the scrolling are checked, too.
      await page.waitForTimeout(1_500)
      await checkShifts()
      const saved = await savedInPlace(page, () => bestPick(page).click())
      expect(await decodeErrors(saved.path)).toBe('')
    })

    test.each(ITEMS)(`on ${network}, lists formats of %s while the page loads`, async (_, link) => {
      const page = await openSlow(conditions, link)
      await page.goto(harness.address, { waitUntil: 'commit' })
      await linkField(page).fill(link)
      await page.getByRole('button', { name: 'Get formats' }).click({ noWaitAfter: true })
      await bestPick(page).waitFor()
      const checkShifts = await watchLayoutShifts(page)
      await page.waitForLoadState('networkidle')
      await checkShifts()
      const saved = await savedInPlace(page, () => bestPick(page).click())
      expect(await decodeErrors(saved.path)).toBe('')
    })
  }
})
