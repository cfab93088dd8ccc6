import { root } from '../../internet/cache.ts'

// Creates valid grants for any link. With a valid grant, a test passes the grant check and reaches the checks
// after it.

/** The grant keys with which the tests start the product. */
export const GRANT_KEYS = JSON.stringify({
  current: 'test',
  keys: { test: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
})

type GrantModule = {
  grantMedia: (env: { GRANT_KEYS: string }, url: string, terms: object) => Promise<string>
  grantImage: (env: { GRANT_KEYS: string }, url: string, merger: string, sources: string[]) => Promise<string>
}
// The import is dynamic, because the tests' TypeScript project does not include the types of the Worker.
const grantModule = import(`${root}/edge/grants/grant.ts`) as Promise<GrantModule>

const terms = (transport: 'edge' | 'relay', link: string) => ({
  headers: {},
  cookies: null,
  way: transport,
  merger: 'local:0',
  key: 'both:360:mp4:avc1:',
  container: 'mp4',
  expiresAt: null,
  sources: [link],
})

/**
 * Returns a grant for one media link. `edge`: the Worker fetches the link itself. `relay`: a merger fetches
 * it.
 */
export async function grantFor(link: string, transport: 'edge' | 'relay' = 'edge'): Promise<string> {
  return await (await grantModule).grantMedia({ GRANT_KEYS }, link, terms(transport, link))
}

/** Returns a grant for a picture. */
export async function pictureGrantFor(link: string): Promise<string> {
  return await (await grantModule).grantImage({ GRANT_KEYS }, link, 'local:0', [link])
}
