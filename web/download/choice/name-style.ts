import { useSyncExternalStore } from 'react'
import type { NameStyle } from '#contract/brand.ts'
import { useBrand } from '../../app/page-data.ts'

// Key in localStorage for the names of files that the visitor has chosen.

export const FILE_NAMES = 'fileNames'

/** Returns null if the visitor has not chosen, or if the browser blocks localStorage. */
function chosenStyle(): NameStyle | null {
  try {
    const value = localStorage.getItem(FILE_NAMES)
    return value === 'full' || value === 'short' ? value : null
  } catch {
    return null
  }
}

export function chooseStyle(style: NameStyle): void {
  try {
    localStorage.setItem(FILE_NAMES, style)
  } catch (cause) {
    console.warn('Site data is blocked: the names are not remembered.', cause)
  }
}

function onChange(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** While the server renders and while React hydrates the page, returns the style of the brand. */
export function useNameStyle(): NameStyle {
  const own = useBrand().fileNames ?? 'full'
  return useSyncExternalStore(onChange, chosenStyle, () => null) ?? own
}
