import { useState } from 'react'

export type FormLogic = typeof import('./form-logic.ts')

let loading: Promise<FormLogic> | null = null
let loaded: FormLogic | null = null

/** Loads the logic of the form, once. Rejects when its chunk cannot be fetched; a later call tries again. */
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

/** The logic of the form, or null if it is not loaded yet. */
export const loadedFormLogic = (): FormLogic | null => loaded

/** The logic of the form, null until it is loaded, and a function that starts to load it. */
export function useFormLogic(): [logic: FormLogic | null, load: () => void] {
  const [logic, setLogic] = useState<FormLogic | null>(null)
  const load = () => {
    if (logic) return
    // A submit tries again and shows the failure, so a warning is enough here.
    loadFormLogic().then(setLogic, console.warn)
  }
  return [logic, load]
}
