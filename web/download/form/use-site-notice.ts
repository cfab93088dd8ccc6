import { useEffect, useState } from 'react'
import type { FormLogic } from './load-form-logic.ts'

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
