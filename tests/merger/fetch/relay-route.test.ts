import crypto from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RELAY_HEADERS } from '#contract/engine/relay.ts'
import { watchLog } from '../../internet/log.ts'
import { extract, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

const FILE = 'combined-720.mp4'

describeSealed('GET /relay sends files only of public addresses', () => {
  let merger: Merger
  let whole: Buffer
  beforeAll(async () => {
    merger = await startMerger()
    whole = Buffer.from(await (await fetch(`https://cdn.example/${FILE}`)).arrayBuffer())
  })
  afterAll(() => merger.close())

  type Asking = { method?: string; range?: string; headers?: Record<string, string>; signal?: AbortSignal }
  const relay = (url: string, { method, range, headers, signal }: Asking = {}) =>
    fetch(`${merger.origin}/relay?url=${encodeURIComponent(url)}`, {
      method,
      signal,
      headers: { ...(range && { range }), ...(headers && { [RELAY_HEADERS]: JSON.stringify(headers) }) },
    })
  const faulty = (fault: string, name = FILE) =>
    `https://cdn.example/faulty/${fault}/${crypto.randomUUID()}/${name}`
  const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

  test('the relay sends a whole file with its type, length and ETag', async () => {
    const answer = await relay(`https://cdn.example/${FILE}`)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': `${whole.length}`,
      'accept-ranges': 'bytes',
    })
    expect(answer.headers.get('etag')).toBeTruthy()
    expect((await bytes(answer)).equals(whole)).toBe(true)
  })

  test.each([
    ['bytes=0-1', 0, 2],
    ['bytes=1000-1999', 1_000, 2_000],
    ['bytes=500000-2400000', 500_000, 2_400_001],
    ['bytes=2000000-', 2_000_000, Infinity],
    ['bytes=2000000-99999999', 2_000_000, Infinity],
    ['bytes=-1000', -1_000, Infinity],
    ['bytes=0-', 0, Infinity],
  ])('sends exactly the bytes of the range %s', async (range, start, end) => {
    const answer = await relay(`https://cdn.example/${FILE}`, { range })
    const wanted = whole.subarray(start, end)
    const first = start < 0 ? whole.length + start : start
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(
      `bytes ${first}-${first + wanted.length - 1}/${whole.length}`,
    )
    expect(answer.headers.get('content-length')).toBe(`${wanted.length}`)
    expect((await bytes(answer)).equals(wanted)).toBe(true)
  })

  test('responds with 416 and the size to a range past the end', async () => {
    const answer = await relay(`https://cdn.example/${FILE}`, { range: 'bytes=99999999-' })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`])
  })

  test.each(['bytes=5-2', 'bytes=0-1,5-6', 'items=0-1', 'bytes=a-b', 'bytes=-'])(
    'ignores the invalid range "%s"',
    async (range) => {
      const answer = await relay(`https://cdn.example/${FILE}`, { range })
      expect(answer.status).toBe(200)
      expect((await bytes(answer)).length).toBe(whole.length)
    },
  )

  test('answers HEAD by a request for one byte', async () => {
    const since = watchLog()
    const answer = await relay(faulty('strict'), { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(`${whole.length}`)
    expect(answer.headers.get('content-type')).toBe('video/mp4')
    expect(since().requests.map(({ method, headers }) => [method, headers['range']])).toEqual([
      ['GET', 'bytes=0-0'],
    ])
  })

  test('reads from a server that refuses HEAD and open ranges', async () => {
    const since = watchLog()
    const answer = await relay(faulty('strict'))
    expect((await bytes(answer)).equals(whole)).toBe(true)
    const ranges = since().requests.map(({ headers }) => headers['range'])
    expect(ranges[0]).toBe('bytes=0-1048575')
    expect(ranges.every((range) => /^bytes=\d+-\d+$/.test(range ?? ''))).toBe(true)
  })

  test('sends the whole file of a server without ranges', async () => {
    const answer = await relay(faulty('noranges'), { range: 'bytes=1000-' })
    expect(answer.status).toBe(200)
    expect((await bytes(answer)).equals(whole)).toBe(true)
  })

  test.each(['drop', 'shaky'])('sends the whole file despite the fault "%s"', async (fault) => {
    const link = faulty(fault)
    if (fault === 'shaky') expect((await relay(link)).status).toBe(503)
    const answer = await relay(link)
    expect((await bytes(answer)).equals(whole)).toBe(true)
  })

  test.each(['changing', 'expiring'])('breaks the connection on the permanent fault "%s"', async (fault) => {
    const link = faulty(fault, 'video-1080.mp4')
    // With the fault `expiring`, the media server responds with 403 from the fourth request on. The two
    // HEAD requests to the relay cause the first two requests. The download sends the third and the
    // fourth request.
    if (fault === 'expiring') for (const _ of [1, 2]) await relay(link, { method: 'HEAD' })
    const answer = await relay(link)
    expect(answer.status).toBe(200)
    await expect(bytes(answer).then(({ length }) => length)).rejects.toThrow()
  })

  test('passes on a 404 with an empty body', async () => {
    const answer = await relay('https://cdn.example/nothing-here.mp4')
    expect([answer.status, (await bytes(answer)).length]).toEqual([404, 0])
  })

  test('sends the Referer and the cookie for TikTok (C44)', async () => {
    const { renditions } = await extract(merger, 'https://www.tiktok.com/@_/video/7000000000000000001')
    const video = renditions.find(({ height }) => height === 720)!
    const headers = { ...video.headers, cookie: video.cookies ?? '' }
    expect((await relay(video.url)).status).toBe(403)
    const answer = await relay(video.url, { headers })
    expect((await bytes(answer)).equals(whole)).toBe(true)
  })

  test('sends no cookie after a redirect to another host', async () => {
    const since = watchLog()
    const to = (link: string) => `https://redirect.example/?to=${encodeURIComponent(link)}`
    const answer = await relay(to(`https://cdn.example/${FILE}`), {
      headers: { cookie: 'a=b', referer: 'https://site.example/' },
    })
    expect((await bytes(answer)).equals(whole)).toBe(true)
    const [first, second] = since().requests
    expect([first?.headers['cookie'], second?.headers['cookie'], second?.headers['referer']]).toEqual([
      'a=b',
      undefined,
      'https://site.example/',
    ])
    for (const [inner, code] of [
      ['http://10.0.0.5/secret', 'refused_address'],
      ['http://private.test/', 'refused_address'],
      ['http://127.0.0.1:6379/', 'refused_address'],
      ['file:///etc/passwd', 'bad_link'],
    ] as const) {
      const refusal = await relay(to(inner))
      expect([refusal.status, ((await refusal.json()) as { code: string }).code], inner).toEqual([400, code])
    }
    expect(since().intrusions).toEqual([])
  })

  test.each([
    ['http://127.0.0.1/', 'refused_address'],
    ['http://169.254.169.254/', 'refused_address'],
    ['https://private.test/', 'refused_address'],
    ['http://cdn.example:8080/', 'refused_address'],
    ['file:///etc/passwd', 'bad_link'],
    ['', 'bad_link'],
    ['x', 'bad_link'],
  ])('refuses the URL "%s" with the code %s', async (target, code) => {
    const since = watchLog()
    const answer = await relay(target)
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { code: string }).code).toBe(code)
    expect(since().intrusions).toEqual([])
  })

  test.each(['no json', '{"a b":"c"}', '{"referer":"a\\r\\nhost: x"}', '["a"]'])(
    'responds with 400 to the invalid headers %s',
    async (text) => {
      const answer = await fetch(`${merger.origin}/relay?url=https://cdn.example/${FILE}`, {
        headers: { [RELAY_HEADERS]: text },
      })
      expect(answer.status).toBe(400)
    },
  )

  test('responds with 502 for an unreachable server', async () => {
    const answer = await relay('https://dead.example/x.mp4')
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([502, 'unreachable'])
  })

  test('stops reading for a visitor that disconnects', async () => {
    const since = watchLog()
    const leaving = new AbortController()
    const answer = await relay(faulty('slow', 'video-1080.mp4'), { signal: leaving.signal })
    const reader = answer.body!.getReader()
    await reader.read()
    leaving.abort()
    await expect(reader.read()).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(since().requests).toHaveLength(1)
  })
})
