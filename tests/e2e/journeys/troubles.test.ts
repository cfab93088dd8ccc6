import fs from 'node:fs'
import { expect } from 'vitest'
import { brandSchema } from '#contract/brand.ts'
import { root } from '../../internet/cache.ts'
import { describeSealed } from '../../sealed.ts'
import { inEveryEngine } from '../lib/engines/every-engine.ts'
import { useProduct } from '../lib/harness.ts'

const sample: unknown = JSON.parse(fs.readFileSync(`${root}/docs/brands/tidepool.example.json`, 'utf8'))
const other = brandSchema.parse(sample)
/** Long enough for a slow machine to save a file. */
const RETENTION_SECONDS = 8

describeSealed('a visitor with any browser is told what is wrong', () => {
  const harness = useProduct({
    brands: [other],
    vars: { FILE_RETENTION_SECONDS: String(RETENTION_SECONDS) },
  })

  inEveryEngine(
    harness,
    'says why a link fails',
    async (visitor) => {
      await visitor.submits('https://www.youtube.com/watch?v=privatevid0')
      await visitor.sees(/private/i)
      await visitor.press('link', /^Try another link/)
      expect(
        await visitor.evaluate(() => document.querySelector<HTMLInputElement>('input[name=url]')?.value),
      ).toBe('')
    },
    { expects: /403|private/ },
  )

  inEveryEngine(harness, 'offers to make an expired file again', async (visitor) => {
    await visitor.submits('https://www.youtube.com/watch?v=sealedvid00')
    await visitor.press('link', /^Download 1080p/)
    await visitor.saves()
    await visitor.sees(/File expired/)
    await visitor.press('button', /^Make it again/)
    await visitor.saves()
  })

  inEveryEngine(harness, 'shows the name and the colors of its brand', async (visitor) => {
    await visitor.sees(new RegExp(other.branding.name))
    const fill = await visitor.evaluate(() => {
      const [main] = [...document.querySelectorAll('.btn-fill')]
      return getComputedStyle(main!).backgroundColor
    })
    expect(fill).not.toBe('rgba(0, 0, 0, 0)')
    await visitor.submits('https://cdn.example/combined-720.mp4')
    await visitor.press('link', /^Download/)
    expect(await visitor.saves()).toMatch(/\.mp4$/)
  })
})
