import { root } from '../internet/cache.ts'

// True grants for links of a test's choice, so that what is asked of them is not answered by a missing grant.

/** A key of tests alone; the product is started with it. */
export const GRANT_KEYS = JSON.stringify({
  current: 'test',
  keys: { test: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
})

type Minting = {
  grantMedia: (env: { GRANT_KEYS: string }, url: string, terms: object) => Promise<string>
  grantPlaylist: (env: { GRANT_KEYS: string }, url: string, terms: object) => Promise<string>
  grantImage: (env: { GRANT_KEYS: string }, url: string, merger: string) => Promise<string>
}
// The Worker's types do not live in these tests' world.
const minting = import(`${root}/edge/grants/grant.ts`) as Promise<Minting>

const terms = (way: 'edge' | 'relay') => ({
  headers: {},
  cookies: null,
  way,
  merger: 'local:0',
  key: 'both:360:mp4:avc1:',
  container: 'mp4',
  expiresAt: null,
})

/** A grant for one media link, to be fetched by the Worker itself or through the merger. */
export async function grantFor(link: string, way: 'edge' | 'relay' = 'edge'): Promise<string> {
  return await (await minting).grantMedia({ GRANT_KEYS }, link, terms(way))
}

/** A grant for a playlist and what it names. */
export async function playlistGrantFor(link: string): Promise<string> {
  return await (await minting).grantPlaylist({ GRANT_KEYS }, link, terms('edge'))
}

/** A grant for a picture. */
export async function pictureGrantFor(link: string): Promise<string> {
  return await (await minting).grantImage({ GRANT_KEYS }, link, 'local:0')
}
