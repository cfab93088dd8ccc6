import { env } from 'cloudflare:workers'
import { describe, expect } from 'vitest'
import { testEach, type Case } from '../corpus.ts'
import { direct, share, shortPathOf, redirectOf } from './short-links.ts'
import { HOST, post, visit, visitor, type Visit } from '../visit.ts'

describe('POST /api/shorten-preview answers bad requests', () => {
  const GRANTED = /https:\/\/media\.test\/v\.mp4/g
  /**
   * Returns the request body of an entry of the corpus of bad inputs. Replaces the host `ours.test` by the
   * host of the tests, and adds a valid grant to the media link.
   */
  const sent = async (input: unknown) => {
    const { url } = await direct()
    const text = typeof input === 'string' ? input : JSON.stringify(input)
    return text.replaceAll('ours.test', HOST).replace(GRANTED, () => url)
  }
  const answerTo = async (input: unknown, by = visitor()) =>
    post('/api/shorten-preview', await sent(input), by)
  const becomes =
    (status: number): Case =>
    async ({ input }) => {
      const answer = await answerTo(input)
      expect(answer.status, await answer.clone().text()).toBe(status)
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    }
  const isLimited = async (by: (i: number) => Visit) => {
    const { url } = await direct()
    const before = (await env.LINKS.list()).keys.length
    const answers = []
    for (let i = 0; i < 50; i++)
      answers.push(await post('/api/shorten-preview', { url, title: crypto.randomUUID() }, by(i)))
    const made = answers.filter(({ status }) => status === 200).length
    const refused = answers.filter(({ status }) => status === 429)
    expect(made + refused.length).toBe(50)
    expect(made).toBeLessThanOrEqual(40)
    expect(refused.at(-1)!.headers.get('retry-after')).toBe('60')
    expect((await env.LINKS.list()).keys.length - before).toBe(made)
  }
  const cases: Record<string, Case> = {
    // The request is accepted, because `Request.json` removes a byte order mark.
    BOM: becomes(200),
    'form encoded': async ({ input }) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await visit('/api/shorten-preview', { method: 'POST', headers, body: String(input) })
      expect(answer.status).toBe(415)
    },
    'title CRLF': async ({ input }) => {
      const answer = await visit(await shortPathOf(await answerTo(input)))
      expect(answer.status).toBe(302)
      expect(answer.headers.get('location')).toMatch(
        /^\/preview\?url=https%3A%2F%2Fcdn\.test%2Fv\.mp4&title=a(%0D|%0A)/,
      )
    },
    __proto__: becomes(200),
    'depth bomb': becomes(413),
    '50 in one minute from one address': async () => {
      const me = visitor()
      await isLimited(() => me)
    },
    '50 from one IPv6 /64': async () =>
      isLimited((i) => visitor(undefined, `2001:db8:7:7::${i.toString(16)}`)),
    'same payload twice': async () => {
      const { url } = await direct()
      const shortPath = await shortPathOf(await share(url))
      expect(await shortPathOf(await share(url))).toBe(shortPath)
      expect((await redirectOf(shortPath)).searchParams.get('url')).toBe('https://cdn.test/v.mp4')
    },
  }
  testEach('POST /api/shorten-preview', cases, becomes(400))
})
