import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { assertSettings } from '../../../edge/settings.ts'
import {
  containerNamed,
  currentName,
  mergersNear,
  originOf,
  regionOf,
} from '../../../edge/mergers/locations.ts'

const KEY = 'k'.repeat(43)
const containers = { ...env, MERGER_ORIGIN: '', MERGERS: '2', REGIONS: 'weur enam apac' }
const from = (continent: string) => ({ cf: { continent } }) as unknown as Request

test("tries the visitor's region before the others", () => {
  expect(mergersNear(containers, 'enam')).toEqual(['enam:0', 'enam:1', 'weur:0', 'apac:0'])
})

test('tries MERGER_ORIGIN before the containers', () => {
  const both = { ...containers, MERGER_ORIGIN: 'https://a.tld https://b.tld' }
  expect(mergersNear(both, 'weur').slice(0, 3)).toEqual(['local:0', 'local:1', 'weur:0'])
  expect(mergersNear({ ...both, MERGERS: '0' }, 'weur')).toEqual(['local:0', 'local:1'])
})

test('chooses the region nearest to the continent', () => {
  expect(['EU', 'NA', 'SA', 'AS', 'OC', 'AF', 'T1'].map((one) => regionOf(containers, from(one)))).toEqual([
    'weur',
    'enam',
    'enam',
    'apac',
    'apac',
    'weur',
    'weur',
  ])
})

test('replaces an address that is no longer configured', () => {
  const elsewhere = { ...containers, MERGER_ORIGIN: 'https://a.tld https://b.tld', MERGERS: '0' }
  expect(originOf(elsewhere, 'local:1')).toBe('https://b.tld')
  expect(originOf(elsewhere, 'local:7')).toBe('https://a.tld')
  expect(originOf(elsewhere, 'weur:0')).toBe('https://a.tld')
  expect(originOf(containers, 'local:0')).toBeUndefined()
})

test('replaces a container by one of the same region', () => {
  const MERGER = {
    getByName: (name: string, { locationHint }: { locationHint: string }) => [name, locationHint],
  }
  const used = (name: string) => containerNamed({ ...containers, MERGER } as unknown as Env, name)
  expect(used('enam:1')).toEqual(['enam:1', 'enam'])
  expect(used('enam:2')).toEqual(['enam:0', 'enam'])
  expect(used('sam:1')).toEqual(['weur:0', 'weur'])
  expect(used('local:0')).toEqual(['weur:0', 'weur'])
})

test('names containers after their image and settings', () => {
  const deployed = { ...containers, MERGER_BUILD: 'one' }
  expect(mergersNear(deployed, 'enam')).toEqual(['enam:0@one', 'enam:1@one', 'weur:0@one', 'apac:0@one'])
  const [changed = '', again] = ['2', '2'].map(
    (slots) => mergersNear({ ...deployed, MERGER_MERGE_SLOTS: slots } as typeof deployed, 'enam')[0],
  )
  expect(changed).toMatch(/^enam:0@one\.[\da-f]{8}$/)
  expect(again).toBe(changed)
  expect(mergersNear({ ...deployed, MERGER_MERGE_SLOTS: '4' } as typeof deployed, 'enam')[0]).not.toBe(
    changed,
  )
})

test('keeps the container of a grant after a deploy', () => {
  const MERGER = { getByName: (name: string) => name }
  const deployed = { ...containers, MERGER_BUILD: 'two', MERGER } as unknown as Env
  expect(containerNamed(deployed, 'enam:1@one')).toBe('enam:1@one')
  expect(currentName(deployed, 'enam:1@one')).toBe('enam:1@two')
  expect(containerNamed(deployed, 'enam:2@one')).toBe('enam:0@two')
  expect(currentName(deployed, 'local:0')).toBe('local:0')
})

const production = { ...containers, ENVIRONMENT: 'production' }
test.for([
  ['an http address', { MERGER_ORIGIN: 'http://a.tld', MERGER_KEYS: KEY }, /https origins/],
  ['an address with a path', { MERGER_ORIGIN: 'https://a.tld/x', MERGER_KEYS: KEY }, /https origins/],
  ['no key', { MERGER_ORIGIN: 'https://a.tld' }, /MERGER_KEYS/],
  ['a short key', { MERGER_ORIGIN: 'https://a.tld', MERGER_KEYS: 'secret' }, /MERGER_KEYS is malformed/],
  ['neither containers nor addresses', { MERGERS: '0' }, /no merger/],
  ['an unknown region', { REGIONS: 'weur mars' }, /REGIONS/],
] satisfies [string, Record<string, string>, RegExp][])(
  'assertSettings refuses production settings with %s',
  ([, change, message]) => {
    expect(() => assertSettings({ ...production, ...change })).toThrow(message)
  },
)

test('accepts valid production settings', () => {
  assertSettings(production)
  assertSettings({
    ...production,
    MERGER_ORIGIN: 'https://a.tld https://b.tld:8443',
    MERGER_KEYS: KEY,
  } as Env)
})

test('a merger that joins gets the links of its platforms first and others last', () => {
  const joined = { ...containers, MERGER_ORIGIN: 'https://a.tld join:attic#youtube+vimeo', MERGERS: '1' }
  expect(mergersNear(joined, 'weur', 'youtube').slice(0, 2)).toEqual(['local:1', 'local:0'])
  const others = mergersNear(joined, 'weur', 'tiktok')
  expect([others.at(0), others.at(-1)]).toEqual(['local:0', 'local:1'])
  expect(originOf(joined, 'local:1')).toBe('join:attic')
})
