import { expect, test } from 'vitest'
import { merger, mergeRow, until, visit } from '../visit.ts'

const navigation = { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' }

/** Converts the start-merge URL of a format to the URL that starts the same merge without JavaScript. */
const makingLink = (url: string) => `${url.replace('/api/download/start-merge', '/make')}&filename=a%20b.mp4`

test('starts a merge, reloads and links to the file', async () => {
  const { format } = await mergeRow('size=1000&ms=400')
  const started = await visit(makingLink(format.url), { headers: navigation })
  expect(started.status).toBe(303)
  const address = started.headers.get('location')!
  expect(address).toMatch(/^\/make\/[\w-]{30}\?filename=a\+b\.mp4$/)
  const first = await visit(address, { headers: navigation })
  expect(first.status).toBe(200)
  const id = /\/make\/([\w-]+)/.exec(address)![1]!
  await until(id, 'completed')
  const last = await visit(address, { headers: navigation })
  const html = await last.text()
  expect(last.headers.get('refresh')).toBe(null)
  expect(last.headers.get('cache-control')).toBe('no-store')
  expect(html).toContain('Your file is ready')
  // The script of the head shows the chosen colours; nothing else runs.
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script>'])
  const href = /href="(\/api\/download\/file\/[^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&')
  const file = await visit(href)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0)
  await first.body?.cancel()
})

test('reloads while the task runs', async () => {
  const { format } = await mergeRow('size=1000&ms=3000')
  const started = await visit(makingLink(format.url), { headers: navigation })
  const page = await visit(started.headers.get('location')!, { headers: navigation })
  expect(page.headers.get('refresh')).toBe('3')
  expect(await page.text()).toContain('Your file is being made')
})

test('starts nothing for another site, a prefetch or HEAD', async () => {
  const { link, format } = await mergeRow('size=1000')
  for (const init of [
    { headers: { ...navigation, 'sec-fetch-site': 'cross-site' } },
    { headers: { ...navigation, 'sec-purpose': 'prefetch' } },
    { method: 'HEAD' },
  ])
    expect((await visit(makingLink(format.url), init)).status).toBe(403)
  expect((await merger(link)).posts).toBe(0)
})

test('says that an unknown file has expired', async () => {
  const page = await visit('/make/unknown', { headers: navigation })
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('This file has expired')
})
