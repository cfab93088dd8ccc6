import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { extractLineSchema, type ExtractLine } from '#contract/engine/extraction.ts'
import { healthSchema } from '#contract/engine/health.ts'
import { watchLog } from '../../internet/log.ts'
import { startSocksProxy } from '../egress/socks-proxy.ts'
import { extract, failureFor, startMerger, type Merger } from '../rig.ts'
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

  const health = async () => healthSchema.parse(await (await fetch(`${merger.origin}/healthz`)).json())

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

  test('avoids a proxy after three failed extractions', async () => {
    for (let n = 0; n < 3; n += 1) await extract(merger, `${YOUTUBE}abcdefghij${n}`)
    const before = refused
    await extract(merger, `${YOUTUBE}abcdefghij9`)
    expect(refused).toBe(before)
    const states = (await health()).exits.map(({ exit, state }) => `${exit} ${state}`)
    expect(states).toEqual(['dead open', 'refusing open', 'names closed'])
  })

  test('fails with exit_down for a dead only proxy', async () => {
    const exits = { dead: { via: `http://127.0.0.1:${DEAD_PORT}` } }
    const lost = await startMerger({ EXITS: JSON.stringify({ exits, routes: [{ try: ['dead'] }] }) })
    try {
      for (let n = 0; n < 3; n += 1)
        expect(await failureFor(lost, `${YOUTUBE}abcdefghij${n}`)).toBe('exit_down')
      expect(await lastLine(lost, `${YOUTUBE}abcdefghij9`, {})).toMatchObject({
        code: 'exit_down',
        detail: 'no exit for youtube can be used',
        exits: [{ exit: 'dead', until: expect.any(Number), is_fault: true }],
      })
    } finally {
      await lost.close()
    }
  })

  test('spares a platform a hundred requests after refusals', async () => {
    for (let n = 0; n < 3; n += 1) expect(await failureFor(merger, refusedLink(n))).toBe('site_blocks_us')
    const since = watchLog()
    for (let n = 0; n < 100; n += 1) expect(await failureFor(merger, refusedLink(n))).toBe('site_blocks_us')
    expect(since().requests).toEqual([])
    expect((await health()).exits).toContainEqual(
      expect.objectContaining({ exit: 'names', platform: 'tiktok', state: 'open' }),
    )
  })

  test.each([
    ['that only one visitor has met', (n: number) => refusedLink(n), () => 'one'],
    ['of only one link', (n: number) => `${refusedLink(0)}?n=${n}`, (n: number) => `visitor ${n}`],
  ])('the circuit breaker stays closed after five refusals %s', async (_, link, visitor) => {
    for (let n = 0; n < 5; n += 1) await lastLine(merger, link(n), { visitor: visitor(n) })
    expect((await health()).exits).toContainEqual(
      expect.objectContaining({ exit: 'names', platform: 'tiktok', state: 'closed' }),
    )
  })

  test('spares a platform that refuses another merger', async () => {
    let last = await lastLine(merger, refusedLink(0), {})
    for (let n = 1; n < 3; n += 1) last = await lastLine(merger, refusedLink(n), {})
    const exits = last.state === 'queued' ? undefined : last.exits
    expect(exits).toEqual([
      { exit: 'names', since: expect.any(Number), until: expect.any(Number), used: 0, pause: 15 * 60_000 },
    ])
    const other = await startMerger({ EXITS: JSON.stringify(settings()) })
    try {
      const since = watchLog()
      expect(await lastLine(other, refusedLink(7), { exits })).toMatchObject({ code: 'site_blocks_us' })
      expect(since().requests).toEqual([])
    } finally {
      await other.close()
    }
  })

  test('fails with exit_used for a budget used by another merger', async () => {
    const exits = [{ exit: 'names', since: null, until: null, used: 1.5 }]
    const since = watchLog()
    expect(await lastLine(merger, 'https://x.com/maker/status/1001', { exits })).toMatchObject({
      code: 'exit_used',
    })
    expect(since().requests).toEqual([])
  })

  test('fails with exit_used without a request', async () => {
    await extract(merger, 'https://x.com/maker/status/1001')
    await extract(merger, 'https://x.com/maker/status/1003')
    const since = watchLog()
    expect(await failureFor(merger, 'https://x.com/maker/status/1004')).toBe('exit_used')
    expect(since().requests).toEqual([])
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
