import { expect, test } from 'vitest'
import { RelayShares } from '../../../merger/fetch/relay-shares.ts'

/**
 * Starts relayed downloads until the next one is refused with `busy`. Returns the functions that end the
 * started downloads.
 */
function takeAll(shares: RelayShares, visitor: string | undefined, host: (nth: number) => string) {
  const ends: (() => void)[] = []
  try {
    for (let nth = 0; nth < 2_000; nth++) ends.push(shares.take(visitor, host(nth)))
  } catch (error) {
    expect(error).toMatchObject({ code: 'busy', cause: 'relay' })
  }
  return ends
}
const manyHosts = (nth: number) => `cdn${nth}.example`

test('gives one visitor at most 128 downloads', () => {
  const shares = new RelayShares()
  expect(takeAll(shares, 'greedy', manyHosts)).toHaveLength(128)
  expect(takeAll(shares, 'other', manyHosts)).toHaveLength(16)
})

test('gives one visitor at most 48 downloads of one site', () => {
  const shares = new RelayShares()
  expect(takeAll(shares, 'greedy', () => 'cdn.site.example')).toHaveLength(48)
  expect(takeAll(shares, 'greedy', () => 'cdn.second.example2')).toHaveLength(48)
  expect(takeAll(shares, 'greedy', () => 'cdn.third.example3')).toHaveLength(32)
  expect(takeAll(shares, 'other', () => 'cdn.site.example')).toHaveLength(16)
})

test('gives all hosts of one site at most 128 downloads', () => {
  const shares = new RelayShares()
  const visitors = Array.from({ length: 200 }, (_, n) => `visitor-${n}`)
  const taken = visitors.flatMap((visitor, n) => {
    try {
      return [shares.take(visitor, `media${n}.slow.example`)]
    } catch {
      return [] // The relay refused the download.
    }
  })
  expect(taken).toHaveLength(128)
  expect(() => shares.take('honest', 'cdn.other.example2')).not.toThrow()
})

test('keeps the last download of a site for a visitor without one', () => {
  const shares = new RelayShares()
  const visitors = Array.from({ length: 6 }, (_, n) => `visitor-${n}`)
  const taken = visitors.flatMap((visitor) => takeAll(shares, visitor, () => 'cdn.slow.example'))
  expect(taken).toHaveLength(127)
  expect(() => shares.take('honest', 'cdn.slow.example')).not.toThrow()
})

test('allows at most 256 downloads', () => {
  const shares = new RelayShares()
  const taken = Array.from({ length: 40 }, (_, n) => takeAll(shares, `visitor-${n}`, manyHosts)).flat()
  expect(taken).toHaveLength(256)
})

test('counts a download that ends twice once', () => {
  const shares = new RelayShares()
  const [end] = takeAll(shares, 'greedy', manyHosts)
  end!()
  end!()
  expect(takeAll(shares, 'greedy', manyHosts)).toHaveLength(1)
})

test.each([
  ['IP addresses that end alike', (nth: number) => `${nth}.0.2.1`],
  ['IPv6 addresses', (nth: number) => `[2001:db8::${nth.toString(16)}]`],
  ['domains under a public suffix with two labels', (nth: number) => `media.site${nth}.co.uk`],
  ['domains under com.au', (nth: number) => `media.site${nth}.com.au`],
])('counts %s as different sites', (_, host) => {
  const shares = new RelayShares()
  const taken = Array.from({ length: 200 }, (_each, nth) => shares.take(undefined, host(nth)))
  expect(taken).toHaveLength(200)
})

test.each([
  ['in a common top-level domain', (nth: number) => `cdn${nth}.media.site.com`],
  ['in the top-level domain of a country', (nth: number) => `cdn${nth}.media.youtube.fr`],
  ['under co.uk', (nth: number) => `cdn${nth}.media.site.co.uk`],
  ['with a dot at the end of the name', (nth: number) => `cdn${nth}.site.com${nth % 2 ? '.' : ''}`],
  ['with a public suffix in the middle of the name', (nth: number) => `a.co.cdn${nth}.site.com`],
])('limits all subdomains of a domain together (domain %s)', (_, host) => {
  expect(takeAll(new RelayShares(), undefined, host)).toHaveLength(128)
})

test('applies no visitor limit without a hash of the visitor', () => {
  expect(takeAll(new RelayShares(), undefined, manyHosts)).toHaveLength(256)
})

test('holds a site at 96 downloads while half full', () => {
  const shares = new RelayShares()
  const visitors = Array.from({ length: 96 }, (_, n) => `visitor-${n}`)
  const ends = visitors.map((visitor) => shares.take(visitor, 'cdn.site.example'))
  const others = Array.from({ length: 32 }, (_, n) => shares.take(undefined, `cdn${n}.example`))
  expect(others).toHaveLength(32)
  expect(() => shares.take('new', 'cdn.site.example')).toThrow(expect.objectContaining({ code: 'busy' }))
  ends[0]!()
  shares.take(undefined, 'another.example')
  expect(() => shares.take('new', 'cdn.site.example')).not.toThrow()
})
