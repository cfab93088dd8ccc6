import { createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { PageData } from '../../../web/app/page-data.ts'
import { Root } from '../../../web/app/root.tsx'
import { page } from '../rendering.ts'
import { green } from '../brands.ts'

const problem = { status: 404, code: 'stale', message: 'Get the formats again.' } as const

/** Renders the application at a path of the router, with the data of the document that reports `problem`. */
async function shownAt(path: string, documentPath: string): Promise<string> {
  const { html } = await page(documentPath, green, { problem })
  const json = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)![1]!
  const root = createElement(Root, { data: JSON.parse(json) as PageData })
  const stream = await renderToReadableStream(createElement(StaticRouter, { location: path }, root))
  await stream.allReady
  return await new Response(stream).text()
}

test.each(['/s/0000000000000', '/s/0000000000000/', '/'])(
  'the document at %s shows its failure',
  async (path) => {
    expect(await shownAt(path, path)).toContain(problem.message)
  },
)

test('a link from a page that reports a failure leads to the page of the link', async () => {
  const html = await shownAt('/help-center', '/s/0000000000000')
  expect(html).not.toContain(problem.message)
  expect(html).toContain('Help Center</h1>')
})
