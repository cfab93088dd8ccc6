import { createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { PageData } from '../../../web/app/page-data.ts'
import { Root } from '../../../web/app/root.tsx'
import { textsReadBy } from '../../../web/every-text.ts'
import { page } from '../rendering.ts'
import { green } from '../brands.ts'

const problem = { status: 404, code: 'stale', message: 'Get the formats again.' } as const

/**
 * Imitates a visitor who opens the document at `documentPath` and then clicks a link to `path`. Returns the
 * HTML of the page that the visitor sees after the click. The page data of the document contains the failure
 * `problem` (the constant above). After the click, the browser still uses this page data.
 */
async function shownAt(path: string, documentPath: string): Promise<string> {
  const { html } = await page(documentPath, green, { problem })
  const json = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)![1]!
  const data = { ...(JSON.parse(json) as PageData), texts: textsReadBy('en', new Set()) }
  const root = createElement(Root, { data })
  const stream = await renderToReadableStream(createElement(StaticRouter, { location: path }, root))
  await stream.allReady
  return await new Response(stream).text()
}

test.each(['/s/0000000000000', '/s/0000000000000/', '/'])(
  'shows the failure in the data of %s',
  async (path) => {
    expect(await shownAt(path, path)).toContain(problem.message)
  },
)

test('forgets the failure after a click on a link', async () => {
  const html = await shownAt('/help-center', '/s/0000000000000')
  expect(html).not.toContain(problem.message)
  expect(html).toContain('Help Center</h1>')
})
