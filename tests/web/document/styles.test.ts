import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pathsOf } from '../../../web/routing/routes.ts'
import type { Assets } from '../../../web/document/assets.ts'
import { green } from '../brands.ts'

type Rendered = { html: string }
type Renderer = { render: (input: object) => Promise<Rendered> }

const dist = new URL('../../../dist/', import.meta.url).pathname
// These tests need the built pages. `npm test` builds them first, but a single suite may run without a build.
const isBuilt = fs.existsSync(`${dist}assets.json`)

describe.skipIf(!isBuilt)('the built pages contain the CSS rules for their classes', async () => {
  if (!isBuilt) return
  const assets = JSON.parse(fs.readFileSync(`${dist}assets.json`, 'utf8')) as Assets
  const { render } = (await import(`${dist}render/render.js`)) as Renderer
  const everywhere = Object.values(assets.styles).join('')
  const hasRule = (css: string, name: string) => css.includes(`.${name}`)
  const page = (path: string, more = {}) =>
    render({ path, brand: green, assets, origin: `https://${green.domain}`, indexable: true, ...more })

  /**
   * Returns the CSS classes that the body of a page uses, and that have a rule in a built style sheet, but no
   * rule in the head of the page.
   */
  function classesWithoutRule({ html }: Rendered): string[] {
    const [head = '', body = ''] = html.split('</head>')
    const names = new Set([...body.matchAll(/ class="([^"]*)"/g)].flatMap(([, list]) => list!.split(' ')))
    return [...names].filter((name) => hasRule(everywhere, name) && !hasRule(head, name))
  }

  test('every built page contains the CSS rules for all its classes', async () => {
    const paths = [...pathsOf(green), '/preview', '/blog/1', '/nothing-here']
    for (const path of paths) expect(classesWithoutRule(await page(path)), path).toEqual([])
    expect(paths.length).toBeGreaterThan(25)
  })

  test('has the rules of all its classes', async () => {
    const problem = { status: 503, code: 'merger_down', message: 'Try again later.' }
    expect(classesWithoutRule(await page('/', { problem }))).toEqual([])
  })

  test('notices a missing style sheet', async () => {
    const { html } = await page('/blog')
    const isPart = (sheet: string) => html.includes(sheet)
    const last = Object.values(assets.styles).filter(isPart).at(-1)!
    expect(classesWithoutRule({ html: html.replace(last, '') })).not.toEqual([])
  })
})
