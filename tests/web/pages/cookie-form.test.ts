import { describe, expect, test } from 'vitest'
import { allOf, categories } from '../../../web/privacy/consent.ts'
import { texts } from '#texts/en/pages/cookies.ts'
import {
  advance,
  canSave,
  emptyForm,
  type CookieForm,
  type CookieFormEvent,
} from '../../../web/pages/cookie-form.ts'

const after = (...events: CookieFormEvent[]): CookieForm => events.reduce(advance, emptyForm)
const toggle: CookieFormEvent = { type: 'toggled', category: 'analytics' }

describe('the cookie form keeps changes as a draft', () => {
  test('shows saved preferences without changes', () => {
    const form = after({ type: 'loaded', preferences: allOf(true) })
    expect(form).toEqual({ draft: allOf(true), isDirty: false, status: 'idle' })
    expect(canSave(form)).toBe(false)
  })

  test.each(categories)('toggles only %s and enables saving', (category) => {
    const form = after({ type: 'toggled', category })
    expect(form.draft).toEqual({ ...allOf(false), [category]: true })
    expect(canSave(form)).toBe(true)
    expect(advance(form, { type: 'toggled', category }).draft).toEqual(allOf(false))
  })

  test.each([true, false])('setting all to %s is an unsaved change', (value) => {
    const form = after({ type: 'set all', value })
    expect(form).toEqual({ draft: allOf(value), isDirty: true, status: 'idle' })
  })

  test('goes from saving to saved to idle', () => {
    const saving = after(toggle, { type: 'saving' })
    expect(saving.status).toBe('saving')
    expect(canSave(saving)).toBe(false)
    const saved = advance(saving, { type: 'saved' })
    expect(saved).toMatchObject({ status: 'saved', isDirty: false })
    expect(canSave(saved)).toBe(false)
    expect(advance(saved, { type: 'rested' }).status).toBe('idle')
  })

  test('keeps its changes after a failure', () => {
    const failed = after(toggle, { type: 'saving' }, { type: 'failed' })
    expect(failed).toMatchObject({ status: 'error', isDirty: true })
    expect(canSave(failed)).toBe(true)
    expect(advance(failed, { type: 'saving' }).status).toBe('saving')
    expect(advance(failed, { type: 'rested' }).status).toBe('idle')
  })

  test('the cookie form ignores a save without changes', () => {
    expect(after({ type: 'saving' }).status).toBe('idle')
  })

  test('keeps its changes when another tab saves', () => {
    expect(after(toggle, { type: 'loaded', preferences: allOf(false) }).draft.analytics).toBe(true)
  })

  test('the cookie form ignores changes while a save is running', () => {
    const saving = after(toggle, { type: 'saving' })
    expect(advance(saving, toggle)).toBe(saving)
    expect(advance(saving, { type: 'set all', value: true })).toBe(saving)
  })

  test('ignores the end of a save when idle', () => {
    expect(after({ type: 'saved' })).toBe(emptyForm)
    expect(after({ type: 'failed' })).toBe(emptyForm)
    expect(after({ type: 'rested' })).toBe(emptyForm)
  })
})

test('shows the specified texts', () => {
  expect(texts.save.error).toBe('Error - Try Again')
  expect(texts.savedOn).toBe('Cookie preferences saved! Personalized features enabled.')
  expect(texts.savedOff).toBe("Cookie preferences saved! You'll have a private browsing experience.")
})
