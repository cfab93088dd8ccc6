import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { grantImage, grantMedia, grantPlaylist, openGrant } from '../../../edge/grants/grant.ts'
import { merger, visitor } from '../visit.ts'
import { termsOf } from './terms.ts'

const LINK = 'https://cdn.test/v.mp4'
const terms = termsOf({
  headers: { Referer: 'https://page.test/' },
  cookies: 'session=1',
  key: 'both:1080:mp4:avc1:',
})
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~%+/= '

/**
 * Returns a function that generates pseudo-random integers from 0 to `sides` - 1 (mulberry32). The same seed
 * always gives the same integers.
 */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * sides)
  }
}
type Dice = ReturnType<typeof dice>

const randomText = (roll: Dice, count: number) =>
  Array.from({ length: count }, () => CHARACTERS[roll(CHARACTERS.length)]).join('')
/** Functions that tamper with a grant. `other` is a valid grant for another link. */
const changes: ((grant: string, roll: Dice, other: string) => string)[] = [
  (grant, roll) => {
    const at = roll(grant.length)
    return grant.slice(0, at) + randomText(roll, 1) + grant.slice(at + 1)
  },
  (grant, roll) => {
    const at = roll(grant.length)
    return grant.slice(0, at) + randomText(roll, 1 + roll(4)) + grant.slice(at)
  },
  (grant, roll) => {
    const at = roll(grant.length)
    return grant.slice(0, at) + grant.slice(at + 1 + roll(4))
  },
  (grant, roll) => grant.slice(0, roll(grant.length)),
  (grant, roll, other) => {
    const [mine, theirs] = [grant.split(/(?=[.~])/), other.split(/(?=[.~])/)]
    const at = roll(mine.length)
    return mine.with(at, theirs[at] ?? '').join('')
  },
  (grant, roll) => {
    const sections = grant.split('.')
    const [a, b] = [roll(sections.length), roll(sections.length)]
    return sections.with(a, sections[b]!).with(b, sections[a]!).join('.')
  },
  (grant, roll) => grant.replace(/[a-z]/gi, (letter) => (roll(9) ? letter : letter.toUpperCase())),
  (grant, _, other) => `${grant.split('~')[0]}~${other.split('~')[1] ?? 'A'.repeat(22)}`,
  (grant, roll) => `${grant}${randomText(roll, 1 + roll(3))}`,
]

/**
 * The number of tampered grants that the test sends over HTTP: 400, or all if the environment variable LONG
 * is set. The test passes the remaining grants to `openGrant` and does not send them.
 */
const byHttp = (env as unknown as { LONG?: string }).LONG ? 10_000 : 400

test('refuses ten thousand altered grants without a request', { timeout: 300_000 }, async () => {
  const grants = [
    await grantMedia(env, LINK, terms),
    await grantMedia(env, LINK, { ...terms, way: 'relay' }),
    await grantPlaylist(env, LINK, { ...terms, domains: [], maxBytes: 1e9 }),
    await grantImage(env, LINK, 'local:0', []),
  ]
  const others = [
    await grantMedia(env, 'https://other.test/x', terms),
    await grantPlaylist(env, 'https://other.test/x', { ...terms, domains: [], maxBytes: 1e9 }),
  ]
  const roll = dice(20_261_105)
  const before = [await allHits(), (await merger(LINK)).relays]
  let opened = 0
  for (let tried = 0; tried < 10_000;) {
    const grant = grants[roll(grants.length)]!
    const changed = changes[roll(changes.length)]!(grant, roll, others[roll(others.length)]!)
    if (changed === grant) continue
    tried++
    if (tried <= byHttp) {
      const path = roll(4) ? 'proxied_download' : roll(2) ? 'preview' : 'image-proxy'
      const query = `url=${encodeURIComponent(LINK)}&g=${encodeURIComponent(changed)}`
      const answer = await visitor()(`/api/${path}?${query}`, { method: roll(5) ? 'GET' : 'HEAD' })
      expect(answer.status, changed).toBe(403)
      await answer.body?.cancel()
    } else if ((await openGrant(env, roll(2) ? 'media' : 'image', LINK, changed)).state !== 'refused')
      opened++
  }
  expect(opened).toBe(0)
  expect([await allHits(), (await merger(LINK)).relays]).toEqual(before)
})

async function allHits(): Promise<number> {
  const { MEDIA_ORIGIN } = env as unknown as { MEDIA_ORIGIN: string }
  return Number(await (await fetch(`${MEDIA_ORIGIN}/all-hits`)).text())
}
