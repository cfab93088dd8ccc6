import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright'
import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brandSchema, type Brand } from '#contract/brand.ts'
import { root } from '../internet/cache.ts'
import { setBrandStage } from './brand-stage.ts'
import { previewPath, standIn, type statuses } from './stand-in.ts'
import { isSealed } from './stage.ts'
import { paste, shoot } from './visit.ts'

const WIDTHS = [320, 1_280]

const read = (file: string): Brand =>
  brandSchema.parse(JSON.parse(fs.readFileSync(`${root}/docs/brands/${file}`, 'utf8')))

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
const noChoice = (context: BrowserContext) => context.addInitScript(() => localStorage.clear())
const chosen = (context: BrowserContext) =>
  context.addInitScript(() => {
    localStorage.setItem('consentAsked', 'true')
    localStorage.setItem('dataConsent', 'false')
  })

const ask = async (page: Page, link: string) => {
  await page.waitForLoadState('networkidle')
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
      await page.waitForLoadState('networkidle')
      await ((await menu.isVisible()) ? menu : platforms).click()
    },
  },
  {
    name: 'home-recent',
    path: '/',
    act: async (page) => {
      await page.waitForLoadState('networkidle')
      await page.getByRole('button', { name: 'Recent downloads' }).click()
      await page.getByRole('checkbox').check()
      await page.getByText('Nothing yet').waitFor()
    },
  },
  {
    name: 'home-error',
    path: '/',
    noise: /503/,
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
    const isInText = one.tagName === 'A' && getComputedStyle(one).display === 'inline'
    const isSkip = one.getAttribute('href') === '#main'
    return isInText || isSkip || (box.height >= 43.9 && box.width >= 24)
      ? []
      : [
          `${one.tagName} "${one.innerText || one.getAttribute('aria-label')}" ${Math.round(width)}x${Math.round(height)}`,
        ]
  })
}

const brands = [
  ['neutral', undefined, 9_410],
  ['tidepool', read('tidepool.example.json'), 9_411],
] as const

for (const [look, brand, port] of brands)
  describe.skipIf(!isSealed)(`every kind of page and state, ${look}`, () => {
    const stage = setBrandStage(port, brand)
    for (const state of states)
      for (const colorScheme of ['light', 'dark'] as const)
        test(`${state.name} can be used by everybody (${colorScheme})`, async () => {
          if (state.noise) stage.expectNoise(state.noise)
          const wrong: string[] = []
          for (const width of WIDTHS) {
            const page = await stage.open(
              state.path,
              {
                colorScheme,
                viewport: { width, height: width === 320 ? 700 : 800 },
                reducedMotion: 'reduce',
              },
              async (context) => {
                await (state.name === 'home-consent' ? noChoice : chosen)(context)
                await standIn(context, state.task, state.plays && (await aFilm()))
              },
            )
            await page.waitForLoadState('networkidle').catch(() => undefined)
            await state.act?.(page)
            if (state.name === 'home-consent')
              await page.getByRole('button', { name: 'Reject All' }).waitFor()
            const { violations } = await new AxeBuilder({ page })
              .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
              .analyze()
            for (const { id, nodes } of violations)
              wrong.push(
                ...nodes.map(
                  (node) =>
                    `${width} ${id}: ${node.html.slice(0, 160)} | ${node.failureSummary?.split('\n')[1]?.trim()}`,
                ),
              )
            const out = await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            )
            if (out > 0) wrong.push(`${width}: ${out} px stick out`)
            wrong.push(...(await page.evaluate(tooSmall)).map((one) => `${width} small: ${one}`))
            if (width === 1_280 && look === 'neutral') await shoot(page, `state-${state.name}-${colorScheme}`)
            await page.context().close()
          }
          expect(wrong).toEqual([])
        })
  })
