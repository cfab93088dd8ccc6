import fs from 'node:fs'
import { expect, test } from 'vitest'
import { platforms } from '#contract/platforms/index.ts'
import { contentPages } from '../../../web/routing/content-pages.ts'
import { pageComponents } from '../../../web/routing/page-components.tsx'
import { pageAt, sourcesAt } from '../../../web/routing/routes.ts'

const paths = ['/', '/preview', `/${platforms[0]!.paths[0]}`, ...contentPages.map((page) => page.paths[0]!)]

test('every file in web/pages/ is the component of a route or of the "not found" page', () => {
  const named = new Set([...paths.map((path) => pageAt(path)?.file), 'not-found'])
  expect(new Set(Object.keys(pageComponents))).toEqual(named)
})

test.each([...paths, '/nothing-here'])(
  'every source file that sourcesAt returns for the page %s exists',
  (path) => {
    for (const source of sourcesAt(path)) expect([source, fs.existsSync(source)]).toEqual([source, true])
  },
)
