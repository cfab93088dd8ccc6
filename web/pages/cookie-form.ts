import { allOf, type Category, type Preferences } from '../privacy/consent.ts'

/** The cookie settings while they are edited (specification of the pages, section 4). */
export type CookieForm = {
  draft: Preferences
  /** Something was changed and not saved. */
  isDirty: boolean
  status: 'idle' | 'saving' | 'saved' | 'error'
}
export type CookieFormEvent =
  | { type: 'loaded'; preferences: Preferences }
  | { type: 'toggled'; category: Category }
  | { type: 'set all'; value: boolean }
  | { type: 'saving' | 'saved' | 'failed' | 'rested' }

export const emptyForm: CookieForm = { draft: allOf(false), isDirty: false, status: 'idle' }

/** Whether the save button is enabled. */
export const canSave = (form: CookieForm): boolean => form.isDirty && form.status !== 'saving'

/** What the form becomes; an event that does not fit changes nothing. */
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
