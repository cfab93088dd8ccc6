import fs from 'node:fs'
import { expect, test } from 'vitest'
import { pathsOf, render } from '../../web/render.tsx'
import { green } from '../web/brands.ts'

type Cutter = { LETTERS: string; cutFont: () => Promise<Buffer> }
const web = new URL('../../web/', import.meta.url)
/** A plain script, since builds run before there are types; what it exports is said here. */
const script: string = new URL('../../scripts/lib/font.mjs', import.meta.url).href
const { LETTERS, cutFont } = (await import(script)) as Cutter

test('the basic font is cut from the whole one by the list as it stands', async () => {
  const kept = fs.readFileSync(new URL('styles/host-grotesk-basic.woff2', web))
  expect(kept.equals(await cutFont()), 'run: npm run build').toBe(true)
})

test('our own copy is written in it, so that no page of ours asks for another', async () => {
  const foreign: string[] = []
  for (const path of pathsOf(green)) {
    const { html } = await render({
      path,
      brand: green,
      assets: { manifest: {}, styles: {}, font: '' },
      origin: `https://${green.domain}`,
      indexable: true,
    })
    const body = html.slice(html.indexOf('<body'), html.indexOf('<script type="application/json"'))
    for (const sign of new Set(body))
      // Chinese and the arrow are the system's to draw: the whole font has neither.
      if (!LETTERS.includes(sign) && !/\p{Script=Han}|[\u3000-\u303f\uff00-\uffef→]/u.test(sign))
        foreign.push(`${path}: ${sign}`)
  }
  expect(foreign).toEqual([])
  expect(pathsOf(green).length).toBeGreaterThan(20)
})

test('styles keep to four weights, each of which is one more font to lay out', () => {
  const styles = fs
    .globSync('**/*.css', { cwd: web })
    .map((file) => fs.readFileSync(new URL(file, web), 'utf8'))
    .join('\n')
  const weights = [...styles.matchAll(/font(?:-weight)?: *(\d{3})\b(?! *\d{3};)/g)].map(([, weight]) =>
    Number(weight),
  )
  expect(new Set(weights)).toEqual(new Set([400, 500, 600, 700]))
})
