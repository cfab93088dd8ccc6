import { allOf, type Category, type Preferences } from '../privacy/consent.ts'

/** The state of the form on the cookie settings page (docs/specification.md, section 11). */
export type CookieForm = {
  draft: Preferences
  isDirty: boolean
  status: 'idle' | 'saving' | 'saved' | 'error'
}
export type CookieFormEvent =
  | { type: 'loaded'; preferences: Preferences }
  | { type: 'toggled'; category: Category }
  | { type: 'set all'; value: boolean }
  | { type: 'saving' | 'saved' | 'failed' | 'rested' }

export const emptyForm: CookieForm = { draft: allOf(false), isDirty: false, status: 'idle' }

export const canSave = (form: CookieForm): boolean => form.isDirty && form.status !== 'saving'

export function advance(form: CookieForm, event: CookieFormEvent): CookieForm {
  switch (event.type) {
    case 'loaded':
      return form.isDirty ? form : { ...form, draft: event.preferences }
    case 'toggled':
      if (form.status === 'saving') return form
      return {
        ...form,
        draft: { ...form.draft, [event.category]: !form.draft[event.category] },
        isDirty: true,
      }
    case 'set all':
      return form.status === 'saving' ? form : { ...form, draft: allOf(event.value), isDirty: true }
    case 'saving':
      return canSave(form) ? { ...form, status: 'saving' } : form
    case 'saved':
      return form.status === 'saving' ? { ...form, status: 'saved', isDirty: false } : form
    case 'failed':
      return form.status === 'saving' ? { ...form, status: 'error' } : form
    case 'rested':
      return form.status === 'saved' || form.status === 'error' ? { ...form, status: 'idle' } : form
  }
}
