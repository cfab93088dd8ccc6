import { env } from 'cloudflare:workers'
import { describe, expect } from 'vitest'
import { grantImage, grantMedia } from '../../../edge/grants/grant.ts'
import { testEach } from '../corpus.ts'
import { ask, askImage, terms } from './grant-maker.ts'
import { DROPPED, KEYS } from '../keys.ts'
import { errorOf, hits, visit } from '../visit.ts'

const cdn = (name: string) => `https://cdn.test/${name}`
const LINK = cdn('v.mp4')
const at = (current: string, keys: Record<string, string>) => ({
  ...env,
  GRANT_KEYS: JSON.stringify({ current, keys }),
})
const withGrant = (grant: string) => visit(`/api/proxied_download?url=${encodeURIComponent(LINK)}&g=${grant}`)
/** Calls `run`, and fails if the fake media server receives a request for the path `of` during this call. */
async function withoutRequest(of: string, run: () => Promise<void>): Promise<void> {
  const before = await hits(of)
  await run()
  expect(await hits(of)).toBe(before)
}

/** The only headers that the proxy may send in a response with media. */
const PASSED = new Set(
  `accept-ranges cache-control content-disposition content-length content-range content-security-policy content-type
  cross-origin-opener-policy cross-origin-resource-policy etag last-modified permissions-policy referrer-policy
  server-timing strict-transport-security x-content-type-options x-frame-options`.split(/\s+/),
)

describe('the media proxy answers bad requests', () => {
  testEach('GET /api/proxied_download', {
    'no signature': async ({ input }) =>
      withoutRequest('/media.test/v.mp4', async () => {
        expect((await visit(`/api/proxied_download?${String(input)}`)).status).toBe(403)
      }),
    expired: async () =>
      withoutRequest('/cdn.test/v.mp4', async () => {
        const answer = await errorOf(await ask(LINK, {}, { expiresAt: Date.now() - 5_000 }))
        expect(answer).toMatchObject({
          status: 403,
          code: 'stale',
          error: expect.stringContaining('expired'),
        })
      }),
    'key id unknown': async () =>
      withoutRequest('/cdn.test/v.mp4', async () => {
        const grant = await grantMedia(at('zzz', { zzz: DROPPED }), LINK, terms)
        expect((await withGrant(grant)).status).toBe(403)
      }),
    'old key inside the overlap': async () => {
      expect((await withGrant(await grantMedia(at('old', KEYS.keys), LINK, terms))).status).toBe(200)
    },
    'audience of another endpoint': async () =>
      withoutRequest('/cdn.test/v.mp4', async () => {
        expect((await withGrant(await grantImage(env, LINK, 'local:0', []))).status).toBe(403)
      }),
    'upstream redirect to an ungranted host': async () => {
      const to = (link: string) => ask(`${cdn('redir')}?to=${encodeURIComponent(link)}`)
      // The proxy follows the redirect to another public host. That host sends no media, so the proxy returns
      // 403.
      expect((await to('https://other.test/page')).status).toBe(403)
      expect((await to('http://10.0.0.5/secret.mp4')).status).toBe(400)
    },
    // If a source responds with 403, its link may have expired. The response contains the format key, so that
    // the page can extract the link again (docs/decisions/differences.md).
    'upstream 403': async () => {
      const answer = await errorOf(await ask(cdn('forbidden-to-all.mp4')))
      expect(answer).toMatchObject({ status: 403, code: 'stale', format_key: terms.key })
    },
    'upstream wrong Content-Range': async () => {
      const answer = await ask(cdn('wrong-range.mp4'), { headers: { range: 'bytes=0-9' } })
      expect(answer.status).toBe(502)
      expect(answer.headers.get('content-range')).toBe(null)
    },
    'upstream ignores Range': async () => {
      const answer = await ask(cdn('no-ranges.mp4'), { headers: { range: 'bytes=100-' } })
      expect(answer.status).toBe(200)
      expect((await answer.arrayBuffer()).byteLength).toBe(1_000)
    },
    'upstream sends Set-Cookie, CSP, Link, Location, Alt-Svc, Service-Worker-Allowed': async () => {
      const answer = await ask(LINK)
      expect(answer.status).toBe(200)
      expect([...answer.headers.keys()].filter((name) => !PASSED.has(name))).toEqual([])
      expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    },
  })
})

describe('the image proxy answers bad requests', () => {
  testEach('GET /api/image-proxy', {
    'no grant': async ({ input }) =>
      withoutRequest('/evil.test/a.jpg', async () => {
        expect((await visit(`/api/image-proxy?url=${encodeURIComponent(String(input))}`)).status).toBe(403)
      }),
    svg: async () => {
      const answer = await askImage(cdn('picture.svg'))
      expect(answer.status).toBe(415)
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    },
    'html as jpg': async () => {
      const answer = await askImage(cdn('html.jpg'))
      expect(answer.status).toBe(502)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    },
    '100 MB image': async () => {
      expect((await askImage(cdn('huge.jpg'))).status).toBe(413)
    },
    'pixel bomb': async () => {
      const answer = await askImage(cdn('bomb.png'))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect((await answer.arrayBuffer()).byteLength).toBe(29)
    },
    'upstream 404': async () => {
      const answer = await askImage(cdn('no-such.jpg'))
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
    },
    'upstream Set-Cookie': async () => {
      const answer = await askImage(cdn('poster.jpg'))
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
    },
    gif: async () => {
      const answer = await askImage(cdn('anim.gif'))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif'])
      expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    },
  })
})
