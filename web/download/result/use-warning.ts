import { useEffect } from 'react'

let unsaved = 0

/** Asks before the visitor closes the page, or leaves it for another link, while a file is not saved. */
export function useWarning(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    unsaved += 1
    return () => {
      removeEventListener('beforeunload', warn)
      unsaved -= 1
    }
  }, [isUnsaved])
}

/** `kept`: how many of the unsaved go on anyway. */
export const mayLeave = (question: string, kept = 0): boolean => unsaved <= kept || confirm(question)
