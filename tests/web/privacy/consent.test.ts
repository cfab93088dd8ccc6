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
  test('no optional category is allowed before the visitor makes a choice', () => {
    expect(readConsent(storeOf())).toEqual({ asked: false, preferences: allOf(false) })
  })

  test('`dataConsent` in the storage allows or denies all three optional categories', () => {
    const yes = readConsent(storeOf({ consentAsked: 'true', dataConsent: 'true' }))
    const no = readConsent(storeOf({ consentAsked: 'true', dataConsent: 'false' }))
    expect(yes).toEqual({ asked: true, preferences: allOf(true) })
    expect(no).toEqual({ asked: true, preferences: allOf(false) })
  })

  test('`dataConsent` without `consentAsked` does not count as consent', () => {
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

  test('essential storage is always allowed, even if the stored value denies it', () => {
    const store = storeOf({ cookiePreferences: JSON.stringify({ ...allOf(false), essential: false }) })
    expect(readConsent(store).preferences.essential).toBe(true)
  })
})

describe("a choice of the visitor is saved in the browser's storage", () => {
  test('saving a choice writes cookiePreferences, dataConsent and consentAsked', () => {
    const store = storeOf()
    writeConsent(store, some)
    expect(Object.fromEntries(store.held)).toEqual({
      [KEYS.preferences]: '{"essential":true,"analytics":true,"advertising":false,"personalization":false}',
      [KEYS.consent]: 'true',
      [KEYS.asked]: 'true',
    })
    expect(KEYS).toEqual({ preferences: 'cookiePreferences', consent: 'dataConsent', asked: 'consentAsked' })
  })

  test('saving a choice without any optional category stores dataConsent as false', () => {
    const store = storeOf()
    writeConsent(store, allOf(false))
    expect(store.held.get('dataConsent')).toBe('false')
  })

  test('reading a saved choice returns the same choice', () => {
    const store = storeOf()
    writeConsent(store, some)
    expect(readConsent(store)).toEqual({ asked: true, preferences: some })
  })

  test("if the browser's storage throws an error, the same error is thrown when a choice is read or saved", () => {
    expect(() => writeConsent(closed, some)).toThrow('quota')
    expect(() => readConsent(closed)).toThrow('insecure')
  })
})

test('Global Privacy Control overrides the saved consent', () => {
  const consent = { asked: true, preferences: allOf(true) }
  expect(inForce(consent, true)).toEqual(allOf(false))
  expect(inForce(consent, false)).toEqual(allOf(true))
})
