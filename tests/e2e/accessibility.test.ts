import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { brandSchema, type Brand } from '#contract/brand.ts'
import { root } from '../internet/cache.ts'
import { setBrandStage, type BrandStage } from './brand-stage.ts'
import { standIn } from './stand-in.ts'
import { media, states, type State } from './states.ts'
import { shoot } from './visit.ts'
import { describeSealed } from '../sealed.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const read = (file: string): Brand =>
  brandSchema.parse(JSON.parse(fs.readFileSync(`${root}/docs/brands/${file}`, 'utf8')))

/** The same brand with statistics, for which it has to ask. */
const asking = (brand: Brand): Brand => ({
  ...brand,
  analytics: { trackingEnabled: true, googleAnalyticsId: 'G-ABCD1234', adSlots: {} },
  features: { ...brand.features, consentFeature: true },
})

/** What sticks out, and what is too small to be pressed by a thumb: every control but links inside of text. */
function unfit(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  // Named, so that it can be found: the innermost that reaches beyond the edge.
  const beyond = [...document.querySelectorAll('body *')].filter(
    (one) => one.getBoundingClientRect().right > clientWidth + 1,
  )
  const out =
    scrollWidth > clientWidth
      ? [`${scrollWidth - clientWidth} px stick out: ${beyond.at(-1)?.outerHTML.slice(0, 120)}`]
      : []
  const controls = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, summary, input, [role=button]'),
  ]
  const small = controls.flatMap((one) => {
    const { width, height } = one.getBoundingClientRect()
    if (
      width === 0 ||
      height === 0 ||
      one.closest('.vh, [aria-hidden=true]') ||
      getComputedStyle(one).visibility === 'hidden'
    )
      return []
    // A box inside of its label is pressed by the label.
    const label = one instanceof HTMLInputElement ? one.closest('label') : null
    const box = label?.getBoundingClientRect() ?? { width, height }
    const isBesideText = [...one.parentElement!.childNodes].some(
      (node) => node.nodeType === 3 && node.textContent?.trim(),
    )
    const { display } = getComputedStyle(one)
    const isInText = display === 'inline' || (display === 'inline-block' && isBesideText)
    const isSkip = one.getAttribute('href') === '#main'
    return isInText || isSkip || (box.height >= 43.9 && box.width >= 24)
      ? []
      : [
          `too small ${one.tagName} "${one.innerText || one.getAttribute('aria-label')}" ${Math.round(width)}x${Math.round(height)}`,
        ]
  })
  return [...out, ...small]
}

const isLong = process.env['LONG'] !== undefined

const refuseCookies = () => {
  if (!location.protocol.startsWith('http')) return // a blank page has no storage
  localStorage.setItem('consentAsked', 'true')
  localStorage.setItem('dataConsent', 'false')
}

type View = { width: number; colorScheme: 'light' | 'dark' }
const narrow = (colorScheme: View['colorScheme']) => ({ width: 320, colorScheme })
const wide = (colorScheme: View['colorScheme']) => ({ width: 1_280, colorScheme })
const allViews = [narrow('light'), narrow('dark'), wide('light'), wide('dark')]

/** The other brand has other colours and platforms, no other pages: in the short form what shows them. */
const inColour = ['home', 'home-consent', 'home-error', 'result', 'platform', 'processing', 'ready', 'failed']

const looks = [
  {
    look: 'neutral',
    brand: undefined,
    port: 9_410,
    shown: states.filter(({ name }) => name !== 'home-consent'),
    views: [wide('light'), narrow('dark')],
  },
  {
    look: 'tidepool',
    brand: asking(read('tidepool.example.json')),
    port: 9_411,
    shown: states.filter(({ name }) => isLong || inColour.includes(name)),
    views: [narrow('light'), wide('dark')],
  },
]

for (const { look, brand, port, shown, views } of looks)
  describeSealed(`every kind of page and state, ${look}`, () => {
    const stage = setBrandStage(port, brand)

    for (const [index, state] of shown.entries())
      test(`${state.name} can be used by everybody`, async () => {
        if (state.noise) stage.expectNoise(state.noise)
        const wrong: string[] = []
        // In the short form every state is seen in one view, its neighbour in the other.
        for (const { width, colorScheme } of isLong ? allViews : [views[index % views.length]!]) {
          const say = (words: string) => wrong.push(`${width} ${colorScheme}: ${words}`)
          const page = await show(stage, state, { width, colorScheme })
          const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
          for (const { id, nodes } of violations)
            for (const { html, failureSummary } of nodes)
              say(`${id} ${html.slice(0, 160)} | ${failureSummary?.split('\n')[1]?.trim()}`)
          for (const one of await page.evaluate(unfit)) say(one)
          if (colorScheme === 'light' && look === 'neutral') await shoot(page, `state-${state.name}`)
          // Whatever view it is, it must fit the narrowest telephone too.
          await page.setViewportSize({ width: 320, height: 800 })
          await page.waitForTimeout(300) // what moves by percent has settled
          for (const one of await page.evaluate(unfit)) say(`at 320: ${one}`)
          await page.context().close()
        }
        expect(wrong).toEqual([])
      })
  })

async function show(stage: BrandStage, state: State, { width, colorScheme }: View): Promise<Page> {
  const page = await stage.open(
    state.path,
    { colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' },
    async (context) => {
      if (state.name !== 'home-consent') await context.addInitScript(refuseCookies)
      await standIn(context, state.task, state.file && (await media(state.file)))
      const picture = await media('picture.jpg')
      await context.route('**/api/image-proxy?**', (route) =>
        route.fulfill({ body: picture, contentType: 'image/jpeg' }),
      )
    },
  )
  await alive(page)
  await state.act?.(page)
  if (state.name === 'home-consent') await page.getByRole('button', { name: 'Reject All' }).waitFor()
  return page
}

/** React has taken the page over. */
async function alive(page: Page) {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  )
}
