import { useState } from 'react'

export type FormLogic = typeof import('./form-logic.ts')

let loading: Promise<FormLogic> | null = null
let loaded: FormLogic | null = null

/**
 * Loads the logic of the form, only once. Rejects if its chunk cannot be fetched; a later call then tries
 * again.
 */
export function loadFormLogic(): Promise<FormLogic> {
  loading ??= import('./form-logic.ts').then(
    (logic) => {
      logic.wake()
      return (loaded = logic)
    },
    (cause: unknown) => {
      loading = null
      throw cause
    },
  )
  return loading
}

/** Returns the logic of the form, or null if it is not loaded yet. */
export const loadedFormLogic = (): FormLogic | null => loaded

/** Returns the logic of the form (null until it is loaded), and a function that starts to load it. */
export function useFormLogic(): [logic: FormLogic | null, load: () => void] {
  const [logic, setLogic] = useState<FormLogic | null>(null)
  const load = () => {
    if (logic) return
    // If the chunk cannot be loaded, a warning in the console is enough here. When the visitor submits the
    // form, the page tries again and shows the failure.
    loadFormLogic().then(setLogic, console.warn)
  }
  return [logic, load]
}
