import { useState } from 'react'

export type FormLogic = typeof import('./form-logic.ts')

let loading: Promise<FormLogic> | null = null
let loaded: FormLogic | null = null

/** Rejects if its chunk cannot be fetched; a later call then tries again. */
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

export const loadedFormLogic = (): FormLogic | null => loaded

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
