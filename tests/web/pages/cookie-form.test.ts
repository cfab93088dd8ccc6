import { describe, expect, test } from 'vitest'
import { allOf, categories } from '../../../web/privacy/consent.ts'
import { savedText, saveTexts } from '../../../web/content/cookies.ts'
import {
  advance,
  canSave,
  emptyForm,
  type CookieForm,
  type CookieFormEvent,
} from '../../../web/pages/cookie-form.ts'

const after = (...events: CookieFormEvent[]): CookieForm => events.reduce(advance, emptyForm)
const toggle: CookieFormEvent = { type: 'toggled', category: 'analytics' }

describe('the cookie form keeps the visitor’s changes as a draft until the visitor saves them', () => {
  test('the cookie form shows the saved preferences and has no unsaved changes', () => {
    const form = after({ type: 'loaded', preferences: allOf(true) })
    expect(form).toEqual({ draft: allOf(true), isDirty: false, status: 'idle' })
    expect(canSave(form)).toBe(false)
  })

  test.each(categories)(
    'toggling %s in the cookie form changes no other category and enables saving',
    (category) => {
      const form = after({ type: 'toggled', category })
      expect(form.draft).toEqual({ ...allOf(false), [category]: true })
      expect(canSave(form)).toBe(true)
      expect(advance(form, { type: 'toggled', category }).draft).toEqual(allOf(false))
    },
  )

  test.each([true, false])(
    'setting all categories to %s is an unsaved change of the cookie form',
    (value) => {
      const form = after({ type: 'set all', value })
      expect(form).toEqual({ draft: allOf(value), isDirty: true, status: 'idle' })
    },
  )

  test('the status of the cookie form goes from saving to saved and back to idle', () => {
    const saving = after(toggle, { type: 'saving' })
    expect(saving.status).toBe('saving')
    expect(canSave(saving)).toBe(false)
    const saved = advance(saving, { type: 'saved' })
    expect(saved).toMatchObject({ status: 'saved', isDirty: false })
    expect(canSave(saved)).toBe(false)
    expect(advance(saved, { type: 'rested' }).status).toBe('idle')
  })

  test('the cookie form keeps its changes if saving fails, and can be saved again at once', () => {
    const failed = after(toggle, { type: 'saving' }, { type: 'failed' })
    expect(failed).toMatchObject({ status: 'error', isDirty: true })
    expect(canSave(failed)).toBe(true)
    expect(advance(failed, { type: 'saving' }).status).toBe('saving')
    expect(advance(failed, { type: 'rested' }).status).toBe('idle')
  })

  test('the cookie form ignores a save without changes', () => {
    expect(after({ type: 'saving' }).status).toBe('idle')
  })

  test('preferences that another tab saves do not overwrite unsaved changes in the cookie form', () => {
    expect(after(toggle, { type: 'loaded', preferences: allOf(false) }).draft.analytics).toBe(true)
  })

  test('the cookie form ignores changes while a save is running', () => {
    const saving = after(toggle, { type: 'saving' })
    expect(advance(saving, toggle)).toBe(saving)
    expect(advance(saving, { type: 'set all', value: true })).toBe(saving)
  })

  test('if the cookie form is idle, the events "saved", "failed" and "rested" (back to idle) change nothing', () => {
    expect(after({ type: 'saved' })).toBe(emptyForm)
    expect(after({ type: 'failed' })).toBe(emptyForm)
    expect(after({ type: 'rested' })).toBe(emptyForm)
  })
})

test('the save button and the toasts show the texts that docs/specification.md requires', () => {
  expect(saveTexts.error).toBe('Error - Try Again')
  expect(savedText(true)).toBe('Cookie preferences saved! Personalized features enabled.')
  expect(savedText(false)).toBe("Cookie preferences saved! You'll have a private browsing experience.")
})
