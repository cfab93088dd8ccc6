import { describe, expect } from 'vitest'
import { MAX_PASTE_LENGTH } from '#contract/limits.ts'
import { testEach, type Case } from '../corpus.ts'
import { ask, askImage } from '../grants/grant-maker.ts'
import { hits, merger, paste, post, visitor } from '../visit.ts'

// Sends every hostile URL in the corpus of bad inputs to every endpoint that accepts a URL. If the endpoint
// requires a grant, the request has a valid one.

/** Private hosts, to which the edge must never send a request. */
const PRIVATE_HOSTS = ['127.0.0.1', '10.0.0.5', '169.254.169.254', 'localhost', '[::1]']
/** Returns how many requests the edge has sent to each private host (`outbound` in vitest.config.ts). */
const requestsToPrivateHosts = () => Promise.all(PRIVATE_HOSTS.map((host) => hits(`/outside/${host}`)))

/**
 * Returns the two statuses that the edge must return for a link to a private address: one if the link is
 * requested as media, and one if it is requested as an image.
 */
function statusesOf(link: string): { media: number; image: number } {
  const same = (status: number) => ({ media: status, image: status })
  if (link.endsWith('%2Floop')) return same(502)
  if (/\.(m3u8|mpd|html)$/.test(link)) return same(415)
  // In the corpus, these host names resolve to private addresses. The edge tests have no DNS, so the fake
  // media server returns 404 for these hosts. For a 404, the media proxy returns 403 (`stale`), and the image
  // proxy returns 404 (`not_found`).
  if (/(private|link|cname|rebind|nip)\.test/.test(link)) return { media: 403, image: 404 }
  return same(400)
}

describe('no bad link leads to a private address', () => {
  const extract = (url: string) => post('/api/download-video', { tweet_url: url })
  const share = async (fields: object) => {
    const { url } = (await paste('https://media.test/direct/share')).formats[0]!
    return await post('/api/shorten-preview', { url, ...fields }, visitor())
  }

  /** The URL itself is not allowed, so every endpoint refuses it before the edge sends any request. */
  const atOnce: Case = async ({ input }) => {
    const url = String(input)
    const status = url.length > MAX_PASTE_LENGTH ? 413 : 400
    expect((await extract(url)).status).toBe(status)
    expect((await merger(url.slice(0, 2_000))).extracts).toBe(0)
    expect((await share({ url })).status).toBe(status)
    expect((await share({ source_url: url })).status).toBe(status)
    if (!URL.canParse(url)) return
    expect((await ask(url)).status).toBe(400)
    expect((await askImage(url)).status).toBe(400)
  }

  /**
   * The URL itself is allowed, but a redirect or a link in the response leads to a forbidden target, for
   * example to a private address. The edge tests have no DNS server, so only the merger tests check host
   * names that resolve to private addresses.
   */
  const onTheWay: Case = async ({ input }) => {
    const link = String(input)
    const before = await requestsToPrivateHosts()
    for (const [answer, status] of [
      [await ask(link), statusesOf(link).media],
      [await askImage(link), statusesOf(link).image],
    ] as const) {
      expect(answer.status).toBe(status)
      expect(await answer.text()).not.toContain('secret')
    }
    expect(await requestsToPrivateHosts()).toEqual(before)
  }

  const passes: Case = async ({ input }) => {
    expect((await ask(String(input))).status).toBe(200)
    expect((await extract(`${String(input)}${String(input).includes('?') ? '&' : '?'}a=1`)).status).toBe(200)
  }

  const runs: Record<string, Case> = { parse: atOnce, dial: onTheWay, control: passes }
  testEach('SSRF url (each endpoint in meta.ssrf_applies_to)', {}, async (entry) => {
    const run = runs[entry.kind === 'control' ? 'control' : (entry.stage ?? '')]
    if (!run) throw new Error(`${entry.name} is of a stage that nobody knows`)
    await run(entry)
  })
})
