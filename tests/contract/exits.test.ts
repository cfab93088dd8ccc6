import { expect, test } from 'vitest'
import { hourlyLimit, exitsOf, exitsText, noExits } from '#contract/exits.ts'

const settings = exitsOf(
  JSON.stringify({
    exits: {
      home: { via: 'http://proxy.example:3128', per_hour: { youtube: 7 } },
      rented: { via: 'socks5h://u-{session}:word@rented.example:1080', sessions: 3 },
    },
    direct_per_hour: { tiktok: 5 },
  }),
)
const messageFor = (value: unknown): string | undefined =>
  exitsText.safeParse(typeof value === 'string' ? value : JSON.stringify(value)).error?.issues[0]?.message

test('gives defaults to omitted fields', () => {
  expect(settings).toEqual({
    exits: {
      home: { via: 'http://proxy.example:3128', sessions: 1, per_hour: { youtube: 7 } },
      rented: { via: 'socks5h://u-{session}:word@rented.example:1080', sessions: 3, per_hour: {} },
    },
    direct_per_hour: { tiktok: 5 },
    routes: [],
    default: 'direct',
  })
  expect(noExits()).toEqual({ exits: {}, direct_per_hour: {}, routes: [], default: 'direct' })
})

test.each([
  ['home', 'youtube', 7],
  ['home', 'tiktok', undefined],
  ['rented', 'youtube', 150],
  ['rented', 'tiktok', undefined],
  ['direct', 'tiktok', 5],
  ['direct', 'youtube', 150],
  ['an exit that is not in the settings', 'tiktok', undefined],
  ['an exit that is not in the settings', 'youtube', 150],
])('limits exit "%s" and platform %s to %j an hour', (exit, platform, limit) => {
  expect(hourlyLimit(settings, exit, platform)).toBe(limit)
})

test.each([
  'http://proxy.example',
  'https://proxy.example:8443/',
  'socks5h://proxy.example:1080',
  'http://user-{session}:word@proxy.example:3128',
])('a network exit may use proxy %s', (via) => expect(messageFor({ exits: { a: { via } } })).toBeUndefined())

test.each([
  'proxy.example:1080',
  'proxy.example',
  'socks5://proxy.example:1080',
  'http://proxy.example/path',
  'https://',
  'socks5h://',
  'socks5h://proxy.example:1080/path',
])('a network exit must not use proxy %s', (via) =>
  expect(messageFor({ exits: { a: { via } } })).toBe(
    'exits.a.via: must be http, https or socks5h://host:port',
  ),
)

test('names an exit by 1 to 32 plain characters', () => {
  const via = 'http://proxy.example'
  for (const name of ['a', 'a_1', 'a'.repeat(32)])
    expect(messageFor({ exits: { [name]: { via } } })).toBeUndefined()
  for (const name of ['', 'A', '1a', 'a-b', 'a'.repeat(33)])
    expect(messageFor({ exits: { [name]: { via } } }), name).toMatch(/^exits\./)
})

test('a network exit must not have the name "direct"', () => {
  expect(messageFor({ exits: { direct: { via: 'http://proxy.example' } } })).toBe(
    'exits.direct: must not be "direct"',
  )
})

test.each([
  ['{', 'is not JSON'],
  [[], 'EXITS: '],
  [{ exits: {}, default: 'home' }, 'EXITS: names an exit that is not in "exits"'],
  [{ exits: {}, routes: [{ try: ['home'] }] }, 'EXITS: names an exit that is not in "exits"'],
  [{ exits: {}, routes: [{ try: [] }] }, 'routes.0.try: '],
  [{ exits: {}, direct_per_hour: { nowhere: 1 } }, 'direct_per_hour.nowhere: is not the id of a platform'],
  [{ exits: {}, direct_per_hour: { tiktok: 0 } }, 'direct_per_hour.tiktok: '],
  [
    { exits: {}, routes: [{ platforms: ['nowhere'], try: ['direct'] }] },
    'routes.0.platforms.0: is not the id of a platform',
  ],
])('refuses %j with %j', (value, message) => {
  expect(messageFor(value)).toContain(message)
})
