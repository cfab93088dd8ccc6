import { useEffect, useState } from 'react'
import type { FormLogic } from './load-form-logic.ts'

/**
 * Returns the text of `siteNotice` for the platform `id`. Returns null if there is no notice, or if the
 * notice is not loaded yet.
 * @param logic the logic of the form; null until it is loaded
 */
export function useSiteNotice(logic: FormLogic | null, id: string | undefined): string | null {
  const [found, setFound] = useState<{ id: string; text: string | null } | null>(null)
  useEffect(() => {
    if (!logic || id === undefined) return
    let isCurrent = true
    void logic.siteNotice(id).then((text) => isCurrent && setFound({ id, text }))
    return () => {
      isCurrent = false
    }
  }, [logic, id])
  return found?.id === id ? (found?.text ?? null) : null
}
