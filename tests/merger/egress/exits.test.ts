import { expect, test } from 'vitest'
import { exitsOf, exitsText } from '#contract/exits.ts'
import { config } from '../../../merger/config.ts'
import { Exits } from '../../../merger/egress/exits.ts'

const THREE = JSON.stringify({
  exits: {
    home: { via: 'socks5h://me:p%40ss@home.example:1080' },
    rented: {
      via: 'http://u-{session}:pass@rented.example:8000',
      names: true,
      sessions: 50,
      per_hour: { tiktok: 2 },
    },
    plain: { via: 'https://plain.example:8443' },
  },
  routes: [
    { platforms: ['youtube'], try: ['direct', 'home'] },
    { platforms: ['tiktok'], try: ['rented'] },
    { try: ['plain'] },
  ],
})
const NONE = new Set<string>()
const exits = () => new Exits(exitsOf(THREE))

test('takes the first route of EXITS for the platform', () => {
  expect(exits().begin('youtube', NONE)).toMatchObject({ exit: 'direct', id: undefined })
  expect(exits().begin('youtube', new Set(['direct']))).toMatchObject({ exit: 'home', id: 'home-1' })
  expect(exits().begin('tiktok', NONE).id).toMatch(/^rented-([1-9]|[1-4]\d|50)$/)
  expect(exits().begin('vimeo', NONE)).toMatchObject({ exit: 'plain' })
})

test('inserts the session number into the user name', () => {
  const found = exits()
  expect(found.upstreamOf('rented-37')?.url.username).toBe('u-37')
  expect(found.upstreamOf('rented-37')?.resolvesNames).toBe(true)
  expect(found.upstreamOf('home-1')?.resolvesNames).toBe(true)
  expect(found.upstreamOf('plain-1')?.resolvesNames).toBe(false)
  expect(found.upstreamOf('direct')).toBeUndefined()
  expect(found.upstreamOf(undefined)).toBeUndefined()
  expect(() => found.upstreamOf('unknown-1')).toThrow(expect.objectContaining({ code: 'forbidden' }))
})

test('uses EGRESS_PROXY for all extractions', () => {
  const found = Exits.of(config({ EGRESS_PROXY: 'http://proxy.example:3128' }))
  expect(found.begin('youtube', NONE)).toMatchObject({ exit: 'proxy', id: undefined })
  expect(found.upstreamOf(undefined)?.url.host).toBe('proxy.example:3128')
})

test('gives no exit id to a default proxy of one session', () => {
  const settings = {
    exits: {
      home: { via: 'http://u-{session}:pass@home.example:3128', sessions: 3 },
      other: { via: 'http://other.example:3128' },
    },
    routes: [
      { platforms: ['youtube'], try: ['direct'] },
      { platforms: ['vimeo'], try: ['other'] },
    ],
  }
  const withDefault = (name: string) =>
    Exits.of(config({ EXITS: JSON.stringify({ ...settings, default: name }) }))
  expect(withDefault('home').begin('tiktok', NONE).id).toMatch(/^home-[123]$/)
  expect(withDefault('other').begin('tiktok', NONE)).toMatchObject({ exit: 'other', id: undefined })
  expect(withDefault('home').begin('youtube', NONE).id).toBe('direct')
  expect(withDefault('home').upstreamOf('direct')).toBeUndefined()
  expect(withDefault('home').begin('vimeo', NONE).id).toBe('other-1')
})

test.each(['home-12345', 'home-1x', 'home-', 'direct-x'])('upstreamOf refuses the malformed id %s', (id) => {
  expect(() => exits().upstreamOf(id)).toThrow(expect.objectContaining({ code: 'forbidden' }))
})

test('switches to the proxy after three direct refusals', () => {
  const found = exits()
  for (let n = 0; n < 3; n += 1) found.begin('youtube', NONE).end('blocked')
  expect(found.begin('youtube', NONE).exit).toBe('home')
  expect(found.states()).toContainEqual(
    expect.objectContaining({ exit: 'direct', platform: 'youtube', state: 'open' }),
  )
  expect(found.begin('vimeo', NONE).exit).toBe('plain')
})

test('fails with site_blocks_us after refusals at every exit', () => {
  const found = exits()
  for (let n = 0; n < 6; n += 1) found.begin('youtube', NONE).end('blocked')
  expect(() => found.begin('youtube', NONE)).toThrow(expect.objectContaining({ code: 'site_blocks_us' }))
})

