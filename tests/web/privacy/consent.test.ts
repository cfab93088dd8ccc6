import { describe, expect, test } from 'vitest'
import {
  allOf,
  inForce,
  KEYS,
  readConsent,
  writeConsent,
  type Preferences,
} from '../../../web/privacy/consent.ts'

const closed = {
  getItem: (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  },
  setItem: (): never => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  },
}

function storeOf(entries: Record<string, string> = {}) {
  const held = new Map(Object.entries(entries))
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  }
}

const some: Preferences = { essential: true, analytics: true, advertising: false, personalization: false }

describe('the stored consent decides which categories are allowed', () => {
  test('allows nothing before a choice', () => {
    expect(readConsent(storeOf())).toEqual({ asked: false, preferences: allOf(false) })
  })

  test('reads dataConsent for all three categories', () => {
    const yes = readConsent(storeOf({ consentAsked: 'true', dataConsent: 'true' }))
    const no = readConsent(storeOf({ consentAsked: 'true', dataConsent: 'false' }))
    expect(yes).toEqual({ asked: true, preferences: allOf(true) })
    expect(no).toEqual({ asked: true, preferences: allOf(false) })
  })

  test('ignores dataConsent without consentAsked', () => {
    expect(readConsent(storeOf({ dataConsent: 'true' })).preferences).toEqual(allOf(false))
  })

  test('valid `cookiePreferences` take precedence over `dataConsent`', () => {
    const store = storeOf({
      consentAsked: 'true',
      dataConsent: 'true',
      cookiePreferences: JSON.stringify(some),
    })
    expect(readConsent(store)).toEqual({ asked: true, preferences: some })
  })

  test.each([
    ['invalid JSON', '{'],
    ['null', 'null'],
    ['a JSON string', '"true"'],
    ['a missing category', '{"essential":true,"analytics":true,"advertising":true}'],
    [
      'other types than booleans',
      '{"essential":true,"analytics":"true","advertising":1,"personalization":0}',
    ],
    ['a JSON array', '[true,true,true,true]'],
  ])('stored cookiePreferences with %s are ignored', (_, text) => {
    const store = storeOf({ consentAsked: 'true', dataConsent: 'false', cookiePreferences: text })
    expect(readConsent(store).preferences).toEqual(allOf(false))
  })

  test('always allows essential storage', () => {
    const store = storeOf({ cookiePreferences: JSON.stringify({ ...allOf(false), essential: false }) })
    expect(readConsent(store).preferences.essential).toBe(true)
  })
})

describe("a choice of the visitor is saved in the browser's storage", () => {
  test('writes the three keys', () => {
    const store = storeOf()
    writeConsent(store, some)
    expect(Object.fromEntries(store.held)).toEqual({
      [KEYS.preferences]: '{"essential":true,"analytics":true,"advertising":false,"personalization":false}',
      [KEYS.consent]: 'true',
      [KEYS.asked]: 'true',
    })
    expect(KEYS).toEqual({ preferences: 'cookiePreferences', consent: 'dataConsent', asked: 'consentAsked' })
  })

  test('stores dataConsent as false for nothing', () => {
    const store = storeOf()
    writeConsent(store, allOf(false))
    expect(store.held.get('dataConsent')).toBe('false')
  })

  test('reading a saved choice returns the same choice', () => {
    const store = storeOf()
    writeConsent(store, some)
    expect(readConsent(store)).toEqual({ asked: true, preferences: some })
  })

  test('passes on an error of the storage', () => {
    expect(() => writeConsent(closed, some)).toThrow('quota')
    expect(() => readConsent(closed)).toThrow('insecure')
  })
})

test('Global Privacy Control overrides the saved consent', () => {
  const consent = { asked: true, preferences: allOf(true) }
  expect(inForce(consent, true)).toEqual(allOf(false))
  expect(inForce(consent, false)).toEqual(allOf(true))
})
