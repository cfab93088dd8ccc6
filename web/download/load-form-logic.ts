import { useState } from 'react'

/** What `form-logic.ts` exports. */
export type Work = typeof import('./form-logic.ts')

let loading: Promise<Work> | null = null
let loaded: Work | null = null

/** Fetches what the form needs to work, once; rejects where it can't be reached, and may then be tried again. */
export function loadWork(): Promise<Work> {
  loading ??= import('./form-logic.ts').then(
    (work) => (loaded = work),
    (cause: unknown) => {
      loading = null
      throw cause
    },
  )
  return loading
}

/** The same, where it is here already. */
export const workAtHand = (): Work | null => loaded

/** The form's work as soon as somebody wants it; null until then. */
export function useWork(): [work: Work | null, want: () => void] {
  const [work, setWork] = useState<Work | null>(null)
  const want = () => {
    if (work) return
    // A failure is told when the form is sent, which asks once more.
    loadWork().then(setWork, console.warn)
  }
  return [work, want]
}
