import { expect, test, vi } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { config } from '../../../merger/config.ts'
import { Exits } from '../../../merger/egress/exits.ts'
import { byExits } from '../../../merger/extract/by-exits.ts'

const VIDEO = 'https://www.youtube.com/watch?v=aaaaaaaaaaa'
const OTHER_VIDEO = 'https://www.youtube.com/watch?v=bbbbbbbbbbb'

/**
 * Extracts links through the direct connection, without a proxy. For each link, returns the hash by which the
 * breaker identifies the link.
 */
async function breakerHashes(...links: string[]): Promise<string[]> {
  const exits = Exits.of(config({}))
  const begin = vi.spyOn(exits, 'begin')
  for (const link of links) await byExits(exits, link, AbortSignal.timeout(60_000), async () => 'facts')
  return begin.mock.calls.map(([, , requester]) => requester!.link!)
}

test('gives the breaker a hash in place of the link', async () => {
  const [kept] = await breakerHashes(VIDEO)
  expect(kept).toMatch(/^[\w-]{43}$/)
})

test('gives the breaker one hash for two spellings of a link', async () => {
  const [video, short, other] = await breakerHashes(VIDEO, 'https://youtu.be/aaaaaaaaaaa', OTHER_VIDEO)
  expect(short).toBe(video)
  expect(other).not.toBe(video)
})

test('keeps an exit usable for other links of the platform', async () => {
  const exits = Exits.of(config({}))
  const refuse = () => Promise.reject(new Failure('site_blocks_us'))
  const signal = AbortSignal.timeout(60_000)
  for (let nth = 0; nth < 5; nth++)
    await expect(byExits(exits, VIDEO, signal, refuse)).rejects.toMatchObject({ code: 'site_blocks_us' })
  expect(await byExits(exits, OTHER_VIDEO, signal, async () => 'facts')).toBe('facts')
})

test('does not blame X for refusals behind t.co links', async () => {
  const exits = Exits.of(config({}))
  const signal = AbortSignal.timeout(60_000)
  const refuse = () => Promise.reject(new Failure('site_limit'))
  const refuseAll = async (linkOf: (nth: number) => string) => {
    for (let nth = 0; nth < 6; nth++)
      await byExits(exits, linkOf(nth), signal, refuse, `visitor ${nth}`).catch(() => undefined)
  }
  const extractPost = () =>
    byExits(exits, 'https://x.com/i/status/100', signal, async () => 'facts', 'visitor')
  await refuseAll((nth) => `https://t.co/abc${nth}`)
  expect(await extractPost()).toBe('facts')
  await refuseAll((nth) => `https://x.com/i/status/${nth}`)
  await expect(extractPost()).rejects.toMatchObject({ code: 'site_blocks_us' })
})

test.each(['embed_only', 'post_live', 'split'] as const)(
  'counts %s as an answer of the platform',
  async (code) => {
    const exits = Exits.of(config({}))
    const ended = vi.fn<(outcome: unknown) => void>()
    const begin = exits.begin.bind(exits)
    vi.spyOn(exits, 'begin').mockImplementation((...args) => ({ ...begin(...args), end: ended }))
    const fail = () => Promise.reject(new Failure(code))
    await expect(byExits(exits, VIDEO, AbortSignal.timeout(60_000), fail)).rejects.toMatchObject({ code })
    expect(ended).toHaveBeenCalledExactlyOnceWith('ok')
  },
)
