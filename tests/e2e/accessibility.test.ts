import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brandSchema, type Brand } from '#contract/brand.ts'
import { root } from '../internet/cache.ts'
import { setBrandStage, type BrandStage } from './brand-stage.ts'
import { previewPath, standIn, type statuses } from './stand-in.ts'
import { isSealed } from './stage.ts'
import { paste, shoot } from './visit.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const read = (file: string): Brand =>
  brandSchema.parse(JSON.parse(fs.readFileSync(`${root}/docs/brands/${file}`, 'utf8')))

/** The same brand with statistics, for which it has to ask. */
const asking = (brand: Brand): Brand => ({
  ...brand,
  analytics: { trackingEnabled: true, googleAnalyticsId: 'G-ABCD1234', adSlots: {} },
  features: { ...brand.features, consentFeature: true },
})

type State = {
  name: string
  path: string
  task?: keyof typeof statuses
  /** Whether the file plays. */
  plays?: true
  noise?: RegExp
  act?: (page: Page) => Promise<void>
}

let film: Promise<Buffer> | undefined
/** A film that plays. */
const aFilm = () =>
  (film ??= fetch('https://cdn.example/combined-720.mp4').then(async (answer) =>
    Buffer.from(await answer.arrayBuffer()),
  ))
const refuseCookies = () => {
  if (!location.protocol.startsWith('http')) return // a blank page has no storage
  localStorage.setItem('consentAsked', 'true')
  localStorage.setItem('dataConsent', 'false')
}

const ask = async (page: Page, link: string) => {
  await paste(page, link)
}

const states: State[] = [
  { name: 'home', path: '/' },
  { name: 'home-consent', path: '/' },
  {
    name: 'home-menu',
    path: '/',
    act: async (page) => {
      const [menu, platforms] = [
        page.getByRole('button', { name: 'Menu' }),
        page.getByRole('button', { name: 'Platforms' }),
      ]
      await ((await menu.isVisible()) ? menu : platforms).click()
    },
  },
  {
    name: 'home-recent',
    path: '/',
    act: async (page) => {
      await page.getByRole('button', { name: 'Recent downloads' }).click()
      await page.getByRole('checkbox').check()
      await page.getByText('Nothing yet').waitFor()
    },
  },
  {
    name: 'home-error',
    path: '/',
    noise: /503|limiting us/,
    act: async (page) => {
      await ask(page, 'https://wrong.example/x')
      await page.getByText(/limiting us/).waitFor()
    },
  },
  {
    name: 'result',
    path: '/',
    act: async (page) => {
      await ask(page, 'https://www.youtube.com/watch?v=sealedvid00')
      await page.getByRole('heading', { name: /Coastline/ }).waitFor()
      await page.waitForTimeout(1_000)
    },
  },
  { name: 'platform', path: '/vimeo-downloader' },
  { name: 'platform-audio', path: '/xiaoyuzhou-downloader' },
  {
    name: 'processing',
    path: previewPath,
    task: 'processing',
    act: (page) => page.getByText('30.8 of 48.2 MB').waitFor(),
  },
  {
    name: 'ready',
    path: previewPath,
    task: 'ready',
    plays: true,
    act: (page) => page.getByText('Available for').waitFor(),
  },
  {
    name: 'to-phone',
    path: previewPath,
    task: 'ready',
    plays: true,
    act: async (page) => {
      await page.getByText('Available for').waitFor()
      const button = page.getByRole('button', { name: 'To phone' })
      if (!(await button.isVisible())) return
      await button.click()
      await page.getByRole('img', { name: /^Code for/ }).waitFor()
    },
  },
  {
    name: 'unavailable',
    path: previewPath,
    task: 'ready',
    act: (page) => page.getByText('Video Preview Unavailable').waitFor(),
  },
  {
    name: 'failed',
    path: previewPath,
    task: 'failed',
    act: (page) => page.getByText('Processing Failed').waitFor(),
  },
  {
    name: 'expired',
    path: previewPath,
    task: 'expired',
    act: (page) => page.getByText('File Expired').waitFor(),
  },
  { name: 'no-url', path: '/preview', act: (page) => page.getByText('Error: No URL provided').waitFor() },
  { name: 'not-found', path: '/nothing-here', noise: /404/ },
  ...[
    'blog',
    'blog/1',
    'help-center',
    'how-to-download-videos',
    'cookie-settings',
    'privacy-policy',
    'dmca-policy',
    'terms-of-service',
    'terms-glossary',
  ].map((path) => ({ name: path.replace('/', '-'), path: `/${path}` })),
]

/** What is too small to be pressed by a thumb: every control but links inside of text. */
function tooSmall(): string[] {
  const controls = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, summary, input, [role=button]'),
  ]
  return controls.flatMap((one) => {
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
          `${one.tagName} "${one.innerText || one.getAttribute('aria-label')}" ${Math.round(width)}x${Math.round(height)}`,
        ]
  })
}

const isLong = process.env['LONG'] !== undefined

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
  describe.skipIf(!isSealed)(`every kind of page and state, ${look}`, () => {
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
          const out = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          if (out > 0) say(`${out} px stick out`)
          for (const one of await page.evaluate(tooSmall)) say(`too small ${one}`)
          if (colorScheme === 'light' && look === 'neutral') await shoot(page, `state-${state.name}`)
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
      await standIn(context, state.task, state.plays && (await aFilm()))
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
