import type { NameStyle } from '#contract/brand.ts'
import { useBrand } from '../../app/page-data.ts'
import { store, useStored } from '../../parts/stored.ts'

// Key in localStorage for the names of files that the visitor has chosen.

export const FILE_NAMES = 'fileNames'

export function chooseStyle(style: NameStyle): void {
  store(FILE_NAMES, style)
}

/** While the server renders and while React hydrates the page, returns the style of the brand. */
export function useNameStyle(): NameStyle {
  const own = useBrand().fileNames ?? 'full'
  const chosen = useStored(FILE_NAMES)
  return chosen === 'full' || chosen === 'short' ? chosen : own
}
