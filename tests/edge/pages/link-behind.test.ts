import { expect, test } from 'vitest'
import { platforms } from '#contract/platforms/index.ts'
import { merger, visit } from '../visit.ts'

const html = { accept: 'text/html,*/*', 'sec-fetch-dest': 'document' }

async function filled(path: string, headers: Record<string, string> = {}): Promise<string | null> {
  const answer = await visit(path, { headers: { ...html, ...headers } })
  const location = answer.headers.get('location')
  if (location === null) return `${answer.status}`
  expect(answer.status).toBe(302)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { origin, pathname, searchParams } = new URL(location, 'https://pocketreel.example')
  expect([origin, [...searchParams.keys()]]).toEqual(['https://pocketreel.example', ['url']])
  return `${pathname} ${searchParams.get('url')}`
}

test('fills the form with a link behind the address', async () => {
  for (const [path, result] of [
    ['/https://youtu.be/dQw4w9WgXcQ?t=5&si=a', '/ https://youtu.be/dQw4w9WgXcQ?t=5&si=a'],
    ['/HTTP://cdn.example/a.mp4', '/ HTTP://cdn.example/a.mp4'],
    ['/https:/youtu.be/dQw4w9WgXcQ', '/ https://youtu.be/dQw4w9WgXcQ'],
    ['/https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ', '/ https://youtu.be/dQw4w9WgXcQ'],
    ['/youtu.be/dQw4w9WgXcQ', '/ https://youtu.be/dQw4w9WgXcQ'],
    ['/www.youtube.com/watch?v=dQw4w9WgXcQ&t=5s', '/ https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=5s'],
    ['/es/https://vimeo.com/123', '/es/ https://vimeo.com/123'],
    ['/zh-hans/vimeo.com/123', '/zh-hans/ https://vimeo.com/123'],
    ['/https://example.com/%E8%A7%86?go=1&url=b', '/ https://example.com/%E8%A7%86?go=1&url=b'],
  ] as const)
    expect(await filled(path), path).toBe(result)
})

test('takes the host of each platform', async () => {
  for (const { hosts } of platforms)
    for (const host of hosts) expect(await filled(`/${host}/some/item`)).toBe(`/ https://${host}/some/item`)
})

test('speaks the language of the visitor', async () => {
  expect(await filled('/youtu.be/abcdefghijk', { 'accept-language': 'pt-BR' })).toMatch(/^\/pt-br\/ /)
  expect(await filled('/es/youtu.be/abcdefghijk', { 'accept-language': 'pt-BR' })).toMatch(/^\/es\/ /)
})

test('leaves other addresses alone', async () => {
  for (const path of [
    '/youtu.be',
    '/unknown.example/x',
    '/https',
    '/https:',
    '/httpsfoo',
    '/a/https://b.example/c',
  ])
    expect(await filled(path), path).toBe('404')
  expect(await filled('/youtube-downloader')).toBe('200')
  expect(await filled('/help?from=https://b.example/c')).toBe('200')
})

test('stands in the field without a script, as text', async () => {
  const link = 'https://vimeo.com/1?a="><script>&b=$&'
  const pageAt = async (path: string) => await (await visit(path, { headers: html })).text()
  const field = / id="link" value="([^"]*)"/
  const shown = 'https://vimeo.com/1?a=&quot;&gt;&lt;script&gt;&amp;b=$&amp;'
  for (const path of ['/', '/es/', '/vimeo-downloader'])
    expect(field.exec(await pageAt(`${path}?url=${encodeURIComponent(link)}`))?.[1], path).toBe(shown)
  expect(field.exec(await pageAt(`/?text=${encodeURIComponent('See vimeo.com/1')}`))?.[1]).toBe(
    'See vimeo.com/1',
  )
  expect(field.exec(await pageAt('/'))).toBe(null)
})

test('starts nothing, also when another site opens it', async () => {
  const link = `https://media.test/direct/${crypto.randomUUID()}`
  const headers = { ...html, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  const answer = await visit(`/${link}?go=1`, { headers })
  const page = await visit(answer.headers.get('location')!, { headers })
  expect(await page.text()).toContain('"isForeign":true')
  expect((await merger(link)).extracts).toBe(0)
})
