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
const exits = () => new Exits(exitsOf(THREE))

test('takes the first route of EXITS for the platform', () => {
  const found = exits()
  expect(found.toTry('youtube', undefined)).toEqual(['direct', 'home'])
  expect(found.toTry('vimeo', undefined)).toEqual(['plain'])
  expect(found.begin('direct')).toMatchObject({ exit: 'direct', id: undefined })
  expect(found.begin('home')).toMatchObject({ exit: 'home', id: 'home-1' })
  expect(found.begin('rented').id).toMatch(/^rented-([1-9]|[1-4]\d|50)$/)
})

test('uses only the exit that it is told', () => {
  expect(exits().toTry('youtube', 'home')).toEqual(['home'])
})

test('uses its own route when it is told an unknown exit', () => {
  expect(exits().toTry('youtube', 'rented')).toEqual(['direct', 'home'])
})

test('states the route and the hourly budgets', () => {
  expect(exits().route('youtube')).toEqual([
    { exit: 'direct', per_hour: 150 },
    { exit: 'home', per_hour: 150 },
  ])
  expect(exits().route('tiktok')).toEqual([{ exit: 'rented', per_hour: 2 }])
  expect(exits().route('other')).toEqual([{ exit: 'plain' }])
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

test('sends all traffic through one proxy', () => {
  const exitSettings = {
    exits: { proxy: { via: 'http://proxy.example:3128' } },
    routes: [{ try: ['proxy'] }],
    default: 'proxy',
  }
  const found = Exits.of(config({ EXITS: JSON.stringify(exitSettings) }))
  expect(found.begin(found.toTry('youtube', undefined)[0]!)).toMatchObject({ exit: 'proxy', id: undefined })
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
  const begin = (name: string, exit: string) => withDefault(name).begin(exit)
  expect(begin('home', 'home').id).toMatch(/^home-[123]$/)
  expect(begin('other', 'other')).toMatchObject({ exit: 'other', id: undefined })
  expect(begin('home', 'direct').id).toBe('direct')
  expect(withDefault('home').upstreamOf('direct')).toBeUndefined()
  expect(begin('home', 'other').id).toBe('other-1')
})

test.each(['home-12345', 'home-1x', 'home-', 'direct-x'])('upstreamOf refuses the malformed id %s', (id) => {
  expect(() => exits().upstreamOf(id)).toThrow(expect.objectContaining({ code: 'forbidden' }))
})

test('blames a proxy fault only on extractions by that proxy', () => {
  const found = exits()
  const [tiktok, vimeo] = [found.begin('rented'), found.begin('plain')]
  found.onFault(tiktok.id)
  expect([tiktok.faults, vimeo.faults]).toEqual([1, 0])
})

test('ignores a proxy fault after the end of an extraction', () => {
  const found = exits()
  const [ended, running] = [found.begin('plain'), found.begin('plain')]
  ended.end()
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
