import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { extractLineSchema, type ExtractLine } from '#contract/engine/extraction.ts'
import { startSocksProxy } from '../egress/socks-proxy.ts'
import { extract, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

const DEAD_PORT = 9_201
const YOUTUBE = 'https://www.youtube.com/watch?v='
/** Returns the link of a post that TikTok refuses. `n` is the number of the post, from 0 to 99. */
const refusedLink = (n: number) =>
  `https://www.tiktok.com/@_/video/70000000000000002${String(n).padStart(2, '0')}`

/**
 * Sends a link to `/extract`, with the additional fields `more` in the request body. Returns the last line of
 * the response.
 */
async function lastLine(merger: Merger, url: string, more: object): Promise<ExtractLine> {
  const answer = await fetch(`${merger.origin}/extract`, {
    method: 'POST',
    body: JSON.stringify({ v: 1, url, ...more }),
  })
  const line = (await answer.text()).trim().split('\n').at(-1) ?? ''
  return extractLineSchema.parse(JSON.parse(line))
}

describeSealed('an extraction uses the network exits in the setting EXITS', () => {
  let merger: Merger
  let refused = 0
  let names: Awaited<ReturnType<typeof startSocksProxy>>
  const refusing = http.createServer()
  refusing.on('connect', (_, socket: net.Socket) => {
    refused += 1
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
  })

  beforeAll(async () => {
    refusing.listen(0, '127.0.0.1')
    await once(refusing, 'listening')
    names = await startSocksProxy()
  })
  beforeEach(async () => {
    refused = 0
    names.asked.length = 0
    merger = await startMerger({ EXITS: JSON.stringify(settings()) })
    return () => merger.close()
  })
  const settings = () => ({
    exits: {
      dead: { via: `http://127.0.0.1:${DEAD_PORT}` },
      refusing: { via: `http://127.0.0.1:${(refusing.address() as net.AddressInfo).port}` },
      names: {
        via: `socks5h://u-{session}:x@127.0.0.1:${names.port}`,
        sessions: 1_000,
        per_hour: { twitter: 2 },
      },
    },
    routes: [
      { platforms: ['youtube'], try: ['dead', 'refusing', 'names'] },
      { platforms: ['tiktok', 'twitter'], try: ['names'] },
    ],
  })
  afterAll(async () => {
    refusing.close()
    await names.close()
  })

  test('skips failing proxies for one session of a working one', async () => {
    const { renditions } = await extract(merger, `${YOUTUBE}abcdefghijk`)
    expect(refused).toBeGreaterThan(0)
    expect(names.asked.map(({ host }) => host)).toContain('www.youtube.com')
    const users = new Set(names.asked.map(({ user }) => user))
    expect([...users]).toEqual([expect.stringMatching(/^u-\d+$/)])
    const exits = new Set(renditions.map(({ exit }) => exit))
    expect([...exits]).toEqual([`names-${[...users][0]!.slice(2)}`])
  })

  test('relays a bound link through its proxy session', async () => {
    const { renditions } = await extract(merger, `${YOUTUBE}abcdefghijk`)
    const [session] = names.asked
    names.asked.length = 0
    const link = renditions.find(({ bound }) => bound)!.url
    const answer = await fetch(`${merger.origin}/relay?url=${encodeURIComponent(link)}`, {
      headers: { range: 'bytes=0-99' },
    })
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 100])
    expect(new Set(names.asked.map(({ user, host }) => `${user} ${host}`))).toEqual(
      new Set([`${session!.user} ${new URL(link).hostname}`]),
    )
  })

  test('uses only the exit that the edge names, and reports it', async () => {
    const line = await lastLine(merger, `${YOUTUBE}abcdefghijk`, { exit: 'names' })
    expect(line).toMatchObject({ state: 'done', exit: { exit: 'names', outcome: 'ok' } })
    expect(refused).toBe(0)
  })

  test('stops at a redirect of a stranger to a platform', async () => {
    const link = `${YOUTUBE}abcdefghijk`
    const redirect = `https://redirect.example/?to=${encodeURIComponent(link)}`
    expect(await lastLine(merger, redirect, {})).toMatchObject({ state: 'led', link })
    expect(names.asked).toEqual([])
  })

  test.each([
    ['https://t.co/AnEpisode', 'https://castbox.fm/episode/made-up-id1-id2'],
    ['https://t.co/AnyPost', 'https://x.com/maker/status/1001'],
    ['https://t.co/APage', 'https://direct.example/dl/get'],
    ['https://spotify.link/OpenEpisode', 'https://open.spotify.com/episode/SealedOpenEpisode00001?si=x'],
    ['https://redirect.example/?to=https%3A%2F%2Ft.co%2FAnyPost', 'https://x.com/maker/status/1001'],
  ])('only says where %s leads', async (short, link) => {
    expect(await lastLine(merger, short, {})).toMatchObject({ state: 'led', link })
    expect(names.asked).toEqual([])
  })

  test('refuses a short link to an inside address', async () => {
    expect(await lastLine(merger, 'https://spotify.link/Inside', {})).toMatchObject({
      code: 'refused_address',
    })
  })

  test('reports a broken proxy', async () => {
    const line = await lastLine(merger, `${YOUTUBE}abcdefghijk`, { exit: 'dead' })
    expect(line).toMatchObject({ code: 'exit_down', exit: { exit: 'dead', outcome: 'fault' } })
  })

  test('reports a refusal with the route of the platform', async () => {
    expect(await lastLine(merger, refusedLink(0), {})).toMatchObject({
      code: 'site_blocks_us',
      exit: { exit: 'names', outcome: 'blocked', route: [{ exit: 'names' }] },
    })
  })

  test('relays an unbound link through the default exit', async () => {
    const { renditions } = await extract(merger, 'https://x.com/maker/status/1001')
    expect(names.asked).not.toEqual([])
    names.asked.length = 0
    expect(renditions[0]).toMatchObject({ bound: false })
    const answer = await fetch(`${merger.origin}/relay?url=${encodeURIComponent(renditions[0]!.url)}`, {
      headers: { range: 'bytes=0-99' },
    })
    await answer.arrayBuffer()
    expect(names.asked).toEqual([])
  })
})
