import { useEffect, useState } from 'react'
import { useBrand } from '../../app/page-data.ts'
import type { FormLogic } from './load-form-logic.ts'

export function useSiteNotice(logic: FormLogic | null, id: string | undefined): string | null {
  const [found, setFound] = useState<{ id: string; text: string | null } | null>(null)
  const brand = useBrand()
  useEffect(() => {
    if (!logic || id === undefined) return
    let isCurrent = true
    void logic.siteNotice(brand, id).then((text) => isCurrent && setFound({ id, text }))
    return () => {
      isCurrent = false
    }
  }, [logic, brand, id])
  return found?.id === id ? (found?.text ?? null) : null
}
