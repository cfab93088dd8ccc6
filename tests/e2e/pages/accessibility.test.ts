import type { Page } from 'playwright'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { brandSchema, type Brand } from '#contract/brand.ts'
import { root } from '../../internet/cache.ts'
import { rejectedBefore } from '../lib/consent-visitor.ts'
import { useProduct, type Harness } from '../lib/harness.ts'
import { answerApi } from '../lib/fake-api.ts'
import { media } from '../lib/media.ts'
import type { PageState } from '../lib/page-state.ts'
import { COLOR_RULES, layoutFaults, RULES, transitionsEnd, violationsOf } from '../lib/page-faults.ts'
import { states } from '../lib/page-states.ts'
import { hydrated, screenshot } from '../lib/visit.ts'
import { describeSealed } from '../../sealed.ts'

const read = (file: string): Brand =>
  brandSchema.parse(JSON.parse(fs.readFileSync(`${root}/docs/brands/${file}`, 'utf8')))

/** Switches the statistics of a brand on, so that its pages show the consent banner. */
const withStatistics = (brand: Brand): Brand => ({
  ...brand,
  analytics: { trackingEnabled: true, googleAnalyticsId: 'G-ABCD1234', adSlots: {} },
  features: { ...brand.features, consentFeature: true },
})

const isLong = process.env['LONG'] !== undefined

type View = { width: number; colorScheme: 'light' | 'dark' }
const narrow = (colorScheme: View['colorScheme']) => ({ width: 320, colorScheme })
const wide = (colorScheme: View['colorScheme']) => ({ width: 1_280, colorScheme })
const allViews = [narrow('light'), narrow('dark'), wide('light'), wide('dark')]

/**
 * Names of the page states that show the colours or the platforms of the brand. Each brand is tested in these
 * page states:
 * - By default, the brand "tidepool" is tested only in the page states of this list. If the environment
 *   variable LONG is set, "tidepool" is tested in all page states.
 * - The neutral brand is always tested in all page states except `home-consent`, because the neutral brand
 *   shows no consent banner.
 */
const brandedStates = ['home-consent', 'result', 'platform', 'processing']

const looks = [
  {
    look: 'neutral',
    brand: undefined,
    shown: states.filter(({ name }) => name !== 'home-consent'),
    views: [wide('light'), narrow('dark')],
  },
  {
    look: 'tidepool',
    brand: withStatistics(read('tidepool.example.json')),
    shown: states.filter(({ name }) => isLong || brandedStates.includes(name)),
    views: [narrow('light'), wide('dark')],
  },
]

for (const { look, brand, shown, views } of looks)
  describeSealed(`every page state with the ${look} brand is accessible`, () => {
    const harness = useProduct({ brands: brand ? [brand] : [] })

    for (const [index, state] of shown.entries())
      test(`${state.name} with the ${look} brand has no fault`, async () => {
        if (state.consoleError) harness.expectConsoleError(state.consoleError)
        const faults: string[] = []
        // A view is a window width and a colour scheme. By default, each page state is tested in only one of
        // the brand's two `views`. The page states use the two views in turn. If the environment variable
        // LONG is set, each page state is tested in all four views of `allViews`.
        for (const { width, colorScheme } of isLong ? allViews : [views[index % views.length]!]) {
          const report = (text: string) => faults.push(`${width} ${colorScheme}: ${text}`)
          const page = await show(harness, state, { width, colorScheme })
          for (const one of await violationsOf(page, RULES)) report(one)
          for (const one of await page.evaluate(layoutFaults)) report(one)
          if (colorScheme === 'light' && look === 'neutral') await screenshot(page, `state-${state.name}`)
          await page.emulateMedia({ colorScheme: colorScheme === 'light' ? 'dark' : 'light' })
          await page.evaluate(transitionsEnd)
          for (const one of await violationsOf(page, { runOnly: COLOR_RULES }))
            report(`in the other colour scheme: ${one}`)
          // The page must also fit into 640 px, a laptop at a zoom of 200 %, and into a small phone.
          for (const small of [640, 320]) {
            await page.setViewportSize({ width: small, height: small === 640 ? 400 : 800 })
            await page.evaluate(transitionsEnd)
            for (const one of await page.evaluate(layoutFaults)) report(`at ${small}: ${one}`)
          }
          await page.context().close()
        }
        expect(faults).toEqual([])
      })
  })

/** Opens a page and brings it into a state. A fake API responds to the requests of the page. */
async function show(harness: Harness, state: PageState, { width, colorScheme }: View): Promise<Page> {
  const page = await harness.open(state.path, {
    colorScheme,
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
    prepare: async (context) => {
      if (state.name !== 'home-consent') await context.addInitScript(rejectedBefore)
      await answerApi(context, state.task, state.file && (await media(state.file)))
      const picture = await media('picture.jpg')
      await context.route('**/api/image-proxy?**', (route) =>
        route.fulfill({ body: picture, contentType: 'image/jpeg' }),
      )
    },
  })
  await hydrated(page)
  await state.act?.(page)
  if (state.name === 'home-consent') await page.getByRole('button', { name: 'Reject All' }).waitFor()
  return page
}
