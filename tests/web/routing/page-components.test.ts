import fs from 'node:fs'
import { expect, test } from 'vitest'
import { platforms } from '#contract/platforms/index.ts'
import { contentPages } from '../../../web/routing/content-pages.ts'
import { pageComponents } from '../../../web/routing/page-components.tsx'
import { pageAt, sourcesAt } from '../../../web/routing/routes.ts'

const paths = ['/', '/preview', `/${platforms[0]!.paths[0]}`, ...contentPages.map((page) => page.paths[0]!)]

test('every page file is a component of a route', () => {
  const named = new Set([...paths.map((path) => pageAt(path)?.file), 'not-found'])
  expect(new Set(Object.keys(pageComponents))).toEqual(named)
})

test.each([...paths, '/nothing-here'])('every source of %s exists', (path) => {
  for (const source of sourcesAt(path)) expect([source, fs.existsSync(source)]).toEqual([source, true])
})
