import { expect } from 'vitest'
import { HOST, paste, post, visit } from '../visit.ts'

/** Shares a link as our page does. */
export const share = (url: string, more: object = {}) =>
  post('/api/shorten-preview', { url, title: 'Coastline', is_audio: false, ...more })

/** The path of the short link that was answered. */
export async function slugOf(answer: Response): Promise<string> {
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { short_url } = await answer.json<{ short_url: string }>()
  expect(short_url).toMatch(new RegExp(`^https://${HOST}/s/[0-9A-Za-z]{13}$`))
  return short_url.slice(`https://${HOST}`.length)
}

/** The preview that a short link leads to. */
export async function publicUrl(path: string): Promise<URL> {
  const answer = await visit(path)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  const location = answer.headers.get('location')!
  expect(location).toMatch(/^\/preview\?/)
  return new URL(location, `https://${HOST}`)
}

/** A format whose link any browser may ask for itself. */
export const direct = async () =>
  (await paste(`https://media.test/direct/${crypto.randomUUID()}`)).formats[0]!
