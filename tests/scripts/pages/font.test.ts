import fs from 'node:fs'
import { expect, test } from 'vitest'
import { LETTERS, makeSubset } from '../../../scripts/run/pages/font.ts'
import { languagePathOf } from '#texts/brand-languages.ts'
import { pathsOf, render } from '../../../web/render.tsx'
import { green } from '../../web/brands.ts'

/** The names of languages in the footer, and Chinese words in tips. */
const SYSTEM = /\p{Script=Han}|\p{Script=Arabic}|[\u3000-\u303f\uff00-\uffef→]/u

const web = new URL('../../../web/', import.meta.url)

test('equals the committed file', async () => {
  const kept = fs.readFileSync(new URL('styles/host-grotesk-basic.woff2', web))
  expect(kept.equals(await makeSubset()), 'run: npm run build').toBe(true)
})

/** Pages in other languages fetch the file with the other letters of the font. */
const english = pathsOf(green).filter((path) => languagePathOf(green, path).base === '')

test('has every character of the English pages', async () => {
  const foreign: string[] = []
  for (const path of english) {
    const { html } = await render({
      path,
      brand: green,
      assets: { manifest: {}, styles: {}, font: '', texts: 'texts-1' },
      origin: `https://${green.domain}`,
      indexable: true,
    })
    const body = html.slice(html.indexOf('<body'), html.indexOf('<script type="application/json"'))
    for (const sign of new Set(body))
      // Other scripts and the arrow are allowed: neither the basic font nor the full font has them, so system
      // fonts render them.
      if (!LETTERS.includes(sign) && !SYSTEM.test(sign)) foreign.push(`${path}: ${sign}`)
  }
  expect(foreign).toEqual([])
  expect(english.length).toBeGreaterThan(20)
})

test('is used in four weights only', () => {
  const styles = fs
    .globSync('**/*.css', { cwd: web })
    .map((file) => fs.readFileSync(new URL(file, web), 'utf8'))
    .join('\n')
  const weights = [...styles.matchAll(/font(?:-weight)?: *(\d{3})\b(?! *\d{3};)/g)].map(([, weight]) =>
    Number(weight),
  )
  expect(new Set(weights)).toEqual(new Set([400, 500, 600, 700]))
})