test('keeps the breaker closed for refusals of unknown sites', () => {
  const found = exits()
  for (let n = 0; n < 9; n += 1) found.begin('other', NONE).end('blocked')
  expect(found.begin('other', NONE).exit).toBe('plain')
})

test('fails with exit_down after proxy faults at unknown sites', () => {
  const found = exits()
  for (let n = 0; n < 3; n += 1) found.begin('other', NONE).end('fault')
  expect(() => found.begin('other', NONE)).toThrow(expect.objectContaining({ code: 'exit_down' }))
})

test('fails with exit_down after a refusal and a proxy fault', () => {
  const found = exits()
  for (let n = 0; n < 3; n += 1) found.begin('youtube', NONE).end('blocked')
  for (let n = 0; n < 3; n += 1) found.begin('youtube', NONE).end('fault')
  expect(() => found.begin('youtube', NONE)).toThrow(expect.objectContaining({ code: 'exit_down' }))
  expect(found.routeStates('youtube').map(({ exit, is_fault }) => [exit, is_fault])).toEqual([
    ['direct', undefined],
    ['home', true],
  ])
})

test('states the wait for a new budget in exit_used', () => {
  const found = exits()
  const start = Date.now()
  const beginAt = (seconds: number) => found.begin('tiktok', NONE, {}, start + seconds * 1_000)
  for (let n = 0; n < 2; n += 1) beginAt(0).end('ok')
  const failure = (cause: string) => expect.objectContaining({ code: 'exit_used', cause }) as Error
  // The two extractions at 0 s use up the budget of two per hour. The budget refills evenly, so the next
  // extraction is allowed at 1,800 s.
  expect(() => beginAt(600.5)).toThrow(failure('the budget of tiktok is used up for 1200 s'))
  expect(beginAt(1_800).exit).toBe('rented')
})

test('blames a proxy fault only on extractions by that proxy', () => {
  const found = exits()
  const [tiktok, vimeo] = [found.begin('tiktok', NONE), found.begin('vimeo', NONE)]
  found.onFault(tiktok.id)
  expect([tiktok.faults, vimeo.faults]).toEqual([1, 0])
})

test('ignores a proxy fault after the end of an extraction', () => {
  const found = exits()
  const [ended, running] = [found.begin('vimeo', NONE), found.begin('vimeo', NONE)]
  ended.end('ok')
  found.onFault(running.id)
  expect([ended.faults, running.faults]).toEqual([0, 1])
})

test.each([
  ['no JSON', '{', 'is not JSON'],
  ['another scheme', '{"exits":{"a":{"via":"ftp://u:secret@x.example"}}}', 'exits.a.via: must be http'],
  ['an unknown exit in a route', '{"exits":{},"routes":[{"try":["home"]}]}', 'names an exit'],
  ['an unknown field', '{"exits":{},"route":[]}', 'EXITS: '],
  ['an unknown platform', '{"exits":{},"direct_per_hour":{"x":2}}', 'direct_per_hour'],
  ['a name in capitals', '{"exits":{"Home":{"via":"http://x.example"}}}', 'exits.Home'],
])('refuses EXITS with %s without naming a secret', (_, text, sentence) => {
  const parsed = exitsText.safeParse(text)
  expect(parsed.success).toBe(false)
  expect(() => config({ EXITS: text })).toThrow(sentence)
  expect(() => config({ EXITS: text })).not.toThrow('secret')
})

test('switches to the proxy by a report of another merger', () => {
  const [one, other] = [exits(), exits()]
  for (let n = 0; n < 3; n += 1) one.begin('youtube', NONE).end('blocked')
  const states = one.routeStates('youtube')
  const since = expect.any(Number) as unknown
  expect(states).toEqual([
    { exit: 'direct', since, until: since, pause: 15 * 60_000, used: expect.closeTo(3, 1) },
    { exit: 'home', since: null, until: null, used: 0 },
  ])
  other.adopt('youtube', [...states, { exit: 'rented', since: 1, until: Date.now() + 60_000, used: 0 }])
  expect(other.begin('youtube', NONE).exit).toBe('home')
  expect(other.begin('tiktok', NONE).exit).toBe('rented')
  expect(other.states().map(({ exit, platform }) => [exit, platform])).not.toContainEqual([
    'rented',
    'youtube',
  ])
})
