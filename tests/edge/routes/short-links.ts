import { expect } from 'vitest'
import { HOST, paste, post, visit } from '../visit.ts'

/** Creates a short link with the same request that the preview page sends. */
export const share = (url: string, more: object = {}) =>
  post('/api/shorten-preview', { url, title: 'Coastline', is_audio: false, ...more })

/** Returns the path `/s/<slug>` of the short link in a response. Checks the HTTP status and the short URL. */
export async function shortPathOf(answer: Response): Promise<string> {
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { short_url } = await answer.json<{ short_url: string }>()
  expect(short_url).toMatch(new RegExp(`^https://${HOST}/s/[0-9A-Za-z]{13}$`))
  return short_url.slice(`https://${HOST}`.length)
}

/** Returns the URL of the preview to which a short link redirects, and checks the redirect. */
export async function redirectOf(path: string): Promise<URL> {
  const answer = await visit(path)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  const location = answer.headers.get('location')!
  expect(location).toMatch(/^\/preview\?/)
  return new URL(location, `https://${HOST}`)
}

/** Returns a format that browsers load directly from the source, without the proxy. */
export const direct = async () =>
  (await paste(`https://media.test/direct/${crypto.randomUUID()}`)).formats[0]!
