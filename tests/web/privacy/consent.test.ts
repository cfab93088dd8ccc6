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

describe('what a visitor chose before', () => {
  test('nothing is allowed before a choice', () => {
    expect(readConsent(storeOf())).toEqual({ asked: false, preferences: allOf(false) })
  })

  test('a yes or a no counts for all three categories', () => {
    const yes = readConsent(storeOf({ consentAsked: 'true', dataConsent: 'true' }))
    const no = readConsent(storeOf({ consentAsked: 'true', dataConsent: 'false' }))
    expect(yes).toEqual({ asked: true, preferences: allOf(true) })
    expect(no).toEqual({ asked: true, preferences: allOf(false) })
  })

  test('a yes without the note that it was asked for is no yes', () => {
    expect(readConsent(storeOf({ dataConsent: 'true' })).preferences).toEqual(allOf(false))
  })

  test('valid preferences win over the yes or no', () => {
    const store = storeOf({
      consentAsked: 'true',
      dataConsent: 'true',
      cookiePreferences: JSON.stringify(some),
    })
    expect(readConsent(store)).toEqual({ asked: true, preferences: some })
  })

  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a text', '"true"'],
    ['a category missing', '{"essential":true,"analytics":true,"advertising":true}'],
    [
      'words instead of booleans',
      '{"essential":true,"analytics":"true","advertising":1,"personalization":0}',
    ],
    ['a list', '[true,true,true,true]'],
  ])('preferences that are %s are passed over', (_, text) => {
    const store = storeOf({ consentAsked: 'true', dataConsent: 'false', cookiePreferences: text })
    expect(readConsent(store).preferences).toEqual(allOf(false))
  })

  test('essential stays on, whatever is stored', () => {
    const store = storeOf({ cookiePreferences: JSON.stringify({ ...allOf(false), essential: false }) })
    expect(readConsent(store).preferences.essential).toBe(true)
  })
})

describe('saving a choice', () => {
  test('writes the three keys of the specification', () => {
    const store = storeOf()
    writeConsent(store, some)
    expect(Object.fromEntries(store.held)).toEqual({
      [KEYS.preferences]: '{"essential":true,"analytics":true,"advertising":false,"personalization":false}',
      [KEYS.consent]: 'true',
      [KEYS.asked]: 'true',
    })
    expect(KEYS).toEqual({ preferences: 'cookiePreferences', consent: 'dataConsent', asked: 'consentAsked' })
  })

  test('without any optional category the answer is no', () => {
    const store = storeOf()
    writeConsent(store, allOf(false))
    expect(store.held.get('dataConsent')).toBe('false')
  })

  test('is read back as it was saved', () => {
    const store = storeOf()
    writeConsent(store, some)
    expect(readConsent(store)).toEqual({ asked: true, preferences: some })
  })

  test('a storage that throws is heard of by whoever saves', () => {
    expect(() => writeConsent(closed, some)).toThrow('quota')
    expect(() => readConsent(closed)).toThrow('insecure')
  })
})

test('Global Privacy Control stands above a saved yes', () => {
  const consent = { asked: true, preferences: allOf(true) }
  expect(inForce(consent, true)).toEqual(allOf(false))
  expect(inForce(consent, false)).toEqual(allOf(true))
})
